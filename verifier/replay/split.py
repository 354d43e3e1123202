r"""Cuts the bytes of a source into lines at the byte `\n` and nothing else, and never holds an over-long one."""

import enum
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from verifier.replay.lines import LINE_LIMIT


class CorruptError(Exception):
    """A source cannot be read to its end; `reason` and `facts` are those of a corrupt-file finding (see `rules`)."""

    def __init__(self, reason: str, **facts: int | str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts


class Cut(enum.Enum):
    """What a piece is.

    A whole line; the first or a further block of a line over the limit; the end of the bytes without a line end; the
    place where a corrupt source ended.
    """

    WHOLE = enum.auto()
    LONG = enum.auto()
    MORE = enum.auto()
    TORN = enum.auto()
    CORRUPT = enum.auto()


class Piece(NamedTuple):
    """A piece of the source: the 1-based number of its line, its raw bytes, and what it is.

    A TORN piece is empty where a line over the limit has no end; a CORRUPT piece is empty and holds the error.
    """

    number: int
    raw: bytes
    cut: Cut
    error: CorruptError | None = None


def split(blocks: Iterable[bytes], number: int = 1) -> Iterator[Piece]:
    r"""Yield the lines of a source that comes in blocks of any sizes, numbered from `number`.

    Memory is bounded by the line limit and the largest block. The unfinished line of a corrupt source is dropped.
    """
    start = bytearray()  # of the line whose end has not come yet
    long = False  # whether that line was found to be over the limit, and its start handed on
    try:
        for block in blocks:
            first, *others = block.split(b"\n")
            start += first
            for other in others:
                start += b"\n"
                yield Piece(number, bytes(start), _cut_of(start, long=long))
                number += 1
                long = False
                start[:] = other
            if long or _length_of(start) > LINE_LIMIT:
                yield Piece(number, bytes(start), Cut.MORE if long else Cut.LONG)
                long = True
                start.clear()
    except CorruptError as error:
        yield Piece(number, b"", Cut.CORRUPT, error)
        return
    if long or start:
        yield Piece(number, bytes(start), Cut.TORN)


def _cut_of(line: bytearray, *, long: bool) -> Cut:
    if long:
        return Cut.MORE
    return Cut.WHOLE if _length_of(line) <= LINE_LIMIT else Cut.LONG


def _length_of(line: bytearray) -> int:
    """Return the length of what `content_of` gives, without the copy it makes."""
    return len(line) - line.endswith(b"\n") - line.endswith((b"\r\n", b"\r"))


def content_of(raw: bytes | bytearray) -> bytes | bytearray:
    r"""Return a line without its line end, `\n` or `\r\n`, or what of it is there."""
    return raw.removesuffix(b"\n").removesuffix(b"\r")
