"""Replays that lie elsewhere, named by a URL on the command line: whatever fsspec can open, whole or in byte ranges.

A place is a URL, or a URL and the name of one of the files that it names, with a NUL between. It may hold a password or
a signature, and so is never shown; nor are the words of libraries about what went wrong, which may repeat it.
"""

import errno
import hashlib
import io
import os
import re
from collections.abc import Callable, Iterator
from functools import lru_cache, wraps
from typing import Any, Final, ParamSpec, TypeVar

from verifier.replay.sources import SUFFIXES, Fate, Found, Snapshot, Stamp

MOST_DEEP: Final = 32
"""Folders in folders that are walked."""
AHEAD: Final = 1 << 22
"""Bytes that are asked for at once where a range is read."""
WEB: Final = ("http", "https")
HERE: Final = ("file", "local", "memory")
"""Schemes whose URLs hold neither passwords nor queries: `?` and `@` are part of a name."""
VERSIONS: Final = ("ETag", "etag", "LastModified", "last_modified", "Last-Modified", "mtime", "created", "updated")
"""What file systems tell of a file that changes with it."""

_LOGIN: Final = re.compile(r"(://)[^/?#]*@")

P = ParamSpec("P")
T = TypeVar("T")


def shown(url: str) -> str:
    """Return a URL as it may be shown, not yet escaped: without user, password, query and fragment."""
    scheme = url.partition("://")[0].lower()
    if scheme in HERE:
        return url
    return re.split(r"[?#]", _LOGIN.sub(r"\1", url), maxsplit=1)[0]


