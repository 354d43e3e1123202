"""What the large run judges: replays from the slow referees' own makers, and from `verifier generate` and `mutate`."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from oracle import (
    kierki,
    kierki_faults,
    kierki_runs,
    king,
    king_faults,
    king_runs,
    kings_reverse,
    kings_reverse_faults,
    kings_reverse_runs,
)

from verifier.fuzz.dice import Dice
from verifier.fuzz.generating import generate
from verifier.fuzz.house_rules import RANDOM
from verifier.fuzz.mutating import mutate, operators_for
from verifier.fuzz.operators.operator import Operator
from verifier.fuzz.recorded import Recorded, games_in
from verifier.fuzz.wishes import Wishes

MAKERS, MUTANTS = "makers", "mutants"
SOURCES = (MAKERS, MUTANTS)
"""Where replays come from: the slow referees' own generators and faults, and those of `verifier.fuzz`."""

GENERATED = "a generated game"
INFRACTIONS = "a game with infractions"


class Court(NamedTuple):
    """The slow referee of a game, its runs, its faults, and the share of the hands that the game gets."""

    referee: Any
    runs: Any
    faults: Any
    share: float


COURTS = {
    "king": Court(king, king_runs, king_faults, 0.3),
    "kierki": Court(kierki, kierki_runs, kierki_faults, 0.3),
    "kings-reverse": Court(kings_reverse, kings_reverse_runs, kings_reverse_faults, 0.4),
}

RULES: dict[str, tuple[Any, ...]] = {
    "king": ("", RANDOM, "", {"penalties_per_player": 1, "trumps_per_player": 1}),
    "kierki": ("", RANDOM, "", "polish-6", "mimuw"),
    "kings-reverse": ("", RANDOM, {"target": 100}, "uno-like", {"target": 200}),
}
"""House rules of generated games in turn: most operators want the text alone, others shorten a match."""


PLACES = 3
"""How many mutants of one game an operator makes that is asked alone."""


class Matter(NamedTuple):
    """A replay: how it was made, its text, and the operator whose promise must hold of it (None: no promise)."""

    made_by: str
    text: str
    operator: Operator | None = None


def hands_in(text: str) -> int:
    """How many hands a replay has."""
    return text.count('\n["deal"')


def matter(game: str, source: str, seed: str) -> Iterator[Matter]:
    """Replays of a game without end; the same for the same seed."""
    return made(game, seed) if source == MAKERS else mutated(game, seed)


def made(game: str, seed: str) -> Iterator[Matter]:
    """Replays of the slow referee's own makers."""
    rng = random.Random(seed)
    while True:
        for case in COURTS[game].runs.cases(100, rng.randrange(1 << 48)):
            yield Matter(case.made_by, case.text)


def of_maker(game: str, source: str, seed: str, maker: str) -> Iterator[Matter | None]:
    """Replays of one maker or operator alone without end; None for each try that came to nothing."""
    if source == MAKERS:
        yield from (one if one.made_by == maker else None for one in made(game, seed))
    dice, turn = Dice(seed), 0
    while True:
        turn += 1
        wishes = Wishes(rare=dice.chance(0.6), infractions=maker == INFRACTIONS)
        rules = RULES[game][turn % len(RULES[game])]
        (base,) = generate(game, 1, dice.below(1 << 48), rules=rules, wishes=wishes)
        if maker == INFRACTIONS:
            yield Matter(maker, base.data.decode())
            continue
        (record,) = games_in([base.data])
        assert isinstance(record, Recorded)
        (operator,) = operators_for(game, [maker])
        for place in range(PLACES):
            mutant = mutate(record, Dice(f"{seed}/{turn}/{place}"), [maker])
            yield mutant and Matter(maker, mutant.data.decode(), operator)


def mutated(game: str, seed: str) -> Iterator[Matter]:
    """Generated games, each with a mutant by every operator; and now and then games with infractions in them."""
    dice, turn = Dice(seed), 0
    rules = dice.below(len(RULES[game]))
    while True:
        turn += 1
        rules += 1
        number = dice.below(1 << 48)
        wishes = Wishes(rare=dice.chance(0.6), infractions=turn % 4 == 0)
        (base,) = generate(game, 1, number, rules=RULES[game][rules % len(RULES[game])], wishes=wishes)
        yield Matter(INFRACTIONS if wishes.infractions else GENERATED, base.data.decode())
        if wishes.infractions:
            continue
        (record,) = games_in([base.data])
        assert isinstance(record, Recorded)
        for operator in dice.shuffled(operators_for(game)):
            mutant = mutate(record, Dice(f"{number}/{operator.name}"), [operator.name])
            if mutant is not None:
                yield Matter(operator.name, mutant.data.decode(), operator)
