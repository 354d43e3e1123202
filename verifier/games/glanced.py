"""What a glance at a whole game has found: no fault, so many events, and what its score sheet is made from."""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from verifier.finding import Fact
from verifier.games.report import Report
from verifier.sheet import Sheet


class Glanced(NamedTuple):
    """A whole game without a fault: its event lines and its events.

    `found` are the numbers that the sheet is made from, by `make`, when somebody asks for it; `report` has the notices,
    None where there are none.
    """

    lines: int
    events: int
    found: Any
    make: Callable[[Any], Sheet]
    report: Report | None = None


class Terms(Protocol):
    """What a glance at games under certain house rules goes by."""

    def look(self, data: bytes, start: int, end: int, line: int, most_findings: int) -> Glanced | None:
        """Return what is found in the event lines between two bytes, None where the judge has to look.

        `line` is the number of the header line, which ends at `start`.
        """


class Agreed(NamedTuple):
    """What a table has agreed on: the preset, the options that differ from it, the terms of a glance.

    `terms` is None where the house rules ask for more than a glance.
    """

    preset: str
    options: dict[str, Fact]
    terms: Terms | None


class GlancedSheet(Sheet):
    """A score sheet that is made from what a glance has found when somebody first looks at it."""

    __slots__ = ("_glanced",)

    def __init__(self, glanced: Glanced) -> None:
        self._glanced = glanced

    def __getattr__(self, name: str) -> Any:
        """Make the sheet, and return this part of it."""
        if name not in Sheet.__slots__:
            raise AttributeError(name)
        made = self._glanced.make(self._glanced.found)
        for part in Sheet.__slots__:
            setattr(self, part, getattr(made, part))
        return getattr(self, name)

    def __reduce__(self) -> tuple[Any, ...]:
        """Hand on the sheet as it is made, not what it is made from."""
        return (Sheet, tuple(getattr(self, part) for part in Sheet.__slots__))
