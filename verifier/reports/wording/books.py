"""Sentences about what every game's record has: seats, contracts, acts in their place, and the books."""

from collections.abc import Sequence
from typing import Final

from verifier.reports.wording.scene import Scene, Sentence, joined, plain_words, seat_words

DIAGNOSES: Final[dict[str, Sentence]] = {
    "carry-over": "the points of the hand before seem to have been added",
    "sign-flipped": "the sign is the wrong one",
    "per-card-multiplied": "{item:item} seems to have been counted four times, once a card",
    "wrong-trick-pair": "tricks {tricks:and} seem to have been counted",
    "item-missing": "{item:item} seems not to have been counted",
    "item-doubled": "{item:item} seems to have been counted twice",
    "seats-permuted": "the numbers are right, but stand at other seats",
    "award-wrong": "these are not the awards of the lottery",
    "credited-to-player-of-card": "they seem to be written for who played a card, not for who took it",
    "last-two-off-by-one": "tricks 11 and 12 seem to have been counted",
    "last-trick-missing": "the last trick seems not to have been counted",
    "double-counted-KH": "the king of hearts seems to have been counted twice",
    "wrong-unit": "{unit} seem to have been written for one",
    "scored-as": "these are the points of {other}",
    "sum-impossible": "the points of this hand have to add up to {sum}",
}
"""How wrong points may have come about, by the key of the diagnosis; told after the points."""


def _points_wrong(scene: Scene) -> str:
    words = "The points are written as {recorded:numbers}"
    if scene.facts.get("audited") is not None:
        words += ", where the tricks give {audited:numbers}"
    key = scene.facts.get("diagnosis")
    if not isinstance(key, str):
        return scene.fill(words + ".")
    return scene.fill(words + ": ") + scene.tell(DIAGNOSES[key.partition(":")[0]]) + "."


def _totals_wrong(scene: Scene) -> str:
    wrong = scene.facts["wrong"]
    assert isinstance(wrong, Sequence)
    parts = []
    for entry in wrong:
        assert isinstance(entry, Sequence)
        seat, total, right = entry
        fit = joined([plain_words(number) for number in right] if isinstance(right, Sequence) else [str(right)], "or")
        parts.append(f"the total of {seat_words(seat, scene.players)} is written as {total}, where {fit} is right")
    words = "; ".join(parts)
    return words[:1].upper() + words[1:] + "."


def _unfinished(scene: Scene) -> str:
    words = "The log ends before the game does, in hand {hands}"
    return scene.fill(words + (" of {deals}." if scene.has("deals") else "."))


def _unknown_contract(scene: Scene) -> str:
    words = "{claimed} is no contract of this game"
    return scene.fill(words + ("; there are {known:and}." if scene.has("known") else "."))


def _early(scene: Scene) -> str:
    words = "A winner is declared before the game is over"
    return scene.fill(words + (": it has {deals:count deal deals}." if scene.has("deals") else "."))


RECORD_SENTENCES: Final[dict[str, Sentence]] = {
    "player-count-wrong": "The game is for {needed:count player players}, and {players:count player players} "
    "are named.",
    "unknown-seat": "Seat {seat} acts, where {last} is the last seat at the table.",
    "unknown-contract": _unknown_contract,
    "act-outside-hand": "{token} comes before the first deal.",
    "act-not-in-this-game": "This game knows no act like {token}.",
    "deal-missing": "Without the full deal {unverified:count act acts} could not be verified.",
    "unfinished-game": _unfinished,
}

BOOK_SENTENCES: Final[dict[str, Sentence]] = {
    "points-wrong": _points_wrong,
    "points-recorded-twice": "The points of this hand are written again, as {second:numbers}; the first, "
    "{first:numbers}, stand.",
    "totals-wrong": _totals_wrong,
    "totals-recorded-twice": "The totals after this hand are written again, as {second:numbers}; the first, "
    "{first:numbers}, stand.",
    "winner-wrong": "The winner is declared to be {recorded:seats}, where {winners:seats} won.",
    "no-winner-declared": "It is declared that nobody won, where {winners:seats} won.",
    "co-winner-missing": "The winner is declared to be {recorded:seats} alone, where {winners:seats} won together.",
    "winner-recorded-twice": "A winner is declared again, {second:seats}; the first, {first:seats}, stands.",
    "winner-declared-early": _early,
}
