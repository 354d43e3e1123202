"""Counts the walks of so many acts that lead on from a position and break no rule, by two referees at once."""

import json
from collections.abc import Callable
from typing import Any

from oracle import kierki, king, kings_reverse
from walks.acts import after
from walks.positions import Position

from verifier.referee import judge
from verifier.replay.reader import read

Referee = Callable[[str], str]
"""Returns the verdict on a log: clean, faulty, undecided or unreadable."""

SLOW = {"king": king, "kierki": kierki, "kings-reverse": kings_reverse}
LEGAL = {"clean", "undecided"}
"""Verdicts on a log that breaks no rule so far."""


def by_judge(text: str) -> str:
    """Return the program's verdict on a log."""
    (verdict,) = judge(read([text.encode()]), "walk.replay")
    return verdict.outcome.value


def by_slow_referee(game: str) -> Referee:
    """Return the slow referee of a game."""
    module: Any = SLOW[game]
    return lambda text: module.judge(text).verdict


def lines_of(text: str) -> list[Any]:
    """Return what the lines of a log say."""
    return [json.loads(line) for line in text.splitlines()]


def goes_on(log: str, position: Position) -> bool:
    """Tell whether a walk goes on: a ruling on a challenge is its end, for later acts settle whether it was right."""
    return log == position.text or "?" not in log.splitlines()[-1].partition(",")[2]


def differing(position: Position, acts: int) -> tuple[tuple[int, ...], list[str]]:
    """Return the counts by both referees, and the acts, with what comes before, on which their verdicts differ."""
    slow, logs, counts, found = by_slow_referee(position.lines()[0]["game"]), [position.text], [], []
    for _ in range(acts):
        longer = []
        for log in logs:
            for act in after(lines_of(log)) if goes_on(log, position) else ():
                ours, theirs = by_judge(log + act), slow(log + act)
                if ours != theirs:
                    said = (log + act)[len(position.text) :]
                    found.append(f"{position.name}: {ours} to the judge, {theirs} to the slow referee is {said!r}")
                elif ours in LEGAL:
                    longer.append(log + act)
        logs = longer
        counts.append(len(logs))
    return tuple(counts), found
