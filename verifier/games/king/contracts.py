"""The seven contracts: what each counts, what one of it brings, and how often it may be chosen."""

from collections.abc import Sequence
from typing import Final

from verifier.cards import HEART_CARDS, JACK, KING, KING_OF_HEARTS, QUEEN
from verifier.games.king.choices import Quotas
from verifier.games.king.house import HouseRules
from verifier.games.tricks.items import WHOLE_HAND, Items, count_items, total, total_points
from verifier.games.tricks.table import Trick

TRUMPS: Final = "koz"

COUNTED: Final[dict[str, Items]] = {
    "kupa": Items(heart=1),
    "el": Items(trick=1),
    "erkek": Items(man=1),
    "kiz": Items(queen=1),
    "rifki": Items(king_of_hearts=1),
    "soniki": Items(punished=1),
    "koz": Items(trick=1),
}
"""What each contract counts (K39 to K45)."""

UNITS: Final = {"kupa": -30, "el": -50, "erkek": -60, "kiz": -100, "rifki": -320, "soniki": -180, "koz": 50}
"""What one of it brings in the game's text."""


def ranks(*wanted: int) -> int:
    """Return the cards (a mask) of these ranks in all suits."""
    return sum(1 << 13 * suit + rank for suit in range(4) for rank in wanted)


PENALTY_CARDS = {"kiz": ranks(QUEEN), "erkek": ranks(JACK, KING), "kupa": HEART_CARDS, "rifki": HEART_CARDS}
"""What a seat that cannot follow must part with under `void_discard: penalty-first` (K27)."""

DROPPED_UNDER = {"kiz": ranks(QUEEN), "erkek": ranks(JACK, KING), "rifki": 1 << KING_OF_HEARTS}
"""What must go under a higher card of its suit under `drop_under` (K28)."""


def unit_of(contract: str, house: HouseRules) -> int:
    """Return what one heart, trick, card of a contract brings its taker (K39 to K45)."""
    return next((unit for name, unit in house.points.items() if name == contract), UNITS[contract])


def scale_of(contract: str, house: HouseRules) -> Items:
    """Return what one of each item brings in a contract."""
    unit = unit_of(contract, house)
    return Items(*(unit * counts for counts in COUNTED[contract]))


def units_in(contract: str) -> int:
    """Return how many units a whole hand of a contract has: hearts, tricks, cards (King, section 3)."""
    return total(WHOLE_HAND, COUNTED[contract])


def constant(contract: str, house: HouseRules) -> int:
    """Return what the four players' points of a whole hand add up to (King, section 3)."""
    return units_in(contract) * unit_of(contract, house)


def hand_points(contract: str, tricks: Sequence[Trick], house: HouseRules, *, recorded: bool) -> list[int] | None:
    """Return the points of four seats from the tricks that are over, None where a taker is uncertain (K38)."""
    counts = count_items(tricks, house.last_two, recorded=recorded)
    return None if counts is None else total_points(counts, scale_of(contract, house))


def quotas_of(house: HouseRules) -> Quotas:
    """Return how often each contract may be chosen under the house rules."""
    table, suit = house.penalty_table_limit, house.trump_suit_table_limit
    return Quotas(
        house.penalties_per_player,
        house.trumps_per_player,
        once=house.penalty_once_per_player,
        table=-1 if table is None else table,
        suit=-1 if suit is None else suit,
        opening=house.opening_round_penalty_only,
    )
