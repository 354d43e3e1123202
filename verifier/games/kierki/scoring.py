"""Points of a deal: what is counted, what it brings, what a deal adds up to, when all of it has been taken."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from verifier.cards import HEARTS, JACK, KING, KING_OF_HEARTS, PACK_SIZE, QUEEN, mask_of, rank_of, suit_of
from verifier.games.kierki.deals import DealType, is_penalty
from verifier.games.kierki.house import HouseRules
from verifier.games.tricks.table import TRICKS, Trick


class Items(NamedTuple):
    """What can be counted in the tricks of a seat, or what one of each brings.

    Tricks, hearts, queens, jacks and kings, the king of hearts, the two punished tricks.
    """

    trick: int = 0
    heart: int = 0
    queen: int = 0
    man: int = 0
    king_of_hearts: int = 0
    punished: int = 0


SCALES: Final = {"seed": Items(-20, -20, -60, -30, -150, -75), "mimuw": Items(1, 1, 5, 2, 18, 10)}
"""K-R9 to K-R14, and the positive table of the networking game."""

ODGRYWKA: Final = Items(trick=25)
LOTTERY_AWARDS: Final = (800, 500)

SCORED: Final[dict[DealType, tuple[str, ...]]] = {
    DealType.TRICKS: ("trick",),
    DealType.HEARTS: ("heart",),
    DealType.QUEENS: ("queen",),
    DealType.MEN: ("man",),
    DealType.KING_OF_HEARTS: ("king_of_hearts",),
    DealType.SEVENTH_LAST: ("punished",),
    DealType.ALL: Items._fields,
}
"""What each penalty deal counts; the deal of all penalties adds them up, several on one card too (K-R15)."""


def scale_of(deal: DealType, house: HouseRules) -> Items:
    """Return what one of each item brings in this deal; nothing for what it does not count (K-R9 to K-R15, K-O9)."""
    if deal is DealType.ODGRYWKA:
        return ODGRYWKA
    whole = SCALES[house.scores]._asdict()
    return Items(**{name: whole[name] for name in SCORED.get(deal, ())})


def items_in(number: int, cards: Sequence[int], punished: Sequence[int]) -> Items:
    """Count the items in one trick; `punished` are the numbers of the tricks that deal 6 punishes."""
    known = [card for card in cards if card < PACK_SIZE]
    return Items(
        trick=1,
        heart=sum(suit_of(card) == HEARTS for card in known),
        queen=sum(rank_of(card) == QUEEN for card in known),
        man=sum(rank_of(card) in {JACK, KING} for card in known),
        king_of_hearts=known.count(KING_OF_HEARTS),
        punished=punished.count(number),
    )


def total(items: Items, scale: Items) -> int:
    """Return what counted items bring."""
    return sum(count * points for count, points in zip(items, scale, strict=True))


WHOLE_DEAL: Final = items_in(0, range(PACK_SIZE), ())._replace(trick=TRICKS, punished=2)
"""The items of a whole deal, whoever takes them."""


def constant(deal: DealType, house: HouseRules) -> int:
    """Return what the four players' points of a whole deal add up to (Kierki, section 3)."""
    return sum(LOTTERY_AWARDS) if deal is DealType.LOTTERY else total(WHOLE_DEAL, scale_of(deal, house))


def scoring_cards(deal: DealType) -> int:
    """Return the cards (a mask) that a deal counts; none where it counts tricks."""
    scale = Items(**dict.fromkeys(SCORED.get(deal, ()), 1))._replace(trick=0)
    return mask_of([card for card in range(PACK_SIZE) if total(items_in(0, (card,), ()), scale)])


SCORING_CARDS: Final = {deal: scoring_cards(deal) for deal in DealType}


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


def hand_points(deal: DealType, tricks: Sequence[Trick], house: HouseRules, *, recorded: bool) -> list[int] | None:
    """Return the points of four seats from the tricks that are over, None where a taker is uncertain."""
    counts = count_items(tricks, house.deal6_tricks, recorded=recorded)
    if counts is None:
        return None
    scale = scale_of(deal, house)
    return [total(items, scale) for items in counts]


def is_settled(deal: DealType, tricks: Sequence[Trick], house: HouseRules) -> bool:
    """Tell whether everything that scores in a deal that goes on lies in tricks that are over.

    Never before trick 13 in deals 1 and 7; in deal 6 after the later of its two tricks (K-R8, section 7.12).
    """
    over = [trick for trick in tricks if trick.over]
    if not is_penalty(deal) or deal in {DealType.TRICKS, DealType.ALL}:
        return False
    if deal is DealType.SEVENTH_LAST:
        return len(over) >= max(house.deal6_tricks)
    taken = mask_of([play.card for trick in over for play in trick.laid()])
    return not SCORING_CARDS[deal] & ~taken


def award_points(out: Sequence[int]) -> list[int]:
    """Return the points of the lottery from the seats that are out, in order (K-F10)."""
    points = [0, 0, 0, 0]
    for seat, award in zip(out, LOTTERY_AWARDS, strict=False):
        points[seat] = award
    return points
