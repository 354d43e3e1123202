"""The call "one card": who owed it, who was caught, and calls and catches for nothing."""

from verifier.cards import SEATS
from verifier.finding import Fact, FaultClass, Finding, Place, Related, Rule
from verifier.games.kings_reverse.house import HouseRules
from verifier.games.kings_reverse.owed import CallDuty
from verifier.games.report import Report

CALL_MISSED = Rule(
    "REV601",
    "one-card-call-missed",
    FaultClass.UNPUNISHED,
    'Nobody called "one card", and nobody noticed in time',
    "CALL-1",
    "S32",
)
CALL_LATE = Rule("REV902", "one-card-call-late", FaultClass.NOTICE, "A late call that cures the miss", "CALL-3", "S32")
CALL_CAUGHT = Rule(
    "REV903", "one-card-call-caught", FaultClass.NOTICE, "A missing call that was noticed in time", "CALL-4", "S32"
)
CATCH_TOO_LATE = Rule(
    "REV905", "catch-too-late", FaultClass.NOTICE, "A missing call is noticed after the time for it", "CALL-5", "S32"
)
CATCH_WITHOUT_CAUSE = Rule(
    "REV906", "catch-without-cause", FaultClass.NOTICE, "A player is named who owed no call", "CALL-8", None
)
CATCH_OF_SELF = Rule("REV907", "catch-of-self", FaultClass.NOTICE, "A player names himself", "CALL-6", None)
SUPERFLUOUS_CALL = Rule("REV908", "superfluous-call", FaultClass.NOTICE, "A call that nobody owed", "CALL-8", None)

CALLING_RULES = (
    CALL_MISSED,
    CALL_LATE,
    CALL_CAUGHT,
    CATCH_TOO_LATE,
    CATCH_WITHOUT_CAUSE,
    CATCH_OF_SELF,
    SUPERFLUOUS_CALL,
)


def window_option(house: HouseRules) -> tuple[str, Fact] | None:
    """Return the house rule that decides how long a missing call may be caught, None where it is the text's."""
    if house.call_window != "own-next-turn":
        return ("call_window", house.call_window)
    if not house.missed_turn_closes_window:
        return ("missed_turn_closes_window", False)
    return None


def check_missed(seat: int, duty: CallDuty, house: HouseRules, place: Place | None, report: Report) -> None:
    """Report a call that was never made and never caught, at the play that made it due. CALL-1, CALL-7."""
    related = [] if place is None else [Related(place, "window-closed")]
    report.add(CALL_MISSED, duty.place, seat, option=window_option(house), related=related)


def check_late(seat: int, duty: CallDuty, place: Place, report: Report) -> None:
    """Note a call that comes after another seat has acted, and before anybody noticed. CALL-3."""
    report.add(CALL_LATE, place, seat, related=[Related(duty.place, "one-card")])


def check_superfluous(seat: int, place: Place, report: Report) -> None:
    """Note a call that nobody owed. CALL-8."""
    report.add(SUPERFLUOUS_CALL, place, seat)


def check_caught(seat: int, by: int, duty: CallDuty, place: Place, report: Report) -> None:
    """Note a missing call that another seat noticed in time. CALL-4."""
    report.add(CALL_CAUGHT, duty.place, seat, related=[Related(place, "caught")], by=SEATS[by])


def check_void_catch(seat: int, by: int, duty: CallDuty | None, place: Place, report: Report) -> Finding:
    """Note a catch that cannot count and return the notice: too late, of nobody who owed a call, of oneself. CALL-8."""
    rule = CATCH_OF_SELF if seat == by else CATCH_TOO_LATE if duty is not None else CATCH_WITHOUT_CAUSE
    related = [Related(duty.place, "one-card")] if duty is not None else []
    return report.add(rule, place, seat, related=related, by=SEATS[by])
