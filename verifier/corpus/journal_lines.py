"""The lines of a journal: what they may hold, and the way from what was judged to a line and back."""

import re
from collections import Counter
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from verifier.corpus.plan import Judged
from verifier.finding import FaultClass
from verifier.replay.parts import Part
from verifier.standings import Standing, Standings, Table, TableKey, TooManyPlayersError
from verifier.verdict import Outcome, Summary

MOST_LINE: Final = 64 << 20
"""Bytes of a line; what would be longer is not written, and not read."""
FORM: Final = 1

# None of these is in a report; a journal that somebody has forged is not to steer a terminal with them.
_STEERS: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")

Count = Annotated[int, Meta(ge=0, le=1 << 53)]
Points = Annotated[int, Meta(ge=-(1 << 53), le=1 << 53)]
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


class BadLineError(Exception):
    """A line that no journal holds."""


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: the form of the journal, the program, and what is asked of every game."""

    journal: int
    version: str
    edition: str
    run: str


class Key(Struct, array_like=True, frozen=True):
    """Which part of which file this is; the path as UTF-8, in which halves of surrogates may stand."""

    path: bytes
    start: Count
    is_whole: bool
    first_game: Count
    first_line: Count
    opens: bool
    closes: bool


class Row(Struct, array_like=True, frozen=True):
    """What one player has come to, as in `Standing`."""

    games: Count
    decided: Count
    wins: Count
    shared: Count
    points: Points
    scored: Count
    findings: dict[FaultClass, Count]


class Kind(Struct, array_like=True, frozen=True):
    """The players of one kind of game."""

    kind: str
    lowest_wins: bool
    games: Count
    unnamed: dict[FaultClass, Count]
    players: dict[str, Row]


class Content(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What came of some games."""

    written: list[list[list[str]]] = []
    games: Count = 0
    events: Count = 0
    read: Count = 0
    files: Count = 0
    judged: Count = 0
    outcomes: dict[Outcome, Count] = {}
    findings: dict[str, Count] = {}
    notices: Count = 0
    noticed: dict[str, Count] = {}
    accepted: Count = 0
    left_out: Count = 0
    kinds: list[Kind] | None = None


class Some(Struct, array_like=True, frozen=True, tag="some"):
    """Some games of a part, of which more follow in the next line."""

    content: Content


class Done(Struct, array_like=True, frozen=True, tag="part"):
    """The last games of a part, or all of them: those of the lines of `Some` right above belong to it too."""

    key: Key
    size: Count
    digest: Digest
    content: Content


class Left(Struct, array_like=True, frozen=True, tag="left"):
    """The games right above belong to a part that could not be judged to its end."""


JournalLine = Some | Done | Left

_HEADS: Final = msgspec.json.Decoder(Head)
_LINES: Final = msgspec.json.Decoder(JournalLine)


def read_head(line: bytes) -> Head:
    """Return what the first line says. Raises BadLineError."""
    try:
        return _HEADS.decode(line)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise BadLineError from error


def read_line(line: bytes) -> JournalLine:
    """Return what a line says. Raises BadLineError."""
    try:
        return _LINES.decode(line)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise BadLineError from error


def line_of(said: Head | JournalLine) -> bytes | None:
    """Return the line that says so, with its end; None where no line can."""
    try:
        line = msgspec.json.encode(said) + b"\n"
    except UnicodeEncodeError:
        return None
    return line if len(line) <= MOST_LINE else None


def line_of_judged(judged: Judged) -> bytes | None:
    """Return the line that keeps what came of some games, None where it cannot be kept; nothing of it has failed."""
    content = content_of(judged)
    if content is None:
        return None
    if judged.more:
        return line_of(Some(content))
    if judged.part is None or not judged.digest:
        return None
    return line_of(Done(key_of(judged.part), judged.size, judged.digest, content))


def key_of(part: Part) -> Key:
    """Return the key of a part."""
    path = part.path.encode("utf-8", "surrogatepass")
    return Key(path, part.start, part.end is None, part.first_game, part.first_line, part.opens, part.closes)


def content_of(judged: Judged) -> Content | None:
    """Return what came of some games as it stands in a journal; None where it holds what must not stand there."""
    written = [[list(pieces) for pieces in games] for games in judged.written]
    summary, kinds = judged.summary, None
    if judged.standings is not None:
        kinds = [
            Kind(
                key.kind,
                key.lowest_wins,
                table.games,
                table.unnamed,
                {name: _row(standing) for name, standing in table.players.items()},
            )
            for key, table in judged.standings.tables.items()
        ]
    content = Content(
        written,
        judged.games,
        judged.events,
        judged.read,
        summary.files,
        summary.games,
        summary.outcomes,
        summary.findings,
        summary.notices,
        summary.noticed,
        summary.accepted or 0,
        judged.standings.left_out if judged.standings is not None else 0,
        kinds,
    )
    return content if _is_clean(content) else None


def _row(standing: Standing) -> Row:
    return Row(
        standing.games,
        standing.decided,
        standing.wins,
        standing.shared,
        standing.points,
        standing.scored,
        standing.findings,
    )


def check(content: Content, writers: int, *, counts: bool) -> None:
    """Raise BadLineError where some games are not of a plan with so many writers, that counts for standings or not."""
    if len(content.written) != writers or counts != (content.kinds is not None) or not _is_clean(content):
        raise BadLineError


def judged_of(content: Content, path: str) -> Judged:
    """Return what came of some games of a file. Raises BadLineError where more players are named than can be."""
    standings = None
    if content.kinds is not None:
        standings = Standings(left_out=content.left_out)
        for kind in content.kinds:
            table = Table(kind.games, {}, kind.unnamed)
            for name, row in kind.players.items():
                table.players[name] = Standing(
                    row.games, row.decided, row.wins, row.shared, row.points, row.scored, row.findings
                )
            try:
                standings.merge(Standings(tables={TableKey(kind.kind, kind.lowest_wins): table}))
            except TooManyPlayersError:
                raise BadLineError from None
    return Judged(
        path,
        tuple([*games] for games in content.written),
        Summary(
            content.files,
            content.judged,
            Counter(content.outcomes),
            Counter(content.findings),
            content.notices,
            Counter(content.noticed),
            content.accepted or None,
        ),
        standings,
        games=content.games,
        events=content.events,
        read=content.read,
    )


def _is_clean(content: Content) -> bool:
    """Return whether no text acts on a terminal."""
    return not any(_STEERS.search(piece) for games in content.written for pieces in games for piece in pieces)
