"""Sentences about King alone: choosing, the house rules of its play, the end of Rifki, score sheets, ties."""

from collections.abc import Sequence
from typing import Final

from verifier.reports.wording.scene import Scene, Sentence, joined, seat_words, suit_words
from verifier.reports.wording.tricks import while_holding


def _by_whom(told: str, untold: str) -> Sentence:
    """Return the sentence of a choice: what its player did, or what was done where nobody is recorded as choosing."""
    return lambda scene: scene.fill(untold if scene.seat is None else told)


def _changed(scene: Scene) -> str:
    words = "{second} was named" if scene.seat is None else "{seat} named {second}"
    words += " with {suit:suit} as trumps" if scene.has("suit") else ""
    return scene.fill(words + " when {first} had been chosen already, which stands.")


def _revoke_by_someone(scene: Scene) -> str:
    candidates = scene.facts["candidates"]
    assert isinstance(candidates, Sequence)
    parts = [
        f"{seat_words(one[0], scene.players)} in {suit_words(one[1])}"
        for one in candidates
        if isinstance(one, Sequence)
    ]
    return f"By the number of cards left somebody did not follow suit: {joined(parts, 'or')}."


def _on_sheet(words: str) -> str:
    return "The points of {contract} are written as {recorded:numbers}" + words


def _not_a_multiple(scene: Scene) -> str:
    unit = scene.facts["unit"]
    assert isinstance(unit, int)
    return scene.fill(_on_sheet(f", and not all of them are multiples of {abs(unit)}."))


def _plays_as_if(scene: Scene) -> str:
    assert scene.option is not None
    name, value = scene.option
    agreed = f"{name}: {'true' if value is True else value}"
    return scene.fill(
        "In {hands:count hand hands} nobody did what the house rule "
        f"{agreed} forbids, so the table seems to play by it."
    )


KING_SENTENCES: Final[dict[str, Sentence]] = {
    "wrong-chooser": "{seat} chose, where it was the turn of {due:seat}.",
    "chooser-rotation-shifted": "From here to the end of the log, for {hands:count hand hands}, the turn to choose is "
    "{seats:count seat seats} off; {seat} was the first to choose so.",
    "lead-before-choice": "{seat} played a card before a contract was chosen.",
    "contract-changed": _changed,
    "trump-suit-missing": _by_whom("{seat} chose trumps and named no suit.", "Trumps were chosen without a suit."),
    "trump-suit-on-penalty": _by_whom(
        "{seat} named {suit:suit} as trumps of a penalty hand, {contract}, which has none.",
        "{suit:Suit} were named as trumps of a penalty hand, {contract}, which has none.",
    ),
    "penalty-chosen-twice": "{seat} chose {contract}, which it had chosen before.",
    "penalty-quota-exceeded": "{seat} chose {contract} after {chosen:count penalty penalties}, where each player has "
    "{quota}.",
    "penalty-table-limit": _by_whom(
        "{seat} chose {contract}, which the table may choose {limit:count time times} and has chosen {chosen}.",
        "{contract} was chosen, which the table may choose {limit:count time times} and has chosen {chosen}.",
    ),
    "trump-quota-exceeded": "{seat} chose trumps after {chosen:count hand hands} of trumps, where each player has "
    "{quota}.",
    "trump-in-opening-round": _by_whom(
        "{seat} chose trumps in hand {hand}; by the house rule the first four hands are penalties.",
        "Trumps were chosen in hand {hand}; by the house rule the first four hands are penalties.",
    ),
    "trump-suit-table-limit": _by_whom(
        "{seat} named {suit:suit}, which may be trumps {limit:count time times} in a match and were so already.",
        "{suit:Suit} were named, which may be trumps {limit:count time times} in a match and were so already.",
    ),
    "heart-lead-before-broken": while_holding(
        "{seat} led {card} to trick {trick}", "by the house rule hearts may not be led before they are broken."
    ),
    "heart-lead-with-other-suit": while_holding(
        "{seat} led {card} to trick {trick}", "by the house rule hearts may be led only from a hand of hearts."
    ),
    "trump-lead-before-broken": while_holding(
        "{seat} led {card} to trick {trick}", "by the house rule trumps may not be led before they are broken."
    ),
    "last-hearts-not-highest": while_holding(
        "{seat} led {card} to trick {trick}, from a hand of hearts only,",
        "by the house rule the highest of them must be led.",
    ),
    "penalty-card-withheld": while_holding(
        "{seat} discarded {card} in trick {trick} of {contract}",
        "by the house rule who cannot follow must throw a penalty card.",
    ),
    "rifki-withheld": while_holding(
        "{seat} discarded {card} in trick {trick}",
        "by the house rule who cannot follow must part with the king of hearts.",
    ),
    "penalty-not-dropped-under": while_holding(
        "{seat} played {card} to trick {trick} of {contract}",
        "by the house rule a penalty card must go under a higher card.",
    ),
    "revoke-by-someone": _revoke_by_someone,
    "hand-ended-mid-trick": "The hand was closed with the king of hearts in trick {trick}, which is not full "
    "({cards}): it ends when the trick is taken.",
    "wrong-contract-enforced": _on_sheet(", which fits {fits:or} instead."),
    "redeal-not-in-rules": "The cards were dealt again before any was played, which the rules do not know.",
    "extra-hand": "A further hand comes after the last of the {hands:count hand hands} of the match.",
    "tie-broken-wrong": "The winner is declared to be {recorded:seats}, where of equal totals {winners:seats} won.",
    "shared-win-not-in-rules": "{recorded:seats} are declared the winners together, where {winners:seats} won alone.",
    "sheet-not-a-multiple": _not_a_multiple,
    "sheet-out-of-range": _on_sheet(": no player can have so much, or so little."),
    "sheet-sum-impossible": _on_sheet(", where together they have to make {sum}."),
    "tie-order-ambiguous": "{seats:seats} have equal totals, and the order of choosing would give another winner than "
    "the order of seats.",
    "plays-as-if": _plays_as_if,
    "unknown-dealer-ignored": "The dealer is given as {dealer:seat}, a seat that this table does not have.",
}
