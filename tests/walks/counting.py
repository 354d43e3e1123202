"""Counts the walks of so many acts that lead on from a position and break no rule, by one of two referees."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from oracle import kierki, king, kings_reverse
from walks.acts import after
from walks.positions import Position

from verifier.referee import judge
from verifier.replay.reader import read
from verifier.verdict import Outcome

Accepts = Callable[[str], bool]
"""Tells whether a log breaks no rule so far."""

SLOW = {"king": king, "kierki": kierki, "kings-reverse": kings_reverse}


def by_judge(text: str) -> bool:
    """Tell whether the program finds no fault in a log."""
    (verdict,) = judge(read([text.encode()]), "walk.replay")
    return verdict.outcome is not Outcome.UNREADABLE and not verdict.counts


def by_slow_referee(game: str) -> Accepts:
    """Return what tells whether the slow referee of a game finds no fault in a log."""
    module: Any = SLOW[game]

    def accepts(text: str) -> bool:
        ruling = module.judge(text)
        return ruling.verdict != "unreadable" and not ruling.findings

    return accepts


def lines_of(text: str) -> list[Any]:
    """Return what the lines of a log say."""
    return [json.loads(line) for line in text.splitlines()]


def on_from(text: str, accepts: Accepts) -> Iterator[str]:
    """Yield the logs that are one legal act longer."""
    for act in after(lines_of(text)):
        if accepts(text + act):
            yield text + act


def goes_on(log: str, position: Position) -> bool:
    """Tell whether a walk goes on: a ruling on a challenge is its end, for later acts settle whether it was right."""
    return log == position.text or "?" not in log.splitlines()[-1].partition(",")[2]


def count(position: Position, accepts: Accepts, acts: int) -> tuple[int, ...]:
    """Return how many walks of one act, of two, and so on up to `acts` lead on from a position."""
    assert accepts(position.text), position.name
    logs, counts = [position.text], []
    for _ in range(acts):
        logs = [longer for log in logs if goes_on(log, position) for longer in on_from(log, accepts)]
        counts.append(len(logs))
    return tuple(counts)


def differing(position: Position, acts: int) -> tuple[tuple[int, ...], list[str]]:
    """Return the counts by both referees at once, and the acts, with what comes before, on which they disagree."""
    slow, logs, counts, found = by_slow_referee(position.lines()[0]["game"]), [position.text], [], []
    for _ in range(acts):
        longer = []
        for log in logs:
            for act in after(lines_of(log)) if goes_on(log, position) else ():
                ours, theirs = by_judge(log + act), slow(log + act)
                if ours != theirs:
                    said = (log + act)[len(position.text) :]
                    found.append(f"{position.name}: only the {'judge' if ours else 'slow referee'} allows {said!r}")
                elif ours:
                    longer.append(log + act)
        logs = longer
        counts.append(len(logs))
    return tuple(counts), found
