"""The score sheet as facts: what the table wrote and what the rules give, hand by hand."""

from dataclasses import dataclass, field

import msgspec

Cells = list[int | None]
"""One number per player in seat order; None where nothing was written or nothing can be computed."""


class SheetRow(msgspec.Struct):
    """One hand of the sheet.

    `contract` is what the hand was played for, `seat` who chose it or named trumps, `suit` the trump suit's letter;
    each None where there is none or it is not known. `counted_for` is the seat whose choice it counts as, where choices
    are counted: usually the chooser. `points` are the audited points and `totals` those after the hand, None where they
    cannot be computed; `recorded` and `recorded_totals` what the table wrote, None where it wrote nothing.

    Where hands are gone out of, `seat` is who went out and `ending` how: the text of the last card, `blocked`, or
    `cut-short`. `faulted` tells that a player or the table broke a rule in the hand; `moved_at` lists the events at
    which that brought cards into wrong hands, and `effect` how many points each seat would have more otherwise, empty
    where that is not known of all of them.
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
    ending: str | None = None
    faulted: bool = False
    moved_at: list[int] = msgspec.field(default_factory=list)
    effect: dict[int, int] = msgspec.field(default_factory=dict)


@dataclass(slots=True)
class Sheet:
    """The whole sheet: its rows, the audited totals and winners (seat letters), and the recorded ones.

    Audited values are None where they cannot be computed, recorded ones where nothing was recorded. `lowest_wins` tells
    whether low totals are the good ones by the rules of the game, None where these cannot be had.
    """

    rows: list[SheetRow] = field(default_factory=list)
    totals: list[int] | None = None
    recorded_totals: Cells | None = None
    winners: str | None = None
    recorded_winners: str | None = None
    lowest_wins: bool | None = None
