"""Players of Kings Reverse for the differential runs: one hand, played at random by the rules.

A `Slip` asks for one deliberate fault at one moment; from then on the play goes on from the table as it stands.
"""

import random
from dataclasses import dataclass
from typing import Any

from oracle.kierki_matter import Slip
from oracle.kings_reverse_reading import COLOURS, JOKER, RANKS, SUITS

KINDS = {"AS": ["AS"], "7": ["7S", "7H", "7D", "7C"], "joker": [JOKER], "pair": [r + s for s in SUITS for r in "KQ"]}
"""Cards that a table is fond of keeping to the last."""

WORTH = {"7": 20, "8": 20, "K": 20, "J": 15, "*": 25}


def worth(cards: list[str]) -> int:
    return sum(20 if card == "AS" else WORTH.get(card[0], 5) for card in cards)


@dataclass
class Habits:
    """How a table plays and writes: what it keeps, how often it draws, challenges, cheats, and when it stops."""

    keep: str = ""
    draws: float = 0.06
    cheats: float = 0.3
    challenges: float = 0.25
    gives: float = 0.7
    limit: int = 400
    turn_up: str = ""


class Round:
    """One hand at the table."""

    def __init__(
        self, rng: random.Random, rules: dict[str, Any], seats: str, dealer: str, slip: Slip, habits: Habits
    ) -> None:
        self.rng, self.rules, self.seats, self.dealer, self.slip, self.habits = rng, rules, seats, dealer, slip, habits
        self.tokens: list[str] = []
        self.deal()
        self.direction, self.finished, self.passes = 1, set[str](), 0
        self.over, self.out, self.blocked = False, "", False
        self.owed: dict[str, str] = {}
        self.called = self.previous = ""
        self.skipped_at = 0
        self.suits = self.pile[-1][1]
        self.actor = dealer

    # The deal

    def deal(self) -> None:
        rng, pack = self.rng, [r + s for s in SUITS for r in RANKS] + [JOKER, JOKER]
        while True:
            cards = rng.sample(pack * self.rules["packs"], 54 * self.rules["packs"])
            wanted = [at for at, card in enumerate(cards) if card in KINDS.get(self.habits.keep, [])]
            for at in wanted:
                to = rng.randrange(10 * len(self.seats))
                if cards[to] not in KINDS[self.habits.keep]:
                    cards[at], cards[to] = cards[to], cards[at]
            self.hands = {seat: cards[at * 10 : at * 10 + 10] for at, seat in enumerate(self.seats)}
            self.stock = cards[10 * len(self.seats) :]
            tops = [at for at, card in enumerate(self.stock) if self.habits.turn_up in {card, card[0]}]
            if tops and self.habits.turn_up:
                self.stock.insert(0, self.stock.pop(rng.choice(tops)))
            self.up: list[str] = []
            if self.turn_up():
                break
        self.pile = [self.up[-1]]
        self.dealt = {seat: list(cards) for seat, cards in self.hands.items()}
        self.lying = list(self.stock)

    def turn_up(self) -> bool:
        """Turn cards up until one may stay; False where there is none."""
        redraw = self.rules["turn_up_special"] == "redraw"
        back = {JOKER} | ({rank + suit for rank in "78K" for suit in SUITS} if redraw else set())
        if self.slip.now("ordinary turn-up replaced"):
            back |= {rank + suit for rank in "2345" for suit in SUITS}
        while set(self.stock) - back and len(self.up) < 20:
            card = self.stock.pop(0)
            self.up.append(card)
            if card not in back or (card == JOKER and self.slip.now("joker turn-up kept")):
                return True
            if card != JOKER and self.slip.now("special turn-up kept"):
                return True
            self.stock.insert(self.rng.randint(1, len(self.stock)) if self.stock else 0, card)
        return False

    # Small questions

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def step(self, seat: str) -> str:
        for by in range(1, len(self.seats) + 1):
            other = self.seats[(self.seats.index(seat) + self.direction * by) % len(self.seats)]
            if other not in self.finished:
                return other
        return seat

    def others(self, seat: str) -> list[str]:
        start = self.seats.index(seat)
        return [self.seats[(start + self.direction * by) % len(self.seats)] for by in range(1, len(self.seats))]

    def natural(self, card: str) -> bool:
        top = self.pile[-1]
        return card != JOKER and (card[0] == "J" or card[1] in self.suits or (top != JOKER and card[0] == top[0]))

    def joker_fits(self, rest: list[str]) -> bool:
        how = self.rules["joker_restriction"]
        if how == "none":
            return True
        if self.rules["other_joker_blocks"] and JOKER in rest:
            return False
        if how == "suit-only":
            return not any(card != JOKER and card[1] in self.suits for card in rest)
        free = self.rules["marriage_match"] == "free" and any("K" + s in rest and "Q" + s in rest for s in SUITS)
        return not free and not any(self.natural(card) for card in rest)

    def without(self, seat: str, cards: list[str]) -> list[str]:
        rest = list(self.hands[seat])
        for card in cards:
            rest.remove(card)
        return rest

    def fits(self, seat: str, card: str) -> bool:
        return self.joker_fits(self.without(seat, [card])) if card == JOKER else self.natural(card)

    def marriages(self, seat: str) -> list[list[str]]:
        """The pairs that may be laid, first card first."""
        found = []
        for suit in SUITS:
            for first, second in (("K" + suit, "Q" + suit), ("Q" + suit, "K" + suit)):
                if first in self.hands[seat] and second in self.hands[seat]:
                    one, two = self.natural(first), self.natural(second)
                    how = self.rules["marriage_match"]
                    if {"first": one, "either": one or two, "both": one and two, "free": True}[how]:
                        found.append([first, second])
        return found

    def options(self, seat: str) -> list[list[str]]:
        """Everything that may be laid."""
        return [[card] for card in sorted(set(self.hands[seat])) if self.fits(seat, card)] + self.marriages(seat)

    def can_draw(self) -> bool:
        return bool(self.stock) or (self.rules["when_pack_empty"] == "reshuffle" and len(self.pile) > 1)

    def choose(self, options: list[list[str]]) -> list[str]:
        """A play, rather not of cards that are kept."""
        kept = KINDS.get(self.habits.keep, [])
        free = [cards for cards in options if cards[0] not in kept]
        return self.rng.choice(free or options)

    # Draws

    def take(self, seat: str, number: int, *, waiting: bool = False, never: bool = False) -> list[str]:
        """Draw cards, in one token or several; with the house rule the discards are shuffled in when they run out.

        `waiting`: not before the first card, for a joker waits to be settled; `never`: not at all.
        """
        if number == 0:
            return []
        got: list[str] = []
        while len(got) < number and self.can_draw():
            if not self.stock:
                if never or (waiting and not got):
                    break
                self.tokens.append("%")
                self.stock, self.pile = self.rng.sample(self.pile[:-1], len(self.pile) - 1), self.pile[-1:]
            part = self.stock[: number - len(got)]
            if len(part) > 1 and self.chance(0.1):
                part = part[:1]
            del self.stock[: len(part)]
            self.tokens.append(f"{seat}+{''.join(part)}")
            got += part
        self.hands[seat] += got
        return got

    # Calls

    def owes_call(self, seat: str, *, called: bool) -> None:
        """A seat has come to one card: it calls now or later, or is caught, or nobody minds."""
        if called:
            return
        if self.slip.now("call missed"):
            return
        if self.slip.now("caught and not served"):
            self.tokens.append(f"{self.rng.choice(self.others(seat))}!{seat}")
            return
        number = self.wrong_number("caught and counted wrongly", 2)
        how = "catch" if number != 2 else self.rng.choice(["now", "now", "now", "later", "catch", "catch later"])
        if self.rules["call_window"] == "next-player-acts":
            how = how.split()[0].replace("later", "now")
        if how == "now":
            self.tokens.append(f"{seat}!")
        elif how == "catch":
            self.tokens.append(f"{self.rng.choice(self.others(seat))}!{seat}")
            self.take(seat, number)
        else:
            self.owed[seat] = how

    def speak_up(self, seat: str | None = None) -> None:
        """Late calls and late catches of all, or of one seat."""
        for one in [seat] if seat else list(self.owed):
            if self.owed.get(one, "").endswith("too late"):
                continue
            how = self.owed.pop(one, "")
            if how == "later":
                idle = len(self.tokens) == self.skipped_at
                self.called = one if self.tokens[-1][0] != one and not idle else ""
                self.tokens.append(f"{one}!")
            elif how and self.slip.now("caught too late"):
                self.owed[one] = "too late" if one == seat else "to be too late"
            elif how == "catch later":
                self.tokens.append(f"{self.rng.choice(self.others(one))}!{one}")
                self.take(one, 2)

    def wrong_number(self, name: str, right: int) -> int:
        """A number of cards to draw; the wrong one where that fault is asked for."""
        if len(self.stock) > right + 2 and self.slip.now(name):
            return self.rng.choice([number for number in (0, 1, right - 1, right + 1) if number != right])
        return right

    def colour_or_suit(self) -> str:
        right, wrong = (SUITS, "RB") if self.rules["joker_names"] == "suit" else ("RB", SUITS)
        return self.rng.choice(wrong if self.slip.now("named what is none") else right)

    def name(self, word: str) -> None:
        self.suits = COLOURS.get(word, word)
