"""Rules asked by themselves, in moments that no page needs."""

import json

import pytest
from judging import faults, judged
from kings_reverse_hands import dealt, kings

from verifier.cards import CARD_CODES, CLUBS, JOKER, PACK_SIZE, UNKNOWN
from verifier.finding import NOWHERE, Finding, Place
from verifier.games.kierki.deals import DealType
from verifier.games.kierki.house import HouseRules as KierkiRules
from verifier.games.kierki.rules.dealing import check_extra_deal
from verifier.games.kierki.rules.scores import diagnose, explanations
from verifier.games.king.house import HouseRules as KingRules
from verifier.games.king.rules.choosing import check_change
from verifier.games.king.rules.counting import _accuse_someone, is_possible
from verifier.games.king.rules.habits import rules_broken
from verifier.games.king.rules.scores import _other_unit
from verifier.games.king.rules.scores import diagnose as king_diagnose
from verifier.games.king.rules.scores import explanations as king_explanations
from verifier.games.kings_reverse.owed import Cause, Debt, Giving
from verifier.games.kings_reverse.rules.drawing import SEVEN_WRONG_COUNT, move_count
from verifier.games.kings_reverse.rules.ending import check_reshuffle
from verifier.games.kings_reverse.rules.giving import GIFT_WRONG_ORDER, check_given
from verifier.games.kings_reverse.rules.scores import check_points as check_kings_points
from verifier.games.kings_reverse.rules.setup import check_stock
from verifier.games.report import Report
from verifier.games.tricks.hands import Hands
from verifier.games.tricks.table import HandTable, Play, Trick
from verifier.sheet import Cells

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


# King.


def test_a_trump_hand_is_seen_with_its_trumps() -> None:
    def plays(table: HandTable, *laid: tuple[int, int]) -> HandTable:
        for number, (seat, card) in enumerate(laid):
            table.apply_play(Play(seat, card, Place(number + 3, 1, 1, number + 3)))
        return table

    # Diamonds lead; the second seat has a club, which is trumps, and throws a heart.
    hands = [1 << 26, 1 << 39 | 1 << 13, 1 << 27, 1 << 28]
    table = plays(HandTable(Hands(hands), frozenset(), CLUBS), (0, 26), (1, 13), (2, 27), (3, 28))
    assert rules_broken(table, "koz") == {"must-trump"}
    table = plays(HandTable(Hands(hands), frozenset(), CLUBS), (0, 26), (1, 39), (2, 27), (3, 28))
    assert rules_broken(table, "koz") == set()


def closed(totals: list[int], winner: str, written: list[int] | None = None, **rules: object) -> dict[str, object]:
    """Return the facts of the finding on the winner of a match of four hands of Rifki."""
    rules = {"penalties_per_player": 1, "trumps_per_player": 0, **rules}
    lines: list[object] = [{"replay": 1, "game": "king", "players": ["A", "B", "C", "D"], "rules": rules}]
    for chooser, taker in zip("abcd", totals, strict=True):
        seats = ["abcd"[("abcd".index(chooser) + step) % 4] for step in range(4)]
        laid = dict(zip(seats, ("AH", "KH", "2H", "3H"), strict=True))
        if taker != "abcd".index(chooser):
            # The ace is with who takes.
            other = "abcd"[taker]
            laid[chooser], laid[other] = laid[other], laid[chooser]
        lines += [
            ["deal", None, None],
            ["contract", chooser, "rifki"],
            ["m", " ".join(f"{seat}{laid[seat]}" for seat in seats)],
        ]
    lines += [["totals", written]] if written else []
    lines.append(["winner", winner])
    verdict = judged("".join(json.dumps(line) + "\n" for line in lines))
    return next(one.facts for one in verdict.findings if "winners" in one.facts and "recorded" in one.facts)


def test_a_wrong_winner_is_told_by_the_audited_totals() -> None:
    told = closed([0, 0, 1, 2], "a", [-640, -320, -300, -20])
    assert told == {"recorded": "a", "winners": "d", "totals": [-640, -320, -320, 0]}


def test_nobody_wins_where_all_are_below_zero() -> None:
    told = closed([0, 1, 2, 3], "a", win="non-negative")
    assert told == {"recorded": "a", "winners": "", "totals": [-320] * 4}


def test_a_second_contract_line_is_told_with_the_first() -> None:
    report = Report({})
    check_change((0, "koz", "S"), (1, "kiz", None), NOWHERE, report)
    check_change((0, "koz", "S"), (0, "koz", "H"), NOWHERE, report)
    assert facts(report) == [
        {"first": "koz", "second": "kiz", "suit": None},
        {"first": "koz", "second": "koz", "suit": "H"},
    ]


def test_a_seat_that_all_candidates_share_is_named() -> None:
    for candidates, seat in (([(1, 0), (1, 2)], 1), ([(1, 0), (2, 0)], None), ([(1, 0), (2, 0), (3, 1)], None)):
        report = Report({})
        plays = [Play(0, 0, NOWHERE), Play(1, 14, LATER)]
        _accuse_someone(Hands(), plays, [], candidates, report)
        (found,) = report.findings()
        assert (found.seat, found.place) == (seat, LATER)


@pytest.mark.parametrize(
    ("written", "true", "unit", "other"),
    [
        ([-40, 0, 0, 0], [-20, 0, 0, 0], -20, -40),
        ([-20, 0, 0, 0], [-20, 0, 0, 0], -20, None),
        ([-50, 0, 0, 0], [-40, 0, 0, 0], -20, -25),
        ([-45, 0, 0, 0], [-40, 0, 0, 0], -20, None),
        ([None, 0, -30, 0], [-20, 0, -20, 0], -20, -30),
        ([0, 0, 0, 0], [-20, 0, -20, 0], -20, None),
        ([-40, 0, 0, 0], [-20, 0, 0, 0], 0, None),
    ],
)
def test_another_unit(written: list[int | None], true: list[int], unit: int, other: int | None) -> None:
    assert _other_unit(written, true, unit) == other


