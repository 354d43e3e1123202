"""`verifier check`: judge every game and report what is wrong."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from verifier.cli.choosing import BaselineOption, Ignore, PerFileIgnores, Select, baseline_asked, selection_asked
from verifier.cli.colour import AsciiOption, Colour, ColourOption, Look, look_of
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
from verifier.cli.settings import Config, Isolated, ShowSettings, settings_text
from verifier.reports import FORMATS

if TYPE_CHECKING:
    from verifier.verdict import Summary


Paths = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[PATHS]...",
        help="Files, folders, or - for standard input, which is also read where no path is given.",
        show_default=False,
    ),
]
AllowEmpty = Annotated[
    bool,
    typer.Option(
        "--allow-empty/--no-allow-empty",
        help="Do not fail where there is nothing to check.",
        rich_help_panel="Exit status",
    ),
]
OutputFormats = Annotated[
    list[str] | None,
    typer.Option(
        "--output-format",
        metavar="FORMAT[:PATH]",
        envvar="VERIFIER_OUTPUT_FORMAT",
        help="How the findings are written, and to which file; without one, to standard output. May be given "
        f"several times. Formats: {', '.join(FORMATS)}.",
        show_default="full",
        rich_help_panel="Output",
    ),
]
ExitZero = Annotated[
    bool,
    typer.Option(
        "--exit-zero/--no-exit-zero", help="Leave with 0 where faults were found.", rich_help_panel="Exit status"
    ),
]
AllowUndecided = Annotated[
    bool,
    typer.Option(
        "--allow-undecided/--no-allow-undecided",
        help="Take games that could not be judged in full for clean ones.",
        rich_help_panel="Exit status",
    ),
]
MaxFindings = Annotated[
    int,
    typer.Option("--max-findings", min=0, help="Findings listed a game; all are counted.", rich_help_panel="Output"),
]
Statistics = Annotated[
    bool,
    typer.Option(
        "--statistics/--no-statistics",
        help="Count the findings by rule below the report; on standard error unless it is full.",
        rich_help_panel="Output",
    ),
]


def check(
    context: typer.Context,
    paths: Paths = None,
    *,
    output_format: OutputFormats = None,
    exit_zero: ExitZero = False,
    allow_undecided: AllowUndecided = False,
    allow_empty: AllowEmpty = False,
    max_findings: MaxFindings = 1000,
    select: Select = None,
    ignore: Ignore = None,
    per_file_ignores: PerFileIgnores = None,
    baseline: BaselineOption = None,
    statistics: Statistics = False,
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
    show_settings: ShowSettings = False,
    color: ColourOption = Colour.AUTO,
    ascii_only: AsciiOption = False,
) -> None:
    """Judge recorded games and report every illegal act and every wrong score.

    Exit status: 0 where every game is clean, 1 where one is faulty or undecided, 2 where something could not be done.
    """
    from verifier.cli.judging import Run, judged  # noqa: PLC0415 - `--help` needs none of this
    from verifier.cli.outputs import Outlets, Output, outputs_asked  # noqa: PLC0415
    from verifier.cli.terminal import say, write  # noqa: PLC0415
    from verifier.corpus.plan import Plan, Reported  # noqa: PLC0415
    from verifier.reports.wording import summary_words  # noqa: PLC0415

    del config, isolated  # read before all other options
    if show_settings:
        write(settings_text(context))
        raise typer.Exit
    paths = named(context, paths)
    ways = Ways(jobs, shard, executor, resume, progress, cache_asked(cache_dir, no_cache=no_cache))
    need_files(context, ways, paths)
    outputs = outputs_asked(context, output_format or [], [*paths, *(path for path in (resume, baseline) if path)])
    run = Run()
    plan = Plan(
        tuple(Reported(output.form) for output in outputs),
        most_findings=max_findings,
        game_timeout=game_timeout,
        digested=ways.keeps(),
        selection=selection_asked(context, select, ignore, per_file_ignores),
        baseline=baseline_asked(context, baseline),
    )
    if plan.baseline is not None:
        run.summary.accepted = 0
    look = look_of(color, sys.stdout, ascii_only=ascii_only)
    with Outlets(outputs, run, look) as outlets:
        with judged(paths, plan, run, ways) as some:
            outlets.begin()
            if not all(map(outlets.put, some)):
                raise typer.Exit(2)
        outlets.end(run.summary)
    told = Output("full") in outputs
    if not told:
        say(summary_words(run.summary))
    if statistics:
        _count_by_rule(run.summary, look, aside=not told, ascii_only=ascii_only)
    status = run.status(allow_undecided=allow_undecided, allow_empty=allow_empty)
    raise typer.Exit(0 if status == 1 and exit_zero else status)


def _count_by_rule(summary: "Summary", look: Look, *, aside: bool, ascii_only: bool) -> None:
    """Write how often each rule was broken: below the report, or aside from it where that has a form of its own."""
    from verifier.cli.terminal import tell, terminal_shows, write  # noqa: PLC0415 - `--help` needs none of this
    from verifier.reports.statistics import BLOCK, statistics_text  # noqa: PLC0415

    shows = not ascii_only and terminal_shows(BLOCK, sys.stderr if aside else sys.stdout)
    sign = BLOCK if shows else "#"
    text = statistics_text(summary, sign)
    if aside:
        tell(text)
    else:
        write("\n" + look(text))


def named(context: typer.Context, paths: list[str] | None) -> list[str]:
    """Return the paths that were given, or standard input; where that is a terminal, show the help and leave."""
    if paths:
        return paths
    if sys.stdin is None or sys.stdin.isatty():
        typer.echo(context.get_help(), err=True)
        raise typer.Exit(2)
    return ["-"]
