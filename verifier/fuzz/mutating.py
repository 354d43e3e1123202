"""Mutants from a seed: which operator changes which game, and what is promised of what comes out."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from verifier.fuzz.dice import Dice
from verifier.fuzz.log import Entry, is_event, lines_of
from verifier.fuzz.operators import of_coupled
from verifier.fuzz.operators.operator import Mutant, Operator
from verifier.fuzz.recorded import Recorded
from verifier.replay.canonical import UnformattableError, canonical_lines
from verifier.replay.lines import Deal, Header
from verifier.replay.writer import write_line

OPERATORS: Final = (*of_coupled.SINGLE, *of_coupled.OPERATORS)
"""All operators, in the order in which they are listed."""


class Mutated(NamedTuple):
    """A mutant: its bytes, which operator made it, and where: hand and event, None where all was changed."""

    data: bytes
    operator: Operator
    hand: int | None
    event: int | None


def operators_for(game: str, names: Sequence[str] = ()) -> list[Operator]:
    """Return the operators for a game, only those of `names` where there are some."""
    return [one for one in OPERATORS if game in one.games and (not names or one.name in names)]


def mutate(game: Recorded, dice: Dice, names: Sequence[str] = ()) -> Mutated | None:
    """Return the game changed by one of the operators that find a place; None where none of them does.

    Never the game as it was: an operator that would change nothing has found no place.
    """
    for operator in dice.shuffled(operators_for(game.header.game, names)):
        mutant = operator.change(game, dice)
        if mutant is None:
            continue
        if mutant.respell is None and mutant.entries == game.entries and (mutant.header or game.header) == game.header:
            continue
        data = bytes_of(game, mutant)
        if mutant.respell is None or data != data_of(game.header, game.entries):
            hand, event = place_of(mutant)
            return Mutated(data, operator, hand, event)
    return None


def bytes_of(game: Recorded, mutant: Mutant) -> bytes:
    """Return a mutant as it is written: in canonical form, unless it is spelled otherwise or cannot be read."""
    data = data_of(mutant.header or game.header, mutant.entries)
    return data if mutant.respell is None else mutant.respell(data)


def data_of(header: Header, entries: list[Entry]) -> bytes:
    """Return a game in canonical form where it has one, else line by line."""
    data = write_line(header) + b"".join(lines_of(entries))
    try:
        return b"".join(canonical_lines([data]))
    except UnformattableError:
        return data


def place_of(mutant: Mutant) -> tuple[int | None, int | None]:
    """Return hand and event of the entry that was changed, as findings count them."""
    if mutant.at is None:
        return None, None
    above = mutant.entries[: mutant.at + 1]
    return sum(isinstance(entry, Deal) for entry in above), sum(map(is_event, above))


def mutants(game: Recorded, number: int, seed: int, count: int, names: Sequence[str] = ()) -> Iterator[Mutated | None]:
    """Yield `count` mutants of the game with this number in its file, None for each that found no place."""
    for turn in range(count):
        yield mutate(game, Dice(f"mutate/{seed}/{number}/{turn}"), names)
