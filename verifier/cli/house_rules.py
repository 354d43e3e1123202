"""`verifier house-rules`: the options that a table may agree on, and the presets."""

from typing import Annotated

import typer

from verifier.cli.rule import Format, TextFormat, columns, known_game


def house_rules(
    context: typer.Context,
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="The game; all games without it.", show_default=False)
    ] = None,
    *,
    output_format: Format = TextFormat.TEXT,
) -> None:
    """List the house rules of a game: what each changes, its values, and what the presets set.

    Exit status: 0, or 2 where there is no such game.
    """
    from verifier.catalogue.entries import encode_house_rules  # noqa: PLC0415 - `--help` needs none of this
    from verifier.catalogue.games import BOOKS  # noqa: PLC0415
    from verifier.catalogue.layout import house_text  # noqa: PLC0415
    from verifier.cli.terminal import write  # noqa: PLC0415

    games = [*BOOKS] if game is None else [known_game(context, game, "GAME")]
    if output_format is TextFormat.JSON:
        write(encode_house_rules(games))
    else:
        write("\n\n".join(house_text(one, columns()) for one in games))
