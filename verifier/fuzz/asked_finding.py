"""The finding that a replay is shrunk for: which game has it, and that it stays while no other one comes."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from verifier.fuzz.shrinking import MOST_TRIALS, Still, shrink
from verifier.games.record import UNFINISHED_GAME
from verifier.referee import judge_source
from verifier.replay.games import Game, cut

MOST_BYTES: Final = 16 << 20
"""Of a game that can be shrunk."""

PATH: Final = "shrunk.replay"


def findings_in(data: bytes) -> Counter[str]:
    """Return how often each code was found in a replay: faults and notices, but not that the log ends early."""
    found: Counter[str] = Counter()
    for verdict in judge_source([data], PATH):
        found.update(verdict.counts)
        found.update(verdict.noticed)
    found.pop(UNFINISHED_GAME.code, None)
    return +found


def games_with(source: Iterable[bytes], code: str, number: int | None = None) -> Iterator[bytes]:
    """Yield the games of a source that have a finding with this code, only the one with a 1-based number if there is.

    Games over MOST_BYTES are passed over. Raises CorruptError.
    """
    for at, game in enumerate(cut(source), 1):
        if number in {None, at}:
            data = _bytes_of(game)
            if data is not None and findings_in(data)[code]:
                yield data
        elif game.rest is not None:
            for _ in game.rest:
                pass


def _bytes_of(game: Game) -> bytes | None:
    held, size = [], 0
    for block in game.blocks():
        size += len(block)
        if size <= MOST_BYTES:
            held.append(block)
    return b"".join(held) if size <= MOST_BYTES else None


def shrink_for(data: bytes, code: str, *, most_trials: int = MOST_TRIALS, max_time: float | None = None) -> bytes:
    """Return the smallest replay that still has a finding with this code, and no other finding more often than before.

    Where other findings go on the way, they do not come back. Raises ValueError where there is no such finding.
    """
    end = None if max_time is None else time.monotonic() + max_time
    while True:
        left = None if end is None else end - time.monotonic()
        smaller = shrink(data, _keeping(code, findings_in(data)), most_trials=most_trials, max_time=left)
        if smaller == data or findings_in(smaller) == findings_in(data):
            return smaller
        data = smaller


def _keeping(code: str, before: Counter[str]) -> Still:
    def still(data: bytes) -> bool:
        found = findings_in(data)
        return found[code] > 0 and found <= before

    return still
