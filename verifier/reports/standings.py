"""The standings of a corpus, written for people, for spreadsheets and for programs: one form beside the other."""

import csv
import io
from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct, structs

from verifier.finding import FaultClass
from verifier.reports.display import display, excerpt, table_cell
from verifier.reports.entries import ToolEntry, json_text
from verifier.reports.markup import inert
from verifier.reports.tables import DEFAULT_FORMAT, UNKNOWN, table_text
from verifier.standings import Standing, Standings, Table, TableKey

STANDINGS_VERSION: Final = 1

MOST_ROWS: Final = 10_000
"""Players of one kind of game that the form for people lists; a line says how many more there are."""


class StandingEntry(Struct, frozen=True):
    """One player, and the columns of every form of the standings.

    `decided`, `wins`, `shared` and `scored` count games, `points` is the sum of the audited totals of `scored` games,
    null where that is 0. The findings are those that name the player, by class; none of the format's does.
    """

    player: str
    games: int
    decided: int
    wins: int
    shared: int
    points: int | None
    scored: int
    impossible: int
    illegal: int
    unpunished: int
    ruling: int
    books: int
    notices: int


HEAD: Final = StandingEntry.__struct_fields__


class TableEntry(Struct, frozen=True):
    """One kind of game: its players in order, and by class the findings that name none of them."""

    game: str
    lowest_wins: bool
    games: int
    players: list[StandingEntry]
    unnamed: dict[str, int]


class StandingsEntry(Struct, frozen=True):
    """All tables; `left_out` counts the games in which nothing could be counted."""

    standings: int
    tool: ToolEntry
    tables: list[TableEntry]
    left_out: int


def standings_table(standings: Standings) -> str:
    """Return the tables for people: the first players of each; names are cut to what a table bears."""
    parts = []
    for key, table in sorted(standings.tables.items()):
        entries = _entries(key, table)
        rows = [[table_cell(entry.player), *map(_cell, _numbers(entry))] for entry in entries[:MOST_ROWS]]
        align = ["left"] + ["right"] * (len(HEAD) - 1)
        parts += [_heading(key, table), table_text(HEAD, rows, align, 1, DEFAULT_FORMAT)]
        more = len(entries) - MOST_ROWS
        parts += [f"And {more} more; as csv and json all are listed."] if more > 0 else []
        unnamed = ", ".join(f"{name} {number}" for name, number in _by_class(table.unnamed).items())
        parts += [f"Findings that name no player: {unnamed}."] if unnamed else []
    return "\n\n".join(parts or ["No game was counted."]) + "\n"


def standings_csv(standings: Standings) -> str:
    """Return all tables as one, for spreadsheets: texts in quotes and inert, whatever the sheet takes for a separator.

    What comes from outside stands first in its row, since a sheet that separates otherwise heeds no later quotes.
    """
    text = io.StringIO()
    rows = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    rows.writerow([HEAD[0], "game", "best", *HEAD[1:]])
    for key, table in sorted(standings.tables.items()):
        best = "lowest" if key.lowest_wins else "highest"
        for entry in _entries(key, table):
            numbers = ["" if number is None else number for number in _numbers(entry)]
            rows.writerow([inert(display(entry.player)), key.kind, best, *numbers])
    return text.getvalue()


def standings_json(standings: Standings) -> str:
    """Return the tables as one JSON object, names as they are."""
    tables = [
        TableEntry(key.kind, key.lowest_wins, table.games, _entries(key, table), _by_class(table.unnamed))
        for key, table in sorted(standings.tables.items())
    ]
    entry = StandingsEntry(STANDINGS_VERSION, ToolEntry(), tables, standings.left_out)
    return json_text(entry) + "\n"


FORMS: Final[dict[str, Callable[[Standings], str]]] = {
    "table": standings_table,
    "csv": standings_csv,
    "json": standings_json,
}
"""The forms of the standings by name."""


def left_out_words(standings: Standings) -> str:
    """Return a sentence on the games in which nothing could be counted; nothing where there are none."""
    number = standings.left_out
    if not number:
        return ""
    games = "1 game was" if number == 1 else f"{number} games were"
    return f"{games} left out: a header or house rules that cannot be read."


def _entries(key: TableKey, table: Table) -> list[StandingEntry]:
    return [_entry(name, standing) for name, standing in table.ranking(lowest_wins=key.lowest_wins)]


def _entry(name: str, standing: Standing) -> StandingEntry:
    findings = standing.findings
    return StandingEntry(
        player=name,
        games=standing.games,
        decided=standing.decided,
        wins=standing.wins,
        shared=standing.shared,
        points=standing.points if standing.scored else None,
        scored=standing.scored,
        impossible=findings.get(FaultClass.IMPOSSIBLE, 0),
        illegal=findings.get(FaultClass.ILLEGAL, 0),
        unpunished=findings.get(FaultClass.UNPUNISHED, 0),
        ruling=findings.get(FaultClass.RULING, 0),
        books=findings.get(FaultClass.BOOKS, 0),
        notices=findings.get(FaultClass.NOTICE, 0),
    )


def _numbers(entry: StandingEntry) -> tuple[int | None, ...]:
    return structs.astuple(entry)[1:]


def _cell(number: int | None) -> str:
    return UNKNOWN if number is None else str(number)


def _heading(key: TableKey, table: Table) -> str:
    games = "1 game" if table.games == 1 else f"{table.games} games"
    players = "1 player" if len(table.players) == 1 else f"{len(table.players)} players"
    good = "the fewest points are best" if key.lowest_wins else "the most points are best"
    return f"{excerpt(key.kind)}: {games}, {players}; {good}"


def _by_class(counts: Mapping[FaultClass, int]) -> dict[str, int]:
    return {one.value: counts[one] for one in FaultClass if one in counts}
