"""Counts games and lines of a source, of which it may not be known yet what number the first of them has."""

from collections.abc import Callable


class Count:
    """How many games and lines of a source have passed, and how many stand before it in its file.

    Without `find` these are so many; with it they are asked for when somebody has to know them, and until then `game`
    and `line` count from the source's own beginning.
    """

    def __init__(self, games: int = 0, lines: int = 0, find: Callable[[], tuple[int, int]] | None = None) -> None:
        self.games = 0
        self.lines = 0
        self._games, self._lines = games, lines
        self._find = find

    @property
    def game(self) -> int:
        """Number of the next game."""
        return self._games + self.games + 1

    @property
    def line(self) -> int:
        """Number of the next line."""
        return self._lines + self.lines + 1

    def settle(self) -> None:
        """Find out what stands before the source. Raises what finding out raises, such as OSError."""
        if self._find is not None:
            self._games, self._lines = self._find()
            self._find = None
