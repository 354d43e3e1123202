"""Operators for the log of any game: lines and acts dropped, doubled, swapped; books; what means the same."""

from typing import Final

import msgspec

from verifier.cards import SEATS
from verifier.fuzz.dice import Dice
from verifier.fuzz.log import Entry
from verifier.fuzz.operators.operator import ALL, Mutant, Operator, Promise, inserted, replaced
from verifier.fuzz.recorded import Recorded
from verifier.fuzz.wishes import UnplayableError, Wishes
from verifier.games.house import HouseRuleError
from verifier.movetext import ActKind
from verifier.replay.lines import Contract, Deal, Note, Points, Totals, Winner


def _events(game: Recorded) -> list[int]:
    return [at for at, entry in enumerate(game.entries) if not isinstance(entry, Note)]


def _swap_events(game: Recorded, dice: Dice) -> Mutant | None:
    places = [at for at in range(len(game.entries) - 1) if game.entries[at] != game.entries[at + 1]]
    if not places:
        return None
    at = dice.one_of(places)
    return replaced(game, at, game.entries[at + 1], game.entries[at], until=at + 2)


def _drop_event(game: Recorded, dice: Dice) -> Mutant | None:
    events = _events(game)
    return replaced(game, dice.one_of(events), *()) if events else None


def _double_event(game: Recorded, dice: Dice) -> Mutant | None:
    events = _events(game)
    if not events:
        return None
    at = dice.one_of(events)
    return inserted(game, at, game.entries[at])


def _truncate(game: Recorded, dice: Dice) -> Mutant | None:
    if len(game.entries) < 2:
        return None
    end = dice.between(1, len(game.entries) - 1)
    return Mutant(game.entries[:end], end - 1)


def _unknown_code(game: Recorded, dice: Dice) -> Mutant | None:
    places = [at for at, act in enumerate(game.acts) if act is not None and act.kind is ActKind.PLAY]
    if not places:
        return None
    at = dice.one_of(places)
    act = game.acts[at]
    assert act is not None
    return replaced(game, at, SEATS[act.seat] + dice.one_of(["1H", "QX", "10D", "qh"]))


# Books


def _cells(game: Recorded, kind: type[Points] | type[Totals]) -> list[tuple[int, list[int]]]:
    """Return the lines of a kind that have a number for every seat."""
    found = []
    for at, entry in enumerate(game.entries):
        if isinstance(entry, kind):
            cells = [cell for cell in entry.values if cell is not None]
            if len(cells) == len(entry.values):
                found.append((at, cells))
    return found


def _wrong_points(game: Recorded, dice: Dice) -> Mutant | None:
    lines = _cells(game, Points)
    if not lines:
        return None
    at, cells = dice.one_of(lines)
    cells[dice.below(len(cells))] += dice.one_of([-50, -10, -5, -1, 1, 5, 10, 50])
    return replaced(game, at, Points([*cells]))


def _swap_points(game: Recorded, dice: Dice) -> Mutant | None:
    lines = [(at, cells) for at, cells in _cells(game, Points) if len(set(cells)) > 1]
    if not lines:
        return None
    at, cells = dice.one_of(lines)
    pairs = [(one, two) for one in range(len(cells)) for two in range(one) if cells[one] != cells[two]]
    one, two = dice.one_of(pairs)
    cells[one], cells[two] = cells[two], cells[one]
    return replaced(game, at, Points([*cells]))


def _wrong_total(game: Recorded, dice: Dice) -> Mutant | None:
    lines = _cells(game, Totals)
    if not lines:
        return None
    at, cells = dice.one_of(lines)
    cells[dice.below(len(cells))] += dice.one_of([-3, -1, 1, 3])
    return replaced(game, at, Totals([*cells]))


def _wrong_winner(game: Recorded, dice: Dice) -> Mutant | None:
    for at, entry in enumerate(game.entries):
        if isinstance(entry, Winner):
            others = [seat for seat in SEATS[: game.players] if seat not in entry.seats]
            return replaced(game, at, Winner(dice.one_of(others))) if others else None
    return None


