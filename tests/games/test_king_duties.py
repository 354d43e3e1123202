"""Duties of King's house rules in the moments where they nearly hold: what a page and its twin leave out."""

import json

import pytest
from judging import faults, judged

from verifier.cards import JACK, KING, QUEEN, RANKS, SUITS, mask_of, parse_cards
from verifier.games.king.contracts import DROPPED_UNDER, PENALTY_CARDS, ranks
from verifier.verdict import Verdict

SUITED = {seat: {rank + suit for rank in RANKS} for seat, suit in zip("abcd", SUITS, strict=True)}


def deal(*swaps: str, hidden: str = "") -> list[object]:
    """Return a deal of one suit to each seat, cards swapped (`2S2H`) between their holders, some hands not shown."""
    hands = {seat: set(cards) for seat, cards in SUITED.items()}
    for swap in swaps:
        one, two = swap[:2], swap[2:]
        first, second = (next(seat for seat, cards in hands.items() if card in cards) for card in (one, two))
        hands[first] ^= {one, two}
        hands[second] ^= {one, two}
    return ["deal", None, [None if seat in hidden else "".join(sorted(cards)) for seat, cards in hands.items()]]


def hand(dealt: list[object], contract: str, moves: str, **rules: object) -> Verdict:
    """Return the verdict on one hand that `a` has chosen; a contract with a suit has a space between."""
    header = {"replay": 1, "game": "king", "players": ["A", "B", "C", "D"], "rules": rules}
    lines = [header, dealt, ["contract", "a", *contract.split()], ["m", moves]]
    return judged("".join(json.dumps(line) + "\n" for line in lines))


def cards(text: str) -> int:
    return mask_of(parse_cards(text) or [])


def test_penalty_cards() -> None:
    assert ranks(QUEEN) == cards("QSQHQDQC") == PENALTY_CARDS["kiz"] == DROPPED_UNDER["kiz"]
    assert ranks(JACK, KING) == cards("JSKSJHKHJDKDJCKC") == PENALTY_CARDS["erkek"] == DROPPED_UNDER["erkek"]
    assert PENALTY_CARDS["rifki"] == PENALTY_CARDS["kupa"] == cards("".join(rank + "H" for rank in RANKS))
    assert DROPPED_UNDER["rifki"] == cards("KH")


def test_other_suits_do_not_break_trumps() -> None:
    verdict = hand(deal("2S2H"), "koz S", "a2H b3H c2D d2C b2S", trump_lead="until-broken")
    assert faults(verdict) == [(7, "trump-lead-before-broken", "b")]


def test_a_trump_thrown_breaks_trumps() -> None:
    dealt = deal("2S2H", "3S2C", "4S3C")
    assert faults(hand(dealt, "koz S", "a2H b3H c2D d3S d4S", trump_lead="until-broken")) == []


def test_an_unknown_card_may_have_broken_trumps() -> None:
    verdict = hand(deal("2S2H", hidden="c"), "koz S", "a2H b3H c?? d2C b2S", trump_lead="until-broken")
    assert faults(verdict) == []


@pytest.mark.parametrize("by", ["any-heart-played", "discard-in-earlier-trick"])
def test_an_unknown_card_may_have_broken_hearts(by: str) -> None:
    rules = {"heart_lead": "until-broken", "heart_break_by": by}
    dealt = deal("2S2C", "AH3S", "5H2S", hidden="c")
    assert faults(hand(dealt, "kupa", "a2C b3S c2D d3C d5H", **rules)) == [(7, "heart-lead-before-broken", "d")]
    assert faults(hand(dealt, "kupa", "a2C b3S c?? d3C d5H", **rules)) == []


def test_only_cards_of_the_contract_go_under() -> None:
    # 2S is nobody's penalty card; it is bit 0 of every mask.
    dealt = deal("2S2H", "3S3H")
    for contract in ("el", "soniki", "kupa"):
        assert faults(hand(dealt, contract, "a4S b3S", drop_under=True)) == []


