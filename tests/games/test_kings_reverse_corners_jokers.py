"""Corners of Kings Reverse with all hands known: jokers and challenges, calls and catches, gifts of an ace."""

import pytest
from judging import faults, judged
from kings_reverse_hands import dealt, found, kings, noted

TWO = {"players": 2}

LEGAL = {"a": "**2D3D"}
ILLEGAL = {"a": "**9S2C"}
FOUR = "2S3S4S6S"
SIX = "2S3S4S6S2H3C"


def only_finding(hands, moves, **rules):
    """Return the one finding of a hand that is not about its short hands or the log's end."""
    deal, *lines = dealt(hands, moves)
    told = judged(kings(deal, *lines, **rules)).findings
    (finding,) = [finding for finding in told if finding.rule.name not in {"hand-size-wrong", "unfinished-game"}]
    return finding


# Challenges without a sign.


def test_six_cards_drawn_show_that_the_challenge_was_rejected():
    assert found(LEGAL, f"a*H b? b+{SIX} c9H") == []
    assert found(LEGAL, f"a*H b? b+{FOUR} c9H") == [(4, "challenge-wrong-draw-count", "b")]
    assert found(ILLEGAL, f"a*H b? b+{SIX} c9H") == [(3, "challenge-wrong-verdict", "b")]


def test_four_cards_of_the_offender_show_that_the_challenge_was_upheld():
    moves = "a*H b? a+2H3H4H6H a<** b4S"
    assert noted(ILLEGAL, moves) == [(2, "illegal-joker-caught", "a")]
    assert found(LEGAL, moves) == [(3, "challenge-wrong-verdict", "b")]


def test_the_joker_taken_back_shows_that_the_challenge_was_upheld():
    moves = "a*H b? a<** a+2H3H4H6H b4S"
    assert noted(ILLEGAL, moves) == [(2, "illegal-joker-caught", "a")]
    assert found(LEGAL, moves) == [(3, "challenge-wrong-verdict", "b")]


def test_four_cards_not_drawn_are_missed_at_the_next_act_though_the_log_ends_there():
    assert found(ILLEGAL, "a*H b? a<** b4S") == [(5, "challenge-wrong-draw-count", "a")]
    assert found(ILLEGAL, "a*H b? a<** b4S a+2H3H4H6H c5S")[0] == (5, "challenge-wrong-draw-count", "a")


def test_draws_one_by_one_for_a_last_joker_ruled_wrongly_are_no_fault_of_their_own():
    told = judged(kings(*dealt({"a": "**"}, "a** b?+ b+3D b+4S9C9HJD3D"), ["points", [0, None, None, None]]))
    names = {rule for _, rule, _ in faults(told)}
    assert "challenge-wrong-verdict" in names
    assert "penalty-not-due" not in names


def test_a_seat_without_part_in_it_draws_what_the_challenge_costs():
    upheld, rejected, unsaid = "a*H b?+", "a*H b?-", "a*H b?"
    legal = {"a": "**2D3DTH"}
    for moves in (f"{upheld} a<** d+{FOUR} b4S", f"{unsaid} d+{FOUR} a<** b4S"):
        assert [name for _, name, _ in found(ILLEGAL, moves)] == ["penalty-to-wrong-player"]
    for sign in (rejected, unsaid):
        assert found(legal, f"{sign} d+{SIX} aTH") == [(4, "penalty-to-wrong-player", "d")]
    assert found(legal, f"{unsaid} d+{SIX} c9H") == [(4, "penalty-to-wrong-player", "d"), (5, "out-of-turn", "c")]


def test_a_show_that_contradicts_the_deal_leaves_the_verdict_open():
    assert found(LEGAL, "a*H b?+ a^2D3D a<** a+2H3H4H6H b4S") == [(3, "challenge-wrong-verdict", "b")]
    assert found(LEGAL, "a*H b?+ a^9S9S a<** a+2H3H4H6H b4S") == [(4, "card-not-in-hand", "a")]
    assert found(LEGAL, "a*H b?+ b^2D2D2D a<** a+2H3H4H6H b4S")[0] == (3, "challenge-wrong-verdict", "b")


