"""The rows of the small lottery: which cards may be laid now. Plain ints, no state."""

from typing import Final

from mypy_extensions import i64

ROW: Final = 0x1FFF
ACE: Final = 12


def next_to(row: i64, *, ace_low: bool) -> i64:
    """Return the ranks (a mask) next to any rank of a row: K-F4; with `ace_low` the ace lies below the two (K-F5)."""
    if ace_low:
        row = (row << 1 | row >> ACE) & ROW
    beside = (row << 1 | row >> 1) & ROW & ~row
    return (beside >> 1 | beside << ACE) & ROW if ace_low else beside


def playable(laid: i64, opening: i64, *, ace_low: bool) -> i64:
    """Return the cards (a mask) that may be laid: the opening rank (a mask) of each suit, and what is next to a card.

    K-F3 to K-F5.
    """
    cards: i64 = 0
    first: i64 = 0
    while first < 52:
        row = laid >> first & ROW
        cards |= (opening & ~row | next_to(row, ace_low=ace_low)) << first
        first += 13
    return cards