@pytest.mark.parametrize("suit", ["S", "H", "D", "C"])
def test_a_penalty_card_stays_under_a_lower_one(suit: str) -> None:
    holder = "abcd"[SUITS.index(suit)]
    # The seat after the holder has queen and two of the holder's suit.
    follower = "bcda"[SUITS.index(suit)]
    own = SUITS["abcd".index(follower)]
    dealt = deal(f"Q{suit}5{own}", f"2{suit}6{own}")
    lead = f"{holder}J{suit} {follower}2{suit}"
    fields = {"replay": 1, "game": "king", "players": ["A", "B", "C", "D"], "rules": {"drop_under": True}}
    for play, found in ((lead, []), (lead.replace("J", "K"), ["penalty-not-dropped-under"])):
        lines = [fields, dealt, ["contract", holder, "kiz"], ["m", play]]
        verdict = judged("".join(json.dumps(line) + "\n" for line in lines))
        assert [name for _, name, _ in faults(verdict) if name != "wrong-chooser"] == found


def test_a_discard_is_no_higher_card_of_the_suit() -> None:
    dealt = deal("JS2D", "3S3D", "KH4D")
    assert faults(hand(dealt, "erkek", "a5S bAH c3S", drop_under=True)) == []
    assert faults(hand(dealt, "erkek", "aKS bAH c3S", drop_under=True)) == [
        (5, "penalty-not-dropped-under", "c"),
    ]


def test_a_hand_without_hearts_throws_what_it_likes_in_rifki() -> None:
    rules = {"void_discard": "penalty-first"}
    assert faults(hand(deal(), "rifki", "a2S b2H c2D d2C", **rules)) == [(4, "rifki-withheld", "b")]
    assert faults(hand(deal(), "rifki", "a2S bKH c2D d2C", **rules)) == []
    assert faults(hand(deal("AH2D"), "rifki", "a2S bKH c3D", **rules)) == [(5, "penalty-card-withheld", "c")]
    assert faults(hand(deal("AH2D"), "rifki", "a2S bKH cAH", **rules)) == []


def test_a_hand_ends_early_only_where_the_table_says_so() -> None:
    dealt = deal("QH2S", "QD3S", "QC4S")
    moves = "aQS b2S c3S d4S aQH bAH c2D d2C b3H c4D d3C aQD b4H c5D d5C aQC b5H"
    for early, found in (("rifki", []), ("never", []), ("exhausted", [(19, "play-after-hand-end", "b")])):
        assert faults(hand(dealt, "kiz", moves, early_end=early)) == found


def test_a_hand_without_a_contract_does_not_end_early() -> None:
    header = {"replay": 1, "game": "king", "players": ["A", "B", "C", "D"], "rules": {"early_end": "exhausted"}}
    lines = [header, ["deal", None, None], ["m", "aAH bKH c2H d3H a4H"]]
    verdict = judged("".join(json.dumps(line) + "\n" for line in lines))
    assert faults(verdict) == [(2, "lead-before-choice", "a")]


def test_hearts_led_from_a_hand_that_turns_out_to_be_of_hearts() -> None:
    moves = " ".join(f"b{rank}H c{rank}D d{rank}C a{rank}S" for rank in RANKS)
    header = {"replay": 1, "game": "king", "players": ["A", "B", "C", "D"], "rules": {"last_hearts_highest": True}}
    lines = [header, ["deal", None, None], ["contract", "b", "kupa"], ["m", moves]]
    verdict = judged("".join(json.dumps(line) + "\n" for line in lines))
    found = [one for one in verdict.findings if one.rule.name == "last-hearts-not-highest"]
    assert [one.place.event for one in found] == [*range(3, 51, 4)]
    assert [one.facts["card"] for one in found] == [f"{rank}H" for rank in RANKS[:-1]]
    assert {one.option for one in found} == {("last_hearts_highest", True)}
    assert (len(faults(verdict)), verdict.unverified) == (len(found), 0)


