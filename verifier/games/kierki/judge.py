"""The judge of a Kierki match: the order of the deals, their dealers, the winner."""

from typing import Final

from verifier.cards import SEATS
from verifier.finding import Fact, Place
from verifier.games.house import differing, read_house
from verifier.games.judging import Game
from verifier.games.kierki.clauses import CLAUSES, DEAL_CLAUSES
from verifier.games.kierki.dealers import Dealers, left_of
from verifier.games.kierki.deals import CONTRACT_NAMES, DealType, schedule
from verifier.games.kierki.hand import KierkiHand, LotteryHand, PenaltyHand, Seating, TrickHand, TrumpHand
from verifier.games.kierki.house import DEFAULT_PRESET, PRESETS, HouseRules
from verifier.games.kierki.rules.dealing import check_dealer, check_extra_deal
from verifier.games.match import MatchHand, MatchJudge
from verifier.games.record import check_seat
from verifier.games.tricks import PLAYERS
from verifier.games.tricks.hands import Hands
from verifier.games.tricks.rules.cards import check_deal
from verifier.games.tricks.rules.ending import check_cut
from verifier.replay.lines import Contract, Deal, Header
from verifier.sheet import SheetRow


class KierkiJudge(MatchJudge):
    """Judges one match as its lines come."""

    def __init__(self, header: Header, line: int, most_findings: int = 1000) -> None:
        """Take a seat at a new match. Raises HouseRuleError where the header's rules cannot be had."""
        self.preset, options = header.house(DEFAULT_PRESET)
        self._house = read_house(HouseRules, PRESETS, self.preset, options)
        self.options: dict[str, Fact] = differing(self._house, PRESETS, self.preset)
        super().__init__(header, line, CLAUSES, most_findings)
        self.sheet.lowest_wins = self._house.win == "lowest"
        self._schedule = schedule(self._house)
        self._dealers = Dealers(rotates=bool(self._schedule))
        self._suits: dict[str, int] = {}
        self._winner_cut: tuple[Place, int, bool] | None = None

    def length(self) -> int | None:
        """Return how many deals the match has, None where any number may come."""
        return len(self._schedule) or None

    def is_last(self) -> bool:
        """Tell whether the deal being played is the last; where any number may come, each may be."""
        return self.deals >= len(self._schedule)

    def open_hand(self, deal: Deal, place: Place) -> None:
        """Judge a deal line and open its deal; after the last deal of the match nothing more is judged."""
        if self._schedule and self.deals > len(self._schedule):
            check_extra_deal(len(self._schedule), place, self.report)
            return
        if self.books.winner_place is not None:
            # Where any number of deals may come, only a further one shows that a winner was declared too early.
            self._winner_cut = None
            self.strike_winner(self.books.winner_place)
        kind = self._schedule[self.deals - 1] if self._schedule else None
        self.report.turn_to({} if kind is None else DEAL_CLAUSES[kind])
        if kind is DealType.LOTTERY:
            self._dealers.turn_to_lottery(self._house)
        dealer = self._dealer(deal, place)
        self.check_extras(deal, place)
        hands = check_deal(deal.hands, place, self.report)
        row = SheetRow(self.deals, place.line, None if kind is None else CONTRACT_NAMES[kind])
        self.books.open_hand(row)
        self._dealers.apply_deal(dealer)
        self.hand = self._hand(kind, hands, row, place)

    def _hand(self, kind: DealType | None, hands: Hands, row: SheetRow, place: Place) -> KierkiHand:
        house = self._house
        if kind is DealType.LOTTERY:
            return LotteryHand(self._seating(hands, house.lottery_starter), row, place, house, self.report)
        if kind is DealType.ODGRYWKA:
            return TrumpHand(kind, self._seating(hands, house.odgrywka_leader), row, place, house, self.report)
        return PenaltyHand(kind, self._seating(hands, "left"), row, place, house, self.report)

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

    def contract(self, hand: MatchHand, contract: Contract, seat: int | None, place: Place) -> None:
        """Judge a contract line of the deal being played."""
        assert isinstance(hand, KierkiHand)
        hand.contract(contract, seat, self._suits, place)

    def close_by_winner(self, place: Place) -> None:
        """Look at a winner line in what may be the last deal.

        Where any number of deals may come, the end of the log shows whether it was; until then the deal stays open.
        """
        hand = self.hand
        if self._schedule or hand is None:
            super().close_by_winner(place)
            return
        hand.play.settle_claim()
        if not hand.is_sheet() and not hand.is_cut and not hand.may_be_over():
            self._winner_cut = place, hand.progress(), hand.is_settled()

    def conclude(self, end: Place) -> None:
        """Report the last deal as cut short by the winner line, now that no other deal has come."""
        if self._winner_cut is not None:
            place, progress, exhausted = self._winner_cut
            check_cut(progress, place, exhausted=exhausted, report=self.report)

    def leave(self, hand: MatchHand) -> None:
        """Note a deal that cannot be audited: a score sheet, or one that no contract has named."""
        super().leave(hand)
        if isinstance(hand, TrickHand) and hand.deal is None:
            self.unaudited = True

    def check_winner(self, end: Place) -> None:
        """Look at the declared winner of a complete match. Kierki K-E1, K-E2."""
        house = self._house
        lowest, first = house.win == "lowest", house.tie == "first-seat"
        self.books.check_winner(lowest=lowest, first_seat=first, report=self.report)


JUDGE: Final[Game] = KierkiJudge
"""Who judges this game."""
