"""Corners of King that no page of its rulebook needs."""

import json

import pytest
from judging import faults, judged, notices

from verifier.finding import NOWHERE
from verifier.games.books import Books
from verifier.games.king.contracts import COUNTED, constant
from verifier.games.king.house import HouseRules
from verifier.games.king.rules.counting import is_possible
from verifier.games.tricks.hands import SEATS
from verifier.games.tricks.table import Play
from verifier.sheet import SheetRow
from verifier.verdict import Outcome

RANKS = "23456789TJQKA"
ONE_SUIT = ["".join(rank + suit for rank in RANKS) for suit in "SHDC"]
FOUR = {"penalties_per_player": 1, "trumps_per_player": 0}
HIDDEN = ["deal", None, None]

Event = list[object]


def king(*events: object, **rules: object) -> str:
    header = {"replay": 1, "game": "king", "players": ["A", "B", "C", "D"], "rules": rules}
    return "".join(json.dumps(line) + "\n" for line in (header, *events))


def rifki(chooser: str | None, taker: int) -> list[Event]:
    """Return a hand of Rifki: its chooser leads the ace of hearts, the next seat lays the king."""
    lead = "abcd".index(chooser or "a")
    seats = ["abcd"[(lead + step) % 4] for step in range(4)]
    cards = ["AH", "KH", "2H", "3H"]
    moves = " ".join(seat + card for seat, card in zip(seats, cards, strict=True))
    points = [0, 0, 0, 0]
    points[taker] = -320
    return [HIDDEN, ["contract", chooser, "rifki"], ["m", moves], ["points", points]]


def whole_hand(leader: str = "a") -> str:
    """Return the play of a hand in which every seat has one suit, `leader` leading all tricks."""
    first = "abcd".index(leader)
    around = [("abcd"[(first + step) % 4], "SHDC"[(first + step) % 4]) for step in range(4)]
    return " ".join(f"{seat}{rank}{suit}" for rank in RANKS for seat, suit in around)


def test_sums_of_a_match() -> None:
    house = HouseRules()
    penalties = sum(constant(name, house) for name in COUNTED if name != "koz")
    assert 4 * penalties + 8 * constant("koz", house) == -5200
    assert [constant(name, house) for name in COUNTED] == [-390, -650, -480, -400, -320, -360, 650]


def test_no_hands_at_all_are_no_match() -> None:
    verdict = judged(king(HIDDEN, penalties_per_player=0, trumps_per_player=0))
    assert faults(verdict) == [(0, "bad-value", None)]
    assert verdict.outcome is Outcome.UNREADABLE


@pytest.mark.parametrize(
    ("limit", "contract", "name"),
    [
        ("penalties_per_player", ["erkek"], "penalty-quota-exceeded"),
        ("trumps_per_player", ["koz", "S"], "trump-quota-exceeded"),
    ],
)
def test_nobody_may_choose_what_no_player_may(limit: str, contract: list[str], name: str) -> None:
    choice = ["contract", None, *contract]
    assert faults(judged(king(HIDDEN, choice, **{limit: 0}))) == [(2, name, None)]
    assert faults(judged(king(HIDDEN, choice, **{limit: 1}))) == []


@pytest.mark.parametrize("value", [9, -1, True, "6", None])
def test_quotas_that_cannot_be(value: object) -> None:
    assert faults(judged(king(HIDDEN, penalties_per_player=value))) == [(0, "bad-value", None)]


def test_a_struck_hand_leaves_no_row() -> None:
    books = Books(4)
    row = SheetRow(1, 1)
    books.open_hand(row)
    books.void_hand()
    assert books.sheet.rows == []
    books.open_hand(row)
    books.sheet.rows.clear()
    books.void_hand()
    assert books.sheet.rows == []


# Choosing.


def test_a_suit_that_comes_later_holds_from_then_on() -> None:
    late = [["contract", "a", "koz"], ["contract", "a", "koz", "H"], ["m", "aAS bKS c2H d3S c$"]]
    assert faults(judged(king(HIDDEN, *late))) == [(2, "trump-suit-missing", "a")]


def test_a_second_line_after_an_unknown_contract_is_not_judged() -> None:
    events = [HIDDEN, ["contract", "a", "king"], ["contract", "a", "el"], ["m", "aAS bKS c2H d3S c$"]]
    assert faults(judged(king(*events))) == [(2, "unknown-contract", "a")]
    events[2] = ["contract", "a", "queen"]
    assert faults(judged(king(*events))) == [(2, "unknown-contract", "a"), (3, "unknown-contract", "a")]