@pytest.mark.parametrize("challenge", ["b?+", "b?"])
def test_the_offender_draws_before_the_challenger_acts(challenge):
    short = (5, "challenge-wrong-draw-count", "a")
    assert found(ILLEGAL, f"a*H {challenge} a<** b4S c9S") == [short]
    assert found(ILLEGAL, f"a*H {challenge} a<** b4S a+2H3H4H6H c9S") == [short, (6, "penalty-not-due", "a")]


def test_the_challenger_who_acts_shows_that_the_challenge_was_upheld():
    assert found(ILLEGAL, "a*H b? b4S c9S") == [
        (4, "challenge-wrong-draw-count", "a"),
        (4, "joker-not-taken-back", "a"),
    ]
    assert found(LEGAL, "a*H b? b4S c9S") == [(3, "challenge-wrong-verdict", "b")]


def test_anybody_else_who_acts_shows_that_the_challenge_was_rejected():
    assert found(LEGAL, "a*H b? c9H dTH") == [(4, "challenge-wrong-draw-count", "b")]
    assert found(ILLEGAL, "a*H b? c9H dTH") == [(3, "challenge-wrong-verdict", "b")]


def test_what_a_catch_costs_tells_nothing_about_a_challenge():
    hands = {"a": "4S**2D3D", "b": "9S3D"}
    moves = f"a4S b9S cTS d6S a*H b? c!b b+2C3C b+{SIX} c9H"
    assert noted(hands, moves) == [(3, "one-card-call-caught", "b")]
    moves = "a*H b? c!a a+2H3H a+2D3D4C6C a<** b4S"
    assert noted({"a": "**9S"}, moves) == [(2, "illegal-joker-caught", "a"), (2, "one-card-call-caught", "a")]


# Challenges without right, and what the table makes of them.


def test_a_table_that_rules_for_the_wrong_challenger_is_followed():
    wrong = [(3, "challenge-by-wrong-player", "c")]
    assert found(ILLEGAL, "a*H c?+ a<** a+2H3H4H6H b4S c9S") == wrong
    assert found(LEGAL, f"a*H c?- c+{SIX} d9H a+2C") == wrong


def test_a_table_that_rules_on_another_card_is_followed():
    assert found({}, f"a6S b? b+{SIX} c9S dTS") == [(3, "challenge-of-non-joker", "b")]
    assert found({}, "a6S b? a<6S a+2H3H4H6H b9S cTS") == [(3, "challenge-of-non-joker", "b")]


def test_after_a_wrong_verdict_nothing_else_is_said():
    wrong = [(3, "challenge-wrong-verdict", "b")]
    assert found(ILLEGAL, f"a*H b?- b+{SIX} c9H dTH") == wrong
    assert found(ILLEGAL, f"a*H b?- b+{SIX} a+2D3D4C6C c9H dTH") == wrong
    assert found(ILLEGAL, f"a*H b?- b+{SIX} b+4C c9H dTH") == wrong
    assert found(ILLEGAL, f"a*H b?- b+{FOUR} c9H dTH") == wrong
    assert found(LEGAL, "a*H b?+ a<** a+2H3H b4S c9S") == wrong
    assert found(ILLEGAL, "a*H b?- b9H c2H") == wrong
    assert found(ILLEGAL, "a*H b?- a<** a+2H3H4H6H b4S c9S") == wrong


def test_a_last_joker_that_costs_nothing_is_challenged_in_vain():
    hands = {"a": "**", "b": "9D", "c": "9C", "d": "9H"}
    rules = {"last_card_draws": False}
    assert found(hands, "a** b?+", ["points", [0, 5, 5, 5]], rules=rules) == []
    told = found(hands, "a** b?- b+2S3S", ["points", [0, 5, 5, 5]], rules=rules)
    assert told == [(4, "penalty-not-due", "b")]


