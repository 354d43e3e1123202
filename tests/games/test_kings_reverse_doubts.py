"""Kings Reverse where more than one honest reading of a log is left: nobody is accused by one of them alone."""

from judging import faults, judged
from kings_reverse_hands import dealt, kings
from oracle import kings_reverse

FOREIGN = [(2, "card-not-in-hand", "a")]
TWO = {"players": 2}
THREE = {"players": 3}
CROWD = {"players": 16, "packs": 3}


def agreed(text):
    """Return the faults of a game, on which the slow referee must agree."""
    told = [fault for fault in faults(judged(text)) if fault[1] != "hand-size-wrong"]
    slow = [(row.event, row.name, row.seat) for row in kings_reverse.judge(text).findings]
    assert told == [fault for fault in slow if fault[1] != "hand-size-wrong"]
    return told


def both(hands, moves, *claims, rules=None, **table):
    """Return the same of a hand that is written by the few cards that matter."""
    return agreed(kings(*dealt(hands, moves, **table), *claims, players=table.get("players", 4), **(rules or {})))


def unseen(moves, **rules):
    """Return the same of a hand of which neither cards nor the turned-up one are on record."""
    return agreed(kings(["deal", "d", None], ["m", moves], **rules))


# Lines and turns.


def test_a_line_comes_before_a_drawn_card_is_played():
    table = {"stock": "TS", "rest": "b", **TWO}
    cut = [(3, "hand-cut-short", None)]
    assert both({"a": "9H9C"}, "a+TS", ["totals", [0, 0]], ["m", "aTS"], **table) == cut
    assert both({"a": "9H9C"}, "a+TS", ["points", [20, 0]], **table) == cut


def test_a_pass_after_an_eight_of_a_doubtful_hand_means_nothing():
    assert both({"a": "9S8S", "b": "TS4D3D"}, "a6S bTS a8S b- a+2H", **TWO) == FOREIGN


def test_whom_a_wrong_card_skips_stays_open_while_its_player_acts():
    again = [*FOREIGN, (3, "second-action-in-turn", "a")]
    hands = {"a": "9H9C"}
    assert both(hands, "a8S a+2H c9S", rest="d", stock="2H3H4H6H2D3D2C3C4C6C9D9HTHQHTDQD") == again
    assert both(hands, "a8S a+2H b9S", rest="d", stock="2H3H4H6H2D3D2C3C4C6C9D9HTHQHTDQD") == again


def test_who_draws_the_last_card_after_a_joker_taken_back_may_have_passed():
    wrongly = [(3, "joker-taken-back-wrongly", "a")]
    hands = {"a": "**QS3H4H", "b": "3D4D", "c": "9S6S3C4C", "d": "TS5S"}
    assert both(hands, "a*H a<** b+2H c9S dTS aQS c6S", stock="2H", rest="d") == wrongly


# Aces.


def test_a_stock_that_nobody_can_count_may_have_a_card_for_each():
    hands = {"b": "AS"}
    table = {"stock": "2H3H", "rest": "c"}
    assert both(hands, "a- bAS d+2H a+3H", **table) == [(2, "pass-without-drawing", "a")]
    assert both(hands, "aTS bAS d+2H a+3H", **table) == [(5, "ace-draw-wrong-player", "a")]


def test_who_gives_its_last_card_away_owes_no_call():
    hands = {"a": "AS9H", "b": "4D", "c": "4C"}
    told = both(hands, "aAS b+2H a>c9H", ["points", [0, 10, 10]], **THREE)
    assert told == [(4, "card-exchange", "a")]


def test_a_card_that_another_has_laid_may_have_been_given_to_it():
    hands = {"a": "9S", "b": "6STS", "c": "4C4D"}
    assert both(hands, "a6S bTS", ["points", [5, 0, 10]], **THREE) == FOREIGN
    # Nobody can tell who is out, but this hand is known.
    assert both(hands, "a6S bTS", ["points", [5, 0, 0]], **THREE) == [*FOREIGN, (4, "points-wrong", "c")]


def test_a_call_that_others_owe_is_missed_when_a_hand_is_given_away():
    hands = {"a": "AS9H4S", "b": "TS4D", "c": "4C3C"}
    told = both(hands, "aAS bTS c+2H a>c9H a>c4S", ["points", [0, 5, 25]], **THREE)
    assert told == [(3, "one-card-call-missed", "b"), (5, "card-exchange", "a")]


# Stocks.


def test_when_the_discards_were_shuffled_in_is_open_where_nobody_says_so():
    moves = "aTS b+2H c+2D d+2C e+3H f+3D g+3C h+4H i+6C"
    hand = dealt({}, moves, players=10)
    hand[0][2][9] = "??" * 10
    assert agreed(kings(*hand, players=10, when_pack_empty="reshuffle")) == []


def test_without_a_turn_up_the_last_card_of_the_stock_may_be_a_penalty():
    assert unseen("c7H b+JD a4H", **CROWD) == []


def test_without_a_turn_up_who_has_drawn_the_last_card_may_not_have_passed():
    passes = " ".join(f"{seat}-" for seat in "ghijklmnopabc")
    assert unseen(f"e+5C fAC {passes} d8C f9C", **CROWD) == []


def test_what_had_been_short_is_owed_in_full_once_it_is_drawn_for_again():
    table = {"rules": {"when_pack_empty": "reshuffle"}, "stock": "2H", "rest": "d"}
    hands = {"a": "TS**2S3D9C", "d": "4S"}
    caught = "aTS b9S cQS d4S a*H b?+ a<** a+2H %"
    assert both(hands, f"{caught} b8S", **table) == []
    assert both(hands, f"{caught} a+9S b8S", **table) == [(11, "challenge-wrong-draw-count", "a")]
