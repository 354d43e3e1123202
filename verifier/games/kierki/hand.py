"""One deal of a match, of any of the three sorts: its play, its contract lines, its line of the score sheet."""

from abc import abstractmethod
from typing import NamedTuple

from verifier.cards import SUITS
from verifier.finding import Fact, Place
from verifier.games.kierki.clauses import DEAL_CLAUSES
from verifier.games.kierki.deals import CONTRACT_NAMES, CONTRACTS, DealType
from verifier.games.kierki.house import HouseRules
from verifier.games.kierki.lottery import LotteryTable
from verifier.games.kierki.lottery_judge import LotteryJudge
from verifier.games.kierki.rules.dealing import check_contract, check_no_trump
from verifier.games.kierki.rules.penalties import PenaltyPlay
from verifier.games.kierki.rules.scores import diagnose
from verifier.games.kierki.rules.trumps import (
    TrumpPlay,
    check_caller,
    check_late_call,
    check_no_call,
    check_repeat,
    check_second_call,
)
from verifier.games.kierki.scoring import COUNTED, LOTTERY_AWARDS, award_points, constant, hand_points, possible_points
from verifier.games.match import MatchHand
from verifier.games.record import check_seat
from verifier.games.report import Report
from verifier.games.tricks.hand import HandJudge
from verifier.games.tricks.hands import SEATS, Hands
from verifier.games.tricks.items import Taken, all_taken
from verifier.games.tricks.points import check_points
from verifier.games.tricks.table import TRICKS, HandTable, Trick
from verifier.games.tricks.trick import HIDDEN_TRUMP, NO_TRUMP
from verifier.movetext import Act
from verifier.replay.lines import Contract
from verifier.sheet import Cells, SheetRow


class Seating(NamedTuple):
    """What a deal gives: the hands, and who may act first and name trumps (empty where nobody knows)."""

    hands: Hands
    starters: frozenset[int]
    callers: frozenset[int]


class KierkiHand(MatchHand):
    """One deal of a match; `claimed` are the deals that contract lines named by mistake."""

    def __init__(
        self, play: HandJudge | LotteryJudge, seating: Seating, row: SheetRow, place: Place, house: HouseRules
    ) -> None:
        super().__init__(play, row, place)
        self.house = house
        self.claimed: list[DealType] = []
        self._starter_known = bool(seating.starters)

    @abstractmethod
    def due(self) -> DealType | None:
        """Return what the deal is played for, None while any penalty deal may come and no contract has named it."""

    def begin(self, act: Act, place: Place) -> None:
        """Count the first act as unverified where nobody can say who begins (Kierki section 7.2)."""
        self.report.unverified += not self._starter_known

    def contract(self, contract: Contract, seat: int | None, suits: dict[str, int], place: Place) -> None:
        """Judge a contract line; `suits` are the trump suits named in earlier deals, with their hand numbers."""
        right = check_contract(contract.name, self.due(), place, self.report)
        claimed = CONTRACTS.get(contract.name)
        if claimed is not None and right:
            self.name(claimed)
        elif claimed in COUNTED:
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
            check_no_trump(self.due(), suit, place, self.report)


