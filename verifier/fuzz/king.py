"""A match of King played at random: who chooses what, thirteen tricks a hand or fewer, the books."""

from typing import Final, NamedTuple

from verifier.cards import CARD_CODES, CARD_TEXTS, KING_OF_HEARTS, SEATS, cards_in
from verifier.fuzz.dice import Dice
from verifier.fuzz.log import SEAT_LETTERS, SUIT_LETTERS, Log
from verifier.fuzz.score_books import SLIPS as BOOK_SLIPS
from verifier.fuzz.score_books import Habit, Played, draw_habit, loser, tie, write_hand, write_winner
from verifier.fuzz.trick_hands import PLAYERS, SLIPS, TrickPlay, deal_cards, hands_of, tastes, texts_of
from verifier.fuzz.wishes import Slip, UnplayableError, Wishes, draw_slip
from verifier.games.house import read_house
from verifier.games.king.choices import CONTRACTS, KOZ, Choices, Limit
from verifier.games.king.contracts import DROPPED_UNDER, hand_points, quotas_of
from verifier.games.king.house import DEFAULT_PRESET, PRESETS, HouseRules
from verifier.games.king.judge import HOLDERS
from verifier.games.king.rules.choosing import BROKEN_LIMITS
from verifier.games.king.rules.playing import KingPlay
from verifier.games.king.winners import winner_letters
from verifier.games.report import Report
from verifier.games.tricks.table import HandTable
from verifier.games.tricks.trick import NO_TRUMP
from verifier.replay.lines import Contract, Deal, Header

PLANS: Final = 500
"""How many orders of choices are tried before a match counts as one that nobody can finish."""

HAND_SLIPS: Final = (*SLIPS, *BOOK_SLIPS, ("played on", 1))
CHOOSER_SLIPS: Final = (*HAND_SLIPS, ("chooser", 1))
"""Infractions of a hand; of one between the first and the last also that another seat is written as its chooser."""

REPLANNED: Final = 50
"""How many other choices are tried to find one that is against a limit, and after which all others are within."""


class Choice(NamedTuple):
    """Who chooses what: a contract by its place in CONTRACTS, and the trump suit, -1 for none."""

    seat: int
    contract: int
    suit: int


