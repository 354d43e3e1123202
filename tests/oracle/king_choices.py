"""Who chooses what in a match of King, for the slow referee: schedule, choosers, contract lines, quotas."""

from collections import Counter
from typing import Any, NamedTuple

from oracle.kierki_reading import SEATS, Hand, next_seat
from oracle.king_reading import UNITS
from oracle.king_tricks import LARGE, Contract, Found


class Choice(NamedTuple):
    """One hand of the schedule: its number there, its deal, its contract, who was due, who led first."""

    number: int
    hand: Hand
    contract: Contract
    due: str | None
    leader: str | None

    def line(self) -> int:
        """The contract line that stands."""
        return int(self.contract.named_at if self.contract.name else self.contract.first_line)

    def on_account_of(self) -> str | None:
        """The seat whose quota the choice counts for (5b, `wrong-chooser`)."""
        named = self.contract.seat
        return self.due if named is None or self.leader == self.due else named


def contract_of(hand: Hand) -> tuple[Contract, list[Found]]:
    """The contract of a hand, and what is wrong with its contract lines, choosers and quotas apart."""
    found: list[Found] = []
    standing = Contract(None, None, None, LARGE, LARGE, LARGE)
    for line in hand.lines("contract"):
        seat, name, suit = (*line.words, None)[:3]
        if seat and seat not in SEATS:
            found.append((line.number, "unknown-seat", seat))
            seat = None
        if standing.first_line == LARGE:
            standing = standing._replace(first_line=line.number, seat=seat)
        if name not in UNITS:
            found.append((line.number, "unknown-contract", None))
        elif standing.name is None:
            trump = suit if name == "koz" else None
            suit_at = line.number if trump else LARGE
            standing = standing._replace(seat=seat, name=name, suit=trump, named_at=line.number, suit_at=suit_at)
            if name == "koz" and not suit:
                found.append((line.number, "trump-suit-missing", seat))
            if name != "koz" and suit:
                found.append((line.number, "trump-suit-on-penalty", seat))
        elif not agrees(standing, seat, name, suit):
            found.append((line.number, "contract-changed", seat))
        elif name == "koz" and suit and not standing.suit:
            standing = standing._replace(suit=suit, suit_at=line.number)
    return standing, found


def agrees(standing: Contract, seat: str | None, name: str, suit: str | None) -> bool:
    """Whether a later contract line says nothing else than the one that stands; it may supply what was missing."""
    pairs = [(standing.seat, seat), (standing.name, name)]
    if name == "koz":
        pairs.append((standing.suit, suit))
    return all(one == other or one is None or other is None for one, other in pairs)


def rotation(rules: dict[str, Any]) -> int:
    return 1 if rules["chooser_rotation"] == "anticlockwise" else -1


def first_chooser(choosers: list[str | None], holders: dict[str, str | None], rules: dict[str, Any]) -> str | None:
    """Who chooses in hand 1: by the option, else as the first named chooser tells (K10)."""
    if rules["first_chooser"] == "seat0":
        return "a"
    holder = holders.get(rules["first_chooser"])
    if holder:
        return holder
    named = [(at, seat) for at, seat in enumerate(choosers) if seat]
    return next_seat(named[0][1], -named[0][0] * rotation(rules)) if named else None


def due_chooser(first: str | None, number: int, rules: dict[str, Any]) -> str | None:
    """The seat whose turn to choose it is in a hand of the schedule (K9)."""
    return next_seat(first, (number - 1) * rotation(rules)) if first else None


def wrong_choosers(choices: list[Choice]) -> list[Found]:
    """Choosers out of turn; a shift that lasts to the end of the log is one finding."""
    named = [one for one in choices if one.contract.seat and one.due]
    offsets = [(SEATS.index(one.contract.seat or "") - SEATS.index(one.due or "")) % 4 for one in named]
    run = 0
    while run < len(offsets) and offsets[-1 - run] == offsets[-1] != 0:
        run += 1
    run = run if run > 1 else 0
    found: list[Found] = [
        (one.line(), "wrong-chooser", one.contract.seat)
        for one, offset in list(zip(named, offsets, strict=True))[: len(named) - run]
        if offset
    ]
    if run:
        found.append((named[-run].line(), "chooser-rotation-shifted", named[-run].contract.seat))
    return found


def quotas(choices: list[Choice], rules: dict[str, Any]) -> list[Found]:
    """Contracts chosen too often, or too early: one name a contract (section 8)."""
    found: list[Found] = []
    for at, one in enumerate(choices):
        name, seat = one.contract.name, one.on_account_of()
        if name is None:
            continue
        suit = one.contract.suit
        earlier = [other for other in choices[:at] if other.contract.name]
        own = Counter(other.contract.name for other in earlier if seat and other.on_account_of() == seat)
        table = Counter(other.contract.name for other in earlier)
        suits = Counter(other.contract.suit for other in earlier if other.contract.suit)
        limit, suit_limit = rules["penalty_table_limit"], rules["trump_suit_table_limit"]
        penalties = own.total() - own["koz"]
        if name == "koz":
            rows = [
                ("trump-quota-exceeded", bool(seat) and own["koz"] >= rules["trumps_per_player"]),
                ("trump-in-opening-round", rules["opening_round_penalty_only"] and one.number <= 4),
                ("trump-suit-table-limit", suit_limit is not None and suit is not None and suits[suit] >= suit_limit),
            ]
        else:
            rows = [
                ("penalty-chosen-twice", rules["penalty_once_per_player"] and bool(seat) and own[name] > 0),
                ("penalty-quota-exceeded", bool(seat) and penalties >= rules["penalties_per_player"]),
                ("penalty-table-limit", limit is not None and table[name] >= limit),
            ]
        names = [fault for fault, broken in rows if broken]
        blamed = seat if one.contract.seat else None
        found += [(int(one.contract.named_at), names[0], blamed)] if names else []
    return found
