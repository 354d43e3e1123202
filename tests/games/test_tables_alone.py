"""What cards are and do, what hands hold, what the record quotes: the small rooms, card by card."""

import json

import pytest
from judging import game, judged

from verifier.cards import CARD_CODES, CARD_TEXTS, JOKER, PACK_SIZE, RANKS, SUITS, UNKNOWN, mask_of, parse_cards
from verifier.finding import NOWHERE
from verifier.games.acts import _columns
from verifier.games.kierki.rows import playable
from verifier.games.king.choices import CONTRACTS, KOZ, Choices
from verifier.games.kings_reverse.dealing import lay_out
from verifier.games.kings_reverse.holding import Holding
from verifier.games.kings_reverse.house import HouseRules as KingsRules
from verifier.games.kings_reverse.legal import has_pair
from verifier.games.kings_reverse.matching import (
    ANY_PLAYABLE,
    FOUR_DRAWN,
    NO_RANK,
    NOTHING,
    PLAIN,
    REVERSES,
    SKIPS,
    SKIPS_OTHER,
    SUIT_ONLY,
    TWO_DRAWN,
    blocking,
    effect_on,
    is_pair,
    matching,
)
from verifier.games.kings_reverse.packs import JOKERS, Copies, _value
from verifier.games.kings_reverse.pile import OPEN, Match, Pile, _matches, either, named_match
from verifier.games.kings_reverse.stock import Stock
from verifier.games.kings_reverse.table import Effect
from verifier.games.report import Report
from verifier.games.tricks.items import Items, _items_of
from verifier.replay.lines import Deal

PACK = range(PACK_SIZE)


def code(text: str) -> int:
    return CARD_CODES[text]


def mask(text: str) -> int:
    return mask_of(parse_cards(text) or [])


# Cards.


def test_what_each_card_counts_in_tricks():
    for card in PACK:
        rank, suit = CARD_TEXTS[card]
        assert _items_of(card) == Items(
            heart=suit == "H", queen=rank == "Q", man=rank in "JK", king_of_hearts=rank + suit == "KH"
        )
        assert all(type(count) is int for count in _items_of(card))


def test_what_each_card_costs_who_is_left_with_it():
    prices = {"7": 20, "8": 20, "K": 20, "J": 15}
    for card in PACK:
        assert _value(card) == (20 if CARD_TEXTS[card] == "AS" else prices.get(CARD_TEXTS[card][0], 5))
    assert _value(JOKER) == 25


def test_what_each_card_does():
    effects = {"7": TWO_DRAWN, "8": SKIPS, "K": REVERSES}
    for card in PACK:
        assert effect_on(card, 3) == effects.get(CARD_TEXTS[card][0], PLAIN)
    assert effect_on(code("KH"), 2) == SKIPS_OTHER
    assert (effect_on(JOKER, 3), effect_on(UNKNOWN, 3)) == (FOUR_DRAWN, PLAIN)


def test_what_each_card_matches():
    natural = _matches()
    assert len(natural) == PACK_SIZE
    for card in PACK:
        rank, suit = CARD_TEXTS[card]
        of_suit = mask("".join(other + suit for other in RANKS))
        found = mask("".join(CARD_TEXTS[other] for other in PACK if CARD_TEXTS[other][0] in {rank, "J"})) | of_suit
        assert natural[card] == Match(found, found, of_suit, of_suit, suit)
        assert matching(SUITS.index(suit), NO_RANK) == of_suit | mask("JSJHJDJC")


def test_what_a_named_joker_matches():
    for letter, suits in (("R", "HD"), ("B", "SC")):
        colour = mask("".join(rank + suit for suit in suits for rank in RANKS))
        assert named_match(letter) == Match(*[colour | mask("JSJHJDJC")] * 2, colour, colour, letter)


def test_either_of_two_is_in_force():
    spades, hearts = named_match("S"), named_match("H")
    jacks, suits = mask("JSJHJDJC"), spades.sure_suit | hearts.sure_suit
    assert either(spades, hearts) == Match(jacks, suits | jacks, 0, suits, "")
    assert either(spades, OPEN) == Match(jacks, OPEN.may, 0, OPEN.may_suit, "")
    assert either(hearts, hearts) == hearts


def test_which_cards_forbid_a_joker():
    assert blocking(6, 2, NOTHING, True) == 0
    assert blocking(6, 2, SUIT_ONLY, False) == 2
    assert blocking(6, 2, ANY_PLAYABLE, True) == 6 | JOKERS


def test_king_and_queen_of_a_suit_are_a_pair():
    for first in PACK:
        for second in PACK:
            ranks = {CARD_TEXTS[first][0], CARD_TEXTS[second][0]}
            assert is_pair(first, second) is (CARD_TEXTS[first][1] == CARD_TEXTS[second][1] and ranks == {"K", "Q"})


