"""Faults in the lines of a match of Kierki: deals, contracts, points, totals, winners.

An operator takes a random generator and a match and gives a changed copy, or None where the match has no place for
it.
"""

import random
from collections.abc import Callable

from oracle.kierki_matter import NAMES, PACK, SEATS, SUITS, Match

Operator = Callable[[random.Random, Match], Match | None]


def is_play(event: object) -> bool:
    return isinstance(event, str) and len(event) == 3 and event[1] in "23456789TJQKA?"


def tokens_at(match: Match, wanted: Callable[[str], bool] = lambda _: True) -> list[int]:
    return [at for at, event in enumerate(match.events) if isinstance(event, str) and wanted(event)]


def plays_at(match: Match) -> list[int]:
    return tokens_at(match, is_play)


def lines_at(match: Match, kind: str) -> list[int]:
    return [at for at, event in enumerate(match.events) if isinstance(event, list) and event[0] == kind]


def hand_span(match: Match, at: int) -> tuple[int, int]:
    """From the deal line before a place to the next deal line."""
    deals = [*lines_at(match, "deal"), len(match.events)]
    start = max(deal for deal in deals[:-1] if deal <= at)
    return start, next(deal for deal in deals if deal > start)


def some_hand(rng: random.Random, match: Match) -> tuple[int, list[int]] | None:
    """A hand that was played: the place of its deal and the places of its plays."""
    plays = plays_at(match)
    if not plays:
        return None
    start, end = hand_span(match, rng.choice(plays))
    return start, [at for at in plays if start < at < end]


def drop_line(rng: random.Random, match: Match) -> Match | None:
    places = [at for kind in ("contract", "points", "totals", "winner") for at in lines_at(match, kind)]
    places += lines_at(match, "deal")[1:]
    if not places:
        return None
    copy = match.copy()
    del copy.events[rng.choice(places)]
    return copy


def duplicate_line(rng: random.Random, match: Match) -> Match | None:
    kind = rng.choice(["contract", "points", "totals", "winner", "deal"])
    places = lines_at(match, kind)
    if not places:
        return None
    at = rng.choice(places)
    copy = match.copy()
    copy.events.insert(at + 1, copy.events[at])
    return copy


def early_line(rng: random.Random, match: Match) -> Match | None:
    """A line of the books stands among the plays."""
    hand = some_hand(rng, match)
    if not hand:
        return None
    copy = match.copy()
    line = rng.choice(
        [["points", [0, 0, 0, 0]], ["totals", [0, 0, 0, 0]], ["winner", rng.choice(["a", "b", "cd", ""])]]
    )
    copy.events.insert(rng.choice(hand[1]), line)
    return copy


def change_numbers(rng: random.Random, match: Match, kind: str) -> Match | None:
    places = lines_at(match, kind)
    if not places:
        return None
    copy = match.copy()
    row = copy.events[rng.choice(places)][1]
    one, other = rng.sample(range(4), 2)
    how = rng.randrange(5)
    if None in (row[one], row[other]):
        return None
    if how == 0:
        row[one], row[other] = row[other], row[one]
    elif how == 1:
        row[:] = [-cell if cell is not None else None for cell in row]
    elif how == 2:
        row[one] += 25
        row[other] -= 25
    elif how == 3:
        row[one] = None
    else:
        row[one] += rng.choice([-150, -50, -20, -1, 1, 10, 25, 100])
    return copy


def wrong_points(rng: random.Random, match: Match) -> Match | None:
    return change_numbers(rng, match, "points")


def wrong_totals(rng: random.Random, match: Match) -> Match | None:
    return change_numbers(rng, match, "totals")


def wrong_winner(rng: random.Random, match: Match) -> Match | None:
    places = lines_at(match, "winner")
    if not places:
        return None
    copy = match.copy()
    copy.events[places[-1]][1] = rng.choice(["", "", "", "a", "b", "c", "d", "ab", "abcd", "aa", "e", "da"])
    return copy


