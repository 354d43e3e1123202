"""Where the reports of a run go: standard output and files, several at a time; one that fails leaves the others be."""

import contextlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self

import typer

from verifier.cli.colour import Look
from verifier.cli.judging import Run
from verifier.cli.replacing import Put, appending, refusal, replacing
from verifier.cli.terminal import write
from verifier.corpus.plan import Judged
from verifier.own_faults import internal_error
from verifier.replay.sources import SUFFIXES
from verifier.reports import FORMATS
from verifier.reports.display import display, excerpt
from verifier.verdict import Summary

DEFAULT_FORMAT: Final = "full"
FOR_PEOPLE: Final = frozenset({"full", "concise", "grouped"})
"""Formats that look on a terminal as was asked for."""
HINT: Final = "'--output-format'"
STEP_SUMMARY: Final = "GITHUB_STEP_SUMMARY"
"""Names the file to which a step of GitHub Actions adds what its page is to show, in Markdown."""
LARGEST_STEP_SUMMARY: Final = 1 << 20


class Output(NamedTuple):
    """A report that is asked for: the name of its format, and its file, None for standard output.

    With `at_most` it is added to what the file holds, which is then to have no more than so many bytes.
    """

    form: str
    path: str | None = None
    at_most: int | None = None


def outputs_asked(context: typer.Context, words: Sequence[str], inputs: Sequence[str]) -> list[Output]:
    """Return what `FORMAT[:PATH]` texts ask for; BadParameter, which is status 2, where that cannot be done."""
    outputs = [_output(word, context) for word in words] or [Output(DEFAULT_FORMAT)]
    paths = [output.path for output in outputs if output.path is not None]
    if len(outputs) - len(paths) > 1:
        raise typer.BadParameter("only one report can go to standard output.", ctx=context, param_hint=HINT)
    places = [_place(path) for path in paths]
    for number, path in enumerate(paths):
        why_not = refusal(path, inputs)
        if places[number] in places[:number]:
            why_not = "is asked for twice."
        elif path.endswith(SUFFIXES):
            why_not = "is the name of a replay."
        if why_not is not None:
            raise typer.BadParameter(f"{display(path)} {why_not}", ctx=context, param_hint=HINT)
    page = os.environ.get(STEP_SUMMARY)
    if page and any(output.form == "github" for output in outputs) and _place(page) not in places:
        outputs.append(Output("markdown", page, LARGEST_STEP_SUMMARY))
    return outputs


def _output(word: str, context: typer.Context) -> Output:
    form, colon, path = word.partition(":")
    if form not in FORMATS:
        from difflib import get_close_matches  # noqa: PLC0415 - only a mistake needs it

        near = get_close_matches(form[:40].casefold(), FORMATS, n=1)
        meant = f" Did you mean {near[0]}?" if near else ""
        known = f"there is {', '.join(FORMATS)}."
        raise typer.BadParameter(f"no such format: {excerpt(form)}; {known}{meant}", ctx=context, param_hint=HINT)
    if colon and not path:
        raise typer.BadParameter(f"{form}: names no file behind its colon.", ctx=context, param_hint=HINT)
    return Output(form, path or None)


def _place(path: str) -> str:
    try:
        return os.path.normcase(os.path.realpath(path))
    except (OSError, ValueError):
        return path


class _Outlet:
    """One report on its way to where it is asked for; it is given up where that fails, and then takes nothing more."""

    def __init__(self, output: Output, run: Run, look: Look) -> None:
        self.output = output
        self._run = run
        self._report = FORMATS[output.form]()
        put: Put = (lambda text: write(look(text))) if output.form in FOR_PEOPLE else write
        self._way: contextlib.AbstractContextManager[Put] = contextlib.nullcontext(put)
        self._put: Put | None = None
        path, at_most = output.path, output.at_most
        self._shown = "the report" if path is None else display(path)
        with self._guarded():
            if path is not None:
                self._way = replacing(Path(path), even_empty=True) if at_most is None else appending(path, at_most)
            self._put = self._way.__enter__()

    def is_open(self) -> bool:
        """Tell whether more can be written."""
        return self._put is not None

    def begin(self) -> None:
        """Write what stands before the first game."""
        with self._guarded():
            self._write(self._report.begin())

    def put(self, games: Sequence[Sequence[str]]) -> None:
        """Write what is said about some games."""
        with self._guarded():
            for pieces in games:
                self._write(self._report.put(pieces))

    def end(self, summary: Summary) -> None:
        """Write what stands after the last game, and let the report take its place."""
        with self._guarded():
            self._write(self._report.end(summary))
        with self._guarded():
            if self._put is not None:
                self._put = None
                self._way.__exit__(None, None, None)

    def leave(self, error: BaseException) -> None:
        """Leave the place as it was before."""
        if self._put is not None:
            self._put = None
            with contextlib.suppress(type(error), OSError):
                self._way.__exit__(type(error), error, error.__traceback__)

    def _write(self, text: str) -> None:
        if text and self._put is not None:
            self._put(text)

    @contextlib.contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self._run.fail(f"cannot write {self._shown}: {excerpt(error.strerror or str(error))}.")
            self.leave(error)
        except Exception as error:  # noqa: BLE001 - our own fault: the other reports are still written
            self._run.fail(f"cannot write {self._shown}: {internal_error(error)}.")
            self.leave(error)


class Outlets:
    """All reports of a run; used as a context, so that none is half written whatever ends it."""

    def __init__(self, outputs: Sequence[Output], run: Run, look: Look = str) -> None:
        self._outputs, self._run, self._look = outputs, run, look
        self._outlets: list[_Outlet] = []

    def __enter__(self) -> Self:
        try:
            for output in self._outputs:
                self._outlets.append(_Outlet(output, self._run, self._look))
        except BaseException as error:
            self._leave(error)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if error is not None:
            self._leave(error)

    def begin(self) -> None:
        """Write what stands before the first game."""
        for outlet in self._outlets:
            outlet.begin()

    def put(self, judged: Judged) -> bool:
        """Write what is said about some games, for which each output is a writer of the plan, in their order.

        Returns whether anything more can be written anywhere.
        """
        for number, outlet in enumerate(self._outlets):
            outlet.put(judged.pieces(number))
        return any(outlet.is_open() for outlet in self._outlets)

    def end(self, summary: Summary) -> None:
        """Write what stands after the last game."""
        for outlet in self._outlets:
            outlet.end(summary)

    def _leave(self, error: BaseException) -> None:
        for outlet in self._outlets:
            outlet.leave(error)
