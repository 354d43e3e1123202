"""Two verdicts on one replay, ours and another program's: what both say must be the same."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from verifier.catalogue.rules import RULES
from verifier.finding import FaultClass
from verifier.fuzz.protocol import Checked
from verifier.fuzz.told import Told
from verifier.verdict import Outcome

AGREEING: Final[Mapping[Outcome, frozenset[str]]] = {
    Outcome.CLEAN: frozenset({"clean", "skipped"}),
    Outcome.FAULTY: frozenset({"faulty", "skipped"}),
    # Whoever finds no fault as far as the log goes may call it clean.
    Outcome.UNDECIDED: frozenset({"clean", "undecided", "skipped"}),
    # How much a program makes of a line that it cannot read is its own matter.
    Outcome.UNREADABLE: frozenset({"faulty", "unreadable", "skipped"}),
}
"""Our verdict -> those that do not contradict it."""


class Difference(NamedTuple):
    """Something that the two say otherwise: `manner` is what two disagreements of one kind share."""

    manner: str
    ours: str
    theirs: str


def differences(ours: Told, theirs: Checked) -> list[Difference]:
    """Return what two verdicts say otherwise, what tells most first: scores, findings, the verdict, the first fault."""
    if theirs.verdict == "skipped":
        return []
    return [*_scores(ours, theirs), *_findings(ours, theirs)]


def _findings(ours: Told, theirs: Checked) -> Iterator[Difference]:
    names = list(dict.fromkeys(row.name for row in ours.faults()))
    known = list(dict.fromkeys(RULES[one].rule.name if one in RULES else one for one in theirs.findings or ()))
    here, there = _words(ours.outcome, names), _words(theirs.verdict, known)
    agree = theirs.verdict in AGREEING[ours.outcome]
    if Outcome.UNREADABLE in {ours.outcome, theirs.verdict} or not (names or theirs.verdict == "faulty"):
        if not agree:
            yield Difference(f"verdict: {ours.outcome} / {theirs.verdict}", here, there)
        return
    # Names are compared where both have given some; without them the verdict says that there is a fault, or none.
    told = theirs.findings is not None and theirs.verdict == "faulty" and ours.outcome is Outcome.FAULTY
    missed = [name for name in names if name not in known] if told or not agree else []
    alarms = [name for name in known if name not in names] if told else []
    if missed:
        yield Difference(f"missed: {missed[0]}", here, there)
    elif alarms or not agree:
        yield Difference(f"alarm: {[*alarms, *known, 'without a name'][0]}", here, there)
    faults = ours.faults()
    if faults and theirs.verdict == "faulty" and theirs.first not in {None, faults[0].event}:
        first = f"the first at event {faults[0].event}"
        yield Difference(f"first: {faults[0].name}", first, f"the first at event {theirs.first}")


def _words(verdict: str, names: list[str]) -> str:
    return f"{verdict}: {' '.join(names)}" if names else str(verdict)


def _scores(ours: Told, theirs: Checked) -> Iterator[Difference]:
    """Yield other points, totals and winners, where no fault at the table lets one count in several ways."""
    if ours.outcome is Outcome.UNREADABLE or any(row.fault_class is not FaultClass.BOOKS for row in ours.faults()):
        return
    for hand, (one, two) in enumerate(zip(ours.points, theirs.points or (), strict=False), 1):
        if one is not None and two is not None and list(one) != two:
            yield Difference("points", f"hand {hand}: {list(one)}", f"hand {hand}: {two}")
            return
    if ours.totals is not None and theirs.totals is not None and list(ours.totals) != theirs.totals:
        yield Difference("totals", str(list(ours.totals)), str(theirs.totals))
    elif ours.winners is not None and theirs.winners is not None and set(ours.winners) != set(theirs.winners):
        yield Difference("winners", ours.winners or "nobody", theirs.winners or "nobody")
