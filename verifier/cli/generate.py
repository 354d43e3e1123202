"""`verifier generate`: play whole games at random, by the rules or with labelled infractions."""

import enum
from typing import TYPE_CHECKING, Annotated

import typer

from verifier.cli.labelled import Files, could_not

if TYPE_CHECKING:
    from verifier.replay.lines import OptionValue


class GameName(enum.StrEnum):
    """The games, as in `fuzz.generating.WALKS`."""

    KING = "king"
    KIERKI = "kierki"
    KINGS_REVERSE = "kings-reverse"


def generate(
    context: typer.Context,
    game: Annotated[GameName, typer.Argument(help="What is played.", show_default=False)],
    *,
    games: Annotated[int, typer.Option(min=1, max=10_000_000, help="How many games.")] = 1,
    seed: Annotated[int, typer.Option(help="The same seed gives the same bytes, everywhere.")] = 0,
    players: Annotated[
        int | None, typer.Option(min=1, max=16, help="How many players; as the seed has it without it.")
    ] = None,
    rules: Annotated[
        str, typer.Option(metavar="RULES", help="A preset, house rules as JSON, or random: others in each game.")
    ] = "",
    rare: Annotated[bool, typer.Option("--rare", help="Weight towards rare states.")] = False,
    infractions: Annotated[
        bool, typer.Option("--infractions", help="Put in infractions, one at most in a hand.")
    ] = False,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="The replay file; standard output without it.")
    ] = None,
    labels: Annotated[
        str | None, typer.Option(metavar="FILE", help="JSON Lines: the findings that each game must lead to.")
    ] = None,
) -> None:
    """Play whole games at random: right claims, every house rule, any number of players, from a seed.

    Without --infractions every game is clean. Output is in canonical form.

    Exit status: 0, or 2 where no game can be played so or a file not be written.
    """
    import msgspec  # noqa: PLC0415 - `--help` needs none of this

    from verifier.fuzz.generating import generate as generated  # noqa: PLC0415
    from verifier.fuzz.wishes import UnplayableError, Wishes  # noqa: PLC0415
    from verifier.games.house import HouseRuleError  # noqa: PLC0415
    from verifier.reports.display import display  # noqa: PLC0415

    asked = rules_asked(context, rules)
    try:
        with Files(context, output, labels, []) as files:
            wishes = Wishes(rare, infractions)
            for one in generated(game.value, games, seed, rules=asked, players=players, wishes=wishes):
                files.put(one.data)
                expected = [found._asdict() for found in one.expected]
                label = {"game": one.number, "id": one.id, "expected": expected}
                files.label(msgspec.json.encode(label))
    except HouseRuleError as error:
        shown = display(error.option or str(error.facts.get("option")))
        raise typer.BadParameter(f"{error.rule.name}: {shown}.", ctx=context, param_hint="'--rules'") from None
    except UnplayableError as error:
        raise could_not(f"{error}.") from None


def rules_asked(context: typer.Context, rules: str) -> "str | dict[str, OptionValue]":
    """Return the rules as a header has them: the name of a preset, or options. Raises BadParameter."""
    if not rules.lstrip().startswith("{"):
        return rules
    import msgspec  # noqa: PLC0415

    from verifier.replay.lines import OptionValue as Value  # noqa: PLC0415
    from verifier.reports.display import excerpt  # noqa: PLC0415

    try:
        options = msgspec.json.decode(rules, type=dict[str, Value])
        if not isinstance(options.get("preset", ""), str):
            raise msgspec.ValidationError("preset is no name")
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise typer.BadParameter(f"{excerpt(str(error))}.", ctx=context, param_hint="'--rules'") from None
    return options
