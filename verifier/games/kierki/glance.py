"""A Kierki match at a glance: all the cards and numbers of a match in which nothing is wrong.

Whatever else comes, or comes in another layout than `fmt` writes, is left to the judge.
"""

from typing import Final

from mypy_extensions import i64

from verifier.games.kierki.rows import playable
from verifier.games.page import (
    BRACKET,
    FIRST_LINE,
    FIRST_SEAT,
    LINE_END,
    LINE_FEED,
    MINUS,
    QUOTE,
    SPACE,
    SUIT_AT,
    Four,
    Page,
    card_at,
)
from verifier.games.tricks.glance import HandGlance, Scale
from verifier.games.tricks.trick import NO_TRUMP, legal_follow

HEARTS: Final = 1
ODGRYWKA: Final = 8
LOTTERY: Final = 9


class Terms:
    """What a glance goes by.

    `deals` are what the deals are played for, in order (DealType), `names` the contracts as a line has them and
    `scales` what each counts, both by DealType; `restricted` tells of each deal whether only a hand of hearts may lead
    one. `caller`, `leader` and `starter` are 0 for the dealer, 1 for the seat at his left: who names trumps, who leads
    then, who begins the lottery. `awards` are the points of the first seat out and of the second.
    """

    def __init__(self, deals: list[int], names: list[bytes], scales: list[Scale], restricted: list[bool]) -> None:
        self.deals = deals
        self.names = names
        self.scales = scales
        self.restricted = restricted
        self.caller = 0
        self.leader = 0
        self.starter = 0
        self.rotates_on = True
        self.opening: i64 = 1 << 5
        self.ace_low = False
        self.skips_stated = False
        self.punished = (7, 13)
        self.awards = (800, 500)
        self.one = 1


class KierkiHandGlance(HandGlance):
    """One deal, `watched` where only a hand of hearts may lead one.

    `forced` has six numbers for each heart led from such a hand, which is worth a notice: deal, trick, seat, card,
    line, column and event.
    """

    def __init__(self, page: Page, terms: Terms) -> None:
        super().__init__(page, terms.one, 1, terms.punished[0], terms.punished[1])
        self.number = 0
        self.line_start: i64 = 0
        self.forced: list[int] = []

    def may_lead(self, hand: i64, card: i64, suit: i64) -> bool:
        """Allow a heart only from a hand of hearts, in deals where that is so (Kierki K-R16)."""
        if suit != HEARTS:
            return True
        if legal_follow(hand, HEARTS) != hand:
            return False
        page = self.page
        column = page.at - page.start + 1
        self.forced += [self.number, self.tricks + 1, self.due, card, page.line, column, self.events + 1]
        return True


class LotteryGlance:
    """The small lottery: rows, passes, seats that are out."""

    def __init__(self, hand: HandGlance, terms: Terms) -> None:
        self.hand = hand
        self.terms = terms
        self.laid: i64 = 0
        self.due: i64 = 0
        self.out: i64 = 0
        self.one: i64 = terms.one

    def play(self, starter: i64) -> bool:
        """Look at the moves of the lottery and give the awards; tell whether it came to its end without a fault."""
        self.laid = self.out = 0
        self.due = starter
        self.hand.points.clear()
        page = self.hand.page
        if not page.skip(b'["m","'):
            return False
        while self._line():
            if not page.skip(b'["m","'):
                return self.out == 2
        return False

    def _line(self) -> bool:
        page = self.hand.page
        data, at = page.data, page.at
        while True:
            seat: i64 = data[at] - FIRST_SEAT
            if seat < 0 or seat > 3 or self.out == 2 or not self._come_to(seat):
                return False
            if data[at + 1] == MINUS:
                # A pass: nothing could be laid.
                if self._able(seat):
                    return False
                at += 2
            else:
                card = card_at(data, at + 1)
                if card < 0 or not self._able(seat) >> card & 1:
                    return False
                self._lay(seat, card)
                at += 3
            self._ask_next(seat)
            self.hand.events += 1
            sign: i64 = data[at]
            at += 1
            if sign != SPACE:
                break
        if sign != QUOTE or data[at] != BRACKET or data[at + 1] != LINE_FEED:
            return False
        page.turn(at + 2)
        return True

    def _able(self, seat: i64) -> i64:
        """Return the cards (a mask) that a seat holds and may lay now."""
        terms = self.terms
        return self.hand.hands.get(seat) & playable(self.laid, terms.opening, ace_low=terms.ace_low)

    def _come_to(self, seat: i64) -> bool:
        """Let the seats that were asked before this one be skipped, if none of them could have played (K-F6, K-F8)."""
        hands = self.hand.hands
        if not hands.get(seat) or (seat != self.due and self.terms.skips_stated):
            return False
        while self.due != seat:
            if self._able(self.due):
                return False
            self._ask_next(self.due)
        return True

    def _ask_next(self, seat: i64) -> None:
        """Let the next seat that still has cards be asked."""
        if self.out == 2:
            return
        other = (seat + 1) & 3
        while not self.hand.hands.get(other):
            other = (other + 1) & 3
        self.due = other

    def _lay(self, seat: i64, card: i64) -> None:
        hand, bit = self.hand, self.one << card
        self.laid |= bit
        hand.hands.left &= ~bit
        if not hand.hands.get(seat):
            award: i64 = self.terms.awards[0] if self.out == 0 else self.terms.awards[1]
            hand.points.put(seat, award)
            self.out += 1


