"""Corners of Kings Reverse with all hands known: the deal, turns, draws, the stock, and play past the end of a hand."""

import pytest
from judging import faults, judged
from kings_reverse_hands import dealt, found, kings, noted

TWO = {"players": 2}
AT_WILL = {"pass_with_playable": True}


def undealt(hands, moves, **table):
    """Return the faults of a hand whose dealer was not recorded."""
    deal, *lines = dealt(hands, moves, **table)
    deal[1] = None
    return [told for told in faults(judged(kings(deal, *lines))) if told[1] != "hand-size-wrong"]


# The deal.


def test_a_dealer_who_is_not_at_the_table_leaves_open_who_starts():
    deal, moves = dealt({}, "c6S")
    deal[1] = "e"
    assert faults(judged(kings(deal, moves))) == [(1, "unknown-seat", "e")]


SIX_OF_SPADES_THRICE = "6S6S6S2C2D2H3C3D3H4C"
SEVEN_OF_HEARTS_THRICE = "7H7H7HTCTDTHQCQDQH4D"
TEN = ["2S2S3S3S4S4S9S9SJCJC", "2C3C4D4H6C6D6H9C9D9H"]


def test_a_hand_dealt_three_of_a_kind_is_not_relied_upon():
    hands = [SIX_OF_SPADES_THRICE, "2D3D4D4H6C6D6H9C9D9H", *TEN[:1], "TCTDTHQCQDQHACADAHKC"]
    replay = kings(["deal", "d", hands, "5S"], ["m", "a9S b9C"])
    assert faults(judged(replay)) == [(1, "too-many-copies", "a")]


def test_several_hands_with_too_many_of_a_kind_are_one_fault_of_nobody():
    hands = [SIX_OF_SPADES_THRICE, SEVEN_OF_HEARTS_THRICE, *TEN]
    assert faults(judged(kings(["deal", "d", hands, "5S"]))) == [(1, "too-many-copies", None)]


def test_a_card_turned_up_that_is_one_too_many_is_nobodys_fault():
    hands = ["6S6S" + SIX_OF_SPADES_THRICE[6:] + "4C", "2D3D4D4H6C6D6H9C9D9H", *TEN[:1], "TCTDTHQCQDQHACADAHKC"]
    # Any of the three may be the wrong one, so what a holds is not sure either.
    replay = kings(["deal", "d", hands, "6S"], ["m", "a9S"])
    assert faults(judged(replay)) == [(1, "too-many-copies", None)]


def test_where_hands_have_too_many_of_a_kind_between_them_none_of_them_is_relied_upon():
    hands = ["6S6S" + SIX_OF_SPADES_THRICE[6:] + "4C", "6S3D4D4H6C6D6H9C9D9H", *TEN[:1], "TCTDTHQCQDQHACADAHKC"]
    replay = kings(["deal", "d", hands, "5S"], ["m", "a9S b9S cTS"])
    assert faults(judged(replay)) == [(1, "too-many-copies", None), (4, "card-not-in-hand", "c")]


TEN_PLAYERS = {"players": 10}


def test_a_joker_that_went_back_lies_anywhere_in_the_stock():
    # Both draw although they hold a heart.
    table = {"up": "**5H", "stock": "**4C3C6D7D8DTD", **TEN_PLAYERS}
    assert found({}, "a+3C b+** c+4C", **table) == []
    # Its order is not known any more; a third nine of spades there cannot be.
    assert found({}, "a+9S", **table) == [(2, "too-many-copies", "a")]


ONLY_JOKERS = ["deal", "p", None, "****"]
SIXTEEN = {"players": 16, "packs": 3}


def test_where_only_jokers_can_be_turned_up_the_cards_are_dealt_again():
    assert faults(judged(kings(ONLY_JOKERS, ["deal", "p", None, "5S"], **SIXTEEN))) == []


