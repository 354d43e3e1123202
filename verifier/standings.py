"""Who has won what over many games: what verdicts give, added up by player, as facts for the reports."""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from verifier.cards import SEATS
from verifier.finding import FaultClass
from verifier.verdict import Verdict

MOST_PLAYERS: Final = 1_000_000
"""Players that are kept, each counted once in every table it stands in."""


class TooManyPlayersError(Exception):
    """More players than can be kept; what was added up until then must not be taken for the whole."""


class TableKey(NamedTuple):
    """What a table is of: points in which the highest total wins are never added to those in which the lowest does."""

    kind: str
    lowest_wins: bool


@dataclass(slots=True)
class Standing:
    """What one player has come to.

    `games` counts the seats taken, `decided` those of them in games whose winner is known by the audit, `wins` those
    that won and `shared` those that won together with another seat. `points` is the sum of the audited totals, which
    `scored` of the seats have. `findings` counts those that name the player's seat, by class, notices among them.
    """

    games: int = 0
    decided: int = 0
    wins: int = 0
    shared: int = 0
    points: int = 0
    scored: int = 0
    findings: dict[FaultClass, int] = field(default_factory=dict)

    def merge(self, other: "Standing") -> None:
        """Add what the same player has come to elsewhere."""
        self.games += other.games
        self.decided += other.decided
        self.wins += other.wins
        self.shared += other.shared
        self.points += other.points
        self.scored += other.scored
        _add(self.findings, other.findings)


@dataclass(slots=True)
class Table:
    """The players of one kind of game, by name, its number of games, and by class the findings that name no player."""

    games: int = 0
    players: dict[str, Standing] = field(default_factory=dict)
    unnamed: dict[FaultClass, int] = field(default_factory=dict)

    def ranking(self, *, lowest_wins: bool) -> list[tuple[str, Standing]]:
        """Return the players by wins, then by points, best first and unknown ones last, then by name."""

        def place(row: tuple[str, Standing]) -> tuple[int, bool, int, str]:
            name, standing = row
            return -standing.wins, not standing.scored, standing.points if lowest_wins else -standing.points, name

        return sorted(self.players.items(), key=place)


@dataclass(slots=True)
class Standings:
    """The tables of a corpus, or of a part of it; parts that are merged in any order give the same as the whole.

    A player is a name in a header, letter for letter; a name that takes two seats of a game counts for both. `left_out`
    counts the games in which nothing can be counted, because their header or their house rules cannot be read.
    """

    most_players: int = MOST_PLAYERS
    tables: dict[TableKey, Table] = field(default_factory=dict)
    left_out: int = 0
    _players: int = field(default=0, init=False)

    def add(self, verdict: Verdict) -> None:
        """Count one more game. Raises TooManyPlayersError."""
        sheet, names = verdict.sheet, verdict.players
        if verdict.kind is None or sheet.lowest_wins is None:
            self.left_out += 1
            return
        table = self.tables.setdefault(TableKey(verdict.kind, sheet.lowest_wins), Table())
        table.games += 1
        winners = sheet.winners
        # Before the first hand nobody has points, though everybody has a total of nought.
        totals = sheet.totals if sheet.rows else None
        for seat, name in enumerate(names):
            standing = self._standing(table, name)
            standing.games += 1
            if winners is not None:
                won = SEATS[seat] in winners
                standing.decided += 1
                standing.wins += won
                standing.shared += won and len(winners) > 1
            if totals is not None:
                standing.points += totals[seat]
                standing.scored += 1
        for (at, fault_class), number in verdict.seats.items():
            if at is None or at >= len(names):
                _add(table.unnamed, {fault_class: number})
            else:
                _add(table.players[names[at]].findings, {fault_class: number})

    def merge(self, other: "Standings") -> None:
        """Add the standings of other games, which stay as they are. Raises TooManyPlayersError."""
        self.left_out += other.left_out
        for key, theirs in other.tables.items():
            table = self.tables.setdefault(key, Table())
            table.games += theirs.games
            _add(table.unnamed, theirs.unnamed)
            for name, standing in theirs.players.items():
                self._standing(table, name).merge(standing)

    def _standing(self, table: Table, name: str) -> Standing:
        standing = table.players.get(name)
        if standing is None:
            if self._players >= self.most_players:
                raise TooManyPlayersError
            self._players += 1
            standing = table.players[name] = Standing()
        return standing


def _add(counts: dict[FaultClass, int], more: dict[FaultClass, int]) -> None:
    for fault_class, number in more.items():
        counts[fault_class] = counts.get(fault_class, 0) + number
