"""Kings Reverse where the record does not tell all: unknown cards and hands, doubtful stocks; what is judged still."""

import pytest
from judging import faults, judged
from kings_reverse_hands import dealt, kings

from verifier.finding import FaultClass
from verifier.verdict import Outcome

DEAL = ["deal", "d", None, "5S"]
NO_TURN_UP = ["deal", "d", None]
FOUR = "2S3S4S6S"
SIX = "2S3S4S6S2H3C"


def seen(*events, **rules):
    """Return the faults of a game, and whether something stayed unverified."""
    verdict = judged(kings(*events, **rules))
    return faults(verdict), verdict.unverified > 0


def played(deal, moves, *claims, **rules):
    """Return the faults of one hand, and whether something stayed unverified."""
    return seen(deal, ["m", moves], *claims, **rules)


def short(hands, moves, *claims, rules=None, **table):
    """Return the same of a hand that is written by the few cards that matter."""
    told, open_ = seen(*dealt(hands, moves, **table), *claims, players=table.get("players", 4), **(rules or {}))
    return [fault for fault in told if fault[1] != "hand-size-wrong"], open_


PROVED = False
OPEN = True

# What uses up the stock of ten players.
SEVEN_DRAWS = "a+2H b+2D c+2C d+3H e+3D f+3C g+4H"

# The card turned up is not known.


def test_without_a_turn_up_anyone_starts_with_any_card():
    assert played(NO_TURN_UP, "c6S d9S a9D") == ([], OPEN)


def test_without_a_turn_up_the_second_card_must_match():
    assert played(NO_TURN_UP, "c6S d9D") == ([(3, "card-does-not-match", "d")], OPEN)


def test_without_a_turn_up_the_second_act_shows_which_way_play_goes():
    assert played(NO_TURN_UP, "c6S bTS a9S") == ([], OPEN)
    assert played(NO_TURN_UP, "c6S bTS c9S") == ([(4, "out-of-turn", "c")], OPEN)


def test_without_a_turn_up_gifts_show_which_way_play_goes():
    assert played(NO_TURN_UP, "cAS c>b2H c>a3H c>d4H b6S") == ([], OPEN)
    assert played(NO_TURN_UP, "cAS c>d2H c>a3H c>b4H d6S") == ([], OPEN)
    assert played(NO_TURN_UP, "cAS c>a2H c>b3H c>d4H d6S")[0] == [(3, "ace-gift-wrong-order", "c")]


def test_without_a_turn_up_a_draw_shows_which_way_play_goes():
    assert played(NO_TURN_UP, "c7S b+2H3H a9S") == ([], OPEN)
    assert played(NO_TURN_UP, "c7S d+2H3H a9S") == ([], OPEN)
    assert played(NO_TURN_UP, "c7S b+2H3H d9S")[0] == [(4, "skip-applied-wrongly", "d")]


@pytest.mark.parametrize("act", ["a=H", "b?", "a-"])
def test_without_a_turn_up_an_act_may_have_been_right(act):
    assert played(NO_TURN_UP, act) == ([], OPEN)


def test_without_a_turn_up_nobody_takes_back_what_nobody_laid():
    told, _ = played(NO_TURN_UP, "a<**")
    assert told == [(2, "joker-taken-back-wrongly", "a")]


def test_a_turn_up_that_is_not_known_lies_in_the_new_stock():
    rules = {"players": 10, "when_pack_empty": "reshuffle"}
    assert played(["deal", "j", None], f"{SEVEN_DRAWS} h6S % i+7C", **rules) == ([], OPEN)


# Whole hands are not known.


def test_a_hand_that_is_not_known_holds_anything():
    assert played(DEAL, "a6S b9S cJD dKD") == ([], PROVED)


def test_a_card_that_does_not_match_needs_no_hand():
    assert played(DEAL, "a6H") == ([(2, "card-does-not-match", "a")], PROVED)


