"""The books of any game that adds up hands: points, running totals and winners against what the table wrote.

A wrong entry is one finding: what was written on top of it is right when it follows from the entry or from the truth
(findings, section 2).
"""

from collections.abc import Sequence

from verifier.cards import SEATS
from verifier.finding import Fact, FaultClass, Place, Rule
from verifier.games.report import Report
from verifier.sheet import Cells, Sheet, SheetRow

POINTS_WRONG = Rule("SUM101", "points-wrong", FaultClass.BOOKS, "The written points are not those of the hand")
POINTS_RECORDED_TWICE = Rule("SUM102", "points-recorded-twice", FaultClass.BOOKS, "Points of one hand written twice")
TOTALS_WRONG = Rule("SUM201", "totals-wrong", FaultClass.BOOKS, "A written total is not the sum of the points")
TOTALS_RECORDED_TWICE = Rule("SUM202", "totals-recorded-twice", FaultClass.BOOKS, "Totals of one hand written twice")
WINNER_WRONG = Rule("SUM301", "winner-wrong", FaultClass.BOOKS, "The declared winner has not won")
NO_WINNER_DECLARED = Rule(
    "SUM302", "no-winner-declared", FaultClass.BOOKS, "A finished game is declared to have no winner"
)
CO_WINNER_MISSING = Rule("SUM303", "co-winner-missing", FaultClass.BOOKS, "Not everybody who won is declared")
WINNER_RECORDED_TWICE = Rule("SUM304", "winner-recorded-twice", FaultClass.BOOKS, "A second winner line")
WINNER_DECLARED_EARLY = Rule(
    "SUM305", "winner-declared-early", FaultClass.RULING, "A winner is declared before the game is over"
)

BOOK_RULES = (
    POINTS_WRONG,
    POINTS_RECORDED_TWICE,
    TOTALS_WRONG,
    TOTALS_RECORDED_TWICE,
    WINNER_WRONG,
    NO_WINNER_DECLARED,
    CO_WINNER_MISSING,
    WINNER_RECORDED_TWICE,
    WINNER_DECLARED_EARLY,
)

MOST_ROWS = 10_000
"""Hands of one game that the sheet lists; further ones are judged and added up, not listed."""


def fits(written: Sequence[int | None], points: Sequence[int]) -> bool:
    """Tell whether every cell that was written says what `points` says; an empty cell claims nothing."""
    return all(cell is None or cell == point for cell, point in zip(written, points, strict=True))


def _plus(total: int | None, points: int | None) -> int | None:
    return None if total is None or points is None else total + points


