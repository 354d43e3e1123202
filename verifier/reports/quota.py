"""The quota board of a King match: who has chosen what in which hand, and what is still open to whom."""

from collections import Counter
from typing import Final

from verifier.cards import SEATS
from verifier.games.house import read_house
from verifier.games.king.contracts import COUNTED, TRUMPS
from verifier.games.king.house import PRESETS, HouseRules
from verifier.reports.display import table_cell
from verifier.reports.markup import line_escape
from verifier.reports.tables import DEFAULT_FORMAT, table_text
from verifier.reports.wording.scene import joined
from verifier.sheet import SheetRow
from verifier.verdict import Verdict

OPEN: Final = "open"


def quota_text(verdict: Verdict, table_format: str = DEFAULT_FORMAT) -> str:
    """Return the board of a game in which hands were played, or a line that says why there is none."""
    line = line_escape(table_format)
    if verdict.kind != "king":
        return line("This game has no quotas.")
    head, rows = board_cells(verdict)
    align = ["left"] * (len(head) - 1) + ["right"]
    parts = [line("Chosen in hand:"), table_text(head, rows, align, 1, table_format)]
    uncounted = [str(row.hand) for row in verdict.sheet.rows if not _is_counted(row)]
    if uncounted:
        hands = "hand" if len(uncounted) == 1 else "hands"
        parts.append(line(f"Not counted, for want of a contract or a chooser: {hands} {joined(uncounted, 'and')}."))
    return "\n\n".join(parts)


def board_cells(verdict: Verdict) -> tuple[list[str], list[list[str]]]:
    """Return the header and the rows of the board as texts for display: a row a player, a column a contract.

    A cell has the numbers of the hands in which the player chose the contract, with the suit of trumps, and whether it
    may be chosen once more by the house rules (King K12, K13); the last column how many choices are left.
    """
    assert verdict.preset is not None
    house = read_house(HouseRules, PRESETS, verdict.preset, verdict.options)
    counted = [row for row in verdict.sheet.rows if _is_counted(row)]
    table = Counter(row.contract for row in counted)
    rows = []
    for seat, name in enumerate(verdict.players):
        own = [row for row in counted if row.counted_for == seat]
        trumps = sum(row.contract == TRUMPS for row in own)
        penalties_left = max(0, house.penalties_per_player - (len(own) - trumps))
        trumps_left = max(0, house.trumps_per_player - trumps)
        cells = []
        for contract in COUNTED:
            chosen = [row for row in own if row.contract == contract]
            if contract == TRUMPS:
                may = f"{trumps_left} {OPEN}" if trumps_left else ""
            else:
                again = not (chosen and house.penalty_once_per_player)
                below = house.penalty_table_limit is None or table[contract] < house.penalty_table_limit
                may = OPEN if penalties_left and again and below else ""
            cells.append("; ".join(filter(None, [", ".join(map(_hand, chosen)), may])))
        rows.append([f"{SEATS[seat]} {table_cell(name)}", *cells, str(penalties_left + trumps_left)])
    return ["player", *COUNTED, "left"], rows


def _is_counted(row: SheetRow) -> bool:
    return row.counted_for is not None and row.contract in COUNTED


def _hand(row: SheetRow) -> str:
    return str(row.hand) if row.suit is None else f"{row.hand} {row.suit}"
