"""The program with its commands, one file each; what a command needs is imported when it runs."""

from typing import Annotated

import typer

from verifier.cli.check import check
from verifier.cli.fmt import fmt
from verifier.cli.house_rules import house_rules
from verifier.cli.importing import import_
from verifier.cli.rule import rule
from verifier.cli.schema import schema
from verifier.cli.score import score
from verifier.cli.standings import standings

app = typer.Typer(
    name="verifier",
    help="A referee for recorded card games: replays a record through the rules and audits its score sheet.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("check")(check)
app.command("score")(score)
app.command("standings")(standings)
app.command("fmt")(fmt)
app.command("import")(import_)
app.command("rule")(rule)
app.command("house-rules")(house_rules)
app.command("schema")(schema)


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
