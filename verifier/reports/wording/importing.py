"""Sentences about foreign records: what an importer could not use, and why, by the reason of its remark."""

from collections.abc import Mapping
from typing import Final

from verifier.finding import Fact
from verifier.reports.wording.scene import Scene, Sentence

_NOT_CONVERTED: Final = "; the game is not converted."

REMARKS: Final[dict[str, Sentence]] = {
    "line-too-long": "the line is too long and was left out.",
    "chatter": "the line does not begin with sender, receiver and time, and was left out.",
    "unknown-message": "the message is none that the record knows, and was left out.",
    "bad-message": "the message does not have the form of its kind, and was left out.",
    "server-unknown": "neither end of the line is known as the server, and it was left out.",
    "wrong-direction": "only the other side may say this, and the line was left out.",
    "client-unknown": "several connections fit the address, and the line was left out.",
    "seat-unknown": "the connection has not asked for a seat, and the line was left out.",
    "seat-asked-again": "{seat} asks for a seat in the middle of a game, and is not given it.",
    "before-deal": "the connection has no deal yet, and the line was left out.",
    "number-out-of-range": "a number is out of range, and the line was left out.",
    "score-differs": "clients were sent different points or totals; nothing is written for {seats:and}.",
    "answer-not-one-card": "{seat} answered with {cards:count card cards} instead of one; the answer was left out.",
    "answer-differs": "{seat} answered {answered} in trick {trick} of deal {deal}, the server recorded {recorded}, "
    "which stands.",
    "prompt-differs": "the server showed other cards in trick {trick} of deal {deal} than it recorded later; "
    "the latter stand.",
    "answer-unsettled": "the log ends before it shows whether {answered} of {seat} was taken, in trick {trick} of deal "
    "{deal}; it was left out.",
    "open-trick-uncertain": "what was shown of trick {trick} of deal {deal} contradicts itself; it was left out.",
    "hand-missing": "nobody in seat {seat} was sent its hand of deal {deal}; it is written as unknown.",
    "deal-differs": "{seat} is told of a deal that is not the one the others are told of" + _NOT_CONVERTED,
    "deals-mixed": "hands of two deals cannot be told apart" + _NOT_CONVERTED,
    "taken-differs": "trick {trick} is told in two ways, first in line {first}" + _NOT_CONVERTED,
    "trick-missing": "no line tells of trick {trick} of deal {deal}" + _NOT_CONVERTED,
    "no-game": "there is no game in this file.",
}


def remark_words(reason: str, facts: Mapping[str, Fact]) -> str:
    """Return a remark as the end of a sentence that begins with its place."""
    try:
        return Scene(facts, ()).tell(REMARKS[reason])
    except (KeyError, ValueError, TypeError):
        return reason.replace("-", " ") + "."
