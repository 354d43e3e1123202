"""The program with its commands, one file each; what a command needs is imported when it runs."""

from collections.abc import Callable
from typing import Annotated, Final

import typer

from verifier.cli.baseline import COMMANDS as BASELINE_COMMANDS
from verifier.cli.check import check
from verifier.cli.fmt import fmt
from verifier.cli.generate import generate
from verifier.cli.help import Command, Group
from verifier.cli.house_rules import house_rules
from verifier.cli.importing import import_
from verifier.cli.mutate import mutate
from verifier.cli.rule import rule
from verifier.cli.schema import schema
from verifier.cli.score import score
from verifier.cli.standings import standings

app = typer.Typer(
    cls=Group,
    name="verifier",
    help="A referee for recorded card games: replays a record through the rules and audits its score sheet.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

JUDGING: Final = "Judging"
REPLAYS: Final = "Replays"
REFERENCE: Final = "Reference"

COMMANDS: Final[dict[str, tuple[Callable[..., None], str, str]]] = {
    "check": (check, JUDGING, "Judge games and report every illegal act and every wrong score."),
    "score": (score, JUDGING, "Print audited score sheets."),
    "standings": (standings, JUDGING, "Add up many games by player."),
    "fmt": (fmt, REPLAYS, "Write replays in canonical form."),
    "import": (import_, REPLAYS, "Convert foreign records to replays."),
    "generate": (generate, REPLAYS, "Play games at random."),
    "mutate": (mutate, REPLAYS, "Change games in one place, to test with."),
    "rule": (rule, REFERENCE, "Explain a rule, with an example."),
    "house-rules": (house_rules, REFERENCE, "List the house rules of a game."),
    "schema": (schema, REFERENCE, "Print a JSON Schema."),
}
"""Name -> what it does, the heading it stands under, and what the list of commands says of it."""

for _name, (_act, _panel, _words) in COMMANDS.items():
    app.command(_name, cls=Command, short_help=_words, rich_help_panel=_panel)(_act)

_baseline = typer.Typer(cls=Group, no_args_is_help=True, help="Keep a file of the findings that are accepted.")
for _name, (_act, _words) in BASELINE_COMMANDS.items():
    _baseline.command(_name, cls=Command, short_help=_words)(_act)
app.add_typer(
    _baseline, name="baseline", short_help="Keep a file of the findings that are accepted.", rich_help_panel=JUDGING
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
