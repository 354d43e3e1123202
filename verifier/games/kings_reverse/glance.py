"""A game of Kings Reverse at a glance: all the lines of a game in which nothing is wrong.

Whatever else comes, or comes in another layout than `fmt` writes, is left to the judge.
"""

from typing import Final

from mypy_extensions import i64

from verifier.cards import JOKER
from verifier.games.kings_reverse.fan import Fan
from verifier.games.kings_reverse.matching import CHALLENGE_DRAWS, effect_on, is_pair
from verifier.games.kings_reverse.packs import CARDS_DEALT, CARDS_IN_PACK
from verifier.games.kings_reverse.table_glance import NOBODY, TableGlance, Terms
from verifier.games.page import (
    BRACKET,
    FIRST_LINE,
    FIRST_SEAT,
    LINE_END,
    LINE_FEED,
    MINUS,
    QUOTE,
    RANK_AT,
    ROW_END,
    SPACE,
    SUIT_AT,
    Page,
    card_at,
)

CALL: Final = 0x21
STAR: Final = 0x2A
DRAW: Final = 0x2B
NAME: Final = 0x3D
GIVE: Final = 0x3E
CHALLENGE: Final = 0x3F
SHOW: Final = 0x5E

MOST_TURNED_UP: Final = 100
"""Jokers turned up one after the other; a deal line has room for some more."""
MOST_SHOWN: Final = 1000
"""Cards shown in one hand; all other acts come to an end by themselves, as lines have to."""


def any_card_at(data: bytes, at: i64) -> i64:
    """Return the card whose two characters stand here, the joker too, -1 where they name none."""
    card = card_at(data, at)
    if card < 0 and data[at] == STAR and data[at + 1] == STAR:
        return JOKER
    return card


def is_end(byte: i64) -> bool:
    """Tell whether a token ends where this byte stands."""
    return byte == SPACE or byte == QUOTE  # noqa: PLR1714 - a tuple would make it an object


