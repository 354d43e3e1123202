"""Who is recorded as taking a trick, and when that may be written."""

from verifier.cards import SEATS, SUITS, suit_of
from verifier.finding import FaultClass, Place, Rule
from verifier.games.report import Report
from verifier.games.tricks.rules.turns import trick_texts
from verifier.games.tricks.table import HandTable, Trick
from verifier.games.tricks.trick import taker_of

TRICK_WINNER_WRONG = Rule(
    "TRK301", "trick-winner-wrong", FaultClass.RULING, "The recorded taker did not take the trick"
)
TAKER_CLAIM_MISPLACED = Rule(
    "TRK302", "taker-claim-misplaced", FaultClass.BOOKS, "A taker is recorded where no trick was complete"
)

TAKER_RULES = (TRICK_WINNER_WRONG, TAKER_CLAIM_MISPLACED)


def check_taker(table: HandTable, trick: Trick, seat: int, place: Place, report: Report) -> None:
    """Report a recorded taker that is not the one the rules give. King K32, K33; Kierki K-R6, K-O8."""
    if trick.taker is None or trick.taker == seat:
        return
    report.add(
        TRICK_WINNER_WRONG,
        place,
        trick=trick.number,
        cards=[*trick_texts(trick)],
        taker=SEATS[trick.taker],
        recorded=SEATS[seat],
        trump=SUITS[table.trump] if table.trump >= 0 else None,
        hint=_hint(table, trick, seat),
    )


def _hint(table: HandTable, trick: Trick, seat: int) -> str | None:
    """Return how the table may have come to its ruling (King section 5c)."""
    laid = trick.laid()
    seats, cards = [play.seat for play in laid], [play.card for play in laid]
    led = suit_of(cards[0])
    suit = suit_of(cards[seats.index(seat)])
    if table.trump >= 0 and taker_of(seats, cards, -1) == seat:
        return "trump-ignored"
    if suit in {led, table.trump}:
        return "rank-order"
    if table.trump < 0 and taker_of(seats, cards, suit) == seat:
        return "trump-in-penalty-hand"
    return "discard-won"


def check_misplaced(seat: int, place: Place, report: Report) -> None:
    """Report a taker written at any other time than after a trick's fourth card. King section 7."""
    report.add(TAKER_CLAIM_MISPLACED, place, recorded=SEATS[seat])
