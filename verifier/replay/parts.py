r"""Cuts files into parts that can be judged apart from each other, each with the numbers of its first game and line.

A part begins where `games.begins` lets a game begin. What stands before a file's first header goes with the first game,
and so does an empty file. Compressed files and standard input are one part each.
"""

from collections.abc import Generator, Iterable, Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from verifier.replay.games import begins
from verifier.replay.lines import LINE_LIMIT
from verifier.replay.sources import (
    COMPRESSED,
    STANDARD_INPUT,
    Source,
    Stamp,
    is_remote,
    open_path,
    open_range,
    stamp_of,
)

PART_SIZE: Final = 1 << 20
"""Bytes of a part, about: it ends with the game in which it has become so long."""
MOST_GAMES: Final = 4096
"""Games of a part, so that what is said of them all is not too much to be carried."""
SCANNED: Final = 1 << 17


class Point(Struct, frozen=True):
    """A place in a file at which a game begins, or the file, and the numbers of that game and of that line."""

    at: int = 0
    game: int = 1
    line: int = 1


class Part(Struct, frozen=True):
    """A part of a file: its bytes from `start` to `end`, None where it is the whole of it, whatever its size.

    `first_game` and `first_line` are 1-based numbers in the file; `stamp` is the file as it was when it was cut;
    `opens` and `closes` tell whether the part is the first and the last of this file that is looked at. `path` is what
    the file is called, `place` where it is opened; empty where that is the same. With a `point` the numbers are not
    known yet: they are to be counted from there.
    """

    path: str
    start: int = 0
    end: int | None = None
    first_game: int = 1
    first_line: int = 1
    stamp: Stamp | None = None
    opens: bool = True
    closes: bool = True
    place: str = ""
    point: Point | None = None

    @property
    def where(self) -> str:
        """Where the file is opened."""
        return self.place or self.path

    def open(self) -> Source:
        """Open the file or standard input, to be read as far as the part goes. Raises OSError, and so may reading."""
        if self.end is None or self.stamp is None:
            return open_path(self.where)
        return open_range(self.where, self.start, self.end, self.stamp)

    def digest(self) -> tuple[int, str]:
        """Return the number of bytes as they are now, and their digest. Raises OSError."""
        with self.open() as source:
            source.begin_digest()
            digest = source.digest()
            return source.bytes_read, digest

    def numbers(self) -> tuple[int, int]:
        """Return the numbers of the first game and line, counted where they are not known. Raises OSError."""
        point = self.point
        if point is None or self.stamp is None or self.end is None:
            return self.first_game, self.first_line
        if self.start == point.at:
            return point.game, point.line
        game = point.game
        first = point.at == 0
        with open_range(self.where, point.at, self.end, self.stamp, block=SCANNED) as source:
            for at, line in _scan(source, point.at, point.line):
                if at > point.at:
                    # Before the first header there may be a game too.
                    game += not first or _holds_game(self.where, 0, at, self.stamp)
                first = False
                if at >= self.start:
                    return game, line
        return point.game, point.line

    def numbered(self) -> "Part":
        """Return the part with its numbers. Raises OSError."""
        game, line = self.numbers()
        return replace(self, first_game=game, first_line=line, point=None)

    def size(self) -> int | None:
        """Return the number of bytes, None where it is not known."""
        return None if self.end is None else self.end - self.start


class _Begin(Struct, frozen=True):
    """Where a game may be cut off from the one before: its place is that of its header, by which shards go."""

    place: int
    at: int
    game: int
    line: int


def is_cut(path: str, place: str = "") -> bool:
    """Return whether a file can be cut: it is neither compressed nor standard input, and a server gives parts of it."""
    if path == STANDARD_INPUT or path.endswith(COMPRESSED):
        return False
    if is_remote(place):
        from verifier.replay.remote import gives_ranges  # noqa: PLC0415 - only for URLs

        return gives_ranges(place)
    return True


def parts(
    path: str, size: int | None = PART_SIZE, low: int = 0, high: int | None = None, *, place: str = ""
) -> Iterator[Part]:
    """Yield the parts of a plain file in order: the games whose headers stand from `low` on, before `high`.

    Without a size they are one part. `place` is where the file is opened where that is not `path`. Raises OSError.
    """
    where = place or path
    stamp = stamp_of(where)
    opened: _Begin | None = None
    opens, end = True, stamp.size
    for begin in _begins(where, stamp):
        if begin.place < low:
            continue
        if high is not None and begin.place >= high:
            end = begin.at
            break
        if opened is None:
            opened = begin
        elif size is not None and (begin.at - opened.at >= size or begin.game - opened.game >= MOST_GAMES):
            yield Part(path, opened.at, begin.at, opened.game, opened.line, stamp, opens, closes=False, place=place)
            opened, opens = begin, False
    if opened is not None:
        yield Part(path, opened.at, end, opened.game, opened.line, stamp, opens, closes=True, place=place)


