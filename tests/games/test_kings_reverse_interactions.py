"""Interactions I1 to I25 of Kings Reverse: what follows where several of its rules meet."""

import pytest
from kings_reverse_hands import found, noted

TWO = {"players": 2}

LOW = ["points", [0, 5, 5, 5]]

LAST_JOKER = {"a": "**", "b": "9D", "c": "9C", "d": "9H"}


def test_i01_the_next_draws_four_before_counting():
    assert found(LAST_JOKER, "a** b+2H3H4H6H", ["points", [0, 25, 5, 5]]) == []


def test_i01_the_four_are_owed():
    assert found(LAST_JOKER, "a**", LOW) == [(2, "last-card-draw-missing", "b")]


def test_i02_a_challenge_is_rejected_and_costs_six():
    assert found(LAST_JOKER, "a** b?- b+2H3H4H6H2D3D", ["points", [0, 35, 5, 5]]) == []


def test_i02_four_are_too_few_after_the_challenge():
    moves = "a** b?- b+2H3H4H6H"
    assert found(LAST_JOKER, moves, ["points", [0, 25, 5, 5]]) == [(4, "challenge-wrong-draw-count", "b")]


def test_i02_no_challenge_of_it_can_be_upheld():
    assert found({"a": "**"}, "a** b?+ a<** a+2H3H4H6H b9S") == [(3, "challenge-wrong-verdict", "b")]


LEGAL_JOKER = {"a": "**2D"}
ILLEGAL_JOKER = {"a": "**9S"}


def test_i03_the_silent_seat_may_still_be_caught_after_a_rejected_challenge():
    moves = "a*H b?- b+2S3S4S6S2C3C c9H d!a a+4C6C dTH"
    assert noted(LEGAL_JOKER, moves) == [(2, "one-card-call-caught", "a")]


def test_i03_the_challenger_misses_the_turn():
    moves = "a*H b?- b+2S3S4S6S2C3C b9H"
    assert found(LEGAL_JOKER, moves) == [(5, "challenger-turn-not-lost", "b")]


@pytest.mark.parametrize("catcher", "bcd")
def test_i03_anyone_may_catch(catcher):
    moves = f"a*H b?- b+2S3S4S6S2C3C c9H dTH {catcher}!a a+4C6C a+9C"
    assert noted(LEGAL_JOKER, moves) == [(2, "one-card-call-caught", "a")]


def test_i03_but_not_after_its_next_turn_has_begun():
    moves = "a*H b?- b+2S3S4S6S2C3C c9H dTH a+4C c!a"
    assert found(LEGAL_JOKER, moves) == [(2, "one-card-call-missed", "a")]


def test_i03_of_two_players_the_challenger_has_only_until_the_other_acts():
    before = "a*H b?- b+2S3S4S6S2C3C b!a a+4C6C a+9C"
    assert noted(LEGAL_JOKER, before, **TWO) == [(2, "one-card-call-caught", "a")]
    after = "a*H b?- b+2S3S4S6S2C3C a+9C b!a"
    assert found(LEGAL_JOKER, after, **TWO) == [(2, "one-card-call-missed", "a")]


def test_i04_penalty_cards_do_not_make_a_legal_joker_illegal():
    rejected = "a*H c!a a+9S9D b?- b+2S3S4S6S2C3C c9H"
    assert noted(LEGAL_JOKER, rejected) == [(2, "one-card-call-caught", "a")]
    upheld = "a*H c!a a+9S9D b?+ a<** a+2H3H4H6H b4S"
    assert found(LEGAL_JOKER, upheld) == [(5, "challenge-wrong-verdict", "b")]


def test_i04_caught_and_challenged_the_seat_has_eight_cards():
    hands = {**ILLEGAL_JOKER, "b": "5C", "c": "9D", "d": "9H"}
    moves = "a*H c!a a+2H3H b?+ a<** a+4H6H2D3D b5C"
    # The joker and seven cards at five points.
    told = noted(hands, moves, ["points", [25 + 7 * 5, 0, 5, 5]])
    assert sorted(told) == [(2, "illegal-joker-caught", "a"), (2, "one-card-call-caught", "a")]


def test_i05_taken_back_the_joker_leaves_nothing_to_catch():
    moves = "a*H b?+ a<** a+2H3H4H6H c!a b4S"
    assert noted(ILLEGAL_JOKER, moves) == [
        (2, "illegal-joker-caught", "a"),
        (6, "catch-without-cause", "a"),
    ]