@pytest.mark.parametrize(
    ("second", "changed"),
    [
        (["contract", "a", "koz", "H"], False),
        (["contract", None, "koz"], False),
        (["contract", "b", "koz", "H"], True),
        (["contract", "a", "koz", "S"], True),
        (["contract", "a", "el"], True),
    ],
)
def test_what_changes_a_contract(second: Event, *, changed: bool) -> None:
    verdict = judged(king(HIDDEN, ["contract", "a", "koz", "H"], second, ["m", "aAS"]))
    assert [name for _, name, _ in faults(verdict)] == ["contract-changed"] * changed


def test_a_voided_hand_fixes_no_turn() -> None:
    events = [HIDDEN, ["contract", "b", "rifki"], *rifki("c", 2), *rifki("d", 3)]
    assert faults(judged(king(*events))) == [(3, "redeal-not-in-rules", None)]
    # A wrong chooser of a voided hand is no part of a shift.
    shifted = [*rifki("a", 0), HIDDEN, ["contract", "c", "rifki"], *rifki("c", 2)]
    names = [(event, name) for event, name, _ in faults(judged(king(*shifted)))]
    assert names == [(9, "wrong-chooser"), (10, "redeal-not-in-rules"), (11, "wrong-chooser")]


def test_choices_that_nobody_is_recorded_for_count_once_the_turn_is_known() -> None:
    # Hand 1 has no chooser; hand 2 shows that it was c's turn, and c then chooses the same penalty again.
    events = [*rifki(None, 0), *rifki("d", 3), *rifki("a", 0), *rifki("b", 1), *rifki("c", 2)]
    found = faults(judged(king(*events)))
    assert ("penalty-chosen-twice", "c") in {(name, seat) for _, name, seat in found}


def test_limits_of_the_table_need_no_chooser() -> None:
    events = [*rifki(None, 0), *rifki(None, 0)]
    found = faults(judged(king(*events, penalty_table_limit=1)))
    assert [name for _, name, _ in found] == ["penalty-table-limit"]


def test_a_chooser_past_the_last_seat() -> None:
    verdict = judged(king(HIDDEN, ["contract", "e", "el"], ["m", "a5C"]))
    assert faults(verdict) == [(2, "unknown-seat", "e")]


def test_two_shifts_one_after_the_other_leave_the_last() -> None:
    # Due: a b c d; recorded: a c a b. The first slip is one of its own, the last two share one offset.
    found = faults(judged(king(*rifki("a", 0), *rifki("c", 2), *rifki("a", 0), *rifki("b", 1))))
    assert [(name, seat) for _, name, seat in found if name.startswith(("wrong-ch", "chooser"))] == [
        ("wrong-chooser", "c"),
        ("chooser-rotation-shifted", "a"),
    ]


def test_the_holder_chooses_first_by_the_deal_that_fits() -> None:
    # Diamonds lie with c; the plays show the deal to be turned, and with it the holder.
    deal = ["deal", None, ONE_SUIT]
    wrong = judged(king(deal, ["contract", "a", "el"], ["m", whole_hand("a")], first_chooser="holder-2D"))
    assert ("wrong-chooser", "a") in {(name, seat) for _, name, seat in faults(wrong)}
    moves = whole_hand("a").translate(str.maketrans("SHDC", "DCSH"))
    turned = judged(king(deal, ["contract", "a", "el"], ["m", moves], first_chooser="holder-2D"))
    assert [name for _, name, _ in faults(turned)] == ["seats-rotated"]
    mixed = "a2H b2S c2C d2D a3H b3S c3C d3D " + whole_hand("a")[32:]
    foreign = judged(king(deal, ["contract", "a", "el"], ["m", mixed], first_chooser="holder-2D"))
    # The deal is of another hand; who lays the card held it when the hand was chosen.
    (chooser,) = [finding for finding in foreign.findings if finding.rule.name == "wrong-chooser"]
    assert (chooser.seat, chooser.facts["due"]) == (0, "d")


def test_the_holder_whom_only_the_play_shows_may_lead_in_place_of_the_wrong_chooser() -> None:
    wrong = [HIDDEN, ["contract", "a", "el"]]
    assert faults(judged(king(*wrong, ["m", whole_hand("c")], first_chooser="holder-2D"))) == [
        (2, "wrong-chooser", "a")
    ]
    other = faults(judged(king(*wrong, ["m", whole_hand("d")], first_chooser="holder-2D")))
    assert other == [(2, "wrong-chooser", "a"), (3, "wrong-leader", "d")]
    assert faults(judged(king(*wrong, first_chooser="holder-2D"))) == []


# Play.


