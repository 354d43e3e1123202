"""Tricks that a card is missing from, takers written too early, deals that cannot be, and what the report keeps."""

import pytest
from judging import faults, game, judged, notices

from verifier.finding import NOWHERE, FaultClass, Rule
from verifier.games.books import MOST_ROWS, Books
from verifier.games.kierki.house import HouseRules
from verifier.games.kierki.lottery import LotteryTable
from verifier.games.kierki.rules.lottery import check_turn
from verifier.games.report import Report
from verifier.games.tricks.hands import Hands
from verifier.sheet import SheetRow

HANDS = [
    "5S3S7SQS4H8HQH4D8DQD3C7CJC",
    "9S8SKS5H9HKH3D5D9DKD4C8CQC",
    "2S4STS2H6HTHAH6DTDAD5C9CKC",
    "AS6SJS3H7HJH2D7DJD2C6CTCAC",
]
DEAL = ["deal", "d", HANDS]


def found(
    moves: str, deal: object = DEAL, contract: str = "tricks", **rules: object
) -> list[tuple[int, str, str | None]]:
    return faults(judged(game(deal, ["contract", None, contract], ["m", moves], rules={"preset": "mimuw", **rules})))


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        # The taker of the three cards goes on: the fourth never came.
        ("a5S b9S dAS d6S", [(5, "out-of-turn", "d"), (6, "trick-incomplete", "c")]),
        # Another seat, or the same card: a second card to the trick.
        ("a5S b9S c2S c4S dAS", [(6, "seat-plays-twice", "c")]),
        ("a5S b9S c2S b9S dAS", [(6, "seat-plays-twice", "b")]),
        # The recorded taker is the seat that is missing.
        ("a5S b9S c2S d$ d6S", [(6, "trick-incomplete", "d")]),
        # The missing seat plays next: the taker was written too early; somebody else does: the card never came.
        ("a5S b9S c2S b$ dAS d$", [(6, "taker-claim-misplaced", None)]),
        ("a5S b9S c2S b$ b8S", [(6, "trick-incomplete", "d")]),
        ("a5S b9S c2S b$ c$ b8S", [(6, "trick-incomplete", "d"), (7, "taker-claim-misplaced", None)]),
        # Nothing comes any more.
        ("a5S b9S c2S b$", [(6, "trick-incomplete", "d")]),
        # After a card out of turn the missing seats are expected in order.
        ("a5S c2S b9S dAS", [(4, "out-of-turn", "c")]),
        ("a5S c2S dAS b9S", [(4, "out-of-turn", "c"), (5, "out-of-turn", "d")]),
    ],
)
def test_missing_and_second_cards(moves: str, expected: list[tuple[int, str, str | None]]) -> None:
    assert found(moves) == expected


def test_only_the_first_late_play_is_named() -> None:
    suits = ["QC2C3C4C5C6C7C8C9CTCJCKCAC", *("".join(r + s for r in "Q23456789TJKA") for s in "SHD")]
    tricks = " ".join(f"b{rank}S c{rank}H d{rank}D a{rank}C" for rank in "23456789TJQKA")
    assert found(f"{tricks} b2S c2H d2D", ["deal", "a", suits]) == [(55, "play-after-hand-end", "b")]


def test_a_note_is_read_and_means_nothing() -> None:
    verdict = judged(game(["note", "before"], DEAL, ["contract", None, "tricks"], ["note", "a5S"], ["m", "a5S e-"]))
    assert faults(verdict) == [(4, "act-not-in-this-game", "e")]


@pytest.mark.parametrize(
    ("trump", "moves", "hint"),
    [("H", "d6S aQS b5H c2S a$", "trump-ignored"), ("H", "d6S aQS b5H c2H c$", "rank-order")],
)
def test_hints_under_trumps(trump: str, moves: str, hint: str) -> None:
    seven = [["deal", None, None], ["points", [0, 0, 0, 0]]] * 7
    verdict = judged(
        game(*seven, ["deal", "d", None], ["contract", "d", "odgrywka", trump], ["m", moves], rules="gamerules")
    )
    (wrong,) = [finding for finding in verdict.findings if finding.rule.name == "trick-winner-wrong"]
    assert (wrong.facts["hint"], wrong.facts["trump"]) == (hint, trump)


