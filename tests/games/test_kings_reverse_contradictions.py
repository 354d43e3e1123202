"""Kings Reverse after a record contradicts itself or a table goes its own way: one fault, and no more of it."""

import pytest
from judging import faults, judged, judged_file
from kings_reverse_hands import dealt, kings
from oracle import kings_reverse

from verifier.cards import CARD_TEXTS, PACK_SIZE
from verifier.games.kings_reverse.matching import is_pair

SIX = "2S3S4S6S2H3C"
SMALL = {"stock": "2H3H4H6H2D", "rest": "d"}
TWO = {"players": 2}
ALONE = {"stock": "2H", "rest": "a", "players": 2}


def both(hands, moves, *claims, rules=None, **table):
    """Return the faults of a hand, on which the slow referee must agree."""
    text = kings(*dealt(hands, moves, **table), *claims, players=table.get("players", 4), **(rules or {}))
    told = [fault for fault in faults(judged(text)) if fault[1] != "hand-size-wrong"]
    slow = [(row.event, row.name, row.seat) for row in kings_reverse.judge(text).findings]
    assert told == [fault for fault in slow if fault[1] != "hand-size-wrong"]
    return told


def test_only_king_and_queen_of_a_suit_are_a_pair():
    pairs = {(one, two) for one in range(PACK_SIZE) for two in range(PACK_SIZE) if is_pair(one, two)}
    wanted = {(king + suit, queen + suit) for suit in "SHDC" for king, queen in ("KQ", "QK")}
    assert {(CARD_TEXTS[one], CARD_TEXTS[two]) for one, two in pairs} == wanted


@pytest.mark.parametrize("cards", ["ASJS", "JSAS", "AS9S"])
def test_an_ace_is_in_no_marriage(cards):
    assert both({}, f"a{cards}") == [(2, "too-many-cards-played", "a")]


def test_an_ace_and_a_jack_are_not_seen_as_a_marriage_at_a_glance():
    moves = "aASJS b+2H c+2D d+3H"
    (verdict,) = judged_file(kings(*dealt({}, moves)).encode())
    assert faults(verdict) == [(2, "too-many-cards-played", "a")]


# A stock that may be used up.

PASSED = [(2, "pass-without-drawing", "a")]


def test_a_wrong_actor_depends_on_a_doubtful_stock():
    # B may have passed for good, where the stock was used up.
    assert both({}, "a- c9S d2D", **SMALL) == PASSED
    assert both({}, "aTS c9S d2D", **SMALL) == [(3, "skip-applied-wrongly", "c"), (4, "card-does-not-match", "d")]


def test_another_card_after_a_draw_depends_on_a_doubtful_stock():
    hands = {"b": "9S9D"}
    assert both(hands, "a- b+2H b9S c2D", **SMALL) == PASSED
    sure = [(4, "other-card-played-after-draw", "b"), (5, "card-does-not-match", "c")]
    assert both(hands, "aTS b+2H b9S c2D", **SMALL) == sure


def test_nobody_is_left_to_challenge_the_joker_of_who_is_left_alone():
    assert both({"a": "9H9C", "b": "**9S9D"}, "a+2H b*H", **ALONE) == [(3, "illegal-joker", "b")]


def test_whether_a_blocked_hand_is_over_may_be_open():
    moves = ["m", "b=H b-"]
    assert both({"a": "9H9C", "b": "**4C"}, "a+2H b**", ["totals", [20, 5]], moves, **ALONE) == []


def test_discards_are_shuffled_in_though_nobody_says_so():
    house = {"when_pack_empty": "reshuffle"}
    assert both({}, "a+2H b9S c9D d+5S", rules=house, stock="2H", rest="a") == []
    assert both({}, "a+2H b9S c9D d+5S", stock="2H", rest="a")[-1] == (5, "draw-from-empty-pack", "d")


