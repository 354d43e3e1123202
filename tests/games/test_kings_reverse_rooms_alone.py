"""Small rooms of Kings Reverse asked by themselves: what cards are worth, what matches, the pile, the stock, a hand."""

import random
from collections import Counter

from verifier.cards import CARD_CODES, FULL_PACK, JOKER, PACK_SIZE, SUIT_MASKS, SUITS, UNKNOWN
from verifier.games.kings_reverse.fan import Fan
from verifier.games.kings_reverse.holding import Holding
from verifier.games.kings_reverse.house import HouseRules
from verifier.games.kings_reverse.legal import Answer, has_pair, joker_stands, natural
from verifier.games.kings_reverse.matching import (
    FOUR_DRAWN,
    NO_RANK,
    NOTHING,
    PLAIN,
    REVERSES,
    SKIPS,
    SKIPS_OTHER,
    TWO_DRAWN,
    bit_of,
    blocking,
    effect_on,
    is_pair,
    matching,
)
from verifier.games.kings_reverse.packs import JACKS, JOKERS, KINDS, VALUES, Copies, _value
from verifier.games.kings_reverse.pile import _CARD_MATCHES, OPEN, Match, Pile, _matches, either, named_match
from verifier.games.kings_reverse.stock import Drawn, Stock
from verifier.games.kings_reverse.table import Table, Turn, TurnKind
from verifier.games.kings_reverse.table_glance import TableGlance, Terms


def code(text: str) -> int:
    return CARD_CODES[text]


def codes(*texts: str) -> list[int]:
    return [code(text) for text in texts]


def mask(*texts: str) -> int:
    return sum(1 << code(text) for text in texts)


# Cards and what they do.


def test_what_cards_cost() -> None:
    assert bytes(map(_value, range(KINDS))) == VALUES
    for suit in SUITS:
        told = {"7": 20, "8": 20, "K": 20, "J": 15, "A": 20 if suit == "S" else 5, "Q": 5, "T": 5, "2": 5}
        assert {rank: _value(code(rank + suit)) for rank in told} == told
    assert _value(JOKER) == 25
    assert sum(map(_value, range(PACK_SIZE))) + 2 * 25 == 545


def test_what_cards_do() -> None:
    for players, king in ((2, SKIPS_OTHER), (3, REVERSES)):
        told = {"7H": TWO_DRAWN, "8C": SKIPS, "KD": king, "QS": PLAIN, "AS": PLAIN, "**": FOUR_DRAWN, "??": PLAIN}
        assert {text: effect_on(code(text), players) for text in told} == told


def test_masks_of_cards() -> None:
    assert [bit_of(card) for card in range(KINDS)] == [1 << card for card in range(KINDS)]


def test_what_matches() -> None:
    for suit in range(4):
        assert matching(suit, NO_RANK) == JACKS | SUIT_MASKS[suit]
        for rank in range(13):
            ranks = sum(1 << 13 * other + rank for other in range(4))
            assert matching(suit, rank) == JACKS | SUIT_MASKS[suit] | ranks
    assert blocking(7, 5, NOTHING, others=True) == 0


def test_pairs_are_king_and_queen_of_one_suit() -> None:
    pairs = {(one, two) for one in range(PACK_SIZE) for two in range(PACK_SIZE) if is_pair(one, two)}
    assert pairs == {
        (code(f"{one}{suit}"), code(f"{two}{suit}")) for suit in SUITS for one, two in (("K", "Q"), ("Q", "K"))
    }


# The pile.


def test_what_matches_each_card() -> None:
    assert _matches() == _CARD_MATCHES
    assert len(_matches()) == PACK_SIZE
    for card, match in enumerate(_matches()):
        suit, rank = divmod(card, 13)
        assert match == Match(
            matching(suit, rank), matching(suit, rank), SUIT_MASKS[suit], SUIT_MASKS[suit], SUITS[suit]
        )


def test_what_matches_a_joker() -> None:
    red = SUIT_MASKS[1] | SUIT_MASKS[2]
    assert named_match("R") == Match(JACKS | red, JACKS | red, red, red, "R")
    hearts = JACKS | SUIT_MASKS[1]
    assert named_match("H") == Match(hearts, hearts, SUIT_MASKS[1], SUIT_MASKS[1], "H")


