"""`verifier score`: the audited score sheet of every game as a table."""

from typing import Annotated

import typer

from verifier.cli.check import AllowEmpty, Paths, named
from verifier.cli.many import (
    CacheDir,
    ExecutorOption,
    GameTimeout,
    Jobs,
    NoCache,
    ProgressOption,
    Resume,
    ShardOption,
    Ways,
    cache_asked,
    need_files,
)
from verifier.cli.settings import Config, Isolated


def score(
    context: typer.Context,
    paths: Paths = None,
    *,
    table_format: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help="Form of the table: simple, github, html, tsv, ...")
    ] = "simple",
    standing: Annotated[bool, typer.Option("--standing", help="Show the totals after each hand too.")] = False,
    quota: Annotated[
        bool, typer.Option("--quota", help="King: show below the sheet who has chosen what, and what is still open.")
    ] = False,
    allow_empty: AllowEmpty = False,
    jobs: Jobs = None,
    executor: ExecutorOption = None,
    shard: ShardOption = None,
    resume: Resume = None,
    progress: ProgressOption = None,
    game_timeout: GameTimeout = None,
    cache_dir: CacheDir = None,
    no_cache: NoCache = False,
    config: Config = None,
    isolated: Isolated = False,
) -> None:
    """Print the audited score sheet of every game, with what the table wrote where that differs.

    Exit status: 0, or 2 where something could not be done.
    """
    from verifier.cli.judging import Run, judged  # noqa: PLC0415 - `--help` needs none of this
    from verifier.cli.terminal import write  # noqa: PLC0415
    from verifier.corpus.plan import Plan, Sheets  # noqa: PLC0415
    from verifier.reports.tables import table_formats  # noqa: PLC0415

    if table_format not in table_formats():
        names = ", ".join(table_formats())
        raise typer.BadParameter(f"no such format; there are {names}.", ctx=context, param_hint="'--format'")
    del config, isolated  # read before all other options
    paths = named(context, paths)
    ways = Ways(jobs, shard, executor, resume, progress, cache_asked(cache_dir, no_cache=no_cache))
    need_files(context, ways, paths)
    run = Run()
    plan = Plan((Sheets(table_format, standing, quota),), game_timeout=game_timeout, digested=ways.keeps())
    with judged(paths, plan, run, ways) as some:
        for one in some:
            for pieces in one.pieces():
                write("".join(pieces))
    status = run.status(allow_undecided=True, allow_empty=allow_empty)
    raise typer.Exit(0 if status == 1 else status)
