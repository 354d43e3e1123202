"""The baseline: findings that somebody has accepted, so that only what is new counts.

An entry is one finding of one game. The finding is known by its fingerprint, which goes by code, hand, seat and the
place among the findings of that code in the hand: no edit elsewhere changes it, and no two findings of a game share
one, so that repeats need no count. The game is known by the digest of its header, whatever its form, and where the
header has no id, which many games may share, by its file and its number in it as well; the file is named from the
folder of the baseline. So a game with an id may be moved, and games without one do not excuse each other. Whoever
changes a header or the order of games without an id sees their findings again: rather too many than one too few.
"""

import contextlib
import hashlib
import os
import stat
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import msgspec
from msgspec import Meta, Struct

from verifier.cards import SEATS
from verifier.finding import FaultClass, Finding
from verifier.reports.entries import fingerprint, json_text, speakable
from verifier.selection import acquit
from verifier.verdict import Verdict

FORM: Final = 1
LARGEST_FILE: Final = 256 << 20
_ACCEPTABLE: Final = frozenset(FaultClass) - {FaultClass.FORMAT, FaultClass.NOTICE}
_FLAGS: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)

Text = Annotated[str, Meta(max_length=1 << 16)]
Number = Annotated[int, Meta(ge=0, le=1 << 53)]


class Key(NamedTuple):
    """By what an entry is known; path and game are None where the header has an id."""

    fingerprint: str
    header: str
    path: str | None
    game: int | None


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of the file."""

    baseline: Annotated[int, Meta(ge=FORM, le=FORM)]


class Entry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One accepted finding, a line of the file; code, name, hand, seat and id are there for who reads it."""

    code: Annotated[str, Meta(pattern="^[A-Z]{3}[0-9]{3}$")]
    name: Text
    hand: Number
    seat: Annotated[str, Meta(pattern=f"^[{SEATS}]$")] | None
    fingerprint: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
    header: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    id: Text | None = None
    path: Text | None = None
    game: Number | None = None

    def key(self) -> Key:
        """Return by what the entry is known."""
        return Key(self.fingerprint, self.header, self.path, self.game)


_HEADS: Final = msgspec.json.Decoder(Head)
_ENTRIES: Final = msgspec.json.Decoder(Entry)


class BrokenBaselineError(Exception):
    """A file that is no baseline; `line` is the first line that does not stand in one."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


class Shelf(Struct, frozen=True):
    """The folder of a baseline, from which files are named, and the one from which relative paths are given."""

    folder: str
    here: str

    def entries(self, verdict: Verdict) -> list[Entry | None]:
        """Return the entry of each listed finding of a game, None for what cannot be accepted."""
        header = verdict.header
        if header is None:
            return [None] * len(verdict.findings)
        digest = hashlib.blake2b(msgspec.json.encode(header, order="deterministic"), digest_size=8).hexdigest()
        known = (header.id, None, None) if header.id else (None, self._name(verdict.path), verdict.game)
        return [_entry(finding, digest, *known) for finding in verdict.findings]

    def game(self, verdict: Verdict, /) -> Sequence[str]:
        """Return the lines of a game: that is what is asked of it where a baseline is made."""
        return [line_of(entry) for entry in self.entries(verdict) if entry is not None]

    def is_silent(self) -> bool:
        """Tell that a clean game has no finding that could be written."""
        return True

    def _name(self, path: str) -> str:
        if path != "-" and "://" not in path:
            # A file on another drive than the baseline has no name from there.
            with contextlib.suppress(ValueError):
                path = os.path.relpath(Path(self.here, path), self.folder)
            path = path.replace(os.sep, "/")
        return speakable(path)


class Baseline(Struct, frozen=True):
    """A baseline as it was when the run began: its file, which every worker reads, and the digest of its bytes."""

    path: str
    digest: str
    shelf: Shelf

    def accept(self, verdict: Verdict) -> None:
        """Count the findings that are accepted as such, and let the outcome follow. Raises OSError."""
        keys = _keys(self.path, self.digest)
        left = []
        for finding, entry in zip(verdict.findings, self.shelf.entries(verdict), strict=True):
            if entry is not None and entry.key() in keys:
                verdict.accepted += 1
                verdict.counts[finding.rule.code] -= 1
            else:
                left.append(finding)
        verdict.findings = left
        verdict.counts = +verdict.counts
        acquit(verdict)


def baseline_at(path: str, here: str) -> Baseline:
    """Return the baseline in a file. Raises OSError, BrokenBaselineError."""
    whole = str(Path(here, path))
    digest = _digest(_bytes_of(whole))
    _keys(whole, digest)
    return Baseline(whole, digest, shelf_of(path, here))


def shelf_of(path: str, here: str) -> Shelf:
    """Return the shelf of a baseline in this file."""
    return Shelf(str(Path(here, path).parent), here)


def read_baseline(path: str) -> list[Entry]:
    """Return the entries in a file. Raises OSError, BrokenBaselineError."""
    return _entries(_bytes_of(path))


def lines_of(entries: Iterable[Entry]) -> str:
    """Return a whole file with these entries, each once, in an order that does not depend on the run."""
    lines = dict.fromkeys(sorted(entries, key=_place))
    return "".join([json_text(Head(FORM)) + "\n", *map(line_of, lines)])


def line_of(entry: Entry) -> str:
    """Return the line of an entry."""
    return json_text(entry) + "\n"


def read_line(line: str) -> Entry:
    """Return the entry of a line that this program has made."""
    return _ENTRIES.decode(line)


def _place(entry: Entry) -> tuple[str, int, str, str, int, str, str, str]:
    where = (entry.path or "", entry.game or 0, entry.id or "", entry.header, entry.hand)
    return (*where, entry.code, entry.seat or "", entry.fingerprint)


def _entry(finding: Finding, header: str, id_: str | None, path: str | None, game: int | None) -> Entry | None:
    rule = finding.rule
    if rule.fault_class not in _ACCEPTABLE:
        return None
    seat = None if finding.seat is None else SEATS[finding.seat]
    return Entry(rule.code, rule.name, finding.place.hand, seat, fingerprint(finding, id_), header, id_, path, game)


@lru_cache(maxsize=1)
def _keys(path: str, digest: str) -> frozenset[Key]:
    data = _bytes_of(path)
    if _digest(data) != digest:
        raise OSError("the baseline is no longer what it was when the run began")
    return frozenset(entry.key() for entry in _entries(data))


def _bytes_of(path: str) -> bytes:
    descriptor = os.open(path, _FLAGS)
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError("no regular file")
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise OSError("it is too large")
    return data


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _entries(data: bytes) -> list[Entry]:
    entries = []
    number = 0
    for number, line in enumerate(data.splitlines(), 1):
        try:
            if number == 1:
                _HEADS.decode(line)
            else:
                entries.append(_ENTRIES.decode(line))
        except (ValueError, RecursionError):
            raise BrokenBaselineError(number) from None
    if not number:
        raise BrokenBaselineError(1)
    return entries
