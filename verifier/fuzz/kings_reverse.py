"""A game of Kings Reverse played at random: hands until a total reaches the target, the books, the winners."""

from typing import Final

from verifier.cards import JACK, JOKER, KING
from verifier.fuzz.dice import Dice
from verifier.fuzz.log import Log
from verifier.fuzz.score_books import SLIPS as BOOK_SLIPS
from verifier.fuzz.score_books import Played, draw_habit, loser, write_hand, write_winner
from verifier.fuzz.shedding_table import FOND, Habits, Round
from verifier.fuzz.shedding_turns import play_hand
from verifier.fuzz.wishes import UnplayableError, Wishes, draw_slip
from verifier.games.books import winners
from verifier.games.house import read_house
from verifier.games.kings_reverse.house import DEFAULT_PRESET, PRESETS, HouseRules
from verifier.games.kings_reverse.packs import ACE_OF_SPADES, CARDS_DEALT, CARDS_IN_PACK, EIGHT, SEVEN
from verifier.replay.lines import Header

SLIPS: Final = (
    *BOOK_SLIPS,
    ("call missed", 1),
    ("call caught", 1),
    ("call penalty", 1),
    ("illegal joker caught", 2),
    ("illegal joker let off", 2),
    ("illegal joker unchallenged", 2),
    ("wrong verdict", 2),
    ("joker count", 2),
    ("seven", 4),
    ("no match", 10),
    ("out of turn", 6),
    ("no pair", 2),
    ("pass", 8),
    ("kept", 2),
    ("last draw", 1),
    ("gift", 1),
    ("ace draw", 1),
)
"""Infractions in a hand, each with how many occasions for it are let go by at most."""

SPECIALS: Final = (
    *(frozenset(rank + 13 * suit for suit in range(4)) for rank in (SEVEN, EIGHT, KING, JACK)),
    frozenset({ACE_OF_SPADES}),
    frozenset({JOKER}),
)
"""Cards that tables of rare states turn up more often than by chance."""

MOST_HANDS: Final = 5_000
MOST_TRIES: Final = 1_000
TIES_TRIED: Final = 15


class Game:
    """A game in the making."""

    def __init__(self, header: Header, dice: Dice, wishes: Wishes) -> None:
        preset, options = header.house(DEFAULT_PRESET)
        self.house = read_house(HouseRules, PRESETS, preset, options)
        self.players = len(header.players)
        packs = self.house.packs
        if CARDS_DEALT * self.players + 1 > CARDS_IN_PACK * packs:
            raise UnplayableError(f"{packs} packs are not enough for {self.players} players")
        if packs > 2 and self.players < 6:
            raise UnplayableError("a third pack may be added from six players on")
        self._dice = dice
        self._wishes = wishes
        self._stock = dice.chance(0.6)

    def play(self) -> Log:
        """Return the log of a whole game."""
        dice, target = self._dice, self.house.target
        log, totals, habit = Log(), [0] * self.players, draw_habit(dice)
        dealer = dice.below(self.players)
        for number in range(1, MOST_HANDS + 1):
            hand = self._hand(dealer)
            if self._wishes.for_ties() and dice.chance(0.5):
                hand = self._tied(hand, totals, dealer)
            write_hand(log, hand, totals, habit, dice)
            dealer = (dealer + 1) % self.players
            if max(totals) >= target:
                break
            if number == self._wishes.hands:
                return log
        else:
            raise UnplayableError(f"no total reaches {target} in {MOST_HANDS} hands")
        right = winners(totals, lowest=True, first_seat=False)
        assert right is not None
        wrongly = self._wishes.infractions and dice.chance(0.2)
        write_winner(log, right, habit, loser(totals, lowest=True) if wrongly else None)
        return log

    def _tied(self, hand: Played, totals: list[int], dealer: int) -> Played:
        """Return a last hand after which the lowest total is shared, where a few tries find one. GAME-3."""
        other = hand
        for _ in range(TIES_TRIED):
            after = [total + more for total, more in zip(totals, other.points, strict=True)]
            if max(after) < self.house.target:
                break
            if after.count(min(after)) > 1:
                return other
            other = self._hand(dealer)
        return hand

    def _hand(self, dealer: int) -> Played:
        for _ in range(MOST_TRIES):
            slip = draw_slip(self._dice, self._wishes, SLIPS)
            table = Round(self._dice, self.house, self.players, dealer, slip, self._habits())
            play_hand(table)
            if not table.untold:
                return Played(table.log, table.points(), slip, table.out)
        raise UnplayableError("no hand can be played so that its log tells it")

    def _habits(self) -> Habits:
        """Return how the table plays a hand; one with rare states keeps some cards and turns others up."""
        dice, rare = self._dice, self._wishes.rare
        if not rare and not self._wishes.infractions:
            return Habits(draws=dice.one_of([0.02, 0.05, 0.1]), stock=self._stock)
        return Habits(
            keep=dice.one_of([frozenset(), *FOND.values()]),
            turn_up=dice.one_of([frozenset(), frozenset(), *SPECIALS]) if rare else frozenset(),
            draws=dice.one_of([0.02, 0.05, 0.3]),
            challenges=0.3,
            gives=dice.one_of([0.5, 0.9]),
            late=0.2 if rare else 0.0,
            over_draws=0.03 if rare else 0.0,
            stock=self._stock,
        )


def walk_kings_reverse(header: Header, dice: Dice, wishes: Wishes) -> Log:
    """Return a whole game of Kings Reverse.

    Raises HouseRuleError for rules that do not exist, UnplayableError where no game can be played under them.
    """
    return Game(header, dice, wishes).play()
