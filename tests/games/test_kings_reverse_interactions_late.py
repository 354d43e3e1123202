"""Interactions I26 to I50 of Kings Reverse: what follows where several of its rules meet."""

import pytest
from judging import faults, judged
from kings_reverse_hands import dealt, found, kings, noted

TWO = {"players": 2}

EMPTY = {"stock": "", "rest": "d"}

OTHERS = {"b": "9D", "c": "9C", "d": "9H"}

ACE_AND_ONE = {"a": "AS2H"}
MUST_GIVE = {"ace_giving": "mandatory"}


def test_i26_one_card_is_left_and_the_call_owed():
    assert found(ACE_AND_ONE, "aAS b+3H c+4H d+6H a+TH") == [(2, "one-card-call-missed", "a")]
    assert noted(ACE_AND_ONE, "aAS a! b+3H c+4H d+6H a+TH") == []


def test_i26_declining_is_illegal_where_giving_is_mandatory():
    assert found(ACE_AND_ONE, "aAS a! b+3H", rules=MUST_GIVE) == [(2, "ace-giving-refused", "a")]


def test_i26_giving_is_legal_either_way():
    for rules in ({}, MUST_GIVE):
        points = ["points", [0, 10, 10, 10]]
        assert found({**OTHERS, **ACE_AND_ONE}, "aAS a>b2H c+3H d+4H", points, rules=rules) == []


def test_i27_two_gifts_for_three_others():
    moves = "aAS a>b2H a>c3H a! b+2C c+3C d+4C a+6C"
    assert found({"a": "AS2H3H4H"}, moves) == [(4, "ace-gift-incomplete", "a")]


# B, at dealer A's left, opens and passes with the pack empty.
B_STUCK = {"b": "2D3D", "c": "4S9C9H"}
B_OPENS = {**EMPTY, "dealer": "a"}
# All the cards are worth 1090, those on the pile 35.
GIVEN_OUT = ["points", [0, 15, 15, 1090 - 35 - 30]]


def test_i28_a_finished_seat_still_receives():
    hands = {**B_STUCK, "a": "AS2H3H4H"}
    assert found(hands, "b- c4S d6S aAS a>b2H a>c3H a>d4H", GIVEN_OUT, **B_OPENS) == []


def test_i28_the_cards_left_are_counted_against_all_others():
    hands = {**B_STUCK, "a": "AS2H3H"}
    assert found(hands, "b- c4S d6S aAS a>b2H a>c3H", GIVEN_OUT, **B_OPENS) == []


def test_i28_a_finished_seat_may_not_be_passed_over():
    hands = {**B_STUCK, "a": "AS2H3H"}
    told = found(hands, "b- c4S d6S aAS a>c2H a>d3H", **B_OPENS)
    assert told == [(6, "ace-gift-wrong-order", "a")]


@pytest.mark.parametrize(("moves", "event"), [("aAS a>b2H b!a", 4), ("aAS b!a a>b2H", 3)])
def test_i29_two_players_the_ace_next_to_last_needs_no_call(moves, event):
    told = noted({"a": "AS2H", "b": "9D"}, moves, ["points", [0, 10]], **TWO)
    assert told == [(event, "catch-without-cause", "a")]


HIT_BY_SEVEN = {"a": "7S3S9D9C", "b": "8S9HTC", "c": "4S6S6D"}
HIT_BY_JOKER = {"a": "**2D3C", "c": "6H9D9C"}


def test_i30_seven_with_one_card_in_the_stock():
    assert found(HIT_BY_SEVEN, "a7S b+2H c4S d6S a3S b8S", stock="2H", rest="d") == []


def test_i30_the_draw_has_cost_the_turn():
    assert found(HIT_BY_SEVEN, "a7S b+2H b8S", stock="2H", rest="d") == [(4, "skip-not-applied", "b")]


def test_i30_but_the_seat_is_not_finished():
    told = found(HIT_BY_SEVEN, "a7S b+2H c4S d6S a3S c6S", stock="2H", rest="d")
    assert told == [(7, "finished-player-skipped-wrongly", "b")]


def test_i31_joker_with_three_left():
    table = {"stock": "2H3H4H", "rest": "d"}
    assert found(HIT_BY_JOKER, "a*H b+2H3H4H c6H", **table) == []
    assert found(HIT_BY_JOKER, "a*H b+2H3H c6H", **table) == [(3, "joker-wrong-draw-count", "b")]


def test_i31_rejected_challenge_with_five_left():
    table = {"stock": "2H3H4H6H2D", "rest": "d"}
    assert found(HIT_BY_JOKER, "a*H b?- b+2H3H4H6H2D c6H", **table) == []
    assert found(HIT_BY_JOKER, "a*H b?- b+2H3H4H6H c6H", **table) == [(4, "challenge-wrong-draw-count", "b")]