def test_where_only_jokers_can_be_turned_up_play_may_not_go_on():
    assert faults(judged(kings(ONLY_JOKERS, ["m", "a5S"], **SIXTEEN))) == [(1, "joker-turn-up-kept", None)]


def test_where_only_jokers_can_be_turned_up_there_are_no_points():
    points = ["points", [5] * 16]
    assert faults(judged(kings(ONLY_JOKERS, points, **SIXTEEN))) == [(2, "hand-cut-short", None)]


def test_nobody_knows_the_dealer_and_anyone_starts():
    assert undealt({}, "c6S d9S") == []
    assert undealt({}, "c6S a9S") == [(3, "skip-applied-wrongly", "a")]


def test_nobody_knows_the_dealer_and_his_left_draws_for_the_seven():
    assert undealt({}, "c+2H3H d7D", up="7S") == []
    assert undealt({}, "c+2H3H a7D", up="7S") == [(3, "wrong-first-player", "a")]
    assert undealt({}, "c+2H3H c7D", up="7S") == [(3, "turn-up-effect-not-applied", "c")]


def test_nobody_knows_the_dealer_and_nobody_draws_for_the_seven():
    assert undealt({}, "c9S", up="7S") == [(2, "turn-up-effect-not-applied", None)]
    assert undealt({}, "c9S", up="7S", stock="", rest="d") == []


@pytest.mark.parametrize("first", "ab")
def test_of_two_players_either_starts_after_a_king_where_his_left_does(first):
    assert found({}, f"{first}5S", up="KS", rules={"turn_up_king": "left"}, **TWO) == []


def test_the_house_rule_on_a_king_turned_up_decides_who_starts():
    assert found({}, "dTS", up="KS", rules={"turn_up_king": "dealer"}) == []
    deal, moves = dealt({}, "cTS", up="KS")
    (finding,) = [
        finding
        for finding in judged(kings(deal, moves, turn_up_king="dealer")).findings
        if finding.rule.name != "unfinished-game"
    ]
    assert (finding.place.event, finding.rule.name, finding.seat) == (2, "wrong-first-player", 2)
    assert finding.option == ("turn_up_king", "dealer")


# Acts that are none of this table, or of this game.


def test_who_is_not_at_the_table_cannot_be_caught():
    assert found({}, "a6S b!h b9S") == [(3, "unknown-seat", "h")]


def test_who_is_not_at_the_table_gets_no_gift():
    assert found({"a": "AS2H3H4H6H9D"}, "aAS a>e2H b9S") == [(3, "unknown-seat", "e")]


def test_nobody_takes_tricks():
    assert found({}, "a6S b$ b9S") == [(3, "act-not-in-this-game", "b")]


# Turns.


EMPTY = {"stock": "", "rest": "d"}
PASSED_OVER = {"a": "4S3S9S", "b": "8S9HTC", "c": "6S6D9D", "d": "JC"}


def test_a_seat_passed_over_as_finished_comes_in_again_at_its_place():
    told = found(PASSED_OVER, "a4S c6S d2S a3S b8S", **EMPTY)
    assert told == [(3, "finished-player-skipped-wrongly", "b")]


def test_a_seat_passed_over_as_finished_comes_in_at_no_other_place():
    told = found(PASSED_OVER, "a4S c6S b8S", **EMPTY)
    assert told == [(3, "finished-player-skipped-wrongly", "b"), (4, "out-of-turn", "b")]


def test_a_pass_by_who_misses_the_turn_means_nothing():
    assert found({}, "a8S b- cTS") == []


def test_a_pass_by_who_took_the_joker_back_means_nothing():
    assert found({"a": "**9S2C"}, "a*H b?+ a<** a+2H3H4H6H a- b4S") == []


def test_a_pass_by_anybody_else_is_out_of_turn_and_without_drawing():
    assert found({}, "a8S d-") == [(3, "skip-applied-wrongly", "d"), (3, "pass-without-drawing", "d")]
    assert found({}, "a8S a-") == [(3, "pass-without-drawing", "a"), (3, "out-of-turn", "a")]


