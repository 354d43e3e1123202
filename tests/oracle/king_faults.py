"""Faults put into matches of King: named operators on the flat list of events, and slips of the players.

Operators that ask nothing of the game are those made for Kierki. They know nothing of any referee; some of what they
make is no fault at all, and that is tested too.
"""

import random
from collections.abc import Callable
from typing import Any

from oracle.kierki_faults import OPERATORS as SHARED
from oracle.kierki_line_faults import Operator, hand_span, is_play, lines_at, plays_at, some_hand
from oracle.kierki_matter import PACK, SEATS, SUITS, Match, left
from oracle.king_reading import UNITS

SLIPS = {
    "revoke": 20,
    "kept from under": 2,
    "lead against the house": 3,
    "discard against the house": 3,
    "trumped too low": 1,
    "wrong leader": 12,
    "out of turn": 12,
    "wrong taker followed": 12,
    "right taker leads": 12,
    "played on": 1,
    "stopped early": 12,
    "stopped at the king": 1,
    "stopped when settled": 1,
    "choosers shifted": 4,
    "wrong chooser": 4,
    "chosen against the quota": 8,
    "another leads for the chooser": 3,
    "played as another": 2,
    "scored wrongly": 2,
    "tie ruled otherwise": 1,
    "lower heart led": 1,
    "suit called again": 1,
    "penalty called again": 1,
    "trumps too early": 3,
    "king of hearts kept": 1,
}
"""Faults that players make, and among how many chances the moment is chosen."""


def changed_line(rng: random.Random, match: Match, kind: str, change: Callable[[list[Any]], None]) -> Match | None:
    """A line of a kind is changed in a copy."""
    places = lines_at(match, kind)
    if not places:
        return None
    copy = match.copy()
    change(copy.events[rng.choice(places)])
    return copy


def wrong_contract(rng: random.Random, match: Match) -> Match | None:
    def change(line: list[Any]) -> None:
        how = rng.randrange(6)
        if how == 0:
            line[2:] = [rng.choice([*UNITS])]
        elif how == 1:
            line[3:] = [rng.choice([*SUITS, None])]
        elif how == 2:
            line[1] = rng.choice([*SEATS, None, "e"])
        elif how == 3:
            line[3:] = []
        elif how == 4:
            line[2:] = ["koz", rng.choice(SUITS)]
        else:
            line[1:] = [rng.choice(SEATS), rng.choice([*UNITS]), rng.choice([*SUITS, None])]

    return changed_line(rng, match, "contract", change)


def unknown_contract(rng: random.Random, match: Match) -> Match | None:
    def change(line: list[Any]) -> None:
        line[2:] = [rng.choice(["queens", "king", "KIZ"])]

    return changed_line(rng, match, "contract", change)


def more_contracts(rng: random.Random, match: Match) -> Match | None:
    """A second contract line: the same, another, or the suit that was missing."""
    places = lines_at(match, "contract")
    if not places:
        return None
    at = rng.choice(places)
    end = hand_span(match, at)[1]
    copy = match.copy()
    again = [*copy.events[at]]
    how = rng.randrange(4)
    if how == 0:
        again[2:] = [rng.choice([*UNITS])]
    elif how == 1:
        again[2:] = ["koz", rng.choice(SUITS)]
    elif how == 2 and len(again) > 3:
        copy.events[at] = again[:3]
    copy.events.insert(min(end, at + rng.choice([1, 1, 3, 7])), again)
    return copy


def wrong_sheet(rng: random.Random, match: Match) -> Match | None:
    """The points of a hand without plays become an impossible row."""
    spans = [hand_span(match, at) for at in lines_at(match, "deal")]
    sheets = [(a, b) for a, b in spans if not any(is_play(event) for event in match.events[a:b])]
    places = [at for a, b in sheets for at in lines_at(match, "points") if a < at < b]
    if not places:
        return None
    copy = match.copy()
    row = copy.events[rng.choice(places)][1]
    one, other = rng.sample(range(4), 2)
    if None in row:
        return None
    how = rng.randrange(4)
    by = rng.choice([10, 30, 50, 60, 100, 180])
    if how == 0:
        row[one] += by
        row[other] -= by
    elif how == 1:
        row[one] -= by
    elif how == 2:
        row[:] = [-cell for cell in row]
    else:
        row[:] = [0, 0, 0, 0]
        for _ in range(13):
            row[rng.randrange(4)] -= 30
    return copy


def dealt_again(rng: random.Random, match: Match) -> Match | None:
    """The plays and books of a hand are gone: its deal is followed by the next."""
    hand = some_hand(rng, match)
    if not hand:
        return None
    start, end = hand_span(match, hand[0])
    copy = match.copy()
    kept = rng.choice([0, 0, 1, 2])
    if rng.random() < 0.5:
        del copy.events[start + 1 + kept : end]
    else:
        copy.events[start:start] = [*copy.events[start : start + 1 + kept]]
    return copy


def hidden_deal(rng: random.Random, match: Match) -> Match | None:
    """A deal is not on record any more, or in part."""

    def change(line: list[Any]) -> None:
        keep = rng.random() < 0.3
        line[2] = [cards if rng.random() < 0.5 else None for cards in line[2]] if keep and line[2] else None

    return changed_line(rng, match, "deal", change)


