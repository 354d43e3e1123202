"""Whose turn it is: who starts, who is skipped, who may not come back, and how a wrong actor is explained."""

from verifier.cards import SEATS
from verifier.finding import FaultClass, Finding, Place, Rule
from verifier.games.kings_reverse.owed import Cause, Ruling
from verifier.games.kings_reverse.table import ANYONE, Effect, Table, TurnKind
from verifier.games.record import OUT_OF_TURN
from verifier.games.report import Report

WRONG_FIRST_PLAYER = Rule(
    "REV201", "wrong-first-player", FaultClass.ILLEGAL, "Another seat starts the hand", "SET-9", "S21"
)
TURN_UP_EFFECT_NOT_APPLIED = Rule(
    "REV202",
    "turn-up-effect-not-applied",
    FaultClass.RULING,
    "What the turned-up card does is not done",
    "SET-11",
    "S21",
)
STACKED_SEVEN = Rule(
    "REV204", "stacked-seven", FaultClass.ILLEGAL, "A seat that a seven skips answers with a seven", "SPC-1", "S35"
)
SKIP_NOT_APPLIED = Rule(
    "REV205", "skip-not-applied", FaultClass.RULING, "A seat that misses its turn acts", "SPC-2", "S36"
)
SKIP_APPLIED_WRONGLY = Rule(
    "REV206", "skip-applied-wrongly", FaultClass.RULING, "A seat is skipped without cause", "TURN-9", "S25"
)
KING_NOT_REVERSED = Rule(
    "REV207", "king-not-reversed", FaultClass.RULING, "Play goes on as if no king had been laid", "SPC-3", "S37"
)
KING_TWO_PLAYER_NO_SKIP = Rule(
    "REV208", "king-two-player-no-skip", FaultClass.RULING, "Of two players the one hit by a king acts", "TWO-1", "S49"
)
SECOND_ACTION = Rule(
    "REV209", "second-action-in-turn", FaultClass.ILLEGAL, "A second act in one turn", "TURN-10", "S22"
)
ACTED_AFTER_PASSING_OUT = Rule(
    "REV210", "acted-after-passing-out", FaultClass.ILLEGAL, "A seat that has passed for good acts", "PACK-4", "S29"
)
FINISHED_SKIPPED_WRONGLY = Rule(
    "REV211",
    "finished-player-skipped-wrongly",
    FaultClass.RULING,
    "A seat is treated as finished that has not passed",
    "PACK-4",
    "S29",
)
OFFENDER_TURN_NOT_LOST = Rule(
    "REV507", "offender-turn-not-lost", FaultClass.RULING, "Who took a joker back plays on", "CHAL-3", "S33"
)
CHALLENGER_TURN_NOT_LOST = Rule(
    "REV508", "challenger-turn-not-lost", FaultClass.RULING, "Who challenged in vain keeps the turn", "CHAL-6", "S33"
)
CHALLENGER_TURN_LOST = Rule(
    "REV509", "challenger-turn-lost", FaultClass.RULING, "Who challenged rightly loses the turn", "CHAL-3", "S33"
)

TURN_RULES = (
    WRONG_FIRST_PLAYER,
    TURN_UP_EFFECT_NOT_APPLIED,
    STACKED_SEVEN,
    SKIP_NOT_APPLIED,
    SKIP_APPLIED_WRONGLY,
    KING_NOT_REVERSED,
    KING_TWO_PLAYER_NO_SKIP,
    SECOND_ACTION,
    ACTED_AFTER_PASSING_OUT,
    FINISHED_SKIPPED_WRONGLY,
    OFFENDER_TURN_NOT_LOST,
    CHALLENGER_TURN_NOT_LOST,
    CHALLENGER_TURN_LOST,
)
IGNORED_SKIPS = frozenset(
    {SKIP_NOT_APPLIED, STACKED_SEVEN, TURN_UP_EFFECT_NOT_APPLIED, OFFENDER_TURN_NOT_LOST, CHALLENGER_TURN_NOT_LOST}
)
"""After these the actor has taken back the turn it had lost, and what it owed lapses (section 6)."""
SEVENS = frozenset({Cause.SEVEN, Cause.UP_SEVEN})
CHALLENGE_TURNS = frozenset({OFFENDER_TURN_NOT_LOST, CHALLENGER_TURN_NOT_LOST, CHALLENGER_TURN_LOST})
SURE_TURNS = CHALLENGE_TURNS | {
    STACKED_SEVEN,
    KING_NOT_REVERSED,
    KING_TWO_PLAYER_NO_SKIP,
    SKIP_NOT_APPLIED,
    SECOND_ACTION,
}
"""What these break is broken however many cards the stock has, so whoever may have passed for good."""


