"""Writing a file so that it is either whole or as it was before, and never over something that is only in the way."""

import contextlib
import errno
import itertools
import os
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

_DRAFTS: Final = itertools.count()
# Neither through a link nor waiting for somebody at the other end of a pipe.
_CAREFUL: Final = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)

Put = Callable[[str], None]
"""Writes one more piece of text."""


def refusal(output: str, inputs: Sequence[str]) -> str | None:
    """Return why a file must not be written, or None: it is a link, no regular file, or an input by whatever name."""
    try:
        there = os.lstat(output)
    except (OSError, ValueError):
        # There is none yet; where it cannot be made, that is said when it is tried.
        return None
    if stat.S_ISLNK(there.st_mode):
        return "is a symbolic link; name the file itself."
    if not stat.S_ISREG(there.st_mode):
        return "is there and is no regular file."
    for path in inputs:
        with contextlib.suppress(OSError, ValueError, AttributeError):
            # A redirected standard input has a file behind it too.
            status = os.fstat(sys.stdin.fileno()) if path == "-" else Path(path).stat()
            if os.path.samestat(there, status):
                return "is one of the files that are read."
    return None


@contextlib.contextmanager
def replacing(target: Path, *, even_empty: bool = False) -> Iterator[Put]:
    """Give the way to write a draft in UTF-8, as `replacing_bytes` does."""
    with replacing_bytes(target, even_empty=even_empty) as put:
        yield lambda text: _put(put, text)


@contextlib.contextmanager
def replacing_bytes(target: Path, *, even_empty: bool = False) -> Iterator[Callable[[bytes], int]]:
    """Give the way to write a draft that takes the target's place when all is written, and never before.

    Nothing is left behind where something fails or a signal comes; where nothing was written, the target stays as it
    was, unless `even_empty` is what it is to become. What replaces a file has that file's mode. Raises OSError.
    """
    # Several may be written to one folder at a time.
    draft = target.with_name(f".{os.getpid()}-{next(_DRAFTS)}.verifier.tmp")
    with draft.open("xb") as file:
        try:
            with contextlib.suppress(FileNotFoundError):
                draft.chmod(stat.S_IMODE(target.lstat().st_mode))
            yield file.write
            file.flush()
            os.fsync(file.fileno())
            written = file.tell()
            file.close()
            if written or even_empty:
                draft.replace(target)
                _settle(target.parent)
        finally:
            file.close()
            draft.unlink(missing_ok=True)


@contextlib.contextmanager
def appending(target: str, at_most: int) -> Iterator[Put]:
    """Give the way to collect a text that is added to a file when all is there, as long as the file then bears it.

    The text is cut at a line end where file and text would have more than `at_most` bytes. Raises OSError, also where
    the file is a link or no regular file.
    """
    parts: list[str] = []
    yield parts.append
    text = "".join(parts).encode()
    descriptor = os.open(target, os.O_WRONLY | os.O_APPEND | os.O_CREAT | _CAREFUL, 0o644)
    with open(descriptor, "ab") as file:  # noqa: PTH123 - it is open
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "no regular file")
        left = max(0, at_most - status.st_size)
        if len(text) > left:
            text = text[: text.rfind(b"\n", 0, left) + 1]
        file.write(text)


def _put(write: Callable[[bytes], int], text: str) -> None:
    write(text.encode("utf-8"))


def _settle(folder: Path) -> None:
    """Make the new name last through a loss of power, where the system can do that for a folder."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
