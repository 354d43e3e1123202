"""What has been chosen in a match, and what may be chosen still: the quotas of players and of the table."""

from enum import IntEnum
from typing import Final

CONTRACTS: Final = ("kupa", "el", "erkek", "kiz", "rifki", "soniki", "koz")
KOZ: Final = 6
"""Where trumps stand among the contracts; all others are penalties."""

OPENING_HANDS: Final = 4


class Limit(IntEnum):
    """What a choice may be against."""

    NONE = 0
    PENALTY_TWICE = 1
    PENALTY_QUOTA = 2
    PENALTY_TABLE = 3
    TRUMP_QUOTA = 4
    TRUMP_OPENING = 5
    SUIT_TABLE = 6


class Quotas:
    """How often each contract may be chosen; -1 stands for no limit. King K7, K12, K13, K15, K19."""

    def __init__(self, penalties: int, trumps: int, *, once: bool, table: int, suit: int, opening: bool) -> None:
        self.penalties = penalties
        self.trumps = trumps
        self.once = once
        self.table = table
        self.suit = suit
        self.opening = opening


class Choices:
    """Who has chosen what: counted when a hand's chooser is certain, for the quotas of the match.

    Contracts are places in CONTRACTS, suits 0 to 3, -1 for none.
    """

    def __init__(self) -> None:
        self._by_seat = [0] * (4 * 7)
        self._penalties = [0] * 4
        self._by_contract = [0] * 7
        self._by_suit = [0] * 4

    def times(self, contract: int) -> int:
        """Return how often a contract was chosen at the table."""
        return self._by_contract[contract]

    def suit_times(self, suit: int) -> int:
        """Return how often a suit was trumps."""
        return self._by_suit[suit]

    def penalties(self, seat: int) -> int:
        """Return how many penalties a seat has chosen."""
        return self._penalties[seat]

    def chosen(self, seat: int, contract: int) -> int:
        """Return how often a seat has chosen a contract."""
        return self._by_seat[7 * seat + contract]

    def apply(self, contract: int, suit: int) -> None:
        """Count a choice of the table."""
        self._by_contract[contract] += 1
        if suit >= 0:
            self._by_suit[suit] += 1

    def apply_seat(self, seat: int, contract: int) -> None:
        """Count a choice for the seat that made it."""
        self._by_seat[7 * seat + contract] += 1
        if contract != KOZ:
            self._penalties[seat] += 1

    def broken(self, seat: int, contract: int, suit: int, hand: int, quotas: Quotas) -> Limit:
        """Return which limit a choice in this hand is against, the first that is. King K12 to K19.

        With seat -1 nobody can say who chose: only what is against the limits whoever it was is told.
        """
        if contract == KOZ:
            return self._trumps_broken(seat, suit, hand, quotas)
        if seat >= 0 and quotas.once and self.chosen(seat, contract):
            return Limit.PENALTY_TWICE
        if (self._penalties[seat] if seat >= 0 else 0) >= quotas.penalties:
            return Limit.PENALTY_QUOTA
        if 0 <= quotas.table <= self._by_contract[contract]:
            return Limit.PENALTY_TABLE
        return Limit.NONE

    def _trumps_broken(self, seat: int, suit: int, hand: int, quotas: Quotas) -> Limit:
        if (self.chosen(seat, KOZ) if seat >= 0 else 0) >= quotas.trumps:
            return Limit.TRUMP_QUOTA
        if quotas.opening and hand <= OPENING_HANDS:
            return Limit.TRUMP_OPENING
        if suit >= 0 and 0 <= quotas.suit <= self._by_suit[suit]:
            return Limit.SUIT_TABLE
        return Limit.NONE