class Match:
    """A match while it is looked at: what a glance has found.

    `rows` has nine numbers a deal: line, caller and suit (-1 for none), four points, and whether points and totals are
    written.
    """

    def __init__(self, page: Page, terms: Terms) -> None:
        self.page = page
        self.terms = terms
        self.hand = KierkiHandGlance(page, terms)
        self.lottery = LotteryGlance(self.hand, terms)
        self.totals = Four()
        self.dealer: i64 = -1
        self.first: i64 = -1
        self.winners: str | None = None
        self.rows: list[int] = []

    def lines(self) -> int:
        """Return how many event lines the match has."""
        return self.page.line - FIRST_LINE

    def events(self) -> int:
        """Return how many events the match has."""
        return self.hand.events

    def read(self, end: i64) -> bool:
        """Look at all lines up to the byte `end`, and tell whether it is a whole match without a fault."""
        page = self.page
        for deal in self.terms.deals:
            self.hand.number += 1
            if not self._deal(deal):
                return False
        self.winners = page.winner_line(4)
        self.hand.events += self.winners is not None
        return page.at == end

    def _deal(self, deal: int) -> bool:
        page, hand, terms = self.page, self.hand, self.terms
        line = page.line
        if not self._turn_dealer(page.dealer(4), deal) or not page.hands_of_four(hand.hands, hand.one):
            return False
        hand.events += 1
        caller, suit = i64(-1), i64(NO_TRUMP)
        if page.skip(b'["contract",'):
            hand.events += 1
            caller = self._caller()
            if caller < 0 or not page.skip(terms.names[deal]):
                return False
            if deal == ODGRYWKA:
                suit = self._suit()
            if not page.next_line(LINE_END):
                return False
        if deal != ODGRYWKA:
            caller = -1
        elif suit < 0 or caller != (self.dealer + terms.caller) & 3:
            return False
        if not self._play(deal, self.dealer, suit):
            return False
        points = hand.points
        self.rows += [line, caller, suit, points.a, points.b, points.c, points.d]
        written = page.books_of_four(points, self.totals)
        if written < 0:
            return False
        self.rows += [written & 1, written >> 1]
        hand.events += (written & 1) + (written >> 1)
        return True

    def _caller(self) -> i64:
        """Read who a contract line names, 4 for nobody, -1 where there is no seat."""
        page = self.page
        if page.skip(b"null"):
            return 4
        if not page.skip(b'"'):
            return -1
        seat = page.seat(4)
        if page.skip(b'"'):
            return seat
        return -1

    def _turn_dealer(self, stated: i64, deal: int) -> bool:
        """Let the deal go round, and tell whether the dealer stated, if one is, is the one due. K-S5, K-S6."""
        due = (self.dealer + 1) & 3
        if self.dealer < 0:
            due = stated
            self.first = stated
        elif deal == LOTTERY and not self.terms.rotates_on:
            due = self.first
        self.dealer = due
        # Without a first dealer nobody knows who leads.
        return 0 <= due < 4 and stated in {due, 4}

    def _play(self, deal: int, dealer: i64, suit: i64) -> bool:
        hand, terms = self.hand, self.terms
        if deal == LOTTERY:
            return self.lottery.play((dealer + terms.starter) & 3)
        hand.watched = terms.restricted[deal]
        leader = (dealer + (terms.leader if deal == ODGRYWKA else 1)) & 3
        return hand.play(leader, terms.scales[deal], suit)

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
