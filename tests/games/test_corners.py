"""Corners of trick play that no page of the rulebook needs: cards taken back, shown, impossible, unknown."""

import pytest
from judging import faults, game, judged, notices

HANDS = [
    "5S3S7SQS4H8HQH4D8DQD3C7CJC",
    "9S8SKS5H9HKH3D5D9DKD4C8CQC",
    "2S4STS2H6HTHAH6DTDAD5C9CKC",
    "AS6SJS3H7HJH2D7DJD2C6CTCAC",
]
DEAL = ["deal", "d", HANDS]
HIDDEN = ["deal", "d", None]
BAN = {"preset": "mimuw", "heart_lead_deals": [2, 5, 7]}


def found(
    moves: str, deal: object = DEAL, contract: str = "tricks", **rules: object
) -> list[tuple[int, str, str | None]]:
    return faults(judged(game(deal, ["contract", None, contract], ["m", moves], rules={"preset": "mimuw", **rules})))


# Cards taken back.


def test_a_lead_out_of_turn_taken_back_leaves_the_right_seat_to_lead() -> None:
    assert found("b9S b<9S a5S b9S c2S dAS d$") == [(4, "takeback-not-in-rules", "b")]


def test_a_lead_taken_back_reopens_who_led() -> None:
    moves = "a5S b9S c2S dAS a4H a<4H d6S a3S"
    assert found(moves) == [(8, "takeback-not-in-rules", "a")]


def test_a_lead_taken_back_after_a_recorded_taker_keeps_the_record() -> None:
    assert found("a5S b9S c2S dAS d$ d6S d<6S dJS a3S") == [(9, "takeback-not-in-rules", "d")]


def test_an_impossible_card_taken_back_is_forgotten() -> None:
    # b lays a card of c's, takes it back, and is judged as before.
    moves = "a5S b2S c4S dAS b<2S b3D d$"
    assert found(moves) == [(7, "takeback-not-in-rules", "b"), (8, "revoke", "b")]


def test_an_impossible_card_taken_back_after_another_one_leaves_the_other() -> None:
    # c's card is d's: both hands stay doubtful, and d's revoke is not judged.
    moves = "a5S b3S c6S b<3S b9S d2D"
    assert found(moves) == [(5, "card-not-in-hand", "c"), (6, "takeback-not-in-rules", "b")]
    # c's card is its own: b's false one gone, d is judged again.
    assert found("a5S b3S c4S b<3S b9S d2D") == [(6, "takeback-not-in-rules", "b"), (8, "revoke", "d")]


def test_a_card_that_does_not_lie_there_cannot_go_back() -> None:
    verdict = judged(game(DEAL, ["contract", None, "tricks"], ["m", "a<5S a5S b9S b<8S c2S dAS d$ d<AS"]))
    takebacks = [finding.facts["back"] for finding in verdict.findings if finding.rule.name == "takeback-not-in-rules"]
    assert takebacks == [False, False, False]
    assert [event for event, _, _ in faults(verdict)] == [3, 6, 10]


def test_a_take_back_settles_a_taker_written_too_early() -> None:
    assert found("a5S b9S c2S c$ b<9S b8S dAS d$") == [
        (6, "taker-claim-misplaced", None),
        (7, "takeback-not-in-rules", "b"),
    ]


def test_a_lead_taken_back_with_cards_on_it_asks_for_the_lead_again() -> None:
    assert found("a5S b9S a<5S c2S a3S dAS d$") == [(5, "takeback-not-in-rules", "a")]


# Cards shown.


def test_a_show_proves_what_was_hidden() -> None:
    assert found("a5S b3D c2S dAS b^9SKS", HIDDEN) == [(4, "revoke", "b")]


def test_a_shown_card_that_another_seat_holds_is_not_in_the_hand() -> None:
    assert found("a^9S a5S b9S") == [(3, "card-not-in-hand", "a")]


def test_nothing_is_learned_from_a_doubtful_hand() -> None:
    assert found("a9S a^3S b9S") == [(3, "card-not-in-hand", "a")]


def test_three_hands_shown_give_the_fourth() -> None:
    shows = " ".join(f"{seat}^{hand}" for seat, hand in zip("acd", (HANDS[0], HANDS[2], HANDS[3]), strict=True))
    assert found(f"{shows} a5S b3D", HIDDEN) == [(7, "revoke", "b")]


# Unknown and impossible cards.


def test_a_joker_counts_as_an_unknown_card() -> None:
    verdict = judged(game(DEAL, ["contract", None, "tricks"], ["m", "a5S b** c2S dAS a$ a*H"]))
    assert faults(verdict) == [(4, "unknown-card", "b"), (8, "unknown-card", "a")]
    assert verdict.unverified == 2


def test_nobody_follows_an_impossible_or_unknown_lead() -> None:
    assert found("a9S b3D c2H") == [(3, "card-not-in-hand", "a")]
    assert found("a?? b3D c2H") == []


def test_a_card_played_twice_with_and_without_a_deal() -> None:
    assert found("a5S b9S c2S dAS d$ dJS a5S") == [(9, "card-already-played", "a")]
    assert found("a5S b9S c2S dAS d$ dJS a9S", HIDDEN) == [(9, "card-already-played", "a")]