def test_a_joker_out_of_a_hand_that_is_not_known_is_unverified():
    assert played(DEAL, f"a*H b+{FOUR} c9H") == ([], OPEN)
    assert played(DEAL, "a*H b?+ a<** a+2H3H4H6H b9S c6S") == ([], OPEN)
    assert played(DEAL, f"a*H b?- b+{SIX} c9H dTH") == ([], OPEN)


def test_unless_the_hand_is_shown():
    assert played(DEAL, f"a*H b?- a^9S b+{SIX} c9H dTH") == ([(3, "challenge-wrong-verdict", "b")], PROVED)
    assert played(DEAL, f"a*H b?- a^9D9C9H4C4D4H6C6D6H b+{SIX} c9H dTH") == ([], PROVED)
    told = played(DEAL, "a*H b?+ a^9D9C9H4C4D4H6C6D6H a<** a+2H3H2D3D b9S c6S")
    assert told == ([(3, "challenge-wrong-verdict", "b")], PROVED)


def test_cards_drawn_unseen_after_the_joker_are_not_told_from_the_others():
    deal = ["deal", "d", ["**??", None, None, None], "5S"]
    moves = f"a*H c!a a+???? b?- a^9S b+{SIX} c9H dTH"
    assert played(deal, moves) == ([(1, "hand-size-wrong", "a")], OPEN)


def test_nor_is_a_card_that_came_from_another_hand():
    deal = ["deal", "d", ["**2D3D4D6D9D9CTDTCQD", None, None, None], "5S"]
    moves = f"a*H b>a?? b?- a^9S b+{SIX} c9H dTH"
    assert played(deal, moves) == ([(3, "card-exchange", "b")], PROVED)


def test_a_hand_shown_in_full_is_known():
    shown = "a^5H6S7S8S9STSQSKS2D3D"
    assert played(DEAL, f"{shown} a6S b9S") == ([], PROVED)
    assert played(DEAL, f"{shown} aJD") == ([(3, "card-not-in-hand", "a")], PROVED)


def test_a_hand_shows_what_it_holds():
    deal = ["deal", "d", ["6S9D2C2D2H3C3D3H4C4D", None, None, None], "5S"]
    assert played(deal, "a^6S9D a6S b9S") == ([], PROVED)
    assert played(deal, "a^6S9S a6S b9S") == ([(2, "card-not-in-hand", "a")], PROVED)


def test_a_hand_does_not_show_three_of_a_kind():
    told, _ = played(DEAL, "a^6S6S6S")
    assert told == [(2, "too-many-copies", "a")]


def test_a_hand_that_is_not_known_does_not_lay_three_of_a_kind():
    told, _ = played(["deal", "d", ["6S6S2C2D2H3C3D3H4C4D", None, None, None], "5S"], "a6S b6S")
    assert told == [(3, "too-many-copies", "b")]


def test_points_without_any_play_are_neither_right_nor_wrong():
    verdict = judged(kings(DEAL, ["points", [0, 20, 15, 300]]))
    assert faults(verdict) == []
    assert verdict.outcome is Outcome.UNDECIDED


def test_points_without_any_play_can_be_impossible():
    assert seen(DEAL, ["points", [0, 20, 15, 301]])[0] == [(2, "points-not-multiple-of-five", "d")]
    assert seen(DEAL, ["points", [0, 20, 15, 1095]])[0] == [(2, "points-not-multiple-of-five", "d")]


def test_points_of_known_hands_must_be_played_for():
    deal, *_ = dealt({}, "")
    assert seen(deal, ["points", [0, 20, 15, 300]])[0] == [(2, "hand-cut-short", None)]


# A card is laid, given, drawn or dealt unseen.


