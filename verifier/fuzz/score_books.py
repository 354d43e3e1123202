"""The books of a match of dealt hands: points and totals after each, the winner, and totals that are made to tie."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from verifier.cards import SEATS
from verifier.fuzz.dice import Dice
from verifier.fuzz.log import Log
from verifier.fuzz.wishes import Slip
from verifier.replay.lines import LARGEST_CLAIM, Points, Totals, Winner

SLIPS: Final = (("points", 1), ("totals", 1))
"""Infractions of whoever writes the books."""


class Played(NamedTuple):
    """A hand that was played: what was written at the table, its points, and the slip that it still may have."""

    log: Log
    points: list[int]
    slip: Slip
    out: int | None = None
    """Who went out, where a game has that."""


class Habit(NamedTuple):
    """What a table writes down."""

    points: bool
    totals: bool
    winner: bool


def draw_habit(dice: Dice) -> Habit:
    """Return what a table writes: mostly everything."""
    return Habit(dice.chance(0.9), dice.chance(0.8), dice.chance(0.9))


def write_hand(log: Log, played: Played, totals: list[int], habit: Habit, dice: Dice) -> None:
    """Enter a hand and its books, and add its points to the totals."""
    log.extend(played.log)
    points = played.points
    for seat, more in enumerate(points):
        totals[seat] += more
    if played.slip.now("points"):
        at, by = dice.below(len(points)), dice.one_of([10, 20, 30])
        log.add(Points([cell + by * (seat == at) for seat, cell in enumerate(points)]))
        log.expect("out-player-scored" if at == played.out else "points-wrong")
    elif habit.points:
        log.add(Points([*points]))
    # No claim is larger; totals that are cannot be written.
    fits = max(map(abs, totals)) < LARGEST_CLAIM
    if played.slip.now("totals") and fits:
        # An amount that no hand has, and another one than last time: it does not follow from an earlier mistake.
        at, by = dice.below(len(points)), 1 + sum(label.name == "totals-wrong" for label in log.labels) % 4
        log.add(Totals([cell + by * (seat == at) for seat, cell in enumerate(totals)]))
        log.expect("totals-wrong")
    elif habit.totals and fits:
        log.add(Totals([*totals]))


def write_winner(log: Log, right: str, habit: Habit, wrong: int | None) -> None:
    """Enter the winner: the right one, or a seat that has surely lost."""
    if wrong is not None and SEATS[wrong] not in right:
        log.add(Winner(SEATS[wrong]))
        log.expect("winner-wrong")
    elif habit.winner:
        log.add(Winner(right))


def loser(totals: Sequence[int], *, lowest: bool) -> int | None:
    """Return a seat that is far behind all others' best total, None where all are close."""
    spread = max(totals) - min(totals)
    worst = max(totals) if lowest else min(totals)
    return None if spread < 200 else totals.index(worst)


def tie(hands: list[Played], again: Callable[[int], Played | None], dice: Dice, *, lowest: bool, tries: int) -> None:
    """Play hands again until the best total is shared or `tries` are used up; what is kept stands in `hands`.

    `again` plays the hand of this number once more and returns it, None where the hand has to stay.
    """
    sign = -1 if lowest else 1
    for _ in range(tries):
        totals = [sign * sum(cells) for cells in zip(*(hand.points for hand in hands), strict=True)]
        if not _gap(totals):
            return
        at = dice.below(len(hands))
        found = again(at)
        if found is not None:
            changes = zip(totals, found.points, hands[at].points, strict=True)
            # Kept only where it brings the best two no further apart.
            if _gap([total + sign * (new - old) for total, new, old in changes]) <= _gap(totals):
                hands[at] = found


def _gap(totals: Sequence[int]) -> int:
    """Return how far the best total is from the second best."""
    second, first = sorted(totals)[-2:]
    return first - second
