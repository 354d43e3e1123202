"""Contestants that do the same kind of work, timed in turns, so that what disturbs the machine disturbs them all."""

import gc
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field


@dataclass
class Contestant:
    """One side of a comparison: `run` does the work once, which is `units` units of it, and returns nothing of use.

    `seconds` are those of CPU time for so many runs. `times` collects the nanoseconds per unit, one a round.
    """

    name: str
    unit: str
    units: int
    run: Callable[[], object]
    times: list[float] = field(default_factory=list)

    def seconds(self, repeats: int) -> float:
        """Return the CPU seconds of so many runs."""
        start = time.process_time()
        for _ in range(repeats):
            self.run()
        return time.process_time() - start

    def median(self) -> float:
        """Return the median of the nanoseconds per unit."""
        return statistics.median(self.times)


def race(contestants: Sequence[Contestant], *, rounds: int, least: float) -> None:
    """Time every contestant once a round, each for at least so many seconds; the first, unmeasured run warms it up."""
    repeats = {one.name: max(1, round(least / max(one.seconds(1), 1e-6) + 0.5)) for one in contestants}
    gc.collect()
    gc.freeze()
    for number in range(1, rounds + 1):
        for one in contestants:
            gc.collect()
            seconds = one.seconds(repeats[one.name])
            one.times.append(seconds / repeats[one.name] / one.units * 1e9)
        say(f"round {number} of {rounds}")


def ratio(one: Contestant, other: Contestant) -> float:
    """Return how many times the other's time a unit of the first takes: the median over the rounds."""
    return statistics.median(mine / theirs for mine, theirs in zip(one.times, other.times, strict=True))


def say(text: str) -> None:
    """Tell how far the benchmark is, beside its results."""
    print(text, file=sys.stderr, flush=True)