def trump_deal(contract: list[object], moves: str, **rules: object) -> tuple[list[tuple[int, str, str | None]], int]:
    seven = [["deal", None, None], ["points", [0, 0, 0, 0]]] * 7
    verdict = judged(game(*seven, ["deal", "d", HANDS], contract, ["m", moves], rules=rules))
    return faults(verdict), verdict.unverified


def test_callers_nobody_can_judge() -> None:
    assert trump_deal(["contract", None, "odgrywka", "S"], "dAC") == ([], 1)
    assert trump_deal(["contract", "e", "odgrywka", "S"], "dAC") == ([(16, "unknown-seat", "e")], 0)
    assert trump_deal(["contract", "d", "odgrywka", "S"], "dAC") == ([], 0)


def test_duties_to_trump() -> None:
    hands = [
        "2S3S4S5S6S7S8S9STSJSQSKSAS",
        "2H3H4H5H6H7H8H9HTHJHQHKH2D",
        "AH3D4D5D6D7D8D9DTDJDQDKDAD",
        "2C3C4C5C6C7C8C9CTCJCQCKCAC",
    ]
    seven = [["deal", None, None], ["points", [0, 0, 0, 0]]] * 7

    def under(moves: str, **rules: object) -> list[tuple[int, str, str | None]]:
        events = [["deal", "d", hands], ["contract", "d", "odgrywka", "D"], ["m", moves]]
        return faults(judged(game(*seven, *events, rules=rules)))

    assert under("d2C a2S b2H c3D", must_trump=True) == [(19, "must-trump", "b")]
    assert under("d2C a2S b2D c3D", must_trump=True) == []
    assert under("d2C a2S b2D c3D", must_overtrump=True) == []
    assert under("d2C a2S b2H cAH", must_overtrump=True) == []
    # An unknown card may be a trump above all others, but it leaves the duty to trump.
    assert under("d2C a?? b2H c3D", must_trump=True) == [(19, "must-trump", "b")]
    assert under("d2C a2S b?? c3D", must_overtrump=True) == []


def test_no_trumps_named_leave_no_duty_to_trump() -> None:
    seven = [["deal", None, None], ["points", [0, 0, 0, 0]]] * 7
    suits = ["".join(rank + suit for rank in "23456789TJQKA") for suit in "SHDC"]
    verdict = judged(game(*seven, ["deal", "d", suits], ["m", "d2C a2S b2H c3D d$"], rules={"must_trump": True}))
    assert faults(verdict) == [(16, "trump-call-missing", None)]


# Deals.


def test_misfits_of_one_seat_only_are_cards_not_in_hand() -> None:
    # Four cards of b's that nobody else turns to: one finding, then the hand is doubtful.
    moves = "a5S b2S b4S bTS b6H c2H"
    assert found(moves)[:2] == [(4, "card-not-in-hand", "b"), (5, "seat-plays-twice", "b")]


def test_hands_that_are_not_whole_are_not_turned() -> None:
    part = ["deal", "d", [*HANDS[:3], None]]
    assert found("a5S b9S c2S dAS d$", part) == []
    three_and_twice = ["deal", "d", [HANDS[0], HANDS[0], None, None]]
    assert found("a5S b9S", three_and_twice) == [(1, "deal-not-a-pack", None)]


def test_a_fourth_hand_that_has_shown_a_card_of_another_is_not_concluded() -> None:
    assert found("d5S a9S", ["deal", "c", [None, None, None, None]]) == []
    hidden = ["deal", "c", [None, HANDS[1], HANDS[2], None]]
    # a shows a card that d has laid: it cannot be a's, and nothing is learned from the show.
    assert found(f"d5S a^{HANDS[0]} d6S b3D", hidden) == [
        (4, "card-not-in-hand", "a"),
        (5, "seat-plays-twice", "d"),
        (6, "out-of-turn", "b"),
        (6, "revoke", "b"),
    ]


def test_a_show_of_a_card_that_the_seat_has_laid_says_nothing() -> None:
    assert found("a5S b9S c2S dAS d$ d6S a^5S3S", ["deal", "d", None]) == []