# What means the same, and another game that is legal


def _reorder_hand(game: Recorded, dice: Dice) -> Mutant | None:
    """Deal the same cards in another order: in Kierki the first five stay the first five (K-O5)."""
    for hand in dice.shuffled(game.hands()):
        deal = game.deal(hand)
        for seat in dice.shuffled(range(len(deal.hands or []))):
            text = (deal.hands or [])[seat] or ""
            cards = [text[at : at + 2] for at in range(0, len(text), 2)]
            mixed = [*dice.shuffled(cards[:5]), *dice.shuffled(cards[5:])]
            if mixed != cards:
                hands = [*(deal.hands or [])]
                hands[seat] = "".join(mixed)
                return replaced(game, hand.start, msgspec.structs.replace(deal, hands=hands))
    return None


def _add_note(game: Recorded, dice: Dice) -> Mutant | None:
    return inserted(game, dice.below(len(game.entries) + 1), Note(dice.one_of(["a pause", "a revoke?", "b won"])))


def _spread_out(data: bytes) -> bytes:
    """Put white space between the values of each line; the texts have no commas but in names and notes."""
    lines = []
    for line in data.splitlines():
        value = msgspec.json.decode(line)
        lines.append(msgspec.json.format(msgspec.json.encode(value), indent=0).replace(b"\n", b" "))
    return b"".join(line + b" \n" for line in lines)


def _white_space(game: Recorded, _dice: Dice) -> Mutant | None:
    return Mutant([*game.entries], respell=_spread_out)


def _line_ends(game: Recorded, _dice: Dice) -> Mutant | None:
    return Mutant([*game.entries], respell=lambda data: data.replace(b"\n", b"\r\n"))


def _escapes(game: Recorded, _dice: Dice) -> Mutant | None:
    return Mutant([*game.entries], respell=lambda data: data.replace(b'["m","a', b'["\\u006d","\\u0061'))


def _negative_zero(game: Recorded, _dice: Dice) -> Mutant | None:
    return Mutant([*game.entries], respell=lambda data: data.replace(b'["points",[0,', b'["points",[-0,'))


def _rewrite(game: Recorded, dice: Dice) -> Mutant | None:
    """Play another game under the same header: a forgery that no rule can tell."""
    from verifier.fuzz.generating import walk_of  # noqa: PLC0415 - rooms of games are entered when they are wanted

    try:
        log = walk_of(game.header.game)(game.header, dice, Wishes())
    except (UnplayableError, HouseRuleError):
        return None
    return Mutant(log.entries)


def _rotate(game: Recorded, dice: Dice) -> Mutant | None:
    """Call every seat by the next letter. Where seat order decides something, that is no other name for the same."""
    # What a header says of an option may be anything, a list as well.
    if any(game.option(name) in ("seat0", "first-seat", "choosing-order") for name in ("first_chooser", "tie")):
        return None
    if game.header.game == "king" and _is_tied(game):
        return None
    by = dice.between(1, game.players - 1) if game.players > 1 else 0
    entries = [_rotated(game, entry, by) for entry in game.entries]
    names = game.header.players
    return Mutant(entries, header=msgspec.structs.replace(game.header, players=[*names[-by:], *names[:-by]]))


def _is_tied(game: Recorded) -> bool:
    lines = _cells(game, Totals)
    cells = lines[-1][1] if lines else []
    return not cells or cells.count(max(cells)) > 1


def _rotated(game: Recorded, entry: Entry, by: int) -> Entry:
    names = str.maketrans({SEATS[at]: SEATS[(at + by) % game.players] for at in range(game.players)})
    if isinstance(entry, str):
        # Seats are the only small letters of a token.
        return entry.translate(names)
    if isinstance(entry, Deal):
        hands = entry.hands and [*entry.hands[-by:], *entry.hands[:-by]]
        return msgspec.structs.replace(entry, dealer=_letter(entry.dealer, names), hands=hands)
    if isinstance(entry, Contract):
        return msgspec.structs.replace(entry, seat=_letter(entry.seat, names))
    if isinstance(entry, Points | Totals):
        return msgspec.structs.replace(entry, values=[*entry.values[-by:], *entry.values[:-by]])
    return Winner("".join(sorted(entry.seats.translate(names)))) if isinstance(entry, Winner) else entry


