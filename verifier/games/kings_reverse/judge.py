"""The judge of a game of Kings Reverse: hand after hand until somebody reaches the target, and its books."""

from typing import Final

from verifier.finding import Fact, Place
from verifier.games.acts import acts_of
from verifier.games.books import Books, winners
from verifier.games.house import differing, read_house
from verifier.games.judging import Game
from verifier.games.kings_reverse.clauses import CLAUSES
from verifier.games.kings_reverse.closing import HandCloser
from verifier.games.kings_reverse.dealing import lay_out
from verifier.games.kings_reverse.hand import KingsReverseHand
from verifier.games.kings_reverse.house import DEFAULT_PRESET, PRESETS, HouseRules
from verifier.games.kings_reverse.rules.ending import check_after_points
from verifier.games.kings_reverse.rules.scores import (
    check_after_end,
    check_early_end,
    check_missed_end,
    check_points,
    check_winner,
    reached,
)
from verifier.games.kings_reverse.rules.setup import check_packs, check_players
from verifier.games.record import ACT_NOT_IN_THIS_GAME, ACT_OUTSIDE_HAND, DEAL_MISSING, UNFINISHED_GAME, check_foreign
from verifier.games.report import Report
from verifier.movetext import ActKind, write_token
from verifier.replay.lines import Contract, Deal, Header, Line, Moves, Points, Seal, Totals, Winner
from verifier.sheet import SheetRow

TURN_ACTS = frozenset({ActKind.PLAY, ActKind.JOKER, ActKind.SEVERAL, ActKind.DRAW, ActKind.PASS})
"""What may still be said of a hand that is over and whose totals are written, but not its points."""


