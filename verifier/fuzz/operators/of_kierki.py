"""Operators for Kierki: heart leads, dealers, trump calls, awards, the lottery."""

from typing import Final

import msgspec

from verifier.cards import HEARTS, SEATS, rank_of, suit_of
from verifier.fuzz.dice import Dice
from verifier.fuzz.operators.operator import KIERKI, Mutant, Operator, Promise, inserted, replaced, swapped, token
from verifier.fuzz.recorded import Hand, Recorded
from verifier.replay.lines import Contract, Points

HEART_DEALS: Final = frozenset({2, 5, 7})
LOTTERY: Final = 12


def _heart_lead(game: Recorded, dice: Dice) -> Mutant | None:
    """Lead a heart instead of another suit, in a deal where that is forbidden."""
    if not game.is_plain():
        return None
    places = [
        (trick[0], other)
        for hand, tricks in game.trick_hands()
        if hand.number in HEART_DEALS
        for at, trick in enumerate(tricks)
        if suit_of(trick[0].card) != HEARTS
        for later in tricks[at + 1 :]
        for other in later
        if other.seat == trick[0].seat and suit_of(other.card) == HEARTS
    ]
    return swapped(game, *dice.one_of(places)) if places else None


def _wrong_dealer(game: Recorded, dice: Dice) -> Mutant | None:
    hands = [hand for hand in game.hands()[1:11] if game.deal(hand).dealer is not None]
    if not hands or not game.is_plain():
        return None
    hand = dice.one_of(hands)
    deal = game.deal(hand)
    others = [seat for seat in ("a", "b", "c", "d") if seat != deal.dealer]
    return replaced(game, hand.start, msgspec.structs.replace(deal, dealer=dice.one_of(others)))


def _calls(game: Recorded) -> list[tuple[int, Contract]]:
    """Return the trump calls, each with its entry."""
    return [
        (at, entry) for at, entry in enumerate(game.entries) if isinstance(entry, Contract) and entry.suit is not None
    ]


def _late_call(game: Recorded, dice: Dice) -> Mutant | None:
    """Name trumps after the first card."""
    calls = [at for at, _ in _calls(game) if at + 1 < len(game.entries) and game.acts[at + 1] is not None]
    if not calls:
        return None
    at = dice.one_of(calls)
    return replaced(game, at, game.entries[at + 1], game.entries[at], until=at + 2)


def _second_call(game: Recorded, dice: Dice) -> Mutant | None:
    """Name other trumps once more."""
    calls = _calls(game)
    if not calls:
        return None
    at, call = dice.one_of(calls)
    suit = dice.one_of([suit for suit in ("S", "H", "D", "C") if suit != call.suit])
    return inserted(game, at + 1, msgspec.structs.replace(call, suit=suit))


def _wrong_caller(game: Recorded, dice: Dice) -> Mutant | None:
    calls = _calls(game)
    if not calls:
        return None
    at, call = dice.one_of(calls)
    others = [seat for seat in ("a", "b", "c", "d") if seat != call.seat]
    return replaced(game, at, msgspec.structs.replace(call, seat=dice.one_of(others)))


def _no_call(game: Recorded, dice: Dice) -> Mutant | None:
    calls = _calls(game)
    return replaced(game, dice.one_of(calls)[0]) if calls else None


# Books


def _written(game: Recorded, number: int) -> tuple[int, list[int]] | None:
    """Return the points of a deal and their entry, None where they are not written."""
    for hand in game.hands():
        at = game.line_of(hand, Points) if hand.number == number else None
        if at is not None:
            line = game.entries[at]
            assert isinstance(line, Points)
            return at, [cell or 0 for cell in line.values]
    return None


def _seventh_last(game: Recorded, dice: Dice) -> Mutant | None:
    """Write the seventh or the last trick of deal 6 for another player."""
    found = _written(game, 6)
    if found is None or not game.is_plain():
        return None
    at, cells = found
    one = dice.one_of([seat for seat, cell in enumerate(cells) if cell])
    cells[one] += 75
    cells[(one + dice.between(1, 3)) % 4] -= 75
    return replaced(game, at, Points([*cells]))


def _not_added_up(game: Recorded, dice: Dice) -> Mutant | None:
    """Write deal 7 as if one of its penalties did not count."""
    found = _written(game, 7)
    if found is None or not game.is_plain():
        return None
    at, cells = found
    worst = cells.index(min(cells))
    cells[worst] += dice.one_of([20, 60, 150])
    return replaced(game, at, Points([*cells]))


def _swap_awards(game: Recorded, _dice: Dice) -> Mutant | None:
    found = _written(game, LOTTERY)
    if found is None:
        return None
    at, cells = found
    return replaced(game, at, Points([{800: 500, 500: 800}.get(cell, cell) for cell in cells]))


# The lottery


def _lottery(game: Recorded) -> Hand | None:
    """Return the lottery of a match that goes by the text alone."""
    hands = game.hands()
    return hands[LOTTERY - 1] if game.is_plain() and len(hands) >= LOTTERY else None


