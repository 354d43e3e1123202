"""What is wished for: rare states, infractions, and the one infraction that a hand may get."""

from collections.abc import Sequence
from typing import NamedTuple

from verifier.fuzz.dice import Dice


class Wishes(NamedTuple):
    """How games are to be played: with rare states more often, with infractions in them, with so many hands at most.

    A log with fewer hands than its game needs simply ends. With a limit nobody plays for equal totals.
    """

    rare: bool = False
    infractions: bool = False
    hands: int | None = None

    def for_ties(self) -> bool:
        """Tell whether hands may be played again until totals are equal."""
        return self.rare and not self.infractions and self.hands is None


class UnplayableError(ValueError):
    """No game can be played to its end as it is asked for; the text says why."""


class Slip:
    """The one infraction of a hand: which, and how many occasions for it are let go by; none with an empty name."""

    def __init__(self, name: str = "", wait: int = 0) -> None:
        self._name = name
        self._wait = wait

    def now(self, name: str) -> bool:
        """Tell whether an occasion for this infraction is the one; afterwards there is none any more."""
        if name != self._name:
            return False
        self._wait -= 1
        if self._wait < 0:
            self._name = ""
            return True
        return False

    def is_due(self, name: str) -> bool:
        """Tell whether this infraction waits for an occasion."""
        return name == self._name


NO_SLIP = Slip()


def draw_slip(dice: Dice, wishes: Wishes, names: Sequence[tuple[str, int]]) -> Slip:
    """Return the slip of a hand: in half of the hands with infractions one of `names`, each with the longest wait."""
    if not wishes.infractions or dice.chance(0.5):
        return Slip()
    name, most = dice.one_of(names)
    return Slip(name, dice.below(most))
