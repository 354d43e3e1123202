"""A hand of Kings Reverse in the making: deal, stock, pile, hands, whose turn it is, and small acts at the table."""

from typing import Final, NamedTuple

from verifier.cards import CARD_TEXTS, JOKER, KING, PACK_SIZE, QUEEN, SEATS, SUITS
from verifier.fuzz.dice import Dice
from verifier.fuzz.log import SEAT_LETTERS, Log
from verifier.fuzz.wishes import Slip, UnplayableError
from verifier.games.kings_reverse.holding import Holding
from verifier.games.kings_reverse.house import HouseRules
from verifier.games.kings_reverse.legal import Answer, joker_stands, natural
from verifier.games.kings_reverse.matching import PLAIN, effect_on, following
from verifier.games.kings_reverse.packs import ACE_OF_SPADES, CARDS_DEALT, SEVEN
from verifier.games.kings_reverse.pile import Match, Pile, named_match
from verifier.replay.lines import Deal

Cards = tuple[int, ...]

DOUBTFUL_STOCK: Final = 16
"""Cards left with which a stock that is doubtful may be empty."""

LONGEST: Final = 20_000
"""Acts after which a hand counts as one that never ends."""

_PACK: Final = (*range(PACK_SIZE), JOKER, JOKER)

FOND: Final = {
    "ace": frozenset({ACE_OF_SPADES}),
    "seven": frozenset(SEVEN + 13 * suit for suit in range(4)),
    "joker": frozenset({JOKER}),
    "pair": frozenset(rank + 13 * suit for suit in range(4) for rank in (KING, QUEEN)),
}
"""Cards that a table may be fond of keeping to the last."""


class Habits(NamedTuple):
    """How a table plays: what it keeps, what is turned up, how often it draws, challenges, gives, calls late."""

    keep: frozenset[int] = frozenset()
    turn_up: frozenset[int] = frozenset()
    draws: float = 0.05
    challenges: float = 0.15
    gives: float = 0.7
    late: float = 0.0
    over_draws: float = 0.0
    stock: bool = True


class Before(NamedTuple):
    """The pile as it was before a joker."""

    cards: list[int]
    match: Match