def unnumbered(path: str, size: int = PART_SIZE) -> Iterator[Part]:
    """Yield the parts of a plain file of this machine in order, in one jump each: nobody counts what they hold.

    Each part has a point from which it can be counted: the beginning of the file. Raises OSError.
    """
    stamp = stamp_of(path)
    start: int | None = 0
    while start is not None:
        end = _next_begin(path, stamp, start + size)
        last = stamp.size if end is None else end
        yield Part(path, start, last, stamp=stamp, opens=start == 0, closes=end is None, point=Point())
        start = end


def _next_begin(path: str, stamp: Stamp, at: int) -> int | None:
    """Return the first place from `at` on, which is not 0, at which a game begins, None where there is none."""
    if at >= stamp.size:
        return None
    # What stands before is looked at too: a line has to end there.
    with open_range(path, at - 1, stamp.size, stamp, block=SCANNED) as source:
        return next((begin for begin, _ in _scan(source, at - 1, 1) if begin >= at), None)


def bounded(part: Part) -> Part:
    """Return a part with the bytes told at which it ends, as far as its file can be cut. Raises OSError."""
    if part.end is not None or not is_cut(part.path, part.place):
        return part
    return next(parts(part.path, None, place=part.place))


def halves(part: Part) -> tuple[Part, Part] | None:
    """Return a part cut in two about in its middle, None where it holds one game, or cannot be cut. Raises OSError."""
    if part.end is None or part.stamp is None:
        return None
    middle = (part.start + part.end) // 2
    game = part.first_game
    chosen: tuple[int, int, int] | None = None
    with open_range(part.where, part.start, part.end, part.stamp, block=SCANNED) as source:
        for at, line in _scan(source, part.start, part.first_line):
            if at == part.start:
                continue
            game += chosen is not None or _holds_game(part.where, part.start, at, part.stamp)
            chosen = at, game, line
            if at >= middle:
                break
    if chosen is None:
        return None
    at, game, line = chosen
    return (
        replace(part, end=at, closes=False),
        replace(part, start=at, first_game=game, first_line=line, opens=False),
    )


def _begins(path: str, stamp: Stamp) -> Iterator[_Begin]:
    game = 0
    with open_range(path, 0, stamp.size, stamp, block=SCANNED) as source:
        for at, line in _scan(source, 0, 1):
            if game:
                game += 1
                yield _Begin(at, at, game, line)
            else:
                yield _Begin(at, 0, 1, 1)
                game = 1 + (at > 0 and _holds_game(path, 0, at, stamp))
    if not game:
        yield _Begin(0, 0, 1, 1)


def _holds_game(path: str, start: int, end: int, stamp: Stamp) -> bool:
    """Return whether a game begins between two bytes for the reader, who needs no header for that."""
    from verifier.replay.reader import read  # noqa: PLC0415 - few files have to be read for that

    with open_range(path, start, end, stamp) as source:
        return next(read(source), None) is not None


def _scan(blocks: Iterable[bytes], offset: int, line: int) -> Iterator[tuple[int, int]]:
    """Yield place and line of every header in bytes that begin at the place `offset` and the line `line` of a file."""
    # As if a line end stood before: what begins there begins like what comes behind any line end.
    held, offset, line = b"\n", offset - 1, line - 1
    for block in blocks:
        held += block
        # The last line end waits for what comes behind it; of a line, what stands before the limit is enough.
        end = held.rfind(b"\n")
        if end < 0 or len(held) - end > LINE_LIMIT:
            end = len(held)
        line = yield from _told(held, end, offset, line)
        held = held[end:]
        offset += end
    yield from _told(held, len(held), offset, line)


def _told(held: bytes, end: int, offset: int, line: int) -> Generator[tuple[int, int], None, int]:
    """Yield what `_scan` yields of the bytes before `end`, and return the line that stands there."""
    seen = 0
    for at in begins(held, 0, end):
        line += held.count(b"\n", seen, at)
        seen = at
        yield offset + at, line
    return line + held.count(b"\n", seen, end)
