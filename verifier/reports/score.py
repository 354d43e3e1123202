"""The audited score sheet as a table: what the table wrote beside what the rules give, wherever they differ."""

from collections.abc import Sequence
from typing import Final

from verifier.cards import SEATS
from verifier.reports.display import display, excerpt, table_cell
from verifier.reports.markup import NOT_OFFERED, cell_escape, line_escape
from verifier.reports.wording.scene import seat_words
from verifier.sheet import Cells, Sheet, SheetRow
from verifier.verdict import Verdict

UNKNOWN: Final = "?"
DEFAULT_FORMAT: Final = "simple"


def table_formats() -> list[str]:
    """Return the names of the table formats, in order."""
    from tabulate import tabulate_formats  # noqa: PLC0415 - read only where a table is wanted

    return sorted(set(tabulate_formats) - NOT_OFFERED)


def score_text(verdict: Verdict, table_format: str = DEFAULT_FORMAT) -> str:
    """Return the sheet of a game: a heading, the table, the winner; ready to be printed.

    `table_format` is one of `table_formats()`. Names are cut to what a table bears; numbers are texts made here, so
    that nothing is taken for a number that only looks like one.
    """
    line = line_escape(table_format)
    parts = [line(_heading(verdict))]
    if verdict.sheet.rows or verdict.sheet.totals:
        parts += [_table(verdict, table_format), line(winner_line(verdict))]
    else:
        parts.append(line("No hand was recorded." if verdict.kind else "There is no sheet: the header cannot be read."))
    return "\n\n".join(parts) + "\n\n"


def sheet_cells(verdict: Verdict) -> tuple[list[str], list[list[str]]]:
    """Return the header and the rows of the table as texts for display: a row a hand, and the totals last."""
    sheet = verdict.sheet
    players = len(verdict.players)
    with_contract = any(row.contract is not None for row in sheet.rows)
    head = ["hand"] + ["contract"] * with_contract
    head += [f"{letter} {table_cell(name)}" for letter, name in zip(SEATS, verdict.players, strict=False)]
    rows = [
        [str(row.hand)] + [_contract(row)] * with_contract + compared(row.points, row.recorded, players)
        for row in sheet.rows
    ]
    rows.append(["total"] + [""] * with_contract + compared(sheet.totals, sheet.recorded_totals, players))
    return head, rows


def compared(audited: Sequence[int | None] | None, recorded: Cells | None, players: int) -> list[str]:
    """Return a cell per player: the audited number, and what was written where that is another."""
    cells: list[str] = []
    for seat in range(players):
        true = audited[seat] if audited is not None and seat < len(audited) else None
        wrote = recorded[seat] if recorded is not None and seat < len(recorded) else None
        cell = UNKNOWN if true is None else str(true)
        cells.append(cell if wrote is None or wrote == true else f"{cell} (wrote {wrote})")
    return cells


def winner_line(verdict: Verdict) -> str:
    """Return the line about the winner: audited, and recorded where that is another."""
    sheet: Sheet = verdict.sheet
    audited = _winners(sheet.winners, verdict.players)
    if sheet.recorded_winners is None or sheet.recorded_winners == sheet.winners:
        return f"Winner: {audited}"
    return f"Winner: {audited}; the table wrote {_winners(sheet.recorded_winners, verdict.players)}"


def _winners(letters: str | None, players: Sequence[str]) -> str:
    if letters is None:
        return UNKNOWN
    return ", ".join(seat_words(letter, players) for letter in letters[: len(SEATS)]) or "nobody"


def _heading(verdict: Verdict) -> str:
    words = f"{display(verdict.path)}: game {verdict.game}: {verdict.outcome.value}"
    if verdict.kind is not None:
        words += f"; {excerpt(verdict.kind)}"
    if verdict.id is not None:
        words += f"; id {excerpt(verdict.id)}"
    return words


def _contract(row: SheetRow) -> str:
    if row.contract is None:
        return UNKNOWN
    return table_cell(row.contract) + (f" {row.suit}" if row.suit is not None else "")


def _table(verdict: Verdict, table_format: str) -> str:
    from tabulate import tabulate  # noqa: PLC0415 - read only where a table is wanted

    escape = cell_escape(table_format)
    head, rows = sheet_cells(verdict)
    words = len(head) - len(verdict.players)
    # Signs of our own (`?`, brackets, minus) mean nothing in any format; what comes from outside is escaped.
    shown = [[escape(cell) for cell in row[:words]] + row[words:] for row in rows]
    names = head[:words] + [escape(name) for name in head[words:]]
    if table_format == "tsv":
        # Not padded: a program reads it.
        return tabulate(shown, names, tablefmt="tsv", disable_numparse=True, stralign=None, missingval=UNKNOWN)
    align = ["right"] + ["left"] * (words - 1) + ["right"] * len(verdict.players)
    return tabulate(shown, names, tablefmt=table_format, disable_numparse=True, colalign=align, missingval=UNKNOWN)
