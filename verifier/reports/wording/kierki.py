"""Sentences about Kierki alone: the order of the deals, hearts, trumps, the lottery."""

from collections.abc import Sequence
from typing import Final

from verifier.reports.wording.scene import Scene, Sentence
from verifier.reports.wording.tricks import while_holding


def _out_of_order(scene: Scene) -> str:
    if scene.has("deals"):
        return scene.fill("A further deal comes after the last of the {deals:count deal deals}.")
    return scene.fill("The deal is said to be {claimed}, where {due} is due.")


def _no_trumps(scene: Scene) -> str:
    words = "{suit:Suit} are named as trumps in a deal that has none"
    return scene.fill(words + (", {contract}." if scene.has("contract") else "."))


def _could(scene: Scene) -> str:
    return scene.fill("; it could have played {legal:or}." if scene.legal else "; it could only pass.")


def _not_a_seven(scene: Scene) -> str:
    return scene.fill("{seat} opened a suit with {card}, where only its seven opens it") + _could(scene)


def _not_adjacent(scene: Scene) -> str:
    return scene.fill("{seat} laid {card}, which is next to no card of its row ({row})") + _could(scene)


def _pass_while_able(scene: Scene) -> str:
    if not scene.has("skipped"):
        return scene.fill("{seat} passed while holding {legal:and}, which could be played.")
    able = scene.facts["able"]
    words = "{seat} was passed over when {actor:seat} acted, while holding {legal:and}, which could be played"
    if isinstance(able, Sequence) and len(able) > 1:
        words += "; in all {able:seats} could play"
    return scene.fill(words + ".")


KIERKI_SENTENCES: Final[dict[str, Sentence]] = {
    "deal-out-of-order": _out_of_order,
    "wrong-dealer": "{dealer:seat} dealt, where {due:seats or} had to.",
    "trump-outside-odgrywka": _no_trumps,
    "heart-lead": while_holding(
        "{seat} led {card} to trick {trick}", "hearts may be led only from a hand that has nothing else."
    ),
    "king-of-hearts-kept": while_holding(
        "{seat} discarded {card} in trick {trick}",
        "by the house rule who cannot follow must part with the king of hearts.",
    ),
    "forced-heart-lead": "{seat} led {card} to trick {trick}, as is allowed from a hand of hearts only.",
    "not-a-seven": _not_a_seven,
    "not-adjacent": _not_adjacent,
    "pass-while-able": _pass_while_able,
    "extra-turn": "{seat} acted twice while {able:seats} could have played, first with {legal:or}.",
    "act-after-going-out": "{seat} acted after it had gone out.",
    "trump-call-missing": "The deal was played without trumps being named.",
    "trump-call-late": "Trumps, {suit:suit}, were named after the first card was played.",
    "trump-call-twice": "Trumps were named again, {suit:suit}; the first call, {first:suit}, stands.",
    "wrong-trump-caller": "{seat} named trumps, {suit:suit}, where {due:seats or} had to.",
    "trump-repeated": "{suit:Suit} were trumps in hand {hand} already, and by the house rule no suit comes twice.",
}
