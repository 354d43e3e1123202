r"""Cuts a source into games, without a look at what they say: a game begins with a line whose first sign is `{`."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from verifier.replay.lines import LINE_LIMIT
from verifier.replay.split import CorruptError

MOST_HELD: Final = 16 << 20
"""Bytes of one game that are held at most; a longer one is handed on as it comes."""

# Braces are looked for instead of line ends, which is faster as long as at most one line in so many bytes has one.
_SPARSE: Final = 256

# The end of a line before one that opens a game, as `header.opens_game` tells it.
_NEXT_GAME: Final = re.compile(rb"\n(?=(?:\xef\xbb\xbf[ \t]{0,%d}|[ \t]{0,%d})\{)" % (LINE_LIMIT - 4, LINE_LIMIT - 1))


class Game(NamedTuple):
    """One game of a source: its bytes from `start` to `end` of `data`; `rest` has what comes behind them.

    `rest` is empty for a game held whole, whose `data` holds other games too; it may raise CorruptError.
    """

    data: bytes
    start: int
    end: int
    rest: Iterable[bytes] | None = None

    def blocks(self) -> Iterator[bytes]:
        """Yield the bytes of the game."""
        yield self.data[self.start : self.end]
        if self.rest is not None:
            yield from self.rest


def cut(source: Iterable[bytes]) -> Iterator[Game]:
    """Yield the games of a source, each to be used up before the next is asked for.

    What stands before the first header is part of the first game. Nothing is yielded for an empty source.
    """
    return _Cutter(source).games()


def begins(data: bytes | bytearray, start: int, end: int) -> Iterator[int]:
    """Yield where games begin that open behind a line end between two bytes, in order.

    What stands from `end` on is not looked at: a line that is cut there may open a game and not be seen.
    """
    tries = (end - start) // _SPARSE + 2
    line = start
    brace = data.find(b"{", start, end)
    while brace >= 0 and tries:
        tries -= 1
        line = data.rfind(b"\n", line, brace)
        if line >= 0 and _NEXT_GAME.match(data, line, end):
            yield line + 1
        line = data.find(b"\n", brace, end)
        if line < 0:
            return
        brace = data.find(b"{", line, end)
    if brace >= 0:
        for line_end in _NEXT_GAME.finditer(data, line, end):
            yield line_end.end()


class _Cutter:
    def __init__(self, source: Iterable[bytes]) -> None:
        self._blocks = iter(source)
        self._held = bytearray()
        # Where a line begins behind which the next game has to be looked for.
        self._seen = 0

    def games(self) -> Iterator[Game]:
        try:
            for block in self._blocks:
                yield from self._take(block)
                while len(self._held) > MOST_HELD:
                    yield Game(b"", 0, 0, self._long())
                    yield from self._take(b"")
        except CorruptError as error:
            yield Game(bytes(self._held), 0, len(self._held), _raised(error))
            return
        if self._held:
            yield Game(bytes(self._held), 0, len(self._held))

    def _take(self, block: bytes) -> Iterator[Game]:
        """Yield the games that are whole now."""
        held = self._held
        held += block
        cuts = list(begins(held, self._seen, len(held)))
        if cuts:
            data = bytes(held[: cuts[-1]])
            del held[: cuts[-1]]
            for start, end in zip([0, *cuts], cuts, strict=False):
                yield Game(data, start, end)
        self._seen = max(held.rfind(b"\n"), 0)

    def _long(self) -> Iterator[bytes]:
        """Yield a long game as it comes, up to the next game."""
        held = self._held
        self._seen = 0
        while True:
            found = _NEXT_GAME.search(held)
            end = found.end() if found else max(held.rfind(b"\n"), 0)
            if not end and len(held) > LINE_LIMIT:
                # A line over the limit; what opens a game stands before it.
                end = len(held)
            part = bytes(held[:end])
            del held[:end]
            yield part
            if found is not None:
                return
            try:
                held += next(self._blocks)
            except StopIteration:
                yield bytes(held)
                held.clear()
                return
            except CorruptError:
                # The unfinished line of a corrupt source is dropped.
                held.clear()
                raise


def _raised(error: CorruptError) -> Iterator[bytes]:
    yield from ()
    raise error