@pytest.mark.parametrize("by", ["any-heart-played", "discard-in-earlier-trick"])
def test_a_joker_is_a_card_that_nobody_knows(by: str) -> None:
    trumps = hand(deal("2S2H", hidden="c"), "koz S", "a2H b3H c** d2C b2S", trump_lead="until-broken")
    assert faults(trumps) == [(5, "unknown-card", "c")]
    rules = {"heart_lead": "until-broken", "heart_break_by": by}
    hearts = hand(deal("2S2C", "AH3S", "5H2S", hidden="c"), "kupa", "a2C b3S c** d3C d5H", **rules)
    assert faults(hearts) == [(5, "unknown-card", "c")]


def test_a_hand_known_to_hold_another_suit_is_no_hand_of_hearts() -> None:
    dealt = ["deal", None, ["2S" + "??" * 12, None, None, None]]
    assert hand(dealt, "kupa", "a2H b3H", last_hearts_highest=True).unverified == 0
    assert hand(["deal", None, None], "kupa", "a2H b3H", last_hearts_highest=True).unverified == 1


def test_a_recorded_taker_tells_how_the_table_ruled() -> None:
    def hint(dealt: list[object], contract: str, moves: str) -> object:
        (found,) = [one for one in hand(dealt, contract, moves).findings if one.rule.name == "trick-winner-wrong"]
        return found.facts["hint"]

    trumps = deal("2S2C", "3S2H")
    assert hint(trumps, "koz S", "a2H b3H c2D d2S b$") == "trump-ignored"
    assert hint(trumps, "koz S", "a2H b3H c2D d2S a$") == "rank-order"
    assert hint(trumps, "koz S", "a2H b3H c2D d2S c$") == "discard-won"
    penalty = deal("3S2C")
    assert hint(penalty, "kiz", "a5S b2H c2D d3S d$") == "rank-order"
    assert hint(penalty, "kiz", "a5S b2H c2D d3S c$") == "trump-in-penalty-hand"
    assert hint(deal("2C3D"), "kiz", "a5S b2H c2D d3D c$") == "discard-won"


@pytest.mark.parametrize(("moves", "closed"), [("aKH", ["hand-ended-mid-trick"]), ("aAH", [])])
def test_rifki_closed_in_its_last_trick(moves: str, closed: list[str]) -> None:
    header = {"replay": 1, "game": "king", "players": ["A", "B", "C", "D"]}
    lines = [header, ["deal", None, None], ["contract", "a", "rifki"], ["m", moves], ["points", [0, 0, 0, 0]]]
    verdict = judged("".join(json.dumps(line) + "\n" for line in lines))
    assert [one.rule.name for one in verdict.findings if one.rule.name == "hand-ended-mid-trick"] == closed


def test_another_suit_laid_later_shows_that_it_was_no_hand_of_hearts() -> None:
    hidden = ["deal", None, None]
    assert hand(hidden, "kupa", "a2H b3H c4H d5H d2S a3S", last_hearts_highest=True).unverified == 0
    # What a lays after b's false card may be another's, once a turns out to be its true holder.
    dealt = deal("2S2H", "3SAH", hidden="acd")
    moves = "a2H b5S c2D d2C a$ a4S b2S c3D d3C a$ a5S b3S"
    verdict = hand(dealt, "kupa", moves, last_hearts_highest=True)
    assert faults(verdict) == [(4, "card-not-in-hand", "b")]
    # The lead, and four discards of hidden hands.
    assert verdict.unverified == 5


def test_a_card_of_a_doubtful_hand_that_another_has_laid_is_laid_twice() -> None:
    # Spades are a's; its hand is doubtful from the false heart on, so nothing speaks against b's spade.
    dealt = deal(hidden="bcd")
    moves = "a2H b2S c2D d2C a$ a2S"
    assert faults(hand(dealt, "el", moves)) == [(3, "card-not-in-hand", "a"), (8, "card-already-played", "a")]
