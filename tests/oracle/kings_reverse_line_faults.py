"""Faults in the lines of a game of Kings Reverse: deals, points, totals, winners, and what is not on record.

An operator takes a random generator and a game and gives a changed copy, or None where the game has no place for it.
"""

import random
from collections.abc import Callable
from typing import Any

from oracle.kierki_line_faults import hand_span, lines_at, tokens_at
from oracle.kierki_matter import Match
from oracle.kings_reverse_reading import LETTERS, RANKS, SUITS

Change = Callable[[list[Any]], None]


def changed_line(rng: random.Random, match: Match, kind: str, change: Change) -> Match | None:
    """A line of a kind is changed in a copy."""
    places = lines_at(match, kind)
    if not places:
        return None
    copy = match.copy()
    change(copy.events[rng.choice(places)])
    return copy if copy.events != match.events else None


def drop_line(rng: random.Random, match: Match) -> Match | None:
    places = [at for kind in ("points", "totals", "winner") for at in lines_at(match, kind)]
    places += lines_at(match, "deal")[1:]
    if not places:
        return None
    copy = match.copy()
    del copy.events[rng.choice(places)]
    return copy


def duplicate_line(rng: random.Random, match: Match) -> Match | None:
    places = lines_at(match, rng.choice(["points", "totals", "winner", "deal"]))
    if not places:
        return None
    at = rng.choice(places)
    copy = match.copy()
    copy.events.insert(at + 1, copy.events[at])
    return copy


def early_line(rng: random.Random, match: Match) -> Match | None:
    """A line of the books stands among the acts."""
    places = tokens_at(match)
    if not places:
        return None
    nought = [0] * len(match.header["players"])
    copy = match.copy()
    line = rng.choice([["points", nought], ["totals", nought], ["winner", "a"]])
    copy.events.insert(rng.choice(places), line)
    return copy


def moved_books(rng: random.Random, match: Match) -> Match | None:
    """The points, totals or winner of a hand are moved before its last acts, or after the next line."""
    first = min(lines_at(match, "deal"), default=len(match.events))
    places = [at for kind in ("points", "totals", "winner") for at in lines_at(match, kind) if at > first]
    if not places:
        return None
    at = rng.choice(places)
    start = hand_span(match, at)[0]
    copy = match.copy()
    line = copy.events.pop(at)
    copy.events.insert(max(start + 1, at + rng.choice([-4, -3, -2, -1, 1])), line)
    return copy


def wrong_numbers(rng: random.Random, match: Match, kind: str) -> Match | None:
    def change(line: list[Any]) -> None:
        row = line[1]
        one, other = rng.sample(range(len(row)), 2)
        how = rng.randrange(6)
        if None in {row[one], row[other]}:
            return
        if how == 0:
            row[one], row[other] = row[other], row[one]
        elif how == 1:
            row[one] = None
        elif how == 2:
            row[one] = 0
        elif how == 3:
            row[one] += rng.choice([-7, 1, 2, 3])
        else:
            row[one] += rng.choice([-20, -15, -5, 5, 15, 20])

    return changed_line(rng, match, kind, change)


def wrong_points(rng: random.Random, match: Match) -> Match | None:
    return wrong_numbers(rng, match, "points")


def wrong_totals(rng: random.Random, match: Match) -> Match | None:
    return wrong_numbers(rng, match, "totals")


def odd_points(rng: random.Random, match: Match) -> Match | None:
    """A hand is not on record, and its points cannot be."""
    places = lines_at(match, "points")
    if not places:
        return None
    copy = match.copy()
    at = rng.choice(places)
    copy.events[hand_span(match, at)[0]][2] = None
    row = copy.events[at][1]
    seats = [seat for seat, cell in enumerate(row) if cell]
    if not seats:
        return None
    row[rng.choice(seats)] += rng.choice([1, 3, -1000])
    return copy


def both_wrong(rng: random.Random, match: Match) -> Match | None:
    """Points are wrong and the totals carry the fault on."""
    pairs = [at for at in lines_at(match, "points") if match.events[at + 1 : at + 2] and is_totals(match, at + 1)]
    if not pairs:
        return None
    at = rng.choice(pairs)
    copy = match.copy()
    seat = rng.randrange(len(copy.events[at][1]))
    if copy.events[at][1][seat] is None or copy.events[at + 1][1][seat] is None:
        return None
    by = rng.choice([-5, 5, 10, 100])
    copy.events[at][1][seat] += by
    copy.events[at + 1][1][seat] += by
    return copy


def is_totals(match: Match, at: int) -> bool:
    return isinstance(match.events[at], list) and match.events[at][0] == "totals"


def wrong_winner(rng: random.Random, match: Match) -> Match | None:
    def change(line: list[Any]) -> None:
        line[1] = rng.choice(["", "a", "b", "ab", "aa", "p", "ba"])

    return changed_line(rng, match, "winner", change)


def winner_elsewhere(rng: random.Random, match: Match) -> Match | None:
    copy = match.copy()
    copy.events.insert(rng.randrange(len(copy.events) + 1), ["winner", rng.choice(["", "a", "b", "ab"])])
    return copy


