"""Calls and catches as they happen: duties open, windows close, catches count or do not."""

from verifier.finding import Place
from verifier.games.kings_reverse.owed import CallDuty, Called, Cause
from verifier.games.kings_reverse.rules.calling import (
    check_caught,
    check_late,
    check_missed,
    check_superfluous,
    check_void_catch,
)
from verifier.games.kings_reverse.table import Table, VoidCatch
from verifier.games.report import Report


def open_duty(table: Table, seat: int, place: Place, report: Report) -> None:
    """Let a seat owe the call if its own act has left it with one card; an early call serves it. CALL-1, CALL-2."""
    early = table.early[seat]
    table.early[seat] = None
    holding = table.holdings[seat]
    if holding.size == 1 and not holding.doubtful and not table.is_over:
        duty = CallDuty(place)
        if early is not None and table.spare[seat]:
            duty.perhaps_called = True
        elif early is not None:
            duty.state = Called.CALLED
        table.duties[seat] = duty
    elif early is not None and not holding.doubtful and not table.spare[seat]:
        check_superfluous(seat, early, report)


def call(table: Table, seat: int, place: Place, report: Report) -> None:
    """Take a call: it serves a duty that is open, or one that this turn may still bring. CALL-2, CALL-3."""
    duty = table.duties[seat]
    if duty is not None and duty.state is Called.OPEN and not table.is_surely_over():
        duty.state = Called.CALLED
        if duty.others_acted and not duty.perhaps_called:
            check_late(seat, duty, place, report)
            if table.actor == seat:
                # It may as well be meant for the turn that has just begun.
                table.early[seat], table.spare[seat] = place, True
    elif table.early[seat] is not None or table.is_surely_over():
        check_superfluous(seat, place, report)
    else:
        table.early[seat], table.spare[seat] = place, False


def catch(table: Table, by: int, seat: int, place: Place, report: Report) -> None:
    """Take a catch: in time it costs the seat two cards, otherwise it is void. CALL-4, CALL-6, CALL-8, I25, I29."""
    giving, duty = table.giving, table.duties[seat]
    undecided = giving is not None and giving.seat == seat and not giving.done and not giving.given
    if giving is not None and undecided and giving.held == 1 and by != seat and table.early[seat] is None:
        giving.waiting_catch = (by, place)
    elif duty is not None and duty.state is Called.OPEN and by != seat and not table.is_surely_over():
        duty.state = Called.CAUGHT
        check_caught(seat, by, duty, place, report)
        table.apply_debt(seat, Cause.CATCH, place)
    elif table.holdings[seat].doubtful and by != seat:
        table.apply_debt(seat, Cause.CATCH, place).void = True
    else:
        missed = duty is not None and duty.state in {Called.OPEN, Called.MISSED}
        notice = check_void_catch(seat, by, duty if missed else None, place, report)
        table.void_catch = VoidCatch(notice, seat, by)


def others_act(table: Table, seat: int) -> None:
    """Let the calls that are still owed by other seats be late from here on. CALL-3."""
    for other, duty in enumerate(table.duties):
        if duty is not None and other != seat:
            duty.others_acted = True


def close_windows(table: Table, seat: int, place: Place, report: Report) -> None:
    """Close the windows that an act of a turn closes: the actor's own, and those of missed turns. CALL-4, CALL-5."""
    any_act = table.house.call_window == "next-player-acts"
    for other, duty in enumerate(table.duties):
        if duty is not None and duty.state is Called.OPEN and (any_act or other == seat or duty.closing):
            duty.state = Called.CALLED if duty.perhaps_called else Called.MISSED
            if not duty.perhaps_called:
                check_missed(other, duty, table.house, place, report)
    for other, early in enumerate(table.early):
        if early is not None and other != seat:
            table.early[other] = None
            if not table.spare[other]:
                check_superfluous(other, early, report)


def close_all_windows(table: Table, report: Report) -> None:
    """Close every window at the end of the hand. CALL-11."""
    for seat, duty in enumerate(table.duties):
        if duty is not None and duty.state is Called.OPEN:
            duty.state = Called.CALLED if duty.perhaps_called else Called.MISSED
            if not duty.perhaps_called:
                check_missed(seat, duty, table.house, None, report)