@pytest.mark.parametrize("more", ["", "b+2S3S4S6S"])
def test_a_game_that_stops_behind_a_wrong_verdict_on_a_last_joker_is_not_over(more):
    """What the table makes of it is still to come: until then it is no finding, and the game is not clean."""
    deal, *lines = dealt({"a": "**", "b": "9D", "c": "9C", "d": "9H"}, f"a** b?+ {more}".strip())
    verdict = judged(kings(deal, *lines, target=5))
    assert {one.rule.name for one in verdict.findings} <= {"hand-size-wrong", "unfinished-game"}
    assert not verdict.complete
    verdict = judged(kings(deal, *lines, ["points", [0, 5, 5, 5]], target=5))
    assert "challenge-wrong-verdict" in {one.rule.name for one in verdict.findings}
    assert verdict.complete


def test_who_drew_for_the_challenger_has_missed_the_turn():
    told = found(LEGAL, f"a*H b?- c+{SIX} d9H")
    assert told == [(4, "penalty-to-wrong-player", "c")]
    told = found(LEGAL, f"a*H b?- c+{SIX} c9H")
    assert told == [(4, "penalty-to-wrong-player", "c"), (5, "skip-not-applied", "c")]


def test_who_drew_for_the_joker_has_missed_the_turn():
    assert found(LEGAL, f"a*H c+{FOUR} d9H") == [(3, "penalty-to-wrong-player", "c")]
    assert found(LEGAL, f"a*H c+{FOUR} c9H") == [(3, "penalty-to-wrong-player", "c"), (4, "skip-not-applied", "c")]
    assert found(ILLEGAL, f"a*H c+{FOUR} d9H") == [
        (2, "illegal-joker-unchallenged", "a"),
        (3, "penalty-to-wrong-player", "c"),
    ]


# Take-backs.


def test_a_card_taken_back_uncovers_the_one_below():
    wrong = [(3, "joker-taken-back-wrongly", "a")]
    assert found({}, "aJH a<JH b9S") == wrong
    assert found({}, "aJH a<JH b9D") == [*wrong, (4, "card-does-not-match", "b")]


def test_a_card_taken_from_below_another_uncovers_nothing():
    told = found({}, "aJH bTH a<JH c9H")
    assert told == [(4, "joker-taken-back-wrongly", "a")]
    told = found({}, "aJH bTH a<JH c9S")
    assert told == [(4, "joker-taken-back-wrongly", "a"), (5, "card-does-not-match", "c")]


def test_a_table_that_takes_back_after_a_challenge_without_right_is_followed():
    assert found({}, "aJH bTH d? a<JH c9H") == [(4, "challenge-of-non-joker", "d")]
    assert found({}, "a6S b? a<9D b9S") == [(3, "challenge-of-non-joker", "b")]


def test_a_card_that_does_not_lie_there_cannot_be_taken_back():
    assert found({}, "a6S a<9D b9S") == [(3, "joker-taken-back-wrongly", "a")]


STAYS = {"upheld_joker": "stays"}


@pytest.mark.parametrize("challenge", ["b?+", "b?"])
def test_a_joker_that_stays_by_the_house_rules_is_not_taken_back(challenge):
    told = found(ILLEGAL, f"a*H {challenge} a<** a+2H3H4H6H b9S", rules=STAYS)
    assert told == [(4, "joker-taken-back-wrongly", "a")]
    if challenge == "b?+":
        deal, *lines = dealt(ILLEGAL, "a*H b?+ a<** a+2H3H4H6H b9S")
        (told,) = [
            finding
            for finding in judged(kings(deal, *lines, **STAYS)).findings
            if finding.rule.name == "joker-taken-back-wrongly"
        ]
        assert told.option == ("upheld_joker", "stays")


# What a joker names.


def test_a_colour_named_after_the_joker_is_no_suit():
    assert found(LEGAL, f"a** a=R b+{FOUR} c9H") == [(3, "joker-names-no-suit", "a")]
    assert found(LEGAL, f"a** a=R a=H b+{FOUR} c9H") == [(3, "joker-names-no-suit", "a")]