PLAYING_ON = {"b": "4S8S9HTD", "c": "6S6H6D6C"}
DRAWER_STUCK = {**PLAYING_ON, "a": "3D4D9C"}
DRAWER_HOLDS_NINE = {**PLAYING_ON, "a": "9S3D4D9C"}


@pytest.mark.parametrize("said", ["", "a- "])
def test_i32_nothing_playable_is_a_pass(said):
    table = {"stock": "2H", "rest": "d"}
    assert found(DRAWER_STUCK, f"a+2H {said}b4S c6S d9S b8S", **table) == []
    event = 7 if said else 6
    assert found(DRAWER_STUCK, f"a+2H {said}b4S c6S d9S a9C", **table) == [(event, "acted-after-passing-out", "a")]


def test_i32_a_playable_drawn_card_must_be_played():
    table = {"stock": "2S", "rest": "d"}
    assert found(DRAWER_STUCK, "a+2S a2S b4S", **table) == []
    assert found(DRAWER_STUCK, "a+2S b4S", **table) == [(2, "drawn-card-not-played", "a")]


def test_i32_another_playable_card_may_be_played():
    assert found(DRAWER_HOLDS_NINE, "a+2H a9S b4S", stock="2H", rest="d") == []


def test_i32_that_is_so_only_after_the_last_card():
    told = found(DRAWER_HOLDS_NINE, "a+2H a9S", stock="2H3H", rest="d")
    assert told == [(3, "other-card-played-after-draw", "a")]


@pytest.mark.parametrize("said", ["", "a- "])
def test_i32_or_one_passes_and_is_finished(said):
    table = {"stock": "2H", "rest": "d"}
    assert found(DRAWER_HOLDS_NINE, f"a+2H {said}b4S c6S d9S b8S", **table) == []
    event = 7 if said else 6
    assert found(DRAWER_HOLDS_NINE, f"a+2H {said}b4S c6S d9S a9C", **table) == [(event, "acted-after-passing-out", "a")]


def test_i33_who_passed_may_not_return():
    hands = {"a": "3D4D", "b": "JDTD9C", "c": "2D9C9H"}
    assert found(hands, "a- bJD c2D d6D bTD", **EMPTY) == []
    assert found(hands, "a- bJD c2D d6D a3D", **EMPTY) == [(6, "acted-after-passing-out", "a")]
    assert found(hands, "a- bJD c2D d6D a3D a!", rules={"pass_means": "this-turn-only"}, **EMPTY) == []


ONLY_THE_JOKER = {"a": "**3D", "c": "6H9D9C"}


def test_i34_it_must_be_played():
    assert found(ONLY_THE_JOKER, "a- b4S", **EMPTY) == [(2, "pass-with-playable-card", "a")]


def test_i34_and_hits_nobody_with_cards():
    assert found(ONLY_THE_JOKER, "a*H a! c6H", **EMPTY) == []


def test_i34_where_one_may_pass_at_will_it_may_be_kept():
    assert found(ONLY_THE_JOKER, "a- b4S", rules={"pass_with_playable": True}, **EMPTY) == []


# All but D pass. For a legal joker of D the rest of the packs lies with A, who passes at will.
ALL_STUCK = {"a": "3D", "b": "4D", "c": "6D"}
AT_WILL = {"rules": {"pass_with_playable": True}, "stock": "", "rest": "a"}


@pytest.mark.parametrize("cards", ["d8S dQS", "d7S dQS", "dKS dQS", "d8S d7S dKS dQS", "d8S d8H d7H dKH dKS d7S"])
def test_i35_nobody_is_hit_and_the_last_goes_on(cards):
    assert found(ALL_STUCK, f"a- b- c- {cards}", **EMPTY) == []


def test_i35_nor_by_a_joker():
    hands = {"b": "4D", "c": "6D", "d": "8S**2D3D"}
    assert found(hands, "a- b- c- d8S d*D d2D d! d3D", **AT_WILL) == []


def test_i35_nobody_can_challenge_it():
    told = found({"b": "4D", "c": "6D", "d": "**2D3D"}, "a- b- c- d*D a?", **AT_WILL)
    assert told == [(6, "challenge-by-wrong-player", "a")]


def test_i35_but_an_illegal_one_is_seen():
    told = found({"b": "4D", "c": "6D", "d": "**2S3D4D"}, "a- b- c- d*D d3D", **AT_WILL)
    assert told == [(5, "illegal-joker", "d")]


def test_i36_seven():
    assert found({}, "a+2S3S b9H", up="7H") == []
    assert found({}, "a+2S3S aTH", up="7H") == [(3, "turn-up-effect-not-applied", "a")]
    assert found({}, "aTH", up="7H") == [(2, "turn-up-effect-not-applied", "a")]
    assert found({}, "a+2S3S b9H", up="7H", **TWO) == []