def another_deal(rng: random.Random, match: Match) -> Match | None:
    """The hands of a deal are turned by some seats, or are those of another deal."""

    def change(line: list[Any]) -> None:
        if not line[2]:
            return
        by = rng.randint(1, 3)
        pack = rng.sample(PACK, 52)
        fresh = ["".join(pack[at * 13 : at * 13 + 13]) for at in range(4)]
        line[2] = rng.choice([line[2][by:] + line[2][:by], fresh, fresh])

    return changed_line(rng, match, "deal", change)


def king_earlier(rng: random.Random, match: Match) -> Match | None:
    """The king of hearts and another card of a hand change places."""
    kings = [at for at in plays_at(match) if match.events[at][1:] == "KH"]
    if not kings:
        return None
    at = rng.choice(kings)
    start, end = hand_span(match, at)
    other = rng.choice([one for one in plays_at(match) if start < one < end])
    copy = match.copy()
    copy.events[at] = match.events[at][0] + match.events[other][1:]
    copy.events[other] = match.events[other][0] + "KH"
    return copy


def outside_line(rng: random.Random, match: Match) -> Match | None:
    """A line stands before the first deal."""
    copy = match.copy()
    more: list[Any] = [
        ["contract", "a", "kiz"],
        ["points", [0, 0, 0, 0]],
        ["totals", [0, 0, None, 0]],
        ["totals", [0, 50, 0, 0]],
        ["winner", "a"],
    ]
    copy.events.insert(0, rng.choice(more))
    return copy


def winner_elsewhere(rng: random.Random, match: Match) -> Match | None:
    """A winner line anywhere."""
    copy = match.copy()
    copy.events.insert(rng.randrange(len(copy.events) + 1), ["winner", rng.choice(["", "a", "b", "cd"])])
    return copy


def closing_line(rng: random.Random, match: Match) -> Match | None:
    """The books of a hand are moved before its last plays."""
    hand = some_hand(rng, match)
    if not hand:
        return None
    end = hand_span(match, hand[0])[1]
    lines = [at for kind in ("points", "totals", "winner") for at in lines_at(match, kind) if hand[0] < at < end]
    if not lines:
        return None
    copy = match.copy()
    line = copy.events.pop(rng.choice(lines))
    copy.events.insert(rng.choice(hand[1][-12:]), line)
    return copy


def renamed_seats(rng: random.Random, match: Match) -> Match | None:
    """Everything is told of other seats: the same match round the table."""
    by = rng.randint(1, 3)
    copy = match.copy()

    def turned(row: list[Any]) -> list[Any]:
        return row[-by:] + row[:-by]

    for at, event in enumerate(copy.events):
        if isinstance(event, str):
            if event[0] in SEATS:
                copy.events[at] = left(event[0], by) + event[1:]
        elif event[0] == "contract" and event[1] and event[1] in SEATS:
            event[1] = left(event[1], by)
        elif event[0] == "deal" and event[2]:
            event[2] = turned(event[2])
        elif event[0] in {"points", "totals"}:
            event[1] = turned(event[1])
        elif event[0] == "winner":
            event[1] = "".join(sorted(left(seat, by) for seat in event[1] if seat in SEATS))
    return copy


def renamed_suits(rng: random.Random, match: Match) -> Match | None:
    """Every suit is told as another; where a suit is named in the rules of a hand that makes faults."""
    new = str.maketrans(SUITS, "".join(rng.sample(SUITS, 4)))
    copy = match.copy()

    def renamed(cards: str) -> str:
        return "".join(one.translate(new) if at % 2 else one for at, one in enumerate(cards))

    for at, event in enumerate(copy.events):
        if is_play(event):
            copy.events[at] = event[0] + renamed(event[1:])
        elif isinstance(event, str) and event[1:2] in {"^", "<"}:
            copy.events[at] = event[:2] + renamed(event[2:])
        elif isinstance(event, list) and event[0] == "contract" and len(event) > 3 and event[3]:
            event[3] = event[3].translate(new)
        elif isinstance(event, list) and event[0] == "deal" and event[2]:
            event[2] = [cards and renamed(cards) for cards in event[2]]
    return copy


def two_faults(rng: random.Random, match: Match) -> Match | None:
    names = [name for name in OPERATORS if name != "two faults"]
    first = OPERATORS[rng.choice(names)](rng, match)
    return OPERATORS[rng.choice(names)](rng, first) if first and lines_at(first, "deal") else None


OPERATORS: dict[str, Operator] = {name: operator for name, operator in SHARED.items() if name != "wrong dealer"} | {
    "wrong contract": wrong_contract,
    "unknown contract": unknown_contract,
    "a second contract": more_contracts,
    "wrong sheet": wrong_sheet,
    "dealt again": dealt_again,
    "deal not on record": hidden_deal,
    "another deal": another_deal,
    "king of hearts elsewhere": king_earlier,
    "line before the deal": outside_line,
    "winner elsewhere": winner_elsewhere,
    "books too early": closing_line,
    "other seats": renamed_seats,
    "other suits": renamed_suits,
    "two faults": two_faults,
}

HARMLESS = {"right", "cut the log", "unknown card", "deal not on record", "right taker leads", "other seats"}
"""What these make is another legal log, or one of which less is known."""
