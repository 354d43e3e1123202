"""What must hold of this program on any replay: a table of invariants, each with what looks whether it holds."""

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Final, NamedTuple

import msgspec

from verifier.fuzz.cases import Case, Kind
from verifier.fuzz.dice import Dice
from verifier.fuzz.mutating import mutate
from verifier.fuzz.operators.operator import Promise
from verifier.fuzz.parts import GameParts, bytes_of_games, games_of
from verifier.fuzz.recorded import Recorded, games_in
from verifier.fuzz.told import Row, Told, told_of, told_once
from verifier.referee import judge, judge_source
from verifier.replay.canonical import UnformattableError, canonical_lines
from verifier.replay.lines import Header, Points, Totals, Winner
from verifier.replay.reader import read
from verifier.sheet import Sheet
from verifier.verdict import Outcome, Verdict

CUTS: Final = 4
"""Places at which an example is cut for the prefixes."""
SHORT: Final = 40
"""Entries of a game that is cut at each of them."""
BLOCK_SIZES: Final = (61, 4096)


class Invariant(NamedTuple):
    """An invariant: its name, what it says, and what returns what is wrong with an example, empty where nothing is.

    `of_origin` tells that it holds of an example because of how it was made, so that nothing smaller can be asked.
    """

    name: str
    what: str
    wrong: Callable[[Case], str]
    of_origin: bool = False


def broken(case: Case) -> Iterator[tuple[Invariant, str]]:
    """Yield the invariants that do not hold of an example, with what is wrong; an exception of our own is wrong too."""
    told_once.cache_clear()
    for invariant in INVARIANTS:
        wrong = wrong_with(invariant, case)
        if wrong:
            yield invariant, wrong


def wrong_with(invariant: Invariant, case: Case) -> str:
    """Return what is wrong with an example by one invariant."""
    try:
        return invariant.wrong(case)
    except Exception as error:  # noqa: BLE001 - whatever it is, it must not happen
        return f"{type(error).__name__} was raised"


# What is known from how an example was made.


def _as_labelled(case: Case) -> str:
    if case.kind not in {Kind.LEGAL, Kind.INFRACTIONS}:
        return ""
    (said,) = told_once(case.data)
    found = {(row.hand, row.event, row.name) for row in said.faults()}
    noticed = {(row.hand, row.event, row.name) for row in said.rows} - found
    expected = {(one.hand, one.event, one.name) for one in case.expected}
    if case.kind is Kind.LEGAL and said.outcome is not Outcome.CLEAN:
        return f"a game by the rules is {said.outcome}: {_names(said)}"
    missing, more = expected - found - noticed, found - expected
    return f"{sorted(missing)} not found, {sorted(more)} not expected" if missing or more else ""


def _as_promised(case: Case) -> str:
    if case.operator is None:
        return ""
    (said,) = told_once(case.data)
    promise, names = case.operator.promise, set(case.operator.names)
    outcome = {
        Promise.FAULTY: Outcome.FAULTY,
        Promise.SAME: Outcome.CLEAN,
        Promise.OTHER: Outcome.CLEAN,
        Promise.UNREADABLE: Outcome.UNREADABLE,
    }.get(promise, said.outcome)
    found = {row.name for row in said.faults()}
    kept = said.outcome is outcome and (promise in {Promise.SAME, Promise.OTHER, Promise.OPEN} or bool(found & names))
    return "" if kept else f"{case.operator.name} promises {promise}, the game is {said.outcome}: {_names(said)}"


def _names(said: Told) -> str:
    return " ".join(row.name for row in said.faults()) or "no finding"


# What holds of any replay.


def _glance_agrees(case: Case) -> str:
    glanced = [*judge_source([case.data], "a.replay")]
    full = [*judge(read([case.data]), "a.replay")]
    if len(glanced) != len(full):
        return f"{len(glanced)} and {len(full)} games"
    for ours, theirs in zip(glanced, full, strict=True):
        # Only a source has lines that can be quoted.
        parts: list[tuple[object, object, str]] = [
            (ours, theirs, name) for name in Verdict.__struct_fields__ if name not in {"sheet", "quotes", "header"}
        ]
        parts += [(ours.sheet, theirs.sheet, one.name) for one in fields(Sheet)]
        for one, two, name in parts:
            if getattr(one, name) != getattr(two, name):
                return f"a glance and the judge say something else of {name}"
    return ""


def _form_is_fixed(case: Case) -> str:
    form = _form(case.data)
    return "" if form is None or _form(form) == form else "the canonical form of the canonical form is another"


def _form_changes_nothing(case: Case) -> str:
    form = _form(case.data)
    return (
        "" if form is None or (*told_of([form]),) == told_once(case.data) else "the canonical form is judged otherwise"
    )


def _form(data: bytes) -> bytes | None:
    try:
        return b"".join(canonical_lines([data]))
    except UnformattableError:
        return None


def _blocks_change_nothing(case: Case) -> str:
    whole = told_once(case.data)
    for size in BLOCK_SIZES:
        blocks = (case.data[at : at + size] for at in range(0, len(case.data), size))
        if (*told_of(blocks),) != whole:
            return f"read in blocks of {size} bytes it is judged otherwise"
    return ""


