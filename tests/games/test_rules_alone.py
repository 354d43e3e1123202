"""Rules of King and Kierki asked by themselves, in moments that no page needs."""

import json

import pytest
from judging import faults, judged
from rulebook.pages import expand

from verifier.cards import CLUBS, DIAMONDS, HEARTS, PACK_SIZE, QUEEN, SPADES, UNKNOWN
from verifier.finding import NOWHERE, Place
from verifier.games.kierki.deals import DealType
from verifier.games.kierki.house import HouseRules as KierkiRules
from verifier.games.kierki.rules.dealing import check_extra_deal
from verifier.games.kierki.rules.scores import diagnose, explanations
from verifier.games.king.choices import CONTRACTS, Choices
from verifier.games.king.house import HouseRules as KingRules
from verifier.games.king.rules.choosing import check_change, check_quota
from verifier.games.king.rules.counting import _accuse_someone, is_possible
from verifier.games.king.rules.habits import Habits, rules_broken
from verifier.games.king.rules.scores import _other_unit
from verifier.games.king.rules.scores import diagnose as king_diagnose
from verifier.games.king.rules.scores import explanations as king_explanations
from verifier.games.report import Report
from verifier.games.tricks.hands import Hands
from verifier.games.tricks.table import HandTable, Play, Trick
from verifier.sheet import Cells

LATER = Place(9, 4, 1, 12)


def facts(report: Report) -> list[dict[str, object]]:
    return [finding.facts for finding in report.findings()]


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


def closed(
    totals: list[int], winner: str, written: list[int] | None = None, points: list[int] | None = None, **rules: object
) -> dict[str, object]:
    """Return the facts of the finding on the winner of a match of four hands of Rifki, `points` those of the last."""
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
    lines += [["points", points]] if points else []
    lines += [["totals", written]] if written else []
    lines.append(["winner", winner])
    verdict = judged("".join(json.dumps(line) + "\n" for line in lines))
    return next(one.facts for one in verdict.findings if "winners" in one.facts and "recorded" in one.facts)


def test_a_wrong_winner_is_told_by_the_audited_totals() -> None:
    told = closed([0, 0, 1, 2], "a", [-640, -320, -300, -20])
    assert told == {"recorded": "a", "winners": "d", "totals": [-640, -320, -320, 0]}


def test_a_wrong_winner_is_told_by_the_audited_totals_though_others_are_written() -> None:
    told = closed([0, 0, 1, 2], "a", points=[0, 0, 0, -320])
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
        plays = [Play(0, 0, NOWHERE), Play(1, 14, NOWHERE), Play(2, 28, LATER)]
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


def quota(seat: int | None, contract: str, suit: str | None, house: KingRules) -> list[tuple[str, dict[str, object]]]:
    """Return what is said of a choice after seat b has chosen kiz, and hearts as trumps."""
    choices, report = Choices(), Report({})
    for chosen, trumps in (("kiz", -1), ("koz", HEARTS)):
        choices.apply(CONTRACTS.index(chosen), trumps)
        choices.apply_seat(1, CONTRACTS.index(chosen))
    check_quota(choices, seat, contract, suit, 6, house, NOWHERE, report)
    return [(one.rule.name, one.facts) for one in report.findings()]


def test_limits_where_nobody_knows_who_chose() -> None:
    assert quota(1, "kiz", None, KingRules()) == [("penalty-chosen-twice", {"contract": "kiz"})]
    assert quota(None, "kiz", None, KingRules()) == []
    none = KingRules(trumps_per_player=0)
    assert quota(None, "koz", "S", none) == [("trump-quota-exceeded", {"chosen": 0, "quota": 0})]
    few = KingRules(penalties_per_player=0)
    told = {"contract": "kupa", "chosen": 0, "quota": 0}
    assert quota(None, "kupa", None, few) == [("penalty-quota-exceeded", told)]


def test_limits_of_a_suit_where_none_is_named() -> None:
    house = KingRules(trump_suit_table_limit=1)
    told = {"suit": "H", "chosen": 1, "limit": 1}
    assert quota(0, "koz", "H", house) == [("trump-suit-table-limit", told)]
    assert quota(0, "koz", None, house) == []


def looked_at(hands: Hands, contract: str, *laid: int) -> dict[str, int]:
    """Return what the habits keep of a hand of one trick in which the seats lay these cards."""
    table, habits = HandTable(hands, frozenset(), DIAMONDS if contract == "koz" else -1), Habits(KingRules())
    for seat, card in enumerate(laid):
        table.apply_play(Play(seat, card, Place(seat + 3, 1, 1, seat + 3)))
    habits.look_at(table, contract)
    return {**habits._kept}


def test_a_trick_that_all_follow_says_nothing_of_discards() -> None:
    dealt = Hands([sum(1 << card for card in range(seat, PACK_SIZE, 4)) for seat in range(4)])
    assert looked_at(dealt, "kiz", 0, 1, 2, 3) == {"drop_under": 1}
    assert looked_at(dealt, "koz", 0, 1, 2, 3) == {"trump_lead": 1}
    assert looked_at(Hands(), "kiz", 0, 1, 2, 3) == {}
    assert looked_at(dealt, "kiz", 0, 1, 2, UNKNOWN) == {}


def test_a_trick_with_a_discard_says_something_of_discards() -> None:
    suited = Hands([0x1FFF << 13 * seat for seat in range(4)])
    queens = [SPADES * 13, HEARTS * 13 + QUEEN, DIAMONDS * 13 + QUEEN, CLUBS * 13 + QUEEN]
    assert looked_at(suited, "kiz", *queens) == {"drop_under": 1, "void_discard": 1}


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


def test_a_card_of_a_suit_that_is_not_open_is_no_seven() -> None:
    a, b = "ASKSQSJSTS9S8S3H2H3D2D3C2C", "7S6SAHKHQHJHTHADKDACKCQCJC"
    c, d = "5S4S3S9H8H7HQDJDTD9D8D7DTC", "2S6H5H4H6D5D4D9C8C7C6C5C4C"
    lines = [
        {"replay": 1, "game": "kierki", "players": ["A", "B", "C", "D"]},
        ["deal", "d", [a, b, c, d]],
        ["m", "b7S a2H"],
    ]
    first, *last = (json.dumps(line) for line in lines)
    verdict = judged("\n".join([first, *expand("{{the first 11 deals}}"), *last, ""]))
    found = [one for one in verdict.findings if one.rule.name in {"not-a-seven", "not-adjacent"}]
    assert [(one.rule.name, one.facts) for one in found] == [("not-a-seven", {"card": "2H", "row": []})]


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