class Books:
    """The running books of one game.

    Five totals are kept per player, each None once it cannot be computed: the audited one; the sum of the points
    written; the last total written, gone on from by written or by audited points; and the last total written that was
    not wrong, gone on from by written points. With `names_seat` a finding on totals names the seat whose total alone is
    wrong.
    """

    def __init__(self, players: int, *, names_seat: bool = False) -> None:
        self._names_seat = names_seat
        self.sheet = Sheet()
        self.audited: list[int | None] = [0] * players
        self._summed: list[int | None] = [0] * players
        self._by_written: list[int | None] = [0] * players
        self._by_audited: list[int | None] = [0] * players
        self._past_wrong: list[int | None] = [0] * players
        self._row: SheetRow | None = None
        self._totals_place: Place | None = None
        self._totals_judged = True
        self._more_totals: list[tuple[Cells, Place]] = []
        self.winner_place: Place | None = None
        self._winner_judged = True

    def open_hand(self, row: SheetRow) -> None:
        """Begin the row of a new hand."""
        self._row = row
        self._totals_place = None
        if len(self.sheet.rows) < MOST_ROWS:
            self.sheet.rows.append(row)

    def write_points(self, values: Cells, place: Place, report: Report) -> bool:
        """Enter the hand's points as written; report a second entry and return False, the first stands."""
        assert self._row is not None
        if self._row.recorded is not None:
            report.add(POINTS_RECORDED_TWICE, place, first=[*self._row.recorded], second=[*values])
            return False
        self._row.recorded = values
        return True

    def write_totals(self, values: Cells, place: Place, report: Report, *, judged: bool = True) -> None:
        """Enter the totals as written, to be checked when the hand's points are all there.

        Those written while the hand still had points to take (not `judged`) are held against written points only.
        """
        row = self._row
        if row is None:
            if any(values):
                seats = [seat for seat, value in enumerate(values) if value]
                at = seats[0] if self._names_seat and len(seats) == 1 else None
                wrong: list[Fact] = [[SEATS[seat], values[seat], 0] for seat in seats]
                report.add(TOTALS_WRONG, place, at, recorded=[*values], audited=[0] * len(values), wrong=wrong)
        elif row.recorded_totals is not None:
            report.add(TOTALS_RECORDED_TWICE, place, first=[*row.recorded_totals], second=[*values])
        else:
            row.recorded_totals = values
            self._totals_place = place
            self._totals_judged = judged
            self.sheet.recorded_totals = values

    def write_more_totals(self, values: Cells, place: Place) -> None:
        """Enter totals of the open hand that are written again, to be checked like the first, which stand."""
        if self._row is not None and values != self._row.recorded_totals:
            self._more_totals.append((values, place))

    def write_winner(self, seats: str, place: Place, report: Report, *, judged: bool = True) -> None:
        """Enter the declared winner; report a second declaration, the first stands.

        Not `judged` is one declared while the last hand still had points to take.
        """
        if self.winner_place is not None:
            report.add(WINNER_RECORDED_TWICE, place, first=self.sheet.recorded_winners, second=seats)
            return
        self.winner_place = place
        self._winner_judged = judged
        self.sheet.recorded_winners = seats

    def strike_winner(self) -> None:
        """Take back a winner that was declared before the game was over."""
        self.winner_place = None
        self.sheet.recorded_winners = None

    def void_hand(self) -> None:
        """Strike the row of a hand that does not count."""
        if self.sheet.rows and self.sheet.rows[-1] is self._row:
            self.sheet.rows.pop()
        self._row = None

    def close_hand(self, points: Sequence[int | None] | None, consequences: list[list[int]], report: Report) -> None:
        """Enter the audited points (None where they cannot be computed), check the totals written, and go on.

        `consequences` are the points that follow from a fault named already, a wrong taker or contract: totals written
        on top of them are right.
        """
        row = self._row
        assert row is not None
        known = [point for point in points or () if point is not None]
        row.points = known if len(known) == len(self.audited) else None
        nothing: Cells = [None] * len(self.audited)
        written, audited = row.recorded or nothing, points or nothing
        wrong = False
        if row.recorded_totals is not None and self._totals_place is not None:
            held, followed = (audited, consequences) if self._totals_judged else (nothing, [])
            wrong = self._check_totals(row.recorded_totals, written, held, followed, self._totals_place, report)
        last: Cells = nothing
        for last, place in self._more_totals:
            self._check_totals(last, written, audited, consequences, place, report)
        self._more_totals.clear()
        # What the table went by where it wrote no points: what follows from its own takers.
        gone_by = consequences[0] if consequences else audited
        for seat, (cell, point, other) in enumerate(zip(written, audited, gone_by, strict=True)):
            total = None if row.recorded_totals is None else row.recorded_totals[seat]
            self.audited[seat] = _plus(self.audited[seat], point)
            own = other if cell is None else cell
            self._summed[seat] = _plus(self._summed[seat], own)
            self._past_wrong[seat] = _plus(self._past_wrong[seat], own) if total is None or wrong else total
            if total is not None:
                self._by_written[seat] = self._by_audited[seat] = total
            else:
                self._by_written[seat] = _plus(self._by_written[seat], own)
                self._by_audited[seat] = _plus(self._by_audited[seat], cell if point is None else point)
            if last[seat] is not None:
                self._by_written[seat] = last[seat]
        row.totals = self.true_totals()
        self._row = None

    def true_totals(self) -> list[int] | None:
        """Return the audited totals, None where a hand of the game has none."""
        totals = [total for total in self.audited if total is not None]
        return totals if len(totals) == len(self.audited) else None

    def _check_totals(
        self,
        totals: Cells,
        written: Sequence[int | None],
        audited: Sequence[int | None],
        consequences: Sequence[Sequence[int]],
        place: Place,
        report: Report,
    ) -> bool:
        """Report totals that no entry before them explains, and tell whether there were any.

        King K48; Kierki K-R18; findings section 2.
        """
        wrong: list[Fact] = []
        seats: list[int] = []
        for seat, total in enumerate(totals):
            known = {cell for cell in (written[seat], audited[seat]) if cell is not None}
            if total is None or not known:
                continue
            points = known | {row[seat] for row in consequences}
            bases = {base[seat] for base in self._bases()}
            right = {base + cell for base in bases if base is not None for cell in points}
            if right and total not in right:
                seats.append(seat)
                wrong.append([SEATS[seat], total, min(right) if len(right) == 1 else [*sorted(right)]])
        if wrong:
            truth: list[Fact] = [_plus(total, point) for total, point in zip(self.audited, audited, strict=True)]
            at = seats[0] if self._names_seat and len(seats) == 1 else None
            report.add(TOTALS_WRONG, place, at, recorded=[*totals], audited=truth, wrong=wrong)
        return bool(wrong)

    def declared(self) -> tuple[str | None, Place | None]:
        """Return the declared winners and the place of their line, None where there are none to be judged."""
        return (self.sheet.recorded_winners, self.winner_place) if self._winner_judged else (None, None)

    def is_open(self) -> bool:
        """Tell whether a hand's row is open."""
        return self._row is not None

    def has_totals(self) -> bool:
        """Tell whether the open hand has totals already, or no hand is open after the first."""
        return self._row.recorded_totals is not None if self._row is not None else bool(self.sheet.rows)

    def recorded(self) -> list[int | None]:
        """Return the totals as the table has them: the last ones written, gone on from by written points."""
        return self._by_written

    def all_totals(self) -> list[list[int | None]]:
        """Return the final totals by every road, the nearest to the truth first: audited, then by what was written."""
        return [*self._bases(), self._past_wrong]

    def _bases(self) -> list[list[int | None]]:
        return [self.audited, self._by_audited, self._by_written, self._summed]

    def check_winner(self, *, lowest: bool, first_seat: bool, report: Report) -> None:
        """Report a declared winner that neither the audited nor the written totals give; the game is over.

        King K50, K51; Kierki K-E1, K-E2.
        """
        true = winners(self.audited, lowest=lowest, first_seat=first_seat)
        self.sheet.winners = true
        declared, place = self.declared()
        if declared is None or place is None:
            return
        if not declared:
            report.add(NO_WINNER_DECLARED, place, winners=true)
            return
        if true is None:
            return
        named = set(declared)
        if len(named) == len(declared):
            books = self.all_totals()
            if any(named == set(winners(row, lowest=lowest, first_seat=first_seat) or "") for row in books):
                return
        totals: list[Fact] = [*self.audited]
        rule = CO_WINNER_MISSING if named < set(true) and len(named) == len(declared) else WINNER_WRONG
        report.add(rule, place, recorded=declared, winners=true, totals=totals)


def winners(totals: Sequence[int | None], *, lowest: bool, first_seat: bool) -> str | None:
    """Return the letters of the seats with the best total, in seat order; the first alone with `first_seat`.

    None where a total is unknown.
    """
    known = [total for total in totals if total is not None]
    if len(known) < len(totals) or not known:
        return None
    best = min(known) if lowest else max(known)
    seats = "".join(SEATS[seat] for seat, total in enumerate(known) if total == best)
    return seats[:1] if first_seat else seats
