"""One trick: what may follow a lead, and who takes it. Plain ints, no state."""

from collections.abc import Sequence

from verifier.cards import PACK_SIZE, SUIT_MASKS, rank_of, suit_of

NO_TRUMP = -1
HIDDEN_TRUMP = -2
"""A trump suit was due and nobody named it."""


def legal_follow(hand: int, led: int) -> int:
    """Return the cards (a mask) that may follow suit `led` from `hand`: that suit, or anything where it is void.

    King K26, K27; Kierki K-R4, K-R5, K-O7.
    """
    return hand & SUIT_MASKS[led] or hand


def taker_of(seats: Sequence[int], cards: Sequence[int], trump: int) -> int | None:
    """Return the seat that takes a trick, its cards in the order played, the first one led.

    The highest trump takes it; without one the highest card of the suit led. None where a card is unknown, or where
    trumps are HIDDEN_TRUMP and more than one suit was played. King K32, K33; Kierki K-R6, K-O8.
    """
    if max(cards) >= PACK_SIZE:
        return None
    led = suit_of(cards[0])
    if trump == HIDDEN_TRUMP and any(suit_of(card) != led for card in cards):
        return None
    best, taker = -1, seats[0]
    for seat, card in zip(seats, cards, strict=True):
        suit = suit_of(card)
        if suit == trump:
            strength = 13 + rank_of(card)
        elif suit == led:
            strength = rank_of(card)
        else:
            continue
        if strength > best:
            best, taker = strength, seat
    return taker
