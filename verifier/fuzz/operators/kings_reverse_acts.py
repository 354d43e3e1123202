"""Acts of Kings Reverse as operators look at them, and the findings that several operators promise."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

from verifier.fuzz.dice import Dice
from verifier.fuzz.operators.operator import KINGS_REVERSE, Mutant, Operator, Promise
from verifier.fuzz.recorded import Recorded
from verifier.movetext import Act

EIGHT: Final = 6
SEVEN: Final = 5
ROYAL: Final = 11
ACE_OF_SPADES: Final = 12


MATCHES: Final = ("card-does-not-match", "marriage-first-card-does-not-match", "out-of-turn", "suit-not-restored")
SKIPS: Final = ("skip-not-applied", "king-not-reversed", "king-two-player-no-skip", "skip-applied-wrongly")


def all_acts(game: Recorded) -> list[tuple[int, Act]]:
    """Return all acts with their entries."""
    return [pair for hand in game.hands() for pair in game.acts_of(hand)]


def steps(game: Recorded) -> Iterator[tuple[tuple[int, Act], tuple[int, Act]]]:
    """Yield acts of a hand that follow each other."""
    for hand in game.hands():
        acts = [*game.acts_of(hand)]
        yield from pairwise(acts)


def sizes_before(game: Recorded) -> dict[int, list[int]]:
    """Return how many cards each seat has before each act, of hands whose deal is known."""
    sizes = {}
    for hand in game.hands():
        for at, held in game.holdings(hand).before.items():
            sizes[at] = [sum(cards.values()) for cards in held]
    return sizes


def row(name: str, what: str, names: tuple[str, ...], change: Callable[[Recorded, Dice], Mutant | None]) -> Operator:
    """Return an operator for Kings Reverse that promises one of these findings."""
    return Operator(name, KINGS_REVERSE, what, Promise.FAULTY, names, change)
