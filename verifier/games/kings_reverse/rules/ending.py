"""Cards from nowhere, acts out of place, and the end of a hand: played past, or cut short."""

from collections.abc import Sequence

from verifier.cards import CARD_TEXTS
from verifier.finding import FaultClass, Place, Rule
from verifier.games.kings_reverse.holding import Holding
from verifier.games.record import CARD_NOT_IN_HAND, HAND_CUT_SHORT
from verifier.games.report import Report

DRAWN_NOT_NEXT = Rule(
    "CRD303", "drawn-card-not-next", FaultClass.IMPOSSIBLE, "Not the next card of the stock is drawn", "TURN-3", "S24"
)
DRAW_FROM_EMPTY = Rule(
    "CRD304", "draw-from-empty-pack", FaultClass.IMPOSSIBLE, "A draw although the stock is used up", "PACK-1", "S29"
)
RESHUFFLE_NOT_ALLOWED = Rule(
    "REV214", "reshuffle-not-allowed", FaultClass.ILLEGAL, "The discards are made stock again", "PACK-1", "S29"
)
HAND_NOT_ENDED = Rule(
    "REV801", "hand-not-ended", FaultClass.RULING, "Play goes on after the end of the hand", "OUT-1", "S43"
)
EVENT_AFTER_HAND_END = Rule(
    "LOG106", "event-after-hand-end", FaultClass.IMPOSSIBLE, "An act after the points of the hand", "OUT-1", "S43"
)

ENDING_RULES = (
    DRAWN_NOT_NEXT,
    DRAW_FROM_EMPTY,
    RESHUFFLE_NOT_ALLOWED,
    HAND_NOT_ENDED,
    EVENT_AFTER_HAND_END,
)


def check_held(holding: Holding, cards: Sequence[int], seat: int, place: Place, report: Report) -> list[int]:
    """Report cards that a hand does not hold, once, and return them; nothing is said of a doubtful hand. P6."""
    if holding.doubtful:
        return []
    absent = holding.lacks([card for card in cards if card < len(holding.known)])
    if absent:
        hand = holding.texts()
        report.add(CARD_NOT_IN_HAND, place, seat, card=CARD_TEXTS[absent[0]], hand=[*hand])
    return absent


def check_empty(seat: int, place: Place, report: Report) -> None:
    """Report a draw from a stock that is used up. PACK-1."""
    report.add(DRAW_FROM_EMPTY, place, seat)


def check_next(seat: int, card: int, due: str | None, place: Place, report: Report) -> None:
    """Report a drawn card that is not the next of the stock, or not in it."""
    report.add(DRAWN_NOT_NEXT, place, seat, card=CARD_TEXTS[card], due=due)


def check_cut(place: Place, report: Report) -> None:
    """Report a hand that a line closes in the middle. OUT-1, PACK-9."""
    report.add(HAND_CUT_SHORT, place, reason="nobody-out")


def check_played_on(seat: int, token: str, place: Place, report: Report) -> None:
    """Report the first play or pass after the end of a hand. OUT-1."""
    report.add(HAND_NOT_ENDED, place, seat, token=token)


def check_after_points(seat: int | None, token: str, place: Place, report: Report) -> None:
    """Report the first act after the points of a hand."""
    report.add(EVENT_AFTER_HAND_END, place, seat, token=token)


def check_reshuffle(place: Place, report: Report, *, allowed: bool, joker_open: bool) -> bool:
    """Report discards made stock again against the house rules, or while a joker is not settled. PACK-1."""
    if allowed and not joker_open:
        return True
    option = ("when_pack_empty", "reshuffle") if allowed else None
    report.add(RESHUFFLE_NOT_ALLOWED, place, option=option, joker_open=joker_open)
    return False
