"""What the services want that show findings beside the files of a repository: paths, places, unique fingerprints."""

import os
import re
from collections import Counter
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

from verifier.finding import FaultClass, Place
from verifier.verdict import Verdict

WORST_FIRST = (
    FaultClass.FORMAT,
    FaultClass.IMPOSSIBLE,
    FaultClass.ILLEGAL,
    FaultClass.RULING,
    FaultClass.UNPUNISHED,
    FaultClass.BOOKS,
    FaultClass.NOTICE,
)
"""The classes of findings, the gravest first: what cannot be read may hide anything."""


_URL: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")


class Span(NamedTuple):
    """A place in a file: 1-based line and column, and the column before which it ends, on the same line."""

    line: int
    column: int
    end: int


def span_of(place: Place, verdict: Verdict) -> Span:
    """Return what of a line is meant; where the line is not at hand, the one sign that is known."""
    quote_there = verdict.quotes.get((place.line, place.column))
    end = place.column + 1 if quote_there is None else max(quote_there.end, place.column + 1)
    return Span(place.line, place.column, end)


def carried(path: str) -> str:
    """Return a path as a piece of a report that any encoding bears; a file name need not be text."""
    return path.encode("utf-8", "surrogatepass").decode("latin-1")


def carried_path(piece: str) -> str:
    """Return the path that was `carried`, as `repository_path` gives it."""
    return repository_path(piece.encode("latin-1").decode("utf-8", "surrogatepass"))


def repository_path(path: str) -> str:
    """Return a path from the folder of the run, with `/`; a file that is not below it keeps its absolute path.

    What is a URL already stays one.
    """
    if _URL.match(path):
        return path
    folder = Path.cwd()
    full = os.path.normpath(folder / path)
    try:
        return Path(full).relative_to(folder).as_posix()
    except ValueError:
        return Path(full).as_posix()


def uri_of(path: str) -> str:
    """Return the URI of what `repository_path` gave: relative, or `file:` where it is absolute."""
    if _URL.match(path):
        return quote(path, safe="/:?#[]@!$&'()*+,;=%~")
    if Path(path).is_absolute():
        return Path(path).as_uri()
    return quote(os.fsencode(path))


class Fingerprints:
    """Tells equal fingerprints apart by their order: `…:2` is the second. To be asked for a bounded number of them."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def number(self, fingerprint: str) -> int:
        """Return how often the fingerprint has been asked for, this time included."""
        self._seen[fingerprint] += 1
        return self._seen[fingerprint]