def test_a_seat_that_cannot_be_filled_is_found_alone() -> None:
    # The first seat has no spade, heart or diamond, and another is known to hold a club.
    assert is_possible([0, 0, 0, 0], [], {(0, 0), (0, 1), (0, 2)})
    assert not is_possible([0, 1 << 39, 0, 0], [], {(0, 0), (0, 1), (0, 2)})


def explained(contract: str, tricks: list[Trick], true: list[int]) -> dict[str, list[int]]:
    written: Cells = [-1, None, None, None]
    rows = king_explanations(written, true, contract, tricks, KingRules())
    return {key: points for key, points, _ in rows if not key.startswith("scored-as")}


@pytest.mark.parametrize(
    ("contract", "true", "found"),
    [
        ("soniki", [-360, 0, 0, 0], {"last-two-off-by-one": [-360, 0, 0, 0], "last-trick-missing": [-180, 0, 0, 0]}),
        ("el", [-650, 0, 0, 0], {"last-trick-missing": [-600, 0, 0, 0]}),
        ("kiz", [0] * 4, {"credited-to-player-of-card": [0] * 4, "last-trick-missing": [0] * 4}),
    ],
)
def test_tricks_are_nobodys_cards(contract: str, true: list[int], found: dict[str, list[int]]) -> None:
    tricks = tricks_taken(*[0] * 13, recorded=3)
    tricks[11].claim = tricks[12].claim = 3
    assert explained(contract, tricks, true) == found


def test_hearts_are_explained_by_the_true_takers() -> None:
    tricks = tricks_taken(*[0] * 13, recorded=3)
    tricks[0].plays = [Play(seat, 24 - seat, NOWHERE) for seat in range(4)]
    assert explained("kupa", tricks, [-120, 0, 0, 0]) == {
        "credited-to-player-of-card": [-30] * 4,
        "last-trick-missing": [-120, 0, 0, 0],
        "double-counted-KH": [-150, 0, 0, 0],
    }


def test_a_hand_of_tricks_with_no_points_at_all_is_not_credited_to_players() -> None:
    tricks = tricks_taken(*[0] * 13)
    for contract, true in (("el", [-650, 0, 0, 0]), ("soniki", [-360, 0, 0, 0]), ("koz", [325, 0, 0, 0])):
        why = king_diagnose([0, 0, 0, 0], true, contract, tricks, KingRules(), None)
        assert why["diagnosis"] != "credited-to-player-of-card"


def test_a_contract_that_brings_nothing_has_no_points() -> None:
    lines = [
        {"replay": 1, "game": "king", "players": ["A", "B", "C", "D"], "rules": {"points": {"kiz": 0}}},
        ["deal", None, None],
        ["contract", "a", "kiz"],
        ["points", [0, 0, -5, 0]],
    ]
    verdict = judged("".join(json.dumps(line) + "\n" for line in lines))
    assert [name for _, name, _ in faults(verdict)] == ["sheet-not-a-multiple"]


# Kierki.


def test_a_deal_after_the_last_is_told_with_their_number() -> None:
    report = Report({})
    check_extra_deal(12, NOWHERE, report)
    assert facts(report) == [{"deals": 12, "due": None, "claimed": None}]


def tricks_taken(*takers: int, recorded: int | None = None) -> list[Trick]:
    """Return tricks of four low clubs, with a recorded taker for the first where one is given."""
    tricks = []
    for number, taker in enumerate(takers, 1):
        plays: list[Play | None] = [Play(seat, 39 + seat, NOWHERE) for seat in range(4)]
        tricks.append(Trick(number, plays, [0, 1, 2, 3], taker, claim=recorded if number == 1 else taker, over=True))
    return tricks


def test_what_is_added_to_the_deal_before_is_carried_over() -> None:
    tricks = tricks_taken(*[0] * 13)
    true = [-260, 0, 0, 0]
    rules = KierkiRules()
    found = diagnose([-230, 10, 10, 10], true, DealType.TRICKS, tricks, rules, [30, 10, 10, 10])
    assert found == {"diagnosis": "carry-over"}


def test_the_wrong_two_tricks_are_told() -> None:
    takers = [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0]
    rows = [*explanations(DealType.SEVENTH_LAST, tricks_taken(*takers), KierkiRules())]
    pairs = [more["tricks"] for key, _, more in rows if key == "wrong-trick-pair"]
    assert pairs == [[one, two] for one in range(1, 14) for two in range(one + 1, 14)]
    assert {key for key, _, _ in rows} == {"per-card-multiplied", "wrong-trick-pair"}


def test_items_left_out_or_counted_twice_where_several_count() -> None:
    takers = [0] * 13
    keys = [key for key, _, _ in explanations(DealType.ALL, tricks_taken(*takers), KierkiRules())]
    assert (keys.count("item-missing"), keys.count("item-doubled")) == (6, 6)
    keys = [key for key, _, _ in explanations(DealType.TRICKS, tricks_taken(*takers), KierkiRules())]
    assert "item-missing" not in keys


def test_points_are_explained_by_the_true_takers() -> None:
    tricks = tricks_taken(*[0] * 13, recorded=3)
    rows = [*explanations(DealType.ALL, tricks, KierkiRules())]
    assert all(points[3] == 0 for _, points, _ in rows)
    assert len(rows) == 92
