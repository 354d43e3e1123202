"""How far a long run is, on one line of the terminal, which is gone before any text is written there."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from verifier.cli.terminal import drawing_board, drawn, terminal_shows
from verifier.corpus.plan import Judged
from verifier.reports.display import table_cell

LONG: Final = 1.0
"""Seconds after which a run is a long one."""
PAUSE: Final = 0.1
"""Seconds between two drawings."""
CELLS: Final = 32
"""Columns for the name of the file."""
BAR: Final = "\u2501"


class Progress:
    """Counts what is done, and draws it now and then; nothing runs beside the run for that.

    `total` is asked once, when the first line is drawn, for the number of bytes, nought where it is not known.
    """

    def __init__(self, total: Callable[[], int], *, at_once: bool) -> None:
        self._ask = total
        self._total = 0
        self._start = time.monotonic()
        self._next = self._start + (0 if at_once else LONG)
        self._games = self._read = 0
        self._lines: Any = None
        self._drawn = False

    def take(self, judged: Judged) -> None:
        """Count what came of some games; draw it where it is time."""
        self._games += judged.games
        self._read += judged.read
        now = time.monotonic()
        if now >= self._next:
            self._draw(judged.path, now - self._start)
            self._next = time.monotonic() + PAUSE

    def clear(self) -> None:
        """Take the line from the terminal."""
        if self._drawn:
            self._drawn = False
            self._lines.stop()

    def _draw(self, path: str, seconds: float) -> None:
        if self._lines is None:
            self._total = self._ask()
            self._lines = _lines(known=self._total > 0)
            self._lines.add_task("", total=self._total or None, file="", text="")
        self._lines.update(
            self._lines.task_ids[0],
            completed=min(self._read, self._total),
            file=table_cell(path, CELLS),
            text=self._text(seconds),
        )
        if not self._drawn:
            self._drawn = True
            self._lines.start()
        self._lines.refresh()

    def _text(self, seconds: float) -> str:
        text = f"{self._games:,} games, {self._games / max(seconds, 0.001):,.0f}/s"
        if 0 < self._read < self._total:
            left = int(seconds * (self._total - self._read) / self._read)
            text += f", {self._read * 100 // self._total} %, {left // 3600}:{left // 60 % 60:02}:{left % 60:02} left"
        return text


def _lines(*, known: bool) -> Any:
    """Return what draws, without a thread and without a hand on the outputs."""
    from rich.console import Console  # noqa: PLC0415 - only a long run at a terminal needs it
    from rich.progress import BarColumn, ProgressColumn, TextColumn  # noqa: PLC0415
    from rich.progress import Progress as Lines  # noqa: PLC0415

    # A name may hold what rich would take for markup.
    columns: list[ProgressColumn] = [TextColumn("{task.fields[text]}", markup=False)]
    if known and terminal_shows(BAR, sys.stderr):
        columns.append(BarColumn(20))
    columns.append(TextColumn("{task.fields[file]}", markup=False))
    return Lines(
        *columns,
        console=Console(file=drawing_board(), markup=False, emoji=False, highlight=False),
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )


@contextmanager
def progress_line(total: Callable[[], int], *, at_once: bool) -> Iterator[Progress]:
    """Give what draws the progress of a run; its line is gone when anything is said, and in the end."""
    progress = Progress(total, at_once=at_once)
    with drawn(progress.clear):
        yield progress
