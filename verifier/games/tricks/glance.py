"""The play of a hand of tricks at a glance: every card of a hand in which nothing is wrong, and what it brings.

What may follow and what takes a trick is asked where the judge asks it. Whatever is not plain play of known cards is
left to the judge.
"""

from abc import ABC, abstractmethod
from typing import Final

from mypy_extensions import i64

from verifier.games.page import DOLLAR, FIRST_SEAT, LINE_END, SPACE, Four, Hands, Page, card_at
from verifier.games.tricks.trick import NO_TRUMP, beats, legal_follow

MOVES_END: Final = 0
WRONG: Final = -1
"""What stands for the place of a token where there is none: no move follows, or something is wrong."""

CARD_KINDS: Final = bytes(
    (13 <= card < 26) | 2 * (card % 13 == 10) | 4 * (card % 13 in {9, 11}) | 8 * (card == 24) for card in range(52)
)
"""What a card counts as: a heart (1), a queen (2), a jack or king (4), the king of hearts (8)."""


class Scale:
    """What a hand counts and what that brings: tricks, hearts, queens, men, the king of hearts, punished tricks.

    `worth` and `counted` have these six in order; `counting` are the cards (a mask) that matter by that. `cards` is how
    many cards are counted; where `early` tells so, a hand is over when all of them are taken, though not before trick
    `earliest`.
    """

    def __init__(self, worth: list[int], counted: list[int], cards: int, earliest: int, *, early: bool) -> None:
        self.trick: i64 = worth[0]
        self.heart: i64 = worth[1]
        self.queen: i64 = worth[2]
        self.man: i64 = worth[3]
        self.king: i64 = worth[4]
        self.punished: i64 = worth[5]
        self.counts_heart: i64 = counted[1]
        self.counts_queen: i64 = counted[2]
        self.counts_man: i64 = counted[3]
        self.counts_king: i64 = counted[4]
        self.cards: i64 = cards
        self.earliest: i64 = earliest
        self.early = early
        bears = [worth[kind] or counted[kind] for kind in range(1, 5)]
        self.counting: i64 = sum(
            1 << card for card in range(52) if any(CARD_KINDS[card] >> kind & 1 and bears[kind] for kind in range(4))
        )


class HandGlance(ABC):
    """One hand while it is looked at; the same object serves all hands of a match.

    `hands` has what each seat holds, `points` what each has taken. `step` is 1 or 3, to the next seat;
    `punished` and `last` are the numbers of the two tricks that may be punished; `events` counts the events
    of the match. `watched` tells that leads and follows are looked at more closely. `one` is 1, kept where the
    compiler cannot see it: a known 1 would be shifted in 32 bits.
    """

    def __init__(self, page: Page, one: int, step: int, punished: int, last: int) -> None:
        self.page = page
        self.one: i64 = one
        self.step: i64 = step
        self.punished: i64 = punished
        self.last: i64 = last
        self.hands = Hands()
        self.points = Four()
        self.scale = Scale([0] * 6, [0] * 6, 0, 0, early=False)
        self.trump: i64 = NO_TRUMP
        self.events: i64 = 0
        self.due: i64 = 0
        self.tricks: i64 = 0
        self.left: i64 = 0
        self.suits_seen: i64 = 0
        self.watched = True

    @abstractmethod
    def may_lead(self, hand: i64, card: i64, suit: i64) -> bool:
        """Tell whether a card may be led from a hand (a mask) that holds it; its token stands at `page.at`."""

    def watch(self, hand: i64, card: i64, suit: i64, led: i64, best: i64) -> None:  # noqa: B027 - most games look for nothing
        """Look at a card that follows the suit led, or that comes from a hand (a mask) void in it; all these may.

        `best` is the card that takes the trick so far.
        """

    def play(self, leader: i64, scale: Scale, trump: i64) -> bool:
        """Look at the moves of a hand and add up its points; tell whether it came to its end without a fault."""
        self.points.clear()
        self.scale, self.trump, self.due, self.left = scale, trump, leader, scale.cards
        self.tricks = self.suits_seen = 0
        page = self.page
        if not page.skip(b'["m","'):
            return False
        at = page.at
        over = False
        while at > 0 and not over:
            at = self._trick(at)
            over = self.tricks == 13 or (scale.early and self.left == 0 and self.tricks >= scale.earliest)
        return over and at == MOVES_END

    def _trick(self, at: i64) -> i64:
        """Look at the cards of a trick, and at who is written as its taker; return where the next token stands.

        MOVES_END where no move follows, WRONG where something is wrong.
        """
        data, hands, scale, one = self.page.data, self.hands, self.scale, self.one
        seat = taker = self.due
        led: i64 = 0
        best: i64 = 0
        worth = scale.trick
        laid: i64 = 0
        while laid < 4:
            card = card_at(data, at + 1)
            if at <= 0 or data[at] - FIRST_SEAT != seat or card < 0:
                return WRONG
            hand = hands.get(seat)
            suit = card // 13
            if laid == 0:
                self.page.at = at
                if not hand >> card & 1 or (self.watched and not self.may_lead(hand, card, suit)):
                    return WRONG
                led, best = suit, card
            else:
                if not legal_follow(hand, led) >> card & 1:
                    return WRONG
                if self.watched:
                    self.watch(hand, card, suit, led, best)
                if beats(card, suit, best, best // 13, self.trump):
                    best, taker = card, seat
            hands.left &= ~(one << card)
            self.suits_seen |= one << suit
            if scale.counting >> card & 1:
                worth += self._count(scale, card)
            laid += 1
            seat = (seat + self.step) & 3
            at = at + 4 if data[at + 3] == SPACE else self._next_line(at + 3)
        self.events += 4
        if at > 0 and data[at + 1] == DOLLAR:
            if data[at] - FIRST_SEAT != taker:
                return WRONG
            self.events += 1
            at = at + 3 if data[at + 2] == SPACE else self._next_line(at + 2)
        self._turn(taker, worth)
        return at

    def _next_line(self, at: i64) -> i64:
        """Go on to the next line from the end of one of moves; return what `_trick` does."""
        page = self.page
        page.at = at
        if not page.next_line(LINE_END):
            return WRONG
        if page.skip(b'["m","'):
            return page.at
        return MOVES_END

    def _count(self, scale: Scale, card: i64) -> i64:
        """Let a card be one less that is left to be taken, and return what it is worth."""
        kinds: i64 = CARD_KINDS[card]
        heart, queen, man, king = kinds & 1, kinds >> 1 & 1, kinds >> 2 & 1, kinds >> 3
        self.left -= (
            heart * scale.counts_heart + queen * scale.counts_queen + man * scale.counts_man + king * scale.counts_king
        )
        return heart * scale.heart + queen * scale.queen + man * scale.man + king * scale.king

    def _turn(self, taker: i64, worth: i64) -> None:
        """Let the trick go to its taker, who leads to the next."""
        self.tricks += 1
        if self.tricks == self.punished:
            worth += self.scale.punished
        if self.tricks == self.last:
            worth += self.scale.punished
        self.due = taker
        self.points.put(taker, self.points.get(taker) + worth)
