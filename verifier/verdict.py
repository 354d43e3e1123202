"""The verdict on one game and the sum of many, as facts for the reports."""

import enum
from collections import Counter

from msgspec import Struct, field

from verifier.finding import Fact, FaultClass, Finding
from verifier.replay.lines import Header
from verifier.replay.quotes import Quotes
from verifier.sheet import Sheet


class Outcome(enum.StrEnum):
    """The verdict on a game (findings, section 3)."""

    CLEAN = "clean"
    FAULTY = "faulty"
    UNDECIDED = "undecided"
    UNREADABLE = "unreadable"


class Sealed(enum.StrEnum):
    """What became of the marks and the seal of a game (replay format, section 4)."""

    UNSEALED = "unsealed"
    OK = "ok"
    BROKEN = "broken"


class Verdict(Struct):
    """What was found in one game.

    `game` is its 1-based number in the file and `line` the line of its header; `kind` is the game's name in the
    replay format, None where no header could be read. `judged_whole` tells that the game is complete and that all of it
    was judged. `findings` are sorted by line, column and code and hold at most the limit asked for; `counts` counts all
    of them by code, notices left out; `notices` counts the notices, `noticed` does so by code; `seats` counts findings
    and notices by the seat they name, None where it is none, and by class. `header` is None where it could not be read
    or a glance was enough; `accepted` counts the findings that a baseline accepts, which are then neither listed nor
    counted otherwise.
    `quotes` has what stands in the file where the findings and what proves them are, unless the game is clean or long.
    """

    path: str
    game: int
    line: int
    kind: str | None = None
    id: str | None = None
    players: list[str] = field(default_factory=list)
    preset: str | None = None
    options: dict[str, Fact] = field(default_factory=dict)
    outcome: Outcome = Outcome.UNDECIDED
    complete: bool = False
    judged_whole: bool = False
    sealed: Sealed = Sealed.UNSEALED
    events: int = 0
    unverified: int = 0
    findings: list[Finding] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    notices: int = 0
    noticed: Counter[str] = field(default_factory=Counter)
    seats: Counter[tuple[int | None, FaultClass]] = field(default_factory=Counter)
    sheet: Sheet = field(default_factory=Sheet)
    header: Header | None = None
    accepted: int = 0
    quotes: Quotes = field(default_factory=dict)


class Summary(Struct):
    """Verdicts added up: files read, games by outcome, findings by code (notices left out), notices, also by code.

    `accepted` is how many findings a baseline accepts, None where none is used and none is.
    """

    files: int = 0
    games: int = 0
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    findings: Counter[str] = field(default_factory=Counter)
    notices: int = 0
    noticed: Counter[str] = field(default_factory=Counter)
    accepted: int | None = None

    def add(self, verdict: Verdict) -> None:
        """Count one more game."""
        self.games += 1
        self.outcomes[verdict.outcome] += 1
        self.findings.update(verdict.counts)
        self.notices += verdict.notices
        self.noticed.update(verdict.noticed)
        if verdict.accepted:
            self.accepted = (self.accepted or 0) + verdict.accepted

    def merge(self, other: "Summary") -> None:
        """Add the sums of another run, which stays as it is."""
        self.files += other.files
        self.games += other.games
        self.outcomes.update(other.outcomes)
        self.findings.update(other.findings)
        self.notices += other.notices
        self.noticed.update(other.noticed)
        if other.accepted is not None:
            self.accepted = (self.accepted or 0) + other.accepted
