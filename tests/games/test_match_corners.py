"""Corners of a match: the lottery, trump calls, dealers and the books, as no page of the rulebook needs them."""

import pytest
from judging import faults, game, judged, notices

from verifier.cards import FULL_PACK
from verifier.finding import NOWHERE
from verifier.games.books import winners
from verifier.games.kierki.deals import DealType
from verifier.games.kierki.house import HouseRules
from verifier.games.kierki.lottery import LotteryTable
from verifier.games.kierki.lottery_judge import MOST_OPEN, LotteryJudge
from verifier.games.kierki.rows import next_to
from verifier.games.kierki.scoring import COUNTED, constant
from verifier.games.report import Report
from verifier.games.tricks.hands import Hands
from verifier.games.tricks.items import all_taken
from verifier.games.tricks.table import HandTable, Play
from verifier.games.tricks.trick import HIDDEN_TRUMP, taker_of
from verifier.movetext import parse_token
from verifier.sheet import SheetRow
from verifier.verdict import Outcome

RANKS = "23456789TJQKA"
ONE_SUIT = ["".join(rank + suit for rank in RANKS) for suit in "SHDC"]
# a holds spades, b hearts, c diamonds, d clubs: everybody can always play, or lacks what is led.
SHUFFLED = [
    "7S8STS2H6HJH2D6DTD2C6CTCAC",
    "6S9SJS3H7HQH3D7DJD3C7CJC2S",
    "5SQSKS4H8HKH4D8DQD4C8CQC3S",
    "4SAS5H9HTHAH5D9DKDAD5C9CKC",
]


def lottery(moves: str, hands: list[str | None] | None = None, starter: int | None = 0, **rules: object) -> Report:
    """Judge acts of a lottery that seat `starter` begins, and return the report."""
    house = HouseRules(**rules)  # type: ignore[arg-type]
    masks = [0 if hand is None else mask(hand) for hand in (SHUFFLED if hands is None else hands)]
    report = Report({})
    starters = frozenset() if starter is None else frozenset({starter})
    judge = LotteryJudge(LotteryTable(Hands(masks), starters, house), house, report)
    for event, token in enumerate(moves.split(), 1):
        act = parse_token(token)
        assert act is not None
        judge.judge(act, NOWHERE._replace(event=event))
    judge.settle_claim()
    judge.close()
    return report


def mask(hand: str) -> int:
    cards = [hand[at : at + 2] for at in range(0, len(hand), 2)]
    return sum(1 << (13 * "SHDC".index(card[1]) + RANKS.index(card[0])) for card in cards)


def found(report: Report) -> list[tuple[int, str, int | None]]:
    # No two of them share an event and a name.
    return sorted((finding.place.event, finding.rule.name, finding.seat) for finding in report.findings())


HIDDEN: list[str | None] = [None, None, None, None]


def test_the_shuffled_hands_are_a_pack() -> None:
    assert mask("".join(SHUFFLED)) == FULL_PACK


@pytest.mark.parametrize(
    ("row", "low", "beside"),
    [
        (0b0000000100000, False, 0b0000001010000),
        (0b1000000000000, False, 0b0100000000000),
        (0b1000000000000, True, 0b0000000000001),
        (0b0000000000001, True, 0b1000000000010),
        (0b0000000000001, False, 0b0000000000010),
        (0b0100000000000, True, 0b0010000000000),
    ],
)
def test_what_lies_next_to_a_row(row: int, low: bool, beside: int) -> None:
    assert next_to(row, ace_low=low) == beside


def test_acts_of_other_games_takers_and_strangers_in_the_lottery() -> None:
    report = lottery("a7S b% a! a$ e7H b6S".replace("b%", "%"))
    assert found(report) == [
        (2, "act-not-in-this-game", None),
        (3, "act-not-in-this-game", 0),
        (4, "taker-claim-misplaced", None),
        (5, "unknown-seat", 4),
    ]


def test_a_joker_makes_the_rows_uncertain() -> None:
    report = lottery("a7S b** cQS d- a8S")
    assert found(report) == [(2, "unknown-card", 1)]
    assert report.unverified == 1


def test_an_impossible_card_ends_the_judging_of_rows_and_passes() -> None:
    report = lottery("a7S b8S c- dAS")
    assert found(report) == [(2, "card-not-in-hand", 1)]


