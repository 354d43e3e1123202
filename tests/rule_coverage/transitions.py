"""What followed what in games: acts after acts in Kings Reverse, contracts and their ends in King, deals in Kierki.

Nothing here knows a rule; a transition is a text of two kinds of acts, or of a hand and what became of it.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

from verifier.fuzz.recorded import Hand, Recorded, games_in
from verifier.movetext import Act, ActKind

SPECIAL: Final = {5: "seven", 6: "eight", 9: "jack", 11: "king", 12: "ace"}
"""Rank -> what a card is called where it has an effect or may be mistaken for one that has."""

ACE_OF_SPADES: Final = 12
SUITS: Final = "SHDC"


def count(data: bytes) -> Counter[str]:
    """Return how often each transition occurs in a game; none where the game cannot be read."""
    found: Counter[str] = Counter()
    for game in games_in([data]):
        if isinstance(game, Recorded):
            found.update(COUNTED[game.header.game](game))
    return found


def suit_of(card: int) -> int:
    return card // 13


# Hands of tricks


def in_tricks(game: Recorded, hand: Hand, name: str) -> Iterator[str]:
    """Yield how a hand of tricks went: whole or not, discards, trumps, hearts led."""
    trumps = hand.contract.suit if hand.contract else None
    tricks = game.tricks(hand)
    yield f"{name}{'' if trumps is None else f' {trumps}'} -> {'whole' if len(tricks) == 13 else 'ended early'}"
    for number, trick in enumerate(tricks):
        led = suit_of(trick[0].card)
        yield f"{name} -> {SUITS[led]} led" if SUITS[led] == "H" and number else f"{name} -> other suit led"
        suits = [suit_of(play.card) for play in trick[1:]]
        if all(suit == led for suit in suits):
            yield f"{name} -> all follow"
        elif trumps and any(SUITS[suit] == trumps for suit in suits if suit != led):
            several = sum(SUITS[suit] == trumps for suit in suits) > 1
            yield f"{name} -> {'trumped twice' if several else 'trumped'}"
        else:
            yield f"{name} -> discard"
    for one, two in pairwise(tricks):
        yield f"{name} -> {'taker leads again' if one[0].seat == two[0].seat else 'lead passes'}"


def in_king(game: Recorded) -> Iterator[str]:
    """Yield the transitions of a match of King."""
    chosen: list[str] = []
    for hand, _ in game.trick_hands():
        name = hand.contract.name if hand.contract else "?"
        yield from in_tricks(game, hand, name)
        if chosen:
            yield f"{'penalty' if chosen[-1] != 'koz' else 'trumps'} -> {'penalty' if name != 'koz' else 'trumps'}"
        chosen.append(name)
    yield from _claims(game)


def in_kierki(game: Recorded) -> Iterator[str]:
    """Yield the transitions of a match of Kierki; the lottery is its twelfth deal, or the one behind four of trumps."""
    hands = game.hands()
    trumps = [hand.contract.suit for hand in hands if hand.contract is not None and hand.contract.suit]
    for one, two in pairwise(trumps):
        yield f"trumps -> {'same suit' if one == two else 'another suit'}"
    for hand in hands:
        laid = [act for _, act in game.acts_of(hand) if act.kind in {ActKind.PLAY, ActKind.PASS}]
        if len(hands) >= 11 and hand == hands[-1]:
            yield from _lottery(laid)
        elif game.tricks(hand):
            named = hand.contract is not None and hand.contract.suit is not None
            yield from in_tricks(game, hand, "odgrywka" if named else f"deal {_number(hand, hands)}")
    yield from _claims(game)


def _number(hand: Hand, hands: list[Hand]) -> str:
    if hand.contract is not None:
        return hand.contract.name
    return str(hand.number) if len(hands) in {11, 12} else "any"


def _lottery(acts: list[Act]) -> Iterator[str]:
    """Yield what followed what in the lottery: cards by where they lie beside the seven or eight, passes, silence."""
    lies: dict[int, list[int]] = {}
    left = Counter(dict.fromkeys(range(4), 13))
    labels: list[tuple[int, str]] = []
    for act in acts:
        if act.kind is ActKind.PASS:
            labels.append((act.seat, "pass"))
            continue
        card = act.cards[0]
        row = lies.setdefault(suit_of(card), [])
        label = "opens a suit" if not row else "above" if card > max(row) else "below"
        row.append(card)
        left[act.seat] -= 1
        labels.append((act.seat, "goes out" if left[act.seat] == 0 else label))
    yield f"lottery -> {'first card' if labels else 'nothing'}"
    for (seat, one), (other, two) in pairwise(labels):
        yield f"lottery: {one} -> {two}"
        if (seat + 1) % 4 != other:
            yield "lottery: a seat is silent" if left[(seat + 1) % 4] else "lottery: a seat is out or silent"


# Kings Reverse


def in_kings_reverse(game: Recorded) -> Iterator[str]:
    """Yield the transitions of a game of Kings Reverse."""
    for hand in game.hands():
        up = game.deal(hand).up or ""
        label = "begin" + (f" with {_card_name(up[-2:])}" if up else "")
        if up.startswith("**"):
            yield "begin -> a joker was turned up first"
        held = game.holdings(hand)
        stock = game.deal(hand).stock
        left = None if stock is None else len(stock) // 2
        for at, act in game.acts_of(hand):
            next_label = _label(act)
            if act.kind is ActKind.DRAW and left is not None:
                left -= len(act.cards)
            elif act.kind is ActKind.RESHUFFLE:
                left = None
            elif act.kind is ActKind.PASS and left == 0:
                next_label = "pass with an empty stock"
            yield f"{label} -> {next_label}"
            if held.known and at in held.before and next_label in LAID:
                yield from _last_card(game, held.before[at], act, next_label)
            label = f"{next_label} between two" if next_label == "king" and game.players == 2 else next_label
        yield f"{label} -> end"
    yield from _claims(game)


def _card_name(text: str) -> str:
    return {"AS": "ace of spades", "**": "joker"}.get(text) or SPECIAL.get("23456789TJQKA".find(text[:1]), "plain")


def _label(act: Act) -> str:
    """Return what an act is called in transitions."""
    kind = act.kind
    if kind is ActKind.JOKER:
        return "joker" if act.other.strip("*") else "joker without a name"
    if kind is ActKind.PLAY:
        card = act.cards[0]
        return "ace of spades" if card == ACE_OF_SPADES else SPECIAL.get(card % 13, "plain")
    if kind is ActKind.DRAW:
        return f"draw {len(act.cards)}"
    if kind is ActKind.CHALLENGE:
        return {"+": "challenge upheld", "-": "challenge rejected"}.get(act.other, "challenge without a sign")
    return KINDS.get(kind, kind.name.lower())


LAID: Final = {*SPECIAL.values(), "plain", "ace of spades", "joker", "joker without a name", "marriage"}
KINDS: Final = {ActKind.SEVERAL: "marriage", ActKind.NAME: "suit named later", ActKind.TAKE_BACK: "joker taken back"}


def _last_card(game: Recorded, before: list[Counter[int]], act: Act, label: str) -> Iterator[str]:
    """Yield how many cards are left behind a special card, where that makes a difference."""
    if act.seat >= game.players:
        return
    left = sum(number for number in before[act.seat].values() if number > 0) - max(len(act.cards), 1)
    if label == "ace of spades":
        others = game.players - 1
        scenario = "none" if left == 0 else "one each" if left == others else "too few" if left < others else "enough"
        yield f"ace of spades -> {scenario} left to give"
    elif left == 0:
        yield f"{label} -> it was the last card"


def _claims(game: Recorded) -> Iterator[str]:
    """Yield how a game ends on the sheet."""
    last = game.entries[-1] if game.entries else None
    winners = getattr(last, "seats", None)
    if winners is not None:
        yield f"winner -> {'shared' if len(winners) > 1 else 'alone'}"
    rules = game.header.rules
    yield f"rules -> {'options' if isinstance(rules, dict) else 'preset' if rules else 'none'}"


COUNTED: Final[dict[str, Callable[[Recorded], Iterator[str]]]] = {
    "king": in_king,
    "kierki": in_kierki,
    "kings-reverse": in_kings_reverse,
}
