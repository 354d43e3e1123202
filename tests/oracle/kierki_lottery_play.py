"""The small lottery played at random by the rules, for generated matches of Kierki."""

import random
from typing import Any

from oracle.kierki_matter import RANKS, SEATS, SUITS, Slip, left


def layable(laid: list[str], rules: dict[str, Any]) -> set[str]:
    """Cards that may be laid in the lottery."""
    order = "A" + RANKS[:-1] if rules["lottery_ace"] == "low" else RANKS
    cards = {f"{rules['lottery_open']}{suit}" for suit in SUITS}
    for card in laid:
        at = order.index(card[0])
        cards |= {order[place] + card[1] for place in (at - 1, at + 1) if 0 <= place < 13}
    return cards - set(laid)


def play_lottery(
    rng: random.Random, hands: dict[str, list[str]], starter: str, rules: dict[str, Any], slip: Slip
) -> tuple[list[str], list[int]]:
    """The small lottery to its end: tokens and points."""
    hands = {seat: list(cards) for seat, cards in hands.items()}
    tokens: list[str] = []
    laid: list[str] = []
    points = [0, 0, 0, 0]
    spoken = 1.0 if rules["implicit_pass"] == "forbid" else rng.choice([0.0, 0.5, 1.0])
    turn = starter
    while sum(points) < 1300:
        hand = hands[turn]
        able = sorted(set(hand) & layable(laid, rules))
        wrong = [card for card in hand if card not in able]
        unopened = [card for card in wrong if card[1] not in {one[1] for one in laid}]
        opened = [card for card in wrong if card not in unopened]
        card = rng.choice(able) if able else None
        if unopened and slip.now("suit opened wrongly"):
            card = rng.choice(unopened)
        if opened and slip.now("card with a gap"):
            card = rng.choice(opened)
        lazy = rules["pass_while_able"] == "allowed" and rng.random() < 0.05
        if card and (lazy or slip.now("pass while able")):
            card = None
            tokens.append(turn + "-")
        elif card and slip.now("skipped while able"):
            card = None
        elif not card and rng.random() < spoken:
            tokens.append(turn + "-")
        if card:
            hand.remove(card)
            laid.append(card)
            tokens.append(turn + card)
        if card and not hand:
            points[SEATS.index(turn)] = 500 if sum(points) else 800
        again = card and hand and (slip.now("extra turn") or (card[0] == "A" and rules["ace_bonus"]))
        if again and set(hand) & layable(laid, rules):
            bonus = rng.choice(sorted(set(hand) & layable(laid, rules)))
            hand.remove(bonus)
            laid.append(bonus)
            tokens.append(turn + bonus)
            if not hand:
                points[SEATS.index(turn)] = 500 if sum(points) else 800
        turn = next(left(turn, by) for by in range(1, 5) if hands[left(turn, by)] or sum(points) == 1300)
    return tokens, points