def test_a_seat_passed_over_comes_in_again_behind_one_that_is_finished():
    told = found({**PASSED_OVER, "a": "3D4D"}, "a- c6S d2S b8S", **EMPTY)
    assert told == [(3, "finished-player-skipped-wrongly", "b")]


def test_a_finished_seat_that_passes_again_takes_no_turn():
    hands = {"b": "2D3D", "c": "4S9C9H"}
    table = {"stock": "", "rest": "a", "dealer": "a"}
    assert found(hands, "b- c4S d6S b- a9S", **table) == []
    # The table went on as if it had been B's turn.
    assert found({**hands, "c": "4S9S9H"}, "b- c4S d6S b- c9S", **table) == [(5, "acted-after-passing-out", "b")]


KING_NOT_MINDED = [(3, "king-not-reversed", "b")]


@pytest.mark.parametrize(
    "moves",
    ["aKS b9S a7S d+2H3H cTS", "aKS b9S a*S d?- d+2H3H4H6H2D3D cTS", "aKS b9S aTS dJS"],
)
def test_a_king_minded_late_hits_who_is_next_in_its_direction(moves):
    assert found({"a": "KS7S8S**TS"} if "*" not in moves else {"a": "KS**2C3C"}, moves) == KING_NOT_MINDED


def test_who_would_be_hit_by_a_king_minded_late_may_pass():
    assert found({"a": "KS8S2C3C"}, "aKS b9S a8S e- dTS", players=5) == KING_NOT_MINDED


@pytest.mark.parametrize(
    ("moves", "further"),
    [
        ("aKS b9S a7S b+2H d+3H4H c9S", [(5, "seven-wrong-draw-count", "b"), (6, "penalty-not-due", "d")]),
        ("aKS b9S a*H b?+ d+2H3H a<** a+4C6C2D3D b4S", [(6, "penalty-not-due", "d")]),
    ],
)
def test_once_the_next_in_the_tables_direction_is_hit_no_king_is_minded_late(moves, further):
    hand = "KS**9C2C" if "*" in moves else "KS7S9C2C"
    assert found({"a": hand}, moves) == [*KING_NOT_MINDED, (4, "out-of-turn", "a"), *further]


def test_a_catch_is_served_whichever_way_play_goes():
    moves = "aKS b9S a7S c!a d+2H3H a+2D3D cTS"
    assert found({"a": "KS7S9D"}, moves) == KING_NOT_MINDED


def test_a_seat_that_acts_against_the_direction_once_is_out_of_turn():
    told = found({"a": "KS7S2C3C"}, "aKS b9S a7S b+2H3H cTS")
    assert told == [*KING_NOT_MINDED, (4, "out-of-turn", "a")]


# Draws.


def test_a_draw_can_go_on_until_there_is_nothing_left_to_draw():
    told = found({"a": "9D9C"}, "a+2H a+3H", stock="2H", rest="d")
    assert told == [(3, "draw-from-empty-pack", "a")]


def test_an_over_draw_in_three_parts_is_one():
    assert noted({"a": "9D9C"}, "a+2H a+3H a+4H b9S") == [(3, "over-draw-kept", "a")]


def test_a_penalty_is_not_drawn_from_nowhere():
    assert found({}, "a7S b+2H3H", stock="2H", rest="d") == [(3, "draw-from-empty-pack", "b")]


def test_who_misses_the_turn_and_does_not_draw_for_the_seven_turned_up():
    assert found({}, "b9S", up="7S") == [(2, "turn-up-effect-not-applied", "a")]


def test_what_could_not_be_drawn_is_forgiven_although_the_discards_become_stock():
    rules = {"when_pack_empty": "reshuffle"}
    assert found({}, "a7S b+2H % c9S", stock="2H", rest="d", rules=rules) == []
    assert found({}, "a7S b+2H c9S", stock="2H", rest="d", rules=rules) == []


