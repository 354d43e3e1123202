"""Another program, asked over its standard streams: nothing it does or leaves undone can stop or hurt the run."""

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Final, Self, TypeVar

import msgspec

from verifier._version import __version__
from verifier.fuzz.protocol import (
    LONGEST_ANSWER,
    PROTOCOL,
    Check,
    Checked,
    Play,
    Played,
    Request,
    Start,
    Started,
    Stop,
    line_of,
)

KEPT_ERRORS: Final = 2000
"""Bytes of its standard error that are kept: the last ones."""
PARTING: Final = 1.0
"""Seconds that it has to end by itself when it is told to stop."""

Said = TypeVar("Said", Started, Checked, Played)


class ProgramError(Exception):
    """It has not answered as it should: `kind` is crash, hang or garbage, `words` say what it did, as they came."""

    def __init__(self, kind: str, words: str) -> None:
        super().__init__(kind, words)
        self.kind = kind
        self.words = words


class CannotStartError(Exception):
    """The command cannot be started, or what it starts does not speak the protocol; the text says why, as it came."""


class OtherProgram:
    """A program that is started from words, without a shell, and again when it has crashed, hung or talked garbage.

    A context: it is told to stop, and ended, when that is left. Raises CannotStartError.
    """

    def __init__(self, words: Sequence[str], seconds: float) -> None:
        self._words = words
        self._seconds = seconds
        self._running: _Running | None = None
        self.starts = 0
        self.hello = self._hello()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close(kindly=error is None)

    def check(self, number: int, game: str, replay: str) -> Checked:
        """Return what it says of a replay. Raises ProgramError, CannotStartError."""
        return self._answer(Check(number, game, replay), Checked, number)

    def play(self, request: Play) -> Played:
        """Return a game that it has played. Raises ProgramError, CannotStartError."""
        return self._answer(request, Played, request.id)

    def close(self, *, kindly: bool = True) -> None:
        """End the program; `kindly`: it is told first."""
        if self._running is not None:
            self._running.end(kindly=kindly)
            self._running = None

    def _hello(self) -> Started:
        try:
            return self._started()[1]
        except ProgramError as error:
            self.close(kindly=False)
            raise CannotStartError(f"{error.kind} at the start: {error.words}") from None

    def _started(self) -> "tuple[_Running, Started]":
        try:
            self._running = _Running(self._words)
        except (OSError, ValueError) as error:
            raise CannotStartError(getattr(error, "strerror", None) or str(error)) from None
        self.starts += 1
        return self._running, self._running.ask(Start(PROTOCOL, __version__), Started, self._seconds)

    def _answer(self, request: Check | Play, kind: type[Said], number: int) -> Said:
        try:
            running = self._running or self._started()[0]
            return _numbered(running.ask(request, kind, self._seconds), number)
        except ProgramError:
            self.close(kindly=False)
            raise


def _numbered(said: Said, number: int) -> Said:
    """Return an answer that answers what was asked. Raises ProgramError."""
    if not isinstance(said, Started) and said.id != number:
        raise ProgramError("garbage", f"it answered {said.id} where {number} was asked")
    return said


class _Running:
    """One process, and the threads that feed it and hear it: none of them can keep the run waiting."""

    def __init__(self, words: Sequence[str]) -> None:
        # A group of its own, so that what it starts can be ended with it.
        self._process = subprocess.Popen(  # noqa: S603 - the user has named this command
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=sys.platform != "win32",
        )
        self._to_say: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._heard: queue.Queue[bytes] = queue.Queue(maxsize=4)
        self._errors = b""
        self._over = False
        self._threads = [
            threading.Thread(target=act, daemon=True) for act in (self._speak, self._listen, self._keep_errors)
        ]
        for thread in self._threads:
            thread.start()

    def ask(self, request: Request, kind: type[Said], seconds: float) -> Said:
        """Return the answer to a request. Raises ProgramError."""
        self._to_say.put(line_of(request))
        try:
            line = self._heard.get(timeout=seconds)
        except queue.Empty:
            raise ProgramError("hang", f"no answer in {seconds:g} seconds") from None
        if not line:
            raise ProgramError("crash", self._last_words())
        if len(line) > LONGEST_ANSWER:
            raise ProgramError("garbage", f"a line of more than {LONGEST_ANSWER} bytes")
        try:
            return msgspec.json.decode(line, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ProgramError("garbage", f"{error}: {line[:80].decode(errors='replace').rstrip()}") from None

    def end(self, *, kindly: bool) -> None:
        """End the process and all that it has started."""
        self._over = True
        if kindly:
            self._to_say.put(line_of(Stop()))
        self._to_say.put(None)
        if kindly:
            self._drain(time.monotonic() + PARTING)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(PARTING)
        self._kill()
        self._process.wait()
        self._drain(time.monotonic() + PARTING)
        for thread in self._threads:
            thread.join(PARTING)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            # What it has started may hold the other end, and then a thread still waits there.
            if stream is not None and not any(thread.is_alive() for thread in self._threads):
                with contextlib.suppress(OSError):
                    stream.close()

    def _kill(self) -> None:
        with contextlib.suppress(OSError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)

    def _drain(self, end: float) -> None:
        """Let the listener get rid of what it has heard, up to the end of it or of the time."""
        with contextlib.suppress(queue.Empty):
            while (left := end - time.monotonic()) > 0 and self._heard.get(timeout=left):
                pass

    def _last_words(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(PARTING)
        self._threads[2].join(PARTING)
        status = self._process.poll()
        how = "its output is closed" if status is None else f"it ended with status {status}"
        lines = self._errors.decode(errors="replace").split("\n")
        said = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"{how}: {said}" if said else how

    def _speak(self) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            while (line := self._to_say.get()) is not None:
                self._process.stdin.write(line)
                self._process.stdin.flush()
            self._process.stdin.close()

    def _listen(self) -> None:
        """Hand on one line after the other, an empty one at the end."""
        assert self._process.stdout is not None
        line = b"?"
        while line:
            try:
                line = self._process.stdout.readline(LONGEST_ANSWER + 1)
            except (OSError, ValueError):
                line = b""
            self._heard.put(line)

    def _keep_errors(self) -> None:
        assert self._process.stderr is not None
        with contextlib.suppress(OSError, ValueError):
            while some := os.read(self._process.stderr.fileno(), 1 << 16):
                self._errors = (self._errors + some)[-KEPT_ERRORS:]