def _games_stand_alone(case: Case) -> str:
    if not case.data.endswith(b"\n") or not games_of(case.data)[0].header:
        # A line that is not whole, and lines without a header, belong to what stands beside them.
        return ""
    alone = told_once(case.data)
    return "" if told_of([case.data, case.data]) == [*alone, *alone] else "twice in a file it is judged otherwise"


def _are_bound(games: list[GameParts]) -> bool:
    """Tell whether a line stands for the bytes of others, as a seal does, or cannot be read."""
    return any(isinstance(one, bytes) for game in games for one in game.entries)


def _names_change_nothing(case: Case) -> str:
    games = games_of(case.data)
    other = [
        game._replace(header=msgspec.structs.replace(header, players=[f"<{at}>" for at in range(len(header.players))]))
        for game in games
        for header in [game.header]
        if isinstance(header, Header)
    ]
    if _are_bound(games) or len(other) < len(games):
        return ""
    same = told_of([bytes_of_games(other)]) == told_of([bytes_of_games(games)])
    return "" if same else "with other names it is judged otherwise"


def _books_from_play(case: Case) -> str:
    whole, games = told_once(case.data), games_of(case.data)
    if _are_bound(games) or any(said.outcome is not Outcome.CLEAN for said in whole):
        return ""
    for said, game in zip(whole, games, strict=True):
        entries = tuple(one for one in game.entries if not isinstance(one, Points | Totals | Winner))
        (bare,) = told_of([bytes_of_games([game._replace(entries=entries)])])
        if bare.faults():
            return f"without its books it has {_names(bare)}"
        # Where nobody can play on, the points are what tells that the hand is over.
        books = (bare.points, bare.totals, bare.winners)
        if bare.outcome is Outcome.CLEAN and books != (said.points, said.totals, said.winners):
            return "without its books it is scored otherwise"
    return ""


def _prefixes_hold(case: Case) -> str:
    games = games_of(case.data)
    if len(games) != 1 or not games[0].entries or _are_bound(games):
        return ""
    (game,) = games
    (whole,) = told_of([bytes_of_games(games)])
    settled = [(row.hand, row.event) for row in whole.faults()]
    dice = Dice(f"prefix/{len(case.data)}")
    size = len(game.entries)
    for cut in range(1, size) if size <= SHORT else (dice.between(1, size) for _ in range(CUTS)):
        (said,) = told_of([bytes_of_games([GameParts(game.header, game.entries[:cut])])])
        last = max((row.event for row in said.rows), default=0)
        # What comes later may show what a fault was in truth, so that it has another name.
        early = [row for row in said.faults() if row.event < last and not _is_settled(row, settled)]
        if early:
            return f"cut after {cut} entries it has {early[0].name} at event {early[0].event}, which the whole has not"
    return ""


def _is_settled(row: Row, settled: list[tuple[int, int]]) -> bool:
    """Tell whether there is a fault at the event of a finding, or before it in its hand."""
    return any(hand == row.hand and event <= row.event for hand, event in settled)


def _like_another(operator: str) -> Callable[[Case], str]:
    """Return what looks whether a game is judged in the same way when an operator has given all things other names."""

    def wrong(case: Case) -> str:
        games = [*games_in([case.data])]
        if len(games) != 1 or not isinstance(games[0], Recorded) or _are_bound(games_of(case.data)):
            return ""
        (said,) = told_once(case.data)
        mutant = None if said.faults() else mutate(games[0], Dice(f"{operator}/{len(case.data)}"), [operator])
        if mutant is None:
            return ""
        (other,) = told_of([mutant.data])
        same = other.outcome is said.outcome and [row[:3] for row in other.rows] == [row[:3] for row in said.rows]
        return "" if same else f"after {operator} the game is {other.outcome}: {_names(other)}"

    return wrong


INVARIANTS: Final = (
    Invariant(
        "as-labelled", "games have the findings that they were given, and no other", _as_labelled, of_origin=True
    ),
    Invariant("as-promised", "mutants have what their operator promises", _as_promised, of_origin=True),
    Invariant("glance-agrees", "a glance says what the judge says", _glance_agrees),
    Invariant("form-is-fixed", "the canonical form of a canonical form is itself", _form_is_fixed),
    Invariant("form-changes-nothing", "the canonical form is judged as the game is", _form_changes_nothing),
    Invariant("blocks-change-nothing", "how the bytes arrive does not matter", _blocks_change_nothing),
    Invariant("games-stand-alone", "a game is judged without regard to those beside it", _games_stand_alone),
    Invariant("names-change-nothing", "other names of players change nothing", _names_change_nothing),
    Invariant("books-from-play", "the books follow from the play", _books_from_play),
    Invariant("prefixes-hold", "what a log's beginning shows, the whole log shows", _prefixes_hold),
    Invariant("seats-turned", "other letters for the seats change nothing", _like_another("rotate-seats")),
    Invariant("suits-renamed", "other names for like suits change nothing", _like_another("permute-suits")),
)
"""All invariants, one line each."""
