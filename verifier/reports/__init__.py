"""Reports: what was found, written for people and for machines, one file a format."""

from typing import Final, Protocol

from verifier.reports.concise import ConciseReport
from verifier.reports.full import FullReport
from verifier.reports.json_lines import JsonLinesReport
from verifier.reports.json_object import JsonReport
from verifier.verdict import Summary, Verdict


class Report(Protocol):
    """A report that is written as the games come, so that its memory does not grow with them."""

    def begin(self) -> str:
        """Return what stands before the first game."""

    def game(self, verdict: Verdict, /) -> str:
        """Return what is to be said about a game, which may be nothing."""

    def end(self, summary: Summary, /) -> str:
        """Return what stands after the last game."""


FORMATS: Final[dict[str, type[Report]]] = {
    "full": FullReport,
    "concise": ConciseReport,
    "json": JsonReport,
    "jsonl": JsonLinesReport,
}
"""The output formats by name."""