def test_the_true_holder_of_a_card_comes_to_light() -> None:
    # b, whose hand is known, lays a card that turns out to be c's; what c showed since then proves nothing.
    known = ["deal", "d", [None, HANDS[1], None, None]]
    trick = "a5S b9S c2S dAS d$ d6S a3S b8S cTS c$"
    assert found(f"{trick} c5C d2C a3C b6D", known) == [(16, "card-not-in-hand", "b")]
    after = "c5C d2C a3C b6D b$ b5D c9C d2D a4D b$ b3D cTD"
    assert found(f"{trick} {after}", known) == [
        (16, "card-not-in-hand", "b"),
        (19, "revoke", "c"),
    ]
    back = f"{after} d7D a8D c$ c6D"
    assert found(f"{trick} {back}", known) == [(16, "card-not-in-hand", "b")]


def test_a_card_falsely_laid_twice_is_played_before() -> None:
    known = ["deal", "d", [None, HANDS[1], None, None]]
    moves = "a5S b6D c6D dAS d$ d6D"
    assert found(moves, known) == [(4, "card-not-in-hand", "b"), (8, "card-already-played", "d")]


# Books and report.


def test_the_sheet_lists_a_bounded_number_of_hands() -> None:
    books = Books(4)
    report = Report({})
    for hand in range(MOST_ROWS + 5):
        books.open_hand(SheetRow(hand, hand))
        books.close_hand([1, 0, 0, 0], [], report)
    assert len(books.sheet.rows) == MOST_ROWS
    assert books.true_totals() == [MOST_ROWS + 5, 0, 0, 0]


def test_all_findings_are_counted_and_some_are_kept() -> None:
    verdict = judged(game(DEAL, ["contract", None, "tricks"], ["m", "a! " * 20 + "a5S"]), most_findings=7)
    assert len(verdict.findings) == 7
    assert verdict.counts == {"LOG105": 20}
    assert verdict.notices == 1


def test_ordinals_count_within_rule_and_hand() -> None:
    report = Report({})
    one = Rule("TRK999", "one", FaultClass.ILLEGAL, "one")
    for hand in (1, 1, 2):
        report.add(one, NOWHERE._replace(hand=hand))
    assert [(finding.place.hand, finding.ordinal) for finding in report.findings()] == [(1, 1), (1, 2), (2, 1)]


def test_a_winner_after_a_deal_too_many_is_read() -> None:
    twelve = [["deal", None, None], ["points", [0, 0, 0, 0]]] * 12
    verdict = judged(game(*twelve, ["deal", None, None], ["winner", "a"], ["winner", "b"], rules="gamerules"))
    assert faults(verdict) == [(25, "deal-out-of-order", None), (27, "winner-recorded-twice", None)]
    assert verdict.sheet.recorded_winners == "a"


def test_under_any_deals_a_winner_is_early_when_another_deal_follows() -> None:
    whole = [DEAL, ["contract", None, "king-of-hearts"], ["m", "a5S bKH c2S dAS"]]
    verdict = judged(game(*whole, ["winner", "a"], *whole))
    assert [name for _, name, _ in faults(verdict)].count("winner-declared-early") == 1
    assert notices(verdict) == []


def test_under_any_deals_a_winner_cuts_the_last_hand_when_no_other_comes() -> None:
    begun = [DEAL, ["contract", None, "queens"], ["m", "a5S b9S"]]
    assert faults(judged(game(*begun, ["winner", "a"]))) == [(5, "hand-cut-short", None)]
    assert faults(judged(game(*begun, ["winner", "a"], DEAL, ["contract", None, "queens"]))) == [
        (5, "winner-declared-early", None),
        (6, "hand-cut-short", None),
    ]


def test_skips_may_be_allowed() -> None:
    house = HouseRules(pass_while_able="allowed")
    table = LotteryTable(Hands(), frozenset({0}), house)
    report = Report({})
    assert check_turn(table, 2, NOWHERE, house, report) is None
    assert report.findings() == []


def test_seats_that_are_out_are_not_asked() -> None:
    table = LotteryTable(Hands(), frozenset({0}), HouseRules())
    table.left[1] = 0
    assert table.asked_before(3) == [0, 2]


def test_a_shown_card_that_is_not_in_a_whole_hand_is_not_in_the_hand() -> None:
    one_known = ["deal", "d", [HANDS[0], None, None, None]]
    assert found("a^9S a5S", one_known) == [(3, "card-not-in-hand", "a")]


