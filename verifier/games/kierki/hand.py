"""One deal of a match, of any of the three sorts: its play, its contract lines, its line of the score sheet."""

from abc import ABC, abstractmethod
from typing import NamedTuple

from verifier.cards import SUITS
from verifier.finding import Place
from verifier.games.kierki.clauses import DEAL_CLAUSES
from verifier.games.kierki.deals import CONTRACT_NAMES, CONTRACTS, DealType, is_penalty
from verifier.games.kierki.house import HouseRules
from verifier.games.kierki.lottery import LotteryTable
from verifier.games.kierki.lottery_judge import LotteryJudge
from verifier.games.kierki.rules.dealing import check_contract, check_no_trump
from verifier.games.kierki.rules.penalties import PenaltyPlay
from verifier.games.kierki.rules.scores import check_awards, check_points
from verifier.games.kierki.rules.trumps import (
    TrumpPlay,
    check_caller,
    check_late_call,
    check_no_call,
    check_repeat,
    check_second_call,
)
from verifier.games.kierki.scoring import award_points, hand_points, is_settled
from verifier.games.record import DEAL_MISSING, check_seat
from verifier.games.report import Report
from verifier.games.tricks.hand import HandJudge
from verifier.games.tricks.hands import SEATS, Hands
from verifier.games.tricks.rules.ending import check_cut
from verifier.games.tricks.table import HandTable, Trick
from verifier.games.tricks.trick import HIDDEN_TRUMP, NO_TRUMP
from verifier.movetext import Act
from verifier.replay.lines import Contract
from verifier.sheet import Cells, SheetRow


class Seating(NamedTuple):
    """What a deal gives: the hands, and who may act first and name trumps (empty where nobody knows)."""

    hands: Hands
    starters: frozenset[int]
    callers: frozenset[int]


class MatchHand(ABC):
    """One deal of a match; `row` is its line of the sheet, `place` that of its deal line.

    `deal` is what it is played for, None while any penalty deal may come and no contract has named it.
    """

    def __init__(
        self,
        deal: DealType | None,
        play: HandJudge | LotteryJudge,
        seating: Seating,
        row: SheetRow,
        place: Place,
        house: HouseRules,
    ) -> None:
        self.deal = deal
        self.row = row
        self.house = house
        self.report = play.report
        self.first_act: Place | None = None
        self.claimed: list[DealType] = []
        self._play = play
        self._place = place
        self._cut = False
        self._starter_known = bool(seating.starters)
        self._full = all(seating.hands.whole)
        self._unverified_before = self.report.unverified

    def is_sheet(self) -> bool:
        """Tell whether the deal has points and no play: a score sheet (Kierki section 7.15)."""
        return not self._play.acted and self.row.recorded is not None

    def judge(self, act: Act, place: Place) -> None:
        """Judge one act and let it happen."""
        self._play.judge(act, place)
        if self.first_act is None and self._play.acted:
            self.first_act = place
            # Who begins follows from the dealer; where he is unknown nobody can say (Kierki section 7.2).
            self.report.unverified += not self._starter_known

    def contract(self, contract: Contract, seat: int | None, suits: dict[str, int], place: Place) -> None:
        """Judge a contract line; `suits` are the trump suits named in earlier deals, with their hand numbers."""
        self._play.catch_up()
        right = check_contract(contract.name, self.deal, place, self.report)
        claimed = CONTRACTS.get(contract.name)
        if claimed is not None and right:
            self.name(claimed)
        elif claimed is not None and is_penalty(claimed):
            self.claimed.append(claimed)
        if contract.suit is not None:
            self.name_suit(seat, contract.suit, suits, place, right=right)

    def name(self, deal: DealType) -> None:
        """Let a right contract name the deal; where the order of deals fixes it, nothing changes."""
        self.row.contract = CONTRACT_NAMES[deal]

    def name_suit(self, seat: int | None, suit: str, suits: dict[str, int], place: Place, *, right: bool) -> None:
        """Judge a trump suit in the contract: outside the trump deals there is none.

        With a wrong contract the suit is part of the same fault.
        """
        if right:
            check_no_trump(self.deal, suit, place, self.report)

    def close_by(self, place: Place) -> None:
        """Look at a line that closes the deal: while something is due it is cut short, unless all has been settled.

        Kierki K-R8, sections 4, 7.15 and 7.16.
        """
        self._play.settle_claim()
        if self.is_over() or self.is_sheet() or self._cut:
            return
        self._cut = True
        check_cut(self.progress(), place, exhausted=self.is_settled(), report=self.report)

    @abstractmethod
    def progress(self) -> int:
        """Return how far the deal has come: tricks that are over, or seats that are out."""

    def is_settled(self) -> bool:
        """Tell whether everything that scores has been taken."""
        return self._play.is_over()

    def is_over(self) -> bool:
        """Tell whether the deal has ended, or may end here by the house rules. Kierki K-R8, section 7.16."""
        return self._play.is_over() or (self.house.early_stop == "when-settled" and self.is_settled())

    def check_points(self, written: Cells, before: Cells | None, place: Place) -> None:
        """Look at the points as the table wrote them; after a cut only where all was settled (Kierki section 7.10)."""
        if self.deal is not None and not self.is_sheet() and self.is_settled():
            self.check_written(self.deal, written, before, place)

    @abstractmethod
    def check_written(self, deal: DealType, written: Cells, before: Cells | None, place: Place) -> None:
        """Look at the written points of a deal whose points are settled."""

    @abstractmethod
    def points(self, deal: DealType) -> list[int] | None:
        """Return the audited points of a deal whose points are settled, None where something is uncertain."""

    def close(self) -> list[int] | None:
        """Settle the deal and return its audited points, None where they cannot be computed."""
        self._play.close()
        unverified = self.report.unverified - self._unverified_before
        if unverified and not self._full:
            self.report.add(DEAL_MISSING, self._place, unverified=unverified)
        return self.points(self.deal) if self.deal is not None and self.is_settled() else None


