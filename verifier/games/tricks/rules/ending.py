"""The end of a hand: cut short, or played on."""

from verifier.finding import FaultClass, Place, Rule
from verifier.games.record import HAND_CUT_SHORT
from verifier.games.report import Report

PLAY_AFTER_HAND_END = Rule("TRK402", "play-after-hand-end", FaultClass.ILLEGAL, "An act after the end of the hand")

ENDING_RULES = (PLAY_AFTER_HAND_END,)


def check_cut(tricks: int, place: Place, *, exhausted: bool, report: Report) -> None:
    """Report a hand that a line closes after `tricks` tricks; `exhausted`: all that scores was taken by then.

    King K34, K37; Kierki K-R8.
    """
    report.add(HAND_CUT_SHORT, place, tricks=tricks, reason="exhausted" if exhausted else "points-open")


def check_late(seat: int, token: str, place: Place, report: Report) -> None:
    """Report the first act after a hand's end. King K34, K36; Kierki K-R8, K-F11."""
    report.add(PLAY_AFTER_HAND_END, place, seat, token=token)
