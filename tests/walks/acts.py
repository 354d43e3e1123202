"""Every act that might be tried after a log, from what lies where: no rule is asked, so most of them are illegal."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

SUITS = "SHDC"
MOST_DRAWN = 4
JOKER = "**"
LAID = re.compile(r"([a-p])((?:[2-9TJQKA][SHDC]|\*[SHDC*RB]|\?\?)+)")
MOVED = re.compile(r"([a-p])([+<>])([a-p]?)((?:[2-9TJQKA][SHDC]|\*\*)+)")
CONTRACTS = {
    "king": ("el", "kiz", "erkek", "kupa", "rifki", "soniki", "koz"),
    "kierki": ("tricks", "hearts", "queens", "men", "king-of-hearts", "seventh-last", "all", "odgrywka"),
}


class Table:
    """What lies where after the lines of a log, for its last hand."""

    def __init__(self, lines: list[Any]) -> None:
        header, *events = lines
        self.game: str = header["game"]
        self.seats = "abcdefghijklmnop"[: len(header["players"])]
        rules = header.get("rules", {})
        self.colours = isinstance(rules, dict) and rules.get("joker_names") == "colour"
        self.deals = sum(line[0] == "deal" for line in events)
        self.hands: dict[str, Counter[str]] = {seat: Counter() for seat in self.seats}
        self.stock: list[str] = []
        self.pile: list[str] = []
        self.loose: list[str] = []
        """The cards that were shuffled in again: any of them may come next."""
        self.said: list[str] = []
        """The tokens of the hand."""
        self.chosen = False
        self.is_dealt = False
        for line in events:
            if line[0] == "deal":
                self._deal(line)
            elif line[0] == "contract":
                self.chosen = True
            elif line[0] == "m":
                for token in line[1].split():
                    self._take(token)

    def _deal(self, line: list[Any]) -> None:
        _, _, hands, up, stock, *_ = [*line, None, None, None]
        self.is_dealt = hands is not None
        self.hands = {seat: Counter(pairs(hand)) for seat, hand in zip(self.seats, hands or [""] * 16, strict=False)}
        self.stock, self.pile, self.said, self.chosen = pairs(stock or ""), pairs(up or ""), [], False

    def _take(self, token: str) -> None:
        self.said.append(token)
        laid, moved = LAID.fullmatch(token), MOVED.fullmatch(token)
        if laid:
            cards = [JOKER if card[0] == "*" else card for card in pairs(laid[2])]
            self.hands[laid[1]].subtract(cards)
            self.pile += cards
        elif moved:
            seat, what, other, cards = moved[1], moved[2], moved[3], pairs(moved[4])
            if what == "+":
                self.hands[seat].update(cards)
                del self.stock[: len(cards)]
                for card in cards if self.loose else ():
                    self.loose.remove(card)
            elif what == "<":
                self.hands[seat].update(cards)
                del self.pile[-1:]
            else:
                self.hands[seat].subtract(cards)
                self.hands[other].update(cards)
        elif token == "%":
            self.loose, self.pile = self.pile[:-1], self.pile[-1:]

    def held(self, seat: str) -> list[str]:
        """Return the cards of a seat, each once."""
        return sorted(card for card, number in self.hands[seat].items() if number > 0)


def pairs(text: str) -> list[str]:
    """Return the cards of a text."""
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def after(lines: list[Any]) -> Iterator[str]:
    """Yield the line of each act that might be tried."""
    table = Table(lines)
    if table.game in CONTRACTS:
        yield from _tricks(table)
    else:
        yield from map(_moves, _kings_reverse(table))


def _moves(token: str) -> str:
    return f'["m","{token}"]\n'


def _tricks(table: Table) -> Iterator[str]:
    """Yield contracts before the first card, then for every seat each of its cards; in the lottery passes too."""
    if not table.chosen and not table.said:
        for seat in table.seats:
            for name in CONTRACTS[table.game]:
                for suit in SUITS if name in {"koz", "odgrywka"} else [None]:
                    yield json.dumps(["contract", seat, name, suit], separators=(",", ":")) + "\n"
    for seat in table.seats:
        for card in table.held(seat):
            yield _moves(seat + card)
        if table.game == "kierki" and table.deals == 12:
            yield _moves(f"{seat}-")


def _kings_reverse(table: Table) -> Iterator[str]:
    last = table.said[-1] if table.said else ""
    for seat in table.seats:
        held = table.held(seat)
        size = sum(number for number in table.hands[seat].values() if number > 0)
        for card in held:
            yield from _laid(table, seat, card)
        for pair in combinations([card for card in held if card[0] in "KQ"], 2):
            if pair[0][0] != pair[1][0]:
                yield seat + pair[0] + pair[1]
                yield seat + pair[1] + pair[0]
        for number in range(1, MOST_DRAWN + 1):
            if number <= len(table.stock):
                yield f"{seat}+{''.join(table.stock[:number])}"
        yield from (f"{seat}+{card}" for card in sorted(set(table.loose)))
        yield f"{seat}-"
        if size <= 2:
            yield f"{seat}!"
        yield from (f"{seat}!{other}" for other in table.seats if other != seat and _has_one(table, other))
        if JOKER in table.pile[-1:]:
            yield from (f"{seat}?+", f"{seat}?-", f"{seat}<**")
            if last[1:] == JOKER:
                yield from (f"{seat}={suit}" for suit in (SUITS + "RB" if table.colours else SUITS))
        if any("AS" in token for token in table.said[-8:]):
            yield from (f"{seat}>{other}{card}" for other in table.seats if other != seat for card in held)
    if not table.stock:
        yield "%"


def _laid(table: Table, seat: str, card: str) -> Iterator[str]:
    if card != JOKER:
        yield seat + card
        return
    yield from (f"{seat}*{name}" for name in (SUITS + "*RB" if table.colours else SUITS + "*"))


def _has_one(table: Table, seat: str) -> bool:
    return sum(number for number in table.hands[seat].values() if number > 0) == 1
