"""The counting proof of King (specification 6.4): whether any honest deal agrees with what a hand shows.

Every seat that failed to follow claims to be void in the suit led. The cards that nobody has shown must fit into the
hands that may still hold them; all sets of suits and all sets of seats are tried.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations
from typing import NamedTuple, TypeVar

from oracle.kierki_knowledge import Held
from oracle.kierki_reading import PACK, SEATS, SUITS, UNKNOWN
from oracle.king_tricks import Found, Table

Pair = tuple[str, str]  # seat, suit
Kind = TypeVar("Kind")


class Claim(NamedTuple):
    """At this event this seat failed to follow this suit."""

    event: int
    seat: str
    suit: str

    def pair(self) -> Pair:
        return self.seat, self.suit


def sets_of(things: Iterable[Kind]) -> Iterator[tuple[Kind, ...]]:
    """All subsets, the smaller first."""
    listed = list(things)
    return chain.from_iterable(combinations(listed, size) for size in range(len(listed) + 1))


def honest_deal_exists(known: Held, void: set[Pair]) -> bool:
    """Whether the cards that are not known fit into the four hands with these voids (Hall's condition, both ways)."""
    unseen = PACK - frozenset().union(*known.values())
    left = {suit: sum(card[1] == suit for card in unseen) for suit in SUITS}
    need = {seat: 13 - len(known[seat]) for seat in SEATS}
    for suits in sets_of(SUITS):
        able = [seat for seat in SEATS if any((seat, suit) not in void for suit in suits)]
        if sum(left[suit] for suit in suits) > sum(need[seat] for seat in able):
            return False
    for seats in sets_of(SEATS):
        fitting = [suit for suit in SUITS if any((seat, suit) not in void for seat in seats)]
        if sum(need[seat] for seat in seats) > sum(left[suit] for suit in fitting):
            return False
    return True


def explanations(known: Held, void: set[Pair]) -> list[set[Pair]]:
    """The smallest sets of claims that must be false so that an honest deal exists."""
    found: list[set[Pair]] = []
    for false in sets_of(sorted(void)):
        if not any(one <= set(false) for one in found) and honest_deal_exists(known, void - set(false)):
            found.append(set(false))
    return found


def counted_out(table: Table, proven: set[int]) -> list[Found]:
    """Revokes that only counting proves; `proven` are the events of revokes that are proven already."""
    plays = table.plays()
    if any(play.card == UNKNOWN for play in plays):
        return []
    claims = [
        Claim(play.event, play.seat, play.led.card[1])
        for play in plays
        if play.led and play.card[1] != play.led.card[1] and play.event not in proven
    ]

    def honest(event: float) -> bool:
        """Whether the hand up to an event agrees with some deal."""
        known = table.knowledge.hands(event + 0.5)
        return honest_deal_exists(known, {claim.pair() for claim in claims if claim.event <= event})

    if honest(float("inf")):
        return []
    whole = table.knowledge.hands(float("inf"))
    suspects = set().union(*explanations(whole, {claim.pair() for claim in claims}))
    if len(suspects) == 1:
        return [(claim.event, "revoke", claim.seat) for claim in claims if claim.pair() in suspects]
    seats = {seat for seat, _ in suspects}
    earliest = next(play.event for play in plays if not honest(play.event))
    return [(earliest, "revoke-by-someone", seats.pop() if len(seats) == 1 else None)]
