"""Sentences about trick play, which King and Kierki share: cards, turns, following, takers, the end of a hand."""

from collections.abc import Sequence
from typing import Final

from verifier.cards import SEATS
from verifier.reports.wording.scene import Scene, Sentence, by_fact, joined, seat_words


def _hand_sizes(scene: Scene) -> str:
    sizes = scene.facts["sizes"]
    assert isinstance(sizes, Sequence)
    parts = [f"{seat_words(size[0], scene.players)} {size[1]} cards" for size in sizes if isinstance(size, Sequence)]
    return f"The deal gives {joined(parts, 'and')}, where every hand has {scene.facts.get('due', 13)}."


def _not_a_pack(scene: Scene) -> str:
    parts = []
    if scene.has("twice"):
        parts.append("{twice:and} twice")
    if scene.has("jokers"):
        parts.append("{jokers:count joker jokers}")
    words = "The deal is not one pack of 52 cards: it has " + " and ".join(parts)
    return scene.fill(words + (", and {missing:and} nowhere." if scene.has("missing") else "."))


def _not_in_hand(scene: Scene) -> str:
    words = "{seat} came up with {card}, which is not in its hand"
    return scene.fill(words + (": {holder:seat} was dealt it." if scene.has("holder") else "."))


def _already_played(scene: Scene) -> str:
    whose = "it" if scene.seat is not None and scene.facts["by"] == SEATS[scene.seat] else "{by:seat}"
    return scene.fill("{seat} played {card}, which " + whose + " had played in trick {trick}.")


def _out_of_turn(scene: Scene) -> str:
    if scene.has("trick"):
        return scene.fill("{seat} played to trick {trick} when it was the turn of {expected:seats or}.")
    if scene.has("actor"):
        return scene.fill("{seat} acted when it was the turn of {expected:seat}.")
    return scene.fill("{seat} acted when it was the turn of {expected:seats or}, who did not pass.")


def _wrong_leader(scene: Scene) -> str:
    words = "{seat} led to trick {trick}, which {expected:seats or} had to lead."
    if scene.facts.get("recorded") is False:
        words += " Who took the trick before is not recorded."
    return scene.fill(words)


def _takeback(scene: Scene) -> str:
    words = "{seat} took back {card}: a card stands as it was played"
    return scene.fill(words + ("." if scene.has("back") else ", and this one cannot go back."))


def while_holding(words: str, reason: str) -> Sentence:
    """Return the sentence of a duty not done.

    The cards that show it were seen then, or came to light later, or the number of cards left shows it.
    """

    def told(scene: Scene) -> str:
        if scene.has("counted"):
            held = " while it must have held one to play, by the number of cards left: "
        else:
            held = " while holding {legal:and}" + (", as shown later: " if scene.has("shown") else ": ")
        return scene.fill(words + held + reason)

    return told


_GIVEN: Final = "Trick {trick} was given to {recorded:seat}, but {taker:seat} took it"

_TAKERS: Final[dict[str, Sentence]] = {
    "trump-ignored": _GIVEN + ": a trump beats every other card.",
    "rank-order": _GIVEN + " with the higher card.",
    "trump-in-penalty-hand": _GIVEN + ": this hand has no trumps, and another suit than the one led takes nothing.",
    "discard-won": _GIVEN + ": another suit than the one led takes nothing, unless it is trumps.",
    "None": _GIVEN + ".",
}

_CUT: Final[dict[str, Sentence]] = {
    "exhausted": "The hand was closed after {tricks:count trick tricks}: all that scores had been taken, but the "
    "remaining tricks have to be played.",
    "nobody-out": "The hand was closed before anybody had gone out, and somebody could have played on.",
    "points-open": "The hand was closed after {tricks:count trick tricks}, with points still to be taken.",
}

TRICK_SENTENCES: Final[dict[str, Sentence]] = {
    "hand-size-wrong": _hand_sizes,
    "deal-not-a-pack": _not_a_pack,
    "deal-does-not-fit": "The cards of the first tricks are not those of the deal ({misfits}): it is the deal of "
    "another hand.",
    "seats-rotated": "The deal is turned by {seats:count seat seats} against the players; turned back, every card of "
    "the first tricks fits it.",
    "card-not-in-hand": _not_in_hand,
    "card-already-played": _already_played,
    "unknown-card": "{seat} played {card}, a card that is not in the pack of this game.",
    "out-of-turn": _out_of_turn,
    "wrong-leader": _wrong_leader,
    "seat-plays-twice": "{seat} played {card} to trick {trick}, to which it had played {first} already.",
    "trick-incomplete": "Trick {trick} has no card of {seat}, and the log goes on.",
    "takeback-not-in-rules": _takeback,
    "revoke": while_holding(
        "{seat} played {card} to trick {trick}, in which {suit:suit} were led,", "suit must be followed."
    ),
    "must-trump": while_holding(
        "{seat} discarded {card} in trick {trick}", "by the house rule who cannot follow must trump."
    ),
    "must-overtrump": while_holding(
        "{seat} trumped trick {trick} with {card}", "by the house rule a trump must beat those on the table."
    ),
    "trick-winner-wrong": by_fact("hint", _TAKERS),
    "taker-claim-misplaced": "{recorded:seat} is recorded as taking a trick where no trick was complete.",
    "hand-cut-short": by_fact("reason", _CUT),
    "play-after-hand-end": "{seat} acted ({token}) after the hand was over.",
}
