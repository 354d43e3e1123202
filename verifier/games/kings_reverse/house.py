"""House rules of Kings Reverse: every option, and the presets. The defaults are the game's text."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from verifier.finding import Fact

Target = Annotated[int, Meta(ge=5, le=1_000_000, multiple_of=5)]


class HouseRules(Struct, forbid_unknown_fields=True, frozen=True):
    """What the table has agreed on; each option changes one named thing (Kings Reverse, section 4)."""

    # How many packs are in play (SET-2).
    packs: Literal[2, 3] = 2
    # What a special card does that is turned up first (SET-10), and who starts after a king (SET-12).
    turn_up_special: Literal["as-dealer", "ignore", "redraw"] = "as-dealer"
    turn_up_king: Literal["right", "dealer", "left"] = "right"
    # Whether one may draw only without a playable card (TURN-2), and whether a playable drawn card must go (TURN-4).
    draw_only_when_stuck: bool = False
    drawn_card: Literal["must-play", "may-play"] = "must-play"
    # What forbids a joker (JOK-2), whether another joker does (JOK-4), and what a joker names (JOK-5).
    joker_restriction: Literal["any-playable", "suit-only", "none"] = "any-playable"
    other_joker_blocks: bool = False
    joker_names: Literal["suit", "colour"] = "suit"
    # Where a joker goes that was challenged rightly (CHAL-3).
    upheld_joker: Literal["taken-back", "stays"] = "taken-back"
    # Which card of a marriage must match (MAR-2).
    marriage_match: Literal["first", "either", "both", "free"] = "first"
    # Whether the ace of spades must be given upon (ACE-3).
    ace_giving: Literal["optional", "mandatory"] = "optional"
    # How long a missed call may be caught (CALL-4), and whether a missed turn ends that (CALL-5).
    call_window: Literal["own-next-turn", "next-player-acts"] = "own-next-turn"
    missed_turn_closes_window: bool = True
    # What happens when the stock is used up (PACK-1), whether one may pass at will (PACK-3), for how long (PACK-4).
    when_pack_empty: Literal["play-out", "reshuffle"] = "play-out"
    pass_with_playable: bool = False
    pass_means: Literal["finished", "this-turn-only"] = "finished"
    # Whether a seven, a joker or an ace of spades draws also as the last card (OUT-2).
    last_card_draws: bool = True
    # The total that ends the game (GAME-1).
    target: Target = 500


DEFAULT_PRESET: Final = "wikipedia"

PRESETS: Final[dict[str, dict[str, Fact]]] = {
    "wikipedia": {},
    "uno-like": {
        "joker_restriction": "suit-only",
        "upheld_joker": "stays",
        "drawn_card": "may-play",
        "turn_up_king": "dealer",
        "call_window": "next-player-acts",
    },
}

OPTIONS: Final[dict[str, tuple[str, str]]] = {
    "packs": ("SET-2", "Says with how many packs of 54 cards the game is played; three only from six players on."),
    "turn_up_special": (
        "SET-10",
        "Says what a 7, 8 or king does that is turned up first: what the dealer's would do, nothing, or it goes back.",
    ),
    "turn_up_king": (
        "SET-12",
        "Says who starts when a king is turned up: the dealer's right, the dealer, or the left.",
    ),
    "draw_only_when_stuck": ("TURN-2", "Forbids drawing to a player who could play a card."),
    "drawn_card": ("TURN-4", "Says whether a drawn card that can be played must be played at once, or may be kept."),
    "joker_restriction": (
        "JOK-2",
        "Says what forbids a joker: any playable card in the hand, only cards of the suit in force, or nothing.",
    ),
    "other_joker_blocks": ("JOK-4", "Counts a second joker in the hand as another playable card."),
    "joker_names": ("JOK-5", "Says whether who plays a joker names a suit, or one of the colours red and black."),
    "upheld_joker": (
        "CHAL-3",
        "Says where a joker goes that was rightly challenged: back into the hand, or it stays with the suit it named.",
    ),
    "marriage_match": ("MAR-2", "Says which of king and queen must match the pile: the first, either, both, or none."),
    "ace_giving": ("ACE-3", "Says whether who plays the ace of spades may give cards away, or has to."),
    "call_window": (
        "CALL-4",
        'Says how long a missing "one card" can be caught: until the player\'s next turn, or until the next one acts.',
    ),
    "missed_turn_closes_window": ("CALL-5", "Counts a turn that is missed as the next turn that ends the catching."),
    "when_pack_empty": (
        "PACK-1",
        "Says what happens when the stock is used up: the hand is played out, or the discards become the stock again.",
    ),
    "pass_with_playable": ("PACK-3", "Lets a player pass in spite of a playable card once the stock is used up."),
    "pass_means": ("PACK-4", "Says whether who passes is finished for the hand, or only this turn is over."),
    "last_card_draws": ("OUT-2", "Says whether a 7, a joker or the ace of spades makes others draw also as last card."),
    "target": ("GAME-1", "Names the total at which the game ends."),
}
"""Option -> the clause it changes, and what it changes, in a sentence for players."""
