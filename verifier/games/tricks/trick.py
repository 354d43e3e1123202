"""One trick: what may follow a lead, and who takes it. Plain ints, no state."""

from collections.abc import Sequence

from mypy_extensions import i64

from verifier.cards import PACK_SIZE, suit_of

NO_TRUMP = -1
HIDDEN_TRUMP = -2
"""A trump suit was due and nobody named it."""


def legal_follow(hand: i64, led: i64) -> i64:
    """Return the cards (a mask) that may follow suit `led` from `hand`: that suit, or anything where it is void.

    King K26, K27; Kierki K-R4, K-R5, K-O7.
    """
    first = led * 13
    ranks = hand >> first & 0x1FFF
    return ranks << first if ranks else hand


def beats(card: i64, suit: i64, best: i64, best_suit: i64, trump: i64) -> bool:
    """Tell whether a card takes a trick from the best one so far, a card of the suit led or a trump.

    Suits are those of the cards. King K32, K33; Kierki K-R6, K-O8.
    """
    return card > best if suit == best_suit else suit == trump


def taker_of(seats: Sequence[int], cards: Sequence[int], trump: int) -> int | None:
    """Return the seat that takes a trick, its cards in the order played, the first one led.

    The highest trump takes it; without one the highest card of the suit led. None where a card is unknown, or where
    trumps are HIDDEN_TRUMP and more than one suit was played. King K32, K33; Kierki K-R6, K-O8.
    """
    if max(cards) >= PACK_SIZE:
        return None
    best, taker = cards[0], seats[0]
    led = suit_of(best)
    if trump == HIDDEN_TRUMP and any(suit_of(card) != led for card in cards):
        return None
    for seat, card in zip(seats, cards, strict=True):
        if beats(card, suit_of(card), best, suit_of(best), trump):
            best, taker = card, seat
    return taker
