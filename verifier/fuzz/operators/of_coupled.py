"""Two changes at once, of which one may hide the other: a wrong claim, and what follows from it written to match."""

from itertools import pairwise
from typing import Final

from verifier.cards import SEATS
from verifier.fuzz.dice import Dice
from verifier.fuzz.operators import (
    of_all,
    of_jokers_and_draws,
    of_kierki,
    of_king,
    of_kings_reverse,
    of_penalties,
    of_tricks,
)
from verifier.fuzz.operators.operator import ALL, TRICK_GAMES, Mutant, Operator, Promise, token
from verifier.fuzz.recorded import Recorded
from verifier.movetext import ActKind
from verifier.replay.lines import Points, Totals, Winner

SINGLE: Final = (
    *of_all.OPERATORS,
    *of_tricks.OPERATORS,
    *of_king.OPERATORS,
    *of_kierki.OPERATORS,
    *of_jokers_and_draws.OPERATORS,
    *of_kings_reverse.OPERATORS,
    *of_penalties.OPERATORS,
)
"""Operators that change a game in one place."""


def _taker_and_leader(game: Recorded, dice: Dice) -> Mutant | None:
    """Record another taker of a trick, and let that seat lead the next one: the same cards, from another seat on."""
    places = []
    for _, tricks in game.trick_hands():
        for trick, following in pairwise(tricks):
            at = trick[-1].at + 1
            act = game.acts[at]
            if act is not None and act.kind is ActKind.TAKES and following[-1].at - following[0].at == 3:
                places.append((at, following))
    if not places:
        return None
    at, following = dice.one_of(places)
    turn = dice.between(1, 3)
    entries = [*game.entries]
    entries[at] = SEATS[following[turn].seat] + "$"
    for place, play in zip(
        range(following[0].at, following[-1].at + 1), [*following[turn:], *following[:turn]], strict=True
    ):
        entries[place] = token(play.seat, play.card)
    return Mutant(entries, at)


def _points_and_totals(game: Recorded, dice: Dice) -> Mutant | None:
    """Change a cell of a hand's points, and all totals of that seat from there on with it."""
    places = []
    for hand in game.hands():
        at = game.line_of(hand, Points)
        line = game.entries[at] if at is not None else None
        if isinstance(line, Points) and None not in line.values:
            later = [to for to in range(at or 0, len(game.entries)) if isinstance(game.entries[to], Totals)]
            if later and None not in {cell for to in later for cell in _cells(game, to)}:
                places.append((at or 0, later))
    if not places:
        return None
    at, later = dice.one_of(places)
    seat, by = dice.below(game.players), dice.one_of([-50, -10, 10, 50])
    entries = [*game.entries]
    entries[at] = Points(_moved(game, at, seat, by))
    for to in later:
        entries[to] = Totals(_moved(game, to, seat, by))
    return Mutant(entries, at)


def _cells(game: Recorded, at: int) -> list[int | None]:
    line = game.entries[at]
    assert isinstance(line, Points | Totals)
    return line.values


def _moved(game: Recorded, at: int, seat: int, by: int) -> list[int | None]:
    return [cell if cell is None else cell + by * (one == seat) for one, cell in enumerate(_cells(game, at))]


def _total_and_winner(game: Recorded, dice: Dice) -> Mutant | None:
    """Change the last totals so that another player seems to have won, and declare that one the winner."""
    totals = [at for at, entry in enumerate(game.entries) if isinstance(entry, Totals) and None not in entry.values]
    declared = [(at, entry) for at, entry in enumerate(game.entries) if isinstance(entry, Winner)]
    if not totals or not declared or declared[-1][0] < totals[-1]:
        return None
    (at, winner), last = declared[-1], totals[-1]
    others = [seat for seat in range(game.players) if SEATS[seat] not in winner.seats]
    cells = [cell or 0 for cell in _cells(game, last)]
    best = [cell for seat, cell in enumerate(cells) if SEATS[seat] in winner.seats]
    if not others or not best:
        return None
    seat = dice.one_of(others)
    # Past the best one, on whichever side the winner lies of this seat.
    by = best[0] - cells[seat]
    cells[seat] += by + (5 if by > 0 else -5)
    entries = [*game.entries]
    entries[last], entries[at] = Totals([*cells]), Winner(SEATS[seat])
    return Mutant(entries, last)


def _two_faults(game: Recorded, dice: Dice) -> Mutant | None:
    """Change a game by one operator that makes it faulty, and what comes out by another."""
    able = [one for one in SINGLE if game.header.game in one.games and one.promise is Promise.FAULTY]
    first = _by_any(game, dice.shuffled(able), dice)
    if first is None:
        return None
    second = _by_any(Recorded(game.header, first.entries), dice.shuffled(able), dice)
    if second is None or first.at is None or second.at is None:
        return None
    return Mutant(second.entries, min(first.at, second.at))


def _by_any(game: Recorded, operators: list[Operator], dice: Dice) -> Mutant | None:
    for operator in operators:
        mutant = operator.change(game, dice)
        if mutant is not None and mutant.entries != game.entries:
            return mutant
    return None


OPERATORS: Final = (
    Operator(
        "taker-and-leader",
        TRICK_GAMES,
        "records another taker, who leads next",
        Promise.FAULTY,
        ("trick-winner-wrong",),
        _taker_and_leader,
    ),
    Operator(
        "points-and-totals",
        ALL,
        "changes points, and totals with them",
        Promise.FAULTY,
        of_all.WRONG_POINTS,
        _points_and_totals,
    ),
    Operator(
        "total-and-winner",
        ALL,
        "changes a total, and the winner with it",
        Promise.FAULTY,
        ("totals-wrong",),
        _total_and_winner,
    ),
    Operator("two-faults", ALL, "makes two faults", Promise.OPEN, (), _two_faults),
)
