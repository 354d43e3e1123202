"""A fuzzing run: example after example within its bounds; each kind of disagreement is shrunk and handed on once."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Final, NamedTuple

from verifier.fuzz.cases import Asked, Case, Kind, case_of
from verifier.fuzz.comparing import Difference
from verifier.fuzz.examining import Examiner, Found
from verifier.fuzz.shrinking import shrink

SHRINK_TIME: Final = 20.0
"""Seconds for which a disagreement is shrunk at most."""
MOST_FAILURES: Final = 10
"""Times that another program may crash, hang or talk garbage before the run ends."""
FAILURES: Final = frozenset({"crash", "hang", "garbage"})


class Bounds(NamedTuple):
    """Where a run ends: seconds and examples, None for no bound; kinds of disagreement."""

    seconds: float | None = None
    examples: int | None = None
    disagreements: int = 1


class Disagreement(NamedTuple):
    """A disagreement: what was found, the smallest replay that shows it, and what was said otherwise of that."""

    found: Found
    data: bytes
    differences: list[Difference]


@dataclass(slots=True)
class Tried:
    """What was tried: examples by kind, by game and by operator, and how often each kind of disagreement was met."""

    kinds: Counter[Kind] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)
    operators: Counter[str] = field(default_factory=Counter)
    manners: Counter[str] = field(default_factory=Counter)
    last: int = 0
    """The number of the last example."""
    seconds: float = 0.0
    given_up: bool = False
    """Whether the other program has failed too often."""

    def examples(self) -> int:
        """Return how many examples there were."""
        return self.kinds.total()


def campaign(
    seed: int, asked: Asked, kept: Iterable[Case], bounds: Bounds, examiner: Examiner, tried: Tried
) -> Iterator[Disagreement]:
    """Yield disagreements, each kind once, and count what is tried: first what was kept, then examples of the seed.

    Raises HouseRuleError and UnplayableError for what cannot be played, CannotStartError from the examiner.
    """
    begin = time.monotonic()
    failures = 0
    for case in _cases(seed, asked, kept, bounds, begin):
        if case.kind is not Kind.KEPT and len(tried.manners) >= bounds.disagreements:
            return
        tried.last = max(tried.last, case.number)
        tried.kinds[case.kind] += 1
        tried.games[case.game] += 1
        if case.operator is not None:
            tried.operators[case.operator.name] += 1
        found = examiner.examine(case)
        tried.seconds = time.monotonic() - begin
        if found is None:
            continue
        tried.manners[found.manner] += 1
        failures += found.manner.removeprefix("play: ") in FAILURES
        if tried.manners[found.manner] == 1:
            yield _smallest(found)
        tried.seconds = time.monotonic() - begin
        tried.given_up = failures >= MOST_FAILURES
        if tried.given_up:
            return


def _cases(seed: int, asked: Asked, kept: Iterable[Case], bounds: Bounds, begin: float) -> Iterator[Case]:
    yield from kept
    for number in count(1):
        if bounds.examples is not None and number > bounds.examples:
            return
        if bounds.seconds is not None and time.monotonic() - begin > bounds.seconds:
            return
        yield case_of(number, seed, asked)


def _smallest(found: Found) -> Disagreement:
    # What was kept is small already, and what cannot be told again stays as it is.
    if found.look is None or found.case.kind is Kind.KEPT or not found.still(found.data):
        return Disagreement(found, found.data, found.differences)
    data = shrink(found.data, found.still, most_trials=found.trials, max_time=SHRINK_TIME)
    return Disagreement(found, data, found.look(data) or found.differences)