class KingsReverseJudge:
    """Judges one game as its lines come (games/judging.py says what the referee asks of a judge).

    `hand` is the hand being played, None before the first and in deals that cannot be; `deals` counts deal lines.
    """

    def __init__(self, header: Header, line: int, most_findings: int = 1000) -> None:
        """Take a seat at a new game. Raises HouseRuleError where the header's rules cannot be had."""
        self.preset, options = header.house(DEFAULT_PRESET)
        self._house = read_house(HouseRules, PRESETS, self.preset, options)
        self.options: dict[str, Fact] = differing(self._house, PRESETS, self.preset)
        self.report = Report(CLAUSES, most_findings)
        self.complete = False
        self.unaudited = False
        self._players = len(header.players)
        self.books = Books(self._players, names_seat=True)
        self.sheet = self.books.sheet
        self.sheet.lowest_wins = True
        self.deals = 0
        self._hand: HandCloser | None = None
        self._winner: tuple[str, Place] | None = None
        self._more_winners: list[tuple[str, Place]] = []
        self._winner_judged = True
        self._ended = False

    def line(self, line: Line, event: int) -> None:
        """Judge one event line; `event` is the number of the last event before it."""
        said = line.event
        if isinstance(said, Moves):
            self._moves(line, said, event)
            return
        place = Place(line.number, 1, self.deals, event + 1)
        if isinstance(said, Deal):
            self._deal(said, place._replace(hand=self.deals + 1))
        elif isinstance(said, Contract):
            self._foreign_line("contract", place)
        elif isinstance(said, Points):
            self._points(said, place)
        elif isinstance(said, Totals):
            self._totals(said, place)
        elif isinstance(said, Winner):
            self._declare(said, place)
        elif isinstance(said, Seal) and self._hand is not None:
            self._hand.close_by(place)

    def finish(self, place: Place) -> None:
        """Settle what the end of the log decides; `place` is that of its last event."""
        if self._hand is not None:
            self._hand.end_of_log()
        over = self._close_hand()
        self._judge_winner()
        self.sheet.totals = self.books.true_totals()
        target = self._house.target
        totals = self.books.audited if None not in self.books.audited else self.books.recorded()
        self.complete = self.deals > 0 and over and bool(reached(totals, target))
        if self.complete:
            self.sheet.winners = winners(self.books.audited, lowest=True, first_seat=False)
        else:
            self.report.add(UNFINISHED_GAME, place, hands=self.deals, deals=None)

    def _foreign_line(self, token: str, place: Place) -> None:
        self.report.add(ACT_NOT_IN_THIS_GAME, place, token=token)

    def _moves(self, line: Line, moves: Moves, event: int) -> None:
        for act, place in acts_of(line, moves, self.deals, event, self.report):
            hand = self._hand
            if hand is None:
                if not self.deals and act.kind is ActKind.TAKES:
                    check_foreign(act, place, self.report)
                elif not self.deals:
                    seat = act.seat if act.seat >= 0 else None
                    self.report.add(ACT_OUTSIDE_HAND, place, seat, token=write_token(act)[:40])
            elif hand.row.recorded is None:
                if not hand.closed or act.kind in TURN_ACTS:
                    hand.play.judge(act, place)
            elif not hand.late:
                hand.late = True
                seat = act.seat if act.seat >= 0 else None
                check_after_points(seat, write_token(act)[:40], place, self.report)

    def _deal(self, deal: Deal, place: Place) -> None:
        if self._hand is not None:
            self._hand.close_by(place)
        self._close_hand()
        self._judge_winner()
        house, report = self._house, self.report
        if self._winner is not None and not self._ended:
            self._ended = True
            check_after_end(place, self._winner[0], report)
        elif self._winner is None and not self._ended:
            self._ended = check_missed_end(self.books, house.target, place, report)
        self.deals += 1
        row = SheetRow(self.deals, place.line)
        self.books.open_hand(row)
        if not check_players(self._players, house.packs, place, report):
            self._hand = None
            return
        if self.deals == 1:
            check_packs(self._players, house.packs, place, report)
        unverified = report.unverified
        table = lay_out(deal, self._players, house, place, report)
        full = deal.hands is not None and None not in deal.hands and "??" not in "".join(filter(None, deal.hands))
        self._hand = HandCloser(KingsReverseHand(table, report), row, place, unverified, full=full)

    def _close_hand(self) -> bool:
        """Close the hand being played, enter its points into the books, and tell whether it had ended."""
        hand, self._hand = self._hand, None
        if hand is None:
            if self.deals and self.books.is_open():
                self.books.close_hand(None, [], self.report)
            return False
        points = hand.finish(self.report)
        unverified = self.report.unverified - hand.unverified_before
        if unverified and not hand.full:
            self.report.add(DEAL_MISSING, hand.place, unverified=unverified)
        self.unaudited |= points is None or None in points
        followed = []
        for cells in (hand.without_late_cards(), hand.ended_with):
            known = [cell for cell in cells if cell is not None]
            if points is not None and len(known) == len(points) and known != points:
                followed.append(known)
        self.books.close_hand(points, followed, self.report)
        return hand.closed or hand.is_cut or hand.is_over()

    def _points(self, points: Points, place: Place) -> None:
        hand = self._hand
        if hand is None:
            if not self.deals:
                self.report.add(ACT_OUTSIDE_HAND, place, token="points")
            return
        if hand.row.recorded is not None:
            if not hand.late:
                hand.late = True
                check_after_points(None, "points", place, self.report)
            return
        self.books.write_points(points.values, place, self.report)
        hand.close_by(place, by_points=True)
        if not hand.points_cut:
            audited, out = hand.cells(), hand.out_by_log()
            late = hand.without_late_cards()
            # A table that does not count what was drawn after the end makes no second mistake.
            cells = [
                more if cell == more else true for cell, true, more in zip(points.values, audited, late, strict=True)
            ]
            check_points(points.values, cells, hand.limits(), out, place, self.report)

    def _totals(self, totals: Totals, place: Place) -> None:
        hand = self._hand
        if hand is not None and not hand.closed:
            hand.close_by(place)
            if hand.is_cut:
                # The hand may be played on, and its points come later.
                hand.closed = False
        if self.books.has_totals():
            self.books.write_more_totals(totals.values, place)
            return
        self.books.write_totals(totals.values, place, self.report, judged=hand is None or not hand.points_cut)

    def _declare(self, winner: Winner, place: Place) -> None:
        hand = self._hand
        if hand is not None and not hand.closed:
            hand.close_by(place)
            hand.closed = not hand.is_cut
        if self._winner is not None:
            if winner.seats != self._winner[0]:
                self._more_winners.append((winner.seats, place))
            return
        self._winner = (winner.seats, place)
        self.sheet.recorded_winners = winner.seats
        if not self.deals:
            self._judge_winner()

    def _judge_winner(self) -> None:
        """Judge the winner declared, once, now that the last hand is in the books. GAME-1 to GAME-3."""
        if self._winner is None or not self._winner_judged:
            return
        self._winner_judged = False
        declared, place = self._winner
        recorded, audited = self.books.recorded(), self.books.audited
        if not check_early_end(recorded, audited, self._house.target, declared, place, self.report):
            for named, where in ((declared, place), *self._more_winners):
                check_winner(self.books, named, where, self.report)


JUDGE: Final[Game] = KingsReverseJudge
"""Who judges this game."""
