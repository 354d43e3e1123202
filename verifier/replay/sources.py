"""Finds replay files and opens them: plain, .gz, .zst and standard input; never waits, never reads without bound."""

import enum
import errno
import io
import os
import re
import stat
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple, Self

if TYPE_CHECKING:
    import hashlib

SUFFIXES: Final = (".replay", ".replay.gz", ".replay.zst")
COMPRESSED: Final = (".gz", ".zst")
STANDARD_INPUT: Final = "-"
BLOCK: Final = 1 << 16
CHANGED: Final = "it was changed while it was read"
MOST_EXPANDED: Final = 64 << 20
MOST_RATIO: Final = 1000

# One letter before the colon is a drive; `::` chains file systems.
_URL: Final = re.compile(r"(?:[A-Za-z0-9+.-]+::)*[A-Za-z][A-Za-z0-9+.-]+://")

# Without O_NONBLOCK the opening of a named pipe waits for a writer; elsewhere than on POSIX there is none.
_OPEN_FLAGS: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class Fate(enum.Enum):
    """What becomes of a path: it is read, it is left out with a note, or it cannot be read."""

    READ = enum.auto()
    SKIPPED = enum.auto()
    REFUSED = enum.auto()


class Found(NamedTuple):
    """A path as given on the command line (with `/`), its fate, and the reason where it is not read.

    The path is raw: whoever shows it escapes it. What a URL names has a place, where it is opened, and perhaps a size.
    """

    path: str
    fate: Fate
    reason: str = ""
    place: str = ""
    size: int | None = None


def is_remote(path: str) -> bool:
    """Return whether a path, or a place, is a URL."""
    return _URL.match(path) is not None


def find(paths: Sequence[str], *, remote: bool = False) -> Iterator[Found]:
    """Yield what the arguments of a command line name, in their order; folders are walked, sorted by name.

    In a walk only names that end in one of `SUFFIXES` count, links are not followed, and what is no regular file is
    skipped. A named file is taken whatever its name, links are followed, and what is no regular file is refused.
    `-` stands for standard input. A file that was named before is left out. With `remote`, URLs are no paths.
    """
    seen: set[str] = set()
    for path in paths:
        for real, found in _find_at(path) if remote and is_remote(path) else _find(path):
            if real not in seen:
                seen.add(real)
                yield found


def _find_at(url: str) -> Iterator[tuple[str, Found]]:
    from verifier.replay.remote import find_at  # noqa: PLC0415 - only for URLs

    return find_at(url)


def _find(path: str) -> Iterator[tuple[str, Found]]:
    """Yield what one argument names, each with the path that tells whether it is the same file as another."""
    shown = path.replace(os.sep, "/")
    if path == STANDARD_INPUT:
        yield path, Found(path, Fate.READ)
        return
    if not path:
        yield path, Found(shown, Fate.REFUSED, "an empty path")
        return
    try:
        mode = Path(path).stat().st_mode
        real = str(Path(path).resolve())
    except (OSError, ValueError) as error:
        yield path, Found(shown, Fate.REFUSED, _words(error))
        return
    if stat.S_ISDIR(mode):
        yield from _walk(shown, real)
    elif stat.S_ISREG(mode):
        yield real, Found(shown, Fate.READ)
    else:
        yield real, Found(shown, Fate.REFUSED, _refusal(mode))


def _walk(root: str, real_root: str) -> Iterator[tuple[str, Found]]:
    """Yield the replays below a folder; the stack instead of recursion takes trees of any depth."""
    root, real_root = root.rstrip("/"), real_root.rstrip("/")
    below = [""]
    while below:
        rest = below.pop()
        shown = root + rest or "/"
        path = Path(shown)
        try:
            mode = path.lstat().st_mode if rest else stat.S_IFDIR
            if stat.S_ISDIR(mode):
                names = sorted((entry.name for entry in path.iterdir()), reverse=True)
                below += [f"{rest}/{name}" for name in names]
                continue
        except OSError as error:
            yield real_root + rest, Found(shown, Fate.REFUSED, _words(error))
            continue
        is_replay = rest.endswith(SUFFIXES)
        if is_replay and stat.S_ISREG(mode):
            yield real_root + rest, Found(shown, Fate.READ)
        elif is_replay or (stat.S_ISLNK(mode) and _is_folder(path)):
            yield real_root + rest, Found(shown, Fate.SKIPPED, _kind(mode))


