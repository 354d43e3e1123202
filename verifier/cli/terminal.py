"""Standard output and standard error as this program wants them: UTF-8 in every locale, and honest about failing.

A reader that goes away is no failure: the rest of the run is still done and its status returned. A disk that is full
is one, and so is an output that was closed before the start.
"""

import contextlib
import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_NOT_A_LINE_END: Final = re.compile(r"[^\n]")
_clearing: Final[list[Callable[[], None]]] = []
"""What takes drawings from the terminal."""


class _Pipe(io.RawIOBase):
    """Writes to a file descriptor; after its reader has gone away, or after any failure, everything is dropped."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self.dropping = False

    def writable(self) -> bool:
        """Say that it may be written to."""
        return True

    def fileno(self) -> int:
        """Return the descriptor."""
        return self._descriptor

    def isatty(self) -> bool:
        """Tell whether a terminal is at the other end."""
        return os.isatty(self._descriptor)

    def write(self, data: "ReadableBuffer", /) -> int:
        """Write some of the bytes and return how many; OSError once, where it fails for another reason than EPIPE."""
        size = memoryview(data).nbytes
        if self.dropping:
            return size
        try:
            return os.write(self._descriptor, data)
        except BrokenPipeError:
            self.dropping = True
            return size
        except OSError:
            self.dropping = True
            raise


class _Plain(io.TextIOWrapper):
    """A text stream that lets no character through that would act on a terminal, whoever writes the text."""

    def write(self, text: str, /) -> int:
        """Write the text, line ends as they are."""
        # A regular expression refuses bytes, as a text stream has to.
        return super().write(_NOT_A_LINE_END.sub(_visible, text))


def _visible(char: re.Match[str]) -> str:
    return char[0] if char[0].isprintable() else ascii(char[0])[1:-1]


def open_terminal() -> bool:
    """Put the two outputs in place; return False where standard output is closed."""
    if sys.stderr is not None:
        sys.stderr = _stream(sys.stderr, _Plain)
    if sys.stdout is None:
        return False
    sys.stdout = _stream(sys.stdout, io.TextIOWrapper)
    return True


def _stream(stream: TextIO, kind: type[io.TextIOWrapper]) -> TextIO:
    if sys.platform == "win32" and stream.isatty():
        # Only the interpreter's own stream can write Unicode to a console of Windows.
        return stream
    pipe = io.BufferedWriter(_Pipe(stream.fileno()))
    return kind(pipe, encoding="utf-8", errors="backslashreplace", newline="\n")


def drop_output() -> None:
    """Write nothing more on standard output: a signal may have come between a write and the note that it was done."""
    pipe = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    if isinstance(pipe, _Pipe):
        pipe.dropping = True


def drawing_board() -> TextIO:
    """Return a stream to standard error that lets everything through: for what this program draws itself."""
    return _stream(sys.stderr, io.TextIOWrapper)


@contextlib.contextmanager
def drawn(clear: Callable[[], None]) -> Iterator[None]:
    """Let something be drawn on the terminal of standard error; `clear` is called before text is written there."""
    _clearing.append(clear)
    try:
        yield
    finally:
        _clear()
        _clearing.remove(clear)


def _clear() -> None:
    # Where the terminal is gone, so is the drawing.
    with contextlib.suppress(OSError):
        for clear in _clearing:
            clear()


def say(sentence: str) -> None:
    """Write a line for people on standard error; where that cannot be written, nobody can be told."""
    tell(f"verifier: {sentence}\n")


def tell(text: str) -> None:
    """Write lines for people on standard error as they are; where they cannot be written, nobody can be told."""
    if sys.stderr is not None:
        _clear()
        with contextlib.suppress(OSError):
            sys.stderr.write(text)
            sys.stderr.flush()


def terminal_shows(text: str, stream: TextIO | None) -> bool:
    """Return whether a text can be shown where a stream goes: anywhere but on a terminal of another encoding.

    A file gets the same bytes in every locale; only a terminal has an encoding of its own, which the locale names.
    """
    if stream is None or not stream.isatty():
        return True
    import locale  # noqa: PLC0415 - most runs never ask

    encoding = stream.encoding if sys.platform == "win32" else locale.getencoding()
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def write(text: str) -> None:
    """Write a part of the report on standard output, at once. OSError where it cannot be written."""
    if text:
        if _clearing and sys.stdout.isatty():
            _clear()
        sys.stdout.write(text)
        sys.stdout.flush()


def write_bytes(data: bytes) -> None:
    """Write bytes on standard output as they are, at once: a replay may hold what is no text. OSError as in `write`."""
    if data:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
