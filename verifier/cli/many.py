"""The options of the commands that judge many games: who judges, which of them, for how long."""

import math
from collections.abc import Sequence
from typing import Annotated, Final, NamedTuple

import typer

from verifier.corpus.shard import Shard

AUTO: Final = "auto"
LOCAL: Final = "local"
DASK: Final = "dask:"
MOST_JOBS: Final = 512
MOST_DIGITS: Final = 9
_PANEL: Final = "Many games"


def _number(text: str) -> int | None:
    """Return a number written in a few plain digits, None where it is anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None


def _jobs(text: str) -> int | None:
    if text == AUTO:
        return None
    number = _number(text)
    if number is None or not 1 <= number <= MOST_JOBS:
        raise typer.BadParameter(f"neither {AUTO} nor a number from 1 to {MOST_JOBS}.")
    return number


def _shard(text: str) -> Shard:
    number, count = (_number(part) for part in (*text.split("/"), "")[:2])
    if number is None or count is None or text.count("/") != 1 or not 1 <= number <= count:
        raise typer.BadParameter("no shard; the second of eight is 2/8.")
    return Shard(number, count)


def _executor(text: str) -> str:
    address = text.removeprefix(DASK)
    if text == LOCAL:
        return ""
    if address in {text, ""} or not address.isprintable():
        raise typer.BadParameter(f"neither {LOCAL} nor {DASK}ADDRESS.")
    return address


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 <= seconds < math.inf:
        raise typer.BadParameter("no number of seconds.")
    return seconds


Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        metavar="N|auto",
        parser=_jobs,
        help="Processes that judge.",
        show_default="as many as pay off",
        rich_help_panel=_PANEL,
    ),
]
ShardOption = Annotated[
    Shard | None,
    typer.Option(
        "--shard",
        metavar="I/N",
        parser=_shard,
        help="Judge only the games of the i-th of n equal shares of all bytes.",
        show_default=False,
        rich_help_panel=_PANEL,
    ),
]
ExecutorOption = Annotated[
    str | None,
    typer.Option(
        "--executor",
        metavar=f"{LOCAL}|{DASK}ADDRESS",
        parser=_executor,
        help="Who judges: processes of this machine, or the workers of the Dask cluster whose scheduler is at the"
        " address. They read the files themselves, at the same paths.",
        show_default=LOCAL,
        rich_help_panel=_PANEL,
    ),
]
GameTimeout = Annotated[
    float | None,
    typer.Option(
        "--game-timeout",
        metavar="SECONDS",
        parser=_seconds,
        help="Leave a game that takes longer; it counts as not verified.",
        show_default=False,
        rich_help_panel=_PANEL,
    ),
]
Resume = Annotated[
    str | None,
    typer.Option(
        "--resume",
        metavar="JOURNAL",
        help="Write what came of each part of the files into a journal, and take over what it already has.",
        show_default=False,
        rich_help_panel=_PANEL,
    ),
]
ProgressOption = Annotated[
    bool | None,
    typer.Option(
        "--progress/--no-progress",
        help="Show on a terminal how far the run is, at once or never.",
        show_default="after a second",
        rich_help_panel=_PANEL,
    ),
]
CacheDir = Annotated[
    str | None,
    typer.Option(
        "--cache-dir",
        metavar="DIR",
        envvar="VERIFIER_CACHE_DIR",
        help="Keep what came of each part of the files in this folder, and take over what it holds.",
        show_default=False,
        rich_help_panel=_PANEL,
    ),
]
NoCache = Annotated[
    bool,
    typer.Option("--no-cache/--cache", help="Use no cache, whatever folder is set for it.", rich_help_panel=_PANEL),
]


class Ways(NamedTuple):
    """How a run is done: jobs, None for as many as are worth it; which shard; on which cluster; with which journal.

    `progress` tells whether it is shown, None where only a long run shows it; `cache` is the folder of a cache.
    """

    jobs: int | None = 1
    shard: Shard | None = None
    cluster: str | None = None
    journal: str | None = None
    progress: bool | None = None
    cache: str | None = None

    def keeps(self) -> bool:
        """Return whether what is judged is kept."""
        return self.journal is not None or self.cache is not None


def cache_asked(folder: str | None, *, no_cache: bool) -> str | None:
    """Return the folder of the cache, None where none is to be used."""
    return None if no_cache else folder or None


def need_files(context: typer.Context, ways: Ways, paths: Sequence[str]) -> None:
    """See to it that the run can be done so with the paths; BadParameter, which is status 2, where it cannot."""
    if "-" not in paths:
        return
    if ways.shard is not None:
        raise typer.BadParameter("standard input has no shards.", ctx=context, param_hint="'--shard'")
    if ways.journal is not None:
        raise typer.BadParameter("standard input cannot be resumed.", ctx=context, param_hint="'--resume'")