def _is_folder(path: Path) -> bool:
    try:
        return stat.S_ISDIR(path.stat().st_mode)
    except OSError:
        return False


def _kind(mode: int) -> str:
    return next((name for is_kind, name in _KINDS if is_kind(mode)), "something else")


_KINDS: Final = (
    (stat.S_ISLNK, "a symbolic link"),
    (stat.S_ISDIR, "a directory"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def _refusal(mode: int) -> str:
    return f"{_kind(mode)}, not a regular file; pipe its content into `{STANDARD_INPUT}` instead"


def _words(error: OSError | ValueError) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error)


class Source:
    """The bytes of one replay file, as blocks; may raise CorruptError while it is iterated, once.

    `grew` tells, up to the moment of closing, whether the file is longer than it was when it was opened; what came
    since is not read.
    """

    def __init__(
        self, path: str, blocks: Iterator[bytes], snapshot: "Snapshot | None" = None, *, ranged: bool = False
    ) -> None:
        self.path = path
        self._blocks = blocks
        self._snapshot = snapshot
        self._ranged = ranged

    def __iter__(self) -> Iterator[bytes]:
        return self._blocks

    @property
    def grew(self) -> bool:
        """Whether the file grew while it was read."""
        return self._snapshot is not None and self._snapshot.grew

    @property
    def bytes_read(self) -> int:
        """The number of bytes that were read, as they lie in the file; of standard input none are counted."""
        return 0 if self._snapshot is None else self._snapshot.count

    def begin_digest(self) -> None:
        """Digest all that is read from now on."""
        if self._snapshot is not None:
            import hashlib  # noqa: PLC0415 - most runs need no digest, and it takes time to load

            self._snapshot.hash = hashlib.blake2b(digest_size=16)

    def digest(self) -> str:
        """Return the digest of all bytes of the file, or of the range, where one was begun before they were read."""
        if self._snapshot is None or self._snapshot.hash is None:
            return ""
        if self._ranged:
            for _ in self._blocks:
                pass
        else:
            # Of a corrupt file the rest is digested too.
            while self._snapshot.read(BLOCK):
                pass
        return self._snapshot.hash.hexdigest()

    def close(self) -> None:
        """Close the file; standard input stays open."""
        if self._snapshot:
            self._snapshot.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_source(path: str, *, most_expanded: int = MOST_EXPANDED, most_ratio: int = MOST_RATIO) -> Source:
    """Open a replay file, decompressed by its suffix `.gz` or `.zst`; raise OSError where it is no regular file.

    A compressed file may expand to `most_expanded` bytes or `most_ratio` times its size, whichever is more.
    `-` is no path: see `standard_input`.
    """
    name, snapshot = path, _snapshot(path)
    if is_remote(path):
        from verifier.replay.remote import shown  # noqa: PLC0415

        name = shown(path.replace("\0", "/"))
    limit = max(most_expanded, most_ratio * snapshot.size)
    blocks = _plain(snapshot)
    if name.endswith(COMPRESSED):
        from verifier.replay.expanding import expand  # noqa: PLC0415 - most replays are plain, and it takes time to load

        blocks = expand(snapshot, zstandard=name.endswith(".zst"), empty=not snapshot.size, limit=limit)
    return Source(path, blocks, snapshot)


def standard_input(stream: BinaryIO) -> Source:
    """Return the uncompressed replay that comes on standard input; it is read as it comes, to its end."""
    return Source(STANDARD_INPUT, _plain(stream))


def open_path(path: str) -> Source:
    """Open a file, or standard input where the path is `-`. Raises OSError."""
    if path != STANDARD_INPUT:
        return open_source(path)
    if sys.stdin is None:
        raise OSError("standard input is closed")
    # The unbuffered stream hands on what is there, so that a game is judged as soon as it is over.
    return standard_input(getattr(sys.stdin.buffer, "raw", sys.stdin.buffer))


class Stamp(NamedTuple):
    """What tells whether a file is still the one that was looked at: where it lies, its size, when it was written.

    Without an inode it may lie anywhere.
    """

    device: int
    inode: int
    size: int
    written: int

    def anywhere(self) -> "Stamp":
        """Return the stamp of the same file as another machine sees it, which has numbers of its own for its place."""
        return self._replace(device=0, inode=0)


def stamp_of(path: str) -> Stamp:
    """Return the stamp of a regular file. Raises OSError."""
    if is_remote(path):
        from verifier.replay.remote import stamp_at  # noqa: PLC0415

        return stamp_at(path)
    with _open_regular(path) as file:
        return _stamp(file)


def open_range(path: str, start: int, end: int, stamp: Stamp, *, block: int = BLOCK) -> Source:
    """Open a plain file to read the bytes from `start` to `end` in blocks. Raises OSError.

    So does the iteration, where the file is no longer the one that was stamped; it may have grown since.
    """
    snapshot = _snapshot(path, stamp, end - start)
    return Source(path, _range(snapshot, start, end - start, stamp, block), snapshot, ranged=True)


def _snapshot(path: str, stamp: Stamp | None = None, length: int = 0) -> "Snapshot":
    """Open a file; with a stamp in such a way that a range of so many bytes can be read. Raises OSError."""
    if is_remote(path):
        from verifier.replay.remote import range_at, snapshot_at  # noqa: PLC0415 - only for URLs

        return snapshot_at(path) if stamp is None else range_at(path, stamp, length)
    return Snapshot(_open_regular(path), None if stamp is None else stamp.size)


def _stamp(file: io.FileIO) -> Stamp:
    state = os.fstat(file.fileno())
    return Stamp(state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns)


def _open_regular(path: str) -> io.FileIO:
    descriptor = os.open(path, _OPEN_FLAGS)
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, _refusal(mode), path)
    return io.FileIO(descriptor)


