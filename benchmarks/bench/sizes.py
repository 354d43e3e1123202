"""How much is measured: a run of some minutes, and a long one."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Sizes:
    """How much of everything; `least` is the seconds of a timed part, a budget those that one measurement may take."""

    rounds: int
    least: float
    most_games: int
    growth_games: tuple[int, ...]
    growth_acts: tuple[int, ...]
    growth_budget: float
    jobs_games: int
    jobs_rounds: int
    jobs_budget: float
    memory_games: tuple[int, ...]
    memory_budget: float
    starts: int


BRIEF = Sizes(
    rounds=7,
    least=0.25,
    most_games=500,
    growth_games=(1, 10, 100, 1_000, 20_000),
    growth_acts=(1_000, 10_000, 100_000, 1_000_000),
    growth_budget=6.0,
    jobs_games=5_000,
    jobs_rounds=3,
    jobs_budget=6.0,
    memory_games=(10, 100, 1_000, 100_000),
    memory_budget=20.0,
    starts=15,
)
FULL = Sizes(
    rounds=11,
    least=1.0,
    most_games=2_000,
    growth_games=(1, 10, 100, 1_000, 20_000),
    growth_acts=(1_000, 10_000, 100_000, 1_000_000),
    growth_budget=200.0,
    jobs_games=20_000,
    jobs_rounds=3,
    jobs_budget=120.0,
    memory_games=(10, 100, 1_000, 100_000),
    memory_budget=600.0,
    starts=15,
)
