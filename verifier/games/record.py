"""What belongs into a record of any game: acts of this game, by seats of this table, inside a hand."""

from verifier.cards import SEATS
from verifier.finding import FaultClass, Place, Rule
from verifier.games.report import Report
from verifier.movetext import Act, write_token

PLAYER_COUNT_WRONG = Rule(
    "LOG101", "player-count-wrong", FaultClass.IMPOSSIBLE, "The game is not for this number of players"
)
UNKNOWN_SEAT = Rule("LOG102", "unknown-seat", FaultClass.IMPOSSIBLE, "No such seat is at the table")
UNKNOWN_CONTRACT = Rule("LOG103", "unknown-contract", FaultClass.IMPOSSIBLE, "The game has no contract of this name")
ACT_OUTSIDE_HAND = Rule("LOG104", "act-outside-hand", FaultClass.IMPOSSIBLE, "An act before the first deal")
ACT_NOT_IN_THIS_GAME = Rule(
    "LOG105", "act-not-in-this-game", FaultClass.IMPOSSIBLE, "The game knows no act of this kind"
)
HAND_SIZE_WRONG = Rule("CRD101", "hand-size-wrong", FaultClass.IMPOSSIBLE, "A hand is dealt the wrong number of cards")
CARD_NOT_IN_HAND = Rule("CRD201", "card-not-in-hand", FaultClass.IMPOSSIBLE, "A card that the seat does not hold")
OUT_OF_TURN = Rule("TRK101", "out-of-turn", FaultClass.ILLEGAL, "An act by another seat than the next")
HAND_CUT_SHORT = Rule("TRK401", "hand-cut-short", FaultClass.RULING, "A hand is closed before it is over")
DEAL_MISSING = Rule("LOG901", "deal-missing", FaultClass.NOTICE, "Without the full deal not everything could be judged")
UNFINISHED_GAME = Rule("LOG902", "unfinished-game", FaultClass.NOTICE, "The log ends before the game does")

ANY_GAME_RULES = (
    UNKNOWN_SEAT,
    ACT_OUTSIDE_HAND,
    ACT_NOT_IN_THIS_GAME,
    HAND_SIZE_WRONG,
    CARD_NOT_IN_HAND,
    OUT_OF_TURN,
    HAND_CUT_SHORT,
    DEAL_MISSING,
    UNFINISHED_GAME,
)
RECORD_RULES = (*ANY_GAME_RULES, PLAYER_COUNT_WRONG, UNKNOWN_CONTRACT)


def check_foreign(act: Act, place: Place, report: Report) -> None:
    """Report an act that this game does not know."""
    seat = act.seat if act.seat >= 0 else None
    report.add(ACT_NOT_IN_THIS_GAME, place, seat, token=write_token(act)[:40])


def check_seat(seat: int, players: int, place: Place, report: Report) -> bool:
    """Report a seat past the last player; return whether the seat is at the table."""
    if seat < players:
        return True
    report.add(UNKNOWN_SEAT, place, seat, last=SEATS[players - 1])
    return False