def test_a_deal_that_is_settled_with_a_card_on_the_table_is_over() -> None:
    verdict = judged(
        game(DEAL, ["contract", None, "king-of-hearts"], ["m", "a5S bKH c2S dAS d6S"], ["points", [0, 0, 0, 18]])
    )
    assert faults(verdict) == [(4, "revoke", "b")]
    assert verdict.sheet.rows[0].points == [0, 0, 0, 18]


def test_a_lottery_cut_short() -> None:
    eleven = [["deal", None, None], ["points", [0, 0, 0, 0]]] * 11
    verdict = judged(game(*eleven, ["deal", "a", None], ["m", "a7S"], ["points", [0, 0, 0, 0]], rules="gamerules"))
    assert faults(verdict) == [(25, "hand-cut-short", None)]
    assert verdict.findings[-1].facts["tricks"] == 0


def test_a_hand_concluded_after_an_unknown_card_proves_nothing() -> None:
    # a's hand follows from the other three; its spades may have gone as the unknown card.
    three = ["deal", "d", [None, HANDS[1], HANDS[2], None]]
    moves = "a5S b9S c2S dAS d$ d6S a?? b8S cTS c$ c4S dJS a4H bKS b$"
    assert found(f"{moves} d^3H7HJH2D7DJD2C6CTCAC", three) == []


def test_a_later_card_proves_that_an_unknown_one_had_not_ended_the_deal() -> None:
    # The unknown card may be the king of hearts, until he is laid openly.
    begun = [
        ["deal", "b", None],
        ["contract", None, "king-of-hearts"],
        ["m", "c?? d7H aJH bQH b$"],
        ["points", [0] * 4],
    ]
    assert faults(judged(game(*begun))) == []
    assert faults(judged(game(*begun, ["m", "bKH c2H d3H a4H b$"]))) == [(8, "hand-cut-short", None)]
    assert faults(judged(game(*begun, ["m", "b2S c3S d4S a5S a$"]))) == []


def test_contract_lines_of_the_lottery() -> None:
    eleven = [["deal", None, None], ["points", [0, 0, 0, 0]]] * 11

    def told(*contract: object) -> list[str]:
        verdict = judged(game(*eleven, ["deal", "a", None], ["contract", *contract], rules="gamerules"))
        return [name for _, name, _ in faults(verdict)]

    assert told(None, "lottery") == []
    assert told(None, "lottery", "H") == ["trump-outside-odgrywka"]
    assert told(None, "queens", "H") == ["deal-out-of-order"]


SUITS = ["".join(rank + suit for rank in "23456789TJQKA") for suit in "CSHD"]
WHOLE = " ".join(f"b{rank}S c{rank}H d{rank}D a{rank}C" for rank in "23456789TJQKA")


def test_a_winner_where_the_points_are_uncertain_is_not_judged() -> None:
    hand = [["deal", "d", None], ["contract", None, "king-of-hearts"], ["m", "aAH b?? cKH d2H a$"]]
    verdict = judged(game(*hand, ["winner", "b"]))
    assert (faults(verdict), verdict.complete, verdict.sheet.winners) == ([], True, None)


def test_points_of_a_contract_named_by_mistake_are_a_consequence() -> None:
    hand = [["deal", "a", SUITS], ["contract", None, "queens"], ["m", WHOLE]]
    assert faults(judged(game(*hand, ["points", [0, -240, 0, 0]], rules="gamerules"))) == [
        (2, "deal-out-of-order", None)
    ]
    assert faults(judged(game(*hand, ["points", [0, -200, 0, 0]], rules="gamerules"))) == [
        (2, "deal-out-of-order", None),
        (55, "points-wrong", None),
    ]


def test_points_before_the_play_and_totals_without_any() -> None:
    early = [["deal", "a", SUITS], ["points", [0, -260, 0, 0]], ["m", WHOLE]]
    assert faults(judged(game(*early, rules="gamerules"))) == [(2, "hand-cut-short", None)]
    empty = [["deal", "a", SUITS], ["totals", [0, 0, 0, 0]]]
    assert faults(judged(game(*empty, rules="gamerules"))) == [(2, "hand-cut-short", None)]
