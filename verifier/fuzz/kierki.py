"""A match of Kierki played at random: penalty deals, trump deals, the lottery; or any number of penalty deals."""

from typing import Final, NamedTuple

from verifier.cards import CARD_TEXTS, HEART_CARDS, KING_OF_HEARTS, SEATS
from verifier.fuzz.dice import Dice
from verifier.fuzz.log import SEAT_LETTERS, SUIT_LETTERS, Log
from verifier.fuzz.lottery import SLIPS as LOTTERY_SLIPS
from verifier.fuzz.lottery import LotteryPlay
from verifier.fuzz.score_books import SLIPS as BOOK_SLIPS
from verifier.fuzz.score_books import Played, draw_habit, loser, tie, write_hand, write_winner
from verifier.fuzz.trick_hands import PLAYERS, SLIPS, TrickPlay, deal_cards, hands_of, tastes, texts_of
from verifier.fuzz.wishes import Slip, UnplayableError, Wishes, draw_slip
from verifier.games.books import winners
from verifier.games.house import read_house
from verifier.games.kierki.dealers import Dealers, left_of
from verifier.games.kierki.deals import CONTRACT_NAMES, DealType, is_penalty, schedule
from verifier.games.kierki.house import DEFAULT_PRESET, PRESETS, HouseRules
from verifier.games.kierki.lottery import LotteryTable
from verifier.games.kierki.rules.penalties import PenaltyPlay
from verifier.games.kierki.rules.trumps import TrumpPlay
from verifier.games.kierki.scoring import COUNTED, award_points, hand_points
from verifier.games.tricks.items import all_taken
from verifier.games.tricks.play_rules import PlayRules
from verifier.games.tricks.table import HandTable
from verifier.games.tricks.trick import NO_TRUMP
from verifier.replay.lines import Contract, Deal, Header

TRICK_SLIPS: Final = (*SLIPS, *BOOK_SLIPS, ("played on", 1))
TRUMP_SLIPS: Final = (*TRICK_SLIPS, ("caller", 1))


class Plan(NamedTuple):
    """One deal to come: what is played, who deals, the trump suit (-1 for none), whether another should have dealt."""

    deal: DealType
    dealer: int
    trump: int
    wrongly: bool = False


