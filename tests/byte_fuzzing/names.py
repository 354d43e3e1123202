"""The names of the targets, for who must not import them yet: the guided engine watches what it imports itself."""

from typing import Final

NAMES: Final = (
    *("reading", "header", "event", "acts", "judging", "formatting", "gz", "zst", "mutating"),
    *("mimuw", "baseline", "journal", "cache", "settings"),
)
