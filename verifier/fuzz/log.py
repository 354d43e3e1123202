"""A log in the making: acts and event lines in order, and which findings they must lead to."""

from collections.abc import Iterator
from typing import Final, NamedTuple, get_args

from verifier.cards import SEATS
from verifier.replay.canonical import canonical_lines
from verifier.replay.lines import Deal, Event, Header, Mark, Moves, Note, SeatLetter, SuitLetter
from verifier.replay.writer import write_line

Entry = str | Event
"""One entry of a log: the token of an act, or an event line of another kind than moves."""


SEAT_LETTERS: Final[tuple[SeatLetter, ...]] = get_args(SeatLetter)
SUIT_LETTERS: Final[tuple[SuitLetter, ...]] = get_args(SuitLetter)
"""Seats and suits as event lines have them."""


class Label(NamedTuple):
    """A finding to be expected: its name, at which entry of the log (counted from 0), and the seat where it is told."""

    at: int
    name: str
    seat: int | None


class Expected(NamedTuple):
    """A finding to be expected, placed as findings are: hand and event counted from 1."""

    name: str
    hand: int
    event: int
    seat: str | None


class Log:
    """The entries of a hand or of a game, and the labels of its infractions."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.labels: list[Label] = []

    def add(self, entry: Entry) -> None:
        """Enter an act or an event line."""
        self.entries.append(entry)

    def expect(self, name: str, seat: int | None = None, *, at: int | None = None) -> None:
        """Expect a finding at the last entry, or at another one."""
        self.labels.append(Label(len(self.entries) - 1 if at is None else at, name, seat))

    def extend(self, other: "Log") -> None:
        """Enter all of another log, its labels among it."""
        before = len(self.entries)
        self.entries += other.entries
        self.labels += [label._replace(at=label.at + before) for label in other.labels]

    def expected(self) -> list[Expected]:
        """Return the findings to be expected, in the order of their events (replay format, section 3)."""
        hands, events, places = 0, 0, []
        for entry in self.entries:
            hands += isinstance(entry, Deal)
            events += is_event(entry)
            places.append((hands, events))
        return [
            Expected(label.name, *places[label.at], None if label.seat is None else SEATS[label.seat])
            for label in sorted(self.labels, key=lambda label: label.at)
        ]

    def data(self, header: Header) -> bytes:
        """Return the game in canonical form."""
        return b"".join(canonical_lines([b"".join(self._lines(header))]))

    def _lines(self, header: Header) -> Iterator[bytes]:
        yield write_line(header)
        yield from lines_of(self.entries)


def is_event(entry: Entry) -> bool:
    """Tell whether an entry counts as an event (replay format, section 3)."""
    return entry[:1] != "@" if isinstance(entry, str) else not isinstance(entry, Note | Mark)


def lines_of(entries: list[Entry]) -> Iterator[bytes]:
    """Yield the lines of entries, acts that follow each other on one line."""
    tokens: list[str] = []
    for entry in entries:
        if isinstance(entry, str):
            tokens.append(entry)
            if len(tokens) < 1000:
                continue
        if tokens:
            yield write_line(Moves(" ".join(tokens)))
            tokens = []
        if not isinstance(entry, str):
            yield write_line(entry)
    if tokens:
        yield write_line(Moves(" ".join(tokens)))
