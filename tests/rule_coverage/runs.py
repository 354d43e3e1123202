"""A fixed run of the generator: games of every kind from seeds, with and without infractions, and mutants of them."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rule_coverage.spoils import ANSWERS, FORMS, SPOILS

from verifier.fuzz.dice import Dice
from verifier.fuzz.generating import generate
from verifier.fuzz.house_rules import RANDOM
from verifier.fuzz.mutating import mutate, operators_for
from verifier.fuzz.recorded import Recorded, games_in
from verifier.fuzz.wishes import Wishes
from verifier.replay.lines import OptionValue

SEED: Final = 41

Rules = str | dict[str, OptionValue]

STRICT_KING: Final[Rules] = {
    "penalties_per_player": 3,
    "trumps_per_player": 2,
    "heart_lead": "until-broken",
    "last_hearts_highest": True,
    "trump_lead": "until-broken",
    "void_discard": "penalty-first",
    "drop_under": True,
    "must_trump": True,
    "must_overtrump": True,
}
FREE_KING: Final[Rules] = {
    "penalty_once_per_player": False,
    "penalty_table_limit": 1,
    "trump_suit_table_limit": 1,
    "penalties_per_player": 1,
    "trumps_per_player": 1,
    "heart_lead": "never",
    "last_hearts_highest": True,
    "tie": "choosing-order",
}
STRICT_KIERKI: Final[Rules] = {
    "kh_must_drop": True,
    "must_trump": True,
    "must_overtrump": True,
    "trump_repeat": "forbid",
    "implicit_pass": "forbid",
}
STRICT_KINGS_REVERSE: Final[Rules] = {
    "draw_only_when_stuck": True,
    "other_joker_blocks": True,
    "marriage_match": "both",
    "target": 50,
}


class Sort(NamedTuple):
    """Games of one sort: under which rules, how many, for how many of them mutants are made."""

    rules: Rules
    games: int
    changed: int = 0


SORTS: Final[dict[str, tuple[Sort, ...]]] = {
    "king": (
        Sort("", 1),
        Sort({"penalties_per_player": 1, "trumps_per_player": 1}, 3, 1),
        Sort(STRICT_KING, 3, 1),
        Sort(FREE_KING, 2, 2),
        Sort(RANDOM, 1),
    ),
    "kierki": (Sort("", 4, 1), Sort("mimuw", 3, 2), Sort(STRICT_KIERKI, 4, 1), Sort(RANDOM, 3, 1)),
    "kings-reverse": (
        Sort("", 1),
        Sort({"target": 50}, 8, 5),
        Sort(STRICT_KINGS_REVERSE, 6, 1),
        Sort({"target": 50, "when_pack_empty": "reshuffle"}, 6, 2),
        Sort({"target": 50, "packs": 3}, 1),
        Sort(RANDOM, 4, 1),
    ),
}


class Made(NamedTuple):
    """A game that was made: its bytes, by what, and whether it was played by the rules."""

    data: bytes
    made_by: str
    is_legal: bool


def made(game: str, size: float = 1) -> Iterator[Made]:
    """Yield the games of a run of this size: played by the rules, with infractions, and changed in one place."""
    for at, sort in enumerate(SORTS[game]):
        for turn, wishes in enumerate((Wishes(), Wishes(rare=True))):
            games = max(1, round(sort.games * size))
            for one in generate(game, games, SEED + 2 * at + turn, rules=sort.rules, wishes=wishes):
                yield Made(one.data, "walk", is_legal=True)
                seed = f"{at}/{turn}/{one.number}"
                if one.number <= sort.changed * size:
                    yield from _changed(one.data, seed)
                if one.number == 1 and turn == 0:
                    yield from _spoiled(one.data, seed, [*FORMS])
        for turn, wishes in enumerate((Wishes(infractions=True), Wishes(rare=True, infractions=True))):
            games = max(1, round((4 if game == "kings-reverse" else 1) * sort.games * size))
            for one in generate(game, games, SEED + 2 * at + turn, rules=sort.rules, wishes=wishes):
                yield Made(one.data, "walk", is_legal=not one.expected)
                if b"?+" in one.data or one.number <= 2 * size:
                    yield from _spoiled(one.data, f"infractions/{at}/{turn}/{one.number}", ANSWERS)


def _changed(data: bytes, seed: str) -> Iterator[Made]:
    """Yield a game changed by each operator and each spoil that finds a place."""
    (record,) = games_in([data])
    assert isinstance(record, Recorded)
    for operator in operators_for(record.header.game):
        mutant = mutate(record, Dice(f"coverage/{seed}"), [operator.name])
        if mutant is not None:
            yield Made(mutant.data, operator.name, is_legal=False)
    yield from _spoiled(data, seed, [*SPOILS])


def _spoiled(data: bytes, seed: str, names: Sequence[str]) -> Iterator[Made]:
    for name in names:
        spoiled = (SPOILS | FORMS)[name](data, Dice(f"coverage/{name}/{seed}"))
        if spoiled is not None:
            yield Made(spoiled, name, is_legal=False)
