"""What spoils are made of: the lines of a game, its tokens, and a change of either."""

import json
from collections.abc import Callable
from typing import Any, Final

from verifier.fuzz.dice import Dice

Lines = list[Any]
Spoil = Callable[[bytes, Dice], bytes | None]

SEATS: Final = "abcdefghijklmnop"
CARDS: Final = [rank + suit for suit in "SHDC" for rank in "23456789TJQKA"]


def written(lines: Lines) -> bytes:
    return "".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in lines).encode()


def of_lines(change: Callable[[Lines, Dice], Lines | None]) -> Spoil:
    """Return a spoil of bytes from one of lines."""

    def spoil(data: bytes, dice: Dice) -> bytes | None:
        lines = change([json.loads(line) for line in data.splitlines()], dice)
        return None if lines is None else written(lines)

    return spoil


def of_tokens(change: Callable[[list[str], int, Dice, int], None]) -> Spoil:
    """Return a spoil from one that changes the tokens of a line of acts at a place, in a game of so many players."""

    def spoil(lines: Lines, dice: Dice) -> Lines | None:
        places = lines_at(lines, "m")
        if not places:
            return None
        at = dice.one_of(places)
        tokens = lines[at][1].split()
        change(tokens, dice.below(len(tokens)), dice, len(lines[0]["players"]))
        lines[at][1] = " ".join(tokens)
        return lines

    return of_lines(spoil)


def lines_at(lines: Lines, *kinds: str) -> list[int]:
    return [at for at, line in enumerate(lines) if at and line[0] in kinds]


def a_line(lines: Lines, dice: Dice, *kinds: str) -> int | None:
    places = lines_at(lines, *kinds)
    return dice.one_of(places) if places else None


def a_seat(dice: Dice, players: int) -> str:
    return dice.one_of(SEATS[:players])
