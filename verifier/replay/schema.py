"""JSON Schemas of the lines of a replay: their types, with the bounds that the reader checks beside them.

They say what a readable line is as far as JSON Schema can. It cannot say: that no key occurs twice, that an integer is
written without a fraction, that a day is in the calendar, how many players the game has, what a digest must be.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from verifier.cards import RANKS, SEATS, SUITS
from verifier.movetext import TOKEN
from verifier.replay.events import MOST_CARDS
from verifier.replay.lines import GAME_NAMES, MOST_HEADER_TEXT, MOST_NAME, MOST_NOTE, MOST_PLAYERS, Event, Header

Schema = dict[str, Any]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

_TEXT: Final[Schema] = {"type": "string", "maxLength": MOST_HEADER_TEXT}
_NAME: Final[Schema] = {"type": "string", "minLength": 1, "maxLength": MOST_NAME, "pattern": "^[^\\u0000]*$"}
_PRESET: Final[Schema] = {"type": "string", "minLength": 1}
_CARDS: Final[Schema] = {
    "pattern": rf"^(?:[{RANKS}][{SUITS}]|\*\*|\?\?)*$",
    "maxLength": 2 * MOST_CARDS,
}
_DAY: Final = "[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
_HOUR: Final = "(?:[01][0-9]|2[0-3])"
_SIXTY: Final = "[0-5][0-9]"
_DATE: Final[Schema] = {
    "type": "string",
    # A leap second is the only sixtieth, and there was no year 0000.
    "pattern": f"^{_DAY}(?:[Tt]{_HOUR}:{_SIXTY}:(?:{_SIXTY}|60)(?:\\.[0-9]+)?(?:[Zz]|[+-]{_HOUR}:{_SIXTY}))?$",
    "not": {"pattern": "^0000"},
}


def header_schema() -> Schema:
    """Return the schema of the line that opens a game (replay format, section 1)."""
    parts = components(Header)
    fields = parts["Header"]["properties"]
    fields["replay"]["const"] = 1
    fields["game"]["enum"] = [*GAME_NAMES]
    fields["players"].update(minItems=1, maxItems=MOST_PLAYERS, items=_NAME)
    text, options = fields["rules"]["anyOf"]
    text.update(_PRESET)
    options["properties"] = {"preset": _PRESET}
    for field in ("id", "site", "event", "round"):
        fields[field] = _TEXT
    fields["date"] = _DATE
    return document("A header line of replay format 1", parts, [Header])


def event_schema() -> Schema:
    """Return the schema of the lines below a header (replay format, sections 1 and 2)."""
    kinds = Event.__args__
    parts = components(*kinds)
    elements = {name: part["prefixItems"] for name, part in parts.items()}
    seats: Schema = {"minItems": 1, "maxItems": MOST_PLAYERS}
    _, _, hands, up, stock = elements["Deal"]
    narrow(hands, **seats)
    narrow(hands["anyOf"][0]["items"], **_CARDS)
    narrow(up, **_CARDS)
    narrow(stock, **_CARDS)
    narrow(elements["Contract"][2], maxLength=MOST_NAME)
    narrow(elements["Moves"][1], pattern=f"^(?:(?:{TOKEN.pattern})(?: (?:{TOKEN.pattern}))*)?$")
    narrow(elements["Points"][1], **seats)
    narrow(elements["Totals"][1], **seats)
    narrow(elements["Winner"][1], pattern=f"^[{SEATS}]*$")
    narrow(elements["Note"][1], maxLength=MOST_NOTE)
    for sealing in ("Mark", "Seal"):
        narrow(elements[sealing][2], pattern="^[0-9a-f]{64}$", maxLength=64)
    return document("An event line of replay format 1", parts, kinds)


def components(*types: type[msgspec.Struct]) -> dict[str, Schema]:
    """Return the schemas of these types and of those they are made of, by name, without defaults."""
    _, parts = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    for part in parts.values():
        for node in (*part.get("properties", {}).values(), *part.get("prefixItems", ())):
            # A default may be a value that must not be written, such as null.
            node.pop("default", None)
    return parts


def narrow(node: Schema, **bounds: object) -> None:
    """Add bounds to a schema, or to that branch of it which is not null."""
    for branch in node.get("anyOf", [node]):
        if branch.get("type") != "null":
            branch.update(bounds)


def document(title: str, parts: dict[str, Schema], kinds: Sequence[type[msgspec.Struct]]) -> Schema:
    """Return the whole document of a schema whose values are of one of these kinds."""
    refs: list[Schema] = [{"$ref": f"#/$defs/{kind.__name__}"} for kind in kinds]
    values = refs[0] if len(refs) == 1 else {"oneOf": refs}
    return {"$schema": DIALECT, "title": title, **values, "$defs": parts}
