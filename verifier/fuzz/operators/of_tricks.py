"""Operators for hands of tricks, as King and Kierki have them: cards, seats, tricks, takers, the deal."""

from typing import Final

import msgspec

from verifier.cards import CARD_TEXTS, SEATS, suit_of
from verifier.fuzz.dice import Dice
from verifier.fuzz.log import SUIT_LETTERS
from verifier.fuzz.operators.operator import (
    TRICK_GAMES,
    Mutant,
    Operator,
    Promise,
    replaced,
    swapped,
    token,
)
from verifier.fuzz.recorded import Hand, Play, Recorded
from verifier.movetext import ActKind
from verifier.replay.lines import Contract

TRICKS: Final = 13
EARLY: Final = ("mimuw",)
"""Presets with hands that may end early."""


def _some_hand(game: Recorded, dice: Dice) -> tuple[Hand, list[list[Play]]] | None:
    hands = game.trick_hands()
    return dice.one_of(hands) if hands else None


def _swap_in_trick(game: Recorded, dice: Dice) -> Mutant | None:
    found = _some_hand(game, dice)
    if found is None:
        return None
    first, second, *_ = dice.shuffled(dice.one_of(found[1]))
    return swapped(game, first, second)


def _swap_of_seat(game: Recorded, dice: Dice) -> Mutant | None:
    found = _some_hand(game, dice)
    if found is None or len(found[1]) < 2:
        return None
    one, two, *_ = dice.shuffled(found[1])
    seat = dice.below(4)
    first, second = ([play for play in trick if play.seat == seat][0] for trick in (one, two))  # noqa: RUF015
    return swapped(game, first, second)


def _span(game: Recorded, trick: list[Play]) -> tuple[int, int]:
    """Return where a trick begins and ends, its taker among it."""
    end = trick[-1].at + 1
    act = game.acts[end] if end < len(game.acts) else None
    return trick[0].at, end + (act is not None and act.kind is ActKind.TAKES)


def _swap_tricks(game: Recorded, dice: Dice) -> Mutant | None:
    found = _some_hand(game, dice)
    if found is None or len(found[1]) < 2:
        return None
    at = dice.below(len(found[1]) - 1)
    (one, two), (_, three) = _span(game, found[1][at]), _span(game, found[1][at + 1])
    return replaced(game, one, *game.entries[two:three], *game.entries[one:two], until=three)


def _drop_trick(game: Recorded, dice: Dice) -> Mutant | None:
    # Twelve tricks are too few, but where a hand may end early: Rifki does with its king.
    places = [
        tricks
        for hand, tricks in game.trick_hands()
        if len(tricks) == TRICKS and (hand.contract is None or hand.contract.name != "rifki")
    ]
    if not places or _may_end_early(game):
        return None
    start, end = _span(game, dice.one_of(dice.one_of(places)))
    return replaced(game, start, until=end)


def _may_end_early(game: Recorded) -> bool:
    """Tell whether the house lets a hand end when nothing is left to be decided."""
    rules = game.header.rules
    preset = rules if isinstance(rules, str) else game.option("preset")
    return preset in EARLY or game.option("early_stop") == "when-settled" or game.option("early_end") == "exhausted"


def _replay_card(game: Recorded, dice: Dice) -> Mutant | None:
    found = _some_hand(game, dice)
    if found is None or len(found[1]) < 2:
        return None
    plays = [play for trick in found[1] for play in trick]
    play = dice.one_of(plays[4:])
    earlier = [one for one in plays if one.at < play.at and one.seat == play.seat]
    return replaced(game, play.at, token(play.seat, dice.one_of(earlier).card))


def _foreign_card(game: Recorded, dice: Dice) -> Mutant | None:
    found = _some_hand(game, dice)
    if found is None:
        return None
    plays = [play for trick in found[1] for play in trick]
    play = dice.one_of(plays[:-4] or plays)
    others = [one for one in plays if one.at > play.at and one.seat != play.seat]
    return replaced(game, play.at, token(play.seat, dice.one_of(others).card)) if others else None


def _revoke(game: Recorded, dice: Dice) -> Mutant | None:
    places = []
    for _, tricks in game.trick_hands():
        plays = [play for trick in tricks for play in trick]
        for trick in tricks:
            led = suit_of(trick[0].card)
            places += [
                (play, other)
                for play in trick[1:]
                if suit_of(play.card) == led
                for other in plays
                if other.at > trick[-1].at and other.seat == play.seat and suit_of(other.card) != led
            ]
    return swapped(game, *dice.one_of(places)) if places else None


def _wrong_seat(game: Recorded, dice: Dice) -> Mutant | None:
    found = _some_hand(game, dice)
    if found is None:
        return None
    play = dice.one_of(dice.one_of(found[1]))
    return replaced(game, play.at, token((play.seat + dice.between(1, 3)) % 4, play.card))


