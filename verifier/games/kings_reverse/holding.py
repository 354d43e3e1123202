"""What one seat holds: cards counted by kind, cards that the log does not show, and whether it can be relied upon."""

from collections.abc import Iterable, Sequence

from verifier.cards import CARD_TEXTS, JOKER, UNKNOWN
from verifier.games.kings_reverse.packs import KINDS, VALUES


class Holding:
    """The hand of one seat.

    `known` counts the cards seen by kind and `held` is their mask; `unknown` counts cards that were not shown,
    `missing` those of the seen ones that left without being shown. `doubtful` is a hand of which an
    impossible card was said: nothing that depends on it is judged. `misread`: one of its cards may be
    another one than the log says. `ghosts` counts cards drawn from an empty stock,
    `after_end` lists those drawn without cause when the hand was over.
    """

    def __init__(self, cards: Iterable[int] | None, unknown: int = 0) -> None:
        self.known = [0] * KINDS
        self.held = 0
        self.unknown = unknown
        self.missing = 0
        self.ghosts = 0
        self.misread = False
        self.after_end: list[int] = []
        self.size = unknown
        self.doubtful = False
        for card in cards or ():
            self.add(card)

    def add(self, card: int) -> None:
        """Let a card come into the hand."""
        self.size += 1
        if card == UNKNOWN:
            self.unknown += 1
        else:
            self.known[card] += 1
            self.held |= 1 << card

    def remove(self, card: int) -> None:
        """Let a card leave the hand, whether it was there or not."""
        if self.size:
            self.size -= 1
        if card != UNKNOWN and self.known[card]:
            self._drop(card)
        elif card == UNKNOWN and self.held:
            # It may be a seen card or an unseen one.
            self.missing += 1
        elif self.unknown:
            self.unknown -= 1
        if self.size == 0 and not self.doubtful:
            self._empty()

    def _drop(self, card: int) -> None:
        self.known[card] -= 1
        if not self.known[card]:
            self.held &= ~(1 << card)

    def _empty(self) -> None:
        self.known = [0] * KINDS
        self.held = self.unknown = self.missing = 0

    def reveal(self, cards: Sequence[int]) -> list[int]:
        """Let cards of the hand be seen, and return those that were not known before."""
        counts = [0] * KINDS
        new = []
        for card in cards:
            counts[card] += 1
            if counts[card] > self.known[card] and self.unknown:
                self.unknown -= 1
                self.known[card] += 1
                self.held |= 1 << card
                new.append(card)
        return new

    def reveal_more(self, cards: Sequence[int]) -> None:
        """Let cards come to light that were among the unknown ones."""
        for card in cards:
            if self.unknown:
                self.unknown -= 1
                self.known[card] += 1
                self.held |= 1 << card

    def lacks(self, cards: Sequence[int]) -> list[int]:
        """Return those of the cards that a hand cannot show."""
        unseen = self.unknown
        counts = [0] * KINDS
        absent = []
        for card in cards:
            counts[card] += 1
            if counts[card] > self.known[card]:
                if unseen:
                    unseen -= 1
                else:
                    absent.append(card)
        return absent

    def settle(self, cards: Sequence[int]) -> None:
        """Let the hand be exactly these cards: they were all shown."""
        self._empty()
        self.size = 0
        self.doubtful = False
        for card in cards:
            self.add(card)

    def is_known(self) -> bool:
        """Tell whether every card of the hand is known."""
        return not (self.unknown or self.missing or self.doubtful)

    def number(self, mask: int) -> int:
        """Return how many of the seen cards are in a mask."""
        mask &= self.held
        number = 0
        while mask:
            low = mask & -mask
            number += self.known[low.bit_length() - 1]
            mask ^= low
        return number

    def surely(self, mask: int) -> bool:
        """Tell whether the hand holds a card of the mask whatever the unknown cards are."""
        if self.doubtful or not self.held & mask:
            return False
        return not self.missing or self.number(mask) > self.missing

    def possibly(self, mask: int) -> bool:
        """Tell whether the hand may hold a card of the mask."""
        return self.doubtful or self.unknown > 0 or self.held & mask != 0

    def without(self, card: int) -> "Holding":
        """Return the hand as it would be without one of its cards."""
        other = self.copy()
        other.remove(card)
        return other

    def copy(self) -> "Holding":
        """Return a hand of the same cards."""
        other = Holding(None, self.unknown)
        other.known, other.held, other.missing = [*self.known], self.held, self.missing
        other.size, other.doubtful = self.size, self.doubtful
        return other

    def points(self) -> int | None:
        """Return what the cards count, None where they are not all known. SCORE-1."""
        if not self.is_known() or self.misread:
            return None
        return sum(count * value for count, value in zip(self.known, VALUES, strict=True) if count)

    def limits(self, most: int) -> tuple[int, int]:
        """Return the fewest and the most points that the cards can count, never more than `most`. SCORE-1."""
        if self.missing or self.misread:
            return 0, most
        seen = sum(count * value for count, value in zip(self.known, VALUES, strict=True) if count)
        return seen + min(VALUES) * (self.unknown - self.ghosts), min(most, seen + max(VALUES) * self.unknown)

    def texts(self) -> list[str]:
        """Return the seen cards as texts, jokers last."""
        return [CARD_TEXTS[card] for card in range(JOKER + 1) for _ in range(self.known[card])]
