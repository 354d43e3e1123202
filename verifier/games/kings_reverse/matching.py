"""What matches a pile, what a card does, and who comes next: plain numbers, the same for the judge and for a glance."""

from typing import Final

from mypy_extensions import i64

from verifier.cards import JOKER, KING, PACK_SIZE, QUEEN
from verifier.games.kings_reverse.packs import EIGHT, JACKS, JOKERS, SEVEN

NO_RANK: Final = 13
"""Rank on top of a pile on which no rank matches: that of a joker. MATCH-2."""

# Constants of more than 32 bits, to be shifted down: the compiler would shift a smaller one in 32 bits.
_JOKER_BIT: Final = 1 << 52
_CLUBS: Final = 0x1FFF << 39
_ACES: Final = (1 << 12) | (1 << 25) | (1 << 38) | (1 << 51)

# What a card does that was laid last (see table.Effect). SPC-1 to SPC-3, JOK-7, TWO-1.
PLAIN: Final = 0
TWO_DRAWN: Final = 1
SKIPS: Final = 2
FOUR_DRAWN: Final = 3
REVERSES: Final = 4
SKIPS_OTHER: Final = 5

SEVEN_DRAWS: Final = 2
JOKER_DRAWS: Final = 4
CHALLENGE_DRAWS: Final = 6
"""How many cards a seven, a joker and a joker challenged in vain cost. SPC-1, JOK-7, CHAL-6."""

# What forbids a joker: any playable card, only one of the suit in force, nothing. JOK-2.
ANY_PLAYABLE: Final = 0
SUIT_ONLY: Final = 1
NOTHING: Final = 2


def bit_of(card: i64) -> i64:
    """Return the mask of a card of the pack, or of the joker."""
    return _JOKER_BIT >> (JOKER - card)


def suit_cards(suit: i64) -> i64:
    """Return the cards (a mask) of a suit, 0 to 3."""
    return _CLUBS >> 13 * (3 - suit)


def matching(suit: i64, rank: i64) -> i64:
    """Return the cards (a mask) that match a suit in force and the rank on top, NO_RANK for a joker's.

    MATCH-1 to MATCH-3, JACK-1.
    """
    matched = JACKS | suit_cards(suit)
    return matched if rank == NO_RANK else matched | _ACES >> (12 - rank)


def matches(card: i64, matched: i64) -> bool:
    """Tell whether a card of the pack is among those (a mask) that match. MATCH-1 to MATCH-3, JACK-1."""
    return matched >> card & 1 != 0


def blocking(matched: i64, by_suit: i64, restriction: i64, others: bool) -> i64:  # noqa: FBT001 - plain numbers only
    """Return the cards (a mask) that forbid a joker to who holds one of them beside it. JOK-2 to JOK-4.

    `matched` are the cards that match the pile, `by_suit` those that do so by their suit; `restriction` tells which of
    them count, `others` whether another joker does.
    """
    if restriction == NOTHING:
        return 0
    mask = by_suit if restriction == SUIT_ONLY else matched
    return mask | JOKERS if others else mask


def is_pair(first: i64, second: i64) -> bool:
    """Tell whether two cards of the pack are king and queen of one suit. MAR-1."""
    if first // 13 != second // 13:
        return False
    one, two = first % 13, second % 13
    return (one == KING and two == QUEEN) or (one == QUEEN and two == KING)


def effect_on(card: i64, players: i64) -> i64:
    """Return what a card does that was laid last; nothing, where it is not known. SPC-1 to SPC-3, JOK-7, TWO-1."""
    if card >= PACK_SIZE:
        return FOUR_DRAWN if card == JOKER else PLAIN
    rank = card % 13
    if rank == SEVEN:
        return TWO_DRAWN
    if rank == EIGHT:
        return SKIPS
    if rank == KING:
        return SKIPS_OTHER if players == 2 else REVERSES
    return PLAIN


def following(seat: i64, step: i64, players: i64, out: i64) -> i64:
    """Return the seat that comes next and is not out (a mask of seats), the seat itself where it is alone.

    `step` is 1 or -1. TURN-9, PACK-8.
    """
    other = seat
    while True:
        other += step
        if other == players:
            other = 0
        elif other < 0:
            other = players - 1
        if other == seat or not out >> other & 1:
            return other