def test_what_matches_one_of_two() -> None:
    one, two = Match(0b11, 0b111, 0b11, 0b111, "H"), Match(0b110, 0b1110, 0b110, 0b1110, "S")
    assert either(one, two) == Match(0b10, 0b1111, 0b10, 0b1111, "")
    assert either(one, one) == one
    assert either(one, OPEN).may == FULL_PACK


def test_cards_are_taken_from_the_top() -> None:
    pile = Pile()
    for card in codes("2S", "3S", "2S", "4S", "5S"):
        pile.lay(card)
    for text, left in (("2S", "2S3S4S5S"), ("4S", "2S3S5S"), ("2S", "3S5S"), ("9H", "3S5S"), ("3S", "5S")):
        pile.take(code(text))
        assert pile.cards == codes(*(left[at : at + 2] for at in range(0, len(left), 2)))


# How often cards are seen, and what is left of them.


def test_how_often_a_card_may_appear() -> None:
    for card, most in ((5, 2), (JOKER, 4)):
        copies = Copies(2)
        assert [copies.appear(card) for _ in range(most + 1)] == [False] * most + [True]
        copies.excuse(card)
        assert not copies.appear(5 + (card == 5))
        copies.vanish(card)
        assert [copies.appear(card) for _ in range(3)] == [False, True, True]


def test_cards_leave_the_stock() -> None:
    stock = Stock(4)
    stock.lie([5, 5, UNKNOWN, 7], ordered=True)
    assert (stock.known[5], stock.known[7], stock.given, stock.size) == (2, 1, False, 4)
    assert stock.draw(5) is None
    assert stock.draw(UNKNOWN) == 5
    assert (stock.known[5], stock.size) == (0, 2)
    assert stock.draw(9) is None
    assert stock.draw(UNKNOWN) == 7
    assert (stock.known[7], stock.size) == (0, 0)
    assert stock.draw(7) is None
    assert stock.look(7) is Drawn.FROM_EMPTY


def test_a_known_card_in_place_of_another() -> None:
    stock = Stock(3)
    stock.lie([5, 5, 7], ordered=True)
    assert stock.draw(7) is None
    assert (stock.known[5], stock.known[7]) == (2, 0)
    assert stock.draw(8) is None
    assert (stock.known[5], stock.size) == (2, 1)


def test_discards_come_back() -> None:
    for size, given, cards, told in ((0, False, [5, 5], True), (0, True, [5, UNKNOWN], False), (2, False, [5], False)):
        stock = Stock(size)
        stock.given = given
        stock.return_cards(cards)
        assert (stock.given, stock.known[5], stock.size) == (told, cards.count(5), size + len(cards))
    kept = Stock(2)
    kept.given = True
    kept.return_cards([5])
    assert kept.given


# A hand.


def test_cards_come_into_a_hand_and_leave_it() -> None:
    hand = Holding(codes("2S", "2S", "3H"))
    assert (hand.unknown, hand.size, hand.number(mask("2S", "3H"))) == (0, 3, 3)
    assert [hand.number(mask(text)) for text in ("2S", "3S", "3H")] == [2, 0, 1]
    for _ in range(2):
        hand.add(UNKNOWN)
    assert (hand.unknown, hand.size) == (2, 5)
    for _ in range(2):
        hand.remove(UNKNOWN)
    assert (hand.missing, hand.unknown, hand.size) == (2, 2, 3)
    hand.remove(code("9C"))
    assert (hand.missing, hand.unknown, hand.size) == (2, 1, 2)


def test_an_empty_hand_is_known() -> None:
    hand = Holding([code("2S")], 1)
    hand.remove(UNKNOWN)
    hand.remove(UNKNOWN)
    assert (hand.is_known(), hand.held, hand.known) == (True, 0, [0] * KINDS)
    doubtful = Holding([code("2S")])
    doubtful.doubtful = True
    doubtful.remove(code("3S"))
    assert doubtful.held == mask("2S")


def test_unknown_cards_are_shown() -> None:
    hand = Holding(codes("2S", "3H"), 4)
    assert hand.reveal(codes("2S", "2S", "4D", "2S")) == codes("2S", "4D", "2S")
    assert (hand.unknown, hand.held, hand.known[code("2S")]) == (1, mask("2S", "3H", "4D"), 3)
    assert hand.reveal(codes("3H", "4D")) == []
    assert hand.reveal(codes("5C", "6C")) == codes("5C")
    assert (hand.unknown, hand.held) == (0, mask("2S", "3H", "4D", "5C"))
    more = Holding(codes("2S"), 3)
    more.reveal_more(codes("2S", "4D"))
    assert (more.unknown, more.held, more.known[code("2S")]) == (1, mask("2S", "4D"), 2)


