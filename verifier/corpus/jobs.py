"""How many processes a run is worth: none but this one where there is little to do, else one for each processor."""

import os
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from verifier._version import is_interpreted
from verifier.corpus.work import weight_of
from verifier.replay.sources import Fate, find


class Pace(Struct, frozen=True):
    """From how many bytes on several processes pay, and how many bytes a part then has.

    It has more where nothing is said of clean games, so that little is to be carried.
    """

    worth: int
    part: int
    silent_part: int


COMPILED: Final = Pace(64 << 20, 1 << 20, 4 << 20)
INTERPRETED: Final = Pace(2 << 20, 1 << 18, 1 << 18)


def pace() -> Pace:
    """Return the pace of this installation."""
    return INTERPRETED if is_interpreted() else COMPILED


def processors() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def worthwhile_jobs(paths: Sequence[str]) -> int:
    """Return the number of processes that are worth it for all that the paths name."""
    most = processors()
    if most == 1:
        return 1
    left = pace().worth
    for found in find(paths, remote=True):
        if found.fate is Fate.READ:
            left -= weight_of(found)
            if left <= 0:
                return most
    return 1
