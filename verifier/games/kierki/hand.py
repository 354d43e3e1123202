"""One deal of a Kierki match: what it is played for, its play, its trump call, its line of the score sheet."""

from verifier.cards import SUITS
from verifier.finding import Place
from verifier.games.kierki.deals import CONTRACT_NAMES, CONTRACTS, DealType, is_penalty
from verifier.games.kierki.house import HouseRules
from verifier.games.kierki.rules.dealing import check_contract, check_no_trump
from verifier.games.kierki.rules.penalties import PenaltyPlay
from verifier.games.kierki.rules.scores import check_points
from verifier.games.kierki.rules.trumps import (
    TrumpPlay,
    check_caller,
    check_late_call,
    check_no_call,
    check_repeat,
    check_second_call,
)
from verifier.games.kierki.scoring import hand_points, is_settled
from verifier.games.record import DEAL_MISSING, check_seat
from verifier.games.report import Report
from verifier.games.tricks.hand import HandJudge
from verifier.games.tricks.hands import SEATS, Hands
from verifier.games.tricks.rules.ending import check_cut
from verifier.games.tricks.table import HandTable
from verifier.games.tricks.trick import HIDDEN_TRUMP, NO_TRUMP
from verifier.movetext import Act
from verifier.replay.lines import Contract
from verifier.sheet import Cells, SheetRow


class TrickDeal:
    """A penalty deal or a trump deal.

    `deal` is None while any penalty deal may come and no contract has named it. `leaders` and `callers` are the seats
    that may lead first and name trumps, empty where nobody knows; `row` is the deal's line of the sheet.
    """

    def __init__(
        self,
        deal: DealType | None,
        hands: Hands,
        leaders: frozenset[int],
        callers: frozenset[int],
        row: SheetRow,
        place: Place,
        house: HouseRules,
        report: Report,
    ) -> None:
        self.deal = deal
        self.row = row
        self.named = False
        self.cut = False
        self._place = place
        self._house = house
        self._report = report
        self._callers = callers
        self._leader_known = bool(leaders)
        self._full = all(hands.whole)
        self._unverified_before = report.unverified
        self._claimed: list[DealType] = []
        self._first_card: Place | None = None
        self._rules: PenaltyPlay | TrumpPlay = (
            TrumpPlay(house) if deal is DealType.ODGRYWKA else PenaltyPlay(deal, house)
        )
        trump = HIDDEN_TRUMP if deal is DealType.ODGRYWKA else NO_TRUMP
        self._play = HandJudge(HandTable(hands, leaders, trump), self._rules, report)

    def is_played(self) -> bool:
        """Tell whether any card was laid."""
        return self._play.cards_played

    def is_sheet(self) -> bool:
        """Tell whether the deal has points and no play: a score sheet (Kierki section 7.15)."""
        return not self.is_played() and self.row.recorded is not None

    def judge(self, act: Act, place: Place) -> None:
        """Judge one act and let it happen."""
        self._play.judge(act, place)
        if self._first_card is None and self._play.cards_played:
            self._first_card = place
            # Who leads follows from the dealer; where he is unknown nobody can say (Kierki section 7.2).
            self._report.unverified += not self._leader_known

    def contract(self, contract: Contract, seat: int | None, suits: dict[str, int], place: Place) -> None:
        """Judge a contract line; `suits` are the trump suits named in earlier deals, with their hand numbers."""
        self._play.catch_up()
        right = check_contract(contract.name, self.deal, place, self._report)
        claimed = CONTRACTS.get(contract.name)
        if right and self.deal is None and claimed is not None:
            self._name(claimed)
        elif not right and claimed is not None and is_penalty(claimed):
            self._claimed.append(claimed)
        if self.deal is DealType.ODGRYWKA:
            if contract.suit is not None:
                self._call(seat, contract.suit, suits, place)
        elif right and contract.suit is not None:
            check_no_trump(self.deal, contract.suit, place, self._report)

    def _name(self, deal: DealType) -> None:
        self.deal = deal
        self.named = True
        self.row.contract = CONTRACT_NAMES[deal]
        if isinstance(self._rules, PenaltyPlay):
            self._rules.deal = deal

    def _call(self, seat: int | None, suit: str, suits: dict[str, int], place: Place) -> None:
        report = self._report
        if self.row.suit is not None:
            check_second_call(suit, self.row.suit, place, report)
            return
        if seat is not None and not check_seat(seat, SEATS, place, report):
            seat = None
        elif seat is None or not self._callers:
            report.unverified += 1
        else:
            check_caller(seat, self._callers, suit, place, report)
        if self.is_played():
            check_late_call(seat, suit, place, report)
        if suit in suits and self._house.trump_repeat == "forbid":
            check_repeat(seat, suit, suits[suit], place, report)
        suits.setdefault(suit, self.row.hand)
        self.row.seat, self.row.suit = seat, suit
        self._play.table.trump = SUITS.index(suit)

    def close_by(self, place: Place) -> None:
        """Look at a line that closes the deal: while tricks are due it is cut short, unless all has been settled.

        Kierki K-R8, sections 4 and 7.16: a deal without plays and with points is a score sheet, not cut short.
        """
        self._play.settle_claim()
        if self.is_over() or self.is_sheet() or self.cut:
            return
        self.cut = True
        tricks = self._play.table.finished()
        check_cut(tricks, place, exhausted=self.is_settled(), report=self._report)

    def is_settled(self) -> bool:
        """Tell whether everything that scores has been taken."""
        return self.deal is not None and is_settled(self.deal, self._play.table.tricks, self._house)

    def is_over(self) -> bool:
        """Tell whether the deal has ended, or may end here by the house rules. Kierki K-R8, K-O9, section 7.16."""
        return self._play.is_over() or (self._house.early_stop == "when-settled" and self.is_settled())

    def check_points(self, written: Cells, before: Cells | None, place: Place) -> None:
        """Look at the points as the table wrote them; after a cut only where all was settled (Kierki section 7.10)."""
        if self.deal is None or self.is_sheet() or not (self.is_over() or self.is_settled()):
            return
        tricks = self._play.table.tricks
        check_points(written, self.deal, self._claimed, tricks, self._house, before, place, self._report)

    def close(self) -> list[int] | None:
        """Settle the deal and return its audited points, None where they cannot be computed."""
        self._play.close()
        report = self._report
        if self.deal is DealType.ODGRYWKA and self.row.suit is None and self._first_card is not None:
            check_no_call(self._first_card, report)
        if not self._full and report.unverified > self._unverified_before:
            report.add(DEAL_MISSING, self._place, unverified=report.unverified - self._unverified_before)
        if self.deal is None or not (self.is_over() or self.is_settled()):
            return None
        return hand_points(self.deal, self._play.table.tricks, self._house, recorded=False)