class Match:
    """A match in the making."""

    def __init__(self, header: Header, dice: Dice, wishes: Wishes) -> None:
        preset, options = header.house(DEFAULT_PRESET)
        self.house = read_house(HouseRules, PRESETS, preset, options)
        if len(header.players) != PLAYERS:
            raise UnplayableError("King is a game of four players")
        self._dice = dice
        self._wishes = wishes
        self._turn = 1 if self.house.chooser_rotation == "anticlockwise" else -1
        self._takers = dice.chance(0.85)
        self._first_deal = deal_cards(dice, clustered=False)
        self._first = self._first_chooser()
        self._hands = self._length() if wishes.hands is None else min(self._length(), wishes.hands)
        self._against: tuple[int, str] | None = None

    def _first_chooser(self) -> int:
        """Return who chooses in the first hand. King K10."""
        first = self.house.first_chooser
        if first == "seat0":
            return 0
        holder = HOLDERS.get(first)
        if holder is None:
            return self._dice.below(PLAYERS)
        return next(seat for seat, cards in enumerate(self._first_deal) if CARD_CODES[holder] in cards)

    def play(self) -> Log:
        """Return the log of a whole match."""
        dice = self._dice
        plan = self._plan()
        if self._wishes.infractions and dice.chance(0.5):
            plan = self._choose_wrongly(plan)
        hands = [self._hand(number, choice) for number, choice in enumerate(plan)]
        if self._wishes.for_ties() and dice.chance(0.5):

            def again(number: int) -> Played | None:
                return self._hand(number, plan[number]) if number else None

            tie(hands, again, dice, lowest=False, tries=100)
        log, totals, habit = Log(), [0] * PLAYERS, draw_habit(dice)
        for hand in hands:
            write_hand(log, hand, totals, habit, dice)
        if len(plan) == self._length():
            self._write_winner(log, totals, habit)
        return log

    def _write_winner(self, log: Log, totals: list[int], habit: Habit) -> None:
        dice, house = self._dice, self.house
        order = [(self._first + self._turn * turn) % PLAYERS for turn in range(PLAYERS)]
        right = winner_letters(totals, order, house)
        assert right is not None
        wrongly = self._wishes.infractions and house.win == "highest" and dice.chance(0.2)
        write_winner(log, right, habit, loser(totals, lowest=False) if wrongly else None)

    def _length(self) -> int:
        """Return how many hands a match has. King K7."""
        return PLAYERS * (self.house.penalties_per_player + self.house.trumps_per_player)

    def _plan(self) -> list[Choice]:
        """Return the choices of the hands to be played, all within the quotas. King K7, K9, K12 to K19."""
        for _ in range(PLANS):
            plan = self._try_plan(self._hands)
            if len(plan) == self._hands:
                return plan
        raise UnplayableError("no match can be chosen to its end under these rules")

    def _try_plan(self, hands: int) -> list[Choice]:
        dice, choices, quotas = self._dice, Choices(), quotas_of(self.house)
        plan: list[Choice] = []
        for number in range(hands):
            seat = (self._first + self._turn * number) % PLAYERS
            may = [
                Choice(seat, contract, suit)
                for contract in range(len(CONTRACTS))
                for suit in (range(4) if contract == KOZ else (-1,))
                if choices.broken(seat, contract, suit, number + 1, quotas) is Limit.NONE
            ]
            if not may:
                break
            contract = dice.one_of(sorted({choice.contract for choice in may}))
            choice = dice.one_of([one for one in may if one.contract == contract])
            choices.apply(choice.contract, choice.suit)
            choices.apply_seat(seat, choice.contract)
            plan.append(choice)
        return plan

    def _choose_wrongly(self, plan: list[Choice]) -> list[Choice]:
        """Return the plan with one choice against a limit, where all others stay within; which is in `_against`."""
        dice = self._dice
        for _ in range(REPLANNED):
            at, contract = dice.below(len(plan)), KOZ if dice.chance(0.5) else dice.below(KOZ)
            choice = Choice(plan[at].seat, contract, dice.below(4) if contract == KOZ else -1)
            other = [*plan[:at], choice, *plan[at + 1 :]]
            choices, quotas = Choices(), quotas_of(self.house)
            broken = []
            for number, one in enumerate(other):
                limit = choices.broken(one.seat, one.contract, one.suit, number + 1, quotas)
                if limit is not Limit.NONE:
                    broken.append((number, BROKEN_LIMITS[limit][0].name))
                choices.apply(one.contract, one.suit)
                choices.apply_seat(one.seat, one.contract)
            if len(broken) == 1:
                self._against = broken[0]
                return other
        return plan

    def _hand(self, number: int, choice: Choice) -> Played:
        """Play one hand of the match."""
        dice, rare = self._dice, self._wishes.rare
        slip = draw_slip(dice, self._wishes, CHOOSER_SLIPS if 0 < number < self._hands - 1 else HAND_SLIPS)
        cards = deal_cards(dice, clustered=rare and dice.chance(0.4)) if number else self._first_deal
        log, name = Log(), CONTRACTS[choice.contract]
        log.add(Deal(None, texts_of(cards)))
        self._name(choice, number, log, slip)
        play = self._begin(cards, choice, log, slip)
        leader = play.run(choice.seat)
        self._play_on(play, leader, log, slip)
        points = hand_points(name, play.table.tricks, self.house, recorded=False)
        assert points is not None
        return Played(log, points, slip)

    def _name(self, choice: Choice, number: int, log: Log, slip: Slip) -> None:
        """Write the contract: where that is the slip by another seat, though the one whose turn it is leads. K9."""
        wrong = slip.now("chooser")
        seat = (choice.seat + self._dice.between(1, 3)) % PLAYERS if wrong else choice.seat
        suit = None if choice.suit < 0 else SUIT_LETTERS[choice.suit]
        log.add(Contract(SEAT_LETTERS[seat], CONTRACTS[choice.contract], suit))
        if wrong:
            log.expect("wrong-chooser", seat)
        if self._against is not None and self._against[0] == number:
            log.expect(self._against[1], None if wrong else choice.seat)

    def _begin(self, cards: list[list[int]], choice: Choice, log: Log, slip: Slip) -> TrickPlay:
        dice, name = self._dice, CONTRACTS[choice.contract]
        step = 1 if self.house.play_direction == "anticlockwise" else -1
        trump = choice.suit if choice.suit >= 0 else NO_TRUMP
        table = HandTable(hands_of(cards), frozenset({choice.seat}), trump, step)
        rules = KingPlay(self.house, Report({}))
        rules.contract = name
        play = TrickPlay(table, rules, log, dice, slip, takers=self._takers)
        if self._wishes.rare:
            play.keep, play.part = tastes(dice, [DROPPED_UNDER.get(name, 0)])
            if name == "rifki":
                # Rifki ends with the first trick, or with the last, much more often than by chance.
                king = 1 << KING_OF_HEARTS
                play.keep, play.part = dice.one_of([(0, king), (king, 0), (0, 0)])
        return play

    def _play_on(self, play: TrickPlay, leader: int, log: Log, slip: Slip) -> None:
        """Lay one more card after an early end, where that is the slip. King K36."""
        held = cards_in(play.table.hands.held[leader])
        if held and slip.now("played on"):
            log.add(SEATS[leader] + CARD_TEXTS[self._dice.one_of(held)])
            log.expect("play-after-hand-end", leader)


def walk_king(header: Header, dice: Dice, wishes: Wishes) -> Log:
    """Return a whole match of King.

    Raises HouseRuleError for rules that do not exist, UnplayableError where no match can be finished under them.
    """
    return Match(header, dice, wishes).play()
