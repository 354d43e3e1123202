"""Points of a deal: what each deal counts, what that brings, what a deal adds up to."""

from collections.abc import Sequence
from typing import Final

from verifier.games.kierki.deals import DealType
from verifier.games.kierki.house import HouseRules
from verifier.games.tricks.items import WHOLE_HAND, Items, count_items, total, total_points
from verifier.games.tricks.table import Trick

SCALES: Final = {"seed": Items(-20, -20, -60, -30, -150, -75), "mimuw": Items(1, 1, 5, 2, 18, 10)}
"""K-R9 to K-R14, and the positive table of the networking game."""

ODGRYWKA: Final = Items(trick=25)
LOTTERY_AWARDS: Final = (800, 500)

COUNTED: Final[dict[DealType, Items]] = {
    DealType.TRICKS: Items(trick=1),
    DealType.HEARTS: Items(heart=1),
    DealType.QUEENS: Items(queen=1),
    DealType.MEN: Items(man=1),
    DealType.KING_OF_HEARTS: Items(king_of_hearts=1),
    DealType.SEVENTH_LAST: Items(punished=1),
    DealType.ALL: Items(1, 1, 1, 1, 1, 1),
    DealType.ODGRYWKA: Items(trick=1),
}
"""What each deal counts; the deal of all penalties adds them up, several on one card too (K-R15)."""


def scale_of(deal: DealType, house: HouseRules) -> Items:
    """Return what one of each item brings in this deal; nothing for what it does not count (K-R9 to K-R15, K-O9)."""
    scale = ODGRYWKA if deal is DealType.ODGRYWKA else SCALES[house.scores]
    return Items(*(points * counts for points, counts in zip(scale, COUNTED[deal], strict=True)))


def constant(deal: DealType, house: HouseRules) -> int:
    """Return what the four players' points of a whole deal add up to (Kierki, section 3)."""
    return sum(LOTTERY_AWARDS) if deal is DealType.LOTTERY else total(WHOLE_HAND, scale_of(deal, house))


def hand_points(deal: DealType, tricks: Sequence[Trick], house: HouseRules, *, recorded: bool) -> list[int] | None:
    """Return the points of four seats from the tricks that are over, None where a taker is uncertain."""
    counts = count_items(tricks, house.deal6_tricks, recorded=recorded)
    return None if counts is None else total_points(counts, scale_of(deal, house))


def possible_points(
    deal: DealType, claimed: Sequence[DealType], tricks: Sequence[Trick], house: HouseRules
) -> list[list[int]]:
    """Return the points that follow from the recorded takers, then those of contracts `claimed` by mistake.

    None of them where a true taker is uncertain: then only the sum is judged (King section 8).
    """
    rows = [hand_points(deal, tricks, house, recorded=True)]
    for other in claimed:
        rows += [hand_points(other, tricks, house, recorded=recorded) for recorded in (False, True)]
    return [row for row in rows if row is not None]


def award_points(out: Sequence[int]) -> list[int]:
    """Return the points of the lottery from the seats that are out, in order (K-F10)."""
    points = [0, 0, 0, 0]
    for seat, award in zip(out, LOTTERY_AWARDS, strict=False):
        points[seat] = award
    return points
