"""`verifier import`: convert foreign records to replays."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from verifier.cli.replacing import Put, refusal, replacing
from verifier.cli.terminal import say, write
from verifier.own_faults import internal_error


def import_(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The foreign format: mimuw.")],
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Foreign records, or - for standard input.")],
    *,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="OUT", help="The replay file; standard output without it.")
    ] = None,
) -> None:
    """Convert foreign records to replays, and say what could not be used.

    Exit status: 0, or 2 where a file could not be read or a game not be converted; the others are written.
    """
    from verifier.importers import IMPORTERS  # noqa: PLC0415 - `--help` needs none of this
    from verifier.reports.display import display, excerpt  # noqa: PLC0415

    if name not in IMPORTERS:
        known = ", ".join(sorted(IMPORTERS))
        raise typer.BadParameter(f"no such foreign format; there is {known}.", ctx=context, param_hint="NAME")
    if output is None:
        raise typer.Exit(_convert(name, files, write))
    why_not = refusal(output, files)
    if why_not is not None:
        raise typer.BadParameter(f"{display(output)} {why_not}", ctx=context, param_hint="'--output'")
    try:
        with replacing(Path(output)) as put:
            status = _convert(name, files, put)
    except OSError as error:
        say(f"cannot write {display(output)}: {excerpt(error.strerror or str(error))}.")
        status = 2
    raise typer.Exit(status)


def _convert(name: str, files: list[str], put: Put) -> int:
    """Write the games of all files; return 2 where one of them could not be read or converted, else 0."""
    status = 0
    for path in files:
        for lines in _games(name, path):
            if lines is None:
                status = 2
            else:
                put(lines)
    return status


def _games(name: str, path: str) -> Iterator[str | None]:
    """Yield each game of a file as replay lines, and None for what cannot be had; say what could not be used."""
    from verifier.importers import IMPORTERS  # noqa: PLC0415 - `--help` needs none of this
    from verifier.replay.sources import open_path  # noqa: PLC0415
    from verifier.replay.split import CorruptError  # noqa: PLC0415
    from verifier.replay.writer import write_line  # noqa: PLC0415
    from verifier.reports.display import display, excerpt  # noqa: PLC0415
    from verifier.reports.wording.importing import remark_words  # noqa: PLC0415

    shown = display(path)
    try:
        with open_path(path) as source:
            for game in IMPORTERS[name](source):
                for remark in game.remarks:
                    say(f"{shown}:{remark.line}: {remark_words(remark.reason.value, remark.facts)}")
                unlisted = sum(game.counts.values()) - len(game.remarks)
                if unlisted > 0:
                    say(f"{shown}: {unlisted} more remarks are not listed.")
                yield b"".join(map(write_line, game.lines)).decode() if game.converted else None
    except OSError as error:
        say(f"cannot read {shown}: {excerpt(error.strerror or str(error))}.")
        yield None
    except CorruptError as error:
        say(f"cannot read {shown} to its end: {excerpt(error.reason.replace('-', ' '))}.")
        yield None
    except Exception as error:  # noqa: BLE001 - our own fault: the other files are still converted
        say(f"{shown}: {internal_error(error)}.")
        yield None