class TrickHand(KierkiHand):
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
        self.deal = deal
        self.table = HandTable(seating.hands, seating.starters, trump)
        super().__init__(HandJudge(self.table, rules, report), seating, row, place, house)

    def due(self) -> DealType | None:
        """Return what the deal is played for, None while any penalty deal may come and no contract has named it."""
        return self.deal

    def tricks(self) -> list[Trick]:
        """Return the tricks of the deal."""
        return self.table.tricks

    def progress(self) -> int:
        """Return how many tricks are over."""
        return self.table.finished()

    def taken(self, first: int | None = None) -> Taken:
        """Tell whether everything that scores has been taken (when `first` tricks were over).

        Without a name any deal may be the one.
        """
        deals = [self.deal] if self.deal is not None else [*COUNTED]
        taken = [all_taken(self.tricks(), COUNTED[deal], self.house.deal6_tricks, first) for deal in deals]
        return Taken(self.deal is not None and taken[0].certain, any(one.possible for one in taken))

    def is_settled(self) -> bool:
        """Tell whether everything that scores has been taken."""
        return self.taken().certain

    def is_over(self) -> bool:
        """Tell whether the deal has ended, or may end here by the house rules. Kierki K-R8, section 7.16."""
        return self.table.finished() >= TRICKS or (self.house.early_stop == "when-settled" and self.is_settled())

    def may_be_over(self, first: int | None = None) -> bool:
        """Tell whether the deal may have ended (when `first` tricks were over), for all that unknown cards tell."""
        over = self.table.finished() if first is None else first
        return over >= TRICKS or (self.house.early_stop == "when-settled" and self.taken(first).possible)

    def check_written(self, written: Cells, before: Cells | None, place: Place) -> None:
        """Look at the written points of a deal in which all that scores is taken."""
        deal, tricks, house = self.deal, self.tricks(), self.house
        assert deal is not None

        def explain(true: list[int]) -> dict[str, Fact]:
            return diagnose(written, true, deal, tricks, house, before)

        whole, name = constant(deal, house), CONTRACT_NAMES[deal]
        check_points(written, self.points(), self.consequences(), whole, name, explain, place, self.report)

    def points(self) -> list[int] | None:
        """Return the audited points of a deal in which all that scores is taken, None where a taker is uncertain."""
        assert self.deal is not None
        return hand_points(self.deal, self.tricks(), self.house, recorded=False)

    def consequences(self) -> list[list[int]]:
        """Return the points that follow from the recorded takers, and from contracts named by mistake (7.8)."""
        assert self.deal is not None
        return possible_points(self.deal, self.claimed, self.tricks(), self.house)


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
        if self.play.acted:
            check_late_call(seat, suit, place, report)
        if suit in suits and self.house.trump_repeat == "forbid":
            check_repeat(seat, suit, suits[suit], place, report)
        suits.setdefault(suit, self.row.hand)
        self.row.seat, self.row.suit = seat, suit
        self.table.trump = SUITS.index(suit)

    def close(self) -> list[int] | None:
        """Settle the deal, a call that never came among it, and return its audited points."""
        self.play.settle_claim()
        if self.row.suit is None and self.first_act is not None:
            check_no_call(self.first_act, self.report)
        return super().close()


class LotteryHand(KierkiHand):
    """The small lottery."""

    def __init__(self, seating: Seating, row: SheetRow, place: Place, house: HouseRules, report: Report) -> None:
        self.table = LotteryTable(seating.hands, seating.starters, house)
        super().__init__(LotteryJudge(self.table, house, report), seating, row, place, house)

    def due(self) -> DealType | None:
        """Return what the deal is played for."""
        return DealType.LOTTERY

    def progress(self) -> int:
        """Return how many seats are out."""
        return len(self.table.out)

    def is_settled(self) -> bool:
        """Tell whether both awards have been won."""
        return self.table.is_over()

    def is_over(self) -> bool:
        """Tell whether the second seat is out (Kierki K-F11)."""
        return self.table.is_over()

    def check_written(self, written: Cells, before: Cells | None, place: Place) -> None:
        """Look at the written awards."""
        whole, name = sum(LOTTERY_AWARDS), CONTRACT_NAMES[DealType.LOTTERY]
        check_points(written, self.points(), [], whole, name, award_wrong, place, self.report)

    def points(self) -> list[int] | None:
        """Return the awards, None where a card was impossible and nobody can say who was out first."""
        return None if self.table.spoiled else award_points(self.table.out)


def award_wrong(_true: list[int]) -> dict[str, Fact]:
    """Return what explains wrong points of the lottery: they are not its awards (K-F10)."""
    return {"diagnosis": "award-wrong"}
