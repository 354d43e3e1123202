"""Operators for King: choices against the quotas, Rifki played on, what a table does with ties."""

from typing import Final

import msgspec

from verifier.cards import SEATS
from verifier.fuzz.dice import Dice
from verifier.fuzz.operators.operator import KING, Mutant, Operator, Promise, inserted, replaced, token
from verifier.fuzz.recorded import Hand, Recorded
from verifier.replay.lines import Contract, Points, Totals, Winner

PENALTIES: Final = ("kupa", "el", "erkek", "kiz", "rifki", "soniki")


def _named(game: Recorded, *names: str) -> list[tuple[Hand, Contract]]:
    hands = [(hand, hand.contract) for hand in game.hands() if hand.contract is not None]
    return [(hand, contract) for hand, contract in hands if contract.name in names]


def _rechosen(game: Recorded, hand: Hand, contract: Contract) -> Mutant:
    at = next(at for at in range(hand.start, hand.end) if isinstance(game.entries[at], Contract))
    return replaced(game, at, contract)


def _repeat_penalty(game: Recorded, dice: Dice) -> Mutant | None:
    """Choose a penalty that the same player has chosen before."""
    chosen = _named(game, *PENALTIES)
    pairs = [
        (hand, contract, earlier.name)
        for hand, contract in chosen
        for before, earlier in chosen
        if before.number < hand.number and earlier.seat == contract.seat and earlier.name != contract.name
    ]
    if not pairs or not game.is_plain():
        return None
    hand, contract, name = dice.one_of(pairs)
    return _rechosen(game, hand, Contract(contract.seat, name))


def _third_trump(game: Recorded, dice: Dice) -> Mutant | None:
    """Choose trumps once more than a player may."""
    trumps = _named(game, "koz")
    late = [
        (hand, contract)
        for hand, contract in _named(game, *PENALTIES)
        if sum(one.number < hand.number and other.seat == contract.seat for one, other in trumps) >= 2
    ]
    if not late or not game.is_plain():
        return None
    hand, contract = dice.one_of(late)
    return _rechosen(game, hand, Contract(contract.seat, "koz", dice.one_of(["S", "H", "D", "C"])))


def _wrong_contract(game: Recorded, dice: Dice) -> Mutant | None:
    hands = _named(game, *PENALTIES)
    if not hands:
        return None
    hand, contract = dice.one_of(hands)
    others = [name for name in PENALTIES if name != contract.name]
    return _rechosen(game, hand, Contract(contract.seat, dice.one_of(others)))


def _wrong_chooser(game: Recorded, dice: Dice) -> Mutant | None:
    hands = _named(game, *PENALTIES, "koz")[1:]
    if not hands:
        return None
    hand, contract = dice.one_of(hands)
    others = [seat for seat in SEATS[:4] if seat != contract.seat]
    return _rechosen(game, hand, msgspec.structs.replace(contract, seat=dice.one_of(others)))


def _missing_suit(game: Recorded, dice: Dice) -> Mutant | None:
    hands = _named(game, "koz")
    if not hands:
        return None
    hand, contract = dice.one_of(hands)
    return _rechosen(game, hand, msgspec.structs.replace(contract, suit=None))


def _short_rifki(game: Recorded) -> list[Hand]:
    named = {hand.number for hand, _ in _named(game, "rifki")}
    # A hand without any trick would be a score sheet.
    return [hand for hand, tricks in game.trick_hands() if hand.number in named and 1 < len(tricks) < 13]


def _play_on(game: Recorded, dice: Dice) -> Mutant | None:
    """Lay another card after the king of hearts has ended Rifki."""
    hands = [hand for hand in _short_rifki(game) if game.dealt(hand) is not None]
    if not hands:
        return None
    hand = dice.one_of(hands)
    plays, dealt = game.plays(hand), game.dealt(hand)
    assert dealt is not None
    laid = {play.card for play in plays}
    seat = dice.below(4)
    card = dice.one_of([card for card in dealt[seat] if card not in laid])
    last = max(at for at, _ in game.acts_of(hand))
    return inserted(game, last + 1, token(seat, card))


