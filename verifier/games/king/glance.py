"""A King match at a glance: all the cards and numbers of a match in which nothing is wrong.

Whatever else comes, or comes in another layout than `fmt` writes, is left to the judge.
"""

from typing import Final

from mypy_extensions import i64

from verifier.games.king.choices import KOZ, Choices, Limit, Quotas
from verifier.games.page import FIRST_LINE, LINE_END, SUIT_AT, Four, Page
from verifier.games.tricks.glance import HandGlance, Scale
from verifier.games.tricks.trick import NO_TRUMP, legal_follow

# Habits that one play is enough to rule out; they are house rules that are not in force (section 4).
HEART_LEAD: Final = 1
TRUMP_LEAD: Final = 2
VOID_DISCARD: Final = 4
DROP_UNDER: Final = 8
MUST_TRUMP: Final = 16
ALL_HABITS: Final = 31


class Terms:
    """What a glance goes by: the contracts and their scales, turns, quotas, the length of the match.

    `names` are the contracts as a line has them, `scales`, `penalty` and `under` what each counts and the cards (masks)
    that a habit may oblige to play. `step` and `turn` are 1 or 3, to the next seat to play and to choose; `first` is
    the seat that must choose first, -1 for any; `last_two` are the numbers of the punished tricks.
    """

    def __init__(self, names: list[bytes], scales: list[Scale], quotas: Quotas) -> None:
        self.names = names
        self.scales = scales
        self.quotas = quotas
        self.penalty: list[int] = [0] * 7
        self.under: list[int] = [0] * 7
        self.length = 32
        self.step = 1
        self.turn: i64 = 1
        self.first: i64 = -1
        self.last_two = (12, 13)
        self.one = 1


class KingHandGlance(HandGlance):
    """One hand; `habits` are those that no play of the match has ruled out yet."""

    def __init__(self, page: Page, terms: Terms) -> None:
        super().__init__(page, terms.one, terms.step, terms.last_two[0], terms.last_two[1])
        self.habits: i64 = ALL_HABITS
        self.penalty: i64 = 0
        self.under: i64 = 0
        self.heart_contract = False

    def turn_to(self, terms: Terms, contract: int) -> None:
        """Turn to a hand of this contract."""
        self.penalty = terms.penalty[contract]
        self.under = terms.under[contract]
        self.heart_contract = contract in {0, 4}

    def may_lead(self, hand: i64, card: i64, suit: i64) -> bool:
        """Allow any lead (King K25); rule out the habits that it is against."""
        if self.suits_seen >> suit & 1 or legal_follow(hand, suit) == hand:
            return True
        # The first card of its suit, from a hand that holds others.
        if suit == self.trump:
            self._rule_out(TRUMP_LEAD)
        elif suit == 1 and self.heart_contract:
            self._rule_out(HEART_LEAD)
        return True

    def _rule_out(self, habit: i64) -> None:
        self.habits &= ~habit
        self.watched = self.habits != 0

    def watch(self, hand: i64, card: i64, suit: i64, led: i64, best: i64) -> None:
        """Rule out the habits that a card which follows or is discarded is against (King K27 to K30)."""
        if suit == led:
            below = hand & self.under & ((self.one << best) - 1) & ~((self.one << 13 * suit) - 1)
            if below and best // 13 == suit and not below >> card & 1:
                self._rule_out(DROP_UNDER)
        elif self.trump >= 0:
            if suit != self.trump and hand >> 13 * self.trump & 0x1FFF:
                self._rule_out(MUST_TRUMP)
        elif hand & self.penalty and not self.penalty >> card & 1:
            self._rule_out(VOID_DISCARD)


class Match:
    """A match while it is looked at: what a glance has found.

    `rows` has ten numbers a hand: line, contract, chooser, suit (-1 for none), four points, and whether points and
    totals are written.
    """

    def __init__(self, page: Page, terms: Terms) -> None:
        self.page = page
        self.terms = terms
        self.choices = Choices()
        self.hand = KingHandGlance(page, terms)
        self.totals = Four()
        self.number: i64 = 0
        self.first: i64 = terms.first
        self.winners: str | None = None
        self.rows: list[int] = []

    def lines(self) -> int:
        """Return how many event lines the match has."""
        return self.page.line - FIRST_LINE

    def events(self) -> int:
        """Return how many events the match has."""
        return self.hand.events

    def habits(self) -> int:
        """Return the habits that no play has ruled out."""
        return self.hand.habits

    def read(self, end: i64) -> bool:
        """Look at all lines up to the byte `end`, and tell whether it is a whole match without a fault."""
        page = self.page
        while self.number < self.terms.length:
            self.number += 1
            if not self._hand():
                return False
        self.winners = page.winner_line(4)
        self.hand.events += self.winners is not None
        return page.at == end

    def _hand(self) -> bool:
        page, hand, terms = self.page, self.hand, self.terms
        line = page.line
        if not page.deal_four(hand.hands, hand.one):
            return False
        chooser = self._chooser()
        contract = self._contract() if chooser >= 0 else -1
        if contract < 0:
            return False
        suit = self._suit() if contract == KOZ else NO_TRUMP
        if not page.next_line(LINE_END) or (contract == KOZ and suit < 0):
            return False
        hand.events += 2
        choices = self.choices
        if choices.broken(chooser, contract, suit, self.number, terms.quotas) is not Limit.NONE:
            return False
        choices.apply(contract, suit)
        choices.apply_seat(chooser, contract)
        hand.turn_to(terms, contract)
        if not hand.play(chooser, terms.scales[contract], suit):
            return False
        points = hand.points
        self.rows += [line, contract, chooser, suit, points.a, points.b, points.c, points.d]
        written = page.books_of_four(points, self.totals)
        if written < 0:
            return False
        self.rows += [written & 1, written >> 1]
        hand.events += (written & 1) + (written >> 1)
        return True

    def _chooser(self) -> i64:
        """Read who chooses, and return him if it is his turn, -1 otherwise. King K9, K10."""
        page = self.page
        if not page.skip(b'["contract","'):
            return -1
        seat = page.seat(4)
        if seat < 0 or not page.skip(b'","'):
            return -1
        if self.first < 0:
            self.first = seat
        due = (self.first + self.terms.turn * (self.number - 1)) & 3
        if seat == due:
            return seat
        return -1

    def _contract(self) -> i64:
        place: i64 = 0
        for name in self.terms.names:
            if self.page.skip(name):
                return place
            place += 1  # noqa: SIM113 - enumerate would make it an object
        return -1

    def _suit(self) -> i64:
        page = self.page
        if not page.skip(b'","'):
            return -1
        suit: i64 = SUIT_AT[page.data[page.at]]
        page.at += 1
        if suit < 4:
            return suit
        return -1


def glance(data: bytes, start: int, end: int, terms: Terms) -> Match | None:
    """Return what a glance at the event lines between two bytes has found, None where it cannot say.

    `start` follows the header line. Nothing is said against a match here: what is not right is for the judge.
    """
    match = Match(Page(data, start), terms)
    try:
        return match if match.read(end) else None
    except IndexError:
        # The bytes end in the middle of a line.
        return None
