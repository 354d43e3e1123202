"""Following suit: revokes, seen at once or proven by a later card."""

from verifier.cards import PACK_SIZE, SUIT_MASKS, SUITS, suit_of
from verifier.finding import Fact, FaultClass, Rule
from verifier.games.report import Report
from verifier.games.tricks.duties import check_duty
from verifier.games.tricks.rules.turns import trick_texts
from verifier.games.tricks.table import HandTable, Play, Trick

REVOKE = Rule("TRK201", "revoke", FaultClass.ILLEGAL, "A card of another suit while holding the suit led")

FOLLOWING_RULES = (REVOKE,)


def led_suit(trick: Trick) -> int | None:
    """Return the suit that must be followed, None where the lead is unknown, taken back or itself impossible."""
    led = trick.led()
    if led is None or led.impossible or led.card >= PACK_SIZE:
        return None
    return suit_of(led.card)


def check_follow(table: HandTable, trick: Trick, suit: int, play: Play, report: Report) -> bool:
    """Report a card of another suit than `suit`, the one led, from a hand that holds it; return whether it is certain.

    King K26, 6.2; Kierki K-R4, K-O7.
    """
    facts: dict[str, Fact] = {"trick": trick.number, "suit": SUITS[suit], "cards": [*trick_texts(trick)]}
    return check_duty(table, play, REVOKE, SUIT_MASKS[suit], report, facts)