def _told(ask: Callable[P, T]) -> Callable[P, T]:
    """Let whatever goes wrong be an OSError whose words give nothing away."""

    @wraps(ask)
    def told(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return ask(*args, **kwargs)
        except Exception as error:  # noqa: BLE001 - every file system has errors of its own
            raise OSError(errno.EIO, _words(error)) from None

    return told


def _words(error: Exception) -> str:
    """Return what went wrong in words that have nothing of the URL."""
    if isinstance(error, _NoLibraryError):
        return str(error)
    for kind, words in _KNOWN:
        if isinstance(error, kind):
            return words
    status = getattr(error, "status", None)
    if isinstance(status, int):
        return f"the server answers with status {status}"
    if isinstance(error, OSError) and isinstance(error.errno, int):
        return os.strerror(error.errno)
    return f"it cannot be had ({type(error).__name__})"


_KNOWN: Final[tuple[tuple[type[Exception], str], ...]] = (
    (ImportError, "what fsspec needs for such a URL is not installed"),
    (FileNotFoundError, os.strerror(errno.ENOENT)),
    (IsADirectoryError, os.strerror(errno.EISDIR)),
    (PermissionError, os.strerror(errno.EACCES)),
)


class _NoLibraryError(ImportError):
    """There is no fsspec."""


def _at(place: str) -> tuple[Any, str]:
    """Return the file system of a place, and what the place is called there."""
    try:
        from fsspec.core import url_to_fs  # noqa: PLC0415 - only for URLs
    except ImportError:
        raise _NoLibraryError("a URL needs `pip install 'replay-verifier[remote]'`") from None
    url, _, name = place.partition("\0")
    system, own_name = url_to_fs(url)
    return system, name or own_name


def find_at(url: str) -> Iterator[tuple[str, Found]]:
    """Yield what a URL names: a file, the replays below a folder, or the files of a pattern.

    Each comes with what tells whether it is the same file as another.
    """
    try:
        yield from _named(url)
    except OSError as error:
        yield url, Found(shown(url), Fate.REFUSED, error.strerror or "")


@_told
def _named(url: str) -> list[tuple[str, Found]]:
    system, root = _at(url)
    web = url.partition("://")[0].lower() in WEB
    if "*" in root or "[" in root or ("?" in root and not web):
        files = system.glob(root, detail=True)
        found = [
            _found(url, system, shown(system.unstrip_protocol(name)), name, info)
            for name, info in files.items()
            if info.get("type") != "directory"
        ]
        return sorted(found, key=_order) or [(url, Found(shown(url), Fate.REFUSED, "nothing there has such a name"))]
    if web and not root.endswith("/"):
        return [_found(url, system, shown(url), root, system.info(root))]
    info = {"type": "directory"} if web else system.info(root)
    if info.get("type") != "directory":
        return [_found(url, system, shown(url), root, info)]
    folder = root.rstrip("/")
    files = system.find(root, maxdepth=MOST_DEEP, detail=True)
    found = []
    for name, info in files.items():
        rest = shown(name) if web else name
        if rest.endswith(SUFFIXES):
            path = rest if web else shown(url).rstrip("/") + name.removeprefix(folder)
            found.append(_found(url, system, path, name, info))
    return sorted(found, key=_order)


def _found(url: str, system: Any, path: str, name: str, info: dict[str, Any]) -> tuple[str, Found]:
    # The same file may be named by several URLs.
    return f"{hash(system)}\0{name}", Found(path, Fate.READ, place=f"{url}\0{name}", size=_size(info))


def _order(found: tuple[str, Found]) -> list[str]:
    return found[1].path.split("/")


def _size(info: dict[str, Any]) -> int | None:
    size = info.get("size")
    return size if isinstance(size, int) and size >= 0 else None


@_told
def _info(place: str) -> dict[str, Any]:
    system, name = _at(place)
    system.invalidate_cache()
    info: dict[str, Any] = system.info(name)
    return info


@lru_cache(maxsize=4096)
def size_at(place: str) -> int:
    """Return the number of bytes at a place, about: nought where it is not known."""
    try:
        return _size(_info(place)) or 0
    except OSError:
        return 0


@lru_cache(maxsize=4096)
def gives_ranges(place: str) -> bool:
    """Return whether ranges of the bytes at a place can be had."""
    try:
        info = _info(place)
        if _size(info) is None or info.get("partial") is False:
            return False
        if place.partition("://")[0].lower() in WEB and (_size(info) or 0) > 1:
            # A server that does not know ranges shows it only when it is asked for one.
            with _open(place, "none") as file:
                file.seek(1)
                return len(_told(file.read)(1)) == 1
    except OSError:
        return False
    return True


@_told
def _open(place: str, cache: str | None, ahead: int = AHEAD) -> Any:
    """Open a place; without a cache it is read from its start on, else so many bytes are asked for ahead."""
    system, name = _at(place)
    if cache is None:
        return system.open(name, "rb", block_size=0) if place.partition("://")[0].lower() in WEB else system.open(name)
    return system.open(name, "rb", block_size=ahead, cache_type=cache)


def stamp_at(place: str) -> Stamp:
    """Return the stamp of what lies at a place. Raises OSError."""
    info = _info(place)
    told = repr([str(info[key]) for key in VERSIONS if key in info]).encode()
    number = int.from_bytes(hashlib.blake2b(told, digest_size=7).digest())
    return Stamp(0, 0, _size(info) or 0, number)


def snapshot_at(place: str) -> Snapshot:
    """Open what lies at a place, to be read once from its start to its end. Raises OSError."""
    size = _size(_info(place))
    return _RemoteSnapshot(place, _open(place, None), size)


def range_at(place: str, stamp: Stamp, length: int) -> Snapshot:
    """Open what lies at a place, to be read in a range of so many bytes. Raises OSError."""
    return _RemoteSnapshot(place, _open(place, "readahead", min(AHEAD, length)), stamp.size)


class _RemoteSnapshot(Snapshot):
    """Bytes that lie elsewhere; whether they are still the same is asked before the first and behind the last."""

    def __init__(self, place: str, file: Any, size: int | None) -> None:
        # Of an unknown size, as much is read as comes; what it may expand to then has the lowest bound there is.
        super().__init__(file, 1 if size is None else size)
        self._place = place
        self._open_end = size is None
        self._begun = self._ended = False

    @property
    def grew(self) -> bool:
        """Whether it grew is not known."""
        return False

    def read(self, size: int = -1, /) -> bytes:
        """Return some of the bytes. Raises OSError."""
        if self._open_end:
            self._left = 1 << 62
        block = self._taken(_told(self._file.read)(self._left if size < 0 else min(size, self._left)) or b"")
        self._ended = not block
        return block

    def begin_at(self, start: int) -> None:
        """Go to a byte."""
        self._left -= _told(self._file.seek)(start)

    def is_still(self, stamp: Stamp) -> bool:
        """Return whether it is what was stamped, as far as was asked."""
        if self._begun and not self._ended:
            return True
        self._begun = True
        return stamp_at(self._place) == stamp

    def close(self) -> None:
        """Close it."""
        if not self.closed:
            try:
                _told(self._file.close)()
            finally:
                io.RawIOBase.close(self)
