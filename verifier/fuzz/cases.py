"""The examples of a fuzzing run: games by the rules, games with infractions, and mutants, each from seed and number."""

import enum
from collections.abc import Sequence
from typing import Final, NamedTuple

from verifier.fuzz.dice import Dice
from verifier.fuzz.generating import WALKS, generate
from verifier.fuzz.house_rules import RANDOM
from verifier.fuzz.log import Expected
from verifier.fuzz.mutating import mutate
from verifier.fuzz.operators.operator import Operator
from verifier.fuzz.recorded import Recorded, games_in
from verifier.fuzz.wishes import UnplayableError, Wishes
from verifier.replay.lines import OptionValue

RARE: Final = 0.7
"""The share of games that are weighted towards rare states."""
EASY: Final = 60
"""Examples with few players, where that can be chosen: what is found in them is easier to read."""
TRIES: Final = 20
"""House rules at random may make a game that cannot be played to its end."""


class Kind(enum.StrEnum):
    """What an example is."""

    LEGAL = "by the rules"
    INFRACTIONS = "with infractions"
    MUTANT = "mutants"
    KEPT = "kept from earlier runs"


class Case(NamedTuple):
    """An example: its 1-based number, 0 for one that was kept; the game, its bytes, and what is known beforehand.

    `expected` lists the findings of a game with infractions, `operator` is that of a mutant; `name` is the file of a
    kept one.
    """

    number: int
    kind: Kind
    game: str
    data: bytes
    expected: tuple[Expected, ...] = ()
    operator: Operator | None = None
    name: str = ""


class Asked(NamedTuple):
    """Which examples are asked for: games, rules of a header or RANDOM, number of players, operators."""

    games: tuple[str, ...] = (*WALKS,)
    rules: str | dict[str, OptionValue] = ""
    players: int | None = None


TURNS: Final = ("kings-reverse", "king", "kings-reverse", "kierki")
"""The games in turn: one that is short and has many rare states comes twice."""
KINDS: Final = (Kind.LEGAL, Kind.MUTANT, Kind.INFRACTIONS)


def case_of(number: int, seed: int, asked: Asked) -> Case:
    """Return the example with this number, the same for the same seed whatever came before.

    Raises HouseRuleError for rules that do not exist, UnplayableError for games that cannot be played so.
    """
    dice = Dice(f"fuzz/{seed}/{number}")
    turns = [game for game in TURNS if game in asked.games]
    game = turns[number % len(turns)]
    # The kinds change once all games have had their turn.
    kind = KINDS[number // len(turns) % len(KINDS)]
    wishes = Wishes(dice.chance(RARE), kind is Kind.INFRACTIONS)
    players = asked.players
    if players is None and game == "kings-reverse" and number <= EASY:
        players = 2 + number % 3
    for turn in range(TRIES):
        try:
            (one,) = generate(game, 1, dice.below(1 << 40), rules=asked.rules, players=players, wishes=wishes)
            break
        except UnplayableError:
            if players == asked.players and (asked.rules != RANDOM or turn == TRIES - 1):
                raise
            players = asked.players
    if kind is not Kind.MUTANT:
        return Case(number, kind, game, one.data, tuple(one.expected))
    (record,) = games_in([one.data])
    mutant = mutate(record, dice) if isinstance(record, Recorded) else None
    if mutant is None:
        return Case(number, Kind.LEGAL, game, one.data)
    return Case(number, kind, game, mutant.data, operator=mutant.operator)


def kept_case(name: str, data: bytes, games: Sequence[str]) -> Case | None:
    """Return a replay that was kept as an example, None where its first game is none of these."""
    game = next((one.header.game for one in games_in([data]) if isinstance(one, Recorded)), games[0])
    return Case(0, Kind.KEPT, game, data, name=name) if game in games else None
