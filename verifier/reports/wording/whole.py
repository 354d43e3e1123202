"""What is said about a game or a run as a whole, and about facts that stand alone in a line."""

from collections.abc import Sequence

from verifier.finding import Finding
from verifier.reports.display import excerpt
from verifier.reports.wording.scene import Word
from verifier.verdict import Outcome, Sealed, Summary, Verdict


def state_words(verdict: Verdict) -> list[str]:
    """Return what is to be known about a game beside its findings, a sentence each."""
    words: list[str] = []
    if verdict.kind is not None and not verdict.complete and not _is_told(verdict, "unfinished-game"):
        words.append("The log ends before the game does.")
    if verdict.unverified:
        events = _count(verdict.unverified, "event")
        words.append(f"{events} could not be verified, because cards are not known.")
    if verdict.sealed is Sealed.BROKEN:
        words.append("A mark or the seal does not fit the lines above it.")
    if verdict.accepted:
        words.append(f"{_count(verdict.accepted, 'finding')} accepted by the baseline.")
    unlisted = verdict.counts.total() + verdict.notices - len(verdict.findings)
    if unlisted > 0:
        words.append(f"{_count(len(verdict.findings), 'finding')} listed here, {unlisted} more counted.")
    return words


def _is_told(verdict: Verdict, name: str) -> bool:
    return any(finding.rule.name == name for finding in verdict.findings)


def fact_lines(finding: Finding, players: Sequence[str]) -> list[str]:
    """Return the facts of a finding, one a line, as `led: H`; facts that say nothing are left out."""
    return [
        f"{excerpt(key.replace('_', ' '))}: {Word(value, players)}"
        for key, value in finding.facts.items()
        if value not in (None, "", [], {})
    ]


def summary_words(summary: Summary) -> str:
    """Return the sums of a run as one line for people."""
    if not summary.games:
        return f"Nothing to check: {_count(summary.files, 'file')} read, no game found."
    games = [f"{summary.outcomes[outcome]} {outcome.value}" for outcome in Outcome if summary.outcomes[outcome]]
    words = f"{_count(summary.games, 'game')} in {_count(summary.files, 'file')}: {', '.join(games)}; "
    words += _count(summary.findings.total(), "finding")
    codes = [f"{code} {number}" for code, number in sorted(summary.findings.items()) if number]
    if codes:
        words += f" ({', '.join(codes)})"
    if summary.accepted is not None:
        words += f", {summary.accepted} accepted by the baseline"
    if summary.notices:
        words += f", {_count(summary.notices, 'notice')}"
    return words + "."


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
