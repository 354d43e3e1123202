"""What every game's judge offers to the referee."""

from typing import Protocol

from verifier.finding import Fact, Place
from verifier.games.report import Report
from verifier.replay.lines import Header, Line
from verifier.sheet import Sheet


class Judge(Protocol):
    """Judges one game as its lines come, and is then asked for the verdict's parts."""

    report: Report
    sheet: Sheet
    preset: str
    options: dict[str, Fact]
    complete: bool
    """Whether the game has ended by its rules; set by `finish`."""
    unaudited: bool
    """Whether something could not be judged that no single act stands for: points without plays, a missing contract."""

    def line(self, line: Line, event: int) -> None:
        """Judge one event line; `event` is the number of the last event before it."""

    def finish(self, place: Place) -> None:
        """Settle what the end of the log decides; `place` is that of its last event."""


class Game(Protocol):
    """A game as the referee sees it: its judge, made from a header, and its rules."""

    def __call__(self, header: Header, line: int, most_findings: int) -> Judge:
        """Return the judge of a new game. Raises HouseRuleError where the header's rules cannot be had."""