def test_the_rows_are_those_of_the_pack():
    assert playable(0, 1 << 5, ace_low=False) == mask("7S7H7D7C")
    assert playable(mask("7S7H7D7C"), 1 << 5, ace_low=False) == mask("6S8S6H8H6D8D6C8C")


def test_the_card_taken_from_a_pile_is_the_last_of_its_kind():
    pile = Pile()
    for card in (5, 6, 5, 7):
        pile.lay(card)
    pile.take(5)
    assert pile.cards == [5, 6, 7]
    pile.take(6)
    pile.take(9)
    assert pile.cards == [5, 7]
    pile.take(5)
    assert pile.cards == [7]


def test_copies_of_a_card():
    copies = Copies(2)
    assert [copies.appear(3) for _ in range(3)] == [False, False, True]
    copies.vanish(3)
    copies.vanish(3)
    assert [copies.appear(3) for _ in range(2)] == [False, True]
    copies.excuse(3)
    assert [copies.appear(3) for _ in range(2)] == [True, True]
    assert [copies.appear(JOKER) for _ in range(5)] == [False] * 4 + [True]
    copies = Copies(2)
    copies.excuse(3)
    assert [copies.appear(3) for _ in range(4)] == [False, False, False, True]


# Hands and stock of Kings Reverse.


def test_cards_of_a_hand_come_to_light():
    holding = Holding([3, 3, 7], 3)
    assert holding.reveal([3, 9, 3, 9, 5]) == [9, 9, 5]
    assert (holding.known[3], holding.known[9], holding.known[5], holding.unknown) == (2, 2, 1, 0)
    assert holding.held == 1 << 3 | 1 << 5 | 1 << 7 | 1 << 9
    assert holding.reveal([11]) == []
    assert (holding.size, holding.held) == (6, 1 << 3 | 1 << 5 | 1 << 7 | 1 << 9)


def test_more_cards_come_to_light():
    holding = Holding([3], 2)
    holding.reveal_more([3, 8, 9])
    assert (holding.known[3], holding.known[8], holding.known[9], holding.unknown) == (2, 1, 0, 0)
    assert holding.held == 1 << 3 | 1 << 8


def test_cards_that_a_hand_cannot_show():
    holding = Holding([3, 3], 1)
    assert holding.lacks([3, 3, 5]) == []
    assert holding.lacks([3, 5, 5, 5]) == [5, 5]
    assert holding.lacks([5, 3, 3, 3]) == [3]


def test_how_many_cards_of_a_hand_are_in_a_mask():
    holding = Holding([0, 3, 3, 51, JOKER], 1)
    assert holding.number(1 << 3 | 1 << 4) == 2
    assert holding.number(1) == 1
    assert holding.number(1 << JOKER | 1 << 51) == 2
    assert holding.number(-1) == 5


def test_what_the_cards_of_a_hand_may_count():
    holding = Holding([code("7S"), code("2S")], 2)
    assert (holding.points(), holding.limits(200)) == (None, (35, 75))
    assert holding.limits(60) == (35, 60)
    holding.ghosts = 1
    assert holding.limits(200) == (30, 75)
    holding.remove(UNKNOWN)
    assert (holding.missing, holding.limits(70)) == (1, (0, 70))
    holding.remove(UNKNOWN)
    assert holding.missing == 2


def test_cards_come_and_go():
    holding = Holding([4, 4])
    assert holding.unknown == 0
    for card in (UNKNOWN, UNKNOWN, 4):
        holding.add(card)
    assert (holding.unknown, holding.known[4], holding.size) == (2, 3, 5)
    holding.remove(9)
    assert (holding.unknown, holding.missing, holding.size) == (1, 0, 4)
    doubtful = Holding([4])
    doubtful.doubtful = True
    doubtful.remove(5)
    assert doubtful.held == 1 << 4


def test_a_pair_is_sure_in_a_hand_that_is():
    pair = parse_cards("KSQS")
    assert has_pair(Holding(pair))
    assert not has_pair(Holding(parse_cards("KSQH")))
    for name in ("doubtful", "missing"):
        holding = Holding(pair)
        setattr(holding, name, 1)
        assert not has_pair(holding)


def test_a_stock_knows_its_cards():
    stock = Stock(3)
    stock.lie([5, 5, 6], ordered=True)
    assert (stock.known[5], stock.known[6], stock.given) == (2, 1, True)
    assert (stock.draw(UNKNOWN), stock.known[5]) == (5, 1)
    assert (stock.draw(5), stock.known[5], stock.size) == (None, 0, 1)
    stock.return_cards([5, 5, UNKNOWN])
    assert (stock.known[5], stock.given, stock.size) == (2, False, 4)
    for given, size, known in ((False, 0, True), (True, 1, True), (False, 1, False)):
        stock = Stock(size)
        stock.given = given
        stock.return_cards([5])
        assert stock.given is known
    unlisted = Stock(2)
    unlisted.lie([5, 6], ordered=False)
    assert (unlisted.draw(UNKNOWN), unlisted.known[5], unlisted.known[6]) == (None, 1, 1)


