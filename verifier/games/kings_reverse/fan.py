"""Cards that are all known, in a hand or in the stock, as masks of the kinds held once, twice and three times."""

from typing import Final

from mypy_extensions import i64

from verifier.cards import FULL_PACK, JOKER, PACK_SIZE
from verifier.games.kings_reverse.matching import bit_of
from verifier.games.kings_reverse.packs import CARDS_IN_PACK, JOKERS, VALUES

# What cards of the pack cost, and which cost more than the ordinary ones. SCORE-1.
ORDINARY_COSTS: Final = 5
DEAR_COSTS: Final = 15
DEAREST_COSTS: Final = 20
DEAR: Final = sum(1 << card for card in range(PACK_SIZE) if VALUES[card] == DEAR_COSTS)
DEAREST: Final = sum(1 << card for card in range(PACK_SIZE) if VALUES[card] == DEAREST_COSTS)
assert {*VALUES[:PACK_SIZE]} == {ORDINARY_COSTS, DEAR_COSTS, DEAREST_COSTS}


class Fan:
    """Cards of two or three packs.

    `once`, `twice` and `thrice` are the kinds of which at least so many are here; a joker counts as once only, `jokers`
    is how many there are. `size` is the number of cards.
    """

    def __init__(self) -> None:
        self.once: i64 = 0
        self.twice: i64 = 0
        self.thrice: i64 = 0
        self.jokers: i64 = 0
        self.size: i64 = 0
        self.dearest: i64 = DEAREST
        self.dear: i64 = DEAR

    def clear(self) -> None:
        """Let no card be left."""
        self.once = self.twice = self.thrice = 0
        self.jokers = self.size = 0

    def fill(self, packs: i64) -> None:
        """Let these be all cards of two or three packs."""
        self.once = FULL_PACK | JOKERS
        self.twice = FULL_PACK
        self.thrice = FULL_PACK if packs > 2 else 0
        self.jokers = 2 * packs
        self.size = CARDS_IN_PACK * packs

    def add(self, card: i64) -> None:
        """Let a card come in."""
        self.size += 1
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
        if card == JOKER:
            self.jokers -= 1
            if self.jokers == 0:
                self.once &= ~bit
            return True
        # The highest of the three masks that has the card loses it; no branch for the processor to guess.
        thrice = self.thrice & bit
        self.thrice ^= thrice
        bit &= ~thrice
        twice = self.twice & bit
        self.twice ^= twice
        self.once &= ~(bit & ~twice)
        return True

    def beside_joker(self) -> i64:
        """Return the kinds (a mask) that are here beside one joker."""
        return self.once if self.jokers > 1 else self.once & ~JOKERS

    def points(self) -> i64:
        """Return what the cards cost who is left with them. SCORE-1."""
        jokers: i64 = VALUES[JOKER]
        return (
            self._worth(self.once & ~JOKERS) + self._worth(self.twice) + self._worth(self.thrice) + jokers * self.jokers
        )

    def _worth(self, kinds: i64) -> i64:
        """Return what one card of each of these kinds (a mask without jokers) costs."""
        worth: i64 = 0
        while kinds:
            card = kinds & -kinds
            kinds ^= card
            if card & self.dearest:
                worth += DEAREST_COSTS
            else:
                worth += DEAR_COSTS if card & self.dear else ORDINARY_COSTS
        return worth