def _not_a_seven(game: Recorded, dice: Dice) -> Mutant | None:
    """Begin a suit with another card than its seven."""
    hand = _lottery(game)
    if hand is None:
        return None
    plays = game.plays(hand)
    places = []
    for at, play in enumerate(plays):
        begun = {suit_of(one.card) for one in plays[:at]}
        places += [
            (play, other)
            for other in plays[at + 1 :]
            if other.seat == play.seat and suit_of(other.card) not in begun and rank_of(other.card) != 5
        ]
    return swapped(game, *dice.one_of(places)) if places else None


def _gap(game: Recorded, dice: Dice) -> Mutant | None:
    """Lay a card that leaves a gap in its row."""
    hand = _lottery(game)
    if hand is None:
        return None
    plays = game.plays(hand)
    places = []
    for at, play in enumerate(plays):
        laid = {one.card for one in plays[:at]}
        begun = {suit_of(card) for card in laid}
        places += [
            (play, other)
            for other in plays[at + 1 :]
            if other.seat == play.seat
            and suit_of(other.card) in begun
            and not {one for one in (other.card - 1, other.card + 1) if suit_of(one) == suit_of(other.card)} & laid
        ]
    return swapped(game, *dice.one_of(places)) if places else None


def _pass_while_able(game: Recorded, dice: Dice) -> Mutant | None:
    """Pass instead of laying a card."""
    hand = _lottery(game)
    plays = game.plays(hand) if hand is not None else []
    if not plays:
        return None
    play = dice.one_of(plays)
    return replaced(game, play.at, f"{SEATS[play.seat]}-")


def _after_the_end(game: Recorded, dice: Dice) -> Mutant | None:
    """Lay a card after the second player is out."""
    hand = _lottery(game)
    dealt = game.dealt(hand) if hand is not None else None
    if hand is None or dealt is None:
        return None
    laid = {play.card for play in game.plays(hand)}
    left = [(seat, card) for seat, cards in enumerate(dealt) for card in cards if card not in laid]
    last = max((at for at, _ in game.acts_of(hand)), default=hand.start)
    return inserted(game, last + 1, token(*dice.one_of(left))) if left else None


def _wrong_claim(game: Recorded, dice: Dice) -> Mutant | None:
    """Call a deal by the name of another."""
    names = ("tricks", "hearts", "queens", "men", "king-of-hearts", "seventh-last", "all")
    places = [
        (at, entry) for at, entry in enumerate(game.entries) if isinstance(entry, Contract) and entry.name in names
    ]
    if not places or not game.is_plain():
        return None
    at, claim = dice.one_of(places)
    return replaced(game, at, Contract(claim.seat, dice.one_of([name for name in names if name != claim.name])))


ROWS: Final = ("not-a-seven", "not-adjacent")

OPERATORS: Final = (
    Operator("heart-lead", KIERKI, "leads a heart that may not be led", Promise.FAULTY, ("heart-lead",), _heart_lead),
    Operator("wrong-dealer", KIERKI, "names another dealer", Promise.FAULTY, ("wrong-dealer",), _wrong_dealer),
    Operator(
        "late-call", KIERKI, "names trumps after the first card", Promise.FAULTY, ("trump-call-late",), _late_call
    ),
    Operator("second-call", KIERKI, "names trumps again", Promise.FAULTY, ("trump-call-twice",), _second_call),
    Operator(
        "wrong-caller", KIERKI, "has another seat name trumps", Promise.FAULTY, ("wrong-trump-caller",), _wrong_caller
    ),
    Operator("no-call", KIERKI, "names no trumps", Promise.FAULTY, ("trump-call-missing",), _no_call),
    Operator(
        "seventh-last", KIERKI, "writes a trick of deal 6 for another", Promise.FAULTY, ("points-wrong",), _seventh_last
    ),
    Operator(
        "not-added-up", KIERKI, "leaves out a penalty in deal 7", Promise.FAULTY, ("points-wrong",), _not_added_up
    ),
    Operator("swap-awards", KIERKI, "swaps the lottery's awards", Promise.FAULTY, ("points-wrong",), _swap_awards),
    Operator("not-a-seven", KIERKI, "begins a suit without its seven", Promise.FAULTY, ROWS, _not_a_seven),
    Operator("gap", KIERKI, "lays a card with a gap", Promise.FAULTY, ROWS, _gap),
    Operator(
        "pass-while-able",
        KIERKI,
        "passes with a card that fits",
        Promise.FAULTY,
        ("pass-while-able",),
        _pass_while_able,
    ),
    Operator(
        "after-the-end",
        KIERKI,
        "lays a card after the lottery",
        Promise.FAULTY,
        ("play-after-hand-end",),
        _after_the_end,
    ),
    Operator(
        "wrong-claim", KIERKI, "calls a deal by another's name", Promise.FAULTY, ("deal-out-of-order",), _wrong_claim
    ),
)