class Snapshot(io.RawIOBase):
    """A regular file as long as it was when it was opened, or of a size known before, even if it grows meanwhile."""

    def __init__(self, file: io.FileIO, size: int | None = None) -> None:
        super().__init__()
        self._file = file
        self.size = self._left = os.fstat(file.fileno()).st_size if size is None else size
        self.count = 0
        self.hash: hashlib.blake2b | None = None
        self._grew = False

    @property
    def grew(self) -> bool:
        """Whether it is longer now."""
        if not self._file.closed:
            self._grew = os.fstat(self._file.fileno()).st_size > self.size
        return self._grew

    def read(self, size: int = -1, /) -> bytes:
        """Return some of the bytes; none at the end."""
        return self._taken(self._file.read(self._left if size < 0 else min(size, self._left)) or b"")

    def _taken(self, block: bytes) -> bytes:
        self._left -= len(block)
        self.count += len(block)
        if self.hash is not None:
            self.hash.update(block)
        return block

    def begin_at(self, start: int) -> None:
        """Go to a byte, before anything is read."""
        self._left -= self._file.seek(start)

    def is_still(self, stamp: Stamp) -> bool:
        """Return whether this is the file that was stamped."""
        now = _stamp(self._file)
        lies_there = not stamp.inode or now[:2] == stamp[:2]
        return lies_there and (now.size > stamp.size or now[2:] == stamp[2:])

    def close(self) -> None:
        """Close the file."""
        self._grew = self.grew  # the last look
        self._file.close()
        super().close()


def _plain(stream: BinaryIO | Snapshot) -> Iterator[bytes]:
    while block := stream.read(BLOCK):
        yield block


def _range(snapshot: Snapshot, start: int, left: int, stamp: Stamp, size: int) -> Iterator[bytes]:
    snapshot.begin_at(start)
    while True:
        block = snapshot.read(min(size, left))
        # Looked at after the reading, so that nothing is handed on that was written later.
        if not snapshot.is_still(stamp) or (left and not block):
            raise OSError(errno.ESTALE, CHANGED)
        if not block:
            return
        left -= len(block)
        yield block