def test_the_last_card_can_be_taken_back() -> None:
    assert found(lottery("a7S a<7S a8S")) == [(2, "takeback-not-in-rules", 0), (3, "not-a-seven", 0)]
    assert found(lottery("a7S b6S c- a<7S")) == [(3, "pass-while-able", 2), (4, "takeback-not-in-rules", 0)]
    # A false card taken back is forgotten, and the rows are judged again.
    assert found(lottery("a7S b8S b<8S b6S cQS")) == [(3, "takeback-not-in-rules", 1), (5, "not-adjacent", 2)]


def test_a_card_that_was_played_before_taken_back_stays_in_its_row() -> None:
    assert found(lottery("a7S b7S b<7S b6S")) == [(3, "takeback-not-in-rules", 1)]


def test_the_card_with_which_a_seat_goes_out_can_be_taken_back() -> None:
    rounds = " ".join(f"a{rank}S b{rank}H c{rank}D d{rank}C" for rank in "789TJQKA65432")
    report = lottery(f"{rounds.rsplit(' ', 3)[0]} a<2S a2S b2H", [*ONE_SUIT])
    assert found(report) == [(50, "takeback-not-in-rules", 0)]


def test_an_ace_gives_another_card_that_may_be_declined() -> None:
    hands = [*ONE_SUIT]
    start = " ".join(f"a{rank}S b{rank}H c{rank}D d{rank}C" for rank in "789TJQK")
    assert found(lottery(f"{start} aAS a6S bAH b- cAD d6C", hands, ace_bonus=True)) == []
    assert found(lottery(f"{start} aAS a6S", hands)) == [(30, "extra-turn", 0)]


def test_skipped_seats_of_hidden_hands() -> None:
    # b is skipped, and could have played the six that it lays later.
    assert found(lottery("a7S c8S d9S aTS b6S", HIDDEN)) == [(2, "pass-while-able", 1)]
    report = lottery("a7S c8S d9S aTS bJS", HIDDEN)
    assert (found(report), report.unverified) == ([], 1)
    # a acts twice running.
    assert found(lottery("a7S a8S b6S", HIDDEN)) == [(2, "extra-turn", 0)]


def test_a_shown_card_proves_a_pass() -> None:
    assert found(lottery("a7S b- b^6S", HIDDEN)) == [(2, "pass-while-able", 1)]


def test_any_number_of_open_passes_is_bounded() -> None:
    rounds = MOST_OPEN // 2
    report = lottery("a7S " + "b- c- d- a- " * rounds, HIDDEN)
    assert found(report) == []
    assert report.unverified == 4 * rounds


def test_where_nobody_knows_who_begins_anybody_may() -> None:
    assert found(lottery("c8H", starter=None)) == [(1, "not-a-seven", 2)]


def test_either_of_two_seats_may_begin() -> None:
    house = HouseRules()
    table = LotteryTable(Hands([mask(hand) for hand in SHUFFLED]), frozenset({0, 2}), house)
    assert table.asked_before(0) == table.asked_before(2) == []
    assert table.asked_before(3) == [2]


def test_a_late_pass_is_after_the_end_once() -> None:
    rounds = " ".join(f"a{rank}S b{rank}H c{rank}D d{rank}C" for rank in "789TJQKA65432").split()
    report = lottery(" ".join([*rounds[:50], "c-", "d2C"]), [*ONE_SUIT])
    assert found(report) == [(51, "play-after-hand-end", 2)]


# The match around the deals.

DEAL = ["deal", "a", None]


def test_a_seat_past_the_last_is_no_dealer() -> None:
    verdict = judged(game(["deal", "e", None], ["m", "b2S"], rules="gamerules"))
    assert faults(verdict) == [(1, "unknown-seat", "e")]
    assert verdict.unverified == 1


def test_a_stock_is_no_part_of_the_game() -> None:
    verdict = judged(game(["deal", "a", None, None, "2H"], ["m", "b2S"]))
    assert faults(verdict) == [(1, "act-not-in-this-game", None)]


def test_lines_before_the_first_deal() -> None:
    verdict = judged(
        game(["contract", None, "tricks"], ["points", [0, 0, 0, 0]], ["totals", [0, None, 0, 0]], ["winner", "a"])
    )
    assert faults(verdict) == [
        (1, "act-outside-hand", None),
        (2, "act-outside-hand", None),
        (4, "winner-declared-early", None),
    ]
    assert faults(judged(game(["totals", [0, 5, 0, 0]]))) == [(1, "totals-wrong", None)]


