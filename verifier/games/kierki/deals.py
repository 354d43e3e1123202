"""The deals of a match: what each is played for, in which order, and by what name a contract line calls it."""

import enum
from typing import Final

from verifier.games.kierki.house import HouseRules


class DealType(enum.IntEnum):
    """What a deal is played for; the penalty deals carry their number (Kierki K-R1, K-O1, K-F1)."""

    TRICKS = 1
    HEARTS = 2
    QUEENS = 3
    MEN = 4
    KING_OF_HEARTS = 5
    SEVENTH_LAST = 6
    ALL = 7
    ODGRYWKA = 8
    LOTTERY = 9


CONTRACTS: Final[dict[str, DealType]] = {
    "tricks": DealType.TRICKS,
    "hearts": DealType.HEARTS,
    "queens": DealType.QUEENS,
    "men": DealType.MEN,
    "king-of-hearts": DealType.KING_OF_HEARTS,
    "seventh-last": DealType.SEVENTH_LAST,
    "all": DealType.ALL,
    "odgrywka": DealType.ODGRYWKA,
    "lottery": DealType.LOTTERY,
}
CONTRACT_NAMES: Final = {deal: name for name, deal in CONTRACTS.items()}


def is_penalty(deal: DealType) -> bool:
    """Tell whether a deal is one of the seven penalty deals."""
    return deal <= DealType.ALL


def schedule(house: HouseRules) -> tuple[DealType, ...]:
    """Return the deals of a match in order: the penalty deals, four trump deals, the lottery; none for any deals.

    Kierki K-R1, K-O1, K-F1; with `penalty_deals` 6 the deal of all penalties is left out.
    """
    if house.deals == "any":
        return ()
    penalties = tuple(DealType(number) for number in range(1, house.penalty_deals + 1))
    return (*penalties, *(DealType.ODGRYWKA,) * 4, DealType.LOTTERY)
