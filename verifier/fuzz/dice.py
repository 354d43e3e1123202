"""Chance that comes out the same everywhere: all of it rests on one method whose sequence Python promises to keep."""

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")


class Dice:
    """Random choices from a seed: the same on every version of Python and every platform.

    Only `random()` is used: the sequences of `choice`, `sample` and `shuffle` are not promised.
    """

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed).random  # noqa: S311 - games come from seeds

    def below(self, number: int) -> int:
        """Return one of 0 to `number` - 1."""
        return int(self._random() * number)

    def between(self, least: int, most: int) -> int:
        """Return one of `least` to `most`."""
        return least + self.below(most - least + 1)

    def chance(self, share: float) -> bool:
        """Return True in this share of cases."""
        return self._random() < share

    def mostly(self, share: float) -> bool:
        """Return True in this share of cases, which is what a plain game has."""
        return self.chance(share)

    def one_of(self, items: Sequence[Item]) -> Item:
        """Return one of the items, of which there must be one."""
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """Return the items in any order."""
        mixed = list(items)
        for at in range(len(mixed) - 1, 0, -1):
            other = self.below(at + 1)
            mixed[at], mixed[other] = mixed[other], mixed[at]
        return mixed

    def in_any_order(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yield the items in any order, for those who need only the first few."""
        yield from self.shuffled(items)
