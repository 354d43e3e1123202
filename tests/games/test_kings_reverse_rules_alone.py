"""Rules of Kings Reverse asked by themselves, in moments that no page needs."""

import pytest
from judging import faults, judged
from kings_reverse_hands import dealt, kings
from msgspec import convert

from verifier.cards import CARD_CODES, JOKER, PACK_SIZE, UNKNOWN
from verifier.finding import NOWHERE, Finding, Place
from verifier.games.kings_reverse.dealing import lay_out
from verifier.games.kings_reverse.holding import Holding
from verifier.games.kings_reverse.house import HouseRules
from verifier.games.kings_reverse.legal import Answer
from verifier.games.kings_reverse.owed import Cause, Debt, Giving, LaidJoker, Ruling
from verifier.games.kings_reverse.pile import match_of
from verifier.games.kings_reverse.rules.challenging import check_take_back, check_verdict, verdict_of
from verifier.games.kings_reverse.rules.drawing import SEVEN_WRONG_COUNT, move_count
from verifier.games.kings_reverse.rules.ending import check_reshuffle
from verifier.games.kings_reverse.rules.giving import GIFT_WRONG_ORDER, check_given
from verifier.games.kings_reverse.rules.playing import check_several
from verifier.games.kings_reverse.rules.scores import check_points as check_kings_points
from verifier.games.kings_reverse.rules.setup import check_stock
from verifier.games.kings_reverse.table import Table
from verifier.games.report import Report
from verifier.replay.lines import Deal

LATER = Place(9, 4, 1, 12)


def facts(report: Report) -> list[dict[str, object]]:
    return [finding.facts for finding in report.findings()]


# The stock of Kings Reverse.

PACKS = [*range(PACK_SIZE), *range(PACK_SIZE), *[JOKER] * 4]
UP = CARD_CODES["5S"]
SIX = CARD_CODES["6H"]


def stock_of(dealt: list[list[int] | None], up: list[int], stock: list[int]) -> tuple[bool, list[dict[str, object]]]:
    report = Report({})
    return check_stock(stock, dealt, up, 2, NOWHERE, report), facts(report)


def left_of(*taken: int) -> list[int]:
    left = [*PACKS]
    for card in taken:
        left.remove(card)
    return left


def test_a_stock_is_what_the_deal_leaves() -> None:
    hand = [*range(9)]
    assert stock_of([hand], [UP], left_of(UP, *hand)) == (True, [])
    assert stock_of([None, hand], [UP], left_of(UP, *hand)[10:]) == (True, [])
    assert stock_of([hand], [UP], left_of(UP, *hand)[1:]) == (
        False,
        [{"listed": 97, "due": 98, "excess": [], "lost": []}],
    )


@pytest.mark.parametrize(("card", "text"), [(UP, "5S"), (JOKER, "**")])
def test_a_stock_has_no_card_too_many(card: int, text: str) -> None:
    other = left_of(UP, 0)
    other[other.index(40)] = card
    assert stock_of([[0]], [UP], other) == (False, [{"listed": 106, "due": 106, "excess": [text], "lost": []}])


def test_a_card_turned_up_and_replaced_lies_in_the_stock() -> None:
    without = [*left_of(UP, SIX, SIX), UNKNOWN, UNKNOWN]
    assert stock_of([], [SIX, UP], left_of(UP)) == (True, [])
    assert stock_of([], [SIX, UP], without) == (True, [])
    lost = [*left_of(UP, SIX, SIX), 0, 1]
    assert stock_of([], [SIX, UP], lost)[1][0]["lost"] == ["6H"]
    assert stock_of([], [UNKNOWN, UP], left_of(UP)) == (True, [])


# Discards made stock again.


@pytest.mark.parametrize(
    ("allowed", "joker_open", "may", "option"),
    [
        (True, False, True, None),
        (True, True, False, ("when_pack_empty", "reshuffle")),
        (False, False, False, None),
        (False, True, False, None),
    ],
)
def test_discards_become_stock_again(
    *, allowed: bool, joker_open: bool, may: bool, option: tuple[str, str] | None
) -> None:
    report = Report({})
    assert check_reshuffle(NOWHERE, report, allowed=allowed, joker_open=joker_open) is may
    assert [(one.option, one.facts) for one in report.findings()] == (
        [] if may else [(option, {"joker_open": joker_open})]
    )