def test_the_second_of_two_suits_is_not_held_against_who_follows():
    twice = [(3, "joker-suit-named-twice", "a")]
    assert found(LEGAL, f"a*H a=C b+{FOUR} c9H") == twice
    assert found(LEGAL, f"a*H a=C b+{FOUR} c9C") == twice
    assert found(LEGAL, f"a*H a=C b+{FOUR} c9D") == [*twice, (5, "card-does-not-match", "c")]


# What forbids a joker.


@pytest.mark.parametrize(
    ("hand", "option", "value"),
    [("**9S2C", "joker_restriction", "suit-only"), ("****2C3D", "other_joker_blocks", True)],
)
def test_the_house_rule_on_jokers_decides(hand, option, value):
    finding = only_finding({"a": hand}, f"a*H b+{FOUR} c9H", **{option: value})
    assert (finding.place.event, finding.rule.name, finding.option) == (
        2,
        "illegal-joker-unchallenged",
        (option, value),
    )


def test_a_pair_forbids_a_joker_where_marriages_match_freely():
    hands = {"a": "**KHQH3D"}
    moves = f"a*H b+{FOUR} c9H"
    assert found(hands, moves) == []
    finding = only_finding(hands, moves, marriage_match="free")
    assert (finding.rule.name, finding.option) == ("illegal-joker-unchallenged", ("marriage_match", "free"))
    assert finding.facts["blocking"] == ["QH", "KH"]
    assert found({"a": "**KHQD3D"}, moves, rules={"marriage_match": "free"}) == []


# Calls and catches.


def test_a_call_with_more_than_one_card_left_is_superfluous():
    assert noted({}, "a! a6S b9S") == [(2, "superfluous-call", "a")]


def test_a_second_call_is_superfluous():
    assert noted({"a": "6S9H"}, "a! a! a6S b9S") == [(3, "superfluous-call", "a")]
    assert noted({"a": "6S9H"}, "a6S a! a! b9S cTS") == [(4, "superfluous-call", "a")]


def test_a_call_after_the_end_of_the_hand_is_superfluous():
    assert noted({"a": "6S"}, "a6S b!") == [(3, "superfluous-call", "b")]


def test_a_late_call_is_late_and_no_more():
    assert noted({"a": "6S9H"}, "a6S b9S a! cTS") == [(4, "one-card-call-late", "a")]


def test_a_late_call_on_ones_own_turn_may_serve_that_turn_too():
    before = "a6S b9S cTS dJS a!"
    assert noted({"a": "6S9H"}, f"{before} a+2D b3S") == [(6, "one-card-call-late", "a")]
    assert noted({"a": "6S9H"}, f"{before} a+2S a2S b3S") == [(6, "one-card-call-late", "a")]


def test_a_call_that_may_have_served_another_turn_is_not_missed():
    late = [(6, "one-card-call-late", "a")]
    moves = "a6S b9S {}cTS dJS a! a+2S a2S b3S"
    assert noted({"a": "6S9H"}, moves.format("") + " c4S dAS a+3D bQS") == late
    late = [(7, "one-card-call-late", "a")]
    assert noted({"a": "6S9H", "b": "9S3S"}, moves.format("b! ")) == late


def test_the_house_rule_on_missed_turns_decides_about_a_missed_call():
    finding = only_finding({"a": "6S9H"}, "a6S b9S cTS dJS a+2D", missed_turn_closes_window=False)
    assert (finding.place.event, finding.rule.name) == (2, "one-card-call-missed")
    assert finding.option == ("missed_turn_closes_window", False)


# Gifts of an ace of spades.


OTHERS = {"b": "9D", "c": "9C", "d": "9H"}


def test_a_second_gift_that_empties_the_hand_is_the_one_fault():
    hands = {**OTHERS, "a": "AS2H3H4H6H"}
    told = found(hands, "aAS a>b2H a>c3H a>d4H a>b6H", ["points", [0, 15, 10, 10]])
    assert told == [(6, "ace-gift-twice-to-one", "a")]


def test_a_third_gift_to_the_same_is_the_same_fault():
    told = found({"a": "AS2H3H4H6H9H"}, "aAS a>b2H a>b3H a>b4H b9S")
    assert told == [(4, "ace-gift-twice-to-one", "a")]


