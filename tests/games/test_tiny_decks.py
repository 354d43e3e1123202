"""Exhaustive walks of tiny decks: the legal games of every deal, counted by the program and by brute force.

The counts stand in `tiny_decks.txt`, one line a deck, for any other program to check.
"""

from collections.abc import Iterator
from itertools import combinations, permutations
from pathlib import Path

import pytest

from verifier.games.tricks.trick import NO_TRUMP, legal_follow, taker_of

COUNTS = Path(__file__).with_name("tiny_decks.txt")
SEATS = 4
Play = tuple[int, int]


def rows() -> list[tuple[int, int, str, int, int]]:
    """Return suits, ranks, trump, deals and games of every line of the text file."""
    lines = [line.split() for line in COUNTS.read_text(encoding="utf-8").splitlines() if line[:1].isdigit()]
    return [(int(suits), int(ranks), trump, int(deals), int(games)) for suits, ranks, trump, deals, games in lines]


def deck(suits: int, ranks: int) -> list[int]:
    return [13 * suit + rank for suit in range(suits) for rank in range(ranks)]


def deals(cards: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield every way to deal the cards to four hands, as masks."""
    size = len(cards) // SEATS

    def rest(left: tuple[int, ...], hands: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if not left:
            yield hands
            return
        for hand in combinations(left, size):
            remaining = tuple(card for card in left if card not in hand)
            yield from rest(remaining, (*hands, sum(1 << card for card in hand)))

    yield from rest(tuple(cards), ())


def walk(hands: tuple[int, ...], leader: int, trump: int, trick: tuple[Play, ...] = ()) -> int:
    """Count the legal games from here, by the program's `legal_follow` and `taker_of`."""
    if len(trick) == SEATS:
        taker = taker_of([seat for seat, _ in trick], [card for _, card in trick], trump)
        assert taker is not None
        return walk(hands, taker, trump)
    seat = (leader + len(trick)) % SEATS
    if not hands[seat]:
        return 1
    legal = legal_follow(hands[seat], trick[0][1] // 13) if trick else hands[seat]
    games = 0
    for card in range(52):
        if legal >> card & 1:
            left = (*hands[:seat], hands[seat] & ~(1 << card), *hands[seat + 1 :])
            games += walk(left, leader, trump, (*trick, (seat, card)))
    return games


def holds(hand: int) -> list[int]:
    return [card for card in range(52) if hand >> card & 1]


def by_all_orders(hands: tuple[int, ...], trump: int) -> int:
    """Count the legal games as those orders of every hand's cards that break no rule when read as a whole."""
    orders = [list(permutations(holds(hand))) for hand in hands]
    return sum(
        obeys((north, east, south, west), trump)
        for north in orders[0]
        for east in orders[1]
        for south in orders[2]
        for west in orders[3]
    )


def obeys(orders: tuple[tuple[int, ...], ...], trump: int) -> bool:
    """Tell whether four seats that play their cards in these orders break no rule; seat 0 leads first."""
    leader = 0
    for number in range(len(orders[0])):
        around = [(leader + step) % SEATS for step in range(SEATS)]
        led = orders[leader][number] // 13
        for seat in around:
            later = [card // 13 for card in orders[seat][number:]]
            if later[0] != led and led in later:
                return False
        strength = {
            seat: (orders[seat][number] // 13 == trump, orders[seat][number] // 13 == led, orders[seat][number])
            for seat in around
        }
        leader = max(around, key=lambda seat: strength[seat] if any(strength[seat][:2]) else (False, False, -1))
    return True


@pytest.mark.parametrize(("suits", "ranks", "trump", "all_deals", "games"), rows())
def test_counts_of_the_text_file(suits: int, ranks: int, trump: str, all_deals: int, games: int) -> None:
    hands = list(deals(deck(suits, ranks)))
    suit = NO_TRUMP if trump == "-" else "SHDC".index(trump)
    assert len(hands) == all_deals
    assert sum(walk(hand, 0, suit) for hand in hands) == games


@pytest.mark.parametrize(("suits", "ranks", "trump", "all_deals", "games"), rows())
def test_brute_force_counts_the_same(suits: int, ranks: int, trump: str, all_deals: int, games: int) -> None:
    suit = NO_TRUMP if trump == "-" else "SHDC".index(trump)
    assert sum(by_all_orders(hand, suit) for hand in deals(deck(suits, ranks))) == games


def test_the_file_has_the_three_decks_with_and_without_trumps() -> None:
    assert {(suits, ranks, trump) for suits, ranks, trump, _, _ in rows()} == {
        (2, 4, "-"),
        (2, 4, "S"),
        (4, 2, "-"),
        (4, 2, "S"),
        (1, 8, "-"),
    }