class TrickHand(MatchHand):
    """A deal played in tricks."""

    def __init__(
        self,
        deal: DealType | None,
        rules: PenaltyPlay | TrumpPlay,
        trump: int,
        seating: Seating,
        row: SheetRow,
        place: Place,
        house: HouseRules,
        report: Report,
    ) -> None:
        self.table = HandTable(seating.hands, seating.starters, trump)
        super().__init__(deal, HandJudge(self.table, rules, report), seating, row, place, house)

    def tricks(self) -> list[Trick]:
        """Return the tricks of the deal."""
        return self.table.tricks

    def progress(self) -> int:
        """Return how many tricks are over."""
        return self.table.finished()

    def is_settled(self) -> bool:
        """Tell whether everything that scores has been taken."""
        return self._play.is_over() or (self.deal is not None and is_settled(self.deal, self.tricks(), self.house))

    def check_written(self, deal: DealType, written: Cells, before: Cells | None, place: Place) -> None:
        """Look at the written points of a deal whose points are settled."""
        check_points(written, deal, self.claimed, self.tricks(), self.house, before, place, self.report)

    def points(self, deal: DealType) -> list[int] | None:
        """Return the audited points of a deal whose points are settled, None where a taker is uncertain."""
        return hand_points(deal, self.tricks(), self.house, recorded=False)


class PenaltyHand(TrickHand):
    """One of the seven penalty deals; under `deals: any` its contract line names it (Kierki section 7.14)."""

    def __init__(
        self,
        deal: DealType | None,
        seating: Seating,
        row: SheetRow,
        place: Place,
        house: HouseRules,
        report: Report,
    ) -> None:
        self._rules = PenaltyPlay(deal, house)
        super().__init__(deal, self._rules, NO_TRUMP, seating, row, place, house, report)

    def name(self, deal: DealType) -> None:
        """Let a right contract name the deal."""
        self.deal = self._rules.deal = deal
        self.report.turn_to(DEAL_CLAUSES[deal])
        super().name(deal)


class TrumpHand(TrickHand):
    """One of the four trump deals."""

    def __init__(
        self, deal: DealType, seating: Seating, row: SheetRow, place: Place, house: HouseRules, report: Report
    ) -> None:
        super().__init__(deal, TrumpPlay(house), HIDDEN_TRUMP, seating, row, place, house, report)
        self._callers = seating.callers

    def name_suit(self, seat: int | None, suit: str, suits: dict[str, int], place: Place, *, right: bool) -> None:
        """Judge a trump call: by whom, when, and once. Kierki K-O2 to K-O4, section 7.7.

        A suit calls also under another contract's name; the first call stands.
        """
        report = self.report
        if self.row.suit is not None:
            check_second_call(suit, self.row.suit, place, report)
            return
        if seat is not None and not check_seat(seat, SEATS, place, report):
            seat = None
        elif seat is None or not self._callers:
            report.unverified += 1
        else:
            check_caller(seat, self._callers, suit, place, report)
        if self._play.acted:
            check_late_call(seat, suit, place, report)
        if suit in suits and self.house.trump_repeat == "forbid":
            check_repeat(seat, suit, suits[suit], place, report)
        suits.setdefault(suit, self.row.hand)
        self.row.seat, self.row.suit = seat, suit
        self.table.trump = SUITS.index(suit)

    def close(self) -> list[int] | None:
        """Settle the deal, a call that never came among it, and return its audited points."""
        if self.row.suit is None and self.first_act is not None:
            check_no_call(self.first_act, self.report)
        return super().close()


class LotteryHand(MatchHand):
    """The small lottery."""

    def __init__(
        self, deal: DealType, seating: Seating, row: SheetRow, place: Place, house: HouseRules, report: Report
    ) -> None:
        self.table = LotteryTable(seating.hands, seating.starters, house)
        super().__init__(deal, LotteryJudge(self.table, house, report), seating, row, place, house)

    def progress(self) -> int:
        """Return how many seats are out."""
        return len(self.table.out)

    def check_written(self, deal: DealType, written: Cells, before: Cells | None, place: Place) -> None:
        """Look at the written awards."""
        check_awards(written, self.points(deal), place, self.report)

    def points(self, deal: DealType) -> list[int] | None:
        """Return the awards, None where a card was impossible and nobody can say who was out first."""
        return None if self.table.spoiled else award_points(self.table.out)