class GameGlance:
    """A game while it is looked at: what a glance has found.

    `rows` has for each hand: line, who went out (-1 for nobody), the card laid last, whether points and totals are
    written, and the points of each seat. `totals` are the sums of the points, `highest` is the highest of them.
    """

    def __init__(self, page: Page, terms: Terms, players: int) -> None:
        self.page = page
        self.players: i64 = players
        self.packs: i64 = terms.packs
        self.target: i64 = terms.target
        self.table = TableGlance(terms, players)
        self.rest = Fan()
        # Where the next card of a known stock stands, 0 where the order of the stock is not known.
        self.next: i64 = 0
        self.shown: i64 = 0
        self.events = 0
        self.winners: str | None = None
        self.rows: list[int] = []
        self.totals = [0] * players
        self.highest: i64 = 0

    def lines(self) -> int:
        """Return how many event lines the game has."""
        return self.page.line - FIRST_LINE

    def read(self, end: i64) -> bool:
        """Look at all lines up to the byte `end`, and tell whether it is a whole game without a fault."""
        page = self.page
        while self.highest < self.target:
            if not self._hand(end):
                return False
        self.winners = page.winner_line(self.players)
        self.events += self.winners is not None
        return page.at == end

    def _hand(self, end: i64) -> bool:
        page, table = self.page, self.table
        line = page.line
        if not self._deal():
            return False
        while page.skip(b'["m","'):
            if not self._line():
                return False
        if not table.close(by_line=page.at < end):
            return False
        points = self._add_up()
        has_points = self._numbers(b'["points",[', points)
        has_totals = self._numbers(b'["totals",[', self.totals) if has_points >= 0 else NOBODY
        if has_totals < 0:
            return False
        self.rows += [line, table.out, table.last_laid, has_points, has_totals, *points]
        self.events += 1 + has_points + has_totals
        return True

    def _add_up(self) -> list[int]:
        """Add what a hand brought to the totals, and return it. SCORE-1, SCORE-2."""
        table = self.table
        points: list[int] = []
        totals: list[int] = []
        seat: i64 = 0
        while seat < self.players:
            brought: i64 = 0
            if seat != table.out:
                brought = table.fans[seat].points()
            total: i64 = self.totals[seat]
            total += brought
            points.append(brought)
            totals.append(total)
            self.highest = max(self.highest, total)
            seat += 1
        self.totals = totals
        return points

    def _numbers(self, beginning: bytes, right: list[int]) -> i64:
        """Read a line of points or totals; return 1 where they are right, 0 where there is none, -1 otherwise."""
        page = self.page
        if not page.skip(beginning):
            return 0
        first = True
        for number in right:
            if (not first and not page.skip(b",")) or page.number() != number:
                return -1
            first = False
        return 1 if page.next_line(ROW_END) else -1

    # The deal.

    def _deal(self) -> bool:
        """Look at a deal line, and tell whether it shows everything, or all but the stock. SET-1 to SET-7."""
        page = self.page
        dealer = page.dealer(self.players)
        if dealer < 0 or not self._hands():
            return False
        jokers = self._turned_jokers()
        data = page.data
        up = card_at(data, page.at)
        if jokers < 0 or up < 0 or not self.rest.drop(up) or (jokers and self.rest.jokers == 0):
            return False
        suit: i64 = SUIT_AT[data[page.at + 1]]
        page.at += 2
        self.next = self.shown = 0
        size = CARDS_IN_PACK * self.packs - CARDS_DEALT * self.players - 1
        if not page.next_line(LINE_END) and not self._stock(size, ordered=jokers == 0):
            return False
        return self.table.open(dealer, up, suit, size)

    def _hands(self) -> bool:
        """Read the hands of ten, and go on to the first card turned up."""
        page = self.page
        data = page.data
        self.rest.fill(self.packs)
        seat: i64 = 0
        while seat < self.players:
            if not page.skip(b'"' if seat == 0 else b',"'):
                return False
            fan = self.table.fans[seat]
            fan.clear()
            while fan.size < CARDS_DEALT:
                card = any_card_at(data, page.at)
                if card < 0 or not self.rest.drop(card):
                    return False
                fan.add(card)
                page.at += 2
            if not page.skip(b'"'):
                return False
            seat += 1
        return page.skip(b'],"')

    def _turned_jokers(self) -> i64:
        """Read the jokers that were turned up and went back; return how many, -1 for too many. SET-7."""
        page = self.page
        jokers: i64 = 0
        while page.skip(b"**"):
            jokers += 1
            if jokers > MOST_TURNED_UP:
                return -1
        return jokers

    def _stock(self, size: i64, *, ordered: bool) -> bool:
        """Read a stock of so many cards that is the rest of the packs, to the end of the line."""
        page = self.page
        if not page.skip(b'","'):
            return False
        data, first = page.data, page.at
        last = first + 2 * size
        at = first
        while at < last:
            card = any_card_at(data, at)
            if card < 0 or not self.rest.drop(card):
                return False
            at += 2
        page.at = last
        if ordered:
            self.next = first
        else:
            # A joker went back, nobody knows where: any of these cards may be drawn next.
            while at > first:
                at -= 2
                self.rest.add(any_card_at(data, at))
        return page.next_line(LINE_END)

    # Acts.

    def _line(self) -> bool:
        """Look at the tokens of a moves line, and tell whether all of them are right."""
        page = self.page
        data, at = page.data, page.at
        events: i64 = 0
        while True:
            seat: i64 = data[at] - FIRST_SEAT
            if seat < 0 or seat >= self.players:
                return False
            sign: i64 = data[at + 1]
            if RANK_AT[sign] < 13:
                at = self._play(seat, at + 1)
            elif sign == DRAW:
                at = self._draw(seat, at + 2)
            else:
                at = self._word(seat, sign, at + 2)
            if at < 0:
                return False
            events += 1
            sign = data[at]
            at += 1
            if sign != SPACE:
                break
        if sign != QUOTE or data[at] != BRACKET or data[at + 1] != LINE_FEED:
            return False
        page.at = at + 2
        page.line += 1
        self.events += events
        return True

    def _play(self, seat: i64, at: i64) -> i64:
        """Look at a card laid, or a marriage; return where its token ends, -1 if something is wrong. TURN-10, MAR-2."""
        data, table = self.page.data, self.table
        card = card_at(data, at)
        if card < 0 or not table.begin_play(seat, card) or not table.fits(card):
            return -1
        fan = table.fans[seat]
        if not fan.drop(card):
            return -1
        suit: i64 = SUIT_AT[data[at + 1]]
        if is_end(data[at + 2]):
            if table.lay(seat, card, suit, effect_on(card, self.players)):
                return at + 2
            return -1
        second = card_at(data, at + 2)
        if second < 0 or not is_pair(card, second) or not fan.drop(second):
            return -1
        if table.lay(seat, second, suit, table.marriage_effect()):
            return at + 4
        return -1

    def _draw(self, seat: i64, at: i64) -> i64:
        """Look at cards drawn; return where the token ends, -1 where something is wrong."""
        data, table = self.page.data, self.table
        fan = table.fans[seat]
        last = at + 2
        while not is_end(data[last]):
            last += 2
            if last - at > 2 * CHALLENGE_DRAWS:
                return -1
        if not table.serve(seat, (last - at) >> 1):
            others = fan.once
            if last != at + 2 or not table.begin_draw(seat):
                return -1
            card = self._take(fan, at)
            if card < 0:
                return -1
            table.end_draw(seat, card, others)
            return last
        while at < last:
            if self._take(fan, at) < 0:
                return -1
            at += 2
        return at

    def _take(self, fan: Fan, at: i64) -> i64:
        """Let the card that is written here go from the stock into a hand; return it, -1 where it cannot. TURN-3."""
        data, table, following = self.page.data, self.table, self.next
        card = any_card_at(data, at)
        if table.stock == 0 or card < 0:
            return -1
        if following:
            if data[at] != data[following] or data[at + 1] != data[following + 1]:
                return -1
            self.next = following + 2
        elif not self.rest.drop(card):
            return -1
        table.stock -= 1
        fan.add(card)
        return card

    def _word(self, seat: i64, sign: i64, at: i64) -> i64:
        """Look at any other act, what follows its sign; return where its token ends, -1 where something is wrong."""
        data, table = self.page.data, self.table
        right = False
        if sign == STAR:
            right = self._lay_joker(seat, data[at])
            at += 1
        elif sign == CALL:
            right = table.call(seat)
        elif sign == MINUS:
            right = table.passes(seat)
        elif sign == GIVE:
            to: i64 = data[at] - FIRST_SEAT
            card = any_card_at(data, at + 1)
            right = card >= 0 and table.give(seat, to, card)
            at += 3
        elif sign == NAME:
            suit: i64 = SUIT_AT[data[at]]
            right = suit < 4 and table.unnamed == seat
            if right:
                table.name(suit)
            at += 1
        elif sign == CHALLENGE:
            right = table.challenge(seat)
            if data[at] == MINUS:
                at += 1
        elif sign == SHOW:
            return self._show(seat, at)
        if right:
            return at
        return -1

    def _lay_joker(self, seat: i64, named: i64) -> bool:
        """Look at a joker laid, which names a suit or none, and tell whether it is right. JOK-2, JOK-5."""
        table = self.table
        suit: i64 = SUIT_AT[named]
        if (suit > 3 and named != STAR) or not table.begin_play(seat, JOKER) or not table.fans[seat].drop(JOKER):
            return False
        return table.lay_joker(seat, suit)

    def _show(self, seat: i64, at: i64) -> i64:
        """Look at cards shown, which must be held; return where the token ends, -1 where something is wrong."""
        data, fan = self.page.data, self.table.fans[seat]
        first = at
        held = True
        while held and not is_end(data[at]):
            card = any_card_at(data, at)
            held = card >= 0 and fan.drop(card)
            at += 2
        end = at
        self.shown += (end - first) >> 1
        if not held or end == first or self.shown > MOST_SHOWN:
            return -1
        while at > first:
            at -= 2
            fan.add(any_card_at(data, at))
        return end


def glance(data: bytes, start: int, end: int, terms: Terms, players: int) -> GameGlance | None:
    """Return what a glance at the event lines between two bytes has found, None where it cannot say.

    `start` follows the header line. Nothing is said against a game here: what is not right is for the judge.
    """
    game = GameGlance(Page(data, start), terms, players)
    try:
        return game if game.read(end) else None
    except IndexError:
        # The bytes end in the middle of a line.
        return None
