"""`verifier standings`: who has won what over many games, and whose findings they are."""

import enum
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


class StandingsFormat(enum.StrEnum):
    """The forms of the standings, as in `reports.standings.FORMS`."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"


def standings(
    context: typer.Context,
    paths: Paths = None,
    *,
    form: Annotated[StandingsFormat, typer.Option("--format", help="How they are written.")] = StandingsFormat.TABLE,
    game: Annotated[str | None, typer.Option(metavar="GAME", help="Count only the games of this kind.")] = None,
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
    """Add up many games by player, a table for each kind of game; the order is by wins, points and name.

    A player is a name in a header. The columns: games; how many of them have a winner by the audit (decided); wins, and
    how many of these were shared; the sum of the audited totals (points), and of how many games they are (scored); the
    findings of each class, and the notices, that name the player's seat.

    Exit status: 0, or 2 where something could not be done.
    """
    from verifier.cli.judging import Run, judged  # noqa: PLC0415 - `--help` needs none of this
    from verifier.cli.rule import known_game  # noqa: PLC0415
    from verifier.cli.terminal import say, write  # noqa: PLC0415
    from verifier.corpus.plan import Plan, Players  # noqa: PLC0415
    from verifier.reports.standings import FORMS, left_out_words  # noqa: PLC0415
    from verifier.standings import Standings, TooManyPlayersError  # noqa: PLC0415

    kind = None if game is None else known_game(context, game, "'--game'")
    del config, isolated  # read before all other options
    paths = named(context, paths)
    ways = Ways(jobs, shard, executor, resume, progress, cache_asked(cache_dir, no_cache=no_cache))
    need_files(context, ways, paths)
    sums = Standings()
    run = Run(standings=sums)
    plan = Plan(players=Players(kind), game_timeout=game_timeout, digested=ways.keeps())
    try:
        with judged(paths, plan, run, ways) as some:
            for _ in some:
                pass
    except TooManyPlayersError:
        run.fail(f"there are more than {sums.most_players} players, too many to be added up; nothing is shown.")
        raise typer.Exit(2) from None
    write(FORMS[form.value](sums))
    if words := left_out_words(sums):
        say(words)
    status = run.status(allow_undecided=True, allow_empty=allow_empty)
    raise typer.Exit(0 if status == 1 else status)