def test_i05_and_nothing_to_draw():
    moves = "a*H b?+ a<** a+2H3H4H6H c!a a+2D3D b4S"
    assert found(ILLEGAL_JOKER, moves) == [(7, "penalty-not-due", "a")]


def test_i06_two_players_illegal_joker_unchallenged():
    moves = "a*H b+2S3S4S6S a6H b+2D"
    assert found({"a": "**9S6H2C3C"}, moves, **TWO) == [(2, "illegal-joker-unchallenged", "a")]


def test_i06_the_one_who_drew_four_misses_the_turn():
    moves = "a*H b+2S3S4S6S b6H"
    told = found({"a": "**2D3D"}, moves, **TWO)
    assert told == [(4, "skip-not-applied", "b")]


def test_i07_two_players_upheld():
    hands = {"a": "**9S2C"}
    assert found(hands, "a*H b?+ a<** a+2H3H4H6H b9S", **TWO) == []
    assert found(hands, "a*H b?+ a<** a+2H3H4H6H b5H", **TWO) == []
    assert found(hands, "a*H b?+ a<** a+2H3H4H6H b9H", **TWO) == [(6, "suit-not-restored", "b")]


@pytest.mark.parametrize(("stock", "draw"), [("", ""), ("2H", "a+2H "), ("2H3H", "a+2H3H "), ("2H3H4H", "a+2H3H4H ")])
def test_i08_upheld_with_a_short_stock(stock, draw):
    assert found({"a": "**9S2C"}, f"a*H b?+ a<** {draw}b4S", stock=stock, rest="d") == []


def test_i08_what_is_left_must_be_drawn():
    told = found({"a": "**9S2C"}, "a*H b?+ a<** a+2H b4S", stock="2H3H", rest="d")
    assert told == [(5, "challenge-wrong-draw-count", "a")]


def test_i08_two_cheats_may_repeat_a_position_for_ever():
    moves = " ".join(["a*H b?+ a<** b*H a?+ b<**"] * 50)
    told = noted({"a": "**9S", "b": "**8S"}, moves, stock="", rest="b", **TWO)
    # The last verdict is not settled: nobody has acted on it.
    assert told == [(2 + 3 * number, "illegal-joker-caught", "ab"[number % 2]) for number in range(99)]


def test_i09_another_joker_does_not_block():
    assert found({"a": "****2D3C"}, "a*H b+2S3S4S6S c9H") == []


def test_i09_the_second_joker_is_judged_afresh():
    moves = "a*H b+2S3S4S6S a*S b+2C4C6C9C"
    assert found({"a": "****2D3C"}, moves, **TWO) == []
    assert found({"a": "****2H3C"}, moves, **TWO) == [(4, "illegal-joker-unchallenged", "a")]


def test_i10_a_card_of_the_same_rank_blocks():
    hands, moves = {"a": "**5H2D"}, "a*C b+2S3S4S6S c6C"
    assert found(hands, moves) == [(2, "illegal-joker-unchallenged", "a")]
    assert found(hands, moves, rules={"joker_restriction": "suit-only"}) == []


@pytest.mark.parametrize("jack", ["JS", "JH", "JD", "JC"])
def test_i11_a_jack_blocks(jack):
    assert found({"a": f"**{jack}2D"}, "a*C b+2S3S4S6S c6C") == [(2, "illegal-joker-unchallenged", "a")]


@pytest.mark.parametrize(
    ("cards", "faults"),
    [
        ("**2H3D", [(4, "illegal-joker-unchallenged", "c")]),
        ("**JS3D", [(4, "illegal-joker-unchallenged", "c")]),
        ("**2S3D", []),
        ("****2S3D", []),
    ],
)
def test_i12_joker_on_a_joker_that_named_hearts(cards, faults):
    assert found({"a": "**2D3D", "c": cards}, "a*H b+2C3C4C6C c*S d+9C9DTCTD") == faults


def test_i13_king_and_queen_that_do_not_fit_do_not_block():
    hands, moves = {"a": "**KHQH2D"}, "a*C b+3H3S4S6S c6C"
    assert found(hands, moves) == []
    assert found(hands, moves, up="QS") == [(2, "illegal-joker-unchallenged", "a")]


MATCHING = {"a": "9S2D3C"}
STUCK = {"a": "2D3C"}


def test_i14_a_joker_drawn_in_spite_of_a_match_is_kept():
    assert found(MATCHING, "a+** b9S") == []
    assert found(MATCHING, "a+** a- b9S") == []


def test_i14_it_may_not_be_played():
    assert found(MATCHING, "a+** a*H b+2S3S4S6S") == [(3, "illegal-joker-unchallenged", "a")]


