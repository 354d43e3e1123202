"""`verifier schema`: the JSON Schemas of what is read and written."""

import enum
from typing import Annotated

import typer


class SchemaName(enum.StrEnum):
    """What there is a schema of, as in `schemas.SCHEMAS`."""

    HEADER = "header"
    EVENTS = "events"
    REPORT = "report"
    STANDINGS = "standings"
    RULES = "rules"
    REQUESTS = "requests"
    ANSWERS = "answers"


def schema(
    name: Annotated[SchemaName, typer.Argument(help="What the schema is of.", show_default=False)],
) -> None:
    """Print a JSON Schema (2020-12): of a replay's header and event lines, of a report, of standings, of the rules.

    The one of `report` holds for the whole object of `json` and for each line of `jsonl`, that of `standings` for
    `verifier standings --format json`, that of `rules` for `verifier rule --all --output-format json`. Those of
    `requests` and `answers` hold for each line to and from the program of `verifier fuzz --against`.
    """
    from verifier.cli.terminal import write  # noqa: PLC0415 - `--help` needs none of this
    from verifier.schemas import schema_text  # noqa: PLC0415

    write(schema_text(name.value))
