"""The score sheet as facts: what the table wrote and what the rules give, hand by hand."""

from dataclasses import dataclass, field

Cells = list[int | None]
"""One number per player in seat order; None where nothing was written or nothing can be computed."""


@dataclass(slots=True)
class SheetRow:
    """One hand of the sheet.

    `contract` is what the hand was played for, `seat` who chose it or named trumps, `suit` the trump suit's letter;
    each None where there is none or it is not known. `counted_for` is the seat whose choice it counts as, where choices
    are counted: usually the chooser. `points` are the audited points and `totals` those after the hand, None where they
    cannot be computed; `recorded` and `recorded_totals` what the table wrote, None where it wrote nothing.
    """

    hand: int
    line: int
    contract: str | None = None
    seat: int | None = None
    suit: str | None = None
    points: list[int] | None = None
    recorded: Cells | None = None
    totals: list[int] | None = None
    recorded_totals: Cells | None = None
    counted_for: int | None = None


@dataclass(slots=True)
class Sheet:
    """The whole sheet: its rows, the audited totals and winners (seat letters), and the recorded ones.

    Audited values are None where they cannot be computed, recorded ones where nothing was recorded.
    """

    rows: list[SheetRow] = field(default_factory=list)
    totals: list[int] | None = None
    recorded_totals: Cells | None = None
    winners: str | None = None
    recorded_winners: str | None = None