def test_i14_who_is_stuck_must_play_the_drawn_joker():
    assert found(STUCK, "a+** a*H b+2S3S4S6S") == []
    assert found(STUCK, "a+** b9S") == [(2, "drawn-card-not-played", "a")]


def test_i14_and_a_drawn_jack():
    assert found(STUCK, "a+JH aJH b9H") == []
    assert found(STUCK, "a+JH b9S") == [(2, "drawn-card-not-played", "a")]


DRAWS_AGAIN = {"a": "2D3S"}
GETS_A_GIFT = {"a": "9S6S", "b": "AS2C3C4CTCTH"}


def test_i15_down_to_one_by_the_drawn_card():
    moves = "a3S a! b+2H c+4H d+6H a+9S a9S b+2C c+4C d+6C a+TH"
    assert found(DRAWS_AGAIN, moves) == [(8, "one-card-call-missed", "a")]


def test_i15_and_called_again():
    assert noted(DRAWS_AGAIN, "a3S a! b+2H c+4H d+6H a+9S a9S a! b+2C c+4C d+6C a+TH") == []


def test_i15_one_card_held_from_the_deal():
    moves = "a+9S a9S b+2C c+4C d+6C a+TH"
    assert found({"a": "2D"}, moves) == [(3, "one-card-call-missed", "a")]


def test_i16_a_gift_makes_it_two_and_a_play_one_again():
    moves = "a9S a! bAS b>c2C b>d3C b>a4C c+2H d+3H a6S b+2D c+3D d+4D a+TD"
    assert found(GETS_A_GIFT, moves) == [(10, "one-card-call-missed", "a")]


def test_i16_and_it_is_called_again():
    moves = "a9S a! bAS b>c2C b>d3C b>a4C c+2H d+3H a6S a! b+2D c+3D d+4D a+TD"
    assert noted(GETS_A_GIFT, moves) == []


EIGHT_AND_SEVEN = {"a": "9S2D", "b": "8S3S", "c": "9D", "d": "7S9C9H"}
LATE_CATCH = "a9S b8S d7S a+2H3H b+2C c!a a+4H6H c+3C"
STAYS_OPEN = {"missed_turn_closes_window": False}


def test_i17_caught_after_the_seven_with_five_cards_in_the_end():
    moves = "a9S b8S b! d7S a+2H3H c!a a+4H6H b3S"
    told = noted(EIGHT_AND_SEVEN, moves, ["points", [5 * 5, 0, 5, 10]])
    assert told == [(2, "one-card-call-caught", "a")]


def test_i17_too_late_after_the_next_has_acted():
    told = found({"a": "9S2D"}, LATE_CATCH)
    assert told == [(2, "one-card-call-missed", "a"), (8, "penalty-not-due", "a")]


def test_i17_in_time_where_a_missed_turn_does_not_count():
    assert noted({"a": "9S2D"}, LATE_CATCH, rules=STAYS_OPEN) == [(2, "one-card-call-caught", "a")]


def test_i18_two_players_next_to_last_an_eight():
    hands = {"a": "8S2D"}
    assert noted(hands, "a8S b!a a+2H3H a+3C", **TWO) == [(2, "one-card-call-caught", "a")]
    assert found(hands, "a8S a+2H b!a", **TWO) == [(2, "one-card-call-missed", "a")]


LAST_PAIR = {"a": "KSQS", "b": "9D", "c": "9C", "d": "9H"}
PAIR_AND_ONE = {"a": "KSQS2D"}


def test_i19_out_by_marriage():
    assert noted(LAST_PAIR, "aKSQS", LOW) == []
    assert noted({"a": "KSQS", "b": "9D"}, "aKSQS", ["points", [0, 5]], **TWO) == []


@pytest.mark.parametrize("seat", "bd")
def test_i19_nobody_draws_then(seat):
    points = ["points", [0, *(15 if other == seat else 5 for other in "bcd")]]
    assert found(LAST_PAIR, f"aKSQS {seat}+2H3H", points) == [(3, "penalty-not-due", seat)]


def test_i20_three_to_one_owes_the_call():
    assert found(PAIR_AND_ONE, "aKSQS d+2H c+3H b+4H a+6H") == [(2, "one-card-call-missed", "a")]
    assert noted(PAIR_AND_ONE, "aKSQS a! d+2H c+3H b+4H a+6H") == []


def test_i20_entry_by_rank_forces_the_order():
    seated = {"dealer": "c", "up": "5D"}
    assert found({}, "dKD cKCQC dTC", **seated) == []
    assert found({}, "dKD cKCQC dQH", **seated) == []
    assert found({}, "dKD cQCKC", **seated) == [(3, "marriage-first-card-does-not-match", "c")]


