"""A hand of tricks played at random by the rules that King and Kierki share."""

import random
from collections.abc import Callable

from bench.corpora.log import RANKS

SEATS = "abcd"
Trick = list[tuple[int, str]]


def taker_of(trick: Trick, trump: str | None) -> int:
    """Return the seat that takes a trick."""
    led = trick[0][1][1]
    return max(trick, key=lambda play: (play[1][1] == trump, play[1][1] == led, RANKS.index(play[1][0])))[0]


def play(
    rng: random.Random,
    hands: list[list[str]],
    leader: int,
    trump: str | None,
    *,
    over: Callable[[list[str]], bool] = lambda _: False,
    hearts_closed: bool = False,
) -> tuple[list[str], list[tuple[int, list[str]]]] | None:
    """Return the tokens of a hand and, trick by trick, its taker and cards.

    `over` tells from the cards of a trick whether the hand ends with it; `hearts_closed`: hearts are led only from a
    hand of hearts alone, and a hand that comes to that is not played: None.
    """
    held = [list(hand) for hand in hands]
    tokens: list[str] = []
    tricks: list[tuple[int, list[str]]] = []
    while len(tricks) < 13:
        trick: Trick = []
        for seat in (leader, leader + 1, leader + 2, leader + 3):
            hand = held[seat % 4]
            if trick:
                may = [card for card in hand if card[1] == trick[0][1][1]] or hand
            elif hearts_closed:
                may = [card for card in hand if card[1] != "H"]
            else:
                may = hand
            if not may:
                return None
            card = rng.choice(may)
            hand.remove(card)
            trick.append((seat % 4, card))
            tokens.append(SEATS[seat % 4] + card)
        leader = taker_of(trick, trump)
        tokens.append(SEATS[leader] + "$")
        cards = [card for _, card in trick]
        tricks.append((leader, cards))
        if over(cards):
            break
    return tokens, tricks