# Deals of Kings Reverse.


@pytest.mark.parametrize(
    ("up", "players", "victim", "debts", "effect", "actor", "step"),
    [
        ("7S", 4, 1, [(1, True)], Effect.SEVEN, 2, 1),
        ("8S", 4, 1, [], Effect.EIGHT, 2, 1),
        ("KS", 2, 1, [], Effect.KING, 0, 1),
        ("KS", 3, None, [], Effect.KING, 2, -1),
        ("AS", 3, None, [], Effect.NONE, 1, 1),
    ],
)
def test_what_a_card_turned_up_does(up, players, victim, debts, effect, actor, step):
    table = lay_out(Deal("a", None, up), players, KingsRules(), NOWHERE, Report({}))
    assert [(debt.seat, debt.skipped) for debt in table.debts] == debts
    assert (table.turn.victim, table.up_effect, table.actor, table.step) == (victim, effect, actor, step)


def test_cards_turned_up_and_put_back_lie_in_the_stock():
    report = Report({})
    table = lay_out(Deal("a", None, "7S7H7SKD"), 3, KingsRules(), NOWHERE, report)
    assert {card: count for card, count in enumerate(table.stock.known) if count} == {code("7S"): 1, code("7H"): 1}
    assert [one.rule.name for one in report.findings()] == ["turn-up-redrawn"]


# Choices of King.


def test_how_often_a_contract_was_chosen():
    choices, kiz = Choices(), CONTRACTS.index("kiz")
    for _ in range(2):
        choices.apply(kiz, -1)
        choices.apply_seat(3, kiz)
    choices.apply(KOZ, 3)
    choices.apply_seat(3, KOZ)
    assert (choices.chosen(3, kiz), choices.penalties(3), choices.times(kiz), choices.chosen(3, KOZ)) == (2, 2, 2, 1)
    assert [choices.suit_times(suit) for suit in range(4)] == [0, 0, 0, 1]


# Lines, house rules, books.


@pytest.mark.parametrize(
    ("raw", "columns"),
    [
        (b'["m","ab"]', 7),
        (b'["\\u006d","ab"]', [12, 13, 14]),
        (b'["m","\\"a\\\\b"]', [7, 9, 10, 12, 13]),
        (b'["m","\\u0061b"]', [7, 13, 14]),
        (b'["m","\\ud800\\udc00b"]', [7, 19, 20]),
        (b'["m","\\uDBFF\\uDFFFb"]', [7, 19, 20]),
        (b'["m","\\ud7ff\\ue000b"]', [7, 13, 19, 20]),
        (b'["m","\\udbfff\\udbff\\udc00"]'.replace(b"\\udbfff", b"\\udbff\\udfff"), [7, 19, 31]),
    ],
)
def test_columns_of_a_line_with_escapes(raw: bytes, columns: object):
    assert _columns(raw) == columns


@pytest.mark.parametrize("name", ["king", "kierki"])
def test_what_is_quoted_of_the_record_is_short(name: str):
    line = f'["m","{"x" * 60}"]'
    header = game().replace("kierki", name).replace(', "rules": "mimuw"', "")
    (found,) = [one for one in judged(header + line + "\n").findings if one.rule.name == "bad-token"]
    assert found.facts["token"] == "x" * 40
    cards = "".join(rank + suit for suit in "SH" for rank in RANKS)
    for before, token, rule in (
        ("", f"a^{cards}", "act-outside-hand"),
        ('["deal",null,null]\n', f"a+{cards[:40]}", "act-not-in-this-game"),
    ):
        verdict = judged(header + before + json.dumps(["m", token]) + "\n")
        assert [one.facts["token"] for one in verdict.findings if one.rule.name == rule] == [token[:40]]


def test_who_acts_before_the_first_deal():
    for name in ("king", "kings-reverse"):
        header = game().replace("kierki", name).replace(', "rules": "mimuw"', "")
        for token, seat in (("a5S", 0), ("b5S", 1), ("%", None)):
            verdict = judged(header + json.dumps(["m", token]) + "\n")
            assert [one.seat for one in verdict.findings if one.rule.name == "act-outside-hand"] == [seat]


def test_what_is_quoted_of_kings_reverse_is_short():
    header = game().replace("kierki", "kings-reverse").replace(', "rules": "mimuw"', "")
    shown = "a^" + "".join(rank + suit for suit in "SH" for rank in RANKS)
    points = '["deal","d",null,"5S"]\n["points",[0,5,5,5]]\n'
    for before, rule in (("", "act-outside-hand"), (points, "event-after-hand-end")):
        verdict = judged(header + before + json.dumps(["m", shown]) + "\n")
        assert [(one.seat, one.facts["token"]) for one in verdict.findings if one.rule.name == rule] == [
            (0, shown[:40])
        ]