def test_three_for_a_seven_are_too_many():
    assert found({}, "a7S b+2H3H4H c9S") == [(3, "seven-wrong-draw-count", "b")]


def test_too_many_in_several_draws_are_one_fault_at_the_last():
    assert found({}, "a7S b+2H3H4H b+6H c9S") == [(4, "seven-wrong-draw-count", "b")]
    assert found({}, "a7S b+2H3H b+4H b+6H c9S") == [(5, "seven-wrong-draw-count", "b")]


def test_another_card_than_any_of_the_stock_is_drawn_and_played():
    told = found({}, "a+9D a9D", up="9H", stock="2H3H4H6H7H8HTH", **TEN_PLAYERS)
    assert told == [(2, "drawn-card-not-next", "a")]


def test_two_penalties_are_served_one_after_the_other():
    hands = {"a": "4S7SKD", "b": "9S3D"}
    moves = "a4S b9S cTS d6S a7S a! c!b {} cJS"
    for draws in ("b+2C3C b+2H3H", "b+2C b+3C2H b+3H", "b+2C3C2H3H"):
        assert noted(hands, moves.format(draws)) == [(3, "one-card-call-caught", "b")]
    assert found(hands, moves.format("b+2C3C b+2H")) == [(10, "seven-wrong-draw-count", "b")]


def test_a_drawn_card_that_could_be_played_is_not_kept():
    assert found({"a": "9D9C"}, "a+6S b2S") == [(2, "drawn-card-not-played", "a")]
    assert found({"a": "9D9C"}, "a+6S a- b2S") == [(2, "drawn-card-not-played", "a")]


def test_the_discards_are_made_stock_again_and_used_up_again():
    # B passes and is finished; A draws the last card and is finished too, so B's draw comes after the end.
    told = found({"a": "JH9D9C"}, "aJH b+2S b- % a+5S b+3D", rules=AT_WILL, stock="2S", rest="b", **TWO)
    assert told == [(5, "reshuffle-not-allowed", None), (7, "draw-from-empty-pack", "b")]


@pytest.mark.parametrize(("hand", "told"), [("9D9C", []), ("9D9S", [(2, "draw-with-playable-card", "a")])])
def test_only_who_is_stuck_draws_where_that_is_agreed(hand, told):
    assert found({"a": hand}, "a+2H", rules={"draw_only_when_stuck": True}) == told


# Several cards in one act.


@pytest.mark.parametrize("cards", ["6S7S8S", "6SKSQS", "KSQSJS"])
def test_three_cards_are_no_marriage(cards):
    assert found({}, f"a{cards}") == [(2, "too-many-cards-played", "a")]


def test_a_joker_on_top_of_others_names_a_suit_and_hits_the_next():
    hands = {"a": "6S**2D3D"}
    too_many = (2, "too-many-cards-played", "a")
    assert found(hands, "a6S** a=H b+2S3S4S6C c9H") == [too_many]
    assert found(hands, "a6S** a=H b+2S3S4S c9H") == [too_many, (4, "joker-wrong-draw-count", "b")]
    assert found(hands, "a6S** a=H b+2S3S4S6C c9D") == [too_many, (5, "card-does-not-match", "c")]


# Past the end of a hand.


OUT = {"a": "6S", "b": "9S4D", "c": "9C", "d": "TS9H"}


@pytest.mark.parametrize("act", ["b9S", "b-", "bKSQS", "b*H"])
def test_play_after_the_end_of_a_hand(act):
    hands = {**OUT, "b": "9SKSQS**"}
    assert found(hands, f"a6S {act}") == [(3, "hand-not-ended", "b")]


