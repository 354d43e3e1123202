"""`verifier baseline update` and `prune`: write the findings of now into a baseline, take out what is no more."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, ClassVar, Final

import typer

from verifier.cli.choosing import Ignore, PerFileIgnores, Select, selection_asked
from verifier.cli.commands import Group, Listed
from verifier.cli.many import GameTimeout, Jobs, Ways
from verifier.cli.settings import Config, Isolated

if TYPE_CHECKING:
    from verifier.baseline import Entry
    from verifier.corpus.plan import Plan
    from verifier.selection import Selection

FILE_HINT: Final = "FILE"

File = Annotated[str, typer.Argument(metavar="FILE", help="The baseline.")]
Paths = Annotated[list[str], typer.Argument(metavar="PATHS...", help="Files and folders, all that it is for.")]


def update(
    context: typer.Context,
    file: File,
    paths: Paths,
    *,
    select: Select = None,
    ignore: Ignore = None,
    per_file_ignores: PerFileIgnores = None,
    jobs: Jobs = None,
    game_timeout: GameTimeout = None,
    config: Config = None,
    isolated: Isolated = False,
) -> None:
    """Write all findings of now into a baseline: what `check --baseline` accepts from then on.

    Findings on the format cannot be accepted, and notices need not be.
    Exit status: 0, or 2 where something could not be done; where a file could not be judged, nothing is written.
    """
    del config, isolated  # read before all other options
    before = _entries(context, file, new=True)
    selection = selection_asked(context, select, ignore, per_file_ignores)
    found, status = _found(file, paths, _Asking(jobs, game_timeout, selection))
    _write(file, found)
    keys, old = {entry.key() for entry in found}, {entry.key() for entry in before}
    _say(file, f"{len(keys)} accepted, {len(keys - old)} of them new; {len(old - keys)} no longer found.")
    raise typer.Exit(status)


def prune(
    context: typer.Context,
    file: File,
    paths: Paths,
    *,
    jobs: Jobs = None,
    game_timeout: GameTimeout = None,
    config: Config = None,
    isolated: Isolated = False,
) -> None:
    """Take out of a baseline what is not found any more; where it comes back, it is new.

    Exit status: 0, or 2 where something could not be done; where a file could not be judged, nothing is taken out.
    """
    del config, isolated  # read before all other options
    before = _entries(context, file, new=False)
    found, status = _found(file, paths, _Asking(jobs, game_timeout))
    keys = {entry.key() for entry in found}
    left = [entry for entry in before if entry.key() in keys]
    if len(left) < len(before):
        _write(file, left)
    _say(file, f"{len(before) - len(left)} of {len(before)} taken out.")
    raise typer.Exit(status)


class Baseline(Group):
    """The commands of a baseline."""

    listed: ClassVar[Mapping[str, Listed]] = {
        "update": Listed("baseline", "update", "Write the findings of now."),
        "prune": Listed("baseline", "prune", "Take out what is not found any more."),
    }


app = typer.Typer(
    cls=Baseline,
    help="Keep a file of the findings that are accepted.",
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
)


@app.callback()
def _baseline() -> None:
    pass


class _Asking:
    """How games are judged for a baseline."""

    def __init__(self, jobs: int | None, game_timeout: float | None, selection: "Selection | None" = None) -> None:
        self.jobs = jobs
        self._game_timeout, self._selection = game_timeout, selection

    def plan(self, file: str) -> "Plan":
        """Return what is asked of every game."""
        import os  # noqa: PLC0415 - `--help` needs none of this

        from verifier.baseline import shelf_of  # noqa: PLC0415
        from verifier.corpus.plan import Plan  # noqa: PLC0415
        from verifier.selection import ROOM  # noqa: PLC0415

        shelf = shelf_of(file, os.getcwd())  # noqa: PTH109 - only a text is wanted
        return Plan((shelf,), most_findings=ROOM, game_timeout=self._game_timeout, selection=self._selection)


def _entries(context: typer.Context, file: str, *, new: bool) -> "list[Entry]":
    """Return what a baseline holds, which may be `new`; BadParameter, which is status 2, where the file is none."""
    from verifier.baseline import BrokenBaselineError, read_baseline  # noqa: PLC0415 - `--help` needs none of this
    from verifier.cli.replacing import refusal  # noqa: PLC0415
    from verifier.reports.display import display, excerpt  # noqa: PLC0415

    why_not = refusal(file, [])
    if why_not is not None:
        raise typer.BadParameter(f"{display(file)} {why_not}", ctx=context, param_hint=FILE_HINT)
    try:
        return read_baseline(file)
    except FileNotFoundError as error:
        if new:
            return []
        sentence = f"cannot read {display(file)}: {excerpt(error.strerror or str(error))}."
    except (OSError, ValueError) as error:
        reason = (isinstance(error, OSError) and error.strerror) or str(error)
        sentence = f"cannot read {display(file)}: {excerpt(reason)}."
    except BrokenBaselineError as error:
        sentence = f"{display(file)} is no baseline from line {error.line} on; it is left as it is."
    raise typer.BadParameter(sentence, ctx=context, param_hint=FILE_HINT)


def _found(file: str, paths: list[str], asking: _Asking) -> "tuple[list[Entry], int]":
    """Return the entries of all findings, and the status: 2 where games cannot be read or have too many findings.

    Leaves with status 2 where a file could not be judged, or where there is no game.
    """
    from verifier.baseline import read_line  # noqa: PLC0415 - `--help` needs none of this
    from verifier.catalogue.rules import RULES  # noqa: PLC0415
    from verifier.cli.judging import Run, judged  # noqa: PLC0415
    from verifier.finding import FaultClass  # noqa: PLC0415
    from verifier.reports.display import display  # noqa: PLC0415
    from verifier.verdict import Outcome  # noqa: PLC0415

    run = Run()
    found: list[Entry] = []
    with judged(paths, asking.plan(file), run, Ways(asking.jobs)) as some:
        for one in some:
            found += [read_line(line) for pieces in one.pieces() for line in pieces]
    if run.failed or not run.summary.games:
        run.fail(f"{display(file)} is left as it is: " + ("not everything was judged." if run.failed else "no game."))
        raise typer.Exit(2)
    faults = sum(
        number for code, number in run.summary.findings.items() if RULES[code].rule.fault_class is not FaultClass.FORMAT
    )
    if faults > len(found):
        run.fail(f"{faults - len(found)} findings are too many in their game to be accepted.")
    if run.summary.outcomes[Outcome.UNREADABLE]:
        run.fail(f"{run.summary.outcomes[Outcome.UNREADABLE]} of the games cannot be read; that cannot be accepted.")
    return found, 2 if run.failed else 0


def _write(file: str, entries: "list[Entry]") -> None:
    """Put a baseline with these entries in the place of the file; status 2 where that cannot be done."""
    from pathlib import Path  # noqa: PLC0415 - `--help` needs none of this

    from verifier.baseline import lines_of  # noqa: PLC0415
    from verifier.cli.replacing import replacing  # noqa: PLC0415
    from verifier.reports.display import excerpt  # noqa: PLC0415

    try:
        with replacing(Path(file)) as put:
            put(lines_of(entries))
    except OSError as error:
        _say(file, f"cannot be written: {excerpt(error.strerror or str(error))}.")
        raise typer.Exit(2) from None


def _say(file: str, words: str) -> None:
    from verifier.cli.terminal import say  # noqa: PLC0415 - `--help` needs none of this
    from verifier.reports.display import display  # noqa: PLC0415

    say(f"{display(file)}: {words}")
