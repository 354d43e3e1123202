"""Shrinking: the smallest replay of which something still holds, by leaving out whatever can be left out."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeVar

import msgspec

from verifier.cards import SEATS
from verifier.fuzz.parts import GameParts, Part, bytes_of_games, canonical, games_of, size_of
from verifier.replay.lines import Contract, Deal, Header, Note, Points, Totals, Winner

Still = Callable[[bytes], bool]
"""Tells of a replay whether what is looked for still holds of it; the same answer for the same bytes."""

MOST_TRIALS: Final = 4000
MOST_TRIED: Final = 6 << 20
LEAST_TRIALS: Final = 60
"""Bytes of all replays that are tried, and how often a long one is at least."""
MOST_ROUNDS: Final = 6
PROBES: Final = 8
FEW_HANDS: Final = 3
MOST_ALONE: Final = 40
TRICK: Final = (5, 4)
"""Acts of a trick, with its taker and without."""

Item = TypeVar("Item")


class _EnoughError(Exception):
    """So many trials, or so much time, and no more."""


def shrink(data: bytes, still: Still, *, most_trials: int = MOST_TRIALS, max_time: float | None = None) -> bytes:
    """Return a replay that is as small as can be found and of which `still` holds, as it does of `data`.

    Games are left out first, then hands, lines, acts, and at last what names, rules and deals say beyond need. It is in
    canonical form where it has one and may be. At most `most_trials` replays are tried, as their length allows,
    and for `max_time` seconds, None for as long as it takes; the same trials give the same replay. Raises ValueError
    where `still` does not hold of `data`.
    """
    if not still(data):
        raise ValueError("what is looked for does not hold of the replay itself")
    trials = _Trials(data, still, most_trials, max_time)
    try:
        trials.take(canonical(data))
        for as_it_stands in (False, True):
            games = games_of(trials.best, as_it_stands=as_it_stands)
            if bytes_of_games(games) == trials.best or trials.holds(games):
                _shrink(games, trials)
                break
    except _EnoughError:
        pass
    # One more than so many trials: acts are on lines as they came until now.
    form = canonical(trials.best)
    return form if form == trials.best or still(form) else trials.best


class _Trials:
    """What has been tried: `best` is the last replay that was taken."""

    def __init__(self, data: bytes, still: Still, most: int, max_time: float | None) -> None:
        self.best = data
        self._still = still
        self._left = most
        self._bytes_left = max(MOST_TRIED, LEAST_TRIALS * len(data))
        self._end = None if max_time is None else time.monotonic() + max_time
        self._refused: set[bytes] = set()

    def take(self, data: bytes) -> bool:
        """Take a replay for the best where it still holds of it."""
        if data == self.best:
            return True
        if data in self._refused or not data:
            return False
        if not self._left or self._bytes_left < 0 or (self._end is not None and time.monotonic() > self._end):
            raise _EnoughError
        self._left -= 1
        self._bytes_left -= len(data)
        if self._still(data):
            self.best = data
            return True
        # What was refused once is refused; long ones are met early and never again.
        if len(data) < 10_000:
            self._refused.add(data)
        return False

    def holds(self, games: Sequence[GameParts]) -> bool:
        """Take games where it still holds of them."""
        return self.take(bytes_of_games(games))


def _shrink(games: list[GameParts], trials: _Trials) -> None:
    games = fewest(games, trials.holds)
    for _ in range(MOST_ROUNDS):
        before = size_of(games)
        for at in range(len(games)):
            for step in STEPS:

                def holds(game: GameParts, at: int = at) -> bool:
                    return trials.holds([*games[:at], game, *games[at + 1 :]])

                games[at] = step(games[at], holds)
        if size_of(games) == before:
            return


def fewest(items: Sequence[Item], holds: Callable[[list[Item]], bool], *, least: int = 1) -> list[Item]:
    """Return as few of the items as will do, in their order: all are left out, halves, and parts down to the `least`.

    The end comes first: what happened after a fault is never needed.
    """
    kept = [*items]
    part = len(kept)
    while part >= max(least, 1):
        end = len(kept)
        while end > 0:
            fewer = kept[: max(0, end - part)] + kept[end:]
            if holds(fewer):
                kept = fewer
            end -= part
        part //= 2
    return kept


Holds = Callable[[GameParts], bool]


def _without_kinds(game: GameParts, holds: Holds) -> GameParts:
    """Leave out all lines of a kind at once: books go by what was written before, so that one alone cannot go."""
    tests: tuple[Callable[[Part], bool], ...] = (
        lambda one: isinstance(one, bytes),
        lambda one: isinstance(one, Note),
        lambda one: isinstance(one, str) and one.startswith("@"),
        lambda one: isinstance(one, Totals | Winner),
        lambda one: isinstance(one, Points | Totals | Winner),
        lambda one: isinstance(one, Totals),
        lambda one: isinstance(one, Winner),
        lambda one: isinstance(one, Points),
        lambda one: isinstance(one, str) and one.endswith("$"),
    )
    for test in tests:
        fewer = game._replace(entries=tuple(one for one in game.entries if not test(one)))
        if len(fewer.entries) < len(game.entries) and holds(fewer):
            game = fewer
    return game


def _joined(game: GameParts, hands: Sequence[tuple[Part, ...]]) -> GameParts:
    return game._replace(entries=tuple(entry for hand in hands for entry in hand))


def _one_hand(game: GameParts, holds: Holds) -> GameParts:
    """Keep one hand alone, the shortest that will do, without the books that rest on other hands."""
    hands = game.hands()
    alone = [tuple(one for one in hand if not isinstance(one, Totals | Winner | bytes)) for hand in hands]
    for hand in sorted(alone, key=len)[:MOST_ALONE]:
        if hand and len(hands) > FEW_HANDS and holds(game._replace(entries=hand)):
            return game._replace(entries=hand)
    return game


def _fewer_hands(game: GameParts, holds: Holds) -> GameParts:
    return _joined(game, fewest(game.hands(), lambda hands: holds(_joined(game, hands))))


def _barer_hands(game: GameParts, holds: Holds) -> GameParts:
    """Forget the play of hands that have to be counted, and of which nothing but their books need be known."""
    for bare in _FORMS:
        game = _bared(game, bare, holds)
    return game


def _bared(game: GameParts, bare: "_Form", holds: Holds) -> GameParts:
    hands = game.hands()

    def barer(full: Sequence[int]) -> GameParts:
        return _joined(game, [hand if at in full else bare(hand) for at, hand in enumerate(hands)])

    return barer(fewest(range(len(hands)), lambda full: holds(barer(full))))


_Form = Callable[[tuple[Part, ...]], tuple[Part, ...]]


def _only_books(hand: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return a hand of which only the books are known, and what it was played for."""
    if not hand or not isinstance(hand[0], Deal):
        return hand
    return (Deal(None, None), *(one for one in hand[1:] if isinstance(one, Contract | Points | Totals | Winner)))


