"""`verifier mutate`: change recorded games in one place each, and say what must be found."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from verifier.cli.labelled import Files, could_not
from verifier.cli.terminal import say, write

if TYPE_CHECKING:
    from verifier.fuzz.recorded import Recorded
    from verifier.replay.lines import Trouble


def mutate(
    context: typer.Context,
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="Replays, or - for standard input.", show_default=False)
    ] = None,
    *,
    seed: Annotated[int, typer.Option(help="The same seed gives the same mutants.")] = 0,
    operator: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Only this operator; may be given again.")
    ] = None,
    count: Annotated[int, typer.Option(min=1, max=1_000_000, help="Mutants of each game.")] = 1,
    list_: Annotated[bool, typer.Option("--list", help="List the operators.")] = False,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="OUT", help="The replay file; standard output without it.")
    ] = None,
    labels: Annotated[
        str | None, typer.Option(metavar="FILE", help="JSON Lines: the operator of each mutant, and what it promises.")
    ] = None,
) -> None:
    """Change games in one place each, by a named operator, and write the mutants.

    What an operator promises holds of a clean and complete game whose deals are known: a finding, another game that is
    legal, or the same meaning. A mutant is never the game as it was.

    Exit status: 0, 1 where an operator found no place in a game, 2 where something could not be done.
    """
    from verifier.fuzz.mutating import OPERATORS  # noqa: PLC0415 - `--help` needs none of this
    from verifier.reports.display import display  # noqa: PLC0415

    if list_:
        rows = [(one.name, one.promise.value, " ".join(one.games), one.what) for one in OPERATORS]
        widths = [max(len(row[at]) for row in rows) for at in range(3)]
        for row in rows:
            write("  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3]]) + "\n")
        return
    if file is None:
        raise typer.BadParameter("is needed, or --list.", ctx=context, param_hint="FILE")
    known = {one.name for one in OPERATORS}
    for name in operator or ():
        if name not in known:
            raise typer.BadParameter(
                f"there is no {display(name)}; --list shows them.", ctx=context, param_hint="'--operator'"
            )
    with Files(context, output, labels, [file]) as files:
        status = _mutate(file, seed, operator or [], count, files)
    raise typer.Exit(status)


def _mutate(file: str, seed: int, names: list[str], count: int, files: Files) -> int:
    """Write the mutants of a file's games; return the exit status."""
    import msgspec  # noqa: PLC0415

    from verifier.fuzz.mutating import mutants  # noqa: PLC0415
    from verifier.fuzz.recorded import Recorded  # noqa: PLC0415

    written = number = status = 0
    for number, game in enumerate(_games(file), 1):
        if not isinstance(game, Recorded):
            say(f"game {number} cannot be read (line {game.line}).")
            status = 2
            continue
        for one in mutants(game, number, seed, count, names):
            if one is None:
                say(f"game {number}: no place for {' or '.join(names) or 'any operator'}.")
                status = status or 1
                continue
            written += 1
            files.put(one.data)
            label = {
                "game": written,
                "of": number,
                "operator": one.operator.name,
                "promise": one.operator.promise.value,
                "findings": one.operator.names,
                "hand": one.hand,
                "event": one.event,
            }
            files.label(msgspec.json.encode(label))
    if not number:
        say("there is no game to change.")
        return 2
    return status


def _games(file: str) -> "Iterator[Recorded | Trouble]":
    """Yield the games of a file. Raises Exit with status 2 where it cannot be read."""
    from verifier.fuzz.recorded import games_in  # noqa: PLC0415
    from verifier.replay.sources import open_path  # noqa: PLC0415
    from verifier.replay.split import CorruptError  # noqa: PLC0415
    from verifier.reports.display import display, excerpt  # noqa: PLC0415

    try:
        with open_path(file) as source:
            yield from games_in(source)
    except OSError as error:
        raise could_not(f"cannot read {display(file)}: {excerpt(error.strerror or str(error))}.") from None
    except CorruptError as error:
        raise could_not(f"cannot read {display(file)} to its end: {excerpt(error.reason.replace('-', ' '))}.") from None
