"""Format `gitlab`: the code quality report of GitLab, an array with an entry a finding."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct, json

from verifier.finding import FaultClass
from verifier.reports.entries import fingerprint, json_text, speakable
from verifier.reports.services import Fingerprints, carried, carried_path
from verifier.reports.wording import sentence
from verifier.verdict import Outcome, Summary, Verdict

MOST_FINDINGS: Final = 50_000
"""Findings listed, so that neither the report nor what has to be remembered for it grows without end."""

SEVERITIES: Final = {
    FaultClass.FORMAT: "blocker",
    FaultClass.IMPOSSIBLE: "critical",
    FaultClass.ILLEGAL: "major",
    FaultClass.RULING: "major",
    FaultClass.UNPUNISHED: "major",
    FaultClass.BOOKS: "minor",
    FaultClass.NOTICE: "info",
}


class Lines(Struct, frozen=True):
    """The line of a finding."""

    begin: int


class Location(Struct, frozen=True):
    """Where a finding is; the path is that from the root of the repository, if the run was started there."""

    path: str
    lines: Lines


class Entry(Struct, frozen=True):
    """A finding; no two have one fingerprint."""

    description: str
    check_name: str
    fingerprint: str
    severity: str
    location: Location


class _Found(Struct, array_like=True, frozen=True):
    """What is carried of a finding to where the report is written."""

    description: str
    check_name: str
    fingerprint: str
    severity: str
    line: int


class GitlabReport:
    """Writes one array; remembers fingerprints."""

    def __init__(self) -> None:
        self._marks = Fingerprints()
        self._listed = self._left_out = 0

    def begin(self) -> str:
        """Open the array."""
        return "["

    def game(self, verdict: Verdict) -> Sequence[str]:
        """Return the path and the findings of a game, a piece each; nothing for a clean one."""
        if verdict.outcome is Outcome.CLEAN or not verdict.findings:
            return ()
        pieces = [carried(verdict.path)]
        for finding in verdict.findings:
            rule = finding.rule
            words = f"{rule.name}: {sentence(finding, verdict.players)}"
            mark = fingerprint(finding, verdict.id)
            found = _Found(words, rule.code, mark, SEVERITIES[rule.fault_class], finding.place.line)
            pieces.append(json.encode(found).decode())
        return pieces

    def put(self, pieces: Sequence[str]) -> str:
        """Write the findings."""
        path = speakable(carried_path(pieces[0]))
        room = MOST_FINDINGS - self._listed
        self._left_out += max(0, len(pieces) - 1 - room)
        return "".join([self._entry(json.decode(piece, type=_Found), path) for piece in pieces[1 : room + 1]])

    def _entry(self, found: _Found, path: str) -> str:
        number = self._marks.number(found.fingerprint)
        mark = found.fingerprint if number == 1 else f"{found.fingerprint}:{number}"
        return self._text(Entry(found.description, found.check_name, mark, found.severity, _at(path, found.line)))

    def _text(self, entry: Entry) -> str:
        comma = "," if self._listed else ""
        self._listed += 1
        return f"{comma}\n{json_text(entry)}"

    def end(self, _summary: Summary) -> str:
        """Close the array; a last entry tells what is not listed."""
        rest = ""
        if self._left_out:
            words = f"{self._left_out} more findings are not listed here."
            rest = self._text(Entry(words, "verifier", "verifier:not-listed", "info", _at(".", 1)))
        return rest + ("\n]\n" if self._listed else "]\n")


def _at(path: str, line: int) -> Location:
    return Location(path, Lines(line))
