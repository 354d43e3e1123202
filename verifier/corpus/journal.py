"""The journal of a run: what came of each part is kept on the disk, and a later run takes over what is still true.

Exactly the same bytes, at the same place of a file of the same name, judged by the same program for the same options:
only then is a part taken over. Parts that could not be judged are not kept. Whoever can write the journal can write the
report; but no line of it is trusted to be one, and nothing in it is ever run.
"""

import errno
import hashlib
import os
import stat
from collections.abc import Generator, Iterable, Iterator
from types import TracebackType
from typing import BinaryIO, Final, Self

import msgspec

from verifier._version import __version__
from verifier.corpus.edition import edition
from verifier.corpus.journal_lines import (
    FORM,
    MOST_LINE,
    BadLineError,
    Done,
    Head,
    Key,
    Left,
    Some,
    check,
    judged_of,
    key_of,
    line_of,
    line_of_judged,
    read_head,
    read_line,
)
from verifier.corpus.plan import CannotError, Judged, Plan
from verifier.corpus.shard import Shard
from verifier.replay.parts import Part
from verifier.reports.display import display, excerpt

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

_FLAGS: Final = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class Kept(Judged):
    """Stands for what the journal keeps of a part: where its lines begin."""

    at: int = 0


class Journal:
    """The journal of a run in a file, which is made where there is none; used as a context. Raises CannotError."""

    def __init__(self, path: str, plan: Plan, shard: Shard | None = None) -> None:
        self._plan = plan
        self._shown = display(path)
        self._index: dict[bytes, int] = {}
        self._pending = self._spoiled = self._broken = False
        try:
            self._file = _open(path)
        except (OSError, ValueError) as error:
            raise self._cannot("be used", error) from None
        try:
            self._begin(Head(FORM, __version__, edition(), f"{plan} {shard}"))
        except OSError as error:
            self._file.close()
            raise self._cannot("be used", error) from None
        except CannotError:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def left(self, parts: Iterable[Part | Judged]) -> Iterator[Part | Judged]:
        """Yield the parts; where the journal keeps what came of one, what stands for that."""
        for part in parts:
            yield self._found(part) if isinstance(part, Part) else part

    def followed(self, results: Iterable[Judged]) -> Generator[Judged, None, None]:
        """Yield what came of the parts, in order, and keep it; what stands for what is kept becomes that."""
        for one in results:
            if isinstance(one, Kept):
                yield from self._taken_over(one)
                continue
            if not self._broken:
                try:
                    self._keep(one)
                except OSError as error:
                    # What stands in the journal stays true; the run goes on without it.
                    self._broken = True
                    yield Judged(said=[str(self._cannot("be written", error))], failed=True)
            yield one

    def _begin(self, head: Head) -> None:
        """Read what there is, and cut off what was not written to its end."""
        line = line_of(head)
        assert line is not None
        self._lock()
        first = self._file.readline(MOST_LINE)
        if not first.endswith(b"\n"):
            # An empty file, or one of a run that was killed at once.
            if not line.startswith(first):
                raise CannotError(f"{self._shown} is no journal; it is left as it is.")
            os.ftruncate(self._file.fileno(), 0)
            self._write(line)
            return
        self._compare(first, head)
        end = self._read_on(len(first))
        if end < os.fstat(self._file.fileno()).st_size:
            os.ftruncate(self._file.fileno(), end)

    def _compare(self, first: bytes, head: Head) -> None:
        try:
            found = read_head(first)
        except BadLineError:
            raise CannotError(f"{self._shown} is no journal; it is left as it is.") from None
        if (found.journal, found.version, found.edition) != (head.journal, head.version, head.edition):
            of = "another version of this program, or of what it needs"
        elif found != head:
            of = "a run with other options"
        else:
            return
        raise CannotError(f"{self._shown} is the journal of {of}; it is left as it is.")

    def _lock(self) -> None:
        if fcntl is not None:
            try:
                fcntl.flock(self._file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise CannotError(f"{self._shown} is in use by another run.") from None

    def _read_on(self, at: int) -> int:
        """Note where each part is kept, and return where the last of them ends."""
        end = begin = at
        number = 1
        while line := self._file.readline(MOST_LINE + 1):
            number += 1
            if not line.endswith(b"\n") and len(line) <= MOST_LINE:
                # Torn: the run was killed while it was written.
                break
            at += len(line)
            try:
                said = read_line(line)
                if not isinstance(said, Left):
                    check(said.content, len(self._plan.writers), counts=self._plan.players is not None)
            except BadLineError:
                raise CannotError(f"{self._shown} is no journal from line {number} on; it is left as it is.") from None
            if isinstance(said, Some):
                continue
            if isinstance(said, Done):
                self._index[_hash(said.key)] = begin
            end = begin = at
        return end

    def _found(self, part: Part) -> Part | Judged:
        key = key_of(part)
        at = self._index.get(_hash(key))
        if at is None:
            return part
        try:
            *_, done = self._lines(at)
            if isinstance(done, Done) and done.key == key and part.digest() == (done.size, done.digest):
                return Kept(part.path, opens=part.opens, closes=part.closes, at=at)
        except (OSError, BadLineError):
            # Whoever judges the part will say what is wrong with it.
            return part
        return part

    def _taken_over(self, kept: Kept) -> Iterator[Judged]:
        opens = kept.opens
        try:
            for said in self._lines(kept.at):
                check(said.content, len(self._plan.writers), counts=self._plan.players is not None)
                judged = judged_of(said.content, kept.path)
                judged.opens, opens = opens, False
                judged.closes = kept.closes and isinstance(said, Done)
                yield judged
        except (OSError, BadLineError):
            raise CannotError(f"{self._shown} was changed meanwhile; what was written is not the whole.") from None

    def _lines(self, at: int) -> Iterator[Some | Done]:
        """Yield the lines of one part, the last of which is that of `Done`. Raises BadLineError."""
        while True:
            self._file.seek(at)
            line = self._file.readline(MOST_LINE + 1)
            at += len(line)
            said = read_line(line)
            if isinstance(said, Left):
                raise BadLineError
            yield said
            if isinstance(said, Done):
                return

    def _keep(self, one: Judged) -> None:
        """Write what came of a part, or of some of its games; nothing where any of it failed."""
        line = None
        if not (self._spoiled or one.failed or one.crowded):
            line = line_of_judged(one)
        if one.more:
            if line is None:
                self._spoiled = True
            else:
                self._write(line)
                self._pending = True
            return
        if line is not None:
            self._write(line)
        elif self._pending:
            left = line_of(Left())
            assert left is not None
            self._write(left)
        self._pending = self._spoiled = False

    def _write(self, line: bytes) -> None:
        rest = memoryview(line)
        while rest:
            rest = rest[os.write(self._file.fileno(), rest) :]

    def _cannot(self, what: str, error: OSError | ValueError) -> CannotError:
        reason = (isinstance(error, OSError) and error.strerror) or str(error)
        return CannotError(f"the journal {self._shown} cannot {what}: {excerpt(reason)}.")


def _open(path: str) -> BinaryIO:
    descriptor = os.open(path, _FLAGS, 0o666)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "no regular file", path)
    return os.fdopen(descriptor, "rb")


def _hash(key: Key) -> bytes:
    return hashlib.blake2b(msgspec.json.encode(key), digest_size=16).digest()
