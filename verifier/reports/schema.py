"""JSON Schemas of what is written for machines: report, standings and rule catalogue."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from verifier.cards import SEATS, SUITS
from verifier.catalogue.entries import RuleEntry
from verifier.finding import FaultClass
from verifier.replay.lines import GAME_NAMES, MOST_PLAYERS
from verifier.replay.schema import Schema, components, document, narrow
from verifier.reports.entries import REPORT_VERSION, GameEntry, ReportEntry, SummaryEntry, ToolEntry
from verifier.reports.standings import STANDINGS_VERSION, StandingEntry, StandingsEntry
from verifier.verdict import Outcome, Sealed


class SummaryLine(Struct, frozen=True):
    """The last line of `jsonl`."""

    summary: SummaryEntry


class RuleList(Struct, frozen=True):
    """The rules asked for, in the order of their codes."""

    rules: list[RuleEntry]


_FACT: Final[Schema] = {
    "title": "Fact",
    "description": "Anything that JSON holds, without fractions.",
    "anyOf": [
        {"type": ["boolean", "integer", "string", "null"]},
        {"type": "array", "items": {"$ref": "#/$defs/Fact"}},
        {"type": "object", "additionalProperties": {"$ref": "#/$defs/Fact"}},
    ],
}
_OF_FACTS: Final[Schema] = {"additionalProperties": {"$ref": "#/$defs/Fact"}}
_A_FACT: Final[Schema] = {"$ref": "#/$defs/Fact"}
_FROM_0: Final[Schema] = {"minimum": 0}
_FROM_1: Final[Schema] = {"minimum": 1}
_SEAT: Final[Schema] = {"enum": [*SEATS]}
_SEATS: Final[Schema] = {"pattern": f"^[{SEATS}]*$"}
_PLAYERS: Final[Schema] = {"maxItems": MOST_PLAYERS}
_GAME: Final[Schema] = {"enum": [*GAME_NAMES]}
_OUTCOME: Final[Schema] = {"enum": [outcome.value for outcome in Outcome]}
_CODE: Final[Schema] = {"pattern": "^[A-Z]{3}[0-9]{3}$"}
_RULE: Final[dict[str, Schema]] = {
    "code": _CODE,
    "name": {"pattern": "^[a-z0-9]+(?:-[a-z0-9]+)*$"},
    "class": {"enum": [fault_class.value for fault_class in FaultClass]},
}
_SENTENCE: Final[Schema] = {"minLength": 1}

_Bounds = Mapping[str, Mapping[str, Schema]]

_REPORT_BOUNDS: Final[_Bounds] = {
    "ReportEntry": {"report": {"const": REPORT_VERSION}},
    "ToolEntry": {"name": {"const": ToolEntry().name}, "version": _SENTENCE},
    "GameEntry": {
        "game": _FROM_1,
        "line": _FROM_1,
        "kind": _GAME,
        "players": _PLAYERS,
        "verdict": _OUTCOME,
        "sealed": {"enum": [sealed.value for sealed in Sealed]},
        "events": _FROM_0,
        "unverified": _FROM_0,
        "totals": _PLAYERS,
        "recorded_totals": _PLAYERS,
        "winners": _SEATS,
        "recorded_winners": _SEATS,
    },
    "RulesEntry": {"options": _OF_FACTS},
    "FindingEntry": {
        **_RULE,
        "line": _FROM_1,
        "column": _FROM_1,
        "game": _FROM_1,
        "hand": _FROM_0,
        "event": _FROM_0,
        "seat": _SEAT,
        "message": _SENTENCE,
        "facts": _OF_FACTS,
        "fingerprint": {"pattern": "^[0-9a-f]{32}$"},
    },
    "OptionEntry": {"value": _A_FACT},
    "RelatedEntry": {"line": _FROM_1, "column": _FROM_1, "event": _FROM_0, "note": _SENTENCE},
    "HandEntry": {
        "hand": _FROM_1,
        "line": _FROM_1,
        "seat": _SEAT,
        "suit": {"enum": [*SUITS]},
        "points": _PLAYERS,
        "recorded": _PLAYERS,
    },
    "SummaryEntry": {
        **dict.fromkeys(("files", "games", *(outcome.value for outcome in Outcome), "notices", "accepted"), _FROM_0),
        "findings": {"propertyNames": _CODE, "additionalProperties": {"type": "integer", "minimum": 1}},
    },
}

_STANDINGS_BOUNDS: Final[_Bounds] = {
    "StandingsEntry": {"standings": {"const": STANDINGS_VERSION}, "left_out": _FROM_0},
    "ToolEntry": _REPORT_BOUNDS["ToolEntry"],
    "TableEntry": {
        "game": _GAME,
        "games": _FROM_1,
        "unnamed": {
            "propertyNames": {"enum": [fault_class.value for fault_class in FaultClass]},
            "additionalProperties": {"type": "integer", "minimum": 1},
        },
    },
    "StandingEntry": {
        **{column: _FROM_0 for column in StandingEntry.__struct_fields__ if column not in {"player", "points"}},
        "player": _SENTENCE,
        "games": _FROM_1,
    },
}

_RULES_BOUNDS: Final[_Bounds] = {
    "RuleEntry": {**_RULE, "title": _SENTENCE},
    "PageEntry": {"game": _GAME},
    "ExampleEntry": {"verdict": _OUTCOME},
}
_AT_TIMES: Final = frozenset({("SummaryEntry", "accepted")})
"""Keys that are not always written."""


def report_schema() -> Schema:
    """Return the schema of a JSON report and of a line of `jsonl` (findings, section 5)."""
    kinds = (ReportEntry, GameEntry, SummaryLine)
    parts = _written(components(*kinds), _REPORT_BOUNDS)
    return document("A report, or one line of a report in lines", {**parts, "Fact": _FACT}, kinds)


def standings_schema() -> Schema:
    """Return the schema of the standings as JSON."""
    parts = _written(components(StandingsEntry), _STANDINGS_BOUNDS)
    return document("Standings of a corpus", parts, [StandingsEntry])


def rules_schema() -> Schema:
    """Return the schema of the rule catalogue."""
    return document("Rules of the catalogue", _written(components(RuleList), _RULES_BOUNDS), [RuleList])


def _written(parts: dict[str, Any], bounds: _Bounds) -> dict[str, Schema]:
    """Return the schemas of what this program writes: every key that must be is there, all within the bounds."""
    for name, part in parts.items():
        part["required"] = [key for key in part["properties"] if (name, key) not in _AT_TIMES]
        part["additionalProperties"] = False
        for key, bound in bounds.get(name, {}).items():
            narrow(part["properties"][key], **bound)
    return parts