def explain_turn(table: Table, seat: int, *, lays_seven: bool, passes: bool) -> Rule | None:
    """Return the rule that an act by this seat breaks now, None where it is its turn (section 8)."""
    if table.actor in {ANYONE, seat} or table.lenient or seat in table.also_due:
        return None
    turn = table.turn
    perhaps = table.perhaps_hit
    if (
        perhaps is not None
        and table.presumed[perhaps]
        and seat == turn.victim
        and _between(table, turn.seat, perhaps, seat)
    ):
        # If that seat has not passed, it may be the one that is hit.
        return None
    if table.opening:
        return _explain_first(table, seat, lays_seven=lays_seven)
    if turn.effect is Effect.SEVEN and seat == turn.victim and lays_seven and _is_unserved(table, seat):
        return STACKED_SEVEN
    if (
        table.players > 2
        and seat == turn.seat
        and turn.kind is TurnKind.PLAY
        and not passes
        and not _is_offender(table)
    ):
        return SECOND_ACTION
    return _explain_challenge(table, seat) or _explain_effect(table, seat) or _explain_plainly(table, seat)


def _explain_first(table: Table, seat: int, *, lays_seven: bool) -> Rule | None:
    """Return what the first act of a hand breaks. SET-9 to SET-14."""
    if seat in table.also_first:
        return None
    assert table.dealer is not None
    left = (table.dealer + 1) % table.players
    if seat == left and table.up_effect is not Effect.NONE:
        stacked = lays_seven and table.up_effect is Effect.SEVEN and _is_unserved(table, seat)
        return STACKED_SEVEN if stacked else TURN_UP_EFFECT_NOT_APPLIED
    return WRONG_FIRST_PLAYER


def _is_unserved(table: Table, seat: int) -> bool:
    """Tell whether a seat has drawn nothing of what a seven costs it."""
    return any(debt.seat == seat and not debt.drawn and debt.cause in SEVENS for debt in table.debts)


def _is_offender(table: Table) -> bool:
    """Tell whether the seat that acted last has lost its turn by a challenge that was upheld."""
    return table.joker is not None and table.joker.ruling is Ruling.UPHELD


def _explain_challenge(table: Table, seat: int) -> Rule | None:
    """Return what an act breaks that comes after a challenge. CHAL-3, CHAL-6."""
    joker = table.joker
    if joker is None or joker.victim is None or joker.ruling is Ruling.NONE:
        return None
    if joker.ruling is Ruling.REJECTED:
        return CHALLENGER_TURN_NOT_LOST if seat == joker.victim else None
    if seat == joker.seat:
        return OFFENDER_TURN_NOT_LOST
    return CHALLENGER_TURN_LOST if seat == table.following(joker.victim) else None


def _explain_effect(table: Table, seat: int) -> Rule | None:
    """Return the one effect that must have been ignored, or applied without cause, to make this the actor."""
    turn = table.turn
    if turn.reversed and seat == after(table, turn.step_before):
        return KING_NOT_REVERSED
    if seat == turn.victim:
        return KING_TWO_PLAYER_NO_SKIP if turn.effect is Effect.KING_OF_TWO else SKIP_NOT_APPLIED
    if seat == table.following(table.actor) and not table.is_out(seat):
        return FINISHED_SKIPPED_WRONGLY if table.plays_out() else SKIP_APPLIED_WRONGLY
    return None


def _explain_plainly(table: Table, seat: int) -> Rule | None:
    """Return what an act breaks where no effect explains it. PACK-4, TURN-9."""
    turn = table.turn
    if table.finished[seat]:
        return ACTED_AFTER_PASSING_OUT
    if table.presumed[seat] and _between(table, turn.seat, seat, table.actor):
        return None
    return OUT_OF_TURN


def _between(table: Table, start: int, seat: int, end: int) -> bool:
    """Tell whether a seat comes after `start` and before `end` in the order of play."""
    other = (start + table.step) % table.players
    while other not in {seat, end}:
        other = (other + table.step) % table.players
    return other == seat


def after(table: Table, step: int) -> int:
    """Return who would be to act if play went this way after the last act."""
    turn = table.turn
    straight = table.following(turn.seat, step)
    # An upheld challenge leaves nobody skipped.
    return straight if turn.victim is None or _is_offender(table) else table.following(straight, step)


def check_turn(table: Table, rule: Rule, seat: int, place: Place, report: Report) -> Finding:
    """Report an act by a seat that is not to act; a seat passed over as finished is the one concerned."""
    expected = SEATS[table.actor]
    option = None
    blamed: int | None = seat
    if rule is FINISHED_SKIPPED_WRONGLY:
        blamed = table.actor
    elif rule in {WRONG_FIRST_PLAYER, TURN_UP_EFFECT_NOT_APPLIED} and table.up_effect is not Effect.NONE:
        option = _turn_up_option(table)
    last = table.turn
    return report.add(
        rule,
        place,
        blamed,
        option=option,
        actor=SEATS[seat],
        expected=expected,
        last=None if last.seat < 0 else SEATS[last.seat],
        top=table.pile.top_text(),
        direction="clockwise" if table.step > 0 else "counter-clockwise",
    )


def _turn_up_option(table: Table) -> tuple[str, str] | None:
    house = table.house
    if table.up_effect is Effect.KING and house.turn_up_king != "right":
        return ("turn_up_king", house.turn_up_king)
    return None


def check_missed_up_seven(table: Table, seat: int | None, place: Place, report: Report) -> None:
    """Report that the turn a turned-up seven costs was missed without the draw. SET-11."""
    report.add(
        TURN_UP_EFFECT_NOT_APPLIED,
        place,
        seat,
        missed=None if seat is None else SEATS[seat],
        top=table.pile.top_text(),
    )