def _letter(seat: str | None, names: dict[int, str]) -> str | None:
    return None if seat is None else seat.translate(names)


def _permute_suits(game: Recorded, dice: Dice) -> Mutant | None:
    """Give other names to the suits in which nothing is special: all but hearts, in Kings Reverse all but spades."""
    if game.option("first_chooser") in ("holder-2D", "holder-7D") or game.option("joker_names") == "colour":
        return None
    plain = "HDC" if game.header.game == "kings-reverse" else "SDC"
    mixed = dice.shuffled(plain)
    if "".join(mixed) == plain:
        mixed = [*mixed[1:], mixed[0]]
    names = str.maketrans(dict(zip(plain, mixed, strict=True)))
    return Mutant([_recoloured(entry, names) for entry in game.entries])


def _recoloured(entry: Entry, names: dict[int, str]) -> Entry:
    if isinstance(entry, str):
        return entry.translate(names)
    if isinstance(entry, Deal):
        hands = entry.hands and [text and text.translate(names) for text in entry.hands]
        up, stock = (text and text.translate(names) for text in (entry.up, entry.stock))
        return msgspec.structs.replace(entry, hands=hands, up=up, stock=stock)
    if isinstance(entry, Contract) and entry.suit is not None:
        return msgspec.structs.replace(entry, suit=entry.suit.translate(names))
    return entry


WRONG_POINTS: Final = ("points-wrong", "out-player-scored", "blocked-hand-zero-given")
WRONG_WINNERS: Final = ("winner-wrong", "tie-broken-wrong", "shared-win-not-in-rules", "co-winner-missing")

OPERATORS: Final = (
    Operator("swap-events", ALL, "swaps two events that follow each other", Promise.OPEN, (), _swap_events),
    Operator("drop-event", ALL, "leaves an event out", Promise.OPEN, (), _drop_event),
    Operator("double-event", ALL, "writes an event twice", Promise.OPEN, (), _double_event),
    Operator("truncate", ALL, "leaves out the end of the log", Promise.OPEN, (), _truncate),
    Operator("unknown-code", ALL, "writes a card that is none", Promise.UNREADABLE, ("bad-token",), _unknown_code),
    Operator("wrong-points", ALL, "changes a cell of a hand's points", Promise.FAULTY, WRONG_POINTS, _wrong_points),
    Operator("swap-points", ALL, "swaps the points of two players", Promise.FAULTY, WRONG_POINTS, _swap_points),
    Operator("wrong-total", ALL, "changes a running total", Promise.FAULTY, ("totals-wrong",), _wrong_total),
    Operator("wrong-winner", ALL, "declares another winner", Promise.FAULTY, WRONG_WINNERS, _wrong_winner),
    Operator("reorder-hand", ALL, "lists a hand's cards in another order", Promise.SAME, (), _reorder_hand),
    Operator("add-note", ALL, "puts in a note", Promise.SAME, (), _add_note),
    Operator("white-space", ALL, "puts white space into the lines", Promise.SAME, (), _white_space),
    Operator("line-ends", ALL, "ends lines with a carriage return too", Promise.SAME, (), _line_ends),
    Operator("escapes", ALL, "writes letters as JSON escapes", Promise.SAME, (), _escapes),
    Operator("negative-zero", ALL, "writes -0 for 0", Promise.SAME, (), _negative_zero),
    Operator("rewrite", ALL, "replaces the whole play by another legal one", Promise.OTHER, (), _rewrite),
    Operator("rotate-seats", ALL, "calls every seat by another letter", Promise.OTHER, (), _rotate),
    Operator("permute-suits", ALL, "renames suits everywhere", Promise.OTHER, (), _permute_suits),
)
