"""Programs of other people that replay recorded games and check every move; each is left out where it is missing."""

import importlib
import random
from collections.abc import Callable

from bench.rounds import Contestant

PEERS = {"openspiel": "open_spiel", "uno": "rlcard", "chess_games": "chess", "poker": "pokerkit"}
"""The rooms of the peers, and the package that each needs."""


def contestants(seed: int) -> tuple[list[Contestant], list[str]]:
    """Return the peers that could be had, and a note on each that could not."""
    found: list[Contestant] = []
    notes: list[str] = []
    for room, package in PEERS.items():
        try:
            make: Callable[[random.Random], list[Contestant]] = importlib.import_module(f"bench.peers.{room}").make
            found += make(random.Random(seed))
        except Exception as error:  # noqa: BLE001 - a peer that does not run is left out, and it is said
            notes.append(f"{package} is left out: {type(error).__name__}: {error}")
    return found, notes
