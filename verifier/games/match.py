"""A match of dealt hands, as King and Kierki share it: line by line, hand by hand, with its books."""

from abc import ABC, abstractmethod
from typing import ClassVar

from verifier.cards import SEATS
from verifier.finding import Place
from verifier.games.acts import acts_of
from verifier.games.books import WINNER_DECLARED_EARLY, Books
from verifier.games.record import (
    ACT_NOT_IN_THIS_GAME,
    ACT_OUTSIDE_HAND,
    DEAL_MISSING,
    PLAYER_COUNT_WRONG,
    UNFINISHED_GAME,
)
from verifier.games.report import Clauses, Report
from verifier.games.tricks import PLAYERS
from verifier.games.tricks.dealt import DealtHand
from verifier.games.tricks.rules.ending import check_cut
from verifier.movetext import Act, write_token
from verifier.replay.lines import Contract, Deal, Header, Line, Moves, Points, Seal, Totals, Winner
from verifier.sheet import Cells, SheetRow


class MatchHand(ABC):
    """One hand of a match; `row` is its line of the sheet, `place` that of its deal line.

    `first_act` is the place of the first act of play; `closed_empty` that of the first line that closes the hand before
    any act; `is_cut` tells whether the hand was closed while something was due.
    """

    def __init__(self, play: DealtHand, row: SheetRow, place: Place) -> None:
        self.play = play
        self.row = row
        self.place = place
        self.report = play.report
        self.first_act: Place | None = None
        self.is_cut = False
        self.closed_empty: Place | None = None
        self._perhaps_over: tuple[Place, int] | None = None
        self._full = all(play.hands.whole)
        self._unverified_before = self.report.unverified

    def is_sheet(self) -> bool:
        """Tell whether the hand has points and no play: a score sheet (King 6.9, Kierki section 7.15)."""
        return not self.play.acted and self.row.recorded is not None

    def judge(self, act: Act, place: Place) -> None:
        """Judge one act and let it happen."""
        self.play.judge(act, place)
        if self.first_act is None and self.play.acted:
            self.first_act = place
            self.begin(act, place)
            if self.closed_empty is not None:
                # What looked like a score sheet is a hand that was closed before its play.
                self._cut(self.closed_empty)

    @abstractmethod
    def begin(self, act: Act, place: Place) -> None:
        """Judge what is due before the first act of play."""

    @abstractmethod
    def is_over(self) -> bool:
        """Tell whether the hand has ended, or may end here by the house rules."""

    def may_be_over(self, first: int | None = None) -> bool:
        """Tell whether the hand has ended, or may have ended for all that unknown cards tell.

        With `first` it is asked whether it may have been so when it had come so far.
        """
        return self.is_over()

    @abstractmethod
    def is_settled(self) -> bool:
        """Tell whether everything that scores has been taken."""

    @abstractmethod
    def progress(self) -> int:
        """Return how far the hand has come: tricks that are over, or seats that are out."""

    @abstractmethod
    def check_written(self, written: Cells, before: Cells | None, place: Place) -> None:
        """Look at the points of a hand in which all that scores is taken; `before` are those written for the last."""

    @abstractmethod
    def points(self) -> list[int] | None:
        """Return the audited points of a hand in which all that scores is taken, None where they are uncertain."""

    def consequences(self) -> list[list[int]]:
        """Return the points that follow from a fault named already: from the recorded takers first."""
        return []

    def close_by(self, place: Place) -> None:
        """Look at a line that closes the hand: while something is due it is cut short, once.

        King K34, K37 and section 7; Kierki K-R8, sections 4, 7.15 and 7.16.
        """
        self.play.settle_claim()
        if not self.play.acted:
            # Points may still make it a score sheet.
            self.closed_empty = self.closed_empty or place
        elif not self.is_cut and not self.may_be_over():
            self._cut(place)
        elif self._perhaps_over is None and not self.is_over():
            self._perhaps_over = place, self.progress()

    def _cut(self, place: Place) -> None:
        self.is_cut = True
        self.check_cut(place)

    def check_cut(self, place: Place) -> None:
        """Report the hand as cut short at this line."""
        check_cut(self.progress(), place, exhausted=self.is_settled(), report=self.report)

    def check_points(self, written: Cells, before: Cells | None, place: Place) -> None:
        """Look at the points as the table wrote them; after a cut only where all was settled."""
        if not self.is_sheet() and self.is_settled():
            self.check_written(written, before, place)

    def close(self) -> list[int] | None:
        """Settle the hand and return its audited points, None where they cannot be computed."""
        self.play.close()
        if self.closed_empty is not None and not self.is_cut and not self.is_sheet():
            self._cut(self.closed_empty)
        if self._perhaps_over is not None and not self.is_cut:
            # What was laid since may show that no unknown card had ended the hand.
            place, progress = self._perhaps_over
            if not self.may_be_over(progress):
                self._cut(place)
        unverified = self.report.unverified - self._unverified_before
        if unverified and not self._full:
            self.report.add(DEAL_MISSING, self.place, unverified=unverified)
        return self.points() if self.is_settled() else None