def test_acts_in_a_deal_after_the_last_are_ignored() -> None:
    twelve = [["deal", None, None], ["points", [0, 0, 0, 0]]] * 12
    more = [
        ["deal", None, None],
        ["contract", None, "none"],
        ["m", "a2S a2S"],
        ["points", [1, 1, 1, 1]],
        ["totals", [9, 9, 9, 9]],
    ]
    verdict = judged(game(*twelve, *more, rules="gamerules"))
    assert faults(verdict) == [(25, "deal-out-of-order", None)]
    assert verdict.outcome is Outcome.FAULTY


def test_a_preset_that_does_not_exist_makes_the_game_unreadable() -> None:
    verdict = judged(game(DEAL, rules="none-such"))
    assert faults(verdict) == [(0, "unknown-option", None)]
    assert verdict.outcome is Outcome.UNREADABLE
    assert verdict.events == 1


CLUBS = [
    "deal",
    "d",
    [
        "QC2C3C4C5C6C7C8C9CTCJCKCAC",
        "QS2S3S4S5S6S7S8S9STSJSKSAS",
        "QH2H3H4H5H6H7H8H9HTHJHKHAH",
        "QD2D3D4D5D6D7D8D9DTDJDKDAD",
    ],
]
QUEENS = [CLUBS, ["contract", None, "queens"], ["m", "aQC bQS cQH dQD a$"]]


@pytest.mark.parametrize(
    ("points", "diagnosis"),
    [
        ([20, 0, 0, 0], None),
        ([-20, 0, 0, 0], "sign-flipped"),
        ([0, 0, 20, 0], "seats-permuted"),
        ([15, 5, 0, 0], "none"),
        ([15, 0, 0, 0], "sum-impossible"),
        ([15, None, None, None], "none"),
        ([None, None, None, None], None),
    ],
)
def test_diagnoses_of_wrong_points(points: list[int | None], diagnosis: str | None) -> None:
    verdict = judged(game(*QUEENS, ["points", points]))
    expected = [] if diagnosis is None else [None if diagnosis == "none" else diagnosis]
    assert [finding.facts["diagnosis"] for finding in verdict.findings] == expected


@pytest.mark.parametrize(
    ("deal", "factors", "diagnosis", "item"),
    [
        ("all", {"man": 0}, "item-missing", "man"),
        ("all", {"king_of_hearts": 2}, "item-doubled", "king_of_hearts"),
        ("all", {"punished": 4}, "per-card-multiplied", "punished"),
        ("tricks", {"trick": 4}, "per-card-multiplied", "trick"),
    ],
)
def test_diagnoses_of_items(deal: str, factors: dict[str, int], diagnosis: str, item: str) -> None:
    clubs_first = "AKQJT98765432"
    tricks = " ".join(f"a{rank}C b{rank}S c{rank}H d{rank}D" for rank in clubs_first)
    brings = {"trick": 13, "heart": 13, "queen": 20, "man": 16, "king_of_hearts": 18, "punished": 20}
    counted = brings if deal == "all" else {"trick": 13}
    points = sum(value * factors.get(name, 1) for name, value in counted.items())
    verdict = judged(game(CLUBS, ["contract", None, deal], ["m", tricks], ["points", [points, 0, 0, 0]]))
    (wrong,) = verdict.findings
    assert (wrong.facts["diagnosis"], wrong.facts["item"]) == (diagnosis, item)


def test_diagnosis_of_another_pair_of_tricks() -> None:
    # The suits take turns: a takes with clubs, then b with spades, and so on.
    deal = [
        "deal",
        "d",
        [
            "ACKCQC2S3S4S5S6S7S8S9STSJS",
            "2C3C4CASKSQSAHKHQHJHTH9H8H",
            "5C6C7C2H3H4H5H6H7H2D3D4D5D",
            "8C9CTCJCADKDQDJDTD9D8D7D6D",
        ],
    ]
    moves = "aAC b2C c5C d8C aKC b3C c6C d9C aQC b4C c7C dTC a2S bAS c2H dJC bKS c3H dAD a3S bQS c4H dKD a4S"
    tail = " bAH c5H dQD a5S"
    tail += " bKH c6H dJD a6S bQH c7H dTD a7S bJH c2D d9D a8S bTH c3D d8D a9S b9H c4D d7D aTS b8H c5D d6D aJS"
    verdict = judged(game(deal, ["contract", None, "seventh-last"], ["m", moves + tail], ["points", [10, 10, 0, 0]]))
    assert [finding.facts.get("tricks") for finding in verdict.findings] == [[1, 4]]