def test_hearts_led_from_a_hand_that_turns_out_to_be_all_hearts() -> None:
    tricks = whole_hand("b")
    low_first = judged(
        king(HIDDEN, ["contract", "b", "kupa"], ["m", tricks], last_hearts_highest=True, heart_lead="free")
    )
    assert [name for _, name, _ in faults(low_first)] == ["last-hearts-not-highest"] * 12
    high = " ".join(f"b{rank}H c{rank}D d{rank}C a{rank}S" for rank in reversed(RANKS))
    assert faults(judged(king(HIDDEN, ["contract", "b", "kupa"], ["m", high], last_hearts_highest=True))) == []
    # One other card in the hand, played last: no lead was from hearts only until then.
    swapped = tricks.replace("bAH", "bXX").replace("cAD", "cAH").replace("bXX", "bAD")
    mixed = judged(king(HIDDEN, ["contract", "b", "kupa"], ["m", swapped], last_hearts_highest=True))
    assert "last-hearts-not-highest" not in {name for _, name, _ in faults(mixed)}
    # With an unknown card before it the lead stays open; with one after it, what is left must have been held.
    hidden = tricks.replace("b3H", "b??", 1)
    opened = judged(king(HIDDEN, ["contract", "b", "kupa"], ["m", hidden], last_hearts_highest=True))
    assert [event for event, name, _ in faults(opened) if name == "last-hearts-not-highest"] == [3]


def test_trumps_are_broken_by_any_trump_and_perhaps_by_an_unknown_card() -> None:
    deal = ["deal", None, ONE_SUIT]
    contract = ["contract", "a", "koz", "H"]

    def led(moves: str) -> list[str]:
        return [name for _, name, _ in faults(judged(king(deal, contract, ["m", moves], trump_lead="until-broken")))]

    assert led("a2S b2H c2D d2C b$ b3H") == []
    assert led("a2S b?? c2D d2C b$ b3H") == []


def test_counting_needs_every_card() -> None:
    hands = ["deal", None, [ONE_SUIT[1], ONE_SUIT[3], None, None]]
    contract = ["contract", "c", "rifki"]
    assert faults(judged(king(hands, contract, ["m", "c2S d3D a4H b5C c2D"]))) == [(4, "revoke", "d")]
    assert faults(judged(king(hands, contract, ["m", "c2S d3D a4H b?? c2D"]))) == []
    assert faults(judged(king(hands, contract, ["m", "c2S d3D aAH b4H c2D"])))[0][1] == "card-not-in-hand"


def test_hands_that_can_and_cannot_be_dealt() -> None:
    nothing = [0] * SEATS
    assert is_possible(nothing, [], set())
    assert is_possible(nothing, [], {(0, 0), (1, 0), (2, 0)})
    assert not is_possible(nothing, [Play(3, 1, NOWHERE), Play(3, 20, NOWHERE)], {(0, 0), (1, 0), (2, 0)})
    assert not is_possible(nothing, [], {(seat, 0) for seat in range(SEATS)})


# Points and winners.

QUEENS = [HIDDEN, ["contract", "a", "kiz"], ["m", whole_hand("a")]]


@pytest.mark.parametrize(
    ("contract", "points", "diagnosis"),
    [
        ("kiz", [400, 0, 0, 0], "sign-flipped"),
        ("kiz", [-100, -100, -100, -100], "credited-to-player-of-card"),
        ("kiz", [0, -400, 0, 0], "seats-permuted"),
        ("kiz", [-200, 0, 0, 0], "wrong-unit"),
        ("kiz", [-480, 0, 0, 0], "wrong-unit"),
        ("kiz", [-300, -100, 0, 0], None),
        ("kiz", [-401, 0, 0, 0], "sum-impossible"),
        ("soniki", [-180, 0, 0, 0], "last-trick-missing"),
        ("el", [-600, 0, 0, 0], "last-trick-missing"),
        ("kupa", [-420, 0, 0, 0], "double-counted-KH"),
        ("erkek", [-540, 0, 0, 0], "double-counted-KH"),
        ("rifki", [-400, 0, 0, 0], "wrong-unit"),
    ],
)
def test_diagnoses(contract: str, points: list[int], diagnosis: str | None) -> None:
    events = [HIDDEN, ["contract", "a", contract], ["m", whole_hand("a")], ["points", points]]
    verdict = judged(king(*events, early_end="never"))
    assert [finding.facts["diagnosis"] for finding in verdict.findings if finding.rule.name == "points-wrong"] == [
        diagnosis
    ]


