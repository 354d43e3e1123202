"""The score: points of a hand, the end of the game, the winner."""

from collections.abc import Sequence

from verifier.cards import SEATS
from verifier.finding import Fact, FaultClass, Place, Rule
from verifier.games.books import CO_WINNER_MISSING, POINTS_WRONG, WINNER_WRONG, Books, winners
from verifier.games.report import Report
from verifier.sheet import Cells

OUT_PLAYER_SCORED = Rule(
    "SUM103", "out-player-scored", FaultClass.BOOKS, "Points are written for who went out", "SCORE-2", "S45"
)
BLOCKED_ZERO = Rule(
    "SUM104", "blocked-hand-zero-given", FaultClass.BOOKS, "Nobody went out, and zero is written", "SCORE-3", "S29"
)
POINTS_MISSING = Rule("SUM105", "points-missing", FaultClass.BOOKS, "Points are not written", "SCORE-2", "S45")
POINTS_NOT_OF_FIVE = Rule(
    "SUM106", "points-not-multiple-of-five", FaultClass.BOOKS, "Points that no cards add up to", "SCORE-1", "S47"
)
GAME_END_MISSED = Rule(
    "SUM306", "game-end-missed", FaultClass.BOOKS, "Another hand is dealt although the game is over", "GAME-1", "S45"
)
GAME_ENDED_EARLY = Rule(
    "SUM307",
    "game-ended-early",
    FaultClass.BOOKS,
    "A winner is declared before anybody has reached the target",
    "GAME-1",
    "S45",
)
HAND_AFTER_GAME_END = Rule(
    "LOG107",
    "hand-after-game-end",
    FaultClass.IMPOSSIBLE,
    "A hand is dealt after the winner was declared",
    "GAME-4",
    "S45",
)

SCORE_RULES = (
    OUT_PLAYER_SCORED,
    BLOCKED_ZERO,
    POINTS_MISSING,
    POINTS_NOT_OF_FIVE,
    GAME_END_MISSED,
    GAME_ENDED_EARLY,
    HAND_AFTER_GAME_END,
)


def check_points(
    written: Cells,
    audited: Sequence[int | None],
    limits: Sequence[tuple[int, int]],
    out: int | None,
    place: Place,
    report: Report,
) -> None:
    """Report points that are wrong or missing; `out` went out, None in a blocked hand. SCORE-1 to SCORE-3.

    Where nobody can tell who went out, `out` is -1.
    `limits` are the fewest and the most points that each hand can count.
    """
    wrong, missing, odd = [], [], []
    for seat, (cell, true) in enumerate(zip(written, audited, strict=True)):
        if true is None:
            least, most = limits[seat]
            if cell is not None and (cell % 5 or not least <= cell <= most):
                odd.append(seat)
        elif cell is None:
            if true:
                missing.append(seat)
        elif cell != true:
            wrong.append(seat)
    rule = POINTS_WRONG
    if wrong and wrong == [out]:
        rule = OUT_PLAYER_SCORED
    elif wrong and out is None and not any(written[seat] for seat in wrong):
        rule = BLOCKED_ZERO
    for broken, seats in ((rule, wrong), (POINTS_MISSING, missing), (POINTS_NOT_OF_FIVE, odd)):
        if seats:
            at = seats[0] if len(seats) == 1 else None
            report.add(
                broken, place, at, recorded=[*written], audited=[*audited], seats=[SEATS[seat] for seat in seats]
            )
            break


def reached(totals: Sequence[int | None], target: int) -> bool | None:
    """Tell whether a total has reached the target, None where that is not known. GAME-1."""
    if any(total is not None and total >= target for total in totals):
        return True
    return None if None in totals else False


def check_missed_end(books: Books, target: int, place: Place, report: Report) -> bool:
    """Report a hand dealt although a recorded total has reached the target, the audited too; return whether. GAME-1."""
    if not reached(books.recorded(), target) or reached(books.audited, target) is False:
        return False
    report.add(GAME_END_MISSED, place, target=target, totals=[*books.recorded()])
    return True


def check_early_end(
    recorded: Sequence[int | None],
    audited: Sequence[int | None],
    target: int,
    declared: str,
    place: Place,
    report: Report,
) -> bool:
    """Report a winner before a total has reached the target, recorded or audited; return whether. GAME-1."""
    if reached(recorded, target) is not False or reached(audited, target):
        return False
    report.add(GAME_ENDED_EARLY, place, target=target, recorded=declared, totals=[*recorded])
    return True


def check_winner(books: Books, declared: str, place: Place, report: Report) -> None:
    """Report a declared winner that neither the audited nor the recorded totals give. GAME-2, GAME-3."""
    answers = {winners(totals, lowest=True, first_seat=False) for totals in books.all_totals()} - {None}
    named = "".join(sorted(set(declared)))
    if not answers or (named in answers and len(named) == len(declared)):
        return
    roads = [books.audited, books.recorded(), *books.all_totals()]
    true = next(found for found in (winners(road, lowest=True, first_seat=False) for road in roads) if found)
    totals: list[Fact] = [*books.audited]
    partly = bool(named) and set(named) < set(true) and len(named) == len(declared)
    report.add(CO_WINNER_MISSING if partly else WINNER_WRONG, place, recorded=declared, winners=true, totals=totals)


def check_after_end(place: Place, winner: str | None, report: Report) -> None:
    """Report a hand dealt after a winner was declared. GAME-4."""
    report.add(HAND_AFTER_GAME_END, place, winners=winner)