def test_a_card_from_an_empty_stock_may_not_be_there_to_give():
    hands = {"a": "9H9C", "b": "ASTH9D", "c": "TDTS8S"}
    moves = "a+2H b+3C cTS a- bAS b>cTH c8S"
    assert both(hands, moves, players=3, stock="2H", rest="a") == [(3, "draw-from-empty-pack", "b")]


# Draws.


def test_a_draw_left_out_after_a_challenge_makes_the_stock_doubtful():
    stock = "2H3C4D6D7D8DTDJDQDKD2C4C6C7C8C"
    told = both({"a": "**9S2D3D"}, "a*H b? a<** b+3C c9S", stock=stock, rest="d")
    assert told == [(5, "challenge-wrong-draw-count", "a")]


@pytest.mark.parametrize("moves", ["d+4C d- a9D", "b+4C b- c9D"])
def test_after_a_challenge_of_no_joker_another_may_draw_in_its_turn(moves):
    assert both({}, f"a9S c?- c+{SIX} {moves}") == [(3, "challenge-of-non-joker", "c")]


def test_cards_drawn_for_a_wrong_verdict_need_not_be_played():
    hands = {"a": "**9D3D", "b": "JC3H"}
    told = both(hands, "a*H b?+ b+4H b+JH5C7S8C9C cTH", players=3)
    assert told == [(3, "challenge-wrong-verdict", "b")]


# Doubtful hands.

FOREIGN = [(2, "card-not-in-hand", "a")]


def test_a_doubtful_hand_may_have_more_cards_to_give():
    hands = {"a": "9CAS", "b": "9S4S3C", "c": "TS3D2C"}
    assert both(hands, "a6S b9S cTS aAS a>b2S b4S", players=3) == FOREIGN
    assert both(hands, "a6S b9S cTS aAS a>b2S", ["points", [0, 25, 25]], players=3)[:1] == FOREIGN


def test_while_a_doubtful_hand_may_go_on_calls_count():
    assert both({"a": "9S", "b": "TS4D"}, "a6S b! bTS a+2H b+3H", **TWO) == FOREIGN


def test_while_a_doubtful_hand_may_go_on_catches_count():
    assert both({"a": "9S", "b": "TS4D"}, "a6S bTS a!b b+2H3H a+4H b+6H", **TWO) == FOREIGN


def test_a_last_card_of_a_doubtful_hand_may_not_have_been_the_last():
    house = {"last_card_draws": False}
    hands = {"a": "2D9D", "b": "9S4D4C8S"}
    assert both(hands, "a6S b9S a7S b+2H3H a3S b8S", rules=house, **TWO) == FOREIGN


def test_a_pass_after_an_eight_that_was_not_the_last_card_means_nothing():
    # By the log the eight is a's last card; a has cards that the log has lost, and b says that it is skipped.
    hands = {"a": "2D8S", "b": "9S4D4C"}
    assert both(hands, "a6S b9S a8S b- a4S b4C", **TWO) == FOREIGN


# Books.


def test_a_line_of_points_is_one_fault():
    hands = {"a": "9S", "b": "2H", "c": "3H", "d": "7S"}
    hidden = dealt(hands, "a9S")
    hidden[0][2][1] = "??"
    text = kings(*hidden, ["points", [0, 6, 10, 20]])
    assert [fault for fault in faults(judged(text)) if fault[1] != "hand-size-wrong"] == [(3, "points-wrong", "c")]


def test_totals_go_by_the_cards_before_or_after_the_table_plays_on():
    hands = {"a": "9S", "b": "2H9D", "c": "3H", "d": "7S"}
    for totals in ([0, 10, 5, 20], [0, 5, 5, 20]):
        told = both(hands, "a9S", ["totals", totals], ["m", "b9D"])
        assert told == [(4, "hand-not-ended", "b")]