class Match:
    """A match in the making."""

    def __init__(self, header: Header, dice: Dice, wishes: Wishes) -> None:
        preset, options = header.house(DEFAULT_PRESET)
        self.house = read_house(HouseRules, PRESETS, preset, options)
        if len(header.players) != PLAYERS:
            raise UnplayableError("Kierki is a game of four players")
        self._dice = dice
        self._wishes = wishes
        self._takers = dice.chance(0.85)
        self._names = self.house.deals == "any" or dice.chance(0.5)

    def play(self) -> Log:
        """Return the log of a whole match."""
        dice, house = self._dice, self.house
        lowest = house.win == "lowest"
        plan = self._plan()
        cut = plan[: self._wishes.hands]
        hands = [self._hand(one) for one in cut]
        if self._wishes.for_ties() and dice.chance(0.5):
            tie(hands, lambda number: self._hand(plan[number]), dice, lowest=lowest, tries=80)
        log, totals, habit = Log(), [0] * PLAYERS, draw_habit(dice)
        for hand in hands:
            write_hand(log, hand, totals, habit, dice)
        if len(cut) < len(plan):
            return log
        right = winners(totals, lowest=lowest, first_seat=house.tie == "first-seat")
        assert right is not None
        wrongly = self._wishes.infractions and dice.chance(0.2)
        write_winner(log, right, habit, loser(totals, lowest=lowest) if wrongly else None)
        return log

    def _plan(self) -> list[Plan]:
        """Return the deals of a match with their dealers. Kierki K-R1, K-S5, K-S6, K-O4."""
        dice, house = self._dice, self.house
        deals = schedule(house) or tuple(DealType(dice.between(1, 7)) for _ in range(dice.between(1, 10)))
        dealers = Dealers(rotates=bool(schedule(house)))
        trumps = dice.shuffled(range(4)) if house.trump_repeat == "forbid" else [dice.below(4) for _ in range(4)]
        plan: list[Plan] = []
        slip = dice.between(1, 2 * len(deals)) if self._wishes.infractions else 0
        for deal in deals:
            if deal is DealType.LOTTERY:
                dealers.turn_to_lottery(house)
            others = [seat for seat in range(PLAYERS) if seat not in dealers.due]
            wrongly = len(plan) == slip > 0 and len(others) == PLAYERS - 1
            dealer = dice.one_of(others if wrongly else sorted(dealers.due) or range(PLAYERS))
            dealers.apply_deal(dealer)
            plan.append(Plan(deal, dealer, trumps.pop() if deal is DealType.ODGRYWKA else NO_TRUMP, wrongly))
        return plan

    def _hand(self, plan: Plan) -> Played:
        """Play one deal."""
        dice, deal = self._dice, plan.deal
        cards = deal_cards(dice, clustered=self._wishes.rare and dice.chance(0.4))
        log = Log()
        log.add(Deal(SEAT_LETTERS[plan.dealer], texts_of(cards)))
        if plan.wrongly:
            log.expect("wrong-dealer")
        if deal is DealType.LOTTERY:
            return self._lottery(plan, cards, log)
        slip = draw_slip(dice, self._wishes, TRICK_SLIPS if is_penalty(deal) else TRUMP_SLIPS)
        leader = left_of(plan.dealer)
        rules: PlayRules = PenaltyPlay(deal, self.house)
        if deal is DealType.ODGRYWKA:
            rules = TrumpPlay(self.house)
            self._call(plan, log, slip)
            leader = plan.dealer if self.house.odgrywka_leader == "dealer" else leader
        elif self._names:
            log.add(Contract(None, CONTRACT_NAMES[deal]))
        table = HandTable(hands_of(cards), frozenset({leader}), plan.trump)
        play = TrickPlay(table, rules, log, dice, slip, takers=self._takers)
        if self._wishes.rare:
            play.keep, play.part = tastes(dice, [1 << KING_OF_HEARTS, HEART_CARDS])
        self._play_out(play, leader, deal, slip)
        points = hand_points(deal, table.tricks, self.house, recorded=False)
        assert points is not None
        return Played(log, points, slip)

    def _play_out(self, play: TrickPlay, leader: int, deal: DealType, slip: Slip) -> None:
        """Play the tricks of a deal, all of them or until it may stop. Kierki K-R8."""
        house, table = self.house, play.table
        punished = house.deal6_tricks

        def may_stop() -> bool:
            return bool(table.tricks) and all_taken(table.tricks, COUNTED[deal], punished).certain

        stops = house.early_stop == "when-settled" and is_penalty(deal)
        leader = play.run(leader, may_stop if stops else None)
        if table.finished() == len(table.tricks) == 13 and slip.now("played on"):
            play.log.add(SEATS[leader] + CARD_TEXTS[self._dice.below(52)])
            play.log.expect("play-after-hand-end", leader)

    def _call(self, plan: Plan, log: Log, slip: Slip) -> None:
        """Name trumps. Kierki K-O2, K-O3."""
        caller = plan.dealer if self.house.trump_caller == "dealer" else left_of(plan.dealer)
        wrong = slip.now("caller")
        if wrong:
            caller = (caller + self._dice.between(1, 3)) % PLAYERS
        log.add(Contract(SEAT_LETTERS[caller], CONTRACT_NAMES[plan.deal], SUIT_LETTERS[plan.trump]))
        if wrong:
            log.expect("wrong-trump-caller", caller)

    def _lottery(self, plan: Plan, cards: list[list[int]], log: Log) -> Played:
        """Play the lottery. Kierki K-F1 to K-F11."""
        slip = draw_slip(self._dice, self._wishes, (*LOTTERY_SLIPS, *BOOK_SLIPS))
        if self._names:
            log.add(Contract(None, CONTRACT_NAMES[plan.deal]))
        starter = plan.dealer if self.house.lottery_starter == "dealer" else left_of(plan.dealer)
        table = LotteryTable(hands_of(cards), frozenset({starter}), self.house)
        LotteryPlay(table, self.house, log, self._dice, slip, rare=self._wishes.rare).run()
        return Played(log, award_points(table.out), slip)


def walk_kierki(header: Header, dice: Dice, wishes: Wishes) -> Log:
    """Return a whole match of Kierki.

    Raises HouseRuleError for rules that do not exist, UnplayableError for other than four players.
    """
    return Match(header, dice, wishes).play()