@pytest.mark.parametrize("act", ["a??", "aKS??", "a??QS", "a????"])
def test_what_follows_a_card_laid_unseen_is_not_judged(act):
    assert played(DEAL, f"{act} b2D c3H c+2C") == ([], OPEN)
    points = ["points", [3, 0, 5, 1090]]
    told, _ = played(DEAL, f"{act} b2D c3H c+2C", points)
    assert told == [(6, "points-not-multiple-of-five", "a")]


@pytest.mark.parametrize("act", ["a6S??", "aKSQS??", "a??9D"])
def test_cards_laid_unseen_with_others_are_too_many(act):
    assert played(DEAL, act) == ([(2, "too-many-cards-played", "a")], OPEN)


TWO_HANDS = ["deal", "b", ["AS2S3S4S6S9D9C9HTDTC", None], "5S"]
STUCK_ONLY = {"players": 2, "draw_only_when_stuck": True}


def test_one_unseen_gift_leaves_a_hand_with_a_spade():
    told = played(TWO_HANDS, "aAS a>b?? bQS a+2D", **STUCK_ONLY)
    assert told == ([(5, "draw-with-playable-card", "a")], PROVED)


def test_one_unseen_gift_may_have_been_the_only_spade():
    deal = ["deal", "b", ["AS2S3D4D6D9D9C9HTDTC", None], "5S"]
    assert played(deal, "aAS a>b?? bQS a+2D", **STUCK_ONLY) == ([], OPEN)


def test_a_hand_that_is_not_known_may_be_stuck():
    assert played(["deal", "b", None, "5S"], "a+2D", **STUCK_ONLY) == ([], OPEN)


def test_one_unseen_gift_may_have_been_the_card_that_forbids_a_joker():
    deal = ["deal", "b", ["AS**2S3D4D6D9D9CTDTC", None], "5S"]
    told, open_ = played(deal, "aAS a>b?? b+2H a*H b+2C3C4C6C a9D", players=2)
    assert (told, open_) == ([(7, "card-does-not-match", "a")], OPEN)


def test_one_unseen_gift_may_have_been_the_only_joker():
    table = {"stock": "", "rest": "b", "players": 2}
    hands = {"a": "AS**2D3D4D", "b": "AC7C"}
    assert short(hands, "aAS a>b?? bAC a- b7C", **table) == ([], OPEN)
    assert short(hands, "aAS a>b2D bAC a- b7C", **table)[0] == [(5, "pass-with-playable-card", "a")]


def test_an_unseen_gift_leaves_points_open():
    # Besides the pile of 30 points and A's three cards B holds everything, 1030 points, and one of those cards.
    rules = {"pass_with_playable": True}
    table = {"stock": "", "rest": "b", "players": 2, "rules": rules}
    for written, faulty in (([10, 1050], []), ([25, 1035], []), ([11, 1050], ["a"]), ([10, 1030], ["b"])):
        told, _ = short({"a": "AS2D7H3D", "b": "AC"}, "aAS a>b?? bAC a- b-", ["points", written], **table)
        assert told == [(7, "points-not-multiple-of-five", seat) for seat in faulty]


def test_a_card_drawn_unseen_may_have_been_playable():
    assert played(DEAL, "a+?? b9S") == ([], OPEN)
    assert played(DEAL, "a+?? b9S", drawn_card="may-play") == ([], PROVED)


def test_a_card_drawn_unseen_may_be_the_one_that_is_played():
    assert played(DEAL, "a+?? a9S bTS") == ([], PROVED)


STOCK = "4C3C6D7D8DTDQD"
TEN = {"players": 10}


def test_a_card_drawn_unseen_takes_the_next_of_the_stock():
    assert short({}, "a+3C", stock=STOCK, **TEN)[0] == [(2, "drawn-card-not-next", "a")]
    known = ["deal", "j", None, "5H", STOCK]
    assert played(known, "a+?? b+3C c+6D", **TEN) == ([], OPEN)
    assert played(known, "a+?? b+4C", **TEN)[0] == [(3, "drawn-card-not-next", "b")]