class Round:
    """One hand at the table.

    `step` is the direction, `finished` a mask of seats that have passed with the pack empty, `out` who went out,
    `owing` the seats whose call comes late, `spoken` one whose late call may count for the turn that has begun.
    `restored`: the joker on top was taken back. `untold`: something has happened that a log cannot tell.
    """

    def __init__(self, dice: Dice, house: HouseRules, players: int, dealer: int, slip: Slip, habits: Habits) -> None:
        self.dice = dice
        self.house = house
        self.players = players
        self.dealer = dealer
        self.slip = slip
        self.habits = habits
        self.log = Log()
        self.pile = Pile()
        self.step = 1
        self.finished = 0
        self.passes = 0
        self.over = False
        self.out: int | None = None
        self.owing: set[int] = set()
        self.spoken: int | None = None
        self.restored = False
        self.untold = False
        self._doubtful = False
        self.actor = dealer
        self.stock: list[int] = []
        self.holdings: list[Holding] = []
        self._deal()

    # The deal

    def _deal(self) -> None:
        """Deal until a card can be turned up. SET-4 to SET-8."""
        while True:
            cards = self._shuffled()
            hands = [cards[CARDS_DEALT * seat : CARDS_DEALT * (seat + 1)] for seat in range(self.players)]
            self.stock = cards[CARDS_DEALT * self.players :]
            wanted = [at for at, card in enumerate(self.stock) if card in self.habits.turn_up]
            if wanted:
                self.stock.insert(0, self.stock.pop(self.dice.one_of(wanted)))
            up = self._turn_up()
            if up:
                break
        self.holdings = [Holding(hand) for hand in hands]
        self.pile.lay(up[-1])
        texts: list[str | None] = [_texts(hand) for hand in hands]
        stock = _texts(self.stock) if self.habits.stock or not self.stock else None
        self.log.add(Deal(SEAT_LETTERS[self.dealer], texts, _texts(up), stock))

    def _shuffled(self) -> list[int]:
        """Return the packs shuffled; what the table is fond of lies in hands more often than by chance."""
        cards = self.dice.shuffled(_PACK * self.house.packs)
        # King and queen of a suit come to the same seat.
        homes = [self.dice.below(self.players) for _ in range(5)]
        for at, card in enumerate(cards):
            if card in self.habits.keep and self.dice.chance(0.7):
                to = CARDS_DEALT * homes[card // 13] + self.dice.below(CARDS_DEALT)
                if cards[to] not in self.habits.keep:
                    cards[at], cards[to] = cards[to], cards[at]
        return cards

    def _goes_back(self, card: int) -> bool:
        """Tell whether a card that is turned up goes back into the stock. SET-7, SET-10."""
        acts = effect_on(card, self.players) != PLAIN
        return card == JOKER or (self.house.turn_up_special == "redraw" and acts)

    def _turn_up(self) -> list[int]:
        """Turn cards up until one may stay; return them, none where none can stay."""
        up: list[int] = []
        while not all(self._goes_back(card) for card in self.stock) and len(up) < 20:
            card = self.stock.pop(0)
            up.append(card)
            if not self._goes_back(card):
                return up
            self.stock.insert(self.dice.between(1, len(self.stock)), card)
        return []

    # Small questions

    def following(self, seat: int) -> int:
        """Return who comes after a seat. TURN-9, PACK-8."""
        return following(seat, self.step, self.players, self.finished)

    def others(self, seat: int) -> list[int]:
        """Return all other seats in the order of play, finished ones among them. ACE-2."""
        return [(seat + self.step * by) % self.players for by in range(1, self.players)]

    def can_draw(self) -> bool:
        """Tell whether there is a card to draw, the discards made stock where the house does that. PACK-1."""
        return bool(self.stock) or (self.house.when_pack_empty == "reshuffle" and len(self.pile.cards) > 1)

    def fits(self, seat: int, card: int) -> bool:
        """Tell whether a seat may play a card of its hand alone."""
        match, house = self.pile.match, self.house
        if card == JOKER:
            return joker_stands(self.holdings[seat].without(JOKER), match, house) is Answer.YES
        return natural(card, match) is Answer.YES

    def matches(self, card: int) -> bool:
        """Tell whether a card of the pack matches the pile."""
        return natural(card, self.pile.match) is Answer.YES

    def held(self, seat: int) -> list[int]:
        """Return the different cards of a hand."""
        mask = self.holdings[seat].held
        return [card for card in range(JOKER + 1) if mask >> card & 1]

    def size(self, seat: int) -> int:
        """Return how many cards a seat has."""
        return self.holdings[seat].size

    # Small acts

    def say(self, seat: int, words: str) -> None:
        """Enter an act of a seat."""
        if len(self.log.entries) > LONGEST:
            raise UnplayableError("a hand does not end under these rules")
        self.log.add(SEATS[seat] + words)

    def take(self, seat: int, number: int, *, waiting: bool = False, never: bool = False, whole: bool = False) -> Cards:
        """Let a seat draw, in one token or several, and return the cards; less where there are no more. PACK-6.

        The discards are made stock where the house does that: not before the first card with `waiting`, for a joker
        waits to be settled; not at all with `never`. `whole`: in one token.
        """
        got: list[int] = []
        while len(got) < number and self.can_draw():
            if not self.stock:
                if never or (waiting and not got):
                    # Nothing is drawn for a joker, so that nothing shows when it is settled.
                    self.untold = True
                    break
                self.reshuffle()
            part = self.stock[: number - len(got)]
            if len(part) > 1 and not whole and self.dice.chance(0.1):
                part = part[:1]
            del self.stock[: len(part)]
            # With few cards left nobody can say any more whether the stock is empty (section 8).
            self.untold |= self._doubtful and len(self.stock) <= DOUBTFUL_STOCK
            self.say(seat, "+" + _texts(part))
            got += part
        for card in got:
            self.holdings[seat].add(card)
        return tuple(got)

    def take_wrongly(self, seat: int, slip: str, right: int, name: str) -> bool:
        """Let a seat draw one card too few or too many, where that is the slip; return whether it was."""
        if len(self.stock) <= right + 2 or not self.slip.now(slip):
            return False
        self.take(seat, right + self.dice.one_of([-1, 1]), whole=True)
        self.log.expect(name, seat)
        self.doubt()
        return True

    def doubt(self) -> None:
        """Let the stock be doubtful: somebody has drawn otherwise than the rules say."""
        self._doubtful = True
        self.untold |= len(self.stock) <= DOUBTFUL_STOCK

    def reshuffle(self) -> None:
        """Make the discards the stock. PACK-1."""
        self.log.add("%")
        self.stock = self.dice.shuffled(self.pile.cards[:-1])
        self.pile.cards = self.pile.cards[-1:]

    def reshuffle_before_joker(self) -> None:
        """Make the discards the stock before a joker: while it waits that may not be."""
        if not self.stock and self.can_draw():
            self.reshuffle()

    def give(self, seat: int, to: int) -> None:
        """Let a seat give one of its cards away. ACE-2."""
        card = self.dice.one_of(self.held(seat))
        self.holdings[seat].remove(card)
        self.holdings[to].add(card)
        self.say(seat, f">{SEATS[to]}{CARD_TEXTS[card]}")

    def name(self, letter: str) -> None:
        """Let a suit or colour be in force. JOK-5."""
        self.pile.match = named_match(letter)

    def letters(self) -> str:
        """Return the letters that may be named for a joker."""
        return SUITS if self.house.joker_names == "suit" else "RB"

    # Calls

    def owe_call(self, seat: int, *, at: int, lapses: bool = False) -> None:
        """Let a seat that has come to one card say so: now, later, or when it is caught. CALL-1 to CALL-4.

        `at` is the entry that has left it with one card; `lapses`: that card may be taken back.
        """
        spoken = self.spoken == seat
        if not spoken and not lapses and self.slip.now("call missed"):
            self.log.expect("one-card-call-missed", seat, at=at)
        elif not spoken and self.slip.now("call caught"):
            self._catch(seat, at)
            self.take(seat, 2)
        elif not spoken and not lapses and self.players > 2 and len(self.stock) > 4 and self.slip.now("call penalty"):
            # Of two players the caught one may draw on in its own turn, and nobody could tell the draws apart.
            self._catch(seat, at)
            self.take(seat, self.dice.one_of([1, 3]), whole=True)
            self.log.expect("one-card-penalty-wrong-count", seat)
            self.doubt()
        elif self.house.call_window == "own-next-turn" and self.dice.chance(self.habits.late):
            self.owing.add(seat)
        else:
            self.say(seat, "!")

    def _catch(self, seat: int, at: int) -> None:
        self.say(self.dice.one_of(self.others(seat)), f"!{SEATS[seat]}")
        self.log.expect("one-card-call-caught", seat, at=at)

    def speak_up(self, seat: int) -> None:
        """Let a seat call late, if it has to. CALL-3."""
        if seat in self.owing:
            self.owing.remove(seat)
            self.say(seat, "!")

    def all_speak_up(self, *, but: int | None = None) -> None:
        """Let all call late who have to, in seat order."""
        for seat in sorted(self.owing - {but}):
            self.speak_up(seat)

    # The end

    def pass_out(self, seat: int) -> None:
        """Let a seat have passed with the pack empty. PACK-4, PACK-9."""
        self.passes += 1
        if self.house.pass_means == "finished":
            self.finished |= 1 << seat
            self.over = self.finished == (1 << self.players) - 1
        else:
            self.over = self.passes >= self.players

    def points(self) -> list[int]:
        """Return the points of a hand that is over. SCORE-1 to SCORE-3."""
        points = [0 if seat == self.out else holding.points() for seat, holding in enumerate(self.holdings)]
        return [cell or 0 for cell in points]


def _texts(cards: list[int] | tuple[int, ...]) -> str:
    return "".join(CARD_TEXTS[card] for card in cards)
