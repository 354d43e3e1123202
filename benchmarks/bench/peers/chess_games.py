"""python-chess, which reads games from PGN text and checks every move: with the tree it builds, and without."""

import io
import random

import chess
import chess.pgn

from bench.rounds import Contestant

GAMES = 20
MOST_PLIES = 80


class Silent(chess.pgn.BaseVisitor[bool]):
    """A visitor that keeps nothing; the moves are checked all the same."""

    def handle_error(self, error: Exception) -> None:
        """Let an illegal move stop the game."""
        raise error

    def result(self) -> bool:
        """Return that the game could be read."""
        return True


def make(rng: random.Random) -> list[Contestant]:
    """Return the reading of random games, twice."""
    games = [random_game(rng) for _ in range(GAMES)]
    plies = sum(game.end().ply() for game in games)
    texts = [str(game) for game in games]
    return [
        Contestant("python-chess read_game, from PGN text", "ply", plies, lambda: read(texts)),
        Contestant("python-chess read_game, visitor that keeps nothing", "ply", plies, lambda: read_silently(texts)),
    ]


def random_game(rng: random.Random) -> chess.pgn.Game:
    """Return a game of random moves, cut where it gets long."""
    board = chess.Board()
    while not board.is_game_over() and board.ply() < MOST_PLIES:
        board.push(rng.choice(list(board.legal_moves)))
    return chess.pgn.Game.from_board(board)


def read(texts: list[str]) -> None:
    """Read the games with their trees."""
    for text in texts:
        game = chess.pgn.read_game(io.StringIO(text))
        assert game is not None
        assert not game.errors


def read_silently(texts: list[str]) -> None:
    """Read the games and keep nothing."""
    for text in texts:
        assert chess.pgn.read_game(io.StringIO(text), Visitor=Silent)
