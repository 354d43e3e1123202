"""Who wins a match: the highest total, and ties."""

from collections.abc import Sequence

from verifier.cards import SEATS
from verifier.games.king.house import HouseRules


def best_seats(totals: Sequence[int], house: HouseRules) -> list[int]:
    """Return the seats with the highest total; with `win: non-negative` all that are at zero or above. King K50."""
    if house.win == "non-negative":
        return [seat for seat, total in enumerate(totals) if total >= 0]
    return [seat for seat, total in enumerate(totals) if total == max(totals)]


def winner_letters(totals: Sequence[int | None], order: Sequence[int], house: HouseRules) -> str | None:
    """Return the letters of who wins by these totals, None where one is unknown. King K50, K51.

    `order` is the order in which the players chose.
    """
    known = [total for total in totals if total is not None]
    if len(known) < len(totals):
        return None
    best = best_seats(known, house)
    if house.win == "highest" and house.tie != "shared":
        ranking = order if house.tie == "choosing-order" else sorted(best)
        best = [seat for seat in ranking if seat in best][:1]
    return "".join(SEATS[seat] for seat in best)
