"""The audited score sheet as a table: what the table wrote beside what the rules give, wherever they differ."""

from collections.abc import Sequence

from verifier.cards import SEATS
from verifier.reports import endings
from verifier.reports.display import display, excerpt, table_cell
from verifier.reports.markup import line_escape
from verifier.reports.quota import quota_text
from verifier.reports.tables import DEFAULT_FORMAT, UNKNOWN, table_text
from verifier.reports.wording.scene import seat_words
from verifier.sheet import Cells, Sheet, SheetRow
from verifier.verdict import Verdict


def score_text(
    verdict: Verdict, table_format: str = DEFAULT_FORMAT, *, standing: bool = False, quota: bool = False
) -> str:
    """Return the sheet of a game: a heading, the table, the winner; ready to be printed.

    `table_format` is one of `table_formats()`. With `standing` each hand is followed by the totals after it, with
    `quota` the sheet by the quota board. Names are cut to what a table bears; numbers are texts made here.
    """
    line = line_escape(table_format)
    parts = [line(_heading(verdict))]
    if verdict.sheet.rows or verdict.sheet.totals:
        head, rows = sheet_cells(verdict, standing=standing)
        words = len(head) - len(verdict.players)
        align = ["right"] + ["left"] * (words - 1) + ["right"] * len(verdict.players)
        parts += [table_text(head, rows, align, words, table_format), line(winner_line(verdict))]
        if verdict.kind == endings.GAME:
            parts += [line(note) for note in endings.sheet_notes(verdict)]
    else:
        parts.append(line("No hand was recorded." if verdict.kind else "There is no sheet: the header cannot be read."))
    if quota and verdict.sheet.rows:
        parts.append(quota_text(verdict, table_format))
    return "\n\n".join(parts) + "\n\n"


def sheet_cells(verdict: Verdict, *, standing: bool = False) -> tuple[list[str], list[list[str]]]:
    """Return the header and the rows of the table as texts for display: a row a hand, and the totals last.

    With `standing` a second row for each hand has the totals after it.
    """
    sheet, players = verdict.sheet, verdict.players
    if verdict.kind == endings.GAME:
        return _cells_of_endings(verdict)
    with_contract = any(row.contract is not None for row in sheet.rows)
    with_chooser = any(row.seat is not None or row.counted_for is not None for row in sheet.rows)
    empty = [""] * (with_contract + with_chooser)
    head = ["hand"] + ["contract"] * with_contract + ["chooser"] * with_chooser
    head += [_seat_cell(seat, players) for seat in range(len(players))]
    rows = []
    for row in sheet.rows:
        words = [_contract(row)] * with_contract + [_chooser(row, players)] * with_chooser
        rows.append([str(row.hand), *words, *compared(row.points, row.recorded, len(players))])
        if standing:
            rows.append([f"after {row.hand}", *empty, *compared(row.totals, row.recorded_totals, len(players))])
    rows.append(["total", *empty, *compared(sheet.totals, sheet.recorded_totals, len(players))])
    return head, rows


def _cells_of_endings(verdict: Verdict) -> tuple[list[str], list[list[str]]]:
    """Return the table of a game whose hands are gone out of; the totals after each hand are always there."""
    sheet, players = verdict.sheet, verdict.players
    number = len(players)
    head = ["hand", "out", "last card", *(_seat_cell(seat, players) for seat in range(number))]
    rows = []
    for row in sheet.rows:
        words = [endings.hand_cell(row), endings.out_cell(row), endings.ending_cell(row)]
        rows.append([*words, *compared(row.points, row.recorded, number)])
        rows.append([f"after {row.hand}", "", "", *compared(row.totals, row.recorded_totals, number)])
    rows.append(["total", "", "", *compared(sheet.totals, sheet.recorded_totals, number)])
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


def _chooser(row: SheetRow, players: Sequence[str]) -> str:
    """Return who chose the contract or named trumps; where that counts as another seat's choice, also for whom."""
    cell = "" if row.seat is None else _seat_cell(row.seat, players)
    if row.counted_for in {None, row.seat}:
        return cell
    return f"{cell or UNKNOWN} (counts for {SEATS[row.counted_for]})"


def _seat_cell(seat: int, players: Sequence[str]) -> str:
    return f"{SEATS[seat]} {table_cell(players[seat])}" if seat < len(players) else SEATS[seat]