def test_a_wrong_number_moves_with_the_last_draw() -> None:
    finding = Finding(SEVEN_WRONG_COUNT, NOWHERE, facts={"drawn": 1, "owed": 2})
    move_count(Debt(0, Cause.SEVEN, NOWHERE, 2, drawn=3, last=LATER), finding)
    assert (finding.place, finding.facts) == (LATER, {"drawn": 3, "owed": 2})


def test_each_draw_that_may_have_been_needless_is_unverified() -> None:
    hidden = kings(["deal", "d", None, "5S"], ["m", "a+?? a- b+?? b-"])
    stuck = kings(["deal", "d", None, "5S"], ["m", "a+?? a- b+?? b-"], draw_only_when_stuck=True)
    assert judged(stuck).unverified - judged(hidden).unverified == 2


def test_a_joker_turned_up_may_not_be_challenged_any_more() -> None:
    verdict = judged(kings(["deal", "d", None, "**"], ["m", "a?+ a5S b?-"]))
    assert faults(verdict)[1:] == [(2, "challenge-too-late", "a"), (4, "challenge-of-non-joker", "b")]


def test_each_joker_that_may_have_been_false_is_unverified() -> None:
    one, two = (judged(kings(["deal", "d", None, "5S"], ["m", moves])) for moves in ("a*C b2C", "a*C b2C c*H d2H"))
    assert two.unverified == one.unverified + 1 > 1


# Gifts of the ace of spades.


def given(*seats: int, to_self: int = 0, held: int = 5, misplaced: bool = False) -> list[tuple[str, object]]:
    report = Report({})
    giving = Giving(0, NOWHERE, [2, 1, 3], held)
    giving.given, giving.to_self, giving.last = [*seats], to_self, LATER
    if misplaced:
        giving.misplaced = report.add(GIFT_WRONG_ORDER, LATER, 0)
    check_given(giving, mandatory=True, report=report)
    return [(one.rule.name, one.facts.get("given")) for one in report.findings()]


def test_gifts_to_some_only() -> None:
    assert given(2) == [("ace-gift-incomplete", 1)]
    assert given(2, 1, 3) == []
    assert given() == [("ace-giving-refused", None)]
    assert given(2, to_self=1) == [("ace-gift-incomplete", 2)]
    assert given(2, 1, to_self=1) == []


def test_gifts_in_order_but_for_who_was_left_out_are_one_fault() -> None:
    assert given(2, 3, misplaced=True) == [("ace-gift-incomplete", 2)]
    assert given(2, 1, misplaced=True) == [("ace-gift-incomplete", 2)]
    assert given(1, 2, misplaced=True) == [("ace-gift-incomplete", 2), ("ace-gift-wrong-order", None)]


# Colours that a joker names.


@pytest.mark.parametrize(("colour", "card"), [("R", "2C"), ("B", "2H")])
def test_the_house_rule_of_colours_is_named(colour: str, card: str) -> None:
    deal, moves = dealt({}, f"a*{colour} b{card}")
    verdict = judged(kings(deal, moves, joker_names="colour"))
    found = [one for one in verdict.findings if one.rule.name == "card-does-not-match"]
    assert [one.option for one in found] == [("joker_names", "colour")]


def test_another_house_rule_is_not() -> None:
    deal, moves = dealt({}, "a*H b2C")
    (found,) = [one for one in judged(kings(deal, moves)).findings if one.rule.name == "card-does-not-match"]
    assert found.option is None


def test_a_turned_up_king_decides_about_the_first_turn_only() -> None:
    deal, moves = dealt({}, "c6S b7S a8S a9S", up="KS")
    verdict = judged(kings(deal, moves, turn_up_king="left"))
    later = [one for one in verdict.findings if one.place.event > 2 and one.rule.code.startswith("REV2")]
    assert [one.option for one in later] == [None] * len(later)


def test_only_who_comes_after_the_challenger_takes_his_turn_from_him() -> None:
    hands = ["9STSQS2H4H6H3C7CJC**", None, None, None]
    for seat, names in (("c", ["challenger-turn-lost"]), ("d", ["out-of-turn"])):
        moves = f"a*C b?+ a+5S9C2DQH a<** {seat}TD"
        verdict = judged(kings(["deal", "d", hands, "AD"], ["m", moves]))
        assert [name for _, name, _ in faults(verdict)] == names


# Points and cards of Kings Reverse.