def _wrong_taker(game: Recorded, dice: Dice) -> Mutant | None:
    places = [at for at, act in enumerate(game.acts) if act is not None and act.kind is ActKind.TAKES]
    if not places:
        return None
    at = dice.one_of(places)
    act = game.acts[at]
    assert act is not None
    return replaced(game, at, SEATS[(act.seat + dice.between(1, 3)) % 4] + "$")


def _wrong_leader(game: Recorded, dice: Dice) -> Mutant | None:
    found = _some_hand(game, dice)
    if found is None or len(found[1]) < 2:
        return None
    first, second, *_ = dice.one_of(found[1][1:])
    return replaced(game, first.at, token(second.seat, second.card), token(first.seat, first.card), until=second.at + 1)


def _double_dealt(game: Recorded, dice: Dice) -> Mutant | None:
    hands = [hand for hand in game.hands() if game.dealt(hand) is not None]
    if not hands:
        return None
    hand = dice.one_of(hands)
    dealt = game.dealt(hand)
    assert dealt is not None
    one, two, *_ = dice.shuffled(range(4))
    dealt[one][dice.below(len(dealt[one]))] = dice.one_of(dealt[two])
    return _redealt(game, hand, dealt)


def _redealt(game: Recorded, hand: Hand, dealt: list[list[int]]) -> Mutant:
    texts: list[str | None] = ["".join(CARD_TEXTS[card] for card in cards) for cards in dealt]
    return replaced(game, hand.start, msgspec.structs.replace(game.deal(hand), hands=texts))


def _swap_dealt(game: Recorded, dice: Dice) -> Mutant | None:
    """Swap dealt cards that are both laid in the first tricks, so that the plays show it."""
    hands = [(hand, tricks) for hand, tricks in game.trick_hands() if game.dealt(hand) is not None]
    if not hands:
        return None
    hand, tricks = dice.one_of(hands)
    dealt = game.dealt(hand)
    assert dealt is not None
    first, second, *_ = dice.shuffled(dice.one_of(tricks))
    for cards in dealt:
        cards[:] = [{first.card: second.card, second.card: first.card}.get(card, card) for card in cards]
    return _redealt(game, hand, dealt)


def _wrong_trump(game: Recorded, dice: Dice) -> Mutant | None:
    """Write another trump suit than the one that was played by."""
    calls = [
        (at, entry) for at, entry in enumerate(game.entries) if isinstance(entry, Contract) and entry.suit is not None
    ]
    if not calls:
        return None
    at, call = dice.one_of(calls)
    suit = dice.one_of([suit for suit in SUIT_LETTERS if suit != call.suit])
    return replaced(game, at, msgspec.structs.replace(call, suit=suit))


STRANGE: Final = ("card-not-in-hand", "deal-does-not-fit", "seats-rotated")
TURNS: Final = ("out-of-turn", "wrong-leader", "seat-plays-twice", "trick-incomplete", "hand-cut-short")

OPERATORS: Final = (
    Operator("swap-in-trick", TRICK_GAMES, "swaps two cards of a trick", Promise.FAULTY, STRANGE, _swap_in_trick),
    Operator("swap-of-seat", TRICK_GAMES, "swaps two cards of a seat", Promise.OPEN, ("revoke",), _swap_of_seat),
    Operator("swap-tricks", TRICK_GAMES, "swaps two tricks", Promise.OPEN, ("wrong-leader",), _swap_tricks),
    Operator("drop-trick", TRICK_GAMES, "leaves out a trick", Promise.FAULTY, TURNS, _drop_trick),
    Operator("replay-card", TRICK_GAMES, "lays a card again", Promise.FAULTY, ("card-already-played",), _replay_card),
    Operator("foreign-card", TRICK_GAMES, "lays another hand's card", Promise.FAULTY, STRANGE, _foreign_card),
    Operator("revoke", TRICK_GAMES, "discards while suit could be followed", Promise.FAULTY, ("revoke",), _revoke),
    Operator("wrong-seat", TRICK_GAMES, "has another seat lay a card", Promise.FAULTY, (*STRANGE, *TURNS), _wrong_seat),
    Operator(
        "wrong-taker", TRICK_GAMES, "records another taker", Promise.FAULTY, ("trick-winner-wrong",), _wrong_taker
    ),
    Operator("wrong-leader", TRICK_GAMES, "has another seat lead", Promise.FAULTY, ("wrong-leader",), _wrong_leader),
    Operator("wrong-trump", TRICK_GAMES, "changes the trump suit", Promise.OPEN, ("trick-winner-wrong",), _wrong_trump),
    Operator("double-dealt", TRICK_GAMES, "deals a card twice", Promise.FAULTY, ("deal-not-a-pack",), _double_dealt),
    Operator("swap-dealt", TRICK_GAMES, "swaps cards between hands dealt", Promise.FAULTY, STRANGE, _swap_dealt),
)