class MatchJudge(ABC):
    """Judges one match as its lines come (games/judging.py says what the referee asks of a judge).

    `hand` is the hand being played, None before the first and in deals after the last; `deals` counts deal lines.
    `sheets_count` tells whether a match may end with a score sheet.
    """

    sheets_count: ClassVar[bool] = False

    def __init__(self, header: Header, line: int, clauses: Clauses, most_findings: int) -> None:
        self.report = Report(clauses, most_findings)
        self.complete = False
        self.unaudited = False
        self.books = Books(len(header.players))
        self.sheet = self.books.sheet
        self.hand: MatchHand | None = None
        self.deals = 0
        self.all_over = True
        self._last_points: Cells | None = None
        self._seated = len(header.players) == PLAYERS
        if not self._seated:
            place = Place(line, 1, 0, 0)
            self.report.add(PLAYER_COUNT_WRONG, place, players=len(header.players), needed=PLAYERS)

    @abstractmethod
    def open_hand(self, deal: Deal, place: Place) -> None:
        """Judge a deal line, after the hand before it was closed, and open its hand."""

    @abstractmethod
    def contract(self, hand: MatchHand, contract: Contract, seat: int | None, place: Place) -> None:
        """Judge a contract line of the hand being played."""

    @abstractmethod
    def is_last(self) -> bool:
        """Tell whether the hand being played, or the one before, is the last of the match."""

    @abstractmethod
    def length(self) -> int | None:
        """Return how many hands the match has, None where that is not fixed."""

    @abstractmethod
    def check_winner(self, end: Place) -> None:
        """Look at the declared winner of a complete match; `end` is the place of its last event."""

    def leave(self, hand: MatchHand) -> None:
        """Note what a hand that was closed leaves behind."""
        if hand.is_sheet():
            self.unaudited = True

    @abstractmethod
    def conclude(self, end: Place) -> None:
        """Settle what only the end of the log shows; `end` is the place of its last event."""

    def line(self, line: Line, event: int) -> None:
        """Judge one event line; `event` is the number of the last event before it."""
        if not self._seated:
            return
        said = line.event
        if isinstance(said, Moves):
            self._moves(line, said, event)
            return
        place = Place(line.number, 1, self.deals, event + 1)
        if isinstance(said, Deal):
            self._deal(said, place._replace(hand=self.deals + 1))
        elif isinstance(said, Contract):
            self._contract(said, place)
        elif isinstance(said, Points):
            self._points(said, place)
        elif isinstance(said, Totals):
            self._totals(said, place)
        elif isinstance(said, Winner):
            self._winner(said, place)
        elif isinstance(said, Seal) and self.hand is not None:
            self.hand.close_by(place)

    def finish(self, place: Place) -> None:
        """Settle what the end of the log decides; `place` is that of its last event."""
        if not self._seated:
            return
        self.close_hand()
        self.conclude(place)
        self.complete = self.deals > 0 and self.is_last() and self.all_over
        self.sheet.totals = self.books.true_totals()
        if self.complete:
            self.check_winner(place)
        else:
            self.report.add(UNFINISHED_GAME, place, hands=self.deals, deals=self.length())

    def check_extras(self, deal: Deal, place: Place) -> None:
        """Report cards turned up or a stock, which these games do not have."""
        if deal.up is not None or deal.stock is not None:
            self.report.add(ACT_NOT_IN_THIS_GAME, place, token="up" if deal.up is not None else "stock")

    def close_hand(self) -> None:
        """Close the hand being played and enter its points into the books."""
        hand, self.hand = self.hand, None
        if hand is not None:
            points = hand.close()
            self.all_over = hand.is_over() or (self.sheets_count and hand.is_sheet())
            self.leave(hand)
            self.books.close_hand(points, [] if points is None else hand.consequences(), self.report)

    def strike_winner(self, place: Place) -> None:
        """Report a winner declared before the last hand is over, and strike it. King K49; Kierki K-E1."""
        self.report.add(WINNER_DECLARED_EARLY, place, deals=self.length())
        self.books.strike_winner()

    def _moves(self, line: Line, moves: Moves, event: int) -> None:
        for act, place in acts_of(line, moves, self.deals, event, self.report):
            if self.hand is not None:
                self.hand.judge(act, place)
            elif self.deals == 0:
                seat = act.seat if act.seat >= 0 else None
                self.report.add(ACT_OUTSIDE_HAND, place, seat, token=write_token(act)[:40])

    def _deal(self, deal: Deal, place: Place) -> None:
        if self.hand is not None:
            self.leave_by_deal(self.hand, place)
        self.close_hand()
        self.deals += 1
        self.open_hand(deal, place)

    def leave_by_deal(self, hand: MatchHand, place: Place) -> None:
        """Look at a deal line that ends the hand before it."""
        hand.close_by(place)

    def _contract(self, contract: Contract, place: Place) -> None:
        hand = self.hand
        if hand is not None:
            seat = None if contract.seat is None else SEATS.index(contract.seat)
            hand.play.in_turn(lambda: self.contract(hand, contract, seat, place))
        elif self.deals == 0:
            self.report.add(ACT_OUTSIDE_HAND, place, token="contract")

    def _points(self, points: Points, place: Place) -> None:
        if self.hand is None:
            if self.deals == 0:
                self.report.add(ACT_OUTSIDE_HAND, place, token="points")
            return
        if not self.books.write_points(points.values, place, self.report):
            return
        self.hand.close_by(place)
        self.hand.check_points(points.values, self._last_points, place)
        self._last_points = points.values

    def _totals(self, totals: Totals, place: Place) -> None:
        if self.hand is not None:
            self.hand.close_by(place)
        elif self.deals:
            return
        self.books.write_totals(totals.values, place, self.report, judged=self._is_closed())

    def _is_closed(self) -> bool:
        """Tell whether the books may be judged: not while the hand that they close still has points to take."""
        hand = self.hand
        return hand is None or hand.is_sheet() or hand.is_settled()

    def _winner(self, winner: Winner, place: Place) -> None:
        if not self.deals or not self.is_last():
            self.strike_winner(place)
            return
        self.close_by_winner(place)
        self.books.write_winner(winner.seats, place, self.report, judged=self._is_closed())

    def close_by_winner(self, place: Place) -> None:
        """Look at a winner line in the last hand."""
        if self.hand is not None:
            self.hand.close_by(place)