def test_the_owner_may_play_a_card_that_another_seat_laid_falsely() -> None:
    assert found("a5S b2S c2S") == [(4, "card-not-in-hand", "b")]


def test_a_card_that_the_deal_lists_twice_may_be_played_twice() -> None:
    twice = ["deal", "d", [HANDS[0], HANDS[1].replace("9S", "5S"), HANDS[2], HANDS[3]]]
    assert found("a5S b5S c2S dAS", twice) == [(1, "deal-not-a-pack", None)]
    assert found("a5S b5S c2S dAS d$ d6S a5S", twice) == [(1, "deal-not-a-pack", None), (9, "card-already-played", "a")]


def test_a_joker_in_the_deal_is_no_pack() -> None:
    joker = ["deal", "d", [HANDS[0].replace("5S", "**"), *HANDS[1:]]]
    assert found("a3S b9S", joker) == [(1, "deal-not-a-pack", None)]


def test_a_card_of_a_known_hand_is_not_in_a_hidden_one() -> None:
    one_known = ["deal", "d", [None, HANDS[1], None, None]]
    assert found("a9S", one_known) == [(3, "card-not-in-hand", "a")]


def test_a_hand_that_was_blurred_by_an_unknown_card_still_cannot_hold_another_card() -> None:
    assert found("a?? b?? c2H dAS d$ d6S a9S") == [(9, "card-not-in-hand", "a")]


# Takers.


@pytest.mark.parametrize(
    ("moves", "hint"),
    [
        ("a5S b9S c2S dAS b$", "rank-order"),
        ("a3C b4C c5C d3H d$", "trump-in-penalty-hand"),
        ("aQD bKD cAD d3H b$", "rank-order"),
    ],
)
def test_hints_of_wrong_takers(moves: str, hint: str) -> None:
    verdict = judged(game(HIDDEN, ["contract", None, "tricks"], ["m", moves]))
    (wrong,) = [finding for finding in verdict.findings if finding.rule.name == "trick-winner-wrong"]
    assert wrong.facts["hint"] == hint


def test_hint_of_a_discard_that_won_although_a_higher_one_lay_there() -> None:
    verdict = judged(game(HIDDEN, ["contract", None, "tricks"], ["m", "a3C b4C c3H d2H d$"]))
    (wrong,) = [finding for finding in verdict.findings if finding.rule.name == "trick-winner-wrong"]
    assert wrong.facts["hint"] == "discard-won"


def test_a_taker_written_twice_or_before_any_card_is_misplaced() -> None:
    assert found("a$ a5S b9S c2S dAS d$ d$ e$") == [
        (3, "taker-claim-misplaced", None),
        (9, "taker-claim-misplaced", None),
        (10, "unknown-seat", "e"),
    ]


@pytest.mark.parametrize("token", ["e5S", "e**", "e<5S", "e^5S", "e$"])
def test_no_act_of_a_seat_that_is_not_there_is_judged(token: str) -> None:
    assert found(f"{token} a5S b9S") == [(3, "unknown-seat", "e")]


def test_a_card_that_another_laid_falsely_may_be_shown_by_its_holder() -> None:
    deal = ["deal", "d", [None, HANDS[1], None, None]]
    false = found("a6H b7H c8H dJH d^7H", deal)
    assert false == [(4, "card-not-in-hand", "b")]
    # What was laid rightly is nobody else's to show.
    assert found("a6H b5H c8H dJH d^8H", deal) == [(7, "card-not-in-hand", "d")]


def test_a_second_card_that_closes_the_last_trick_is_after_the_end() -> None:
    suits = ["C", "S", "H", "D"]
    deal = ["deal", "a", ["".join(rank + suit for rank in "23456789TJQKA") for suit in suits]]
    tricks = " ".join(f"b{rank}S c{rank}H d{rank}D a{rank}C" for rank in "23456789TJQK")
    assert found(f"{tricks} bAS cAH dAD b2C", deal) == [
        (54, "trick-incomplete", "a"),
        (54, "play-after-hand-end", "b"),
    ]


# Duties that wait for one another.


def test_a_king_that_must_go_waits_for_the_revoke_to_be_settled() -> None:
    known = ["deal", "d", [None, "KH" + "??" * 12, None, None]]
    kept = found("a5S b3D c2S dAS", known, "king-of-hearts", kh_must_drop=True)
    assert kept == [(4, "king-of-hearts-kept", "b")]
    revoke = found("a5S b3D c2S dAS d$ d6S a7S b9S", known, "king-of-hearts", kh_must_drop=True)
    assert revoke == [(4, "revoke", "b")]


def test_a_heart_lead_from_a_hand_that_proves_to_be_all_hearts_is_a_notice() -> None:
    # All is hidden; the plays of thirteen tricks are the hands.
    ranks = "23456789TJQKA"
    tricks = " ".join(f"b{rank}H c{rank}S d{rank}D a{rank}C b$" for rank in ranks)
    verdict = judged(game(["deal", "a", None], ["contract", None, "hearts"], ["m", tricks], rules=BAN))
    assert faults(verdict) == []
    assert [name for _, name, _ in notices(verdict)] == ["forced-heart-lead"] * 13
    assert verdict.unverified == 0
