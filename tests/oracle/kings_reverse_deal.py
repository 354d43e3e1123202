"""The deal of a hand: what it tells of hands and stock, what is wrong with it, and who starts in which direction."""

from collections import Counter
from dataclasses import dataclass
from typing import Any, NamedTuple

from oracle.kings_reverse_cards import Held, Pile, Stock, whole_packs
from oracle.kings_reverse_reading import JOKER, LETTERS, UNKNOWN, Event, cards_in


class Found(NamedTuple):
    """A fault or notice: the event, its name, the seat."""

    event: int
    name: str
    seat: str | None


@dataclass
class Layout:
    """The table as the deal leaves it."""

    seats: str
    dealer: str | None
    hands: dict[str, Held]
    stock: Stock
    pile: Pile
    seen: Counter[str]
    effect: str | None
    found: list[Found]
    unverified: int = 0


def impossible(players: int, rules: dict[str, Any]) -> bool:
    """Whether there are not enough cards, or not enough players (SET-5)."""
    return players < 2 or 10 * players + 1 > 54 * rules["packs"]


def lay_out(deal: Event, players: int, rules: dict[str, Any]) -> Layout:
    """Judge a deal line and set the table."""
    dealer, texts, up_text, stock_text = (*deal.words, None, None, None)[:4]
    seats = LETTERS[:players]
    found: list[Found] = []
    if dealer is not None and dealer not in seats:
        found.append(Found(deal.number, "unknown-seat", dealer))
        dealer = None
    hands = {seat: Held(unknown=10) for seat in seats}
    for seat, text in zip(seats, texts or [], strict=False):
        if text is not None:
            cards = cards_in(text)
            known = sorted(card for card in cards if card != UNKNOWN)
            hands[seat] = Held(known, len(cards) - len(known))
    up = cards_in(up_text or "")
    top = up[-1] if up else UNKNOWN
    found += turned_up(deal.number, up, rules)
    packs = whole_packs(rules["packs"])
    seen = Counter([card for held in hands.values() for card in held.known] + ([top] if top != UNKNOWN else []))
    stock, faults = stock_of(deal.number, hands, seen, up, stock_text, packs)
    found += faults
    stock.ordered = stock.cards is not None and len(up) < 2
    if stock.cards is not None:
        seen += Counter(card for card in stock.cards if card != UNKNOWN)
    too_many = {card for card in seen if seen[card] > packs[card]}
    for held in hands.values():
        if too_many & set(held.known):
            held.doubt()
    pile = Pile([top], None if top in {JOKER, UNKNOWN} else top[1])
    return Layout(seats, dealer, hands, stock, pile, seen, effect_of(up, rules), found, UNKNOWN in up or not up)


def stock_of(
    event: int,
    hands: dict[str, Held],
    seen: Counter[str],
    up: tuple[str, ...],
    text: str | None,
    packs: Counter[str],
) -> tuple[Stock, list[Found]]:
    """The stock, and what is wrong with sizes and copies."""
    found: list[Found] = []
    wrong = [seat for seat, held in hands.items() if held.count() != 10]
    if wrong:
        found.append(Found(event, "hand-size-wrong", wrong[0] if len(wrong) == 1 else None))
    rest = packs.total() - sum(held.count() for held in hands.values()) - 1
    listed = None if text is None else list(cards_in(text))
    back = set(up[:-1]) - {UNKNOWN}
    copies = seen + Counter(card for card in back if listed is None or card not in listed)
    copies += Counter(card for card in listed or [] if card != UNKNOWN)
    if any(copies[card] > packs[card] for card in copies):
        found.append(Found(event, "too-many-copies", None))
        listed = None
    elif listed is not None and (len(listed) != rest or (UNKNOWN not in listed and back - set(listed))):
        if not wrong:
            found.append(Found(event, "stock-miscount", None))
        listed = None
    return Stock(rest, listed, ordered=False), found


def turned_up(event: int, up: tuple[str, ...], rules: dict[str, Any]) -> list[Found]:
    """What is wrong with the cards turned up (SET-7, SET-10)."""
    redraw = rules["turn_up_special"] == "redraw"
    names = []
    if any(card not in {JOKER, UNKNOWN} and not (redraw and card[0] in "78K") for card in up[:-1]):
        names.append("turn-up-redrawn")
    if up and up[-1] == JOKER:
        names.append("joker-turn-up-kept")
    elif up and redraw and up[-1][0] in "78K":
        names.append("special-turn-up-kept")
    return [Found(event, name, None) for name in names]


def effect_of(up: tuple[str, ...], rules: dict[str, Any]) -> str | None:
    """What the turned-up card does: "7", "8", "K", "A" (ace of spades), "" for nothing, None where it is unknown."""
    if not up or up[-1] == UNKNOWN:
        return None if rules["turn_up_special"] == "as-dealer" else ""
    if up[-1] == "AS":
        return "A"
    return up[-1][0] if up[-1][0] in "78K" and rules["turn_up_special"] == "as-dealer" else ""
