"""Format `concise`: a line a finding that editors and build services can read, and nothing else."""

from collections.abc import Sequence

from verifier.finding import FaultClass
from verifier.reports.display import display
from verifier.reports.wording import sentence
from verifier.verdict import Outcome, Summary, Verdict


class ConciseReport:
    """Writes `path:line:column: CODE name message`, a line a finding; the notices of a clean game are left out."""

    def begin(self) -> str:
        """Write nothing."""
        return ""

    def game(self, verdict: Verdict) -> Sequence[str]:
        """Return the findings of a game, a piece each; nothing for a clean one."""
        if verdict.outcome is Outcome.CLEAN:
            return ()
        path = display(verdict.path)
        lines: list[str] = []
        for finding in verdict.findings:
            place, rule = finding.place, finding.rule
            words = sentence(finding, verdict.players)
            if rule.fault_class is FaultClass.NOTICE:
                words = "notice: " + words
            lines.append(f"{path}:{place.line}:{place.column}: {rule.code} {rule.name} {words}\n")
        return lines

    def put(self, pieces: Sequence[str]) -> str:
        """Write the findings."""
        return "".join(pieces)

    def end(self, _summary: Summary) -> str:
        """Write nothing: the summary is not a finding and goes to standard error."""
        return ""
