"""The cache: a folder in which runs find what earlier ones have said of the same part of a file.

An entry is a file of its own, for one part at one place of a file of one name, one program and one set of options. It
is taken over where the bytes of the part have the digest that they had; size and time of a file count for nothing. It
has a digest of its own: a damaged entry is as good as none, and the part is judged. Nothing in it is ever run. What
failed is not kept, nor what comes from standard input or from afar.
"""

import contextlib
import errno
import hashlib
import os
import re
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Final

import msgspec
from msgspec import Struct

from verifier._version import __version__
from verifier.corpus.edition import edition
from verifier.corpus.journal_lines import (
    BadLineError,
    Count,
    Digest,
    Done,
    Key,
    Left,
    check,
    judged_of,
    key_of,
    line_of_judged,
    read_line,
)
from verifier.corpus.judging import judge_part
from verifier.corpus.plan import CannotError, Judged, Plan
from verifier.replay.parts import Part
from verifier.replay.sources import STANDARD_INPUT, is_remote
from verifier.reports.display import display, excerpt

FORM: Final = 1
LARGEST_ENTRY: Final = 32 << 20
MOST_BYTES: Final = 512 << 20
"""Bytes of all entries together; when a run has added to them, those that were not used for longest go."""
LONGEST_HEAD: Final = 1 << 18

