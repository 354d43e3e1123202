"""The play of a hand of tricks at a glance: every card of a hand in which nothing is wrong, and what it brings.

What may follow and what takes a trick is asked where the judge asks it. Whatever is not plain play of known cards is
left to the judge.
"""

from abc import ABC, abstractmethod
from typing import Final

from mypy_extensions import i64

from verifier.games.page import BRACKET, DOLLAR, FIRST_SEAT, LINE_FEED, QUOTE, SPACE, SUIT_AT, Four, Page, card_at
from verifier.games.tricks.trick import NO_TRUMP, beats, legal_follow

CARD_KINDS: Final = bytes(
    (13 <= card < 26) | 2 * (card % 13 == 10) | 4 * (card % 13 in {9, 11}) | 8 * (card == 24) for card in range(52)
)
"""What a card counts as: a heart (1), a queen (2), a jack or king (4), the king of hearts (8)."""


class Scale:
    """What a hand counts and what that brings: tricks, hearts, queens, men, the king of hearts, punished tricks.

    `worth` and `counted` have these six in order. `cards` is how many cards are counted; where `early` tells so, a hand
    is over when all of them are taken, though not before trick `earliest`.
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


class HandGlance(ABC):
    """One hand while it is looked at; the same object serves all hands of a match.

    `hands` are masks of what each seat holds, `points` what each has taken. `step` is 1 or 3, to the next seat;
    `punished` and `last` are the numbers of the two tricks that may be punished; `events` counts the events
    of the match. `one` is 1, kept where the compiler
    cannot see it: a known 1 would be shifted in 32 bits.
    """

    def __init__(self, page: Page, one: int, step: int, punished: int, last: int) -> None:
        self.page = page
        self.one: i64 = one
        self.step: i64 = step
        self.punished: i64 = punished
        self.last: i64 = last
        self.hands = Four()
        self.points = Four()
        self.scale = Scale([0] * 6, [0] * 6, 0, 0, early=False)
        self.trump: i64 = NO_TRUMP
        self.events: i64 = 0
        self.due: i64 = 0
        self.tricks: i64 = 0
        self.laid: i64 = 0
        self.led: i64 = 0
        self.best: i64 = 0
        self.best_suit: i64 = 0
        self.taker: i64 = 0
        self.worth: i64 = 0
        self.left: i64 = 0
        self.suits_seen: i64 = 0
        self.claimed = True
        self.over = False

    @abstractmethod
    def may_lead(self, hand: i64, card: i64, suit: i64) -> bool:
        """Tell whether a card may be led from a hand (a mask) that holds it."""

    def may_follow(self, hand: i64, card: i64, suit: i64) -> bool:
        """Tell whether a card may be played that follows suit, or that comes from a hand void in it."""
        return True

    def play(self, leader: i64, scale: Scale, trump: i64) -> bool:
        """Look at the moves of a hand and add up its points; tell whether it came to its end without a fault."""
        self.points.clear()
        self.scale, self.trump, self.due, self.left = scale, trump, leader, scale.cards
        self.tricks = self.laid = self.suits_seen = 0
        self.claimed = True
        self.over = False
        page = self.page
        if not page.skip(b'["m","'):
            return False
        while self._line():
            if not page.skip(b'["m","'):
                return self.over
        return False

    def _line(self) -> bool:
        """Look at the tokens of a moves line, and tell whether all of them are right."""
        page = self.page
        data, at = page.data, page.at
        while True:
            page.at = at
            seat: i64 = data[at] - FIRST_SEAT
            if seat != self.due:
                return False
            card = card_at(data, at + 1)
            if card >= 0:
                if not self._card(seat, card, SUIT_AT[data[at + 2]]):
                    return False
                at += 3
            elif data[at + 1] == DOLLAR and self.laid == 0 and not self.claimed:
                # Who is written as taking the trick that has just been completed.
                self.claimed = True
                at += 2
            else:
                return False
            self.events += 1
            sign: i64 = data[at]
            at += 1
            if sign != SPACE:
                break
        if sign != QUOTE or data[at] != BRACKET or data[at + 1] != LINE_FEED:
            return False
        page.turn(at + 2)
        return True

    def _card(self, seat: i64, card: i64, suit: i64) -> bool:
        """Look at a card by the seat that is to play, and lay it."""
        hand = self.hands.get(seat)
        if self.laid == 0:
            if self.over or not hand >> card & 1 or not self.may_lead(hand, card, suit):
                return False
            self.led = suit
            self.worth = self.scale.trick
            self.claimed = False
            self.best, self.best_suit, self.taker = card, suit, seat
        else:
            if not legal_follow(hand, self.led) >> card & 1 or not self.may_follow(hand, card, suit):
                return False
            if beats(card, suit, self.best, self.best_suit, self.trump):
                self.best, self.best_suit, self.taker = card, suit, seat
        self.hands.put(seat, hand & ~(self.one << card))
        self.suits_seen |= self.one << suit
        kinds: i64 = CARD_KINDS[card]
        if kinds:
            self._count(kinds & 1, kinds >> 1 & 1, kinds >> 2 & 1, kinds >> 3)
        self.laid += 1
        if self.laid == 4:
            self._turn()
        else:
            self.due = (seat + self.step) & 3
        return True

    def _count(self, heart: i64, queen: i64, man: i64, king: i64) -> None:
        scale = self.scale
        self.worth += heart * scale.heart + queen * scale.queen + man * scale.man + king * scale.king
        self.left -= (
            heart * scale.counts_heart + queen * scale.counts_queen + man * scale.counts_man + king * scale.counts_king
        )

    def _turn(self) -> None:
        """Let the trick go to its taker, who leads to the next."""
        scale = self.scale
        self.tricks += 1
        self.laid = 0
        if self.tricks == self.punished:
            self.worth += scale.punished
        if self.tricks == self.last:
            self.worth += scale.punished
        self.due = self.taker
        self.points.put(self.taker, self.points.get(self.taker) + self.worth)
        self.over = self.tricks == 13 or (scale.early and self.left == 0 and self.tricks >= scale.earliest)
