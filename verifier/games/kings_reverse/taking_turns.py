"""Turns as they are taken: who has just acted, what a wrong actor means, and which way the table plays on."""

from verifier.finding import Finding, Place, Rule
from verifier.games.kings_reverse import jokers
from verifier.games.kings_reverse.gifts import end_giving
from verifier.games.kings_reverse.owed import Cause, Ruling
from verifier.games.kings_reverse.reversal import confirm, would_be_hit
from verifier.games.kings_reverse.rules.drawing import check_kept
from verifier.games.kings_reverse.rules.turns import (
    ACTED_AFTER_PASSING_OUT,
    CHALLENGE_TURNS,
    FINISHED_SKIPPED_WRONGLY,
    KING_NOT_REVERSED,
    SURE_TURNS,
    TURN_UP_EFFECT_NOT_APPLIED,
    WRONG_FIRST_PLAYER,
    after,
    check_turn,
    explain_turn,
)
from verifier.games.kings_reverse.table import ANYONE, Effect, Table, TurnKind
from verifier.games.report import Report


class TurnKeeper:
    """Keeps the turns of one hand."""

    def __init__(self, table: Table, report: Report) -> None:
        self._table = table
        self._report = report
        self._open_for: int | None = None

    def is_own_draw(self, seat: int) -> bool:
        """Tell whether a seat goes on with a turn in which it has drawn."""
        table = self._table
        if not self.has_drawn(seat):
            return False
        # Who is left alone begins another turn unless its card must be played.
        return table.actor != seat or (bool(table.turn.must) and table.house.drawn_card == "must-play")

    def has_drawn(self, seat: int) -> bool:
        """Tell whether the last act of a turn was a draw by this seat that no pass has closed."""
        turn = self._table.turn
        return turn.kind is TurnKind.DRAW and turn.seat == seat and not turn.closed

    def is_skipped(self, seat: int) -> bool:
        """Tell whether a seat is missing its turn just now, so that a pass by it means nothing (section 8)."""
        table = self._table
        if would_be_hit(table, seat):
            return True
        if table.actor == seat or table.is_surely_over():
            return False
        joker = table.joker
        if joker is not None and joker.ruling is Ruling.UPHELD:
            return seat == joker.seat
        return seat in {table.turn.victim, table.missing}

    def allow(self, seat: int) -> None:
        """Let a seat act although another may as well: it has drawn where there was nothing to draw."""
        self._open_for = seat

    def is_allowed(self, seat: int) -> bool:
        """Tell whether a seat has just drawn where there was nothing to draw."""
        return self._open_for == seat

    def end_draw(self, seat: int) -> None:
        """Let the turn of who drew be over, now that another seat acts. TURN-4, PACK-5."""
        table = self._table
        turn = table.turn
        if turn.kind is not TurnKind.DRAW or turn.closed or turn.seat == seat:
            return
        turn.closed = True
        check_kept(table, self._report)
        self.finish_drawn()

    def finish_drawn(self) -> None:
        """Let who drew the last card of the stock and did not play have passed, as far as it was the last. PACK-5."""
        table, turn = self._table, self._table.turn
        if not (turn.last_card and table.plays_out()):
            return
        if table.stock.sure and not turn.open:
            self.finish(turn.seat)
        else:
            table.presumed[turn.seat] = True
            if turn.open and table.dealer is not None and turn.seat == (table.dealer + 1) % table.players:
                # A seven may have been turned up, and this was all that it could draw for it.
                table.perhaps_hit = turn.seat

    def finish(self, seat: int) -> None:
        """Let a seat have passed with the stock used up. PACK-4, PACK-9."""
        table = self._table
        if table.house.pass_means == "finished":
            table.apply_finish(seat)
        else:
            table.passes += 1
            table.is_over = table.passes >= table.players

    def settle(self, seat: int, place: Place) -> None:
        """Settle gifts, draw and joker before an act of a turn."""
        table = self._table
        end_giving(table, self._report)
        self.end_draw(seat)
        jokers.settle(table, seat, place, self._report)

    def hangs_on_stock(self, seat: int, *, lays_seven: bool, passes: bool) -> bool:
        """Tell whether some that are passed over may have passed for good, were the stock used up (PACK-4, PACK-5)."""
        table = self._table
        if table.actor in {ANYONE, seat} or self._open_for == seat or table.lenient:
            return False
        return explain_turn(table, seat, lays_seven=lays_seven, passes=passes) not in SURE_TURNS

    def begin(self, seat: int, place: Place, *, own: bool, lays_seven: bool, passes: bool) -> Rule | None:
        """Return what the actor breaks by an act of a turn, reported."""
        table = self._table
        if own or self._open_for == seat:
            return None
        rule = explain_turn(table, seat, lays_seven=lays_seven, passes=passes)
        held, table.held = table.held, None
        if rule is not None and table.idle_pass is not None and seat == table.following(table.idle_pass[0]):
            passer, where = table.idle_pass
            check_turn(table, ACTED_AFTER_PASSING_OUT, passer, where, self._report)
            return None
        if rule is not None and table.joker is not None and table.joker.wrong_verdict and rule in CHALLENGE_TURNS:
            return None
        return self._take(rule, held, seat, place)

    def _take(self, rule: Rule | None, held: Finding | None, seat: int, place: Place) -> Rule | None:
        table = self._table
        against = table.turn.seat >= 0 and seat == after(table, -table.step)
        if held is not None and rule is not None and against:
            table.held = held
            confirm(table, self._report)
            return None
        if held is not None and not table.held_for_up:
            # Two acts that follow each other may still turn play round.
            table.disputed = True
        if rule is None:
            known = table.actor != ANYONE and table.turn.seat >= 0
            table.step_sure |= known and not against
            return None
        if not table.step_sure and against:
            table.step = -table.step
            table.step_sure = True
            return None
        finding = check_turn(table, rule, seat, place, self._report)
        if (table.disputed or table.up_turned) and against:
            table.held, table.held_for_up = finding, table.up_turned
            table.disputed = False
        self._apply(rule, seat)
        return rule

    def _apply(self, rule: Rule, seat: int) -> None:
        """Let the table stand as the fault has made it."""
        table = self._table
        if rule is KING_NOT_REVERSED:
            table.step = table.turn.step_before
            table.disputed = True
        elif rule is TURN_UP_EFFECT_NOT_APPLIED and table.up_effect is Effect.KING:
            table.step = 1
            table.disputed = True
            table.up_turned = False
        elif rule is TURN_UP_EFFECT_NOT_APPLIED and table.up_effect is Effect.SEVEN:
            # It drew what the seven costs and went on with a turn of its own: one fault.
            self._report.withdraw([debt.finding for debt in table.served.values() if debt.finding is not None])
        elif rule is WRONG_FIRST_PLAYER:
            # What a turned-up seven costs is part of the same mistake.
            table.debts = [debt for debt in table.debts if debt.cause is not Cause.UP_SEVEN or debt.drawn]
        elif rule is FINISHED_SKIPPED_WRONGLY:
            table.presumed[table.actor] = True
        elif rule is ACTED_AFTER_PASSING_OUT:
            table.finished[seat] = False

    def end_of_log(self) -> None:
        """Take back a finding that the next act may have explained: there is none."""
        held = self._table.held
        if held is not None and not self._table.held_for_up:
            self._report.withdraw([held])

    def clear(self, seat: int) -> None:
        """Let everything be settled that an act of a turn settles."""
        table = self._table
        table.joker = None
        table.lenient, table.lenient_to, table.parties = False, None, ()
        table.void_catch = None
        table.served = {}
        table.idle_pass = None
        if table.turn.seat != seat:
            # By acts of its own who laid a wrong card changes nothing about whom it may have skipped.
            table.also_due = ()
        if not table.opening:
            table.up_turned = False
        table.opening = False
        table.presumed[seat] = False
        self._open_for = None