def outside_line(rng: random.Random, match: Match) -> Match | None:
    """Something stands before the first deal."""
    nought = [0] * len(match.header["players"])
    copy = match.copy()
    more = ["a7H", "b-", "a$", ["points", nought], ["totals", nought], ["totals", [5, *nought[1:]]], ["winner", "a"]]
    copy.events.insert(0, rng.choice(more))
    return copy


def contract_line(rng: random.Random, match: Match) -> Match | None:
    copy = match.copy()
    copy.events.insert(rng.randrange(len(copy.events) + 1), ["contract", "a", "kiz"])
    return copy


def dealt_again(rng: random.Random, match: Match) -> Match | None:
    """The acts and books of a hand are gone: its deal is followed by the next."""
    deals = lines_at(match, "deal")
    if not deals:
        return None
    at = rng.choice(deals)
    copy = match.copy()
    copy.events[at:at] = [*copy.events[at : at + 1 + rng.choice([0, 0, 3])]]
    return copy


def wrong_deal(rng: random.Random, match: Match) -> Match | None:
    """A card too many, too few, twice, or in another hand."""

    def change(line: list[Any]) -> None:
        hands = line[2]
        if not hands or None in hands or len(hands) < 2:
            return
        one, other = rng.sample(range(len(hands)), 2)
        how = rng.randrange(6)
        if how == 0:
            hands[one] = hands[one][:-2]
        elif how == 1:
            hands[one] += rng.choice(RANKS) + rng.choice(SUITS)
        elif how == 2:
            hands[one], hands[other] = hands[one][:-2] + hands[other][-2:], hands[other][:-2] + hands[one][-2:]
        elif how == 3:
            hands[one], hands[other] = hands[other], hands[one]
        elif how == 4:
            hands[one] = hands[one][:-2] + rng.choice(RANKS) + rng.choice(SUITS)
        else:
            hands[one], hands[other] = hands[one] + hands[other][:2], hands[other][2:]

    return changed_line(rng, match, "deal", change)


def wrong_stock(rng: random.Random, match: Match) -> Match | None:
    def change(line: list[Any]) -> None:
        if len(line) < 5 or not line[4]:
            return
        cut = 2 * rng.randrange(max(1, len(line[4]) // 2))
        line[4] = rng.choice(
            [line[4][2:], line[4] + "7H", line[4][:cut] + "7H" + line[4][cut + 2 :], line[4][cut:] + line[4][:cut]]
        )

    return changed_line(rng, match, "deal", change)


def wrong_turn_up(rng: random.Random, match: Match) -> Match | None:
    def change(line: list[Any]) -> None:
        if len(line) > 3 and line[3]:
            card = rng.choice(["**", "7H", "8H", "KH", "9H", "AS", "JD"])
            line[3] = rng.choice([line[3][:-2] + card, card + line[3], line[3] + card])

    return changed_line(rng, match, "deal", change)


def wrong_dealer(rng: random.Random, match: Match) -> Match | None:
    def change(line: list[Any]) -> None:
        line[1] = rng.choice(LETTERS[: len(match.header["players"]) + 1])

    return changed_line(rng, match, "deal", change)


def not_on_record(rng: random.Random, match: Match) -> Match | None:
    """Dealer, hands, turn-up or stock are not on record, in one deal or in all."""
    copy = match.copy()
    what = rng.sample(range(1, 5), rng.choice([1, 1, 2, 3]))
    some = rng.random() < 0.4
    for at in lines_at(match, "deal"):
        line = copy.events[at]
        for which in what:
            if which >= len(line):
                continue
            if which == 2 and some and line[2]:
                line[2] = [cards if rng.random() < 0.5 else None for cards in line[2]]
            else:
                line[which] = None
    return copy if copy.events != match.events else None


def other_packs(rng: random.Random, match: Match) -> Match | None:
    """The header states another number of packs, or other players."""
    copy = match.copy()
    if rng.random() < 0.7:
        rules = copy.header.get("rules", {})
        rules = {"preset": rules} if isinstance(rules, str) else rules
        copy.header["rules"] = rules | {"packs": 5 - rules.get("packs", 2)}
    else:
        copy.header["players"] = copy.header["players"][: rng.choice([1, 1, 2])]
        size = len(copy.header["players"])
        for event in copy.events:
            if isinstance(event, list) and event[0] in {"points", "totals"}:
                del event[1][size:]
            elif isinstance(event, list) and event[0] == "deal" and event[2]:
                del event[2][size:]
    return copy


LINE_OPERATORS: dict[str, Callable[[random.Random, Match], Match | None]] = {
    "drop a line": drop_line,
    "duplicate a line": duplicate_line,
    "line among the acts": early_line,
    "books moved": moved_books,
    "wrong points": wrong_points,
    "odd points of an unknown hand": odd_points,
    "wrong totals": wrong_totals,
    "points and totals wrong": both_wrong,
    "wrong winner": wrong_winner,
    "winner elsewhere": winner_elsewhere,
    "line before the deal": outside_line,
    "contract line": contract_line,
    "dealt again": dealt_again,
    "wrong deal": wrong_deal,
    "wrong stock": wrong_stock,
    "wrong turn-up": wrong_turn_up,
    "wrong dealer": wrong_dealer,
    "not on record": not_on_record,
    "other packs or players": other_packs,
}
