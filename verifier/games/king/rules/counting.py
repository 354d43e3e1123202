"""The counting proof: hands that cannot be dealt so that everybody who failed to follow was void (King 6.4)."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from verifier.cards import FULL_PACK, PACK_SIZE, SUIT_MASKS, SUITS, mask_of
from verifier.finding import FaultClass, Rule
from verifier.games.report import Report
from verifier.games.tricks.hands import HAND_SIZE, SEATS, Hands
from verifier.games.tricks.rules.following import REVOKE, led_suit
from verifier.games.tricks.table import Duty, HandTable, Play

REVOKE_BY_SOMEONE = Rule(
    "KNG208",
    "revoke-by-someone",
    FaultClass.ILLEGAL,
    "No honest deal exists: somebody did not follow suit",
    "6.4",
    "L10",
)

COUNTING_RULES = (REVOKE_BY_SOMEONE,)

Void = tuple[int, int]
"""A seat and a suit that it has failed to follow."""


class Failure(NamedTuple):
    """A play that failed to follow, with the duty that hidden cards leave open."""

    play: Play
    suit: int
    duty: Duty


def check_counts(table: HandTable, report: Report) -> None:
    """Report revokes that follow from the numbers of cards that nobody has shown.

    With one candidate, a seat and a suit, each of its failures is a revoke; otherwise the finding stands at the
    earliest play whose prefix is impossible, with a seat only when all candidates share it. A hand with an unknown card
    is not counted. King 6.4, section 5b.
    """
    plays = [play for trick in table.tricks for play in trick.laid()]
    if any(play.card >= PACK_SIZE for play in plays):
        return
    failures = [
        Failure(play, suit, duty)
        for trick in table.tricks
        if (suit := led_suit(trick)) is not None
        for play in trick.laid()
        for duty in play.duties[:1]
        if duty.rule is REVOKE and duty.proof is None
    ]
    voids = {(failure.play.seat, failure.suit) for failure in failures}
    if not voids or is_possible(table.hands.dealt, plays, voids):
        return
    candidates = suspects(table.hands.dealt, plays, voids)
    if len(candidates) == 1:
        for failure in [one for one in failures if (one.play.seat, one.suit) == candidates[0]]:
            failure.duty.proof, failure.duty.counted = failure.play.place, True
        return
    _accuse_someone(table.hands, plays, failures, candidates, report)


def suspects(known: Sequence[int], plays: Sequence[Play], voids: set[Void]) -> list[Void]:
    """Return the failures that may be the false ones: all that belong to a smallest set which explains everything.

    A set explains when an honest deal exists without it; the smallest are those of which no part explains.
    """
    explaining: list[set[Void]] = []
    for size in range(1, len(voids) + 1):
        for false in map(set, combinations(sorted(voids), size)):
            if not any(one <= false for one in explaining) and is_possible(known, plays, voids - false):
                explaining.append(false)
    return sorted(set().union(*explaining))


def is_possible(known: Sequence[int], plays: Iterable[Play], voids: Iterable[Void]) -> bool:
    """Tell whether the cards that nobody has shown can be dealt so that each seat is void where it failed to follow.

    `known` are the cards known to have been dealt to each seat. Exact: for every set of seats, what they still need is
    no more than what is left of the suits that one of them can hold.
    """
    played = [mask_of([play.card for play in plays if play.seat == seat]) for seat in range(SEATS)]
    seen = [mask | cards for mask, cards in zip(known, played, strict=True)]
    unseen = FULL_PACK & ~(seen[0] | seen[1] | seen[2] | seen[3])
    left = [(unseen & mask).bit_count() for mask in SUIT_MASKS]
    need = [HAND_SIZE - cards.bit_count() for cards in seen]
    empty = set(voids)
    for seats in range(1, 1 << SEATS):
        group = [seat for seat in range(SEATS) if seats >> seat & 1]
        needed = sum(need[seat] for seat in group)
        suits = [suit for suit in range(4) if any((seat, suit) not in empty for seat in group)]
        if needed > sum(left[suit] for suit in suits):
            return False
    return True


def _accuse_someone(
    hands: Hands, plays: list[Play], failures: list[Failure], candidates: list[Void], report: Report
) -> None:
    seats = {seat for seat, _ in candidates}
    failed = {id(failure.play): failure for failure in failures}

    def is_impossible(prefix: list[Play]) -> bool:
        failing = [failed[id(play)] for play in prefix if id(play) in failed]
        return not is_possible(hands.given, prefix, {(one.play.seat, one.suit) for one in failing})

    # Cards shown are known at the end only; where they decide, the last play is the one that cannot be.
    first = next((play for count, play in enumerate(plays, 1) if is_impossible(plays[:count])), plays[-1])
    seat = seats.pop() if len(seats) == 1 else None
    candidates_told = [["abcd"[who], SUITS[suit]] for who, suit in candidates]
    report.add(REVOKE_BY_SOMEONE, first.place, seat, candidates=candidates_told)
