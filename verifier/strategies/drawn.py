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

MOST_LIVELY: Final = 1_500
"""The most that is drawn for how many decisions there are; with `MOST_DRAWN` and more the seed decides what is left."""

MOST_DECISIONS: Final = 12_000
"""Decisions after which a game counts as one that is never played to its end."""

PERCENT: Final = 100

SELDOM: Final = 4
"""How seldom shuffling stops before the last card."""

_below: dict[int, SearchStrategy[int]] = {}


class DrawnDice(Dice):
    """Decisions that Hypothesis draws: for each of them the least number is found that still fails.

    The plainest choice is the first item, the items as they lie, the least number, what a share of cases has not. What
    is drawn first is how many decisions there are, all later ones being plain, and whether a share of cases has any.
    Raises UnplayableError after `MOST_DECISIONS`.
    """

    def __init__(self, draw: DrawFn) -> None:
        super().__init__("")
        self._draw = draw
        self._made = 0
        lively = self._number(MOST_LIVELY + 1)
        self._drawn = min(lively, MOST_DRAWN)
        self._tail: Dice | None = PlainDice("") if lively < MOST_DRAWN else None
        self._moody = self._number(4) > 0

    def _number(self, number: int) -> int:
        strategy = _below.get(number)
        if strategy is None:
            strategy = _below[number] = st.integers(0, number - 1)
        return self._draw(strategy)

    def below(self, number: int) -> int:
        """Return one of 0 to `number` - 1, 0 as the plainest."""
        self._made += 1
        if number > 1 and self._made <= self._drawn:
            return self._number(number)
        if self._made > MOST_DECISIONS:
            raise UnplayableError("the game does not end")
        if number <= 1:
            return 0
        if self._tail is None:
            seed = self._number(1 << 32)
            self._tail = Dice(f"strategies/{seed}") if seed else PlainDice("")
        return self._tail.below(number)

    def is_spent(self) -> bool:
        """Tell whether all decisions from now on are the plainest, so that another try would be the same again."""
        return self._made >= self._drawn and isinstance(self._tail, PlainDice)

    def chance(self, share: float) -> bool:
        """Return True in about this share of cases; False is plainer."""
        if not self._moody or not 0 < share < 1:
            return share >= 1
        return self.below(PERCENT) >= PERCENT - round(PERCENT * share)

    def mostly(self, share: float) -> bool:
        """Return True in about this share of cases; True is plainer."""
        return not self.chance(1 - share)

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """Return the items in any order; as they lie is the plainest."""
        left, mixed = list(items), []
        # Where it stops the others stay as they lie, which makes short work of what does not matter.
        while len(left) > 1 and (pick := self.below(SELDOM * len(left) + 1)):
            mixed.append(left.pop((pick - 1) % len(left)))
        return mixed + left

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
