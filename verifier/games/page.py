"""Lines in the layout that `fmt` writes, read byte by byte for a glance at a whole game.

A glance never says what is wrong: whatever is not exactly as expected makes it give up, and the game is read and judged
in full. Numbers here are native ints where the room is compiled.
"""

from typing import Final

from mypy_extensions import i64

from verifier.cards import PACK_SIZE

FIRST_LINE: Final = 2
"""Number of the first event line of a game; that of its header is 1."""

NONE: Final = 1 << 40
"""What `number` returns where there is none; no claim is as large."""

SPACE: Final = 0x20
QUOTE: Final = 0x22
COMMA: Final = 0x2C
MINUS: Final = 0x2D
BRACKET: Final = 0x5D
FIRST_SEAT: Final = 0x61
DOLLAR: Final = 0x24
LINE_FEED: Final = 0x0A
LINE_END: Final = b'"]\n'
ROW_END: Final = b"]]\n"

_NOTHING: Final = 0xFF
RANK_AT: Final = bytes(b"23456789TJQKA".find(byte) & _NOTHING for byte in range(256))
"""Rank of a byte, 0 (two) to 12 (ace); 255 where it names none."""
SUIT_AT: Final = bytes(b"SHDC".find(byte) & _NOTHING for byte in range(256))
"""Suit of a byte, 0 to 3; 255 where it names none."""

_FIRST_AT: Final = bytes(_NOTHING if suit == _NOTHING else 13 * suit for suit in SUIT_AT)
"""The two of the suit of a byte; 255 where it names none."""


def card_at(data: bytes, at: i64) -> i64:
    """Return the card of the pack whose two characters stand here, -1 where they name none."""
    rank: i64 = RANK_AT[data[at]]
    first: i64 = _FIRST_AT[data[at + 1]]
    card = first + rank
    # A conditional expression would make an object of the number.
    if card < PACK_SIZE:
        return card
    return -1


def stands(data: bytes, at: i64, text: bytes) -> bool:
    """Tell whether this text stands here."""
    size: i64 = len(text)
    if at + size > len(data):
        return False
    step: i64 = 0
    while step < size:
        if data[at + step] != text[step]:
            return False
        step += 1
    return True


class Four:
    """A number for each of four seats."""

    def __init__(self) -> None:
        self.a: i64 = 0
        self.b: i64 = 0
        self.c: i64 = 0
        self.d: i64 = 0

    def get(self, seat: i64) -> i64:
        """Return the number of a seat."""
        if seat < 2:
            return self.a if seat == 0 else self.b
        return self.c if seat == 2 else self.d

    def put(self, seat: i64, number: i64) -> None:
        """Set the number of a seat."""
        if seat < 2:
            if seat == 0:
                self.a = number
            else:
                self.b = number
        elif seat == 2:
            self.c = number
        else:
            self.d = number

    def clear(self) -> None:
        """Set all numbers to 0."""
        self.a = self.b = self.c = self.d = 0


class Hands:
    """Who of four seats holds which card.

    `low` and `high` are masks of the cards whose holder's number has that bit, `left` of the cards that are still held.
    No seat has to be told from another to find what it holds, so the processor has nothing to guess.
    """

    def __init__(self) -> None:
        self.low: i64 = 0
        self.high: i64 = 0
        self.left: i64 = 0

    def get(self, seat: i64) -> i64:
        """Return what a seat holds, as a mask."""
        return (self.low ^ ((seat & 1) - 1)) & (self.high ^ ((seat >> 1) - 1)) & self.left

    def add(self, seat: i64, cards: i64) -> None:
        """Let these cards (a mask) be held by a seat."""
        if seat & 1:
            self.low |= cards
        if seat >> 1:
            self.high |= cards
        self.left |= cards

    def clear(self) -> None:
        """Let nothing be held."""
        self.low = self.high = self.left = 0


