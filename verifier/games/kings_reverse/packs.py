"""Two or three packs with jokers: what each card is worth, masks of cards, and how often a card may appear."""

from typing import Final

from verifier.cards import JOKER, KING, PACK_SIZE, QUEEN, SUIT_MASKS

SEVEN: Final = 5
EIGHT: Final = 6
ACE: Final = 12
ACE_OF_SPADES: Final = 12

CARDS_IN_PACK: Final = 54
CARDS_DEALT: Final = 10
KINDS: Final = PACK_SIZE + 1
"""Different cards that can be held: 52, and the joker."""

JACKS: Final = (1 << 9) | (1 << 22) | (1 << 35) | (1 << 48)
JOKERS: Final = 1 << 52
PAIR_MASKS: Final = tuple((1 << (13 * suit + KING)) | (1 << (13 * suit + QUEEN)) for suit in range(4))
COLOUR_MASKS: Final = {"R": SUIT_MASKS[1] | SUIT_MASKS[2], "B": SUIT_MASKS[0] | SUIT_MASKS[3]}


def _value(card: int) -> int:
    """Return what a card costs who is left with it. SCORE-1."""
    if card == JOKER:
        return 25
    rank = card % 13
    if rank in {SEVEN, EIGHT, KING} or card == ACE_OF_SPADES:
        return 20
    return 15 if JACKS >> card & 1 else 5


VALUES: Final = bytes([_value(card) for card in range(KINDS)])
PACK_VALUE: Final = sum(VALUES[:PACK_SIZE]) + 2 * VALUES[JOKER]
"""545: what all cards of one pack are worth."""


class Copies:
    """How often each card has been seen at different places, against how often `packs` have it. SET-1, SET-3."""

    def __init__(self, packs: int) -> None:
        self._seen = [0] * KINDS
        self._allowed = [packs] * PACK_SIZE + [2 * packs]

    def appear(self, card: int) -> bool:
        """Count a card that comes to light; return whether it is one too many."""
        self._seen[card] += 1
        return self._seen[card] > self._allowed[card]

    def vanish(self, card: int) -> None:
        """Count a card that is out of sight again: which one of the unseen cards it is, nobody knows."""
        self._seen[card] -= 1

    def excuse(self, card: int) -> None:
        """Let a card appear once more: a finding has named already why."""
        self._allowed[card] += 1
