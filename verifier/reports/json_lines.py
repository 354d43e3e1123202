"""Format `jsonl`: a line a game, as it comes, and a last line with the summary (findings, section 5)."""

from collections.abc import Sequence

from verifier.reports.entries import encode_game, encode_summary, json_text
from verifier.verdict import Summary, Verdict


class JsonLinesReport:
    """Writes each game as one line of JSON, then `{"summary": …}`."""

    def begin(self) -> str:
        """Write nothing: the first line is the first game."""
        return ""

    def game(self, verdict: Verdict) -> Sequence[str]:
        """Return one game as a line."""
        return (json_text(encode_game(verdict)) + "\n",)

    def put(self, pieces: Sequence[str]) -> str:
        """Write the line."""
        return "".join(pieces)

    def end(self, summary: Summary) -> str:
        """Write the summary as the last line."""
        return json_text({"summary": encode_summary(summary)}) + "\n"
