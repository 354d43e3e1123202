"""One hand of King: its chooser and contract, its play, its line of the score sheet."""

from verifier.cards import SUITS
from verifier.finding import Fact, Finding, Place
from verifier.games.king.clauses import CONTRACT_CLAUSES
from verifier.games.king.contracts import COUNTED, TRUMPS, constant, hand_points
from verifier.games.king.house import HouseRules
from verifier.games.king.rules.choosing import LEAD_BEFORE_CHOICE, check_change, check_name, check_suit
from verifier.games.king.rules.ending import check_mid_trick
from verifier.games.king.rules.playing import KingPlay
from verifier.games.king.rules.scores import diagnose
from verifier.games.king.rules.sheets import check_sheet
from verifier.games.match import MatchHand
from verifier.games.report import Report
from verifier.games.tricks.hand import HandJudge
from verifier.games.tricks.hands import Hands
from verifier.games.tricks.items import Taken, all_taken
from verifier.games.tricks.points import check_points
from verifier.games.tricks.rules.turns import WRONG_LEADER
from verifier.games.tricks.table import TRICKS, HandTable, Trick
from verifier.games.tricks.trick import HIDDEN_TRUMP, NO_TRUMP
from verifier.movetext import Act
from verifier.replay.lines import Contract
from verifier.sheet import Cells, SheetRow


class KingHand(MatchHand):
    """One hand of a match.

    `contract` is None until one of the seven is chosen; `named` tells whether a contract line was there, of a known
    name or not; `chooser` is the recorded chooser, None where none is; `leader` who led first; `choice` the place of
    the contract line.
    """

    def __init__(self, hands: Hands, row: SheetRow, place: Place, house: HouseRules, report: Report) -> None:
        step = 1 if house.play_direction == "anticlockwise" else -1
        self.table = HandTable(hands, frozenset(), HIDDEN_TRUMP, step)
        self._rules = KingPlay(house, report)
        super().__init__(HandJudge(self.table, self._rules, report), row, place)
        self.house = house
        self.contract: str | None = None
        self.named = False
        self.chooser: int | None = None
        self.leader: int | None = None
        self.choice: Place | None = None
        self._written: tuple[Cells, Place] | None = None

    def tricks(self) -> list[Trick]:
        """Return the tricks of the hand."""
        return self.table.tricks

    def begin(self, act: Act, place: Place) -> None:
        """Report a card before the contract is chosen (King K22), and note who leads."""
        self.leader = act.seat
        if not self.named:
            self.report.add(LEAD_BEFORE_CHOICE, place, act.seat)

    def wrong_leads(self) -> list[Finding]:
        """Return what was found wrong with the turn to lead the first trick."""
        first = self.table.tricks[0].laid()[0] if self.table.tricks else None
        return [one for one in first.findings if one.rule is WRONG_LEADER] if first is not None else []

    def choose(self, contract: Contract, chooser: int | None, leaders: frozenset[int], place: Place) -> bool:
        """Judge a contract line and let it hold if it is the first; return whether it is.

        `leaders` are the seats that may lead: the chooser, and the one whose turn to choose it was. King K11, K18, K20.
        """
        if self.named:
            self._change(contract, chooser, place)
            return False
        self.named = True
        self.chooser, self.choice = chooser, place
        if not self.table.tricks:
            self.table.leaders = leaders
        self.row.seat = chooser
        if not check_name(contract.name, chooser, place, self.report):
            return True
        check_suit(contract.name, contract.suit, chooser, place, self.report)
        self.contract = self._rules.contract = self.row.contract = contract.name
        self.report.turn_to(CONTRACT_CLAUSES[contract.name])
        if contract.name == TRUMPS:
            self._name_suit(contract.suit)
        else:
            self.table.trump = NO_TRUMP
        return True

    def _name_suit(self, suit: str | None) -> None:
        if suit is not None:
            self.row.suit = suit
            self.table.trump = SUITS.index(suit)

    def _change(self, contract: Contract, seat: int | None, place: Place) -> None:
        if not check_name(contract.name, seat, place, self.report) or self.contract is None:
            return
        first = self.chooser, self.contract, self.row.suit
        check_change(first, (seat, contract.name, contract.suit), place, self.report)
        if contract.name == self.contract == TRUMPS and self.row.suit is None:
            self._name_suit(contract.suit)

    def progress(self) -> int:
        """Return how many tricks are over."""
        return self.table.finished()

    def taken(self) -> Taken:
        """Tell whether everything that scores has been taken; without a contract any may be the one."""
        names = [self.contract] if self.contract is not None else [*COUNTED]
        taken = [all_taken(self.tricks(), COUNTED[name], self.house.last_two) for name in names]
        return Taken(self.contract is not None and taken[0].certain, any(one.possible for one in taken))

    def is_settled(self) -> bool:
        """Tell whether everything that scores has been taken."""
        return self.taken().certain

    def is_over(self) -> bool:
        """Tell whether the hand has ended: thirteen tricks, or what ends it early (King K34, K36, K37)."""
        return self.table.finished() >= TRICKS or self._rules.is_over(self.table)

    def may_be_over(self, first: int | None = None) -> bool:
        """Tell whether the hand may have ended (when `first` tricks were over), for all that unknown cards tell."""
        over = self.table.finished() if first is None else first
        early = self.house.early_end
        names = [self.contract] if self.contract is not None else [*COUNTED]
        ending = [name for name in names if early == "exhausted" or (early == "rifki" and name == "rifki")]
        return over >= TRICKS or any(
            all_taken(self.tricks(), COUNTED[name], self.house.last_two, first).possible for name in ending
        )

    def check_cut(self, place: Place) -> None:
        """Report the hand as cut short, or as ended in the middle of the trick that decides Rifki (King K36)."""
        if not check_mid_trick(self.table, self.contract, place, self.report):
            super().check_cut(place)

    def check_points(self, written: Cells, before: Cells | None, place: Place) -> None:
        """Look at the points as the table wrote them; a score sheet is looked at when no play has come (King 6.9)."""
        self._written = written, place
        super().check_points(written, before, place)

    def close(self) -> list[int] | None:
        """Settle the hand, a score sheet among it, and return its audited points."""
        if self.is_sheet() and self.contract is not None and self._written is not None:
            written, place = self._written
            check_sheet(written, self.contract, self.house, place, self.report)
        return super().close()

    def check_written(self, written: Cells, before: Cells | None, place: Place) -> None:
        """Look at the written points of a hand in which all that scores is taken."""
        contract, tricks, house = self.contract, self.tricks(), self.house
        assert contract is not None

        def explain(true: list[int]) -> dict[str, Fact]:
            return diagnose(written, true, contract, tricks, house, before)

        whole = constant(contract, house)
        check_points(written, self.points(), self.consequences(), whole, contract, explain, place, self.report)

    def points(self) -> list[int] | None:
        """Return the audited points of a hand in which all that scores is taken, None where a taker is uncertain."""
        assert self.contract is not None
        return hand_points(self.contract, self.tricks(), self.house, recorded=False)

    def consequences(self) -> list[list[int]]:
        """Return the points that follow from the recorded takers."""
        assert self.contract is not None
        followed = hand_points(self.contract, self.tricks(), self.house, recorded=True)
        return [] if followed is None else [followed]
