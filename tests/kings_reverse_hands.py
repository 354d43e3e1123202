"""Hands of Kings Reverse written by the few cards that matter, and what the judge finds in them."""

import json
import re
from collections import Counter
from collections.abc import Iterator

from judging import faults, judged, notices

from verifier.cards import SEATS

Told = tuple[int, str, str | None]

PACK = [rank + suit for rank in "2346TQ59AJ78K" for suit in "CDHS"] + ["**"] * 2


def kings(*events: object, players: int = 4, **rules: object) -> str:
    """Return a replay with these event lines."""
    header = {"replay": 1, "game": "kings-reverse", "players": [f"P{seat}" for seat in range(players)], "rules": rules}
    return "".join(json.dumps(line) + "\n" for line in (header, *events))


def split(cards: str) -> list[str]:
    """Return the cards of a card list."""
    return [cards[place : place + 2] for place in range(0, len(cards), 2)]


def dealt(
    hands: dict[str, str],
    moves: str = "",
    *,
    players: int = 4,
    dealer: str | None = None,
    up: str = "5S",
    stock: str | None = None,
    rest: str | None = None,
) -> list[list[object]]:
    """Return the deal and the moves of a hand; the last seat deals unless another is named.

    A seat that is not in `hands` holds what it lays, filled up to ten with cards that nobody else needs. Where `stock`
    is given it is the whole of it, and the seat `rest` holds all the other cards besides its own.
    """
    seats = SEATS[:players]
    pool = Counter(PACK * 2)
    own = {seat: split(hands[seat]) if seat in hands else list(laid(moves, seat)) for seat in seats}
    drawn = [card for cards in re.findall(r"\+(\S+)", moves) for card in split(cards)]
    for card in [
        up[-2:],
        *(card for cards in own.values() for card in cards),
        *(drawn if stock is None else split(stock)),
    ]:
        pool[card] -= 1
    assert min(pool.values()) >= 0, "more copies than the packs have"
    for seat in seats:
        if seat not in hands:
            own[seat] += take(pool, 10 - len(own[seat]))
    if rest is not None:
        own[rest] += take(pool, pool.total())
    lists = ["".join(own[seat]) for seat in seats]
    return [["deal", dealer or seats[-1], lists, up, stock], *([["m", moves]] if moves else [])]


def laid(moves: str, seat: str) -> Iterator[str]:
    """Yield the cards that a seat lays or gives in these moves without having drawn them."""
    drawn: Counter[str] = Counter()
    for token in moves.split():
        if not token.startswith(seat):
            continue
        act = re.fullmatch(r"(?:>[a-p])?((?:[2-9TJQKA][SHDC]|\*[*SHDC])+)", token[1:])
        if token[1] == "+":
            drawn.update(split(token[2:]))
        elif act is not None:
            for card in split(act[1]):
                face = "**" if card.startswith("*") else card
                if drawn[face]:
                    drawn[face] -= 1
                else:
                    yield face


def take(pool: Counter[str], number: int) -> list[str]:
    """Return so many cards of the pool, which no longer has them."""
    cards = list(pool.elements())[:number]
    pool.subtract(cards)
    return cards


def found(hands: dict[str, str], moves: str, *claims: object, rules: dict[str, object] | None = None, **table) -> list:
    """Return the faults of a hand.

    That its short hands were not dealt ten cards must be said once, at the deal, and is left out.
    """
    told, _ = _judged(hands, moves, claims, rules or {}, table)
    return told


def noted(hands: dict[str, str], moves: str, *claims: object, rules: dict[str, object] | None = None, **table) -> list:
    """Return the notices of a hand that has no fault; that the log ends before the game does is left out."""
    told, notes = _judged(hands, moves, claims, rules or {}, table)
    assert told == []
    return notes


def _judged(hands, moves, claims, rules, table) -> tuple[list[Told], list[Told]]:
    deal, *lines = dealt(hands, moves, **table)
    verdict = judged(kings(deal, *lines, *claims, players=table.get("players", 4), **rules))
    told = faults(verdict)
    odd = [seat for seat, cards in zip(SEATS, deal[2], strict=False) if len(split(cards)) != 10]
    if odd:
        assert told.pop(0) == (1, "hand-size-wrong", odd[0] if len(odd) == 1 else None)
    return told, [notice for notice in notices(verdict) if notice[1] != "unfinished-game"]
