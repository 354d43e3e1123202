"""The judge of a King match: the turn to choose, the quotas, the winner."""

from typing import ClassVar, Final

from verifier.cards import CARD_CODES, SEATS, SUITS
from verifier.finding import Fact, Finding, Place
from verifier.games.house import differing, read_house
from verifier.games.judging import Game
from verifier.games.king.choices import CONTRACTS, Choices
from verifier.games.king.clauses import CLAUSES
from verifier.games.king.hand import KingHand
from verifier.games.king.house import DEFAULT_PRESET, PRESETS, HouseRules
from verifier.games.king.rules.choosing import (
    EXTRA_HAND,
    REDEAL_NOT_IN_RULES,
    UNKNOWN_DEALER_IGNORED,
    check_chooser,
    check_quota,
    check_shift,
)
from verifier.games.king.rules.habits import Habits
from verifier.games.king.rules.winning import check_winner
from verifier.games.match import MatchHand, MatchJudge
from verifier.games.record import check_seat
from verifier.games.tricks import PLAYERS
from verifier.games.tricks.rules.cards import check_deal
from verifier.games.tricks.rules.following import REVOKE
from verifier.replay.lines import Contract, Deal, Header
from verifier.sheet import SheetRow

HOLDERS: Final = {"holder-2D": "2D", "holder-7D": "7D"}
"""The card whose holder chooses first, by the option (K10)."""


