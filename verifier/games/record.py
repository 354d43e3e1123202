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
DEAL_MISSING = Rule("LOG901", "deal-missing", FaultClass.NOTICE, "Without the full deal not everything could be judged")
UNFINISHED_GAME = Rule("LOG902", "unfinished-game", FaultClass.NOTICE, "The log ends before the game does")

RECORD_RULES = (
    PLAYER_COUNT_WRONG,
    UNKNOWN_SEAT,
    UNKNOWN_CONTRACT,
    ACT_OUTSIDE_HAND,
    ACT_NOT_IN_THIS_GAME,
    DEAL_MISSING,
    UNFINISHED_GAME,
)


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
