"""Games of Kings Reverse, two to six players, played at random by the rules to the target."""

import random

from bench.corpora.log import Log, opened
from bench.corpora.shedding import Hand

TARGET = 500


def make_game(rng: random.Random) -> Log:
    """Return a complete game to 500."""
    return play(rng, rng.randint(2, 6), target=TARGET)


def make_long_game(rng: random.Random, acts: int) -> Log:
    """Return one game of four players and at least so many acts, which its target makes complete."""
    return play(rng, 4, acts=acts)


def play(rng: random.Random, players: int, *, target: int = 0, acts: int = 0) -> Log:
    """Play to the target, or for so many acts, after which what the last hand brought becomes the target."""
    seats = "abcdef"[:players]
    log = opened("kings-reverse", ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"][:players])
    dealer = rng.randrange(players)
    totals = [0] * players
    while True:
        hand = Hand(rng, players, dealer)
        hand.play()
        before = max(totals)
        points = hand.points()
        totals = [total + point for total, point in zip(totals, points, strict=True)]
        dealt = ["".join(cards) for cards in hand.dealt]
        log.add("deal", seats[dealer], dealt, "".join(hand.up), "".join(hand.lying))
        log.moves(hand.tokens)
        log.add("points", points)
        log.add("totals", totals)
        dealer = (dealer + 1) % players
        if target and max(totals) >= target:
            break
        if not target and log.acts >= acts and max(totals) > before:
            log.lines[0]["rules"] = {"target": max(totals)}
            break
    log.add("winner", "".join(seat for seat, total in zip(seats, totals, strict=True) if total == min(totals)))
    return log
