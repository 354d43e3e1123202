"""The small lottery: the rows on the table, who is asked next, who is out; acts that change it."""

from typing import Final, NamedTuple

from verifier.cards import PACK_SIZE, RANKS, rank_of
from verifier.games.kierki.house import HouseRules
from verifier.games.kierki.rows import ACE, ROW, playable
from verifier.games.tricks.hands import HAND_SIZE, SEATS, Hands
from verifier.games.tricks.table import Play

AWARDED: Final = 2
"""The hand ends when so many seats are out (K-F11)."""


class Turn(NamedTuple):
    """How the table stood before a card: what taking it back restores."""

    turn: frozenset[int]
    last: int | None
    bonus: int | None
    blind: bool
    spoiled: bool


class LotteryTable:
    """The table during the lottery.

    `laid` are the cards in the rows, `left[s]` how many cards seat s still has, `out` the seats that are out, in order.
    `turn` holds the seats that may be asked next, empty where nobody knows; `last` is the seat that acted last; `bonus`
    one that may act once more after an ace. In a `blind` lottery a card is unknown: more may lie in the rows than is
    seen. In a `spoiled` one a card was impossible: neither the rows nor who is out are certain any more.
    """

    def __init__(self, hands: Hands, starters: frozenset[int], house: HouseRules) -> None:
        self.hands = hands
        self.laid = 0
        self.left = [HAND_SIZE] * SEATS
        self.out: list[int] = []
        self.turn = starters
        self.last: int | None = None
        self.bonus: int | None = None
        self.blind = False
        self.spoiled = False
        self.plays: list[Play] = []
        self._before: Turn | None = None
        self._opening = 1 << RANKS.index(str(house.lottery_open))
        self._ace_low = house.lottery_ace == "low"
        self._ace_bonus = house.ace_bonus

    def is_over(self) -> bool:
        """Tell whether the second seat is out (K-F11)."""
        return len(self.out) >= AWARDED

    def is_opened(self, suit: int) -> bool:
        """Tell whether a card of the suit lies on the table."""
        return bool(self.laid >> 13 * suit & ROW)

    def playable(self) -> int:
        """Return the cards (a mask) that may be laid now: openings, and what is next to a card laid (K-F3 to K-F5)."""
        return playable(self.laid, self._opening, ace_low=self._ace_low)

    def asked_before(self, seat: int) -> list[int]:
        """Return the seats whose turn came before `seat` acted, in order; none where it is the seat's own turn.

        Where either of two seats may have begun, the one that leaves the fewest seats asked counts.
        """
        if not self.turn or seat in self.turn or seat == self.bonus:
            return []
        rounds = [self._around(first, seat) for first in sorted(self.turn)]
        return min(rounds, key=len)

    def _around(self, first: int, seat: int) -> list[int]:
        asked = []
        while first != seat:
            if self.left[first]:
                asked.append(first)
            first = (first + 1) % SEATS
        return asked

    def laid_before(self, card: int) -> list[tuple[int | None, Play]]:
        """Return the earlier plays of a card; the lottery has no tricks to number them by."""
        return [(None, play) for play in self.plays if play.card == card]

    def apply_play(self, play: Play) -> None:
        """Lay a card in its row, where it stands whether it fits or not."""
        seat = play.seat
        before = Turn(self.turn, self.last, self.bonus, self.blind, self.spoiled)
        self.plays.append(play)
        self.hands.play(seat, play.card, own=not play.impossible)
        self.spoiled |= play.impossible
        self.blind |= play.card >= PACK_SIZE
        ace = play.card < PACK_SIZE and rank_of(play.card) == ACE
        if play.card < PACK_SIZE:
            self.laid |= 1 << play.card
        self.left[seat] -= 1
        if not self.left[seat]:
            self.out.append(seat)
        self._next(seat)
        self._before = before
        if ace and self._ace_bonus and self.left[seat]:
            self.bonus = seat

    def apply_pass(self, seat: int) -> None:
        """Let a seat pass."""
        self._next(seat)

    def _next(self, seat: int) -> None:
        self.last = seat
        self.bonus = None
        self._before = None
        following = [(seat + step) % SEATS for step in range(1, SEATS + 1)]
        self.turn = frozenset([other for other in following if self.left[other]][:1])

    def can_take_back(self, seat: int, card: int) -> Play | None:
        """Return the last act, where it is this card by this seat."""
        if self._before is None:
            return None
        play = self.plays[-1]
        return play if play.seat == seat and play.card == card and card < PACK_SIZE else None

    def apply_take_back(self, play: Play) -> None:
        """Put the last card laid back into the hand, and its seat on turn again."""
        assert self._before is not None
        self.turn, self.last, self.bonus, self.blind, self.spoiled = self._before
        self._before = None
        self.plays.pop()
        if not self.left[play.seat]:
            self.out.remove(play.seat)
        self.left[play.seat] += 1
        if not self.laid_before(play.card):
            self.laid &= ~(1 << play.card)
        if play.before is not None:
            self.hands = play.before
        else:
            self.hands.take_back(play.seat, play.card)