def test_an_unseen_card_of_the_stock_may_be_any():
    hidden = ["deal", "j", None, "5H", "??" + STOCK[2:]]
    assert played(hidden, "a+9C b+3C c+6D", **TEN) == ([], PROVED)
    assert played(hidden, "a+9C b+9D", **TEN) == ([(3, "drawn-card-not-next", "b")], PROVED)


def test_a_stock_in_no_known_order_is_still_a_stock():
    mixed = ["deal", "j", None, "**5H", "**" + STOCK[2:]]
    assert played(mixed, "a+TD b+3C c+** d+6D", **TEN)[0] == []
    assert played(mixed, "a+9C", **TEN) == ([(2, "drawn-card-not-next", "a")], PROVED)


def test_after_an_unseen_draw_nobody_knows_what_is_left_of_it():
    mixed = ["deal", "j", None, "**5H", "**" + STOCK[2:]]
    assert played(mixed, "a+?? b+3C c+9C", **TEN) == ([], OPEN)


def test_a_third_copy_may_be_the_card_that_was_drawn_unseen():
    # Both threes of clubs are in the stock; one of them may have been drawn by A.
    mixed = ["deal", "j", None, "**5H", "**3C3C7D8DTDQD"]
    assert played(mixed, "a+?? b+3C c+3C", **TEN)[0] == []


# A stock that the log contradicts.


SMALL = {"stock": "2H3H4H6H2D", "rest": "d"}
PASSED = [(2, "pass-without-drawing", "a")]


@pytest.mark.parametrize("moves", ["a- b-", "a- b7S d9S", "a- b7S d2D"])
def test_what_depends_on_a_doubtful_stock_is_not_judged(moves):
    assert short({}, moves, **SMALL) == (PASSED, OPEN)


def test_a_draw_depends_on_a_doubtful_stock_only_if_it_takes_more_than_is_left():
    one = {"stock": "2H", "rest": "d"}
    assert short({}, "a- b+2H3H c9D", **one) == (PASSED, OPEN)
    assert short({}, "a- b+2H c9D", **one)[0] == [*PASSED, (4, "card-does-not-match", "c")]


def test_a_play_does_not_depend_on_a_doubtful_stock():
    assert short({}, "a- b9S c9D dTS", **SMALL)[0] == [*PASSED, (5, "card-does-not-match", "d")]


def test_points_of_a_hand_that_was_not_judged_to_its_end_can_be_impossible():
    assert short({}, "a- b-", ["points", [0, 5, 5, 5]], **SMALL) == (PASSED, OPEN)
    told, _ = short({}, "a- b-", ["points", [0, 5, 5, 7]], **SMALL)
    assert told == [*PASSED, (4, "points-not-multiple-of-five", "d")]


@pytest.mark.parametrize("act", ["c+3H", "c-"])
def test_a_wrong_count_makes_open_what_else_was_due(act):
    hands = {"a": "7S9H"}
    told = short(hands, f"a7S c!a b+2H {act} d2C", **SMALL)
    assert told == ([(4, "seven-wrong-draw-count", "b")], OPEN)


def test_hands_that_are_not_known_may_all_be_stuck_at_the_end():
    deal = ["deal", "j", None, "5S"]
    points = ["points", [55, 50, 50, 50, 50, 50, 50, 50, 50, 50]]
    assert played(deal, SEVEN_DRAWS, points, **TEN) == ([], OPEN)
    points[1][0] = 56
    assert played(deal, SEVEN_DRAWS, points, **TEN)[0] == [(9, "points-not-multiple-of-five", "a")]


def test_the_report_says_that_the_deal_is_missing():
    verdict = judged(kings(DEAL, ["m", f"a*H b+{FOUR} c9H"]))
    (notice,) = [finding for finding in verdict.findings if finding.rule.name == "deal-missing"]
    assert notice.rule.fault_class is FaultClass.NOTICE
    assert notice.facts["unverified"] == verdict.unverified
