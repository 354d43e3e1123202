"""One hand of tricks played at random, as King and Kierki share it; the games' own rooms say what is allowed."""

from collections.abc import Callable, Sequence
from typing import Final

from verifier.cards import CARD_TEXTS, HEART_CARDS, PACK_SIZE, SEATS, cards_in, mask_of, suit_of
from verifier.finding import Place
from verifier.fuzz.dice import Dice
from verifier.fuzz.log import Log
from verifier.fuzz.wishes import Slip
from verifier.games.report import Report
from verifier.games.tricks.hands import HAND_SIZE, Hands
from verifier.games.tricks.play_rules import PlayRules
from verifier.games.tricks.rules.following import led_suit
from verifier.games.tricks.table import TRICKS, HandTable, Play, Trick
from verifier.games.tricks.trick import legal_follow

PLAYERS: Final = 4
NOWHERE: Final = Place(0, 0, 0, 0)

SLIPS: Final = (("revoke", 20), ("house rule", 6), ("out-of-turn", 12), ("wrong-leader", 11), ("wrong taker", 12))
"""Infractions in a hand of tricks, each with how many occasions for it are let go by at most."""


def deal_cards(dice: Dice, *, clustered: bool) -> list[list[int]]:
    """Return four hands of thirteen cards in the order dealt; `clustered` ones have long suits."""
    if not clustered:
        pack = dice.shuffled(range(PACK_SIZE))
        return [pack[HAND_SIZE * seat : HAND_SIZE * (seat + 1)] for seat in range(PLAYERS)]
    # Cards are moved a little from where they lie in a new pack.
    places = [card + dice.below(26) for card in range(PACK_SIZE)]
    pack = sorted(range(PACK_SIZE), key=lambda card: places[card])
    hands = [pack[HAND_SIZE * seat : HAND_SIZE * (seat + 1)] for seat in range(PLAYERS)]
    return [dice.shuffled(hand) for hand in dice.shuffled(hands)]


def hands_of(cards: Sequence[Sequence[int]]) -> Hands:
    """Return what is known of hands that were dealt."""
    return Hands([mask_of([*hand]) for hand in cards])


def texts_of(cards: Sequence[Sequence[int]]) -> list[str | None]:
    """Return the hands as a deal line has them."""
    return ["".join(CARD_TEXTS[card] for card in hand) for hand in cards]


class TrickPlay:
    """The play of one hand: `table` is the hand as it lies, `rules` what its game adds, `log` what is written.

    `keep` are cards (a mask) that players like to keep, `part` those that they like to part with; `takers` tells
    whether takers are written.
    """

    def __init__(self, table: HandTable, rules: PlayRules, log: Log, dice: Dice, slip: Slip, *, takers: bool) -> None:
        self.table = table
        self.rules = rules
        self.log = log
        self.keep = 0
        self.part = 0
        self._dice = dice
        self._slip = slip
        self._takers = takers
        self._report = Report({})

    def run(self, leader: int, may_stop: Callable[[], bool] | None = None) -> int:
        """Play tricks until the hand is over, or the players stop where they may; return who would lead next."""
        while self.table.finished() < TRICKS and not self.rules.is_over(self.table):
            if may_stop is not None and may_stop() and self._dice.chance(0.5):
                break
            leader = self._trick(leader)
        return leader

    def _trick(self, leader: int) -> int:
        """Play one trick and return who leads next."""
        table, dice = self.table, self._dice
        if table.tricks and self._slip.now("wrong-leader"):
            leader = (leader + dice.between(1, 3)) % PLAYERS
            self._lay(leader)
            self.log.expect("wrong-leader", leader)
        else:
            self._lay(leader)
        while table.open_trick() is not None:
            missing = table.tricks[-1].missing_seats(table.step)
            late = len(missing) > 1 and self._slip.now("out-of-turn")
            self._lay(missing[1] if late else missing[0])
            if late:
                self.log.expect("out-of-turn", missing[1])
        taker = table.tricks[-1].taker
        assert taker is not None
        if self._slip.now("wrong taker"):
            return self._claim_wrongly(taker)
        if self._takers:
            self.log.add(f"{SEATS[taker]}$")
        return taker

    def _claim_wrongly(self, taker: int) -> int:
        wrong = (taker + self._dice.between(1, 3)) % PLAYERS
        self.log.add(f"{SEATS[wrong]}$")
        self.log.expect("trick-winner-wrong")
        self.table.apply_claim(wrong)
        return self._dice.one_of([taker, wrong])

    def _lay(self, seat: int) -> None:
        card, name = self._card(seat)
        self.table.apply_play(Play(seat, card, NOWHERE))
        self.log.add(SEATS[seat] + CARD_TEXTS[card])
        if name:
            self.log.expect(name, seat)

    def _card(self, seat: int) -> tuple[int, str]:
        """Return the card that a seat lays, and the name of what is wrong with it, empty where nothing is."""
        dice, table = self._dice, self.table
        trick = table.open_trick()
        held = table.hands.held[seat]
        legal = held if trick is None else legal_follow(held, _led(trick))
        if trick is not None and legal != held and self._slip.now("revoke"):
            return dice.one_of(cards_in(held & ~legal)), "revoke"
        for cards in (legal & self.part, legal & ~self.keep, legal):
            for card in dice.in_any_order(cards_in(cards)):
                name = self.forbids(seat, card, trick)
                if not name or self._slip.now("house rule"):
                    return card, name
        raise AssertionError("a duty has left no card")

    def forbids(self, seat: int, card: int, trick: Trick | None) -> str:
        """Return the name of the rule of this game that forbids a card which follows suit, empty where none does."""
        report, play = self._report, Play(seat, card, NOWHERE)
        if trick is None:
            self.rules.check_lead(self.table, play, report)
        else:
            suit = _led(trick)
            check = self.rules.check_following if suit_of(card) == suit else self.rules.check_discard
            check(self.table, trick, suit, play, report)
        if not report.classes.total():
            return ""
        self._report = Report({})
        return next((one.rule.name for one in report.findings() if report.faults()), "")


def _led(trick: Trick) -> int:
    suit = led_suit(trick)
    assert suit is not None
    return suit


def tastes(dice: Dice, fond: Sequence[int]) -> tuple[int, int]:
    """Return cards that are kept and cards that are parted with: hearts, or one of `fond` (masks); often none."""
    cards = dice.one_of([0, HEART_CARDS, *fond])
    return (cards, 0) if dice.chance(0.5) else (0, cards)
