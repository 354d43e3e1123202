"""The games, named in one place."""

from typing import Final

from verifier.games.judging import Game
from verifier.games.kierki.judge import KierkiJudge
from verifier.games.king.judge import KingJudge
from verifier.games.kings_reverse.judge import KingsReverseJudge

GAMES: Final[dict[str, Game]] = {"kierki": KierkiJudge, "king": KingJudge, "kings-reverse": KingsReverseJudge}
"""Name in the replay format -> who judges it; every game of the format is here."""
