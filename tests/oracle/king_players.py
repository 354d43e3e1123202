"""The players of generated hands of King: what they may play by the rules and the house, and their deliberate slips."""

import random
from dataclasses import dataclass, field
from typing import Any

from oracle.kierki_games import taker_of
from oracle.kierki_matter import RANKS, SEATS, Slip, left
from oracle.king_reading import COUNTS, UNITS


@dataclass
class Hand:
    """One hand while it is played: cards held, contract, tricks so far, the trick on the table."""

    held: dict[str, list[str]]
    name: str
    trump: str | None
    rules: dict[str, Any]
    done: list[list[tuple[str, str]]] = field(default_factory=list)
    trick: list[tuple[str, str]] = field(default_factory=list)

    def broken(self, suit: str, *, discards_only: bool) -> bool:
        return any(
            card[1] == suit and (not discards_only or trick[0][1][1] != suit)
            for trick in self.done
            for _, card in trick
        )

    def may_lead(self, hand: list[str]) -> list[str]:
        rules, others = self.rules, [card for card in hand if card[1] != "H"]
        if self.name in {"kupa", "rifki"}:
            discards_only = rules["heart_break_by"] == "discard-in-earlier-trick"
            closed = rules["heart_lead"] == "until-broken" and not self.broken("H", discards_only=discards_only)
            if others and (closed or rules["heart_lead"] == "never"):
                return others
            if not others and rules["last_hearts_highest"]:
                return [max(hand, key=lambda card: RANKS.index(card[0]))]
        if self.trump and rules["trump_lead"] == "until-broken" and not self.broken(self.trump, discards_only=False):
            return [card for card in hand if card[1] != self.trump] or hand
        return hand

    def may_follow(self, following: list[str]) -> list[str]:
        led = self.trick[0][1][1]
        if not self.rules["drop_under"] or self.name not in {"kiz", "erkek", "rifki"}:
            return following
        best = max(RANKS.index(card[0]) for _, card in self.trick if card[1] == led)
        under = [card for card in following if self.is_penalty(card) and RANKS.index(card[0]) < best]
        return under or following

    def is_penalty(self, card: str) -> bool:
        return {
            "kiz": card[0] == "Q",
            "erkek": card[0] in "KJ",
            "kupa": card[1] == "H",
            "rifki": card == "KH",
        }.get(self.name, False)

    def may_discard(self, hand: list[str]) -> list[str]:
        rules = self.rules
        if self.trump:
            trumps = [card for card in hand if card[1] == self.trump]
            top = max((RANKS.index(card[0]) for _, card in self.trick if card[1] == self.trump), default=-1)
            above = [card for card in trumps if RANKS.index(card[0]) > top]
            if rules["must_overtrump"] and above:
                below = set(trumps) - set(above)
                return above if rules["must_trump"] else [card for card in hand if card not in below]
            return trumps if rules["must_trump"] and trumps else hand
        if rules["void_discard"] == "free":
            return hand
        if self.name == "rifki" and "KH" in hand:
            return ["KH"]
        if rules["void_discard"] == "rifki-only-KH":
            return hand
        wanted = [card for card in hand if self.is_penalty(card) or (self.name == "rifki" and card[1] == "H")]
        return wanted or hand

    def may_play(self, seat: str) -> list[str]:
        """The cards that a seat may play by the rules and the house."""
        hand = self.held[seat]
        if not self.trick:
            return self.may_lead(hand)
        following = [card for card in hand if card[1] == self.trick[0][1][1]]
        return self.may_follow(following) if following else self.may_discard(hand)

    def over(self) -> bool:
        """Whether the hand has ended by the rules of the house."""
        early = self.rules["early_end"]
        if len(self.done) == 13 or early == "never" or (early == "rifki" and self.name != "rifki"):
            return len(self.done) == 13
        return self.exhausted()

    def exhausted(self) -> bool:
        """Whether nothing that scores is left to take."""
        if self.name == "soniki":
            return len(self.done) >= int(max(self.rules["last_two"]))
        if self.name in {"el", "koz"}:
            return False
        return sum(self.is_penalty(card) for trick in self.done for _, card in trick) == COUNTS[self.name]

    def price(self, number: int, cards: list[str]) -> int:
        """Points of one trick."""
        unit: int = (UNITS | self.rules["points"])[self.name]
        if self.name in {"el", "koz"}:
            return unit
        if self.name == "soniki":
            return unit * list(self.rules["last_two"]).count(number)
        return unit * sum(self.is_penalty(card) for card in cards)


def pick(rng: random.Random, hand: Hand, seat: str, slip: Slip) -> str:
    """The card a player chooses: a legal one, unless he is to make a fault here."""
    legal = hand.may_play(seat)
    wrong = [card for card in hand.held[seat] if card not in legal]
    if not wrong:
        return rng.choice(legal)
    led = hand.trick[0][1][1] if hand.trick else None
    able = led is not None and legal[0][1] == led
    away = [card for card in wrong if card[1] != led]
    under = [card for card in wrong if card[1] == led]
    low = [card for card in wrong if card[1] == legal[0][1]]
    faults: list[tuple[str, bool, list[str]]] = [
        ("revoke", able, away),
        ("kept from under", able, under),
        ("lead against the house", led is None, wrong),
        ("lower heart led", led is None and all(card[1] == "H" for card in hand.held[seat]), wrong),
        ("king of hearts kept", legal == ["KH"] and not able, wrong),
        ("trumped too low", led is not None and not able, low),
        ("discard against the house", led is not None and not able, wrong),
    ]
    for name, here, cards in faults:
        if here and cards and slip.now(name):
            return rng.choice(cards)
    return rng.choice(legal)


def play(rng: random.Random, hand: Hand, leader: str, slip: Slip, *, takers: float) -> tuple[list[str], list[int]]:
    """The tricks of a hand: tokens and points."""
    tokens: list[str] = []
    points = [0, 0, 0, 0]
    step = 1 if hand.rules["play_direction"] == "anticlockwise" else -1
    by_the_log = rng.random() < 0.5
    while not hand.over() or (len(hand.done) < 13 and slip.now("played on")):
        if slip.now("stopped early"):
            break
        if slip.now("wrong leader"):
            leader = left(leader, rng.randint(1, 3))
        order = [left(leader, by * step) for by in range(4)]
        if slip.now("out of turn"):
            order[1:] = rng.sample(order[1:], 3)
        for seat in order:
            card = pick(rng, hand, seat, slip)
            hand.held[seat].remove(card)
            hand.trick.append((seat, card))
            tokens.append(seat + card)
            if card == "KH" and hand.name == "rifki" and len(hand.trick) < 4 and slip.now("stopped at the king"):
                return tokens, points
        true = taker = taker_of(hand.trick, hand.trump)
        with_taker = rng.random() < takers
        if with_taker and slip.now("wrong taker followed"):
            taker = left(true, rng.randint(1, 3))
        tokens += [taker + "$"] if with_taker else []
        leader = true if slip.now("right taker leads") else taker
        hand.done.append(hand.trick)
        hand.trick = []
        cards = [card for _, card in hand.done[-1]]
        points[SEATS.index(taker if by_the_log else true)] += hand.price(len(hand.done), cards)
        if hand.exhausted() and not hand.over() and slip.now("stopped when settled"):
            break
    return tokens, points