def _stop_before(game: Recorded, dice: Dice) -> Mutant | None:
    """End Rifki before its last trick."""
    hands = [hand for hand in _short_rifki(game) if game.line_of(hand, Points) is not None]
    if not hands:
        return None
    hand = dice.one_of(hands)
    last = max(at for at, _ in game.acts_of(hand))
    return replaced(game, game.tricks(hand)[-1][0].at, until=last + 1)


def _last_two(game: Recorded, dice: Dice) -> Mutant | None:
    """Write one of the last two tricks for another player."""
    lines = [(game.line_of(hand, Points), hand) for hand, _ in _named(game, "soniki")]
    places = [at for at, _ in lines if at is not None]
    if not places:
        return None
    at = dice.one_of(places)
    line = game.entries[at]
    assert isinstance(line, Points)
    cells = [cell or 0 for cell in line.values]
    takers = [seat for seat, cell in enumerate(cells) if cell]
    if not takers:
        return None
    one = dice.one_of(takers)
    two = (one + dice.between(1, 3)) % 4
    # Half of it where one player has both.
    unit = max(cell for cell in cells if cell) if len(takers) > 1 else cells[one] // 2
    cells[one] -= unit
    cells[two] += unit
    return replaced(game, at, Points([*cells]))


def _tie_to_later(game: Recorded, dice: Dice) -> Mutant | None:
    """Give a shared highest total to a later seat than the first."""
    totals = [entry.values for entry in game.entries if isinstance(entry, Totals)]
    agreed = game.header.preset() or game.option("tie") or game.option("win")
    if not totals or agreed or None in totals[-1]:
        return None
    cells = [cell or 0 for cell in totals[-1]]
    tied = [SEATS[seat] for seat, cell in enumerate(cells) if cell == max(cells)]
    for at, entry in enumerate(game.entries):
        if isinstance(entry, Winner) and len(tied) > 1:
            return replaced(game, at, Winner(dice.one_of(tied[1:])))
    return None


def _name_dealer(game: Recorded, dice: Dice) -> Mutant | None:
    """Name a dealer, who means nothing in King."""
    hands = game.hands()
    if not hands:
        return None
    hand = dice.one_of(hands)
    deal = game.deal(hand)
    others = [seat for seat in ("a", "b", "c", "d") if seat != deal.dealer]
    return replaced(game, hand.start, msgspec.structs.replace(deal, dealer=dice.one_of(others)))


OPERATORS: Final = (
    Operator(
        "repeat-penalty",
        KING,
        "has a player choose a penalty again",
        Promise.FAULTY,
        ("penalty-chosen-twice",),
        _repeat_penalty,
    ),
    Operator(
        "third-trump",
        KING,
        "has a player choose trumps too often",
        Promise.FAULTY,
        ("trump-quota-exceeded",),
        _third_trump,
    ),
    Operator(
        "wrong-contract", KING, "changes the contract of a hand", Promise.OPEN, ("points-wrong",), _wrong_contract
    ),
    Operator(
        "wrong-chooser",
        KING,
        "has another player choose",
        Promise.FAULTY,
        ("wrong-chooser", "chooser-rotation-shifted"),
        _wrong_chooser,
    ),
    Operator("missing-suit", KING, "names no trump suit", Promise.FAULTY, ("trump-suit-missing",), _missing_suit),
    Operator(
        "rifki-played-on",
        KING,
        "lays a card after the end of Rifki",
        Promise.FAULTY,
        ("play-after-hand-end",),
        _play_on,
    ),
    Operator("rifki-stopped", KING, "ends Rifki a trick too early", Promise.FAULTY, ("hand-cut-short",), _stop_before),
    Operator("last-two", KING, "writes a last trick for another", Promise.FAULTY, ("points-wrong",), _last_two),
    Operator(
        "tie-to-later-seat", KING, "gives a tie to a later seat", Promise.FAULTY, ("tie-broken-wrong",), _tie_to_later
    ),
    Operator("name-dealer", KING, "names a dealer", Promise.SAME, (), _name_dealer),
)
