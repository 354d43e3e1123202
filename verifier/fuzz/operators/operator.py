"""What an operator is: a name, the games it is for, what it does, and what is promised of a changed game."""

import enum
from collections.abc import Callable
from typing import Final, NamedTuple

from verifier.cards import CARD_TEXTS, SEATS
from verifier.fuzz.dice import Dice
from verifier.fuzz.log import Entry
from verifier.fuzz.recorded import Hand, Play, Recorded
from verifier.replay.lines import Header

KING: Final = ("king",)
KIERKI: Final = ("kierki",)
TRICK_GAMES: Final = ("king", "kierki")
KINGS_REVERSE: Final = ("kings-reverse",)
ALL: Final = ("king", "kierki", "kings-reverse")


class Promise(enum.StrEnum):
    """What becomes of a clean and complete game with known deals."""

    FAULTY = "faulty"
    SAME = "same meaning"
    OTHER = "another legal game"
    OPEN = "open"
    UNREADABLE = "unreadable"


class Mutant(NamedTuple):
    """A changed game: its entries, the entry that was changed (None: all of them), another header or other bytes.

    `respell` makes other bytes of the canonical ones, for what is spelled otherwise and means the same.
    """

    entries: list[Entry]
    at: int | None = None
    header: Header | None = None
    respell: Callable[[bytes], bytes] | None = None


Change = Callable[[Recorded, Dice], Mutant | None]
"""Changes a copy of a game; None where there is no place for it."""


class Operator(NamedTuple):
    """One operator; at least one of the findings `names` is promised where the promise is a faulty game."""

    name: str
    games: tuple[str, ...]
    what: str
    promise: Promise
    names: tuple[str, ...]
    change: Change


def replaced(game: Recorded, at: int, *entries: Entry, until: int | None = None) -> Mutant:
    """Return the game with the entries from `at` (to `until`, one without it) replaced."""
    end = at + 1 if until is None else until
    return Mutant([*game.entries[:at], *entries, *game.entries[end:]], min(at, len(game.entries) - 1))


def inserted(game: Recorded, at: int, *entries: Entry) -> Mutant:
    """Return the game with entries put before the one at `at`."""
    return replaced(game, at, *entries, until=at)


def swapped(game: Recorded, first: Play, second: Play) -> Mutant:
    """Return the game with the cards of two plays exchanged."""
    entries = [*game.entries]
    entries[first.at] = token(first.seat, second.card)
    entries[second.at] = token(second.seat, first.card)
    return Mutant(entries, first.at)


def token(seat: int, card: int) -> str:
    """Return the token of a play."""
    return SEATS[seat] + CARD_TEXTS[card]


def any_hand(game: Recorded, dice: Dice) -> Hand | None:
    """Return one of the hands, None where there is none."""
    hands = game.hands()
    return dice.one_of(hands) if hands else None
