"""Format `github`: annotations, as workflow commands of GitHub Actions; the few of a step that are shown.

What goes to the page of the step is the report in Markdown, which the command adds there.
"""

from bisect import insort
from collections.abc import Sequence
from typing import Final

from msgspec import Struct, json

from verifier.finding import FaultClass
from verifier.reports.display import display
from verifier.reports.services import WORST_FIRST, Span, carried, carried_path, span_of
from verifier.reports.wording import sentence, summary_words
from verifier.verdict import Outcome, Summary, Verdict

MOST_FINDINGS: Final = 9
"""Annotations beside that of the sums; of errors, ten a step are shown."""

_IN_TEXT: Final = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_TEXT: Final = str.maketrans(_IN_TEXT)
_PROPERTY: Final = str.maketrans({**_IN_TEXT, ":": "%3A", ",": "%2C"})


class _Found(Struct, array_like=True, frozen=True):
    """What is carried of a finding to where the report is written; `rank` is lower the graver it is."""

    rank: int
    span: Span
    title: str
    text: str


class GithubReport:
    """Keeps the gravest findings, the first of equals, and writes them all at the end, behind the sums."""

    def __init__(self) -> None:
        self._gravest: list[tuple[int, int, str]] = []
        self._met = 0

    def begin(self) -> str:
        """Write nothing: what is shown first is known last."""
        return ""

    def game(self, verdict: Verdict) -> Sequence[str]:
        """Return the path and the gravest findings of a game, a piece each; nothing for a clean one."""
        if verdict.outcome is Outcome.CLEAN:
            return ()
        gravest = sorted(verdict.findings, key=lambda finding: WORST_FIRST.index(finding.rule.fault_class))
        pieces = [carried(verdict.path)]
        for finding in gravest[:MOST_FINDINGS]:
            rule = finding.rule
            rank, title = WORST_FIRST.index(rule.fault_class), f"{rule.name} ({rule.code})"
            found = _Found(rank, span_of(finding.place, verdict), title, sentence(finding, verdict.players))
            pieces.append(json.encode(found).decode())
        return pieces

    def put(self, pieces: Sequence[str]) -> str:
        """Keep what is graver than what is kept, and write nothing yet."""
        file = display(carried_path(pieces[0]))
        for piece in pieces[1:]:
            found = json.decode(piece, type=_Found)
            self._met += 1
            insort(self._gravest, (found.rank, self._met, _annotation(found, file)))
            del self._gravest[MOST_FINDINGS:]
        return ""

    def end(self, summary: Summary) -> str:
        """Write the sums, then the findings that were kept."""
        bad = summary.outcomes[Outcome.FAULTY] + summary.outcomes[Outcome.UNREADABLE]
        level = "error" if bad else "warning" if summary.outcomes[Outcome.UNDECIDED] else "notice"
        words = summary_words(summary)
        more = summary.findings.total() - sum(rank != _NOTICE for rank, _, _ in self._gravest)
        if more > 0:
            words += f" {more} of the findings are not among the annotations."
        lines = [f"::{level} title=verifier::{words.translate(_TEXT)}", *[text for _, _, text in self._gravest]]
        return "\n".join(lines) + "\n"


_NOTICE: Final = WORST_FIRST.index(FaultClass.NOTICE)


def _annotation(found: _Found, file: str) -> str:
    level = "notice" if found.rank == _NOTICE else "error"
    span = found.span
    properties = {
        "file": file,
        "line": span.line,
        "endLine": span.line,
        "col": span.column,
        "endColumn": span.end,
        "title": found.title,
    }
    shown = ",".join(f"{key}={str(value).translate(_PROPERTY)}" for key, value in properties.items())
    return f"::{level} {shown}::{found.text.translate(_TEXT)}"
