"""A king minded late: an act against the table's direction is held back until the next act tells what it was."""

from verifier.games.kings_reverse.owed import Cause
from verifier.games.kings_reverse.rules.turns import TURN_UP_EFFECT_NOT_APPLIED, check_turn
from verifier.games.kings_reverse.table import Table
from verifier.games.report import Report


def would_be_hit(table: Table, seat: int) -> bool:
    """Tell whether the last act would hit this seat if it had gone the other way, which is open still."""
    turn = table.turn
    is_open = table.held is not None or not table.step_sure
    return is_open and turn.victim not in {None, seat} and seat == table.following(turn.seat, -table.step)


def confirm(table: Table, report: Report) -> None:
    """Let the table play the other way from the act on that was held back: only the king's fault stands (section 8)."""
    held, table.held = table.held, None
    table.step_sure = True
    if held is not None:
        report.withdraw([held])
    if held is not None and table.held_for_up:
        # A turned-up king was not minded at all.
        assert held.seat is not None
        check_turn(table, TURN_UP_EFFECT_NOT_APPLIED, held.seat, held.place, report)
    _turn_round(table)


def _turn_round(table: Table) -> None:
    turn = table.turn
    table.step = -table.step
    hit = turn.victim
    table.actor = turn.straight = table.following(turn.seat)
    if hit is None:
        return
    turn.victim = table.following(turn.seat)
    table.actor = table.following(turn.victim)
    for debt in table.debts:
        if debt.seat == hit and not debt.drawn and debt.origin == turn.place and debt.cause is not Cause.CATCH:
            debt.seat = turn.victim
    if table.joker is not None:
        table.joker.victim = turn.victim
