"""What a score sheet of Kings Reverse says beside its numbers: who went out and how, and how near the game's end is."""

from collections.abc import Sequence
from typing import Final

from verifier.cards import SEATS
from verifier.games.kings_reverse.house import PRESETS, HouseRules
from verifier.reports.tables import UNKNOWN
from verifier.reports.wording.scene import joined, seat_words
from verifier.sheet import SheetRow
from verifier.verdict import Verdict

GAME: Final = "kings-reverse"
MARK: Final = "*"

ENDINGS: Final = {"blocked": "nobody could play", "cut-short": "cut short"}


def out_cell(row: SheetRow) -> str:
    """Return who went out, as a letter; nothing where nobody did."""
    return "" if row.seat is None else SEATS[row.seat]


def ending_cell(row: SheetRow) -> str:
    """Return how the hand ended: the last card laid, or in words that nobody went out."""
    if row.ending is None:
        return UNKNOWN
    return ENDINGS.get(row.ending, row.ending)


def hand_cell(row: SheetRow) -> str:
    """Return the number of the hand, marked where a player or the table broke a rule in it."""
    return f"{row.hand}{MARK}" if row.faulted else str(row.hand)


def sheet_notes(verdict: Verdict) -> list[str]:
    """Return the lines below the sheet: what the mark means, points that wrong draws changed, the end of the game."""
    notes = []
    rows = verdict.sheet.rows
    if any(row.faulted for row in rows):
        notes.append(f"{MARK} In this hand a player or the table broke a rule; the points are those of the cards held.")
    notes += [_moved(row, verdict.players) for row in rows if row.moved_at]
    notes.append(_target(verdict))
    return notes


def _moved(row: SheetRow, players: Sequence[str]) -> str:
    events = joined([str(event) for event in row.moved_at], "and")
    words = f"Hand {row.hand}: cards went into wrong hands at event {events}; "
    if not row.effect:
        return words + "what the points would be otherwise is not computable."
    parts = [f"{seat_words(seat, players)} {value:+d}" for seat, value in sorted(row.effect.items())]
    return words + f"otherwise the points would differ: {joined(parts, 'and')}."


def _target(verdict: Verdict) -> str:
    """Return how the totals stand to the total that ends the game. GAME-1."""
    target = verdict.options.get("target", PRESETS.get(verdict.preset or "", {}).get("target", HouseRules().target))
    totals = verdict.sheet.totals or verdict.sheet.recorded_totals or []
    there = [
        f"{seat_words(seat, verdict.players)} with {total}"
        for seat, total in enumerate(totals)
        if total is not None and isinstance(target, int) and total >= target
    ]
    if there:
        return f"The game ends at {target}, reached by {joined(there, 'and')}."
    return f"The game ends at {target}, which nobody has reached."