def test_play_after_the_end_of_a_hand_is_told_once_and_its_cards_count():
    moves = "a6S b9S c!b c+2H3H dTS b>c4D b- c*S c<** c*S a=H"
    # C has drawn two cards and was given one.
    told = found({**OUT, "c": "9C**"}, moves, ["points", [0, 0, 20, 5]])
    assert told == [(3, "hand-not-ended", "b")]


def test_play_after_the_end_of_a_hand_draws_from_nowhere():
    hands = {"a": "6S", "b": "9S", "c": "9C", "d": "TS9H"}
    told = found(hands, "a6S b9S c+2H3H", stock="2H", rest="d")
    assert told == [(3, "hand-not-ended", "b")]


def test_who_takes_the_last_card_back_is_not_out():
    hands = {**OUT, "b": "9S4D3D"}
    points = ["points", [5, 10, 0, 10]]
    assert found(hands, "a6S a<6S b9S c9C", points) == [(3, "joker-taken-back-wrongly", "a")]


def test_a_card_taken_back_was_not_the_next_to_last():
    assert found({"a": "6S2D"}, "a6S a<6S b9S cTS dJS a6S a! b2S") == [(3, "joker-taken-back-wrongly", "a")]


# Blocked ends.


BLOCKED = {"a": "6S9D"}
A_STUCK = {"rules": AT_WILL, "stock": "", "rest": "b", **TWO}
ALL = 1090


def test_the_passes_that_block_a_hand_need_not_be_written():
    points = ["points", [5, ALL - 5 - 5 - 5]]
    assert found(BLOCKED, "a6S a! b-", points, **A_STUCK) == []


def test_the_end_of_a_blocked_hand_closes_the_windows():
    points = ["points", [5, ALL - 5 - 5 - 5]]
    assert found(BLOCKED, "a6S b-", points, **A_STUCK) == [(2, "one-card-call-missed", "a")]


def test_who_can_still_play_makes_it_a_hand_cut_short():
    points = ["points", [5, ALL - 5 - 5 - 5]]
    assert found({"a": "6S9S"}, "a6S a! b-", points, **A_STUCK) == [(5, "hand-cut-short", None)]


def test_a_pair_is_enough_to_play_where_marriages_match_freely():
    table = {"stock": "", "rest": "d"}
    assert found({"a": "KHQH3D"}, "a- b9S", **table) == []
    told = found({"a": "KHQH3D"}, "a- b9S", rules={"marriage_match": "free"}, **table)
    assert told == [(2, "pass-with-playable-card", "a")]


def test_a_pass_is_for_good_only_where_the_discards_do_not_become_stock():
    hands = {"a": "4S9S2D", "b": "3D6D9C"}
    moves = "a4S b- c2S d6S a9S a! b9C b!"
    assert found(hands, moves, rules={"when_pack_empty": "reshuffle"}, **EMPTY) == []
    assert found(hands, moves, **EMPTY) == [(8, "acted-after-passing-out", "b")]


# Draws in more than one token.


def test_cards_drawn_one_by_one_after_the_end_are_one_fault():
    one = (3, "penalty-not-due", "b")
    assert found({"a": "9S", "b": "2C3C"}, "a9S b+2H b+3H") == [one]
    assert found({"a": "9S", "b": "2C3C"}, "a9S b+2H3H") == [one]
    assert found({"a": "9S", "b": "2C3C"}, "a9S b+2H c+3H") == [one, (4, "penalty-not-due", "c")]


def test_a_second_pass_after_a_draw_is_a_turn_of_its_own():
    hands = {"a": "2C3C", "b": "4C6C"}
    assert found(hands, "a+2H a- b+3H") == []
    assert found(hands, "a+2H a- a- b+3H")[0][1] in {"out-of-turn", "pass-without-drawing", "skip-applied-wrongly"}


def test_a_seven_of_the_deal_drawn_for_twice_over_is_one_fault():
    assert found({"a": "9S6C", "b": "4C2D"}, "a+2H3H a+4H a6C b4C", up="7C") == [(4, "turn-up-effect-not-applied", "a")]