def test_points_that_go_on_from_the_hand_before_or_are_another_contracts() -> None:
    first = [*QUEENS, ["points", [-400, 0, 0, 0]]]
    spades = " ".join(f"a{rank}S b{rank}H c{rank}D d{rank}C" for rank in RANKS)
    second = [HIDDEN, ["contract", "b", "el"], ["m", spades], ["points", [-1050, 0, 0, 0]]]
    verdict = judged(king(*first, *second))
    assert [f.facts["diagnosis"] for f in verdict.findings if f.rule.name == "points-wrong"] == ["carry-over"]


def test_winners_by_the_sheet_where_nobody_saw_the_cards() -> None:
    sheets = [
        line
        for seat, points in zip(
            "abcd", ([-320, 0, 0, 0], [0, -320, 0, 0], [0, 0, -320, 0], [0, 0, 0, -320]), strict=True
        )
        for line in (HIDDEN, ["contract", seat, "rifki"], ["points", points])
    ]
    for declared, name in [
        ("a", None),
        ("b", "tie-broken-wrong"),
        ("aa", "winner-wrong"),
        ("ab", "shared-win-not-in-rules"),
    ]:
        verdict = judged(king(*sheets, ["winner", declared], **FOUR))
        assert [found for _, found, _ in faults(verdict)] == ([] if name is None else [name])
        assert (verdict.complete, verdict.sheet.winners) == (True, None)
    nobody = judged(king(*sheets, ["winner", ""], win="non-negative", **FOUR))
    assert faults(nobody) == []


def test_a_tie_by_the_true_takers_is_told_before_what_the_recorded_ones_give() -> None:
    # The recorder gives b what a has taken, nobody saw two of the hands; by the truth all are equal.
    first = [HIDDEN, ["contract", "a", "rifki"], ["m", "aAH bKH c2H d3H b$"]]
    sheets = [HIDDEN, ["contract", "c", "rifki"], ["points", [0, 0, -320, 0]]]
    sheets += [HIDDEN, ["contract", "d", "rifki"], ["points", [0, 0, 0, -320]]]
    verdict = judged(king(*first, *rifki("b", 1), *sheets, ["winner", "b"], **FOUR))
    assert [name for _, name, _ in faults(verdict)] == ["trick-winner-wrong", "tie-broken-wrong"]


def test_a_misprinted_last_total_is_one_finding_beside_the_winner_of_the_points() -> None:
    sheets = [
        [HIDDEN, ["contract", "a", "rifki"], ["points", [None, 0, 0, 0]], ["totals", [-320, 0, 0, 0]]],
        [HIDDEN, ["contract", "b", "rifki"], ["points", [0, -320, 0, 0]]],
        [HIDDEN, ["contract", "c", "rifki"], ["points", [0, 0, -320, 0]]],
        [HIDDEN, ["contract", "d", "rifki"], ["points", [0, 0, 0, -320]], ["totals", [-320, -320, -320, 0]]],
    ]
    lines = [line for hand in sheets for line in hand]
    for declared, names in [
        ("a", ["totals-wrong"]),
        ("d", ["totals-wrong"]),
        ("b", ["totals-wrong", "winner-wrong"]),
    ]:
        verdict = judged(king(*lines, ["winner", declared], **FOUR))
        assert [found for _, found, _ in faults(verdict)] == names


def test_a_match_sums_to_what_its_contracts_sum_to() -> None:
    verdict = judged(king(*rifki("a", 0), *rifki("b", 1), *rifki("c", 2), *rifki("d", 3), ["winner", "a"], **FOUR))
    assert (faults(verdict), verdict.outcome) == ([], Outcome.CLEAN)
    assert verdict.sheet.totals == [-320] * 4
    assert notices(verdict) == []


def test_a_deal_of_another_hand_is_seen_past_a_line_between_the_acts() -> None:
    a, b = "6HKS2S4H9S3S5D5S7SJDKDAHQS", "7DJH2DASJS8S6STCADQC4SQH8D"
    c, d = "5H6C3C4C9D5CTSKH9C7C4DJC9H", "KC2CQD3H6D3D8H8CTH2H7HTDAC"
    first, second = ["m", "bQS cTS"], ["m", "d7S a9S b$ bAS cJS d2S a8S b$"]
    deal, contract = ["deal", None, [a, b, c, d]], ["contract", "b", "kiz"]
    for between in ([], [["contract", "b", "kiz"]], [["contract", "b", "rifki"]]):
        names = [name for _, name, _ in faults(judged(king(deal, contract, first, *between, second)))]
        assert names == [
            "deal-does-not-fit",
            *(["contract-changed"] if between[:1] == [["contract", "b", "rifki"]] else []),
        ]