def change_deal(rng: random.Random, match: Match) -> Match | None:
    """The hands of a deal line: cards exchanged, doubled, missing, hands turned, of another deal, hidden."""
    hand = some_hand(rng, match)
    dealt = match.events[hand[0]][2] if hand else None
    if not hand or not dealt or None in dealt or any("?" in cards for cards in dealt):
        return None
    copy = match.copy()
    hands = copy.events[hand[0]][2]
    one, other = rng.sample(range(4), 2)
    a, b = rng.randrange(13) * 2, rng.randrange(13) * 2
    how = rng.randrange(8)
    first, second = hands[one], hands[other]
    if how == 0:
        hands[one] = first[:a] + second[b : b + 2] + first[a + 2 :]
        hands[other] = second[:b] + first[a : a + 2] + second[b + 2 :]
    elif how == 1:
        hands[one] = first[:a] + second[b : b + 2] + first[a + 2 :]
    elif how == 2:
        hands[one] = first[2:]
    elif how == 3:
        hands[one], hands[other] = first[2:], second + first[:2]
    elif how in {4, 5}:
        turn = rng.randint(1, 3)
        hands[:] = hands[turn:] + hands[:turn]
    elif how == 6:
        pack = rng.sample(PACK, 52)
        hands[:] = ["".join(pack[at * 13 : at * 13 + 13]) for at in range(4)]
    else:
        hands[one] = None
    return copy


def wrong_dealer(rng: random.Random, match: Match) -> Match | None:
    places = lines_at(match, "deal")
    at = rng.choice(places)
    copy = match.copy()
    copy.events[at][1] = rng.choice([seat for seat in [*SEATS, None] if seat != copy.events[at][1]])
    return copy


def wrong_contract(rng: random.Random, match: Match) -> Match | None:
    places = lines_at(match, "contract")
    if not places:
        return None
    copy = match.copy()
    line = copy.events[rng.choice(places)]
    how = rng.randrange(5)
    if how == 0:
        line[2] = rng.choice([*NAMES[1:], "lottery", "kupa", "kupa", "kupa"])
    elif how == 1:
        line[3:] = [rng.choice([*SUITS, None])]
    elif how == 2:
        line[1] = rng.choice([*SEATS, None])
    elif how == 3:
        line[3:] = []
    else:
        line[1:] = [rng.choice(SEATS), rng.choice(NAMES[1:]), rng.choice([*SUITS, None])]
    return copy


def contract_elsewhere(rng: random.Random, match: Match) -> Match | None:
    """A contract line is moved behind some plays, or stands there a second time."""
    places = lines_at(match, "contract")
    if not places:
        return None
    at = rng.choice(places)
    end = hand_span(match, at)[1]
    copy = match.copy()
    line = [*copy.events[at]]
    if len(line) > 3 and rng.random() < 0.5:
        line[3] = rng.choice(SUITS)
    copy.events.insert(min(end, at + rng.choice([1, 2, 3, 7, 30])), line)
    if rng.random() < 0.6:
        del copy.events[at]
    return copy


def extra_deal(rng: random.Random, match: Match) -> Match | None:
    """A deal too many: at the end, or somewhere without any play."""
    copy = match.copy()
    deals = lines_at(match, "deal")
    if rng.random() < 0.6:
        last = match.events[deals[-1] :]
        copy.events += [[*last[0]], *[event for event in last[1:] if rng.random() < 0.5]]
    else:
        copy.events.insert(rng.choice(deals), ["deal", rng.choice([*SEATS, None]), None])
    return copy


def before_the_deal(rng: random.Random, match: Match) -> Match | None:
    copy = match.copy()
    copy.events.insert(0, rng.choice(["aQH", "b-", "c$"]))
    return copy


def more_lines(rng: random.Random, match: Match) -> Match | None:
    """A winner in the middle of the match, a card turned up, three players."""
    copy = match.copy()
    how = rng.randrange(3)
    if how == 0:
        copy.events.insert(rng.choice([*lines_at(match, "deal"), len(match.events)]), ["winner", rng.choice("abcd")])
    elif how == 1:
        line = copy.events[rng.choice(lines_at(match, "deal"))]
        line[3:] = ["7H"]
    else:
        copy.header["players"] = ["A", "B", "C"]
        for event in copy.events:
            if event[0] == "deal":
                event[2] = None
            elif event[0] in {"points", "totals"}:
                event[1] = event[1][:3]
    return copy


LINE_OPERATORS: dict[str, Operator] = {
    "drop a line": drop_line,
    "duplicate a line": duplicate_line,
    "books among the plays": early_line,
    "wrong points": wrong_points,
    "wrong totals": wrong_totals,
    "wrong winner": wrong_winner,
    "wrong deal": change_deal,
    "wrong dealer": wrong_dealer,
    "wrong contract": wrong_contract,
    "contract elsewhere": contract_elsewhere,
    "a deal too many": extra_deal,
    "before the deal": before_the_deal,
    "other lines": more_lines,
}
