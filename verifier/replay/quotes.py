"""Quotes the lines of a game in which something stands: what is around it, as it was written."""

import re
from collections.abc import Iterable
from itertools import groupby
from typing import Final, NamedTuple

from verifier.finding import Place
from verifier.replay.header import BYTE_ORDER_MARK
from verifier.replay.split import content_of

MOST_QUOTED: Final = 8 << 20
"""Bytes of the longest game that is quoted; well below those of the longest that is held whole."""
BEFORE: Final = 40
WIDTH: Final = 100

# A string of JSON, a token of movetext or a number, or whatever sign stands there.
_WORD: Final = re.compile(r'"(?:\\.|[^"\\])*"?|[^\s",\]}]+|.')


class Quote(NamedTuple):
    """Some signs of a line: `text` begins at the 1-based column `begin`, the line has `length` signs.

    What is quoted stands from `column` up to before `end`, which may be more than `text` has of it.
    """

    text: str
    begin: int
    length: int
    column: int
    end: int

    def goes_on(self) -> bool:
        """Tell whether the line has more behind the text."""
        return self.begin + len(self.text) <= self.length


Quotes = dict[tuple[int, int], Quote]
"""Quotes by 1-based line and column."""


def quotes_of(data: bytes, start: int, end: int, first_line: int, places: Iterable[Place]) -> Quotes:
    """Return what stands at each of the places, between two bytes of the data, where the line `first_line` begins.

    Column 1 stands for the whole line. What is no UTF-8 is shown as the sign for that.
    """
    quotes: Quotes = {}
    number, at = first_line, start
    for line, columns in groupby(sorted({(place.line, place.column) for place in places}), lambda place: place[0]):
        while number < line and at < end:
            at = data.find(b"\n", at, end) + 1 or end
            number += 1
        stop = data.find(b"\n", at, end) + 1 or end
        raw = bytes(content_of(data[at:stop]))
        text = (raw.removeprefix(BYTE_ORDER_MARK) if line == 1 else raw).decode("utf-8", "replace")
        for place in columns:
            quotes[place] = _quote(text, place[1])
    return quotes


def _quote(line: str, column: int) -> Quote:
    word = None if column == 1 else _WORD.match(line, column - 1)
    end = len(line) + 1 if column == 1 else column + 1 if word is None else word.end() + 1
    begin = max(1, column - BEFORE)
    return Quote(line[begin - 1 : begin - 1 + WIDTH], begin, len(line), column, end)