def test_zeros_for_those_who_did_not_go_out_are_plainly_wrong() -> None:
    for out, rule in ((3, "points-wrong"), (None, "blocked-hand-zero-given")):
        report = Report({})
        check_kings_points([0, 0, 10, 0], [25, 40, 10, 0], [(0, 0)] * 4, out, NOWHERE, report)
        assert [one.rule.name for one in report.findings()] == [rule]


def test_a_pair_with_an_unknown_card_may_be_a_marriage() -> None:
    for pair in ("??QH", "KH??", "QS??", "????"):
        moves = f"a6S b2S c3S d{pair} a9S b4S c9S d{pair}"
        verdict = judged(kings(["deal", "d", None, "5S"], ["m", moves]))
        once = judged(kings(["deal", "d", None, "5S"], ["m", moves.rpartition(" ")[0]]))
        assert verdict.unverified == once.unverified + 1


def test_a_marriage_of_which_both_cards_match() -> None:
    deal, moves = dealt({}, "aKSQS")
    for match in ("first", "either", "both", "free"):
        assert faults(judged(kings(deal, moves, marriage_match=match))) == []


def test_an_upheld_joker_that_stays_is_not_taken_back() -> None:
    hands = ["9STSQS2H4H6H3C7CJC**", None, None, None]
    replay = kings(["deal", "d", hands, "AD"], ["m", "a*C b?+ a+5S9C2DQH a<**"], upheld_joker="stays")
    (found,) = [one for one in judged(replay).findings if one.rule.name == "joker-taken-back-wrongly"]
    assert (found.option, found.facts) == (("upheld_joker", "stays"), {"card": "**", "why": "stays"})


# Jokers and several cards, on a table of their own.


def table_of(**rules: object) -> Table:
    return lay_out(Deal("a", None, "5D"), 3, convert(rules, HouseRules), NOWHERE, Report({}))


def joker_of(others: Holding, *, last: bool = False, ruling: Ruling = Ruling.UPHELD) -> LaidJoker:
    joker = LaidJoker(0, NOWHERE, 1, others, match_of(CARD_CODES["5D"]), "5D", "", last)
    joker.ruling, joker.challenge = ruling, LATER
    return joker


def test_a_pair_with_a_card_that_nobody_knows_is_counted():
    table = table_of()
    for card in ("KS", "QS", "KH", "QH", "KD", "QD", "KC", "QC", "??"):
        report = Report({})
        report.unverified = 5
        check_several(table, 0, [UNKNOWN, CARD_CODES[card]], NOWHERE, report)
        assert (report.unverified, report.findings()) == (6, [])


def test_a_marriage_after_a_joker_goes_by_its_first_card():
    pair = [CARD_CODES["KS"], CARD_CODES["QS"]]
    for cards, name in ((pair, "suit-not-restored"), (pair[::-1], "marriage-first-card-does-not-match")):
        table, report = table_of(), Report({})
        table.relapse = match_of(CARD_CODES["KH"])
        check_several(table, 0, cards, NOWHERE, report)
        assert [one.rule.name for one in report.findings()] == [name]


def test_a_last_joker_stands_whatever_else_is_said_of_the_hand():
    others = Holding([])
    others.doubtful = True
    assert verdict_of(joker_of(others, last=True), HouseRules()) is Answer.YES
    assert verdict_of(joker_of(others), HouseRules()) is Answer.OPEN


def test_a_verdict_is_wrong_where_that_is_certain():
    hidden, blocked = Holding(None, 1), Holding([CARD_CODES["6D"]])
    for others, ruling, wrong in (
        (hidden, Ruling.UPHELD, False),
        (blocked, Ruling.UPHELD, False),
        (blocked, Ruling.REJECTED, True),
        (Holding([]), Ruling.REJECTED, False),
        (Holding([]), Ruling.UPHELD, True),
    ):
        report = Report({})
        assert check_verdict(table_of(), joker_of(others, ruling=ruling), report) is wrong
        assert report.unverified == (others is hidden)


def test_a_card_is_taken_back_rightly_or_not():
    for joker, house, right in (
        (None, "taken-back", False),
        (joker_of(Holding([])), "taken-back", True),
        (joker_of(Holding([])), "stays", False),
        (joker_of(Holding([]), ruling=Ruling.REJECTED), "taken-back", False),
    ):
        table, report = table_of(upheld_joker=house), Report({})
        table.joker = joker
        assert check_take_back(table, 0, JOKER, NOWHERE, report) is right
        assert bool(report.findings()) is not right
