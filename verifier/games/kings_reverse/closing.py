"""The end of a hand: which line closes it, what is settled then, and what its cards count."""

from collections.abc import Sequence

from verifier.cards import UNKNOWN
from verifier.finding import FaultClass, Place, Rule
from verifier.games.kings_reverse import calls, gifts, jokers
from verifier.games.kings_reverse.draws import is_unsure
from verifier.games.kings_reverse.hand import KingsReverseHand
from verifier.games.kings_reverse.legal import Answer, could_play
from verifier.games.kings_reverse.owed import Called, Debt
from verifier.games.kings_reverse.packs import KINDS, PACK_VALUE, VALUES
from verifier.games.kings_reverse.rules.drawing import (
    ACE_DRAW_MISSING,
    LAST_CARD_DRAW_MISSING,
    MOVING_DRAWS,
    check_count,
    check_last_draws,
)
from verifier.games.kings_reverse.rules.ending import check_cut
from verifier.games.kings_reverse.rules.giving import MOVING_GIFTS
from verifier.games.report import Report
from verifier.sheet import SheetRow

MOVING_RULES = MOVING_DRAWS | MOVING_GIFTS
"""Rules by whose breach cards are in wrong hands, so that points follow from it."""


class HandCloser:
    """One hand from its deal to the line that closes it.

    `row` is its line of the sheet, `place` that of its deal line. `closed`: a line has closed it; `is_cut`: in its
    middle; `is_open`: nobody can tell; `late`: something has come after its points; `ended_with`: what the hands
    counted when the line came, before the table played on.
    """

    def __init__(
        self, play: KingsReverseHand, row: SheetRow, place: Place, unverified_before: int, *, full: bool
    ) -> None:
        self.play = play
        self.row = row
        self.place = place
        self.unverified_before = unverified_before
        self.full = full
        self.closed = False
        self.is_cut = False
        self.is_open = False
        self.points_cut = False
        self.is_bare = False
        self.ended_with: list[int | None] = []
        self.late = False
        self.effects: dict[Rule, dict[int, int]] = {}

    def is_over(self) -> bool:
        """Tell whether the hand has ended by the rules, its last draws included. OUT-1, OUT-2, PACK-9."""
        table = self.play.table
        owing = not table.is_empty() and any(debt.drawn < debt.amount and not debt.void for debt in table.debts)
        # Nobody owes anything after a wrong verdict, but what the table makes of it is still to come.
        disputed = not self.closed and table.joker is not None and table.joker.wrong_verdict
        return table.is_over and not owing and not disputed

    def close_by(self, place: Place, *, by_points: bool = False) -> None:
        """Look at a line that closes the hand: in the middle it is cut short, else the last draws are settled."""
        if self.closed:
            return
        self.closed = True
        play = self.play
        table, report = play.table, play.report
        if not play.judging:
            self.is_open = True
            return
        if not play.acted and self._is_unplayed(by_points=by_points):
            self.is_open = True
            return
        if table.plays_out() and not (table.turn.must and table.house.drawn_card == "must-play"):
            # With a card drawn that must be played the turn goes on, and the line comes in the middle of it.
            play.turns.end_draw(-1)
        if not table.is_over:
            self._let_bare_hands_out()
        if table.is_over:
            self.is_cut = False
            self._settle(place, report)
            self.ended_with = self.cells()
        elif not self.is_cut and self._is_blocked(place):
            self.ended_with = self.cells()
        elif not self.is_cut:
            self.is_cut = True
            gifts.break_off(table, report)
            check_cut(place, report)
        self.points_cut = by_points and not table.is_over

    def _let_bare_hands_out(self) -> None:
        """Let who has given its last card away be out, as the table does; of a hand in doubt nobody can tell. OUT-1."""
        table = self.play.table
        for seat, holding in enumerate(table.holdings):
            if holding.size == 0:
                table.is_over, self.is_bare = True, True
                table.out = None if holding.doubtful else seat
        for seat, holding in enumerate(table.holdings):
            duty = table.duties[seat]
            if self.is_bare and duty is not None and (holding.size == 0 or holding.misread):
                # It has no card left, or one that may have gone to another seat.
                duty.state = Called.LAPSED

    def _is_unplayed(self, *, by_points: bool) -> bool:
        """Tell whether nobody has played at all and nothing shows that somebody should: SET-8, or only points."""
        table = self.play.table
        if table.unplayable is not None:
            return not by_points
        return by_points and all(holding.unknown for holding in table.holdings)

    def _is_blocked(self, place: Place) -> bool:
        """Tell whether nobody could have played on, the stock used up: the last passes are implied (section 8)."""
        play = self.play
        table = play.table
        if not table.is_empty() and not is_unsure(table):
            return False
        answers = [
            could_play(table.holdings[seat], table.pile.match, table.house)
            for seat in range(table.players)
            if not table.is_out(seat)
        ]
        if Answer.YES in answers:
            return False
        if Answer.OPEN in answers or is_unsure(table):
            # Whether the hand is over nobody can tell: nothing is settled, nor is what comes after this line judged.
            self.is_open, play.judging = True, False
            play.report.unverified += 1
            table.is_over = True
            return True
        gifts.end_giving(table, play.report)
        jokers.settle(table, None, place, play.report)
        table.is_over = True
        calls.close_all_windows(table, play.report)
        return True

    def _settle(self, place: Place, report: Report) -> None:
        """Settle what the last card of a hand leaves open. OUT-2, ACE-5, ACE-6, CALL-11."""
        play = self.play
        table = play.table
        gifts.end_giving(table, report)
        jokers.settle(table, None, place, report)
        owed = [
            debt for debt in table.debts if debt.drawn < debt.amount and not (debt.void or debt.named or debt.short)
        ]
        if not table.is_empty() and not play.played_on and not is_unsure(table):
            last = play.last or place
            missing = [debt for debt in owed if not debt.drawn]
            check_last_draws(missing, last, report)
            self._count_effect(missing)
            for debt in owed:
                if debt.drawn:
                    check_count(debt, last, report)
        calls.close_all_windows(table, report)

    def _count_effect(self, missing: Sequence[Debt]) -> None:
        """Count what the cards are worth that were not drawn at the end, where the stock tells which they are."""
        stock = self.play.table.stock
        order = [*reversed(stock.order or [])]
        owed = sum(debt.amount for debt in missing)
        if not missing or UNKNOWN in order[:owed] or len(order) < min(owed, stock.size):
            return
        effect: dict[int, int] = {}
        for debt in missing:
            cards, order = order[: debt.amount], order[debt.amount :]
            effect[debt.seat] = sum(VALUES[card] for card in cards)
        for rule in (LAST_CARD_DRAW_MISSING, ACE_DRAW_MISSING):
            self.effects[rule] = effect

    def end_of_log(self) -> None:
        """Settle what the end of the log cannot change any more: the windows of a hand that is over. CALL-11."""
        play = self.play
        if self.closed or not play.judging:
            return
        play.turns.end_of_log()
        gifts.break_off(play.table, play.report)
        joker = play.table.joker
        if joker is not None and joker.victim is None and not joker.answered:
            # Nobody is left who could challenge it.
            jokers.answer(play.table, play.report)
        if play.table.is_over and (joker is None or joker.answered):
            calls.close_all_windows(play.table, play.report)

    def cells(self) -> list[int | None]:
        """Return the audited points of each seat, None where they cannot be computed. SCORE-1 to SCORE-3."""
        table = self.play.table
        if self.is_open or self.points_cut or not table.is_over:
            return [None] * table.players
        return [0 if seat == table.out else holding.points() for seat, holding in enumerate(table.holdings)]

    def out_by_log(self) -> int | None:
        """Return the seat that went out, None in a blocked hand, -1 where the log has lost who it was."""
        out = self.play.table.out
        return -1 if self.is_bare and out is None else out

    def without_late_cards(self) -> list[int | None]:
        """Return the points of each seat without what it drew for nothing after the end: that fault has its name."""
        late = [sum(VALUES[card] for card in holding.after_end if card < KINDS) for holding in self.play.table.holdings]
        return [None if cell is None else max(0, cell - more) for cell, more in zip(self.cells(), late, strict=True)]

    def limits(self) -> list[tuple[int, int]]:
        """Return the fewest and the most points that each hand can count, as far as its cards are known. SCORE-1."""
        table = self.play.table
        most = PACK_VALUE * table.house.packs
        if self.is_open or not self.play.judging:
            return [(0, most)] * table.players
        return [(0, most) if holding.doubtful else holding.limits(most) for holding in table.holdings]

    def _tell_ending(self, report: Report) -> None:
        """Enter into the sheet how the hand ended, and what was wrong in it (section 6)."""
        table, row = self.play.table, self.row
        if self.is_cut and (self.points_cut or not table.is_over):
            row.ending = "cut-short"
        elif table.is_over:
            row.seat = table.out
            row.ending = "blocked" if self.out_by_log() is None else self.play.last_laid
        effects: list[dict[int, int] | None] = []
        for finding in report.of_hand(row.hand):
            row.faulted |= finding.rule.fault_class in {FaultClass.ILLEGAL, FaultClass.RULING}
            if finding.rule in MOVING_RULES:
                row.moved_at.append(finding.place.event)
                effects.append(self.effects.get(finding.rule))
        row.moved_at.sort()
        if effects and None not in effects:
            row.effect = {seat: value for effect in effects if effect for seat, value in effect.items()}

    def finish(self, report: Report) -> list[int | None] | None:
        """Return the audited points of a hand that is over, None where they cannot be computed (a seat, or all)."""
        self._tell_ending(report)
        if self.points_cut or not (self.is_over() or (self.closed and not self.is_cut)):
            return None
        cells = self.cells()
        report.unverified += None in cells
        return cells
