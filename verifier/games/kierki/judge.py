"""The judge of a Kierki match: deal by deal, line by line."""

from verifier.cards import SEATS
from verifier.finding import Fact, Place
from verifier.games.acts import acts_of
from verifier.games.books import WINNER_DECLARED_EARLY, Books
from verifier.games.house import differing, read_house
from verifier.games.kierki.clauses import CLAUSES, DEAL_CLAUSES
from verifier.games.kierki.dealers import Dealers, left_of
from verifier.games.kierki.deals import CONTRACT_NAMES, DealType, schedule
from verifier.games.kierki.hand import LotteryHand, MatchHand, PenaltyHand, Seating, TrumpHand
from verifier.games.kierki.house import DEFAULT_PRESET, PRESETS, HouseRules
from verifier.games.kierki.rules.dealing import check_dealer, check_extra_deal
from verifier.games.record import (
    ACT_NOT_IN_THIS_GAME,
    ACT_OUTSIDE_HAND,
    PLAYER_COUNT_WRONG,
    UNFINISHED_GAME,
    check_seat,
)
from verifier.games.report import Report
from verifier.games.tricks.hands import Hands
from verifier.games.tricks.rules.cards import check_deal
from verifier.movetext import write_token
from verifier.replay.lines import Contract, Deal, Header, Line, Moves, Points, Seal, Totals, Winner
from verifier.sheet import Cells, SheetRow

PLAYERS = 4