class Page:
    """Bytes and the place where they are read; the line there begins at `start` and is number `line`, the header 1."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data = data
        self.at: i64 = at
        self.start: i64 = at
        self.line: i64 = FIRST_LINE

    def skip(self, text: bytes) -> bool:
        """Go on behind this text if it stands here, and tell whether it does."""
        if not stands(self.data, self.at, text):
            return False
        self.at += len(text)
        return True

    def next_line(self, ending: bytes) -> bool:
        """Go on to the next line if this one ends here with `ending`, and tell whether it does."""
        if not self.skip(ending):
            return False
        self.turn(self.at)
        return True

    def turn(self, at: i64) -> None:
        """Go on to the next line, which begins here."""
        self.at = self.start = at
        self.line += 1

    def seat(self, players: i64) -> i64:
        """Read a seat letter and return its number, -1 where there is none of so many players."""
        seat: i64 = self.data[self.at] - FIRST_SEAT
        if seat < 0 or seat >= players:
            return -1
        self.at += 1
        return seat

    def number(self) -> i64:
        """Read a number of at most seven digits as JSON writes it, and return it, NONE where there is none."""
        data, at = self.data, self.at
        minus = data[at] == MINUS
        if minus:
            at += 1
        first = at
        value: i64 = 0
        while at - first < 8:
            digit: i64 = data[at] - 0x30
            if digit < 0 or digit > 9:
                break
            value = value * 10 + digit
            at += 1
        size = at - first
        if size == 0 or size > 7 or (size > 1 and data[first] == 0x30) or (minus and value == 0) or value > 1_000_000:
            return NONE
        self.at = at
        return -value if minus else value

    def winner_line(self, players: i64) -> str | None:
        """Read a winner line and return its seats, None where there is none."""
        if not self.skip(b'["winner","'):
            return None
        start = self.at
        while self.seat(players) >= 0:
            pass
        seats = self.data[start : self.at].decode("ascii")
        return seats if self.next_line(LINE_END) else None

    def books_of_four(self, points: Four, totals: Four) -> i64:
        """Look at the points and totals of a hand, each written or not, and add the points to the totals.

        Returns whether points (1) and totals (2) are written, -1 where they are not these.
        """
        has_points = self.skip(b'["points",[')
        if has_points and not (self._fits_four(points) and self.next_line(ROW_END)):
            return -1
        totals.a += points.a
        totals.b += points.b
        totals.c += points.c
        totals.d += points.d
        has_totals = self.skip(b'["totals",[')
        if has_totals and not (self._fits_four(totals) and self.next_line(ROW_END)):
            return -1
        return (1 if has_points else 0) + (2 if has_totals else 0)

    def _fits_four(self, right: Four) -> bool:
        """Read four numbers with commas between them, and tell whether they are these."""
        if self.number() != right.a or not self.skip(b","):
            return False
        if self.number() != right.b or not self.skip(b","):
            return False
        if self.number() != right.c or not self.skip(b","):
            return False
        return self.number() == right.d

    def dealer(self, players: i64) -> i64:
        """Read the beginning of a deal line up to its hands; return its dealer, `players` for none, -1 for no deal."""
        if self.skip(b'["deal",null,['):
            return players
        if not self.skip(b'["deal","'):
            return -1
        seat = self.seat(players)
        if self.skip(b'",['):
            return seat
        return -1

    def deal_four(self, hands: Hands, one: i64) -> bool:
        """Read a deal line of four hands that make a pack, and tell whether it is one."""
        return self.dealer(4) >= 0 and self.hands_of_four(hands, one)

    def hands_of_four(self, hands: Hands, one: i64) -> bool:
        """Read four hands of thirteen cards that make a pack, to the end of the line."""
        hands.clear()
        seat: i64 = 0
        while seat < 4:
            if (seat and not self.skip(b",")) or not self.skip(b'"'):
                return False
            hand = self._hand(one)
            if hand == 0 or hand & hands.left:
                return False
            hands.add(seat, hand)
            if not self.skip(b'"'):
                return False
            seat += 1
        return self.next_line(ROW_END)

    def _hand(self, one: i64) -> i64:
        """Read thirteen different cards and return their mask, 0 where there are none such."""
        data, at = self.data, self.at
        hand: i64 = 0
        cards: i64 = 0
        while cards < 13:
            card = card_at(data, at)
            if card < 0 or hand >> card & 1:
                return 0
            hand |= one << card
            at += 2
            cards += 1
        self.at = at
        return hand
