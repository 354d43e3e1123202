"""The books of Kierki for the slow referee: what a hand is worth, and which written numbers are right.

Every number that the table may rightly have written is listed; a written number is wrong when it is not in the list.
"""

from typing import Any, NamedTuple

from oracle.kierki_reading import SEATS, UNKNOWN
from oracle.kierki_tricks import Table, Trumps, recorded_taker, true_taker

Points = tuple[int, ...]
Cells = list[int | None]

ODGRYWKA, LOTTERY = 8, 12
CONTRACTS = {
    "tricks": 1,
    "hearts": 2,
    "queens": 3,
    "men": 4,
    "king-of-hearts": 5,
    "seventh-last": 6,
    "all": 7,
    "odgrywka": ODGRYWKA,
    "lottery": LOTTERY,
}
UNITS = {
    "seed": {1: -20, 2: -20, 3: -60, 4: -30, 5: -150, 6: -75},
    "mimuw": {1: 1, 2: 1, 3: 5, 4: 2, 5: 18, 6: 10},
}
ITEMS = {1: 13, 2: 13, 3: 4, 4: 8, 5: 1, 6: 2}
SCORING_CARDS = {
    2: [rank + "H" for rank in "23456789TJQKA"],
    3: ["QS", "QH", "QD", "QC"],
    4: [rank + suit for rank in "JK" for suit in "SHDC"],
    5: ["KH"],
}


class Taken(NamedTuple):
    """A completed trick: its number, its cards, who took it."""

    number: int
    cards: list[str]
    taker: str


def constant(deal_type: int, rules: dict[str, Any]) -> int:
    """What the four points of a whole hand add up to."""
    if deal_type == ODGRYWKA:
        return 13 * 25
    if deal_type == LOTTERY:
        return 1300
    units = UNITS[rules["scores"]]
    parts = ITEMS if deal_type == 7 else {deal_type: ITEMS[deal_type]}
    return sum(units[part] * count for part, count in parts.items())


def worth(deal_type: int, trick: Taken, rules: dict[str, Any]) -> int:
    """What one trick is worth in a deal of this type; type 7 adds up the six others (K-R15)."""
    if deal_type == ODGRYWKA:
        return 25
    if deal_type == LOTTERY:
        return 0
    if deal_type == 7:
        return sum(worth(part, trick, rules) for part in ITEMS)
    unit: int = UNITS[rules["scores"]][deal_type]
    if deal_type == 1:
        return unit
    if deal_type == 6:
        return unit * list(rules["deal6_tricks"]).count(trick.number)
    return unit * sum(card in SCORING_CARDS[deal_type] for card in trick.cards)


def points_of(deal_type: int, taken: list[Taken], rules: dict[str, Any]) -> Points:
    """The four points of a hand."""
    return tuple(sum(worth(deal_type, trick, rules) for trick in taken if trick.taker == seat) for seat in SEATS)


def everything_taken(
    deal_type: int, table: Table, rules: dict[str, Any], event: float, *, perhaps: bool = False
) -> bool:
    """Whether all that scores lies in tricks completed before an event (K-R8).

    `perhaps`: an unknown card may have been one that scores.
    """
    done = [trick for trick in table.tricks if trick.full() and trick.closed_at < event]
    if deal_type in SCORING_CARDS:
        seen = [play.card for trick in done for play in trick.plays]
        missing = set(SCORING_CARDS[deal_type]) - set(seen)
        ever = {play.card for trick in table.tricks for play in trick.plays}
        return not missing or (perhaps and not missing & ever and len(missing) <= seen.count(UNKNOWN))
    return len(done) >= (max(rules["deal6_tricks"]) if deal_type == 6 else 13)


def counted(
    deal_type: int, table: Table, rules: dict[str, Any], trumps: Trumps, event: float, *, by_the_log: bool
) -> Points | None:
    """The points of tricks completed before an event, by true or recorded takers; None where one is uncertain."""
    taken: list[Taken] = []
    for at, trick in enumerate(table.tricks):
        if trick.full() and trick.closed_at < event:
            true = true_taker(trick, trumps)
            taker = recorded_taker(table.tricks, at, trumps) if by_the_log else true
            if true is None or taker is None:
                return None
            taken.append(Taken(at + 1, [play.card for play in trick.plays], taker))
    return points_of(deal_type, taken, rules)


