"""Small games, and what reading says of some bytes."""

from collections.abc import Callable, Iterable

import pytest

from verifier.replay.lines import Contract, Deal, Header, Moves, Note, Points, Record, Totals, Trouble, Winner
from verifier.replay.reader import read
from verifier.replay.seal import Tally
from verifier.replay.writer import write_line

Said = tuple[str, int, int, object]
"""Name of the rule, line, column, reason."""


@pytest.fixture
def header() -> bytes:
    """Return the header line of a game of two."""
    return b'{"replay":1,"game":"king","players":["A","B"]}\n'


@pytest.fixture
def said() -> Callable[[bytes | Iterable[bytes]], list[Said]]:
    """Return a function that gives the troubles of a replay in short."""

    def say(data: bytes | Iterable[bytes]) -> list[Said]:
        records = read([data] if isinstance(data, bytes) else data)
        return [(t.rule.name, t.line, t.column, t.facts["reason"]) for t in records if isinstance(t, Trouble)]

    return say


@pytest.fixture
def records_of() -> Callable[[bytes], list[Record]]:
    """Return a function that gives all records of a replay."""
    return lambda data: list(read([data]))


GAME = [
    Header(1, "king", ["Ayşe", "B"], id="g1"),
    Deal(None, ["QHKH", "2C??"], "**"),
    Contract("a", "kiz"),
    Moves("aQH b2C b$"),
    Note("a\u2028b"),
    Points([-100, 0]),
    Totals([-100, None]),
    Winner("b"),
]


def seal_up(lines: list[bytes], *, mark_after: int | None = None, end: bytes = b"\n") -> bytes:
    """Return a game with its seal, its lines ended by `end`, and a mark after so many lines."""
    tally = Tally()
    out = []

    def add(line: bytes) -> None:
        line = line.removesuffix(b"\n") + end
        tally.add(line)
        out.append(line)

    for number, line in enumerate(lines, 1):
        add(line)
        if number == mark_after:
            add(write_line(tally.mark()))
    add(write_line(tally.seal()))
    return b"".join(out)


@pytest.fixture
def game() -> bytes:
    """Return a small game with every kind of line but a mark and a seal."""
    return b"".join(write_line(item) for item in GAME)


@pytest.fixture(params=["plain", "crlf", "blank lines"])
def sealed(request: pytest.FixtureRequest) -> bytes:
    """Return a small sealed game with a mark, with line ends and blank lines of all tolerated sorts."""
    lines = [write_line(item) for item in GAME]
    if request.param == "blank lines":
        lines[3:3] = [b"\n", b" \t \n"]
    return seal_up(lines, mark_after=4, end=b"\r\n" if request.param == "crlf" else b"\n")


@pytest.fixture
def two_games(game: bytes) -> bytes:
    """Return a file of a sealed and an unsealed game."""
    return seal_up(game.splitlines(keepends=True)[:3], mark_after=2) + b"\n" + game
