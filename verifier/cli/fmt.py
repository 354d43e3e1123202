"""`verifier fmt`: write replays in canonical form."""

from typing import Annotated

import typer

from verifier.cli.check import Paths, named


def fmt(
    context: typer.Context,
    paths: Paths = None,
    *,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; name the files that are not in canonical form.")
    ] = False,
) -> None:
    """Write replays in canonical form: each file in place, standard input to standard output.

    What a replay says never changes. A file is left as it was where a line of it cannot be read, or where it holds a
    mark or a seal, whose digest is that of the bytes as they are.

    Exit status: 0, 1 where --check named a file, 2 where something could not be done.
    """
    from verifier.cli.formatting import Formatting, format_all  # noqa: PLC0415 - `--help` needs none of this

    run = Formatting(check=check)
    format_all(named(context, paths), run)
    raise typer.Exit(run.status())
