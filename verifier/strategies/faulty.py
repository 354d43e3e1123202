"""Faulty replays as they are drawn: a game with one infraction, or one changed by an operator, cut short behind it."""

from collections.abc import Callable
from typing import Final, NamedTuple

from hypothesis import reject
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from verifier.cards import SEATS
from verifier.finding import FaultClass
from verifier.fuzz.generating import walk_of
from verifier.fuzz.log import Entry, Expected, is_event
from verifier.fuzz.mutating import OPERATORS, data_of, mutate, operators_for
from verifier.fuzz.operators.operator import Operator, Promise
from verifier.fuzz.recorded import Recorded, games_in
from verifier.fuzz.wishes import UnplayableError, Wishes
from verifier.games import GAMES
from verifier.referee import judge_source
from verifier.replay.lines import Deal, Header
from verifier.strategies.agreements import SHORTEST, Rules, any_rules, header_of, whole_rules
from verifier.strategies.drawn import DrawnDice
from verifier.strategies.tables import MANY_HANDS, played

INFRACTION: Final = "infraction"
"""What stands for an operator where a player, or whoever writes the books, breaks a rule during the game."""

MOST_TRIES: Final = 8
"""Games that are played for one replay until the fault finds a place in one."""

FEWEST_HANDS: Final = {
    "repeat-penalty": 5,
    "third-trump": 9,
    "wrong-chooser": 2,
    "heart-lead": 2,
    "wrong-dealer": 2,
    "seventh-last": 6,
    "not-added-up": 7,
    **dict.fromkeys(("late-call", "second-call", "wrong-caller", "no-call"), 8),
    **dict.fromkeys(("swap-awards", "not-a-seven", "gap", "pass-while-able", "after-the-end"), 12),
}
"""Operator -> hands that a game needs for it, where one is not enough."""

MORE_HANDS: Final = {"repeat-penalty": 4, "third-trump": 12}
"""Operator -> how many hands more a game may have, where one is not enough to find places."""

WHOLE: Final = frozenset({"wrong-winner", "total-and-winner", "game-goes-on"})
"""Operators for the end of a game."""

FOR_TIES: Final = "tie-to-later-seat"
"""The operator for games that end with equal totals, for which hands are played again."""

BY_THE_TEXT: Final = frozenset(
    {"repeat-penalty", "third-trump", "heart-lead", "wrong-dealer", "seventh-last"}
    | {"not-added-up", "swap-awards", "not-a-seven", "gap", "pass-while-able", "after-the-end", "wrong-claim"}
)
"""Operators that change only games without any house rule."""


class FaultyReplay(NamedTuple):
    """A replay in which a rule is broken.

    `data` are the bytes of a replay file with one game, `operator` says what was done to it, `expected` are the
    findings that it must lead to: name, hand and event counted from 1, the letter of the seat where one is at fault.
    Other findings may follow from the same change; what was an INFRACTION has exactly these.
    """

    data: bytes
    operator: str
    expected: tuple[Expected, ...]


def operators_of(game: str) -> list[str]:
    """Return what may make a game faulty: an infraction, and the operators that promise a fault."""
    return [INFRACTION, *(one.name for one in operators_for(game) if one.promise is Promise.FAULTY)]


def games_of(operator: str) -> list[str]:
    """Return the games that may be made faulty so. Raises ValueError for what makes no game faulty."""
    games = [game for game in GAMES if operator in operators_of(game)]
    if not games:
        raise ValueError(f"no operator {operator!r} makes a game faulty")
    return games


def examine_operator(game: str | None, operator: str | None, rules: Rules | None) -> None:
    """Look at what is asked for. Raises ValueError for an operator that makes no such game faulty."""
    if operator is None:
        return
    if game is not None and game not in games_of(operator):
        raise ValueError(f"no operator {operator!r} makes a game of {game} faulty")
    if operator in BY_THE_TEXT and rules:
        raise ValueError(f"{operator!r} changes only games without house rules")
    games_of(operator)


