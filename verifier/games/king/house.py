"""House rules of King: every option, and the presets. The defaults are the game's text."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from verifier.finding import Fact

Quota = Annotated[int, Meta(ge=0, le=8)]
Limit = Annotated[int, Meta(ge=0, le=64)]
TrickNumber = Annotated[int, Meta(ge=1, le=13)]
ContractName = Literal["kupa", "el", "erkek", "kiz", "rifki", "soniki", "koz"]
Points = Annotated[int, Meta(ge=-10_000, le=10_000)]


class HouseRules(Struct, forbid_unknown_fields=True, frozen=True):
    """What the table has agreed on; each option changes one named thing (King, section 4)."""

    # How many penalties and how many trumps each player chooses (K7).
    penalties_per_player: Quota = 6
    trumps_per_player: Quota = 2
    # Whether a player may choose each penalty only once (K12).
    penalty_once_per_player: bool = True
    # How often a penalty may be chosen at the table (K12), and how often a suit may be trumps (K19).
    penalty_table_limit: Limit | None = None
    trump_suit_table_limit: Limit | None = None
    # Whether the first four hands must be penalties (K15).
    opening_round_penalty_only: bool = False
    # Who chooses first (K10), which way the choice goes round (K9), and which way the cards (K23).
    first_chooser: Literal["stated", "holder-2D", "holder-7D", "seat0"] = "stated"
    chooser_rotation: Literal["anticlockwise", "clockwise"] = "anticlockwise"
    play_direction: Literal["anticlockwise", "clockwise"] = "anticlockwise"
    # When hearts may be led in kupa and rifki, and what breaks them; whether a hand of hearts leads its highest (K25).
    heart_lead: Literal["free", "until-broken", "never"] = "free"
    heart_break_by: Literal["any-heart-played", "discard-in-earlier-trick"] = "any-heart-played"
    last_hearts_highest: bool = False
    # When trumps may be led (K25).
    trump_lead: Literal["free", "until-broken"] = "free"
    # What a seat that cannot follow must part with (K27), and what must go under a higher card (K28).
    void_discard: Literal["free", "penalty-first", "rifki-only-KH"] = "free"
    drop_under: bool = False
    # Whether a seat that cannot follow must trump (K29), and must beat the trumps on the table (K30).
    must_trump: bool = False
    must_overtrump: bool = False
    # When a hand ends before its thirteenth trick (K36, K37).
    early_end: Literal["rifki", "exhausted", "never"] = "rifki"
    # The two tricks that soniki punishes (K44).
    last_two: tuple[TrickNumber, TrickNumber] = (12, 13)
    # Who wins (K50), and who of those with equal totals (K51).
    win: Literal["highest", "non-negative"] = "highest"
    tie: Literal["seat-order", "choosing-order", "shared"] = "seat-order"
    # Points of a contract's unit where they are not the text's (K39 to K45).
    points: dict[ContractName, Points] = {}

    def __post_init__(self) -> None:
        """Raise ValueError where no hand would be played."""
        if not self.penalties_per_player + self.trumps_per_player:
            raise ValueError("penalties_per_player and trumps_per_player are both 0")


DEFAULT_PRESET: Final = "boombala"

_RIFKI20: Final[dict[str, Fact]] = {
    "penalties_per_player": 3,
    "trumps_per_player": 2,
    "penalty_once_per_player": False,
    "penalty_table_limit": 2,
    "heart_lead": "until-broken",
    "heart_break_by": "discard-in-earlier-trick",
    "void_discard": "penalty-first",
    "drop_under": True,
    "must_trump": True,
    "early_end": "exhausted",
    "win": "non-negative",
}

PRESETS: Final[dict[str, dict[str, Fact]]] = {
    "boombala": {},
    "rifki20": _RIFKI20,
    "kisa12": {
        **_RIFKI20,
        "penalties_per_player": 2,
        "trumps_per_player": 1,
        "must_overtrump": True,
        "early_end": "rifki",
    },
}
