"""The games, named in one place; each is a folder of its own, which is entered when a replay of that game comes."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Final

from verifier.games.glanced import Agreed
from verifier.games.judging import Game
from verifier.replay.lines import Header

GAMES: Final = {"kierki": "kierki", "king": "king", "kings-reverse": "kings_reverse"}
"""Name in the replay format -> folder; every game of the format is here."""


@cache
def judge_of(name: str) -> Game:
    """Return who judges a game: `JUDGE` of its room `judge`."""
    judge: Game = import_module(f"verifier.games.{GAMES[name]}.judge").JUDGE
    return judge


@cache
def agreement_of(name: str) -> Callable[[Header], Agreed]:
    """Return what tells from a header what its table has agreed on: `agreed_at` of the game's room `terms`."""
    agreed_at: Callable[[Header], Agreed] = import_module(f"verifier.games.{GAMES[name]}.terms").agreed_at
    return agreed_at
