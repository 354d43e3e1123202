"""What is said to another program and what it answers: one JSON object a line, version 1.

We say `start`, then any number of `check` and `play`, then `stop`; each but the last has one line for an answer.
"""

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct, field, json

from verifier.cards import SEATS
from verifier.replay.lines import GAME_NAMES, MOST_PLAYERS, OptionValue
from verifier.replay.schema import Schema, components, document, narrow

PROTOCOL: Final = 1
LONGEST_ANSWER: Final = 8 << 20
"""Bytes of a line that is read from another program; a longer one is no answer."""


class Start(Struct, tag="start", tag_field="type", frozen=True):
    """Says which protocol is spoken, and who speaks."""

    protocol: int
    verifier: str


class Check(Struct, tag="check", tag_field="type", frozen=True):
    """Asks for the verdict on a replay, the text of a whole file that holds one game."""

    id: int
    game: str
    replay: str


class Play(Struct, tag="play", tag_field="type", frozen=True):
    """Asks for a game, played by the rules; `rules` are those of a header, `seed` may be used for chance."""

    id: int
    game: str
    players: int
    rules: str | dict[str, OptionValue]
    seed: int


class Stop(Struct, tag="stop", tag_field="type", frozen=True):
    """Says that nothing more comes; no answer is read."""


Request = Start | Check | Play | Stop


class Started(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Answers `start`: the protocol, and if they are not all, which games are known and what can be asked for."""

    protocol: Literal[1]
    name: str = ""
    games: list[str] = field(default_factory=lambda: [*GAME_NAMES])
    does: list[Literal["check", "play"]] = field(default_factory=lambda: ["check"])


class Checked(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Answers `check`. Only the id and the verdict must be there; whatever else is, is compared.

    `first` is the event of the first fault, counted as the replay format does; `findings` are names or codes of all
    faults, in any order; `points` has one list for each hand in seat order, null where it is not known, and `totals`
    and `winners`, a string of seat letters, what they really are, whatever is written in the replay.
    """

    id: int
    verdict: Literal["clean", "faulty", "undecided", "unreadable", "skipped"]
    first: Annotated[int, Meta(ge=1)] | None = None
    findings: list[str] | None = None
    points: list[list[int] | None] | None = None
    totals: list[int] | None = None
    winners: str | None = None
    message: str = ""


class Played(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Answers `play`: the text of a replay with one whole game, null where none can be played so."""

    id: int
    replay: str | None = None
    message: str = ""


_BOUNDS: Final[dict[str, dict[str, Schema]]] = {
    "Start": {"protocol": {"const": PROTOCOL}},
    "Check": {"id": {"minimum": 1}, "game": {"enum": [*GAME_NAMES]}},
    "Play": {
        "id": {"minimum": 1},
        "game": {"enum": [*GAME_NAMES]},
        "players": {"minimum": 1, "maximum": MOST_PLAYERS},
        "seed": {"minimum": 0},
    },
    "Checked": {"totals": {"maxItems": MOST_PLAYERS}, "winners": {"pattern": f"^[{SEATS}]*$"}},
}


def requests_schema() -> Schema:
    """Return the schema of the lines that another program reads."""
    return _lines("A line for another program, fuzzing protocol 1", (Start, Check, Play, Stop))


def answers_schema() -> Schema:
    """Return the schema of the lines that another program writes: to `start`, to `check` and to `play`."""
    return _lines("A line from another program, fuzzing protocol 1", (Started, Checked, Played), "anyOf")


def _lines(title: str, kinds: tuple[type[Struct], ...], choice: str = "oneOf") -> Schema:
    parts: dict[str, Any] = components(*kinds)
    for name, part in parts.items():
        for key, bound in _BOUNDS.get(name, {}).items():
            narrow(part["properties"][key], **bound)
    schema = document(title, parts, kinds)
    schema[choice] = schema.pop("oneOf")
    return {key: schema[key] for key in ("$schema", "title", choice, "$defs")}


def line_of(request: Request) -> bytes:
    """Return a request as its line."""
    return json.encode(request) + b"\n"
