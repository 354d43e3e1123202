"""The books of Kings Reverse: points, totals, winners, the end of a hand and of the game, and lines out of place."""

import hashlib
from collections import Counter

import pytest
from judging import faults, judged
from kings_reverse_hands import PACK, dealt, kings, split

HANDS = {"a": "6S", "b": "9D", "c": "KC", "d": "9H8H"}
POINTS = ["points", [0, 5, 20, 25]]
SHORT = {"target": 25}


def hand(moves="a6S", hands=HANDS, **table):
    """Return the deal and the moves of a hand that A wins with his only card, unless others are named."""
    return dealt(hands, moves, **table)


def told(*events, players=4, **rules):
    """Return the faults of a game but those about its short hands."""
    found = faults(judged(kings(*events, players=players, **rules)))
    return [fault for fault in found if fault[1] != "hand-size-wrong"]


# Points.


def test_who_went_out_need_not_be_written():
    assert told(*hand(), ["points", [None, 5, 20, 25]]) == []


def test_who_did_not_must_be():
    assert told(*hand(), ["points", [None, None, 20, 25]]) == [(3, "points-missing", "b")]
    assert told(*hand(), ["points", [None, None, None, 25]]) == [(3, "points-missing", None)]


def test_points_are_written_once():
    assert told(*hand(), POINTS, POINTS, POINTS) == [(4, "event-after-hand-end", None)]
    assert told(*hand(), POINTS, POINTS, ["m", "b9D"]) == [(4, "event-after-hand-end", None)]


def test_after_the_points_nobody_acts():
    assert told(*hand(), POINTS, ["m", "b9D c!a d8H"]) == [(4, "event-after-hand-end", "b")]
    assert told(*hand(), POINTS, ["m", "%"], POINTS) == [(4, "event-after-hand-end", None)]


def test_points_before_the_first_deal_belong_to_no_hand():
    assert told(POINTS) == [(1, "act-outside-hand", None)]
    assert told(["m", "a6S"]) == [(1, "act-outside-hand", "a")]
    assert told(["m", "%"]) == [(1, "act-outside-hand", None)]
    assert told(["m", "a$"]) == [(1, "act-not-in-this-game", "a")]


ELEVEN = ["deal", "a", None, "5S"]


def test_a_deal_that_cannot_be_is_not_judged():
    events = [ELEVEN, ["m", "c2D c2D"], ["points", [7] * 11], ["totals", [7] * 11], ELEVEN]
    assert told(*events, players=11) == [(1, "deal-impossible", None), (6, "deal-impossible", None)]


# Lines in the middle of a hand.


PLAYED_ON = dealt({"a": "6S2S", "b": "JS9D", "c": "9SKC", "d": "TS8H9H"}, "a6S a!")
ON = ["m", "bJS b! c9S c! dTS a2S"]


def test_points_in_the_middle_of_a_hand_are_not_judged_further():
    assert told(*PLAYED_ON, ["points", [1, 2, 3, 4]]) == [(4, "hand-cut-short", None)]


def test_totals_in_the_middle_of_a_hand_are_judged_when_it_is_over():
    early = ["totals", POINTS[1]]
    assert told(*PLAYED_ON, early, ON, POINTS) == [(4, "hand-cut-short", None)]
    wrong = ["points", [0, 5, 20, 20]]
    assert told(*PLAYED_ON, early, ON, wrong) == [(4, "hand-cut-short", None), (11, "points-wrong", "d")]
    early = ["totals", [0, 5, 20, 5]]
    assert told(*PLAYED_ON, early, ON, POINTS) == [(4, "totals-wrong", "d"), (4, "hand-cut-short", None)]


def test_a_winner_in_the_middle_of_a_hand_is_judged_when_it_is_over():
    assert told(*PLAYED_ON, ["winner", "a"], ON, POINTS, **SHORT) == [(4, "hand-cut-short", None)]
    both = [(4, "winner-wrong", None), (4, "hand-cut-short", None)]
    assert told(*PLAYED_ON, ["winner", "b"], ON, POINTS, **SHORT) == both


def test_totals_after_the_last_card_and_before_the_points_cut_nothing():
    totals = ["totals", POINTS[1]]
    assert told(*hand(), totals, POINTS) == []
    assert told(*hand(), totals, ["m", "b! c!b"], POINTS) == []


def test_play_after_the_totals_of_a_hand_that_is_over():
    totals, points = ([kind, [0, 0, 20, 25]] for kind in ("totals", "points"))
    assert told(*hand(), totals, ["m", "b9D"], points) == [(4, "hand-not-ended", "b")]


def test_another_deal_in_the_middle_of_a_hand():
    assert told(*PLAYED_ON, *hand()) == [(4, "hand-cut-short", None)]


def sealed(*lines, **rules):
    """Return a replay with a seal below these lines."""
    text = kings(*lines, **rules)
    digest = hashlib.sha256(text.encode()).hexdigest()
    return f'{text}["seal",{text.count(chr(10))},"{digest}"]\n'


def test_a_seal_in_the_middle_of_a_hand():
    found = faults(judged(sealed(*PLAYED_ON)))
    assert found == [(1, "hand-size-wrong", None), (4, "hand-cut-short", None)]
    assert faults(judged(sealed(*hand(), POINTS))) == [(1, "hand-size-wrong", None)]
    assert faults(judged(sealed())) == []


