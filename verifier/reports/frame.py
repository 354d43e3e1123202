"""A line of a replay with carets below what is meant, as a terminal shows it: escapes and wide letters take room."""

from typing import Final

from verifier.replay.quotes import Quote
from verifier.reports.display import ELLIPSIS, display

MOST_CELLS: Final = 110
"""Columns of a terminal that the quoted text may take; where escapes make it longer, less is quoted."""


def frame_lines(quote: Quote, line: int) -> list[str]:
    """Return the quoted line behind its number, and the carets below; ready to be shown."""
    text, left, right = quote.text, quote.column - quote.begin, min(quote.end - quote.begin, len(quote.text))
    start, stop = 0, len(text)
    while _cells(display(text[start:stop])) > MOST_CELLS and stop - start > 1:
        # From the longer side; what is meant stays as long as it can.
        if left - start > stop - right and start < left:
            start += 1
        else:
            stop -= 1
    before = ELLIPSIS if quote.begin + start > 1 else ""
    after = ELLIPSIS if quote.goes_on() or stop < len(text) else ""
    room = _cells(display(text[start:left]))
    wide = _cells(display(text[start : max(left, min(right, stop))])) - room
    room += len(before)
    number = str(line)
    bar = " " * len(number) + " | "
    return [f"{number} | {before}{display(text[start:stop])}{after}", bar + " " * room + "^" * max(1, wide)]


def _cells(shown: str) -> int:
    if shown.isascii():
        return len(shown)
    # Read only here: most lines have nothing but ASCII.
    from wcwidth import wcswidth  # noqa: PLC0415

    return max(0, wcswidth(shown))
