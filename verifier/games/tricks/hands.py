"""What is known of four hands while cards are played: from the deal, from the plays, from cards shown.

Hands are masks. A hand is `whole` when all thirteen cards dealt to it are known; until then the cards that it has
played or shown are known to have been dealt to it, and nothing else is. A `doubtful` hand has played a card that it
cannot have held: nothing is concluded from the rest of it.
"""

from collections.abc import Sequence

from verifier.cards import FULL_PACK, PACK_SIZE

SEATS = 4
HAND_SIZE = 13


class Hands:
    """Four hands as far as they are known.

    `dealt[s]`: cards known to have been dealt to seat s; `played[s]`: cards it has played; `held[s]`: cards it
    certainly holds now; `given[s]`: what the deal gave it. `copies` has the cards that a faulty deal lists twice.
    """

    __slots__ = ("blurred", "copies", "dealt", "doubtful", "given", "held", "played", "whole")

    def __init__(self, dealt: Sequence[int] = (0, 0, 0, 0), copies: int = 0) -> None:
        self.dealt = list(dealt)
        self.played = [0] * SEATS
        self.held = list(dealt)
        self.whole = [mask.bit_count() == HAND_SIZE for mask in dealt]
        self.blurred = [False] * SEATS
        self.doubtful = [False] * SEATS
        self.copies = copies
        self._fourth()
        self.given = tuple(self.dealt)

    def on_table(self) -> int:
        """Return the cards that have been played, by anybody."""
        played = self.played
        return played[0] | played[1] | played[2] | played[3]

    def possible(self, seat: int) -> int:
        """Return the cards that `seat` may hold now: all it holds are among them, unless its hand is doubtful."""
        if self.whole[seat] and not self.doubtful[seat]:
            return self.dealt[seat] & ~self.played[seat]
        elsewhere = self.on_table() & ~self.copies
        for other in range(SEATS):
            if other != seat and not self.doubtful[other]:
                elsewhere |= self.dealt[other]
        return FULL_PACK & ~elsewhere

    def holder(self, card: int) -> int | None:
        """Return the seat that `card` was dealt to, or None where that is not known."""
        for seat in range(SEATS):
            if self.dealt[seat] >> card & 1 and not self.doubtful[seat]:
                return seat
        return None

    def owner(self, card: int) -> int | None:
        """Return the seat that the deal gave `card` to, whatever was played since; None where it does not tell."""
        for seat in range(SEATS):
            if self.given[seat] >> card & 1:
                return seat
        return None

    def may_be_of(self, seat: int, card: int) -> bool:
        """Tell whether `card` may have been dealt to `seat`, for all that is known of its hand."""
        return not self.whole[seat] or bool(self.dealt[seat] >> card & 1)

    def play(self, seat: int, card: int, *, own: bool = True) -> None:
        """Take a card out of a hand: a card of the pack, or an unknown one, after which nothing is certain there.

        A card that is not the seat's `own` says nothing of what it was dealt.
        """
        if card >= PACK_SIZE:
            self.blurred[seat] = True
            self.held[seat] = 0
            return
        bit = 1 << card
        self.played[seat] |= bit
        self.held[seat] &= ~bit
        if own and not self.whole[seat] and not self.doubtful[seat] and self.owner(card) in {None, seat}:
            self.dealt[seat] |= bit

    def take_back(self, seat: int, card: int) -> None:
        """Put a card that was just played back into the hand: from now on it is known to be there."""
        bit = 1 << card
        self.played[seat] &= ~bit
        if not self.doubtful[seat]:
            self.held[seat] |= bit

    def show(self, seat: int, cards: int) -> None:
        """Make known that `seat` holds `cards` now."""
        if not self.doubtful[seat]:
            self.dealt[seat] |= cards
            self.held[seat] |= cards

    def settle(self) -> int:
        """Conclude what follows from what is known; return the seats (a mask) of which more is known than before.

        Thirteen cards known make a hand whole; three whole hands give the fourth (King section 8).
        """
        changed = 0
        for seat in range(SEATS):
            if not self.whole[seat] and not self.doubtful[seat] and self.dealt[seat].bit_count() == HAND_SIZE:
                self._complete(seat)
                changed |= 1 << seat
        return changed | self._fourth()

    def _complete(self, seat: int) -> None:
        self.whole[seat] = True
        if not self.blurred[seat] and not self.doubtful[seat]:
            self.held[seat] = self.dealt[seat] & ~self.played[seat]

    def _fourth(self) -> int:
        if self.copies or any(self.doubtful) or sum(self.whole) != SEATS - 1:
            return 0
        last = self.whole.index(False)
        rest = FULL_PACK
        for mask in (self.dealt[seat] for seat in range(SEATS) if seat != last):
            rest &= ~mask
        if rest.bit_count() != HAND_SIZE or self.dealt[last] & ~rest:
            return 0
        self.dealt[last] = rest
        self._complete(last)
        return 1 << last

    def doubt(self, seat: int, holder: int | None) -> None:
        """Make a hand and that of a card's true holder, where known, doubtful: nothing is certain of them any more."""
        for other in (seat, holder):
            if other is not None:
                self.doubtful[other] = True
                self.held[other] = 0

    def copy(self) -> "Hands":
        """Return the same knowledge, to come back to when a card is taken back."""
        other = Hands()
        other.dealt = self.dealt[:]
        other.played = self.played[:]
        other.held = self.held[:]
        other.whole = self.whole[:]
        other.blurred = self.blurred[:]
        other.doubtful = self.doubtful[:]
        other.copies = self.copies
        other.given = self.given
        return other
