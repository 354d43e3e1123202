"""Cards as small ints: suits, ranks, text form, packs and hands as bit masks.

A card of the pack is `13 * suit + rank`: suits S H D C count from 0, ranks 2 to A from 0 to 12.
A set of different cards is a mask with bit `card` set; cards that may repeat are lists of ints.
"""

from typing import Final

SUITS: Final = "SHDC"
RANKS: Final = "23456789TJQKA"
SEATS: Final = "abcdefghijklmnop"

PACK_SIZE: Final = 52
JOKER: Final = 52
UNKNOWN: Final = 53

SPADES: Final = 0
HEARTS: Final = 1
DIAMONDS: Final = 2
CLUBS: Final = 3

JACK: Final = 9
QUEEN: Final = 10
KING: Final = 11

FULL_PACK: Final = (1 << PACK_SIZE) - 1
SUIT_MASKS: Final = tuple(0x1FFF << (13 * suit) for suit in range(4))
HEART_CARDS: Final = SUIT_MASKS[HEARTS]
KING_OF_HEARTS: Final = 13 * HEARTS + KING

CARD_TEXTS: Final = (*(rank + suit for suit in SUITS for rank in RANKS), "**", "??")
CARD_CODES: Final = {text: code for code, text in enumerate(CARD_TEXTS)}


def suit_of(card: int) -> int:
    """Return the suit, 0 to 3, of a card of the pack."""
    return card // 13


def rank_of(card: int) -> int:
    """Return the rank, 0 (two) to 12 (ace), of a card of the pack."""
    return card % 13


def parse_cards(text: str) -> list[int] | None:
    """Return the cards of a list written without separators, or None where the text is no card list.

    Jokers are JOKER, unknown cards UNKNOWN; an empty text is an empty list.
    """
    if len(text) % 2:
        return None
    cards: list[int] = []
    for start in range(0, len(text), 2):
        code = CARD_CODES.get(text[start : start + 2])
        if code is None:
            return None
        cards.append(code)
    return cards


def mask_of(cards: list[int]) -> int:
    """Return the mask of the cards of the pack among `cards`; jokers and unknown cards are left out."""
    mask = 0
    for card in cards:
        if card < PACK_SIZE:
            mask |= 1 << card
    return mask


def cards_in(mask: int) -> list[int]:
    """Return the cards of a mask in ascending order: spades first, low ranks first."""
    return [card for card in range(PACK_SIZE) if mask >> card & 1]


def texts_in(mask: int) -> list[str]:
    """Return the texts of the cards of a mask, suits in the order S H D C, low ranks first."""
    return [CARD_TEXTS[card] for card in cards_in(mask)]