def test_i36_eight_with_two_players():
    assert found({}, "b9H", up="8H", **TWO) == []
    assert found({}, "a9H", up="8H", **TWO) == [(2, "turn-up-effect-not-applied", "a")]


def test_i36_king_with_two_players():
    assert found({}, "b9H", up="KH", **TWO) == []
    assert found({}, "a9H", up="KH", **TWO) == [(2, "turn-up-effect-not-applied", "a")]


def test_i36_king_with_more():
    assert found({}, "c9H bTH aQH", up="KH") == []
    assert found({}, "c9H dTH", up="KH") == [(3, "out-of-turn", "d")]
    assert found({}, "c9H dTH aQH", up="KH") == [(3, "turn-up-effect-not-applied", "d")]
    assert found({}, "c9H dTH cQH", up="KH") == [(3, "out-of-turn", "d")]
    assert found({}, "a9H", up="KH") == [(2, "turn-up-effect-not-applied", "a")]
    assert found({}, "b9H", up="KH") == [(2, "wrong-first-player", "b")]


def test_i37_jack():
    assert found({}, "a2C b9C", up="JC") == []
    assert found({}, "aJS", up="JC") == []
    assert found({}, "a2S", up="JC") == [(2, "card-does-not-match", "a")]
    assert found({}, "b2C", up="JC") == [(2, "wrong-first-player", "b")]


def test_i37_ace_of_spades():
    assert found({}, "a2S b9S", up="AS") == []
    assert found({}, "aAH", up="AS") == []
    assert found({}, "a2H", up="AS") == [(2, "card-does-not-match", "a")]
    assert found({}, "d>a9H", up="AS") == [(2, "turn-up-effect-invented", "d")]


def test_i37_two_jokers_go_back():
    assert found({}, "a2H b3H", up="****9H") == []
    assert found({}, "a2S", up="****9H") == [(2, "card-does-not-match", "a")]
    # Both are in the stock again.
    assert found({"a": "2S3C"}, "a+** a*S b+3D4D6DTD c+**", up="****9H") == []


@pytest.mark.parametrize(
    ("players", "packs", "faults_of_the_deal"),
    [
        (11, 2, [(1, "deal-impossible", None)]),
        (11, 3, []),
        (16, 3, []),
        (17, 3, [(0, "bad-value", None)]),
        (6, 2, []),
        (6, 3, []),
        (5, 2, []),
        (5, 3, [(1, "wrong-pack-count", None)]),
        (1, 2, [(1, "deal-impossible", None)]),
    ],
)
def test_i38_players_and_packs(players, packs, faults_of_the_deal):
    replay = kings(["deal", "a", None, "5S"], players=players, packs=packs)
    assert faults(judged(replay)) == faults_of_the_deal


def test_i39_a_king_and_then_a_seven():
    assert found({}, "aKS d7S c+2H3H b9S") == []
    assert found({}, "aKS d7S a+2H3H d9S") == [(4, "penalty-to-wrong-player", "a")]


def test_i40_a_seven_is_not_answered_with_a_seven():
    assert found({}, "a7S b7H c+2C3C d9H") == [(3, "stacked-seven", "b")]


NEXT_GOES_OUT = {"a": "9S2D", "b": "4S", "c": "9C", "d": "9H"}


def test_i41_the_next_goes_out_and_all_windows_close():
    assert found(NEXT_GOES_OUT, "a9S b4S", ["points", [5, 0, 5, 5]]) == [(2, "one-card-call-missed", "a")]
    assert noted(NEXT_GOES_OUT, "a9S a! b4S", ["points", [5, 0, 5, 5]]) == []


def test_i41_a_catch_then_brings_no_cards():
    told = found(NEXT_GOES_OUT, "a9S b4S c!a a+2H3H", ["points", [15, 0, 5, 5]])
    assert told == [(2, "one-card-call-missed", "a"), (5, "penalty-not-due", "a")]


def test_i42_called_with_two_left():
    assert noted({"a": "9S2D3D"}, "a9S a! b+2H") == [(3, "superfluous-call", "a")]


def test_i43_nine_dealt_and_the_replay_goes_on():
    deal, moves = dealt({"b": "2H3H4H6H9HTHQHAH9S"}, "a6S b9S c2D")
    assert faults(judged(kings(deal, moves))) == [(1, "hand-size-wrong", "b"), (4, "card-does-not-match", "c")]


def test_i43_a_joker_kept_and_the_replay_goes_on():
    assert found({}, "a9H bTH", up="**") == [(1, "joker-turn-up-kept", None)]
    told = found({}, "a9H bTS", up="**")
    assert told == [(1, "joker-turn-up-kept", None), (3, "card-does-not-match", "b")]


