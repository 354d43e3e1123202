"""Matches of King, 32 hands, chosen and played at random by the rules."""

import random

from bench.corpora.log import SUITS, Log, dealt, opened
from bench.corpora.tricks import SEATS, play

CONTRACTS = ["kupa", "el", "erkek", "kiz", "rifki", "soniki", "koz", "koz"]


def price(name: str, number: int, cards: list[str]) -> int:
    """Return the points of a trick, the `number`-th of its hand."""
    if name == "kupa":
        return -30 * sum(card[1] == "H" for card in cards)
    if name == "erkek":
        return -60 * sum(card[0] in "KJ" for card in cards)
    if name == "kiz":
        return -100 * sum(card[0] == "Q" for card in cards)
    if name == "rifki":
        return -320 * ("KH" in cards)
    if name == "soniki":
        return -180 * (number >= 12)
    return -50 if name == "el" else 50


def make_game(rng: random.Random) -> Log:
    """Return a complete match."""
    log = opened("king", ["Ayla", "Baki", "Cem", "Deniz"])
    choices = [rng.sample(CONTRACTS, 8) for _ in SEATS]
    totals = [0, 0, 0, 0]
    for hand in range(32):
        chooser = hand % 4
        name = choices[chooser].pop()
        trump = rng.choice(SUITS) if name == "koz" else None
        hands = dealt(rng)
        log.add("deal", None, ["".join(cards) for cards in hands])
        log.add("contract", SEATS[chooser], name, *([trump] if trump else []))
        rifki = name == "rifki"
        played = play(rng, hands, chooser, trump, over=lambda cards, rifki=rifki: rifki and "KH" in cards)
        assert played
        log.moves(played[0])
        points = [0, 0, 0, 0]
        for number, (taker, cards) in enumerate(played[1], start=1):
            points[taker] += price(name, number, cards)
        totals = [total + point for total, point in zip(totals, points, strict=True)]
        log.add("points", points)
        log.add("totals", totals)
    log.add("winner", SEATS[totals.index(max(totals))])
    return log
