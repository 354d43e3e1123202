"""Games from a seed: which room plays which game, and what comes out of it."""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Final, NamedTuple

from verifier.fuzz.dice import Dice
from verifier.fuzz.house_rules import RANDOM, random_rules
from verifier.fuzz.log import Expected, Log
from verifier.fuzz.wishes import UnplayableError, Wishes
from verifier.replay.lines import MOST_PLAYERS, Header, OptionValue

Walk = Callable[[Header, Dice, Wishes], Log]

WALKS: Final = {
    "king": ("king", "walk_king"),
    "kierki": ("kierki", "walk_kierki"),
    "kings-reverse": ("kings_reverse", "walk_kings_reverse"),
}
"""Name in the replay format -> the room that plays the game, and what does it there."""

FEWEST: Final = {"king": (4, 4), "kierki": (4, 4), "kings-reverse": (2, 16)}
"""How many players a game takes: the fewest and the most."""

NAMES: Final = (
    *("Ada", "Bora", "Celina", "Dario", "Elif", "Fatou", "Giorgos", "Hana"),
    *("Idris", "Jana", "Kofi", "Lena", "Mateusz", "Nour", "Oona", "Pavel"),
)


class Generated(NamedTuple):
    """A game: its 1-based number, its id, its bytes in canonical form, and the findings that it must lead to."""

    number: int
    id: str
    data: bytes
    expected: list[Expected]


def walk_of(game: str) -> Walk:
    """Return what plays a game."""
    room, name = WALKS[game]
    walk: Walk = getattr(import_module(f"verifier.fuzz.{room}"), name)
    return walk


def generate(
    game: str,
    games: int,
    seed: int,
    *,
    rules: str | dict[str, OptionValue] = "",
    players: int | None = None,
    wishes: Wishes = Wishes(),  # noqa: B008 - it cannot be changed
) -> Iterator[Generated]:
    """Yield so many games, one after the other, each a whole one; the same for the same seed.

    `rules` are those of a header, RANDOM for others in each game; `players` is None for as many as the game takes, any
    number where it takes several.
    Raises HouseRuleError for rules that do not exist, UnplayableError for a game that cannot be played so.
    """
    walk, (fewest, most) = walk_of(game), FEWEST[game]
    if players is not None and not fewest <= players <= min(most, MOST_PLAYERS):
        raise UnplayableError(f"{game} is a game of {fewest} players" + (f" to {most}" if most > fewest else ""))
    for number in range(1, games + 1):
        dice = Dice(f"{game}/{seed}/{number}")
        agreed = random_rules(game, dice) if rules == RANDOM else rules
        count = players if players is not None else seats_for(dice, fewest, most, wishes, agreed)
        if rules == RANDOM and isinstance(agreed, dict):
            agreed = with_packs(agreed, count)
        header = Header(1, game, [*NAMES[:count]], agreed, f"{seed}-{number}")
        log = walk(header, dice, wishes)
        yield Generated(number, header.id or "", log.data(header), log.expected())


def with_packs(rules: dict[str, OptionValue], players: int) -> dict[str, OptionValue]:
    """Return house rules at random with as many packs as so many players may and must have (SET-2, SET-5)."""
    if players > 10:
        return {**rules, "packs": 3}
    return rules if players > 5 else {name: value for name, value in rules.items() if name != "packs"}


def seats_for(dice: Dice, fewest: int, most: int, wishes: Wishes, rules: str | dict[str, OptionValue]) -> int:
    """Return a number of players that the game and the packs of the rules allow: few, or with `rare` also many."""
    if fewest == most:
        return fewest
    packs = rules.get("packs", 2) if isinstance(rules, dict) else 2
    if packs == 3:
        return dice.one_of([6, 8, 10, 12, 16] if wishes.rare else [6, 6, 7, 8])
    return dice.one_of([2, 2, 3, 4, 5, 6, 8, 9, 10, 10] if wishes.rare else [2, 3, 4, 4, 5, 6])