def test_the_last_of_several_totals_is_what_the_next_follow():
    hands = {"a": "9S", "b": "2H", "c": "3H", "d": "7S"}
    hand = dealt(hands, "a9S")
    more = [["totals", [0, 5, 5, 20]], ["totals", [0, 50, 50, 50]]]
    text = kings(*hand, ["points", [0, 5, 5, 20]], *more, *hand, ["totals", [0, 55, 55, 70]])
    told = [fault[:2] for fault in faults(judged(text)) if fault[1] != "hand-size-wrong"]
    assert told == [(5, "totals-wrong")]


def test_a_doubtful_hand_that_is_shown_whole_is_known_to_the_challenger():
    hands = {"a": "9C**6H", "b": "9S4S3C", "c": "TS3D2C"}
    moves = "a8S b9S cTS a*H b?+ a^6H a<** a+2S3S4C6C b4S"
    assert both(hands, moves, players=3) == [*FOREIGN, (6, "challenge-wrong-verdict", "b")]
    # Not all of it: what else it held beside the joker is in dispute.
    assert both({**hands, "a": "9C**6H7C"}, moves, players=3) == FOREIGN


def test_what_is_named_for_a_last_card_is_tolerated():
    assert both({"a": "**", "b": "2H"}, "a*D a=H", **TWO) == []
    assert [name for _, name, _ in both({"a": "**9C", "b": "2H"}, "a*D a=H", **TWO)] == ["joker-suit-named-twice"]


def test_on_a_jack_its_own_suit_may_be_said():
    assert both({"a": "JS9C5C"}, "aJS b+2H a=S", **SMALL) == []
    assert both({"a": "JS9C5C"}, "aJS b+2H a=H", **SMALL) == [(4, "suit-named-on-non-joker", "a")]


@pytest.mark.parametrize(
    ("moves", "wrong"),
    [
        ("a*H b?+ a<** a+2H3H4H6H2D a9S", (6, "offender-turn-not-lost", "a")),
        ("a7S b+2H3H4H bTS", (4, "skip-not-applied", "b")),
    ],
)
def test_a_turn_that_is_lost_is_lost_however_many_cards_the_stock_has(moves, wrong):
    stock = {"stock": "2H3H4H6H2D2C3C4C6C", "rest": "d"}
    told = both({"a": "**9S7STS", "b": "TS2S"}, moves, **stock)
    assert told[-1] == wrong
    assert [name for _, name, _ in told[:-1]] in (["challenge-wrong-draw-count"], ["seven-wrong-draw-count"])


def test_a_call_before_gifts_that_are_broken_off_is_of_no_later_turn():
    hands = {"a": "TSAS3S5S9S", "b": "2H4H", "c": "2D4D"}
    moves = "aTS b- c- a! aAS a>b3S a5S b!a"
    text = kings(*dealt(hands, moves, players=3, stock="", rest=None), players=3)
    assert "one-card-call-caught" in [one.rule.name for one in judged(text).findings]
    assert "one-card-call-caught" in [row.name for row in kings_reverse.judge(text).notices]


def test_what_is_left_of_the_stock_may_be_drawn_for_a_joker_that_another_challenged():
    hands = {"a": "**9D7D", "b": "TS3S", "c": "9S4D", "d": "5S6D"}
    rules = {"draw_only_when_stuck": True, "joker_restriction": "none"}
    moves = "a*S c?- c+2H3H4H6H2D2C b+3C c9S"
    assert both(hands, moves, stock="2H3H4H6H2D2C3C", rest="d", rules=rules) == [(3, "challenge-by-wrong-player", "c")]


def test_a_king_that_its_player_cannot_have_had_may_not_have_turned_play():
    hands = {"a": "KS9S7S", "b": "6D2H", "c": "6D3H", "d": "9D4H"}
    told = [(3, "card-not-in-hand", "a"), (3, "second-action-in-turn", "a")]
    for moves in ("aKS aKD d9D c6D", "aKS aKD b6D c6D"):
        assert both(hands, moves) == told
