"""What an importer hands on: the lines of a converted game, and remarks on everything that it could not use."""

import enum
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol, runtime_checkable

from verifier.finding import Fact
from verifier.replay.lines import Event, Header

MOST_REMARKS: Final = 1000


class Reason(enum.StrEnum):
    """Why a line, or a part of the record, could not be used. Those of `FATAL` leave the game without a replay."""

    LINE_TOO_LONG = "line-too-long"
    CHATTER = "chatter"
    """The line does not begin with sender, receiver and time."""
    UNKNOWN_MESSAGE = "unknown-message"
    BAD_MESSAGE = "bad-message"
    """A known word, followed by what does not belong there."""
    SERVER_UNKNOWN = "server-unknown"
    """Neither end of the line is known as the server, and the message does not tell."""
    WRONG_DIRECTION = "wrong-direction"
    """A client says what only the server may say, or the other way round."""
    CLIENT_UNKNOWN = "client-unknown"
    """Several connections fit the address."""
    SEAT_UNKNOWN = "seat-unknown"
    """A message to or from a connection that has not asked for a seat."""
    SEAT_ASKED_AGAIN = "seat-asked-again"
    """A seated client asks for a seat in the middle of a game and is not given it."""
    BEFORE_DEAL = "before-deal"
    NUMBER_OUT_OF_RANGE = "number-out-of-range"
    SCORE_DIFFERS = "score-differs"
    """Clients were sent different points or totals; nothing is written for that seat."""
    ANSWER_NOT_ONE_CARD = "answer-not-one-card"
    ANSWER_DIFFERS = "answer-differs"
    """The server recorded another card than the client answered; the server's stands."""
    PROMPT_DIFFERS = "prompt-differs"
    """The server showed other cards on the table than it recorded when the trick was taken; the latter stand."""
    ANSWER_UNSETTLED = "answer-unsettled"
    """The log ends before it shows whether the server took this answer; it is left out."""
    OPEN_TRICK_UNCERTAIN = "open-trick-uncertain"
    """What the server showed of the last, unfinished trick contradicts itself; the trick is left out."""
    HAND_MISSING = "hand-missing"
    """No client in this seat was sent its hand; the hand is written as unknown."""
    DEAL_DIFFERS = "deal-differs"
    DEALS_MIXED = "deals-mixed"
    """Hands of two deals cannot be told apart."""
    TAKEN_DIFFERS = "taken-differs"
    TRICK_MISSING = "trick-missing"
    """A trick was taken that no line tells of, though a later one does, or the points of the hand do."""
    NO_GAME = "no-game"


FATAL: Final = frozenset(
    {Reason.DEAL_DIFFERS, Reason.DEALS_MIXED, Reason.TAKEN_DIFFERS, Reason.TRICK_MISSING, Reason.NO_GAME}
)


class Remark(NamedTuple):
    """One thing that could not be used: the 1-based line of the foreign file, why, and facts (nothing of its text)."""

    line: int
    reason: Reason
    facts: dict[str, Fact]


class Conversion(NamedTuple):
    """One recorded game: its replay lines, header first, and the remarks sorted by line.

    `converted` is False where the record of the game does not hold together (a reason of `FATAL`, or no game at all):
    there are no lines then, for a replay made of it would accuse somebody of what the log only failed to tell.
    """

    lines: tuple[Header | Event, ...]
    remarks: tuple[Remark, ...]
    counts: Mapping[Reason, int]
    converted: bool


@dataclass(slots=True)
class Remarks:
    """Remarks in the order made: at most MOST_REMARKS are kept, all are counted."""

    kept: list[Remark] = field(default_factory=list)
    counts: Counter[Reason] = field(default_factory=Counter)

    def add(self, line: int, reason: Reason, **facts: Fact) -> None:
        """Make one more remark."""
        self._keep(Remark(line, reason, facts))
        self.counts[reason] += 1

    def take_over(self, other: "Remarks") -> None:
        """Add the remarks of another list to this one."""
        for remark in other.kept:
            self._keep(remark)
        self.counts += other.counts

    def conclude(self, lines: Iterable[Header | Event]) -> Conversion:
        """Return the game that these remarks are about."""
        converted = FATAL.isdisjoint(self.counts)
        remarks = tuple(sorted(self.kept, key=lambda remark: remark.line))
        return Conversion(tuple(lines) if converted else (), remarks, self.counts, converted)

    def _keep(self, remark: Remark) -> None:
        if len(self.kept) < MOST_REMARKS:
            self.kept.append(remark)
        elif remark.reason in FATAL and remark.reason not in self.counts:
            # Why a game is not converted must be among those kept.
            self.kept.pop()
            self.kept.insert(0, remark)


@runtime_checkable
class Readable(Protocol):
    """A binary stream: a file, a pipe, a decompressor."""

    def read(self, size: int, /) -> bytes:
        """Return at most `size` bytes, none at the end."""


Importer = Callable[[Readable | Iterable[bytes]], Iterator[Conversion]]
"""Reads a stream, or pieces of one that may be cut anywhere, and gives the games as they are done."""
