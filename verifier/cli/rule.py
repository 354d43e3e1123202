"""`verifier rule`: what a rule is, where it stands, what happens next, a replay that breaks it and a legal twin."""

import enum
import shutil
from collections.abc import Iterable
from typing import Annotated

import typer


class TextFormat(enum.StrEnum):
    """The formats in which the catalogue is shown."""

    TEXT = "text"
    JSON = "json"


Format = Annotated[TextFormat, typer.Option("--output-format", help="How it is written.")]


def rule(
    context: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(metavar="[CODE|NAME]", help="The rule: TRK201, or revoke.", show_default=False),
    ] = None,
    *,
    every: Annotated[bool, typer.Option("--all", help="Show every rule.")] = False,
    game: Annotated[str | None, typer.Option(metavar="GAME", help="Show only what belongs to this game.")] = None,
    output_format: Format = TextFormat.TEXT,
) -> None:
    """Explain a rule: what it is, what happens at the table, a replay that breaks it and its legal twin.

    A line of a replay that is longer than the terminal is wide goes on further to the right; as JSON it stays whole.
    Exit status: 0, or 2 where there is no such rule.
    """
    from verifier.catalogue.entries import encode_rules  # noqa: PLC0415 - `--help` needs none of this
    from verifier.catalogue.games import BOOKS  # noqa: PLC0415
    from verifier.catalogue.layout import rule_text  # noqa: PLC0415
    from verifier.catalogue.rules import RULES  # noqa: PLC0415
    from verifier.cli.terminal import write  # noqa: PLC0415

    if every == (name is not None):
        raise typer.BadParameter("name one rule, or ask for --all of them.", ctx=context, param_hint="CODE|NAME")
    games = [*BOOKS] if game is None else [known_game(context, game, "'--game'")]
    codes = [code for code, entry in RULES.items() if any(one in entry.grounds for one in games)]
    if name is not None:
        codes = [known_rule(context, name, codes, "CODE|NAME")]
    if output_format is TextFormat.JSON:
        write(encode_rules(codes, games))
    else:
        write("\n\n".join(rule_text(code, games, columns()) for code in codes))


def known_rule(context: typer.Context, word: str, codes: list[str], param_hint: str) -> str:
    """Return the code of a rule named by its code or its name; BadParameter, which is status 2, where none is."""
    from verifier.catalogue.rules import RULES, find_rule  # noqa: PLC0415 - `--help` needs none of this

    code = find_rule(word)
    if code in codes:
        return code
    words = [*codes, *(RULES[known].rule.name for known in codes)]
    raise typer.BadParameter(f"no such rule: {_meant(word, words)}", ctx=context, param_hint=param_hint)


def known_game(context: typer.Context, word: str, param_hint: str) -> str:
    """Return a game of the catalogue; BadParameter, which is status 2, where the word is none."""
    from verifier.catalogue.games import BOOKS  # noqa: PLC0415 - `--help` needs none of this

    if word in BOOKS:
        return word
    raise typer.BadParameter(f"no such game: {_meant(word, BOOKS)}", ctx=context, param_hint=param_hint)


def _meant(word: str, known: Iterable[str]) -> str:
    from verifier.catalogue.rules import similar  # noqa: PLC0415 - `--help` needs none of this
    from verifier.reports.display import excerpt  # noqa: PLC0415

    near = similar(word, known)
    return f"{excerpt(word)}; did you mean {' or '.join(near)}?" if near else f"{excerpt(word)}."


def columns() -> int:
    """Return how many columns of text fit: those of the terminal, 80 where there is none, within sensible bounds."""
    from verifier.catalogue.layout import LEAST_COLUMNS, MOST_COLUMNS  # noqa: PLC0415 - `--help` needs none of this

    return max(LEAST_COLUMNS, min(MOST_COLUMNS, shutil.get_terminal_size((80, 24)).columns))
