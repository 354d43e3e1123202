"""Replays and their labels on the way out: two files that are whole or as they were, or standard output."""

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import SpooledTemporaryFile
from types import TracebackType
from typing import Final, Self

import typer

from verifier.cli.terminal import say

IN_MEMORY: Final = 16 << 20
"""Bytes of labels that wait in memory; more wait in a temporary file."""

BLOCK: Final = 1 << 16


def could_not(words: str) -> typer.Exit:
    """Say what could not be done and return the way out, with status 2."""
    say(words)
    return typer.Exit(2)


class Files:
    """Where replays and labels go: each to its file, replays without one to standard output, labels nowhere.

    A context: the files take their places when it is left without an error. Raises BadParameter for a file that must
    not be written, Exit with status 2 for one that cannot.
    """

    def __init__(self, context: typer.Context, output: str | None, labels: str | None, inputs: Sequence[str]) -> None:
        self._names = [name for name in (output, labels) if name is not None]
        self._stack = contextlib.ExitStack()
        from verifier.cli.replacing import refusal  # noqa: PLC0415 - `--help` needs none of this
        from verifier.reports.display import display  # noqa: PLC0415

        for name, hint in ((output, "'--output'"), (labels, "'--labels'")):
            why_not = None if name is None else refusal(name, inputs)
            if name is not None and why_not is not None:
                raise typer.BadParameter(f"{display(name)} {why_not}", ctx=context, param_hint=hint)
        if output is not None and labels is not None and Path(output).absolute() == Path(labels).absolute():
            raise typer.BadParameter("is the file of the replays.", ctx=context, param_hint="'--labels'")
        self._output = output
        self._labels = labels
        # Labels wait for the replays that they belong to.
        self._waiting = SpooledTemporaryFile[bytes](max_size=IN_MEMORY)

    def __enter__(self) -> Self:
        from verifier.cli.replacing import replacing  # noqa: PLC0415
        from verifier.cli.terminal import write  # noqa: PLC0415

        with self._told():
            self._put = write if self._output is None else self._stack.enter_context(replacing(Path(self._output)))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._told(), self._waiting:
            self._stack.__exit__(kind, error, trace)
            if error is None and self._labels is not None:
                self._write_labels(Path(self._labels))

    def _write_labels(self, target: Path) -> None:
        from verifier.cli.replacing import replacing  # noqa: PLC0415

        self._waiting.seek(0)
        with replacing(target) as put:
            while lines := self._waiting.readlines(BLOCK):
                put(b"".join(lines).decode())

    def put(self, data: bytes) -> None:
        """Write replays."""
        with self._told():
            self._put(data.decode())

    def label(self, line: bytes) -> None:
        """Write a line of labels."""
        if self._labels is not None:
            with self._told():
                self._waiting.write(line + b"\n")

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """Say which file could not be written, where one is asked for; standard output is the caller's matter."""
        try:
            yield
        except OSError as error:
            if not self._names:
                raise
            from verifier.reports.display import display, excerpt  # noqa: PLC0415

            names = " and ".join(display(name) for name in self._names)
            raise could_not(f"cannot write {names}: {excerpt(error.strerror or str(error))}.") from None
