"""What a glance at a whole game has found: nothing wrong, so many events, and what its score sheet is made from."""

from collections.abc import Callable
from typing import Any, NamedTuple

from verifier.sheet import Sheet


class Glanced(NamedTuple):
    """A game in which everything is right.

    `found` are the numbers that the sheet is made from, by `make`, when somebody asks for it.
    """

    events: int
    found: Any
    make: Callable[[Any], Sheet]

    def sheet(self) -> Sheet:
        """Return the score sheet."""
        return self.make(self.found)
