"""The stock: how many cards are left, and which ones, in order or not, as far as the log tells."""

from collections.abc import Sequence
from enum import IntEnum

from verifier.cards import UNKNOWN
from verifier.games.kings_reverse.packs import KINDS


class Drawn(IntEnum):
    """What is to be said of a card drawn: right, from nowhere, not the next, or new to the record."""

    RIGHT = 0
    FROM_EMPTY = 1
    NOT_NEXT = 2
    NEW = 3


class Stock:
    """The draw pack of one hand.

    `order` lists what is left, top first, None where it is not known; `known` counts the cards known to be in it, which
    may be fewer than `size`. `sure` is False once the log has shown that the count may be wrong.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.order: list[int] | None = None
        self.known = [0] * KINDS
        self.given = False
        self.sure = True

    def lie(self, cards: Sequence[int], *, ordered: bool) -> None:
        """Let the stock be these cards, top first."""
        self.given = UNKNOWN not in cards
        self.order = [*reversed(cards)] if ordered else None
        for card in cards:
            if card != UNKNOWN:
                self.known[card] += 1

    def doubt(self) -> None:
        """Let the log be at odds with the stock: neither its order nor its size can be relied upon."""
        self.sure = False
        self.order = None

    def may_be_empty(self) -> bool:
        """Tell whether the stock may be used up for all that the log tells (section 8)."""
        return not self.sure and self.size <= 12

    def look(self, card: int) -> Drawn:
        """Return what is to be said of drawing a card now, which may be UNKNOWN."""
        if not self.size:
            return Drawn.FROM_EMPTY
        if card == UNKNOWN:
            return Drawn.RIGHT
        if self.order:
            following = self.order[-1]
            if following == UNKNOWN:
                return Drawn.NEW
            return Drawn.RIGHT if card == following else Drawn.NOT_NEXT
        return Drawn.RIGHT if self.known[card] else Drawn.NEW

    def draw(self, card: int) -> int | None:
        """Let a card leave the stock; return the card that went unseen in its place, None where that is not known."""
        if not self.size:
            return None
        self.size -= 1
        following = self.order.pop() if self.order else UNKNOWN
        if card != UNKNOWN and self.known[card]:
            self.known[card] -= 1
        elif card == UNKNOWN and following != UNKNOWN:
            self.known[following] -= 1
            return following
        return None

    def lot(self) -> list[int]:
        """Return the different cards that an unseen draw may have taken, where the order is not known."""
        self.given = False
        return [card for card, count in enumerate(self.known) if count]

    def return_cards(self, cards: Sequence[int]) -> None:
        """Let discards become stock again, in an order that nobody knows."""
        self.given = (self.given or not self.size) and UNKNOWN not in cards
        self.order = None
        self.size += len(cards)
        for card in cards:
            if card != UNKNOWN:
                self.known[card] += 1
