"""Cards that are all known, in a hand or in the stock, as masks of the kinds held once, twice and three times."""

from mypy_extensions import i64

from verifier.cards import FULL_PACK, JOKER
from verifier.games.kings_reverse.matching import bit_of
from verifier.games.kings_reverse.packs import CARDS_IN_PACK, JOKERS, VALUES


class Fan:
    """Cards of two or three packs.

    `once`, `twice` and `thrice` are the kinds of which at least so many are here; a joker counts as once only, `jokers`
    is how many there are. `size` is the number of cards, `points` what those count that were added.
    """

    def __init__(self) -> None:
        self.once: i64 = 0
        self.twice: i64 = 0
        self.thrice: i64 = 0
        self.jokers: i64 = 0
        self.size: i64 = 0
        self.points: i64 = 0

    def clear(self) -> None:
        """Let no card be left."""
        self.once = self.twice = self.thrice = 0
        self.jokers = self.size = self.points = 0

    def fill(self, packs: i64) -> None:
        """Let these be all cards of two or three packs."""
        self.once = FULL_PACK | JOKERS
        self.twice = FULL_PACK
        self.thrice = FULL_PACK if packs > 2 else 0
        self.jokers = 2 * packs
        self.size = CARDS_IN_PACK * packs
        self.points = 0

    def add(self, card: i64) -> None:
        """Let a card come in."""
        self.size += 1
        worth: i64 = VALUES[card]
        self.points += worth
        bit = bit_of(card)
        if card == JOKER:
            self.jokers += 1
        else:
            self.thrice |= self.twice & bit
            self.twice |= self.once & bit
        self.once |= bit

    def drop(self, card: i64) -> bool:
        """Let a card go if it is there, and tell whether it was."""
        bit = bit_of(card)
        if not self.once & bit:
            return False
        self.size -= 1
        worth: i64 = VALUES[card]
        self.points -= worth
        if card == JOKER:
            self.jokers -= 1
            if self.jokers == 0:
                self.once &= ~bit
        elif self.thrice & bit:
            self.thrice &= ~bit
        elif self.twice & bit:
            self.twice &= ~bit
        else:
            self.once &= ~bit
        return True

    def beside_joker(self) -> i64:
        """Return the kinds (a mask) that are here beside one joker."""
        return self.once if self.jokers > 1 else self.once & ~JOKERS