def test_a_contract_is_none_of_this_game():
    assert told(*hand(), ["contract", "a", "kiz"]) == [(3, "act-not-in-this-game", None)]


# Totals.


def test_totals_before_the_first_deal_are_nought():
    assert told(["totals", [0, 0, 0, 0]]) == []
    assert told(["totals", [0, 5, 0, 0]]) == [(1, "totals-wrong", "b")]
    assert told(["totals", [0, 5, 5, 0]]) == [(1, "totals-wrong", None)]


def test_totals_written_again_are_judged_again():
    right = ["totals", [0, 5, 20, 25]]
    assert told(*hand(), POINTS, right, right) == []
    assert told(*hand(), POINTS, right, ["totals", [0, 5, 20, 30]]) == [(5, "totals-wrong", "d")]


def test_an_empty_total_claims_nothing():
    assert told(*hand(), POINTS, ["totals", [0, None, 20, None]]) == []
    assert told(*hand(), POINTS, ["totals", [0, None, 25, None]]) == [(4, "totals-wrong", "c")]


def test_totals_of_points_that_nobody_knows_claim_nothing():
    assert told(["deal", "d", None, "5S"], ["points", [None] * 4], ["totals", [5, 10, 15, 0]]) == []


# The end of the game.


END = [*hand(), POINTS]


def test_the_lowest_has_won():
    assert told(*END, ["winner", "a"], **SHORT) == []
    assert told(*END, ["winner", "b"], **SHORT) == [(4, "winner-wrong", None)]
    assert told(*END, ["winner", "aa"], **SHORT) == [(4, "winner-wrong", None)]
    assert told(*END, ["winner", ""], **SHORT) == [(4, "winner-wrong", None)]
    assert judged(kings(*END, **SHORT)).sheet.winners == "a"


def test_a_second_declaration_is_judged_like_the_first():
    assert told(*END, ["winner", "a"], ["winner", "a"], **SHORT) == []
    assert told(*END, ["winner", "a"], ["winner", "b"], **SHORT) == [(5, "winner-wrong", None)]


def test_nobody_wins_before_the_target_is_reached():
    assert told(*END, ["winner", "a"]) == [(4, "game-ended-early", None)]
    assert told(["winner", "a"]) == [(1, "game-ended-early", None)]


def test_once_the_target_is_reached_no_hand_is_dealt():
    assert told(*END, *END, *END, **SHORT) == [(4, "game-end-missed", None)]
    assert told(*END, ["winner", "a"], *END, **SHORT) == [(5, "hand-after-game-end", None)]


def test_nobody_can_tell_the_winner_of_totals_that_are_not_known():
    deal = ["deal", "d", None, "5S"]
    assert told(deal, ["points", [None, None, 25, None]], ["winner", "a"], **SHORT) == []


def test_a_game_is_complete_once_the_target_is_reached():
    assert judged(kings(*END, **SHORT)).complete
    assert not judged(kings(*END)).complete
    assert not judged(kings(*hand("a6S", {}), **SHORT)).complete


# What a last card that was not drawn for has cost.


EIGHTS = "8H8D8C8S"
OTHER = "2C2C2D2D3C3C3D3D4C4C"


def alone(last, top):
    """Return a hand of two in which A lays eights and a king, then this card, and B draws nothing for it."""
    mine = split(EIGHTS * 2 + "KS" + last)
    rest = Counter(PACK * 2) - Counter([*mine, *split(OTHER), "5H", *split(top)])
    stock = top + "".join(rest.elements())
    acts = [f"a{card}" for card in mine]
    acts[-1:] = ["a!", acts[-1]]
    deal = ["deal", "b", ["".join(mine), OTHER], "5H", stock]
    return [deal, ["m", " ".join(acts)], ["points", [0, 50]]]


@pytest.mark.parametrize(
    ("last", "top", "fault", "cost"),
    [
        ("7S", "9CJC", "last-card-draw-missing", 5 + 15),
        ("**", "9CJCKDQD", "last-card-draw-missing", 5 + 15 + 20 + 5),
        ("AS", "JC9C", "ace-draw-missing", 15),
    ],
)
def test_the_sheet_tells_what_cards_not_drawn_would_have_counted(last, top, fault, cost):
    verdict = judged(kings(*alone(last, top), players=2))
    assert faults(verdict) == [(12, fault, "b")]
    assert verdict.sheet.rows[0].effect == {1: cost}
    assert verdict.sheet.rows[0].points == [0, 50]


def test_the_sheet_does_not_tell_what_cards_of_an_unknown_stock_would_have_counted():
    deal, *lines = alone("7S", "9CJC")
    for stock in (None, "??" + deal[4][2:]):
        verdict = judged(kings([*deal[:4], stock], *lines, players=2))
        assert faults(verdict) == [(12, "last-card-draw-missing", "b")]
        assert verdict.sheet.rows[0].effect == {}


# How much is told.


def test_faults_past_the_limit_are_counted_and_not_listed():
    verdict = judged(kings(*dealt({}, "a6H b6D c9C d9S")), most_findings=2)
    assert len(verdict.findings) == 2
    assert verdict.counts.total() == 2
