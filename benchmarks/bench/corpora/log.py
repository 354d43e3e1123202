"""The log of a game in the making: its lines, and how they are written, a line a hand or a line an act."""

import json
import random
from dataclasses import dataclass, field
from typing import Any

RANKS = "23456789TJQKA"
SUITS = "SHDC"
PACK = [rank + suit for suit in SUITS for rank in RANKS]


@dataclass
class Log:
    """A game as lines; `acts` counts the tokens of its movetext, recorded takers not counted."""

    lines: list[Any] = field(default_factory=list)
    acts: int = 0

    def add(self, *line: Any) -> None:
        """Append an event line."""
        self.lines.append(list(line))

    def moves(self, tokens: list[str]) -> None:
        """Append the acts of a hand as one line."""
        self.lines.append(["m", " ".join(tokens)])
        self.acts += sum(token[1:] != "$" for token in tokens)

    def packed(self) -> bytes:
        """Return the game as JSON Lines, one moves line a hand."""
        return b"".join(map(_written, self.lines))

    def unpacked(self) -> bytes:
        """Return the game as JSON Lines, one moves line an act."""
        lines: list[bytes] = []
        for line in self.lines:
            if isinstance(line, list) and line[0] == "m":
                lines += [_written(["m", token]) for token in line[1].split(" ")]
            else:
                lines.append(_written(line))
        return b"".join(lines)


def _written(line: Any) -> bytes:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def opened(game: str, names: list[str], **fields: Any) -> Log:
    """Return the log of a new game, its header written."""
    return Log([{"replay": 1, "game": game, "players": names, **fields}])


def dealt(rng: random.Random) -> list[list[str]]:
    """Return four hands of thirteen cards."""
    pack = rng.sample(PACK, 52)
    return [pack[at : at + 13] for at in range(0, 52, 13)]