TAG: Final = "CACHEDIR.TAG"
SIGNATURE: Final = "Signature: 8a477f597d28d172789f06886806bc55\n"
_FILES: Final = {TAG: f"{SIGNATURE}# What verifier has judged; it may be removed at any time.\n", ".gitignore": "*\n"}
_ENTRY: Final = re.compile(r"[0-9a-f]{32}\.part|\.[0-9]+-[0-9]+\.tmp")
_FLAGS: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of an entry: what it is of, and the digest of all lines below."""

    cache: int
    version: str
    edition: str
    run: str
    key: Key
    size: Count
    digest: Digest
    below: Digest


_HEADS: Final = msgspec.json.Decoder(Head)


class Found(Judged):
    """Stands for what the cache holds of its part."""


class Cache:
    """The cache in a folder, which is made where there is none. Raises CannotError where the folder is another."""

    def __init__(self, path: str, plan: Plan) -> None:
        self._folder = Path(path)
        self._plan = plan
        self._run = f"{plan}"
        self._lines: list[bytes] | None = []
        self._drafts = 0
        self._grew = False
        self.trouble: str | None = None
        """Why nothing can be kept, a sentence for people."""
        try:
            self._make()
        except (OSError, ValueError) as error:
            self._give_up(error)

    def left(self, parts: Iterable[Part | Judged]) -> Iterator[Part | Judged]:
        """Yield the parts; where the cache holds what came of one, what stands for that."""
        for part in parts:
            known = isinstance(part, Part) and self._holds(part)
            yield Found(part.path, part=part) if known and isinstance(part, Part) else part

    def followed(self, results: Iterable[Judged]) -> Generator[Judged, None, None]:
        """Yield what came of the parts, in order, and keep it; what stands for what is held becomes that."""
        for one in results:
            part = one.part if isinstance(one, Found) else None
            taken_over = None if part is None else self._taken_over(part)
            if taken_over is not None:
                yield from taken_over
                continue
            # Where an entry was damaged, or removed meanwhile, its part is judged here.
            for fresh in [one] if part is None else judge_part(part, self._plan):
                self._keep(fresh)
                yield fresh
        if self._grew:
            with contextlib.suppress(OSError):
                self._shrink()

    def _make(self) -> None:
        with contextlib.suppress(FileExistsError):
            self._folder.mkdir(parents=True)
        tag = self._folder / TAG
        try:
            with tag.open("rb") as file:
                ours = file.read(len(SIGNATURE)) == SIGNATURE.encode()
        except FileNotFoundError:
            ours = not any(self._folder.iterdir())
            if ours:
                for name, text in _FILES.items():
                    (self._folder / name).write_text(text, encoding="utf-8", newline="\n")
        if not ours:
            raise CannotError(f"{display(str(self._folder))} is no folder of a cache; it is left as it is.")

    def _give_up(self, error: OSError | ValueError) -> None:
        reason = (isinstance(error, OSError) and error.strerror) or str(error)
        self.trouble = f"nothing is kept in the cache {display(str(self._folder))}: {excerpt(reason)}."

    def _entry(self, key: Key) -> Path:
        text = msgspec.json.encode((edition(), self._run, key))
        return self._folder / f"{hashlib.blake2b(text, digest_size=16).hexdigest()}.part"

    def _holds(self, part: Part) -> bool:
        """Return whether there is an entry of a part, and the bytes are those that it is of."""
        if part.path == STANDARD_INPUT or is_remote(part.path):
            return False
        try:
            with _opened(self._entry(key_of(part))) as file:
                head = self._read_head(file, part)
            return part.digest() == (head.size, head.digest)
        except (OSError, ValueError, BadLineError):
            return False

    def _read_head(self, file: BinaryIO, part: Part) -> Head:
        try:
            head = _HEADS.decode(file.readline(LONGEST_HEAD))
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            raise BadLineError from error
        mine = (FORM, __version__, edition(), self._run, key_of(part))
        if (head.cache, head.version, head.edition, head.run, head.key) != mine:
            raise BadLineError
        return head

    def _taken_over(self, part: Part) -> list[Judged] | None:
        entry = self._entry(key_of(part))
        try:
            results = [*self._results(entry, part)]
        except (OSError, BadLineError):
            return None
        with contextlib.suppress(OSError):
            os.utime(entry)
        return results

    def _results(self, entry: Path, part: Part) -> Iterator[Judged]:
        """Yield what an entry says came of a part. Raises OSError, BadLineError."""
        with _opened(entry) as file:
            head = self._read_head(file, part)
            below = file.read(LARGEST_ENTRY)
        if _digest(below) != head.below:
            raise BadLineError
        lines = below.splitlines(keepends=True)
        if not lines:
            raise BadLineError
        for number, line in enumerate(lines, 1):
            said = read_line(line)
            if isinstance(said, Left) or isinstance(said, Done) != (number == len(lines)):
                raise BadLineError
            check(said.content, len(self._plan.writers), counts=self._plan.players is not None)
            judged = judged_of(said.content, part.path)
            judged.opens = part.opens and number == 1
            judged.closes = part.closes and number == len(lines)
            yield judged

    def _keep(self, one: Judged) -> None:
        """Keep what came of a part, or of some of its games until the others come; nothing where any of it failed."""
        line = None if one.failed or one.crowded or one.grew or one.said else line_of_judged(one)
        if line is None or self._lines is None or sum(map(len, self._lines)) + len(line) > LARGEST_ENTRY:
            self._lines = None
        else:
            self._lines.append(line)
        if one.more:
            return
        lines, self._lines = self._lines, []
        part = one.part
        if lines is None or part is None or part.path == STANDARD_INPUT or is_remote(part.path) or self.trouble:
            return
        below = b"".join(lines)
        key = key_of(part)
        head = Head(FORM, __version__, edition(), self._run, key, one.size, one.digest, _digest(below))
        try:
            self._write(self._entry(key), msgspec.json.encode(head) + b"\n" + below)
        except (OSError, ValueError) as error:
            # Why it cannot be kept is worth a word, and no reason to stop.
            self._give_up(error)

    def _write(self, entry: Path, data: bytes) -> None:
        self._drafts += 1
        draft = self._folder / f".{os.getpid()}-{self._drafts}.tmp"
        try:
            with draft.open("xb") as file:
                file.write(data)
            draft.replace(entry)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        self._grew = True

    def _shrink(self) -> None:
        """Remove the entries that were not used for longest, until the others are few enough."""
        with os.scandir(self._folder) as found:
            entries = [
                (status.st_mtime_ns, file.name, status.st_size)
                for file in found
                if _ENTRY.fullmatch(file.name) and (status := file.stat(follow_symlinks=False))
            ]
        left = sum(size for _, _, size in entries)
        for _, name, size in sorted(entries):
            if left <= MOST_BYTES:
                return
            (self._folder / name).unlink(missing_ok=True)
            left -= size


def _opened(path: Path) -> BinaryIO:
    """Open an entry. Raises OSError, also where it is too large or no regular file."""
    file = os.fdopen(os.open(path, _FLAGS), "rb")
    status = os.fstat(file.fileno())
    if status.st_size > LARGEST_ENTRY + LONGEST_HEAD:
        file.close()
        raise OSError(errno.EFBIG, "too large")
    return file


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()
