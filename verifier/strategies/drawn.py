"""Dice whose decisions Hypothesis draws, so that games shrink: 0 is always the plainest choice."""

from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from verifier.fuzz.dice import Dice
from verifier.fuzz.wishes import UnplayableError

Item = TypeVar("Item")

MOST_DRAWN: Final = 1_000
"""Decisions that are drawn one by one; those after them hang on a seed, so that the longest match can be drawn too."""

MOST_DECISIONS: Final = 40_000
"""Decisions after which a game counts as one that is never played to its end."""

PERCENT: Final = 100

_below: dict[int, SearchStrategy[int]] = {}


class DrawnDice(Dice):
    """Decisions that Hypothesis draws: as small a number as fails is found for each of them.

    The plainest choice is the first item, the items as they lie, the least number, what a share of cases has not.
    Raises UnplayableError after `MOST_DECISIONS`.
    """

    def __init__(self, draw: DrawFn) -> None:
        super().__init__("")
        self._draw = draw
        self._made = 0
        self._tail: Dice | None = None

    def below(self, number: int) -> int:
        """Return one of 0 to `number` - 1, 0 as the plainest."""
        self._made += 1
        if number <= 1:
            if self._made > MOST_DECISIONS:
                raise UnplayableError("the game does not end")
            return 0
        if self._made <= MOST_DRAWN:
            strategy = _below.get(number)
            if strategy is None:
                strategy = _below[number] = st.integers(0, number - 1)
            return self._draw(strategy)
        return self._later(number)

    def _later(self, number: int) -> int:
        if self._made > MOST_DECISIONS:
            raise UnplayableError("the game does not end")
        if self._tail is None:
            seed = self._draw(st.integers(0, 2**32 - 1))
            self._tail = Dice(f"strategies/{seed}") if seed else PlainDice("")
        return self._tail.below(number)

    def chance(self, share: float) -> bool:
        """Return True in about this share of cases; False is plainer."""
        return self.below(PERCENT) >= PERCENT - round(PERCENT * share) if 0 < share < 1 else share > 0

    def mostly(self, share: float) -> bool:
        """Return True in about this share of cases; True is plainer."""
        return not self.chance(1 - share)

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """Return the items in any order; as they lie is the plainest."""
        return [*self.in_any_order(items)]

    def in_any_order(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yield the items in any order, each drawn when it is asked for."""
        left = list(items)
        while left:
            yield left.pop(self.below(len(left)))


class PlainDice(Dice):
    """Decisions that are all the plainest."""

    def below(self, number: int) -> int:
        """Return 0."""
        return 0
