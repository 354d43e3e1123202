"""The text files of walk counts: a position is a replay that stops somewhere, and how many walks lead on from it.

A position begins with `position`, its name; then come the lines of its replay, and `walks` with the counts for one act,
two acts and so on; the last count stands behind `quick` where an ordinary run of the tests is to stop before it.
"""

import json
from pathlib import Path
from typing import Any, NamedTuple

HOME = Path(__file__).parent
FILES = {name: HOME / f"{name.replace('-', '_')}.txt" for name in ("king", "kierki", "kings-reverse")}
"""Name of the game in the replay format -> the file of its counts."""


class Position(NamedTuple):
    """A position: its name, its replay, the counts of walks, and to how many acts ordinary tests go."""

    name: str
    text: str
    counts: tuple[int, ...]
    quick: int

    def lines(self) -> list[Any]:
        """Return what the lines of the replay say."""
        return [json.loads(line) for line in self.text.splitlines()]


def read_positions(path: Path) -> list[Position]:
    """Return the positions of a file."""
    positions: list[Position] = []
    name, lines = "", list[str]()
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "position":
            name, lines = rest, []
        elif line.startswith(("{", "[")):
            lines.append(line)
        elif word == "walks":
            quick, bar, deep = rest.partition("|")
            counts = tuple(map(int, (quick + deep).split()))
            positions.append(Position(name, "".join(f"{one}\n" for one in lines), counts, len(quick.split())))
            assert bar
    return positions


def head_of(path: Path) -> str:
    """Return what stands above the first position."""
    return path.read_text(encoding="utf-8").partition("\nposition ")[0] + "\n"


def written(head: str, positions: list[Position]) -> str:
    """Return a whole file."""
    blocks = []
    for one in positions:
        quick, deep = one.counts[: one.quick], one.counts[one.quick :]
        counts = " ".join(map(str, [*quick, "|", *deep]))
        blocks.append(f"position {one.name}\n{one.text}walks {counts}\n")
    return head + "\n".join(blocks)
