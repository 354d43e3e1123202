"""Format `json`: one object for the whole run, written game by game (findings, section 5)."""

from collections.abc import Sequence

from verifier.reports.entries import REPORT_VERSION, ToolEntry, encode_game, encode_summary, json_text
from verifier.verdict import Summary, Verdict


class JsonReport:
    """Writes one JSON object; what it remembers between games is whether a comma is due."""

    def __init__(self) -> None:
        self._first = True

    def begin(self) -> str:
        """Open the object and its list of games."""
        return f'{{"report":{REPORT_VERSION},"tool":{json_text(ToolEntry())},"games":['

    def game(self, verdict: Verdict) -> Sequence[str]:
        """Return one game as an object."""
        return (json_text(encode_game(verdict)),)

    def put(self, pieces: Sequence[str]) -> str:
        """Write the game, behind a comma where one stands before it."""
        start = "\n" if self._first else ",\n"
        self._first = False
        return start + "".join(pieces)

    def end(self, summary: Summary) -> str:
        """Close the list and write the summary."""
        return f'\n],"summary":{json_text(encode_summary(summary))}}}\n'
