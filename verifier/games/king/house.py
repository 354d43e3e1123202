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

OPTIONS: Final[dict[str, tuple[str, str]]] = {
    "penalties_per_player": (
        "K7",
        "Says how many penalty hands each player chooses in a match, and so how long it is.",
    ),
    "trumps_per_player": ("K13", "Says how many trump hands each player may choose in a match."),
    "penalty_once_per_player": ("K12", "Lets a player choose each penalty once only, or as often as he likes."),
    "penalty_table_limit": (
        "K12",
        "Limits how many times one penalty may be chosen in a match by the four players together.",
    ),
    "trump_suit_table_limit": ("K19", "Limits how many times one suit may be trumps in a match, whoever names it."),
    "opening_round_penalty_only": (
        "K15",
        "Demands that each player's first choice, in the first four hands, is a penalty.",
    ),
    "first_chooser": (
        "K10",
        "Says who chooses in the first hand: whoever is recorded, the holder of a card, or the first seat.",
    ),
    "chooser_rotation": ("K9", "Says in which direction the right to choose goes round the table."),
    "play_direction": (
        "K23",
        "Says in which direction a trick goes round: to the next letter, or to the previous one.",
    ),
    "heart_lead": (
        "K25",
        "Forbids leading hearts in kupa and rifki until one has been played, or while another suit is held.",
    ),
    "heart_break_by": ("K25", "Says which heart opens the suit under heart_lead: any one, or only an earlier discard."),
    "last_hearts_highest": (
        "K25",
        "Obliges who leads from nothing but hearts, in kupa and rifki, to lead the highest.",
    ),
    "trump_lead": ("K25", "Forbids leading trumps before a trump has been played."),
    "void_discard": (
        "K27",
        "Obliges a player who cannot follow suit to throw a penalty card, or at least the king of hearts in rifki.",
    ),
    "drop_under": ("K28", "Obliges a player to drop a penalty card under a higher card of its suit in the trick."),
    "must_trump": ("K29", "Obliges a player who cannot follow suit in a trump hand to play a trump."),
    "must_overtrump": ("K30", "Obliges a player who trumps to beat the trumps already in the trick, if he can."),
    "early_end": (
        "K36",
        "Says which hands end before the thirteenth trick: rifki, all whose penalty cards are taken, or none.",
    ),
    "last_two": ("K44", "Names the two tricks that cost points in soniki."),
    "win": ("K50", "Says who wins: the player with the highest total, or everybody whose total is not negative."),
    "tie": (
        "K51",
        "Says who wins where the highest total is shared: the first seat, the first to choose, or all of them.",
    ),
    "points": ("K39", "Replaces what one unit of a contract brings, for the contracts that it lists (K39 to K45)."),
}
"""Option -> the clause it changes, and what it changes, in a sentence for players."""
