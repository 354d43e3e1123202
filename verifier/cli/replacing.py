"""Writing a file so that it is either whole or as it was before, and never over something that is only in the way."""

import contextlib
import os
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

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
def replacing(target: Path) -> Iterator[Put]:
    """Give the way to write a draft that takes the target's place when all is written, and never before.

    Nothing is left behind where something fails or a signal comes; where nothing was written, the target stays as it
    was. What replaces a file has that file's mode. Raises OSError.
    """
    draft = target.with_name(f".{os.getpid()}.verifier.tmp")
    with draft.open("xb") as file:
        try:
            with contextlib.suppress(FileNotFoundError):
                draft.chmod(stat.S_IMODE(target.lstat().st_mode))
            yield lambda text: _put(file.write, text)
            file.flush()
            os.fsync(file.fileno())
            written = file.tell()
            file.close()
            if written:
                draft.replace(target)
                _settle(target.parent)
        finally:
            file.close()
            draft.unlink(missing_ok=True)


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