def test_what_a_hand_cannot_show() -> None:
    assert Holding(codes("2S", "2S")).lacks(codes("2S", "2S", "2S")) == codes("2S")
    assert Holding(codes("2S"), 1).lacks(codes("3S", "4S", "2S")) == codes("4S")
    assert Holding(codes("2S"), 2).lacks(codes("3S", "4S", "5S")) == codes("5S")


def test_limits_of_points() -> None:
    hand = Holding(codes("2S", "KS"), 2)
    assert hand.limits(500) == (25 + 2 * 5, 25 + 2 * 25)
    hand.ghosts = 1
    assert hand.limits(60) == (25 + 5, 60)
    hand.remove(UNKNOWN)
    assert hand.limits(60) == (0, 60)


def test_a_pair_is_certain_only_where_the_hand_is() -> None:
    for doubtful, missing, certain in ((False, 0, True), (True, 0, False), (False, 1, False)):
        hand = Holding(codes("KS", "QS", "2H"))
        hand.doubtful, hand.missing = doubtful, missing
        assert has_pair(hand) is certain


def test_a_joker_that_may_stand() -> None:
    match = named_match("H")
    house = HouseRules()
    assert joker_stands(Holding(codes("2H")), match, house) is Answer.NO
    assert joker_stands(Holding(codes("2S")), match, house) is Answer.YES
    assert joker_stands(Holding(codes("2S"), 1), match, house) is Answer.OPEN
    for texts, answer in ((("2H", "3S"), Answer.OPEN), (("2S", "3S"), Answer.YES)):
        hand = Holding(codes(*texts))
        hand.remove(UNKNOWN)
        assert joker_stands(hand, match, house) is answer
    assert natural(UNKNOWN, match) is Answer.OPEN
    assert mask("**") == JOKERS


# Cards that are all known.


def test_a_fan_is_the_cards_counted() -> None:
    rng = random.Random(1)
    for packs in (2, 3):
        fan, counts = Fan(), Counter(dict.fromkeys(range(PACK_SIZE), packs) | {JOKER: 2 * packs})
        fan.fill(packs)
        check(fan, counts)
        for _ in range(900):
            card = rng.choice([JOKER, *range(12, 26)])
            if rng.random() < 0.55:
                assert fan.drop(card) is (counts[card] > 0)
                counts[card] -= counts[card] > 0
            elif counts[card] < (2 * packs if card == JOKER else packs):
                fan.add(card)
                counts[card] += 1
            check(fan, counts)
        fan.clear()
        check(fan, Counter())


def check(fan: Fan, counts: Counter[int]) -> None:
    """Hold a fan against how many of each card there are."""
    seen = [sum(1 << card for card in range(PACK_SIZE) if counts[card] >= most) for most in (1, 2, 3)]
    joker = JOKERS if counts[JOKER] else 0
    assert [fan.once, fan.twice, fan.thrice] == [seen[0] | joker, *seen[1:]]
    assert (fan.jokers, fan.size) == (counts[JOKER], counts.total())
    assert fan.beside_joker() == seen[0] | (JOKERS if counts[JOKER] > 1 else 0)
    assert fan.points() == sum(VALUES[card] * count for card, count in counts.items())


# The table, and a turn, as they begin.


def test_how_a_turn_begins() -> None:
    turn = Turn(2, TurnKind.NONE, None)
    assert (turn.seat, turn.excused, turn.last_card, turn.open, turn.step_before) == (2, False, False, False, 1)


def test_how_a_table_begins() -> None:
    table = Table(3, HouseRules(), 0, Copies(1))
    assert (table.passes, table.spare, table.stock.size, table.turn.seat, table.held_for_up) == (
        0,
        [False] * 3,
        0,
        -1,
        False,
    )


def test_a_drawn_card_that_must_be_laid_leaves_no_hand_blocked() -> None:
    for must, blocked in ((True, False), (False, True)):
        table = TableGlance(Terms(), 2)
        assert table.open(1, 0, 0, 0)
        table.drawer, table.must = 0, must
        assert table.close(by_line=True) == blocked