@pytest.mark.parametrize("marriage", ["KCQC", "QCKC"])
def test_i20_either_order_on_a_joker_that_named_the_suit(marriage):
    hands, moves = {"a": "**2D3D"}, f"a*C b+2S3S4S6S c{marriage}"
    assert found(hands, f"{moves} b+4H") == []
    assert found(hands, f"{moves} d+4H") == [(5, "king-not-reversed", "d")]


@pytest.mark.parametrize("marriage", ["KSQS", "QSKS"])
def test_i21_two_players_the_same_again(marriage):
    hands = {"a": "KSQS2S3S4D"}
    assert found(hands, f"a{marriage} a2S b9S", **TWO) == []
    assert found(hands, f"a{marriage} b9S", **TWO) == [(3, "king-two-player-no-skip", "b")]


OTHERS = {"b": "9D", "c": "9C", "d": "9H"}
ACE_AND_THREE = {"a": "AS2H3H4H", **OTHERS}
ACE_AND_ONE = {"a": "AS2H", **OTHERS}
ACE_ALONE = {"a": "AS", **OTHERS}
ACE_AND_FOUR = {"a": "AS2H3H4H6D"}
EACH_GOT_ONE = ["points", [0, 10, 10, 10]]


def test_i22_as_many_cards_as_others():
    assert noted(ACE_AND_THREE, "aAS a>b2H a>c3H a>d4H", EACH_GOT_ONE) == []


def test_i22_the_gifts_count():
    assert found(ACE_AND_THREE, "aAS a>b2H a>c3H a>d4H", LOW) == [(6, "points-wrong", None)]


def test_i22_reversed_the_order_is_the_other_way():
    hands = {"a": "AS2H3H4H"}
    assert found(hands, "bKS aAS a>d2H a>c3H a>b4H", dealer="a") == []
    assert found(hands, "bKS aAS a>b2H a>c3H a>d4H", dealer="a") == [(4, "ace-gift-wrong-order", "a")]


def test_i23_one_card_left_two_others_draw():
    assert noted(ACE_AND_ONE, "aAS a>b2H c+3H d+4H", EACH_GOT_ONE) == []
    assert found(ACE_AND_ONE, "aAS a>b2H c+3H", ["points", [0, 10, 10, 5]]) == [(4, "ace-draw-missing", "d")]


def test_i23_with_one_card_in_the_stock_only_the_first_draws():
    # All the cards are worth 1090, those on the pile 25.
    points = ["points", [0, 10, 10, 1090 - 25 - 20]]
    assert found(ACE_AND_ONE, "aAS a>b2H c+3H", points, stock="3H", rest="d") == []
    assert found(ACE_AND_ONE, "aAS a>b2H d+3H", stock="3H", rest="d") == [(4, "ace-draw-wrong-player", "d")]


def test_i24_none_left_all_others_draw():
    assert noted(ACE_ALONE, "aAS b+2H c+3H d+4H", EACH_GOT_ONE) == []
    assert found(ACE_ALONE, "aAS b+2H c+3H", ["points", [0, 10, 10, 5]]) == [(4, "ace-draw-missing", "d")]


def test_i24_a_drawn_ace_gives_the_old_last_card_away():
    hands = {**OTHERS, "a": "2H"}
    assert noted(hands, "a+AS aAS a>b2H c+3H d+4H", EACH_GOT_ONE) == []
    assert noted({"a": "2H", "b": "9D"}, "a+AS aAS a>b2H", ["points", [0, 10]], **TWO) == []


def test_i25_the_call_is_owed_after_the_gifts():
    assert noted(ACE_AND_FOUR, "aAS a>b2H a>c3H a>d4H a! b+2C c+3C d+4C a+6C") == []
    assert found(ACE_AND_FOUR, "aAS a>b2H a>c3H a>d4H b+2C c+3C d+4C a+6C") == [(5, "one-card-call-missed", "a")]


def test_i25_a_catch_before_the_last_gift_is_premature():
    moves = "aAS a>b2H c!a a>c3H a>d4H a! b+2C"
    assert noted(ACE_AND_FOUR, moves) == [(4, "catch-without-cause", "a")]


def test_i25_a_catch_after_it_is_not():
    moves = "aAS a>b2H a>c3H a>d4H c!a a+2C3C b+4C"
    assert noted(ACE_AND_FOUR, moves) == [(5, "one-card-call-caught", "a")]
