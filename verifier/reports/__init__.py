"""Reports: what was found, written for people and for machines, one file a format."""

from collections.abc import Sequence
from typing import Final, Protocol

from verifier.reports.concise import ConciseReport
from verifier.reports.full import FullReport
from verifier.reports.json_lines import JsonLinesReport
from verifier.reports.json_object import JsonReport
from verifier.verdict import Summary, Verdict


class Report(Protocol):
    """A report that is written as the games come, so that its memory does not grow with them.

    It has two halves. `game` is asked where a game is judged, which may be another process, in any order, by another
    report of the same kind; it remembers nothing. `begin`, `put` and `end` are asked where the report is written; what
    one game has to know of those before it, `put` remembers.
    """

    def begin(self) -> str:
        """Return what stands before the first game."""

    def game(self, verdict: Verdict, /) -> Sequence[str]:
        """Return what is to be said about a game, in pieces for `put`; nothing where nothing is to be said."""

    def put(self, pieces: Sequence[str], /) -> str:
        """Return what is to be written now of the pieces of the next game, in order."""

    def end(self, summary: Summary, /) -> str:
        """Return what stands after the last game."""


FORMATS: Final[dict[str, type[Report]]] = {
    "full": FullReport,
    "concise": ConciseReport,
    "json": JsonReport,
    "jsonl": JsonLinesReport,
}
"""The output formats by name."""
