"""The program with its commands, one file each; what a command needs is imported when it runs."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final

import typer

from verifier.cli.commands import Group, Listed

JUDGING: Final = "Judging"
REPLAYS: Final = "Replays"
REFERENCE: Final = "Reference"

COMMANDS: Final = {
    "check": Listed("check", "check", "Judge games and report every illegal act and every wrong score.", JUDGING),
    "score": Listed("score", "score", "Print audited score sheets.", JUDGING),
    "standings": Listed("standings", "standings", "Add up many games by player.", JUDGING),
    "baseline": Listed("baseline", "app", "Keep a file of the findings that are accepted.", JUDGING),
    "fmt": Listed("fmt", "fmt", "Write replays in canonical form.", REPLAYS),
    "import": Listed("importing", "import_", "Convert foreign records to replays.", REPLAYS),
    "generate": Listed("generate", "generate", "Play games at random.", REPLAYS),
    "mutate": Listed("mutate", "mutate", "Change games in one place, to test with.", REPLAYS),
    "fuzz": Listed("fuzz", "fuzz", "Look for mistakes of this program, or of another.", REPLAYS),
    "shrink": Listed("shrink", "shrink", "Find the smallest replay with a finding.", REPLAYS),
    "rule": Listed("rule", "rule", "Explain a rule, with an example.", REFERENCE),
    "house-rules": Listed("house_rules", "house_rules", "List the house rules of a game.", REFERENCE),
    "schema": Listed("schema", "schema", "Print a JSON Schema.", REFERENCE),
}
"""Name -> where the command is, and what the list of commands says of it."""


class Program(Group):
    """The commands of the program."""

    listed: ClassVar[Mapping[str, Listed]] = COMMANDS


app = typer.Typer(
    cls=Program,
    name="verifier",
    help="A referee for recorded card games: replays a record through the rules and audits its score sheet.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:  # noqa: FBT001 - that is how an option hands its value over
    if asked:
        from verifier.cli.version import version_words  # noqa: PLC0415

        typer.echo(version_words())
        raise typer.Exit


@app.callback()
def _program(
    *,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and leave.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    pass
