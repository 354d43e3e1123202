"""What is asked of every game of a run, and what is handed back of some of them; both go from process to process."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct, field

from verifier.replay.parts import Part
from verifier.verdict import Summary, Verdict

if TYPE_CHECKING:
    from verifier.baseline import Baseline
    from verifier.selection import Selection
    from verifier.standings import Standings


class CannotError(Exception):
    """A run cannot begin, or cannot go on; the text is a sentence for people."""


class Writer(Protocol):
    """Says something about each game; it can be pickled and remembers nothing."""

    def game(self, verdict: Verdict, /) -> Sequence[str]:
        """Return what is to be said about a game, in pieces; nothing where nothing is to be said."""

    def is_silent(self) -> bool:
        """Tell whether nothing is ever said about a clean game."""


class Reported(Struct, frozen=True):
    """The half of a report, by the name of its format, that is asked where a game is judged."""

    form: str

    def game(self, verdict: Verdict, /) -> Sequence[str]:
        """Return what the report says about a game."""
        from verifier.reports import FORMATS  # noqa: PLC0415 - only a report needs them

        return FORMATS[self.form]().game(verdict)

    def is_silent(self) -> bool:
        """Tell whether the report says nothing about clean games."""
        from verifier.reports import FORMATS  # noqa: PLC0415 - only a report needs them

        return FORMATS[self.form].silent


class Sheets(Struct, frozen=True):
    """The audited sheet of every game, in this table format."""

    table_format: str
    standing: bool = False
    quota: bool = False

    def game(self, verdict: Verdict, /) -> Sequence[str]:
        """Return the sheet of a game."""
        from verifier.reports.score import score_text  # noqa: PLC0415 - only a sheet needs tables

        return (score_text(verdict, self.table_format, standing=self.standing, quota=self.quota),)

    def is_silent(self) -> bool:
        """Tell that there is a sheet of every game."""
        return False


class Players(Struct, frozen=True):
    """The standings of the games of a kind, None for all of them."""

    kind: str | None = None

    def counts(self, kind: str | None) -> bool:
        """Return whether a game of this kind is counted; None, where it cannot be read, may be any."""
        return self.kind is None or kind in {self.kind, None}


class Plan(Struct, frozen=True):
    """What is asked of every game.

    `most_findings` are those listed of a game; `writers` say something about each; `players` asks for standings;
    `game_timeout` is the number of seconds that a game may take, None for as many as it takes. `digested` asks for the
    digest of the bytes of each part. `selection` tells which findings count, None where all do; those that the
    `baseline` accepts are only counted as such.
    """

    writers: tuple[Writer, ...] = ()
    players: Players | None = None
    most_findings: int = 1000
    game_timeout: float | None = None
    digested: bool = False
    selection: "Selection | None" = None
    baseline: "Baseline | None" = None

    def is_silent(self) -> bool:
        """Tell whether nobody asks where a clean game stands."""
        return all(writer.is_silent() for writer in self.writers)


class Judged(Struct):
    """What came of some games in a row of one file; with that of the games behind them it merges to the whole.

    `written` has for each writer of the plan the pieces of every game about which it says something. `said` are
    sentences for people, in order. `opens` and `closes` tell whether these are the first and the last games of their
    file. `failed` tells that something could not be done, `stopped` that the rest of the file is not to be judged,
    `crowded` that there are too many players for standings. `games` counts those met, also where they have no verdict;
    `read` the bytes of the file. `part` is the part whose last games these are, None where `more` of it follow or where
    nothing was judged, and `lines` how many it has; `digest` is then that of all its bytes, `size` their number.
    """

    path: str = ""
    written: tuple[list[Sequence[str]], ...] = ()
    summary: Summary = field(default_factory=Summary)
    standings: "Standings | None" = None
    said: list[str] = field(default_factory=list)
    opens: bool = False
    closes: bool = False
    failed: bool = False
    stopped: bool = False
    crowded: bool = False
    grew: bool = False
    games: int = 0
    events: int = 0
    signs: int = 0
    """Length of all that is written and said."""
    read: int = 0
    part: Part | None = None
    more: bool = False
    digest: str = ""
    size: int = 0
    lines: int = 0

    def pieces(self, writer: int = 0) -> Sequence[Sequence[str]]:
        """Return for each game about which this writer of the plan says something its pieces."""
        return self.written[writer] if self.written else ()

    def merge(self, other: "Judged") -> None:
        """Add what came of the games behind these."""
        for mine, more in zip(self.written, other.written, strict=True):
            mine.extend(more)
        self.summary.merge(other.summary)
        if self.standings is not None and other.standings is not None:
            self._add(other.standings)
        self.said += other.said
        self.closes = other.closes
        self.failed |= other.failed
        self.stopped |= other.stopped
        self.crowded |= other.crowded
        self.grew |= other.grew
        self.games += other.games
        self.events += other.events
        self.signs += other.signs
        self.read += other.read
        self.part, self.more, self.digest, self.size = other.part, other.more, other.digest, other.size
        self.lines = other.lines

    def count(self, verdict: Verdict) -> None:
        """Count a game for the standings; where there are too many players, only say so."""
        from verifier.standings import TooManyPlayersError  # noqa: PLC0415 - only standings need them

        assert self.standings is not None
        try:
            self.standings.add(verdict)
        except TooManyPlayersError:
            self.crowded = True

    def _add(self, standings: "Standings") -> None:
        from verifier.standings import TooManyPlayersError  # noqa: PLC0415 - only standings need them

        assert self.standings is not None
        try:
            self.standings.merge(standings)
        except TooManyPlayersError:
            self.crowded = True
