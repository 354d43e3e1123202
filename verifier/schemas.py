"""The table of all JSON Schemas: of what is read, of what is written, and of what is said to another program."""

from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec import json

from verifier.fuzz.protocol import answers_schema, requests_schema
from verifier.replay.schema import Schema, event_schema, header_schema
from verifier.reports.schema import report_schema, rules_schema, standings_schema


class SchemaFile(NamedTuple):
    """A schema as it can be asked for: the name of its file in the folder `schemas`, and what makes it."""

    file: str
    make: Callable[[], Schema]


SCHEMAS: Final[dict[str, SchemaFile]] = {
    "header": SchemaFile("replay-header.schema.json", header_schema),
    "events": SchemaFile("replay-event.schema.json", event_schema),
    "report": SchemaFile("report.schema.json", report_schema),
    "standings": SchemaFile("standings.schema.json", standings_schema),
    "rules": SchemaFile("rules.schema.json", rules_schema),
    "requests": SchemaFile("fuzz-request.schema.json", requests_schema),
    "answers": SchemaFile("fuzz-answer.schema.json", answers_schema),
}


def schema_text(name: str) -> str:
    """Return a schema of the table as the text of its file."""
    return json.format(json.encode(SCHEMAS[name].make()), indent=2).decode() + "\n"
