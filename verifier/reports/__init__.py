"""Reports: what was found, written for people and for machines, one file a format."""

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

if TYPE_CHECKING:
    from verifier.verdict import Summary, Verdict


class Report(Protocol):
    """A report that is written as the games come, so that its memory does not grow with them.

    It has two halves. `game` is asked where a game is judged, which may be another process, in any order, by another
    report of the same kind; it remembers nothing. `begin`, `put` and `end` are asked where the report is written; what
    one game has to know of those before it, `put` remembers.
    """

    def begin(self) -> str:
        """Return what stands before the first game."""

    def game(self, verdict: "Verdict", /) -> Sequence[str]:
        """Return what is to be said about a game, in pieces for `put`; nothing where nothing is to be said."""

    def put(self, pieces: Sequence[str], /) -> str:
        """Return what is to be written now of the pieces of the next game, in order; not asked where there are none."""

    def end(self, summary: "Summary", /) -> str:
        """Return what stands after the last game."""


class Form(NamedTuple):
    """Where a report is: its module in this room, which is read when it is first asked for, and its class there.

    A `silent` one says nothing about clean games, so nobody has to know where they stand.
    """

    module: str
    report: str
    silent: bool = False

    def __call__(self) -> Report:
        """Return a report that has yet to begin."""
        report: Report = getattr(import_module(f"{__name__}.{self.module}"), self.report)()
        return report


FORMATS: Final[dict[str, Form]] = {
    "full": Form("full", "FullReport", silent=True),
    "concise": Form("concise", "ConciseReport", silent=True),
    "grouped": Form("grouped", "GroupedReport", silent=True),
    "json": Form("json_object", "JsonReport"),
    "jsonl": Form("json_lines", "JsonLinesReport"),
    "sarif": Form("sarif", "SarifReport"),
    "junit": Form("junit", "JunitReport"),
    "github": Form("github", "GithubReport"),
    "gitlab": Form("gitlab", "GitlabReport"),
    "markdown": Form("markdown", "MarkdownReport"),
}
"""The output formats by name."""
