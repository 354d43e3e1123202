"""Format `full`: for people. Each game with something to say, each finding with what it takes to check it by hand."""

from collections.abc import Sequence

from verifier.finding import FaultClass, Finding
from verifier.reports.display import display, excerpt
from verifier.reports.frame import frame_lines
from verifier.reports.wording import fact_lines, note_words, sentence, state_words, summary_words
from verifier.verdict import Outcome, Summary, Verdict

MOST_LEGAL = 26


class FullReport:
    """Writes a heading and the findings of every game that is not simply clean, then the sums."""

    def begin(self) -> str:
        """Write nothing."""
        return ""

    def game(self, verdict: Verdict) -> Sequence[str]:
        """Return a game as one piece; nothing for one that is clean, whose notices are only counted."""
        if verdict.outcome is Outcome.CLEAN:
            return ()
        lines = [heading(verdict), *game_lines(verdict)]
        return ("\n".join(lines) + "\n\n",)

    def put(self, pieces: Sequence[str]) -> str:
        """Write the game."""
        return "".join(pieces)

    def end(self, summary: Summary) -> str:
        """Write the sums."""
        return summary_words(summary) + "\n"


def game_lines(verdict: Verdict) -> list[str]:
    """Return what is said about a game below its heading, ready to be shown."""
    lines = [f"  {words}" for words in state_words(verdict)]
    for finding in verdict.findings:
        lines += _finding_lines(finding, verdict)
    return lines


def heading(verdict: Verdict) -> str:
    """Return the line above all that is said about a game: the file, the verdict, who played."""
    # The verdict stands before all that the replay itself says, so that no id or name can pass for it.
    words = f"{display(verdict.path)}: game {verdict.game} (line {verdict.line}): {verdict.outcome.value}"
    if verdict.kind is not None:
        words += f"; {excerpt(verdict.kind)}"
    if verdict.players:
        words += " of " + ", ".join(excerpt(name) for name in verdict.players)
    if verdict.id is not None:
        words += f"; id {excerpt(verdict.id)}"
    return words


def _finding_lines(finding: Finding, verdict: Verdict) -> list[str]:
    rule, place = finding.rule, finding.place
    kind = "" if rule.fault_class is FaultClass.FORMAT else f" ({rule.fault_class.value})"
    where = f"line {place.line}, column {place.column}"
    if place.hand:
        where += f", hand {place.hand}"
    if place.event:
        where += f", event {place.event}"
    lines = [f"  {rule.code} {rule.name}{kind}: {where}", f"    {sentence(finding, verdict.players)}"]
    quote = verdict.quotes.get((place.line, place.column))
    if quote is not None:
        lines += [f"    {line}" for line in frame_lines(quote, place.line)]
    if finding.legal is not None:
        shown = [excerpt(act) for act in finding.legal[:MOST_LEGAL]]
        more = len(finding.legal) - len(shown)
        lines.append(f"    allowed: {' '.join(shown) or 'nothing'}" + (f" and {more} more" if more > 0 else ""))
    lines += [f"    {words}" for words in fact_lines(finding, verdict.players)]
    for related in finding.related:
        there = f"line {related.place.line}, column {related.place.column}, event {related.place.event}"
        lines.append(f"    see {there}: {note_words(related.note)}")
    ground = _ground(finding)
    if ground:
        lines.append(f"    {ground}")
    return lines


def _ground(finding: Finding) -> str:
    """Return what the finding rests on: clause, line of the rules text, house rule."""
    parts = []
    if finding.clause is not None:
        parts.append(f"clause {excerpt(finding.clause)}")
    if finding.source is not None:
        parts.append(f"rules text {excerpt(finding.source)}")
    if finding.option is not None:
        name, value = finding.option
        parts.append(f"house rule {excerpt(name)} = {excerpt(str(value))}")
    return ", ".join(parts)
