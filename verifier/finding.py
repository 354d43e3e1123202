"""Rules and findings: what can be broken, and one broken rule at one event, as facts.

No sentence is made here: `reports/wording.py` makes it from the facts.
"""

import enum
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from msgspec import Struct, field

Fact: TypeAlias = "bool | int | str | Sequence[Fact] | Mapping[str, Fact] | None"
"""What a fact may be: anything that JSON holds, without floats."""


class FaultClass(enum.StrEnum):
    """What sort of fault a rule names (findings, section 1)."""

    IMPOSSIBLE = "impossible"
    ILLEGAL = "illegal"
    UNPUNISHED = "unpunished"
    RULING = "ruling"
    BOOKS = "books"
    FORMAT = "format"
    NOTICE = "notice"


class Rule(Struct, frozen=True):
    """A rule of the catalogue: its code (never reused), its name (the fault itself), its class and its title.

    `clause` is the clause of the specification and `source` the line of the rules text it rests on. Where games
    share a rule, each game's table of clauses says where it stands in that game's text.
    """

    code: str
    name: str
    fault_class: FaultClass
    title: str
    clause: str | None = None
    source: str | None = None


class Place(NamedTuple):
    """Where something happened: 1-based line and column in the file, hand and event in the game.

    Hand and event are 0 before the first; an event is counted as in section 3 of the replay format.
    """

    line: int
    column: int
    hand: int
    event: int


class Related(NamedTuple):
    """An event that proves a finding, and the key of what it shows (a word of `reports/wording.py`)."""

    place: Place
    note: str


class Finding(Struct):
    """One broken rule at one event.

    `seat` is the seat at fault (0 to 15) or None; `clause`, `source` and `option` (name and value of the house rule
    that decided) may be None; `legal` lists what was allowed instead, as cards or tokens, None where it does not
    apply; `facts` holds what is needed to check the finding by hand.
    """

    rule: Rule
    place: Place
    seat: int | None = None
    clause: str | None = None
    source: str | None = None
    option: tuple[str, Fact] | None = None
    legal: list[str] | None = None
    facts: dict[str, Fact] = field(default_factory=dict)
    related: list[Related] = field(default_factory=list)
    ordinal: int = 0
    """1-based count of this rule's findings in this hand, set when the game is over; the fingerprint rests on it."""


NOWHERE: Final = Place(1, 1, 0, 0)
