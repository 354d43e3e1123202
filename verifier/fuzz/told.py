"""What the judge says of a replay, as far as two runs can be held against each other."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from verifier.cards import SEATS
from verifier.finding import FaultClass
from verifier.referee import judge_source
from verifier.verdict import Outcome, Verdict


class Row(NamedTuple):
    """A finding: where, its name, the seat it names, and its class."""

    hand: int
    event: int
    name: str
    seat: str | None
    fault_class: FaultClass


class Told(NamedTuple):
    """What is said of one game: the verdict, findings in their order, points by hand, totals and winners as audited."""

    outcome: Outcome
    rows: tuple[Row, ...]
    points: tuple[tuple[int, ...] | None, ...]
    totals: tuple[int, ...] | None
    winners: str | None

    def faults(self) -> list[Row]:
        """Return the findings that are no notices."""
        return [row for row in self.rows if row.fault_class is not FaultClass.NOTICE]


def told(verdict: Verdict) -> Told:
    """Return what a verdict says."""
    sheet = verdict.sheet
    rows = [
        Row(
            one.place.hand,
            one.place.event,
            one.rule.name,
            None if one.seat is None else SEATS[one.seat],
            one.rule.fault_class,
        )
        for one in verdict.findings
    ]
    return Told(
        verdict.outcome,
        tuple(rows),
        tuple(None if row.points is None else tuple(row.points) for row in sheet.rows),
        None if sheet.totals is None else tuple(sheet.totals),
        sheet.winners,
    )


def told_of(source: Iterable[bytes]) -> list[Told]:
    """Return what is said of each game of a source."""
    return [told(verdict) for verdict in judge_source(source, "a.replay")]


@lru_cache(maxsize=4)
def told_once(data: bytes) -> tuple[Told, ...]:
    """Return what is said of each game of a replay that is asked about again and again."""
    return tuple(told_of([data]))