def test_one_left_out_is_an_incomplete_gift_and_no_wrong_order():
    told = found({"a": "AS2H3H4H6H"}, "aAS a>b2H a>d3H b9S")
    assert told == [(4, "ace-gift-incomplete", "a")]
    told = found({"a": "AS2H3H4H6H"}, "aAS a>d2H a>b3H b9S")
    assert told == [(3, "ace-gift-wrong-order", "a"), (4, "ace-gift-incomplete", "a")]


def test_gifts_that_are_broken_off_are_only_cut_short():
    hands, points = {"a": "AS2H3H4H6H"}, ["points", [0, 0, 0, 0]]
    assert found(hands, "aAS a>b2H a>d3H", points) == [(5, "hand-cut-short", None)]
    told = found(hands, "aAS a>d2H a>b3H", points)
    assert told == [(3, "ace-gift-wrong-order", "a"), (5, "hand-cut-short", None)]


def test_who_gives_the_last_card_away_is_out():
    assert found({**OTHERS, "a": "2D"}, "a>b2D", ["points", [0, 10, 5, 5]]) == [(2, "card-exchange", "a")]


def test_a_draw_for_a_catch_shows_that_no_gift_will_follow():
    assert noted({"a": "AS9H"}, "aAS b!a a+2H3H b9S", **TWO) == [(2, "one-card-call-caught", "a")]
    assert found({"a": "AS9H"}, "aAS b!a b9S", **TWO) == [(4, "one-card-penalty-not-served", "a")]


def test_a_last_ace_costs_nothing_where_last_cards_do_not():
    hands = {**OTHERS, "a": "AS"}
    points = ["points", [0, 5, 5, 5]]
    assert found(hands, "aAS", points, rules={"last_card_draws": False}) == []
    assert found(hands, "aAS", points) == [(2, "ace-draw-missing", None)]


def test_a_card_given_to_oneself_stays():
    hands = {**OTHERS, "a": "AS2H3H4H"}
    points = ["points", [0, 10, 10, 10]]
    told = found(hands, "aAS a>a2H a>b2H a>c3H a>d4H", points)
    assert told == [(3, "ace-gift-to-self", "a")]


# Hands of which an impossible card was said.


def test_a_doubtful_hand_holds_anything():
    hands = {"a": "6S9H4D", "b": "9S2C3C"}
    assert found(hands, "aTS b9S cJS d2S aJC") == [(2, "card-not-in-hand", "a")]
    assert found(hands, "aTS b9S c!a a+2H3H cJS") == [(2, "card-not-in-hand", "a")]


@pytest.mark.parametrize("goes_on", ["b9S cTS", "b+2H3H c9S dTS", "c9S dTS"])
def test_a_card_that_cannot_have_been_laid_may_have_cost_nothing(goes_on):
    assert found({"a": "9S2D"}, f"a7S {goes_on}") == [(2, "card-not-in-hand", "a")]


def test_a_doubtful_hand_may_have_had_nothing_to_give():
    told = found({"a": "9H8H"}, "aAS b9S", rules={"ace_giving": "mandatory"})
    assert told == [(2, "card-not-in-hand", "a")]


@pytest.mark.parametrize("goes_on", ["b9S cJS d2S aJC b2C", "b+2H cJS"])
def test_a_doubtful_hand_may_not_be_empty(goes_on):
    deal, *moves = dealt({"a": "6S"}, f"aTS {goes_on}")
    deal[2][0] = "6S"
    verdict = judged(kings(deal, *moves))
    assert faults(verdict) == [(1, "hand-size-wrong", "a"), (2, "card-not-in-hand", "a")]
    assert verdict.unverified > 0


def test_a_doubtful_hand_is_known_again_once_it_is_shown():
    hands = {"a": "6S9H4D3D"}
    assert found(hands, "aTS a^9H4D3D b9S cJS d2S aJC") == [
        (2, "card-not-in-hand", "a"),
        (7, "card-not-in-hand", "a"),
    ]
    assert found(hands, "aTS a^9H4D b9S cJS d2S a2C") == [(2, "card-not-in-hand", "a")]
