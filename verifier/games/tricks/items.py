"""What tricks are counted by: tricks, hearts, queens, jacks and kings, the king of hearts, punished tricks."""

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from verifier.cards import HEARTS, JACK, KING, KING_OF_HEARTS, PACK_SIZE, QUEEN, mask_of, rank_of, suit_of
from verifier.games.tricks.table import TRICKS, Trick


class Items(NamedTuple):
    """What can be counted in the tricks of a seat, or what one of each brings.

    Tricks, hearts, queens, jacks and kings, the king of hearts, the tricks whose number is punished.
    """

    trick: int = 0
    heart: int = 0
    queen: int = 0
    man: int = 0
    king_of_hearts: int = 0
    punished: int = 0


def _items_of(card: int) -> Items:
    rank, hearts = rank_of(card), suit_of(card) == HEARTS
    return Items(
        heart=int(hearts),
        queen=int(rank == QUEEN),
        man=int(rank in {JACK, KING}),
        king_of_hearts=int(card == KING_OF_HEARTS),
    )


ITEMS: Final = tuple(map(_items_of, range(PACK_SIZE)))
"""What each card of the pack is, apart from the trick it lies in."""


def items_in(number: int, cards: Sequence[int], punished: Sequence[int]) -> Items:
    """Count the items in one trick; `punished` are the numbers of the punished tricks."""
    heart = queen = man = king_of_hearts = 0
    for card in cards:
        if card < PACK_SIZE:
            items = ITEMS[card]
            heart += items.heart
            queen += items.queen
            man += items.man
            king_of_hearts += items.king_of_hearts
    return Items(1, heart, queen, man, king_of_hearts, punished.count(number))


def total(items: Items, scale: Items) -> int:
    """Return what counted items bring."""
    return sum(count * points for count, points in zip(items, scale, strict=True))


def total_points(counts: Sequence[Items], scale: Items) -> list[int]:
    """Return what each seat's items bring."""
    return [total(items, scale) for items in counts]


WHOLE_HAND: Final = items_in(0, range(PACK_SIZE), ())._replace(trick=TRICKS, punished=2)
"""The items of a whole hand, whoever takes them."""


def count_items(tricks: Sequence[Trick], punished: Sequence[int], *, recorded: bool) -> list[Items] | None:
    """Count the items of four seats in the tricks that are over, None where a taker is uncertain.

    With `recorded` the tricks go to the seats recorded as taking them, otherwise to the true takers.
    """
    counts = [Items()] * 4
    for trick in tricks:
        if not trick.over:
            continue
        taker = trick.claim if recorded and trick.claim is not None else trick.taker
        if taker is None:
            return None
        found = items_in(trick.number, [play.card for play in trick.laid()], punished)
        counts[taker] = Items(*(old + new for old, new in zip(counts[taker], found, strict=True)))
    return counts


@cache
def cards_counted(counted: Items) -> int:
    """Return the cards (a mask) among what is counted; none where it is tricks."""
    cards = counted._replace(trick=0)
    return mask_of([card for card in range(PACK_SIZE) if total(items_in(0, (card,), ()), cards)])


class Taken(NamedTuple):
    """How much of what scores has been taken: all of it for certain, or perhaps, with unknown cards among it."""

    certain: bool
    possible: bool


def all_taken(tricks: Sequence[Trick], counted: Items, punished: Sequence[int], first: int | None = None) -> Taken:
    """Tell whether everything that is counted (items that are not 0) lies in tricks that are over.

    With `first` only so many tricks were over then; what came later still shows what they cannot have held.

    Never before trick 13 where tricks are counted; where tricks are punished after the later of the two; where cards
    are counted when all of them were taken. King K37; Kierki K-R8, section 7.12.
    """
    over = [trick for trick in tricks if trick.over][:first]
    if len(over) >= TRICKS:
        return Taken(certain=True, possible=True)
    if counted.trick or (counted.punished and len(over) < max(punished)):
        return Taken(certain=False, possible=False)
    cards = [play.card for trick in over for play in trick.laid()]
    missing = cards_counted(counted) & ~mask_of(cards)
    unknown = sum(card >= PACK_SIZE for card in cards)
    # A missing card may be one of the unknown ones, unless it lies in a later trick.
    seen_since = missing & mask_of([play.card for trick in tricks for play in trick.laid()])
    return Taken(certain=not missing, possible=not seen_since and missing.bit_count() <= unknown)