# C holds all sevens, eights, kings and an ace of spades, 500 points; D holds the rest, but for one card in the stock.
FIVE_HUNDRED = "7S7H7D7C" * 2 + "8S8H8D8C" * 2 + "KSKHKDKC" * 2 + "AS"
REST = 1090 - 5 - 5 - 5 - 5 - 500


def both_reach_it(first=()):
    hands = {"a": "9S", "b": "9D", "c": FIVE_HUNDRED}
    deal, moves = dealt(hands, "a9S", stock="2H", rest="d")
    return [*first, deal, moves, ["points", [0, 5, 500, REST]]]


def told(*events):
    found_all = faults(judged(kings(*events)))
    return [told for told in found_all if told[1] != "hand-size-wrong"]


def test_i44_the_lowest_wins():
    hand = [*both_reach_it(), ["totals", [0, 5, 500, REST]]]
    assert told(*hand, ["winner", "a"]) == []
    assert told(*hand, ["winner", "b"]) == [(5, "winner-wrong", None)]


def test_i44_and_the_game_is_over():
    hand = both_reach_it()
    assert told(*hand, hand[0]) == [(4, "game-end-missed", None)]


def test_i44_equal_lowest_win_both():
    first = [*dealt({"a": "9C", "b": "9S", "c": "9D", "d": "9H"}, "b9S", dealer="a"), ["points", [5, 0, 5, 5]]]
    hands = both_reach_it(first)
    assert told(*hands, ["winner", "ab"]) == []
    assert told(*hands, ["winner", "a"]) == [(7, "co-winner-missing", None)]


STUCK = {"a": "2H4H6D"}


@pytest.mark.parametrize(("draws", "event"), [("a+3C9D", 2), ("a+3C a+9D", 3)])
def test_i45_the_playable_one_must_be_played(draws, event):
    assert noted(STUCK, f"{draws} a9D b4D", up="9S") == [(event, "over-draw-kept", "a")]
    assert found(STUCK, f"{draws} b4S", up="9S") == [(event, "drawn-card-not-played", "a")]


def test_i45_neither_playable():
    assert noted(STUCK, "a+3C3D b4S", up="9S") == [(2, "over-draw-kept", "a")]


def test_i45_no_other_reading_can_be_agreed_on():
    assert faults(judged(kings(**{"over-draw-play": "first"}))) == [(0, "unknown-option", None)]


JOKER = {"a": "**2D3D"}
FOUR = "b+2S3S4S6S"


@pytest.mark.parametrize("card", ["6H", "6S", "6D", "6C"])
def test_i46_one_finding_and_the_next_card_defines(card):
    assert found(JOKER, f"a** {FOUR} c{card} d9{card[1]}") == [(2, "joker-suit-not-named", "a")]


def test_i46_from_then_on_cards_must_match():
    told = found(JOKER, f"a** {FOUR} c6H d9D")
    assert told == [(2, "joker-suit-not-named", "a"), (5, "card-does-not-match", "d")]


def test_i47_named_after_a_catch():
    moves = f"a** c!a a+2H3H a=H {FOUR} c6H"
    assert noted({"a": "**2D"}, moves) == [(2, "one-card-call-caught", "a")]


def test_i47_it_must_still_be_named():
    moves = f"a** c!a a+2H3H {FOUR} c6H"
    assert found({"a": "**2D"}, moves) == [(2, "joker-suit-not-named", "a")]


ILLEGAL_JOKER = {"a": "**9S2C"}


def test_i48_the_joker_stays_on_the_pile():
    moves = "a*H b?+ a+2H3H4H6H b6H c9H"
    assert found(ILLEGAL_JOKER, moves) == [(5, "joker-not-taken-back", "a")]


def test_i48_legal_where_it_stays_by_the_rules():
    moves = "a*H b?+ a+2H3H4H6H b6H c9H"
    assert found(ILLEGAL_JOKER, moves, rules={"upheld_joker": "stays"}) == []


def test_i49_only_the_turn_just_wasted_is_lost():
    moves = "a*H b?+ a<** a+2H3H4H6H b9S c6S d4S"
    assert found(ILLEGAL_JOKER, f"{moves} a9S") == []
    assert found(ILLEGAL_JOKER, f"{moves} b3S") == [(9, "skip-applied-wrongly", "b")]


def test_i50_a_seven_that_is_given_is_not_played():
    hands, points = {**OTHERS, "a": "AS7H2H"}, ["points", [0, 25, 10, 10]]
    assert found(hands, "aAS a>b7H a>c2H d+3H", points) == []
    points = ["points", [0, 25, 20, 10]]
    told = found(hands, "aAS a>b7H a>c2H d+3H c+4H6H", points)
    assert told == [(6, "penalty-not-due", "c")]
