"""The report a judge writes into: findings as they are raised, withdrawn and counted."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from verifier.finding import Fact, FaultClass, Finding, Place, Related, Rule

Clauses = Mapping[str, tuple[str, str | None]]
"""Rule name -> clause of the game's specification and line of its rules text, None where the text is silent."""

KEPT: Final = 1000
"""Findings of a game that are kept whatever is told of them: what a judge makes of a hand may rest on them."""


class Report:
    """The findings of one game, all of them counted, the first thousand or more kept, at most `most` of these told.

    `clauses` tells where the game's text has each rule that games share; a rule of one game carries its own.
    """

    def __init__(self, clauses: Clauses, most: int = 1000) -> None:
        self._clauses = clauses
        self._own: Clauses = {}
        self._most = most
        self._room = max(most, KEPT)
        self._kept: list[Finding] = []
        self._ordinals: Counter[tuple[str, int]] = Counter()
        self._counts: Counter[tuple[str, bool]] = Counter()
        self.classes: Counter[FaultClass] = Counter()
        self._seats: Counter[tuple[int | None, FaultClass]] = Counter()
        self.unverified = 0

    def turn_to(self, clauses: Clauses) -> None:
        """Let `clauses` of the hand that begins stand before those of the whole game."""
        self._own = clauses

    def add(
        self,
        rule: Rule,
        place: Place,
        seat: int | None = None,
        *,
        legal: list[str] | None = None,
        option: tuple[str, Fact] | None = None,
        related: Iterable[Related] = (),
        facts: Mapping[str, Fact] | None = None,
        **more: Fact,
    ) -> Finding:
        """Raise a finding of `rule` at `place` and return it; `facts` and `more` are what it takes to check it."""
        name = rule.name
        clause, source = self._own.get(name) or self._clauses.get(name) or (rule.clause, rule.source)
        finding = Finding(rule, place, seat, clause, source, option, legal, {**(facts or {}), **more}, list(related))
        self._counts[rule.code, rule.fault_class is FaultClass.NOTICE] += 1
        self.classes[rule.fault_class] += 1
        self._seats[seat, rule.fault_class] += 1
        if len(self._kept) < self._room:
            self._kept.append(finding)
        return finding

    def withdraw(self, findings: Iterable[Finding]) -> None:
        """Take findings back: what they accuse has been undone at the table."""
        for finding in findings:
            self._counts[finding.rule.code, finding.rule.fault_class is FaultClass.NOTICE] -= 1
            self.classes[finding.rule.fault_class] -= 1
            self._seats[finding.seat, finding.rule.fault_class] -= 1
            self._kept = [kept for kept in self._kept if kept is not finding]

    def findings(self) -> list[Finding]:
        """Return the first of the kept findings by line, column and code, each with its ordinal in its hand."""
        self._kept.sort(key=lambda finding: (finding.place.line, finding.place.column, finding.rule.code))
        self._ordinals.clear()
        for finding in self._kept:
            key = (finding.rule.code, finding.place.hand)
            self._ordinals[key] += 1
            finding.ordinal = self._ordinals[key]
        return self._kept[: self._most]

    def of_hand(self, hand: int) -> list[Finding]:
        """Return the kept findings of a hand, in the order in which they were raised."""
        return [finding for finding in self._kept if finding.place.hand == hand]

    def faults(self) -> int:
        """Return how many findings are faults: neither notices nor trouble with the format."""
        return self.classes.total() - self.classes[FaultClass.NOTICE] - self.classes[FaultClass.FORMAT]

    def fault_counts(self) -> Counter[str]:
        """Return how often each rule was broken, by code; notices are left out."""
        return Counter({code: count for (code, notice), count in self._counts.items() if count and not notice})

    def notice_counts(self) -> Counter[str]:
        """Return how often each notice was given, by code."""
        return Counter({code: count for (code, notice), count in self._counts.items() if count and notice})

    def seat_counts(self) -> Counter[tuple[int | None, FaultClass]]:
        """Return how many findings of each class name each seat, None where they name none; notices are among them."""
        return +self._seats