class KierkiJudge:
    """Judges one match as its lines come (games/judging.py says what the referee asks of a judge)."""

    def __init__(self, header: Header, line: int, most_findings: int = 1000) -> None:
        """Take a seat at a new match. Raises HouseRuleError where the header's rules cannot be had."""
        rules: dict[str, Fact] = {} if isinstance(header.rules, str) else {**header.rules}
        rules.pop("preset", None)
        self.preset = header.preset() or DEFAULT_PRESET
        self._house = read_house(HouseRules, PRESETS, self.preset, rules)
        self.options = differing(self._house, PRESETS, self.preset)
        self.report = Report(CLAUSES, most_findings)
        self.complete = False
        self.unaudited = False
        self._books = Books(len(header.players))
        self.sheet = self._books.sheet
        self._schedule = schedule(self._house)
        self._dealers = Dealers(rotates=bool(self._schedule))
        self._hand = 0
        self._deal: MatchHand | None = None
        self._suits: dict[str, int] = {}
        self._last_points: Cells | None = None
        self._all_over = True
        self._seated = len(header.players) == PLAYERS
        if not self._seated:
            place = Place(line, 1, 0, 0)
            self.report.add(PLAYER_COUNT_WRONG, place, players=len(header.players), needed=PLAYERS)

    def line(self, line: Line, event: int) -> None:
        """Judge one event line; `event` is the number of the last event before it."""
        if not self._seated:
            return
        said = line.event
        if isinstance(said, Moves):
            self._moves(line, said, event)
            return
        place = Place(line.number, 1, self._hand, event + 1)
        if isinstance(said, Deal):
            self._open(said, place._replace(hand=self._hand + 1))
        elif isinstance(said, Contract):
            self._contract(said, place)
        elif isinstance(said, Points):
            self._points(said, place)
        elif isinstance(said, Totals):
            self._totals(said, place)
        elif isinstance(said, Winner):
            self._winner(said, place)
        elif isinstance(said, Seal) and self._deal is not None:
            self._deal.close_by(place)

    def _moves(self, line: Line, moves: Moves, event: int) -> None:
        for act, place in acts_of(line, moves, self._hand, event, self.report):
            if self._deal is not None:
                self._deal.judge(act, place)
            elif self._hand == 0:
                seat = act.seat if act.seat >= 0 else None
                self.report.add(ACT_OUTSIDE_HAND, place, seat, token=write_token(act)[:40])

    def _open(self, deal: Deal, place: Place) -> None:
        if self._deal is not None:
            self._deal.close_by(place)
        self._close()
        if self._schedule and self._hand >= len(self._schedule):
            self._hand += 1
            check_extra_deal(len(self._schedule), place, self.report)
            return
        if not self._schedule and self._books.winner_place is not None:
            self._early_winner(self._books.winner_place)
        kind = self._schedule[self._hand] if self._schedule else None
        self._hand += 1
        self.report.turn_to({} if kind is None else DEAL_CLAUSES[kind])
        if kind is DealType.LOTTERY:
            self._dealers.turn_to_lottery(self._house)
        dealer = self._dealer(deal, place)
        if deal.up is not None or deal.stock is not None:
            self.report.add(ACT_NOT_IN_THIS_GAME, place, token="up" if deal.up is not None else "stock")
        hands = check_deal(deal.hands, place, self.report)
        row = SheetRow(self._hand, place.line, None if kind is None else CONTRACT_NAMES[kind])
        self._books.open_hand(row)
        self._dealers.apply_deal(dealer)
        if kind is DealType.LOTTERY:
            seating = self._seating(hands, self._house.lottery_starter)
            self._deal = LotteryHand(kind, seating, row, place, self._house, self.report)
        elif kind is DealType.ODGRYWKA:
            seating = self._seating(hands, self._house.odgrywka_leader)
            self._deal = TrumpHand(kind, seating, row, place, self._house, self.report)
        else:
            self._deal = PenaltyHand(kind, self._seating(hands, "left"), row, place, self._house, self.report)

    def _seating(self, hands: Hands, starter: str) -> Seating:
        """Return who may begin, the dealer or his left neighbour, and who may name trumps. K-R2, K-O2, K-O6, K-F2."""
        dealers = self._dealers.now
        left = frozenset(left_of(seat) for seat in dealers)
        callers = dealers if self._house.trump_caller == "dealer" else left
        return Seating(hands, dealers if starter == "dealer" else left, callers)

    def _dealer(self, deal: Deal, place: Place) -> int | None:
        if deal.dealer is None:
            return None
        dealer = SEATS.index(deal.dealer)
        if not check_seat(dealer, PLAYERS, place, self.report):
            return None
        check_dealer(dealer, self._dealers.due, place, self.report)
        return dealer

    def _contract(self, contract: Contract, place: Place) -> None:
        if self._deal is not None:
            seat = None if contract.seat is None else SEATS.index(contract.seat)
            self._deal.contract(contract, seat, self._suits, place)
        elif self._hand == 0:
            self.report.add(ACT_OUTSIDE_HAND, place, token="contract")

    def _points(self, points: Points, place: Place) -> None:
        if self._deal is None:
            if self._hand == 0:
                self.report.add(ACT_OUTSIDE_HAND, place, token="points")
            return
        if not self._books.write_points(points.values, place, self.report):
            return
        self._deal.close_by(place)
        self._deal.check_points(points.values, self._last_points, place)
        self._last_points = points.values

    def _totals(self, totals: Totals, place: Place) -> None:
        if self._deal is not None:
            self._deal.close_by(place)
        elif self._hand:
            return
        self._books.write_totals(totals.values, place, self.report)

    def _winner(self, winner: Winner, place: Place) -> None:
        last = self._hand >= len(self._schedule) if self._schedule else self._hand > 0
        if not last:
            self._early_winner(place)
            return
        if self._deal is not None:
            self._deal.close_by(place)
        self._books.write_winner(winner.seats, place, self.report)

    def _early_winner(self, place: Place) -> None:
        """Report a winner declared before the last deal is over, and strike it. King K49; Kierki K-E1."""
        self.report.add(WINNER_DECLARED_EARLY, place, deals=len(self._schedule) or None)
        self._books.strike_winner()

    def _close(self) -> None:
        deal, self._deal = self._deal, None
        if deal is None:
            return
        points = deal.close()
        self._all_over = deal.is_over()
        if deal.deal is None or deal.is_sheet():
            self.unaudited = True
        self._books.close_hand(points, self.report)

    def finish(self, place: Place) -> None:
        """Settle what the end of the log decides; `place` is that of its last event."""
        if not self._seated:
            return
        self._close()
        deals = len(self._schedule)
        self.complete = self._hand > 0 and self._hand >= deals and self._all_over
        self.sheet.totals = self._books.true_totals()
        if self.complete:
            house = self._house
            self._books.check_winner(
                lowest=house.win == "lowest", first_seat=house.tie == "first-seat", report=self.report
            )
        else:
            self.report.add(UNFINISHED_GAME, place, hands=self._hand, deals=deals or None)
