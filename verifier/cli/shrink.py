"""`verifier shrink`: the smallest replay that still has a finding."""

from typing import Annotated

import typer

from verifier.cli.labelled import could_not


def shrink(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="Replays, or - for standard input.", show_default=False)],
    *,
    code: Annotated[
        str, typer.Option("--code", metavar="CODE|NAME", help="The finding that is to stay.", show_default=False)
    ],
    game: Annotated[
        int | None, typer.Option(min=1, help="Which game of the file; the first with the finding without it.")
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="OUT", help="The replay file; standard output without it.")
    ] = None,
    max_time: Annotated[
        float, typer.Option("--max-time", min=0.1, max=86_400, metavar="SECONDS", help="Stop looking after so long.")
    ] = 60.0,
) -> None:
    """Write the smallest replay that still has a finding, and no finding that the game did not have.

    Games, hands, lines and acts are left out, then names, rules and cards that nothing turns on. What is left is in
    canonical form where it has one. The same game gives the same replay, unless the time is up.

    Exit status: 0, or 2 where there is no such finding or a file cannot be read or written.
    """
    from verifier.catalogue.rules import RULES  # noqa: PLC0415 - `--help` needs none of this
    from verifier.cli.replacing import refusal  # noqa: PLC0415
    from verifier.cli.rule import known_rule  # noqa: PLC0415
    from verifier.cli.terminal import say  # noqa: PLC0415
    from verifier.fuzz.asked_finding import shrink_for  # noqa: PLC0415
    from verifier.reports.display import display  # noqa: PLC0415

    asked = known_rule(context, code, [*RULES], "'--code'")
    why_not = None if output is None else refusal(output, [file])
    if output is not None and why_not is not None:
        raise typer.BadParameter(f"{display(output)} {why_not}", ctx=context, param_hint="'--output'")
    data = _game_with(file, asked, game)
    smaller = shrink_for(data, asked, max_time=max_time)
    _put_out(smaller, output)
    say(f"{asked}: {_size(data)} became {_size(smaller)}.")


def _game_with(file: str, code: str, number: int | None) -> bytes:
    """Return the first game of a file with a finding. Raises Exit with status 2 where there is none."""
    from verifier.catalogue.rules import RULES  # noqa: PLC0415 - `--help` needs none of this
    from verifier.fuzz.asked_finding import games_with  # noqa: PLC0415
    from verifier.replay.sources import open_path  # noqa: PLC0415
    from verifier.replay.split import CorruptError  # noqa: PLC0415
    from verifier.reports.display import display, excerpt  # noqa: PLC0415

    shown = display(file)
    try:
        with open_path(file) as source:
            found = next(games_with(source, code, number), None)
    except OSError as error:
        raise could_not(f"cannot read {shown}: {excerpt(error.strerror or str(error))}.") from None
    except CorruptError as error:
        raise could_not(f"cannot read {shown} to its end: {excerpt(error.reason.replace('-', ' '))}.") from None
    if found is None:
        where = shown if number is None else f"game {number} of {shown}"
        raise could_not(f"there is no {code} {RULES[code].rule.name} in {where}.")
    return found


def _put_out(data: bytes, output: str | None) -> None:
    """Write the replay to its file or to standard output."""
    from pathlib import Path  # noqa: PLC0415 - `--help` needs none of this

    from verifier.cli.replacing import replacing_bytes  # noqa: PLC0415
    from verifier.cli.terminal import write_bytes  # noqa: PLC0415
    from verifier.reports.display import display, excerpt  # noqa: PLC0415

    if output is None:
        write_bytes(data)
        return
    try:
        with replacing_bytes(Path(output)) as put:
            put(data)
    except OSError as error:
        raise could_not(f"cannot write {display(output)}: {excerpt(error.strerror or str(error))}.") from None


def _size(data: bytes) -> str:
    lines = data.count(b"\n") + (not data.endswith(b"\n"))
    return f"{lines} {'line' if lines == 1 else 'lines'} of {len(data)} bytes"