def _only_noughts(hand: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return a hand of which only is known that it was written down."""
    if not hand or not isinstance(hand[0], Deal) or len(hand) < 2:
        return hand
    return (Deal(None, None), Points([0] * len(hand[0].hands or "1234")))


_FORMS: Final[tuple[_Form, ...]] = (_only_noughts, _only_books)


def _fewer_entries(game: GameParts, holds: Holds) -> GameParts:
    """Leave out entries of each hand, from the last on; of one that cannot lose any of its eighths, none is tried."""
    hands = game.hands()
    for at in range(len(hands) - 1, -1, -1):

        def still(hand: Sequence[Part], at: int = at) -> bool:
            return holds(_joined(game, [*hands[:at], tuple(hand), *hands[at + 1 :]]))

        fewer = fewest(hands[at], still, least=len(hands[at]) // PROBES)
        if len(fewer) < len(hands[at]) or len(hands) < FEW_HANDS:
            fewer = fewest(fewer, still)
        hands[at] = tuple(fewer)
    return _joined(game, hands)


def _fewer_tricks(game: GameParts, holds: Holds) -> GameParts:
    """Leave out tricks that follow each other: who leads has to fit, so that one alone seldom can go."""
    if len(game.hands()) > FEW_HANDS:
        return game
    for trick in TRICK:
        at = 0
        while at < len(game.entries):
            acts = _acts_from(game.entries, at)
            if acts < trick:
                at += max(acts, 1)
                continue
            for length in range(acts - acts % trick, 0, -trick):
                fewer = game._replace(entries=game.entries[:at] + game.entries[at + length :])
                if holds(fewer):
                    game = fewer
                    break
            else:
                at += trick
    return game


def _acts_from(entries: Sequence[Part], at: int) -> int:
    """Return how many acts follow each other from here on."""
    end = at
    while end < len(entries) and isinstance(entries[end], str):
        end += 1
    return end - at


def _plainer_header(game: GameParts, holds: Holds) -> GameParts:
    for header in _plainer_headers(game.header):
        # Each is tried on what the last one left.
        if isinstance(game.header, Header):
            plainer = game._replace(header=msgspec.structs.replace(game.header, **header))
            if plainer != game and holds(plainer):
                game = plainer
    rules = game.header.rules if isinstance(game.header, Header) else ""
    for name in rules if isinstance(rules, dict) else ():
        if isinstance(game.header, Header) and isinstance(game.header.rules, dict):
            fewer = {key: value for key, value in game.header.rules.items() if key != name}
            plainer = game._replace(header=msgspec.structs.replace(game.header, rules=fewer or ""))
            if holds(plainer):
                game = plainer
    return game


def _plainer_headers(header: Header | bytes) -> Iterator[dict[str, object]]:
    if isinstance(header, bytes):
        return
    for field in ("id", "date", "site", "event", "round"):
        yield {field: None}
    yield {"meta": {}}
    yield {"rules": ""}
    yield {"players": [letter.upper() for letter in SEATS[: len(header.players)]]}


def _plainer_lines(game: GameParts, holds: Holds) -> GameParts:
    """Forget what deals and contracts say where nothing turns on it."""
    for at, entry in enumerate(game.entries):
        for plainer in _plainer_entries(entry):
            entries = (*game.entries[:at], plainer, *game.entries[at + 1 :])
            if plainer != game.entries[at] and holds(game._replace(entries=entries)):
                game = game._replace(entries=entries)
                break
        stands = game.entries[at]
        if isinstance(stands, Deal) and stands.stock:
            game = _shorter_stock(game, at, stands.stock, holds)
    return game


def _plainer_entries(entry: Part) -> Iterator[Part]:
    if isinstance(entry, Deal):
        yield Deal(None, None)
        yield msgspec.structs.replace(entry, hands=None, stock=None)
        yield msgspec.structs.replace(entry, hands=None)
        yield msgspec.structs.replace(entry, stock=None)
        for seat in range(len(entry.hands or ())):
            hands = [*(entry.hands or ())]
            hands[seat] = None
            yield msgspec.structs.replace(entry, hands=hands)
    elif isinstance(entry, Contract):
        yield msgspec.structs.replace(entry, seat=None)


def _shorter_stock(game: GameParts, at: int, stock: str, holds: Holds) -> GameParts:
    """Leave the cards of the stock unknown from the end on."""
    cards = [stock[place : place + 2] for place in range(0, len(stock), 2)]
    for known in (0, len(cards) // 4, len(cards) // 2):
        entry = game.entries[at]
        assert isinstance(entry, Deal)
        hidden = "".join([*cards[:known], *["??"] * (len(cards) - known)])
        entries = (*game.entries[:at], msgspec.structs.replace(entry, stock=hidden), *game.entries[at + 1 :])
        if hidden != stock and holds(game._replace(entries=entries)):
            return game._replace(entries=entries)
    return game


STEPS: Final[tuple[Callable[[GameParts, Holds], GameParts], ...]] = (
    _one_hand,
    _fewer_hands,
    _barer_hands,
    _without_kinds,
    _fewer_hands,
    _fewer_entries,
    _plainer_lines,
    _fewer_tricks,
    _plainer_header,
)
"""What is tried with each game, in this order and again until nothing more can go."""
