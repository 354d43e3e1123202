"""Format `grouped`: the findings below a heading for each file and each game, a line a finding."""

from collections.abc import Sequence

from verifier.reports.display import display
from verifier.reports.full import heading
from verifier.reports.wording import sentence, state_words
from verifier.verdict import Outcome, Summary, Verdict


class GroupedReport:
    """Writes the games that are not simply clean; remembers the file whose heading stands above."""

    def __init__(self) -> None:
        self._file: str | None = None

    def begin(self) -> str:
        """Write nothing."""
        return ""

    def game(self, verdict: Verdict) -> Sequence[str]:
        """Return the heading of the file and what is said about a game; nothing for one that is clean."""
        if verdict.outcome is Outcome.CLEAN:
            return ()
        file = display(verdict.path)
        lines = [heading(verdict).removeprefix(f"{file}: "), *[f"  {words}" for words in state_words(verdict)]]
        places = [f"{finding.place.line}:{finding.place.column}" for finding in verdict.findings]
        wide = max(map(len, places), default=0)
        for place, finding in zip(places, verdict.findings, strict=True):
            rule = finding.rule
            words = sentence(finding, verdict.players)
            lines.append(f"  {place:<{wide}}  {rule.code} {rule.name} ({rule.fault_class.value}): {words}")
        return file, "".join([f"  {line}\n" for line in lines])

    def put(self, pieces: Sequence[str]) -> str:
        """Write the game, below the heading of its file where that has changed."""
        file, game = pieces
        if file == self._file:
            return game
        gap = "" if self._file is None else "\n"
        self._file = file
        return f"{gap}{file}\n{game}"

    def end(self, _summary: Summary) -> str:
        """Write nothing: the summary goes to standard error."""
        return ""
