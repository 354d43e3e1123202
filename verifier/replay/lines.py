"""Header and event lines of replay format 1 as msgspec Structs, and the records the reader hands on.

A Struct holds what a line says once it is known to be well-formed; the reader checks the bounds that a type
alone does not show (lengths against the number of players, card lists, values of header fields).
"""

from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from verifier.finding import Fact, Rule

GAME_NAMES = ("king", "kierki", "kings-reverse")
MOST_PLAYERS = 16
MOST_NAME = 64
MOST_HEADER_TEXT = 200
MOST_NOTE = 4000
LARGEST_CLAIM = 1_000_000
LINE_LIMIT = 1 << 20

SeatLetter = Literal["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"]
SuitLetter = Literal["S", "H", "D", "C"]
Claim = Annotated[int, Meta(ge=-LARGEST_CLAIM, le=LARGEST_CLAIM)]
LineCount = Annotated[int, Meta(ge=0, le=1 << 53)]
OptionValue = None | bool | Claim | str | list[Claim] | dict[str, Claim]


class Header(Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """The object that opens a game."""

    replay: int
    game: str
    players: list[str]
    rules: str | dict[str, OptionValue] = ""
    id: str | None = None
    date: str | None = None
    site: str | None = None
    event: str | None = None
    round: str | None = None
    meta: dict[str, str] = {}

    def house(self, default: str) -> tuple[str, dict[str, OptionValue]]:
        """Return the preset the header asks for, `default` where it asks for none, and the options beside it."""
        options = (
            {} if isinstance(self.rules, str) else {name: self.rules[name] for name in self.rules if name != "preset"}
        )
        return self.preset() or default, options

    def preset(self) -> str | None:
        """Return the name of the preset the header asks for, or None for the game's own text."""
        if isinstance(self.rules, str):
            return self.rules or None
        preset = self.rules.get("preset")
        return preset if isinstance(preset, str) else None


class Deal(Struct, tag="deal", array_like=True, forbid_unknown_fields=True, frozen=True, gc=False):
    """Opens a hand. Card lists are texts of two characters a card; None where nothing is recorded."""

    dealer: SeatLetter | None
    hands: list[str | None] | None
    up: str | None = None
    stock: str | None = None


class Contract(Struct, tag="contract", array_like=True, forbid_unknown_fields=True, frozen=True, gc=False):
    """Says what the hand is played for, and trumps."""

    seat: SeatLetter | None
    name: str
    suit: SuitLetter | None = None


class Moves(Struct, tag="m", array_like=True, forbid_unknown_fields=True, frozen=True, gc=False):
    """Acts at the table, in order, as movetext."""

    text: str


class Points(Struct, tag="points", array_like=True, forbid_unknown_fields=True, frozen=True, gc=False):
    """The hand's points as the table wrote them."""

    values: list[Claim | None]


class Totals(Struct, tag="totals", array_like=True, forbid_unknown_fields=True, frozen=True, gc=False):
    """Running totals as the table wrote them."""

    values: list[Claim | None]


class Winner(Struct, tag="winner", array_like=True, forbid_unknown_fields=True, frozen=True, gc=False):
    """Who was declared the winner of the game."""

    seats: str


class Note(Struct, tag="note", array_like=True, forbid_unknown_fields=True, frozen=True, gc=False):
    """Free text that no rule reads."""

    text: str


class Mark(Struct, tag="mark", array_like=True, forbid_unknown_fields=True, frozen=True, gc=False):
    """A checkpoint: lines above it in this game, and their digest."""

    count: LineCount
    digest: str


class Seal(Struct, tag="seal", array_like=True, forbid_unknown_fields=True, frozen=True, gc=False):
    """The end of a sealed game: lines above it in this game, and their digest."""

    count: LineCount
    digest: str


Event = Deal | Contract | Moves | Points | Totals | Winner | Note | Mark | Seal


class Trouble(NamedTuple):
    """A format finding: the rule, the 1-based line and column, its facts, and whether the line counts as an event."""

    rule: Rule
    line: int
    column: int
    facts: dict[str, Fact]
    counts: bool = False


class Opening(NamedTuple):
    """A game begins: the 1-based number of its header line, and the header, None where it cannot be read."""

    line: int
    header: Header | None


class Line(NamedTuple):
    """One event line: its 1-based number, its bytes without the line end, and what it says."""

    number: int
    raw: bytes
    event: Event


class Closing(NamedTuple):
    """A game ends: True for a seal that fits, False for a mark or seal that does not, None for neither."""

    seal: bool | None


Record = Opening | Line | Trouble | Closing
"""What the reader hands on: for each game an Opening, its Lines and Troubles in order, and a Closing."""
