"""The books of King for the slow referee: what a hand is worth, and which written numbers are right.

Every number that the table may rightly have written is listed; a written number is wrong when it is not in the list.
"""

from itertools import product
from typing import Any, NamedTuple

from oracle.kierki_reading import SEATS
from oracle.king_reading import COUNTS
from oracle.king_tricks import SCORING_CARDS, Table, Trick, recorded_taker, true_taker

Points = tuple[int, ...]
Cells = list[int | None]


def constant(name: str, rules: dict[str, Any]) -> int:
    """What the four points of a whole hand add up to (section 3)."""
    unit: int = rules["points"][name]
    return unit * COUNTS[name]


def worth(name: str, number: int, trick: Trick, rules: dict[str, Any]) -> int:
    """What one trick is worth (K39 to K45)."""
    unit: int = rules["points"][name]
    if name == "soniki":
        return unit * list(rules["last_two"]).count(number)
    if name in SCORING_CARDS:
        return unit * sum(card in SCORING_CARDS[name] for card in trick.cards())
    return unit


def counted(table: Table, rules: dict[str, Any], event: float, *, by_the_log: bool) -> Points | None:
    """The points of tricks completed before an event, by true or by recorded takers; None where one is uncertain."""
    name = table.contract.name
    if name is None:
        return None
    points = dict.fromkeys(SEATS, 0)
    for at, trick in enumerate(table.tricks):
        if not trick.full() or trick.closed_at >= event:
            continue
        true = true_taker(trick, table.contract)
        taker = recorded_taker(table.tricks, at, table.contract) if by_the_log else true
        if true is None or taker is None:
            return None
        points[taker] += worth(name, at + 1, trick, rules)
    return tuple(points.values())


def fits(written: Cells, points: Points) -> bool:
    """Whether all that was written agrees; null was not written."""
    return all(cell is None or cell == true for cell, true in zip(written, points, strict=True))


# Score sheets


def multiple(cell: int, unit: int) -> bool:
    return cell % unit == 0 if unit else cell == 0


def in_range(cell: int, name: str, rules: dict[str, Any]) -> bool:
    bounds = sorted((0, constant(name, rules)))
    return bounds[0] <= cell <= bounds[1]


def fits_contract(cells: Cells, name: str, rules: dict[str, Any]) -> bool:
    """Whether a full row may be that of a contract."""
    unit = rules["points"][name]
    numbers = [cell for cell in cells if cell is not None]
    return (
        len(numbers) == 4
        and sum(numbers) == constant(name, rules)
        and all(multiple(cell, unit) and in_range(cell, name, rules) for cell in numbers)
    )


def sheet_fault(cells: Cells, name: str | None, rules: dict[str, Any]) -> str | None:
    """What is wrong with the points of a hand without plays, if anything (section 3, 5c, 5d)."""
    if name is None or fits_contract(cells, name, rules):
        return None
    numbers = [cell for cell in cells if cell is not None]
    if any(fits_contract(cells, other, rules) for other in COUNTS):
        return "wrong-contract-enforced"
    if not all(multiple(cell, rules["points"][name]) for cell in numbers):
        return "sheet-not-a-multiple"
    if not all(in_range(cell, name, rules) for cell in numbers):
        return "sheet-out-of-range"
    return "sheet-sum-impossible" if len(numbers) == 4 else None


# Totals


class Row(NamedTuple):
    """One hand in the books: audited points, those that follow from recorded takers, points and totals as written."""

    audited: Points | None
    by_the_log: Points | None
    written: Cells | None
    written_totals: Cells | None

    def possible(self, seat: int) -> list[int]:
        """The points of a seat that the table may have added."""
        rows = [row for row in (self.audited, self.by_the_log, self.written) if row]
        return [cell for cell in (row[seat] for row in rows) if cell is not None]


def series(rows: list[Row], seat: int) -> list[list[int | None]]:
    """A seat's points hand by hand: as audited, as written, as they follow from the recorded takers."""
    audited = [row.audited[seat] if row.audited else None for row in rows]
    logged = [row.by_the_log[seat] if row.by_the_log else None for row in rows]
    written = [row.written[seat] if row.written else None for row in rows]

    def first_known(*columns: list[int | None]) -> list[int | None]:
        return [next((cell for cell in cells if cell is not None), None) for cells in zip(*columns, strict=True)]

    return [first_known(audited, written), first_known(written, audited), first_known(written, logged, audited)]


def bases(rows: list[Row], seat: int) -> list[int]:
    """The totals that a seat may have had after these hands.

    The last written total, carried on over hands without one; the sum of the written points; the audited total.
    """
    noted = [at for at, row in enumerate(rows) if row.written_totals and row.written_totals[seat] is not None]
    found: list[int] = []
    for column in series(rows, seat):
        if None not in column:
            found.append(sum(cell for cell in column if cell is not None))
        if noted and None not in column[noted[-1] + 1 :]:
            last = (rows[noted[-1]].written_totals or [])[seat]
            found.append((last or 0) + sum(cell for cell in column[noted[-1] + 1 :] if cell is not None))
    return found


def totals_are_wrong(rows: list[Row], row: Row, totals: Cells) -> bool:
    """Whether a written total fits nothing that may have stood in the books (K48, findings 2)."""
    for seat, total in enumerate(totals):
        right = {base + add for base in bases(rows, seat) for add in row.possible(seat)}
        if total is not None and right and total not in right:
            return True
    return False


# Winners


def winners_of(totals: Points, rules: dict[str, Any], order: str) -> str:
    """Who wins with these totals (K50, K51); `order` is the order in which seats choose."""
    if rules["win"] == "non-negative":
        return "".join(seat for seat, total in zip(SEATS, totals, strict=True) if total >= 0)
    tied = tied_for_best(totals)
    if rules["tie"] == "shared":
        return tied
    first = order if rules["tie"] == "choosing-order" else SEATS
    return min(tied, key=first.index)


def tied_for_best(totals: Points) -> str:
    return "".join(seat for seat, total in zip(SEATS, totals, strict=True) if total == max(totals))


def final_totals(rows: list[Row]) -> list[Points]:
    """The final totals that a winner may follow: audited first, then what was written or follows from it."""
    found: list[Points] = []
    audited = [row.audited for row in rows]
    if None not in audited:
        found.append(tuple(sum(row[seat] for row in audited if row) for seat in range(4)))
    per_seat = [bases(rows[:-1], seat) for seat in range(4)]
    adds = [rows[-1].possible(seat) for seat in range(4)]
    summed = [
        tuple(per_seat[seat][at] + adds[seat][add] for seat in range(4))
        for at in range(min(len(column) for column in per_seat))
        for add in range(min(len(column) for column in adds))
    ]
    last = rows[-1].written_totals
    if last:  # what was not written may be any of the sums
        cells = [
            [cell] if cell is not None else [base + add for base in per_seat[seat] for add in adds[seat]]
            for seat, cell in enumerate(last)
        ]
        found += list(product(*cells))
    return found + summed


def winner_fault(named: str, totals: Points, rules: dict[str, Any], order: str) -> str | None:
    """What is wrong with a winner line if these are the final totals."""
    right = winners_of(totals, rules, order)
    if set(named) == set(right) and len(set(named)) == len(named):
        return None
    if not named:
        return "no-winner-declared"
    plain = len(set(named)) == len(named) and set(named) <= set(tied_for_best(totals))
    if rules["win"] == "non-negative" or not plain:
        return "winner-wrong"
    if rules["tie"] != "shared" and len(named) > 1:
        return "shared-win-not-in-rules"
    return "tie-broken-wrong"
