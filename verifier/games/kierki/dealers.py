"""Who deals: the seats that may deal now, by what the log said before."""

from verifier.games.kierki.house import HouseRules

SEATS = 4


def left_of(seat: int) -> int:
    """Return the left neighbour, who plays next."""
    return (seat + 1) % SEATS


class Dealers:
    """The rotation of the deal.

    `due` holds the seats that may deal next, `now` those that may count as the dealer of this deal; both empty where
    nobody knows. After a wrong dealer the rotation may go on from the recorded or from the due one, and either
    counts as the dealer (Kierki section 7.2). `rotates` is False where every deal states its own dealer.
    """

    def __init__(self, *, rotates: bool) -> None:
        self.due: frozenset[int] = frozenset()
        self.now: frozenset[int] = frozenset()
        self.first: frozenset[int] = frozenset()
        self._rotates = rotates
        self._deals = 0

    def turn_to_lottery(self, house: HouseRules) -> None:
        """Turn to the lottery, whose dealer may be another than the rotation gives (Kierki K-S6)."""
        if house.lottery_dealer == "first":
            self.due = self.first
        elif house.lottery_dealer == "stated":
            self.due = frozenset()

    def apply_deal(self, dealer: int | None) -> None:
        """Let a deal happen, by `dealer` as recorded, None where nothing is."""
        self._deals += 1
        if dealer is None:
            self.now = self.due
        elif not self.due or dealer in self.due:
            self.now = frozenset({dealer})
        else:
            self.now = self.due | {dealer}
        if self._deals == 1:
            self.first = self.now
        self.due = frozenset(left_of(seat) for seat in self.now) if self._rotates else frozenset()