def test_points_of_uncertain_tricks_are_judged_by_their_sum() -> None:
    unknown = [CLUBS, ["contract", None, "queens"], ["m", "aQC b?? cQH dQD a$ a2C bQS c2H d2D a$"]]
    assert faults(judged(game(*unknown, ["points", [20, 0, 0, 0]]))) == []
    assert faults(judged(game(*unknown, ["points", [5, 15, 0, 0]]))) == []
    wrong = judged(game(*unknown, ["points", [5, 5, 0, 0]]))
    assert faults(wrong) == [(13, "points-wrong", None)]
    assert wrong.findings[0].facts["diagnosis"] == "sum-impossible"
    assert wrong.sheet.rows[0].points is None


def test_awards_of_a_spoiled_lottery_are_judged_by_their_sum() -> None:
    eleven = [["deal", None, None], ["points", [0, 0, 0, 0]]] * 11
    rounds = " ".join(f"a{rank}S b{rank}H c{rank}D d{rank}C" for rank in "789TJQKA65432").split()
    # a lays its eight twice and goes out a card too early.
    moves = [*rounds[:4], *rounds[4:8], "a8S", *rounds[9:50]]
    deal = ["deal", "a", [*ONE_SUIT]]
    right = judged(game(*eleven, deal, ["m", " ".join(moves)], ["points", [500, 800, 0, 0]], rules="gamerules"))
    assert [name for _, name, _ in faults(right)] == ["card-already-played"]
    wrong = judged(game(*eleven, deal, ["m", " ".join(moves)], ["points", [500, 700, 0, 0]], rules="gamerules"))
    assert [name for _, name, _ in faults(wrong)] == ["card-already-played", "points-wrong"]
    assert wrong.sheet.rows[11].points is None


def test_totals_follow_the_last_written_total_or_the_truth() -> None:
    def with_totals(*rows: list[int | None]) -> list[str]:
        events = [event for row in rows for event in (*QUEENS, ["totals", row])]
        return [name for _, name, _ in faults(judged(game(*events)))]

    assert with_totals([20, 0, 0, 0], [40, 0, 0, 0]) == []
    assert with_totals([25, 0, 0, 0], [45, 0, 0, 0]) == ["totals-wrong"]
    assert with_totals([25, 0, 0, 0], [40, 0, 0, 0]) == ["totals-wrong"]
    assert with_totals([25, 0, 0, 0], [None, None, None, None], [65, 0, 0, 0]) == ["totals-wrong"]
    assert with_totals([25, 0, 0, 0], [None, None, None, None], [66, 0, 0, 0]) == ["totals-wrong"] * 2


def test_totals_on_a_sheet_without_plays_go_by_what_was_written() -> None:
    sheet = [CLUBS, ["contract", None, "queens"], ["points", [5, 15, 0, 0]], ["totals", [5, 15, 0, 0]]]
    verdict = judged(game(*sheet))
    assert (faults(verdict), verdict.outcome) == ([], Outcome.UNDECIDED)
    wrong = judged(game(*sheet[:-1], ["totals", [5, 20, 0, 0]]))
    assert faults(wrong) == [(4, "totals-wrong", None)]


def test_totals_where_nothing_is_known_are_not_judged() -> None:
    cut = [CLUBS, ["contract", None, "queens"], ["m", "aQC b2S"], ["totals", [7, 7, 7, 7]]]
    assert faults(judged(game(*cut))) == [(5, "hand-cut-short", None)]


@pytest.mark.parametrize(
    ("declared", "name"),
    [
        ("bcd", None),
        ("b", "co-winner-missing"),
        ("bb", "winner-wrong"),
        ("a", "winner-wrong"),
        ("", "no-winner-declared"),
        ("bz", None),
    ],
)
def test_winners(declared: str, name: str | None) -> None:
    verdict = judged(game(*QUEENS, ["winner", declared]))
    if declared == "bz":
        assert verdict.outcome is Outcome.UNREADABLE
        return
    assert [found for _, found, _ in faults(verdict)] == ([] if name is None else [name])
    assert verdict.sheet.winners == "bcd"


