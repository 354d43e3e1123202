"""The only room that makes sentences: from the facts of a finding to who did what, what was allowed, and why."""

from collections.abc import Sequence
from typing import Final

from verifier.finding import Finding
from verifier.reports.display import excerpt
from verifier.reports.wording.books import BOOK_SENTENCES, RECORD_SENTENCES
from verifier.reports.wording.kierki import KIERKI_SENTENCES
from verifier.reports.wording.king import KING_SENTENCES
from verifier.reports.wording.kings_reverse import KINGS_REVERSE_SENTENCES
from verifier.reports.wording.log import LOG_SENTENCES
from verifier.reports.wording.scene import Scene, Sentence, seat_words
from verifier.reports.wording.tricks import TRICK_SENTENCES
from verifier.reports.wording.whole import fact_lines, state_words, summary_words

__all__ = ["NOTES", "SENTENCES", "fact_lines", "note_words", "sentence", "state_words", "summary_words", "tell"]

SENTENCES: Final[dict[str, Sentence]] = {
    **LOG_SENTENCES,
    **RECORD_SENTENCES,
    **BOOK_SENTENCES,
    **TRICK_SENTENCES,
    **KIERKI_SENTENCES,
    **KING_SENTENCES,
    **KINGS_REVERSE_SENTENCES,
}
"""Rule name -> its sentence. A test holds this table against the catalogue of rules."""

NOTES: Final[dict[str, str]] = {
    "played": "the card was played here",
    "shown": "a card that was held all along comes to light here",
    "owed": "this act makes the draw due",
    "drawn": "the card was drawn here",
    "challenged": "the challenge",
    "joker": "the joker was laid here",
    "laid": "the last card was laid here",
    "window-closed": "from here on nobody could notice it any more",
    "one-card": "this act left one card",
    "caught": "the missing call was noticed here",
    "ace": "the ace of spades was laid here",
}
"""What an event shows that proves a finding, by the note's key."""


def sentence(finding: Finding, players: Sequence[str]) -> str:
    """Return the sentence of a finding; names and foreign text in it are ready to be shown.

    A rule without a sentence, or one whose facts do not fit it, is told by its title: a report never fails on words.
    """
    told = SENTENCES.get(finding.rule.name)
    if told is not None:
        try:
            return tell(told, finding, players)
        except (KeyError, ValueError, TypeError, IndexError, AssertionError):
            pass
    who = "" if finding.seat is None else f" ({seat_words(finding.seat, players)})"
    title = finding.rule.title.rstrip(".")
    return f"{title[:1].upper()}{title[1:]}{who}."


def tell(told: Sentence, finding: Finding, players: Sequence[str]) -> str:
    """Return a sentence of the table with the facts of the finding in it; KeyError where it asks for one not given."""
    return Scene(finding.facts, players, finding.seat, finding.legal, finding.option).tell(told)


def note_words(note: str) -> str:
    """Return what an event shows, in words."""
    return NOTES.get(note) or excerpt(note.replace("-", " "))
