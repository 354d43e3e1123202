"""Format `markdown`: tables for the pages of build services and for comments, in the Markdown of GitHub and GitLab."""

import re
from collections.abc import Sequence
from typing import Final

from verifier.catalogue.rules import RULES
from verifier.reports.display import display, excerpt
from verifier.reports.markup import cell_escape
from verifier.reports.wording import sentence, summary_words
from verifier.verdict import Outcome, Summary, Verdict

MOST_BYTES: Final = 900_000
"""Length of the rows of the table of findings; the page of a step holds 1 MiB."""

# What would become a mention, a reference, a formula or a link by itself, where it is not parted by an element.
_TRIGGER: Final = re.compile(r"\\?[@#!$%~&]|//|(?<=www)\.", re.IGNORECASE)


class MarkdownReport:
    """Keeps rows up to the length of the longest table, since the sums stand above it."""

    def __init__(self) -> None:
        self._rows: list[str] = []
        self._bytes = 0
        self._left_out = 0

    def begin(self) -> str:
        """Write nothing: the sums stand first."""
        return ""

    def game(self, verdict: Verdict) -> Sequence[str]:
        """Return the findings of a game as rows; nothing for a clean one."""
        if verdict.outcome is Outcome.CLEAN:
            return ()
        game = str(verdict.game) if verdict.id is None else f"{verdict.game}, {excerpt(verdict.id)}"
        rows = []
        for finding in verdict.findings:
            rule, place = finding.rule, finding.place
            where = f"{display(verdict.path)}:{place.line}:{place.column}"
            hand = str(place.hand or "")
            words = sentence(finding, verdict.players)
            rows.append(_row(where, game, hand, rule.code, rule.name, rule.fault_class.value, words))
        if not rows:
            words = f"The game is {verdict.outcome.value}."
            rows.append(_row(f"{display(verdict.path)}:{verdict.line}", game, "", "", "", "", words))
        return rows

    def put(self, pieces: Sequence[str]) -> str:
        """Keep the rows, and write nothing yet."""
        for row in pieces:
            size = len(row.encode())
            if self._bytes + size > MOST_BYTES:
                self._left_out += 1
                # Nothing that comes later is listed either, however short.
                self._bytes = MOST_BYTES
            else:
                self._bytes += size
                self._rows.append(row)
        return ""

    def end(self, summary: Summary) -> str:
        """Write the sums, how often each rule was broken, and the findings."""
        parts = ["## Replays checked\n", _escaped(summary_words(summary)) + "\n"]
        verdicts = [(outcome.value, summary.outcomes[outcome]) for outcome in Outcome]
        parts.append(_table(("verdict", "games"), [_row(name, str(number)) for name, number in verdicts]))
        counts = summary.findings + summary.noticed
        if counts:
            rules = [(number, RULES[code].rule) for code, number in sorted(counts.items(), key=_frequent_first)]
            rows = [_row(str(number), rule.code, rule.name, rule.fault_class.value) for number, rule in rules]
            parts.append(_table(("count", "code", "name", "class"), rows))
        if self._rows:
            parts.append(_table(("where", "game", "hand", "code", "name", "class", "what"), self._rows))
        if self._left_out:
            parts.append(f"{self._left_out} more rows are not listed here.\n")
        return "\n".join(parts)


def _frequent_first(row: tuple[str, int]) -> tuple[int, str]:
    return -row[1], row[0]


def _table(head: Sequence[str], rows: Sequence[str]) -> str:
    return "".join([_row(*head), "|" + "---|" * len(head) + "\n", *rows])


def _row(*cells: str) -> str:
    return "| " + " | ".join(map(_escaped, cells)) + " |\n"


def _escaped(text: str) -> str:
    """Return a text that Markdown and HTML show as it is, and that names nobody and nothing."""
    return _TRIGGER.sub(lambda found: f"<span>{found[0]}</span>", cell_escape("github")(text))