def test_winners_of_totals() -> None:
    assert winners([3, 1, 3], lowest=False, first_seat=False) == "ac"
    assert winners([3, 1, 3], lowest=False, first_seat=True) == "a"
    assert winners([3, 1, None], lowest=True, first_seat=False) is None
    assert winners([], lowest=True, first_seat=False) is None


def test_where_the_truth_is_unknown_no_winner_is_judged() -> None:
    sheet = [CLUBS, ["contract", None, "queens"], ["points", [5, 15, 0, 0]], ["winner", "a"]]
    verdict = judged(game(*sheet))
    assert faults(verdict) == []
    assert verdict.sheet.winners is None


def test_a_hand_without_a_contract_is_undecided() -> None:
    verdict = judged(game(CLUBS, ["m", "aQC bQS cQH dQD"], ["points", [20, 0, 0, 0]]))
    assert faults(verdict) == [], "all queens are out, and it may have been the deal of queens"
    verdict = judged(game(CLUBS, ["m", "aAC bAS cAH dAD"], ["points", [20, 0, 0, 0]]))
    assert [name for _, name, _ in faults(verdict)] == ["hand-cut-short"]
    whole = " ".join(f"a{rank}C b{rank}S c{rank}H d{rank}D" for rank in "AKQJT98765432")
    verdict = judged(game(CLUBS, ["m", whole], ["points", [20, 0, 0, 0]]))
    assert (faults(verdict), verdict.outcome, verdict.complete) == ([], Outcome.UNDECIDED, True)


# Tables and numbers on their own.


def test_sums_of_whole_deals() -> None:
    assert [constant(deal, HouseRules()) for deal in DealType] == [-260, -260, -240, -240, -150, -150, -1300, 325, 1300]
    assert [constant(deal, HouseRules(scores="mimuw")) for deal in DealType][:7] == [13, 13, 20, 16, 18, 20, 100]


def test_deal_six_is_settled_after_the_later_of_its_tricks() -> None:
    table = HandTable(Hands(), frozenset())
    for number, rank in enumerate(RANKS[:3]):
        assert all_taken(table.tricks, COUNTED[DealType.SEVENTH_LAST], (2, 1)).certain == (number >= 2)
        for seat, suit in enumerate("SHDC"):
            act = parse_token(f"a{rank}{suit}")
            assert act is not None
            table.apply_play(Play(seat, act.cards[0], NOWHERE))
    for deal in (DealType.ODGRYWKA, DealType.ALL):
        assert not all_taken(table.tricks, COUNTED[deal], (2, 1)).possible


def test_without_trumps_named_only_one_suit_has_a_taker() -> None:
    assert taker_of([0, 1, 2, 3], [0, 3, 1, 2], HIDDEN_TRUMP) == 1
    assert taker_of([0, 1, 2, 3], [0, 3, 1, 20], HIDDEN_TRUMP) is None


def test_a_sheet_row_begins_empty() -> None:
    assert SheetRow(1, 2).points is None
    assert notices(judged(game())) == [(0, "unfinished-game", None)]


def test_what_came_to_light_of_a_doubtful_hand_proves_no_pass() -> None:
    known: list[str | None] = [None, SHUFFLED[1], None, None]
    # b lays c's eight; c proves its own pass wrong, then lays the eight itself: its hand was doubtful all the while.
    assert found(lottery("a7S b8S c- d- a- b- c6S", known)) == [(2, "card-not-in-hand", 1)]
    passes = "a7S b6S c- d- aQS"
    assert found(lottery(passes, known))[:1] == [(5, "not-adjacent", 0)]


def test_a_proof_that_came_after_the_false_card_is_forgotten() -> None:
    known: list[str | None] = [None, SHUFFLED[1], None, None]
    start = "a7S b6S c- d- a- b8S c5S"
    assert found(lottery(start, known)) == [(3, "pass-while-able", 2), (6, "card-not-in-hand", 1)]
    assert found(lottery(f"{start} d- a- b- c8S", known)) == [(6, "card-not-in-hand", 1)]
    early = "a7S b6S c- d- a- b7H c5S d- a- b8S c8S"
    assert found(lottery(early, known)) == [(3, "pass-while-able", 2), (10, "card-not-in-hand", 1)]
