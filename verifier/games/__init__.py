"""The games, named in one place."""

from collections.abc import Callable
from typing import Final

from verifier.games.glanced import Agreed
from verifier.games.judging import Game
from verifier.games.kierki.judge import KierkiJudge
from verifier.games.kierki.terms import agreed_at as kierki_agreed
from verifier.games.king.judge import KingJudge
from verifier.games.king.terms import agreed_at as king_agreed
from verifier.games.kings_reverse.judge import KingsReverseJudge
from verifier.games.kings_reverse.terms import agreed_at as kings_reverse_agreed
from verifier.replay.lines import Header

GAMES: Final[dict[str, Game]] = {"kierki": KierkiJudge, "king": KingJudge, "kings-reverse": KingsReverseJudge}
"""Name in the replay format -> who judges it; every game of the format is here."""

AGREED: Final[dict[str, Callable[[Header], Agreed]]] = {
    "kierki": kierki_agreed,
    "king": king_agreed,
    "kings-reverse": kings_reverse_agreed,
}
"""Name in the replay format -> what a table has agreed on, from its header, for a glance."""