@st.composite
def drawn_faulty(
    draw: DrawFn, game: str | None, operator: str | None, rules: Rules | None, players: int | None
) -> FaultyReplay:
    """Draw a faulty replay; the attempt is given up where the fault finds no place in several games."""
    name = draw(_games_for(game, operator))
    dice = DrawnDice(draw)
    what = operator
    if what is None:
        what = dice.one_of([one for one in operators_of(name) if not rules or one not in BY_THE_TEXT])
    row = next((one for one in OPERATORS if one.name == what), None)
    for _ in range(MOST_TRIES):
        found = _broken(name, dice, rules, players) if row is None else _changed(name, dice, row, rules, players)
        if found is not None:
            return found
        if dice.is_spent():
            break
    return reject()


def _games_for(game: str | None, operator: str | None) -> SearchStrategy[str]:
    games = [*GAMES] if operator is None else games_of(operator)
    return st.sampled_from(games if game is None else [game])


def _broken(name: str, dice: DrawnDice, rules: Rules | None, players: int | None) -> FaultyReplay | None:
    """Return a game with an infraction in it, None where no occasion for one has come."""
    agreed = any_rules(name, dice) if rules is None else rules
    wishes = Wishes(rare=dice.chance(0.3), infractions=True, hands=dice.between(1, 2))
    header = header_of(name, dice, wishes, agreed, players, drawn=rules is None)
    try:
        log = walk_of(name)(header, dice, wishes)
    except UnplayableError:
        return reject()
    labels = {one[:3] for one in log.expected()}
    return _cut(header, log.entries, dice, INFRACTION, lambda one: one[:3] in labels)


def _changed(
    name: str, dice: DrawnDice, operator: Operator, rules: Rules | None, players: int | None
) -> FaultyReplay | None:
    """Return a game changed by an operator, None where it has no place in it."""
    whole, plain = operator.name in WHOLE, operator.name in BY_THE_TEXT
    agreed = rules if rules is not None else ""
    if rules is None and not plain:
        agreed = whole_rules(name, dice) if whole else any_rules(name, dice)
    wishes = Wishes(rare=True)
    if operator.name != FOR_TIES:
        least = FEWEST_HANDS.get(operator.name, 1)
        hands = MANY_HANDS if whole else least + dice.below(1 + MORE_HANDS.get(operator.name, 1))
        wishes = Wishes(rare=dice.chance(0.3), hands=hands)
    elif rules is None:
        agreed = SHORTEST[name]
    game = played(name, dice, wishes, agreed, players, drawn=rules is None)
    mutant = mutate(game, dice, [operator.name])
    if mutant is None:
        return None
    (changed,) = games_in([mutant.data])
    assert isinstance(changed, Recorded)
    return _cut(changed.header, changed.entries, dice, operator.name, lambda one: one.name in operator.names)


Wanted = Callable[[Expected], bool]
"""Whether a finding is one that the fault must lead to."""


def _cut(header: Header, entries: list[Entry], dice: DrawnDice, operator: str, wanted: Wanted) -> FaultyReplay | None:
    """Return the game as a replay that ends behind the fault, with its hand, or where it ended; None without a fault.

    The shortest of these in which the fault is still found is the plainest.
    """
    data = data_of(header, entries)
    expected = tuple(filter(wanted, faults_in(data)))
    if not expected:
        return None
    for end in _ends(entries, expected[0])[dice.below(3) :]:
        part = data_of(header, entries[:end])
        found = tuple(filter(wanted, faults_in(part)))
        if expected[0] in found:
            return FaultyReplay(part, operator, found)
    return FaultyReplay(data, operator, expected)


def _ends(entries: list[Entry], first: Expected) -> list[int]:
    """Return where a log may end: behind the event of the first finding, and before the hand that comes after it."""
    events, behind = 0, len(entries)
    for at, entry in enumerate(entries):
        events += is_event(entry)
        if events == first.event:
            behind = at + 1
            break
    after = (at for at in range(behind, len(entries)) if isinstance(entries[at], Deal))
    return [behind, next(after, len(entries))]


def faults_in(data: bytes) -> list[Expected]:
    """Return what the referee finds wrong in a replay of one game, in the order of the file."""
    (verdict,) = judge_source([data], "drawn.replay")
    return [
        Expected(one.rule.name, one.place.hand, one.place.event, None if one.seat is None else SEATS[one.seat])
        for one in verdict.findings
        if one.rule.fault_class is not FaultClass.NOTICE
    ]