class KingJudge(MatchJudge):
    """Judges one match as its lines come; `number` counts the hands that count, `choices` who has chosen what."""

    sheets_count: ClassVar[bool] = True

    def __init__(self, header: Header, line: int, most_findings: int = 1000) -> None:
        """Take a seat at a new match. Raises HouseRuleError where the header's rules cannot be had."""
        self.preset, options = header.house(DEFAULT_PRESET)
        self._house = read_house(HouseRules, PRESETS, self.preset, options)
        self.options: dict[str, Fact] = differing(self._house, PRESETS, self.preset)
        super().__init__(header, line, CLAUSES, most_findings)
        self.sheet.lowest_wins = False
        self.number = 0
        self.choices = Choices()
        self._turn = 1 if self._house.chooser_rotation == "anticlockwise" else -1
        holder = HOLDERS.get(self._house.first_chooser)
        self._first_card = None if holder is None else CARD_CODES[holder]
        self._first: int | None = 0 if self._house.first_chooser == "seat0" else None
        self._shifted: list[tuple[int, Finding]] = []
        self._habits = Habits(self._house)
        self._unplaced: list[tuple[int, SheetRow]] = []
        self._anchor: KingHand | None = None

    def length(self) -> int:
        """Return how many hands the match has (King K7)."""
        return PLAYERS * (self._house.penalties_per_player + self._house.trumps_per_player)

    def is_last(self) -> bool:
        """Tell whether the hand being played, or the one before, is the last of the match."""
        return self.number >= self.length()

    def leave_by_deal(self, hand: MatchHand, place: Place) -> None:
        """Look at a deal line that ends the hand before it: before any card was played it is dealt again (King K21)."""
        if hand.play.acted or hand.closed_empty is not None:
            super().leave_by_deal(hand, place)
            return
        self.report.add(REDEAL_NOT_IN_RULES, place)
        self.books.void_hand()
        if self._anchor is hand:
            self._anchor = self._first = None
        self._shifted = [(offset, finding) for offset, finding in self._shifted if finding.place.hand != self.deals]
        self.hand = None
        self.number -= 1

    def open_hand(self, deal: Deal, place: Place) -> None:
        """Judge a deal line and open its hand; after the last hand of the match nothing more is judged."""
        self.report.turn_to({})
        if self.number >= self.length():
            self.report.add(EXTRA_HAND, place, hands=self.length())
            return
        self.number += 1
        if deal.dealer is not None and SEATS.index(deal.dealer) >= PLAYERS:
            self.report.add(UNKNOWN_DEALER_IGNORED, place, dealer=deal.dealer)
        self.check_extras(deal, place)
        hands = check_deal(deal.hands, place, self.report)
        if self.number == 1 and self._first_card is not None:
            self._first = hands.owner(self._first_card)
        row = SheetRow(self.deals, place.line)
        self.books.open_hand(row)
        self.hand = KingHand(hands, row, place, self._house, self.report)

    def _due(self) -> int | None:
        """Return whose turn it is to choose, None while nobody knows who chose first (King K9, K10)."""
        return None if self._first is None else (self._first + self._turn * (self.number - 1)) % PLAYERS

    def contract(self, hand: MatchHand, contract: Contract, seat: int | None, place: Place) -> None:
        """Judge a contract line of the hand being played."""
        assert isinstance(hand, KingHand)
        if seat is not None and not check_seat(seat, PLAYERS, place, self.report):
            seat = None
        if self._first is None and seat is not None and not hand.named:
            self._anchor = hand
            self._first = (seat - self._turn * (self.number - 1)) % PLAYERS
        due = self._due()
        leaders = frozenset() if seat is None else frozenset({seat} if due is None else {seat, due})
        if hand.choose(contract, seat, leaders, place):
            self._check_turn(seat, due, place)
            self._place_choices()

    def _place_choices(self) -> None:
        """Count earlier choices that nobody is recorded for, once it is known whose turn they were (section 5b)."""
        if self._first is None:
            return
        for number, row in self._unplaced:
            assert row.contract is not None
            row.counted_for = (self._first + self._turn * (number - 1)) % PLAYERS
            self.choices.apply_seat(row.counted_for, CONTRACTS.index(row.contract))
        self._unplaced = []

    def _check_turn(self, seat: int | None, due: int | None, place: Place) -> None:
        """Look at whose turn it was, and keep the run of last hands that are shifted by one offset."""
        if seat is None or due is None:
            return
        finding = check_chooser(seat, due, place, self.report)
        if finding is None:
            self._shifted = []
            return
        offset = (seat - due) % PLAYERS
        if self._shifted and self._shifted[0][0] != offset:
            self._shifted = []
        self._shifted.append((offset, finding))

    def leave(self, hand: MatchHand) -> None:
        """Count a hand's choice for the quotas, and note what cannot be audited."""
        super().leave(hand)
        assert isinstance(hand, KingHand)
        if hand.contract is None:
            self.unaudited = True
        if self.number == 1 and self._first_card is not None:
            self._check_holder(hand, self._first_card)
        self._habits.look_at(hand.table, hand.contract)
        self._count(hand)

    def _check_holder(self, hand: KingHand, card: int) -> None:
        """Look again at who had to choose first, where the plays have shown the deal to be another one (King K10)."""
        hands = hand.table.hands
        first = hands.owner(card) if hands.owner(card) is not None else hands.holder(card)
        if first == self._first or hand.chooser is None or hand.choice is None:
            return
        self.report.withdraw(finding for _, finding in self._shifted)
        self._shifted = []
        self._first = hand.chooser if first is None else first
        if hand.leader == self._first:
            self.report.withdraw(hand.wrong_leads())
        self._check_turn(hand.chooser, self._first, hand.choice)

    def _count(self, hand: KingHand) -> None:
        """Count the choice for the chooser; for the seat whose turn it was where it led, or where nobody is recorded.

        King section 5b.
        """
        if hand.contract is None or hand.choice is None:
            return
        due = self._due()
        seat = due if hand.chooser is None or hand.leader == due else hand.chooser
        suit = hand.row.suit
        check_quota(self.choices, seat, hand.contract, suit, self.number, self._house, hand.choice, self.report)
        name = CONTRACTS.index(hand.contract)
        self.choices.apply(name, -1 if suit is None else SUITS.index(suit))
        if seat is None:
            self._unplaced.append((self.number, hand.row))
        else:
            hand.row.counted_for = seat
            self.choices.apply_seat(seat, name)

    def conclude(self, end: Place) -> None:
        """Judge the run of shifted choosers at the end of the log, and what the table seems to have agreed on."""
        check_shift(self._shifted, self.report)
        if not self.report.fault_counts()[REVOKE.code]:
            self._habits.report(end, self.report)

    def check_winner(self, end: Place) -> None:
        """Look at the declared winner of a complete match."""
        first = self._first or 0
        order = [(first + self._turn * turn) % PLAYERS for turn in range(PLAYERS)]
        check_winner(self.books, order, self._house, end, self.report)


JUDGE: Final[Game] = KingJudge
"""Who judges this game."""
