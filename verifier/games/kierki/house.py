"""House rules of Kierki: every option, and the presets. The defaults are the game's text."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from verifier.finding import Fact

TrickNumber = Annotated[int, Meta(ge=1, le=13)]
PenaltyType = Annotated[int, Meta(ge=1, le=7)]


class HouseRules(Struct, forbid_unknown_fields=True, frozen=True):
    """What the table has agreed on; each option changes one named thing (Kierki, section 6)."""

    # Deals in which a heart may be led only from a hand of hearts (K-R16).
    heart_lead_deals: tuple[PenaltyType, ...] = (2, 5, 7)
    # Whether the king of hearts must go as soon as its holder cannot follow (K-R5).
    kh_must_drop: bool = False
    # Whether a deal may stop once everything that scores has been taken (K-R8).
    early_stop: Literal["forbid", "when-settled"] = "forbid"
    # The two tricks that deal 6 punishes (K-R14).
    deal6_tricks: tuple[TrickNumber, TrickNumber] = (7, 13)
    # The table of points: the text's, or the positive one of the networking game (K-R9 to K-R15).
    scores: Literal["seed", "mimuw"] = "seed"
    # Who names trumps (K-O2).
    trump_caller: Literal["dealer", "left"] = "dealer"
    # Whether a trump suit may be named in more than one deal (K-O4).
    trump_repeat: Literal["allow", "forbid"] = "allow"
    # Who leads in the trump deals (K-O6).
    odgrywka_leader: Literal["dealer", "left"] = "dealer"
    # Whether a seat that cannot follow must trump, and must beat the trumps on the table (K-O7).
    must_trump: bool = False
    must_overtrump: bool = False
    # Who deals the lottery (K-S6), and who begins it (K-F2).
    lottery_dealer: Literal["rotate", "first", "stated"] = "rotate"
    lottery_starter: Literal["dealer", "left"] = "dealer"
    # The card that opens a suit of the lottery (K-F3), and where its ace lies (K-F5).
    lottery_open: Literal[7, 8] = 7
    lottery_ace: Literal["high", "low"] = "high"
    # Passes in the lottery: with a playable card (K-F6), and left out of the log (K-F8).
    pass_while_able: Literal["illegal", "allowed"] = "illegal"
    implicit_pass: Literal["allow", "forbid"] = "allow"
    # Whether an ace gives another card in the lottery (K-F9).
    ace_bonus: bool = False
    # Who wins when totals are equal (K-E2).
    tie: Literal["shared", "first-seat"] = "shared"
    # Twelve deals in their order, or any number of penalty deals, each named by its contract (section 6).
    deals: Literal["fixed", "any"] = "fixed"
    # Which total wins (K-E1).
    win: Literal["highest", "lowest"] = "highest"
    # Seven penalty deals, or six without the one of all penalties (K-R1).
    penalty_deals: Literal[7, 6] = 7


DEFAULT_PRESET: Final = "gamerules"

PRESETS: Final[dict[str, dict[str, Fact]]] = {
    "gamerules": {},
    "mimuw": {
        "heart_lead_deals": [],
        "early_stop": "when-settled",
        "scores": "mimuw",
        "deals": "any",
        "win": "lowest",
    },
    "polish-6": {
        "penalty_deals": 6,
        "deal6_tricks": [12, 13],
        "trump_caller": "left",
        "odgrywka_leader": "left",
        "lottery_open": 8,
    },
}

OPTIONS: Final[dict[str, tuple[str, str]]] = {
    "heart_lead_deals": ("K-R16", "Lists the penalty deals in which only a hand of nothing but hearts may lead one."),
    "kh_must_drop": ("K-R5", "Obliges who holds the king of hearts and cannot follow suit to get rid of it at once."),
    "early_stop": ("K-R8", "Lets the players throw in a penalty deal once every card or trick that scores is taken."),
    "deal6_tricks": ("K-R14", "Names the two tricks that cost points in the sixth deal and in the deal of everything."),
    "scores": (
        "K-R9",
        "Chooses the table of points: the minus points of the text, or small plus points (K-R9 to K-R15).",
    ),
    "trump_caller": ("K-O2", "Says who names trumps: the dealer, or the player at the dealer's left."),
    "trump_repeat": ("K-O4", "Says whether a suit that was trumps in one deal may be named again in a later one."),
    "odgrywka_leader": (
        "K-O6",
        "Says who leads to the first trick of a trump deal: the dealer, or his left neighbour.",
    ),
    "must_trump": ("K-O7", "Obliges a player who cannot follow suit in a trump deal to play a trump."),
    "must_overtrump": ("K-O7", "Obliges a player who trumps to beat the trumps already in the trick, if he can."),
    "lottery_dealer": (
        "K-S6",
        "Says who deals the lottery: the next in turn, the first dealer again, or whoever is recorded.",
    ),
    "lottery_starter": ("K-F2", "Says who is asked first in the lottery: the dealer, or his left neighbour."),
    "lottery_open": ("K-F3", "Names the rank with which a suit of the lottery is opened."),
    "lottery_ace": ("K-F5", "Puts the ace of the lottery at the upper end of its row, or below the two."),
    "pass_while_able": ("K-F6", "Says whether a player of the lottery may pass although a card of his fits."),
    "implicit_pass": (
        "K-F8",
        "Says whether a pass may be left out of the record where the player could not have played.",
    ),
    "ace_bonus": ("K-F9", "Gives who lays an ace in the lottery a second card at once, if he wants it."),
    "tie": ("K-E2", "Says who wins where the best total is shared: all of them, or the first in seat order alone."),
    "deals": (
        "K-R1",
        "Replaces the twelve deals in their order by any number of penalty deals, named by contract lines.",
    ),
    "win": ("K-E1", "Says which total wins the match, the highest or the lowest."),
    "penalty_deals": (
        "K-R1",
        "Says how many penalty deals open the match; with six, the deal of everything is left out.",
    ),
}
"""Option -> the clause it changes, and what it changes, in a sentence for players."""
