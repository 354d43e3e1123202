"""Matches of Kierki, twelve deals, played at random by the rules."""

import random

from bench.corpora.log import RANKS, SUITS, Log, dealt, opened
from bench.corpora.tricks import SEATS, play

DEALS = ["tricks", "hearts", "queens", "men", "king-of-hearts", "seventh-last", "all", *["odgrywka"] * 4, "lottery"]


def price(name: str, number: int, cards: list[str]) -> int:
    """Return the points of a trick, the `number`-th of its deal."""
    items = {
        "tricks": -20,
        "hearts": -20 * sum(card[1] == "H" for card in cards),
        "queens": -60 * sum(card[0] == "Q" for card in cards),
        "men": -30 * sum(card[0] in "KJ" for card in cards),
        "king-of-hearts": -150 * ("KH" in cards),
        "seventh-last": -75 * (number in {7, 13}),
    }
    return sum(items.values()) if name == "all" else items.get(name, 25)


def make_game(rng: random.Random) -> Log:
    """Return a complete match; no hand in it comes to a lead of hearts that nothing but hearts allowed."""
    log = opened("kierki", ["Anna", "Borys", "Celina", "Darek"])
    first = rng.randrange(4)
    totals = [0, 0, 0, 0]
    for at, name in enumerate(DEALS):
        dealer = (first + at) % 4
        trump = rng.choice(SUITS) if name == "odgrywka" else None
        points = [0, 0, 0, 0]
        tokens: list[str] = []
        while not tokens:
            hands = dealt(rng)
            if name == "lottery":
                tokens, points = lottery(rng, hands, dealer)
                continue
            closed = name in {"hearts", "king-of-hearts", "all"}
            played = play(rng, hands, dealer if trump else (dealer + 1) % 4, trump, hearts_closed=closed)
            tokens, tricks = played or ([], [])
            for number, (taker, cards) in enumerate(tricks, start=1):
                points[taker] += price(name, number, cards)
        log.add("deal", SEATS[dealer], ["".join(cards) for cards in hands])
        log.add("contract", *([SEATS[dealer], name, trump] if trump else [None, name]))
        log.moves(tokens)
        totals = [total + point for total, point in zip(totals, points, strict=True)]
        log.add("points", points)
        log.add("totals", totals)
    log.add("winner", "".join(seat for seat, total in zip(SEATS, totals, strict=True) if total == max(totals)))
    return log


def lottery(rng: random.Random, hands: list[list[str]], dealer: int) -> tuple[list[str], list[int]]:
    """Return the tokens and points of the small lottery; who cannot play passes."""
    held = [list(hand) for hand in hands]
    tokens: list[str] = []
    open_cards = {"7" + suit for suit in SUITS}
    awards = [800, 500]
    points = [0, 0, 0, 0]
    seat = dealer
    while awards:
        if held[seat]:
            able = [card for card in held[seat] if card in open_cards]
            card = rng.choice(able) if able else ""
            tokens.append(SEATS[seat] + (card or "-"))
            if card:
                held[seat].remove(card)
                open_cards |= neighbours(card)
                if not held[seat]:
                    points[seat] = awards.pop(0)
        seat = (seat + 1) % 4
    return tokens, points


def neighbours(card: str) -> set[str]:
    """Return the cards beside a card in its row. One that is laid already is in no hand, so it does no harm."""
    at = RANKS.index(card[0])
    return {RANKS[place] + card[1] for place in (at - 1, at + 1) if 0 <= place < 13}
