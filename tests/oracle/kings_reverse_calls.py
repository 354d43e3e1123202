"""Calling "one card": when it is owed, when the call is good, when a seat may be caught (CALL-1 to 12)."""

from oracle.kings_reverse_deal import Found
from oracle.kings_reverse_debts import owe
from oracle.kings_reverse_reading import Act
from oracle.kings_reverse_table import Duty, Table


def owe_call(table: Table, seat: str, event: int) -> None:
    """A seat has come to one card by its own play or gifts."""
    duty = Duty(event)
    if table.hands[seat].doubtful:
        duty.unsure = True
    if seat in table.early:
        table.early.pop(seat)
        duty.called = True
    table.duties[seat] = duty


def after_own_play(table: Table, seat: str, event: int) -> None:
    """A play is over: either the call is owed, or a call made for it was not."""
    held = table.hands[seat]
    if held.count() == 1 or (held.doubtful and held.count() < 2):
        owe_call(table, seat, event)
    else:
        not_owed(table, seat)


def not_owed(table: Table, seat: str) -> None:
    """A call made early was good for nothing."""
    if seat in table.early:
        event, cured = table.early.pop(seat)
        if not cured:
            table.notice(event, "superfluous-call", seat)


def take_call(table: Table, act: Act) -> None:
    seat = act.seat
    duty = table.duties.get(seat)
    cures = bool(duty and duty.open and not duty.called and not duty.caught)
    if duty and cures:
        duty.called = True
        if duty.others_acted and not duty.unsure:
            table.notice(act.event, "one-card-call-late", seat)
    if table.over or seat in table.early:
        if not cures:
            table.notice(act.event, "superfluous-call", seat)
    elif not cures or (duty and duty.others_acted and table.to_act(seat)):
        table.early[seat] = (act.event, cures)


def take_catch(table: Table, act: Act) -> None:
    caught = act.other
    duty = table.duties.get(caught)
    name = None
    if act.seat == caught:
        name = "catch-of-self"
    elif duty and duty.open and not duty.called and not duty.caught:
        duty.caught = True
        if duty.unsure:
            table.unverified += 1
            table.handled.add(caught)
            return
        table.notice(duty.event, "one-card-call-caught", caught)
        owe(table, caught, "catch", 2)
    elif duty and duty.missed:
        name = "catch-too-late"
    elif not (table.ace and table.ace.seat == caught and table.ace.undecided):
        name = "catch-without-cause"
    if name:
        table.bad_catches.append(Found(act.event, name, caught))


def others_act(table: Table, seat: str) -> None:
    """A seat plays, draws, passes or challenges: calls of the others are late from now on, early ones are void."""
    for other, duty in table.duties.items():
        duty.others_acted |= other != seat
    for other in [other for other in table.early if other != seat]:
        not_owed(table, other)


def close_windows(table: Table, seat: str) -> None:
    """A seat takes a turn: who may still be caught (CALL-4, CALL-5)."""
    at_once = table.rules["call_window"] == "next-player-acts"
    for other, duty in table.duties.items():
        passed_over = duty.turn_missed and table.rules["missed_turn_closes_window"]
        if other == seat or at_once or passed_over:
            close(table, other, duty)


def close(table: Table, seat: str, duty: Duty) -> None:
    """A window closes; nobody called and nobody caught: that is settled now."""
    if duty.open and not duty.called and not duty.caught:
        if duty.unsure:
            table.unverified += 1
        else:
            duty.missed = True
            table.fault(duty.event, "one-card-call-missed", seat)
    duty.open = False


def close_all(table: Table) -> None:
    """The end of a hand closes all windows (CALL-11)."""
    for seat, duty in table.duties.items():
        close(table, seat, duty)
    for seat in list(table.early):
        not_owed(table, seat)


def lapse(table: Table, seat: str, event: int) -> None:
    """The play that made a duty is taken back (CALL-12)."""
    duty = table.duties.get(seat)
    if duty and duty.event == event and not duty.caught:
        del table.duties[seat]


def speak_of_bad_catches(table: Table) -> None:
    """No draw followed: a catch that was not good remains a notice."""
    table.notices += table.bad_catches
    table.bad_catches = []