def fits(written: Cells, points: Points) -> bool:
    """Whether all that was written agrees; null was not written."""
    return all(cell is None or cell == true for cell, true in zip(written, points, strict=True))


class Row(NamedTuple):
    """One hand in the books: audited points, what was written, and other points that follow from a fault."""

    audited: Points | None
    written: Cells | None
    written_totals: Cells | None
    consequences: list[Points]

    def possible(self, seat: int) -> list[int]:
        """The points of a seat that the table may have added: written, audited, or following from a fault."""
        rows = [row for row in (self.written, self.audited, *self.consequences) if row]
        return [row[seat] for row in rows if row[seat] is not None]  # type: ignore[misc]


def bases(rows: list[Row], seat: int) -> list[int]:
    """Totals before a hand that the table may have had for a seat; `rows` are the hands before it.

    The last written total (carried on over hands without one), the sum of the written points (audited where
    nothing was written), the audited total (written where nothing can be audited, as on a score sheet), and the
    sum that follows from faults already named.
    """

    def summed(pick: list[int | None], start: int = 0) -> list[int]:
        return [start + sum(one for one in pick if one is not None)] if None not in pick else []

    counted_out = [row.audited[seat] if row.audited else None for row in rows]
    written = [row.written[seat] if row.written else None for row in rows]
    booked = [w if w is not None else a for w, a in zip(written, counted_out, strict=True)]
    audited = [a if a is not None else w for w, a in zip(written, counted_out, strict=True)]
    follow = [
        w if w is not None else (row.consequences[0][seat] if row.consequences else a)
        for row, w, a in zip(rows, written, audited, strict=True)
    ]
    noted = [at for at, row in enumerate(rows) if row.written_totals and row.written_totals[seat] is not None]
    found = [*summed(booked), *summed(audited), *summed(follow)]
    if noted:
        last = rows[noted[-1]].written_totals
        assert last is not None
        for column in (booked, audited, follow):
            found += summed(column[noted[-1] + 1 :], last[seat] or 0)
    return found


def total_is_wrong(rows: list[Row], row: Row, totals: Cells) -> bool:
    """Whether a written total fits nothing that may have stood in the books."""
    for seat, total in enumerate(totals):
        right = {base + add for base in bases(rows, seat) for add in row.possible(seat)}
        if total is not None and right and total not in right:
            return True
    return False


def winners_of(totals: Points, rules: dict[str, Any]) -> str:
    """Who wins with these totals (K-E1, K-E2)."""
    best = max(totals) if rules["win"] == "highest" else min(totals)
    tied = "".join(seat for seat, total in zip(SEATS, totals, strict=True) if total == best)
    return tied[0] if rules["tie"] == "first-seat" else tied


def final_totals(rows: list[Row]) -> list[Points]:
    """The final totals that a winner may follow: audited first, then what was or follows from what was written."""
    columns = [[tuple(sum(row.audited[seat] for row in rows if row.audited) for seat in range(4))]]
    last = rows[-1].written_totals
    if last:
        columns.append([tuple(a if cell is None else cell for cell, a in zip(last, columns[0][0], strict=True))])
    per_seat = [bases(rows[:-1], seat) for seat in range(4)]
    adds = [rows[-1].possible(seat) for seat in range(4)]
    depth = min(len(column) for column in per_seat)
    height = min(len(column) for column in adds)
    columns.append(
        [
            tuple(per_seat[seat][at] + adds[seat][add] for seat in range(4))
            for at in range(depth)
            for add in range(height)
        ]
    )
    return [totals for column in columns for totals in column]


def winner_fault(named: str, rows: list[Row], rules: dict[str, Any]) -> str | None:
    """What is wrong with a winner line of a finished match, if anything.

    Where the audited totals are not known the winner may follow them, whoever is named.
    """
    if not named:
        return "no-winner-declared"
    if not all(row.audited for row in rows):
        return None
    right = [winners_of(totals, rules) for totals in final_totals(rows)]
    plain = len(set(named)) == len(named)
    if plain and set(named) in [set(one) for one in right]:
        return None
    if rules["tie"] == "shared" and plain and set(named) < set(right[0]):
        return "co-winner-missing"
    return "winner-wrong"
