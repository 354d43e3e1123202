"""Hypothesis strategies: cards, deals, acts, house rules, games, and replays that are clean or have a known fault.

They are for those who test a program that plays, records or checks these games; the extra `fuzz` brings Hypothesis.
Failing examples shrink: to the game's own text, few players, few hands, the first legal card. Where a game may be
named, None stands for any of them.
"""

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from verifier.fuzz.house_rules import random_rules
from verifier.fuzz.mutating import data_of
from verifier.fuzz.recorded import Recorded
from verifier.replay.lines import Deal, OptionValue
from verifier.strategies import faulty, tables
from verifier.strategies.agreements import Rules, examine
from verifier.strategies.drawn import DrawnDice
from verifier.strategies.faulty import INFRACTION, FaultyReplay

__all__ = [
    "INFRACTION",
    "FaultyReplay",
    "acts",
    "cards",
    "deals",
    "faulty_replays",
    "games",
    "house_rules",
    "replays",
]


def cards(game: str | None = None) -> SearchStrategy[str]:
    """Return a strategy for cards as a replay has them, `QH`; in Kings Reverse also the joker, `**`.

    Raises ValueError for a game that does not exist, here and below.
    """
    examine(game)
    return st.sampled_from(tables.card_texts(game))


def deals(game: str | None = None, *, players: int | None = None) -> SearchStrategy[Deal]:
    """Return a strategy for deal lines: every card of the pack (in Kings Reverse: of the packs) once.

    Hands have thirteen cards; in Kings Reverse ten, besides the cards turned up and the stock, which has the jokers
    that went back. The plainest is a new pack in its order. Raises UnplayableError for that number of players.
    """
    examine(game, players=players)
    return tables.drawn_deals(game, players)


def acts(game: str | None = None, *, players: int | None = None) -> SearchStrategy[str]:
    """Return a strategy for tokens of single acts that the game knows, `aQH` or `b?+`; no rule is looked at.

    Raises UnplayableError for that number of players.
    """
    examine(game, players=players)
    return tables.drawn_acts(game, players)


def house_rules(game: str) -> SearchStrategy[dict[str, OptionValue]]:
    """Return a strategy for house rules of a game as a header has them; the plainest are none.

    Each option is one of the game with a value that it takes.
    """
    examine(game)
    return _drawn_rules(game)


@st.composite
def _drawn_rules(draw: st.DrawFn, game: str) -> dict[str, OptionValue]:
    return random_rules(game, DrawnDice(draw))


def games(
    game: str | None = None, *, rules: Rules | None = None, players: int | None = None, hands: int | None = None
) -> SearchStrategy[Recorded]:
    """Return a strategy for games in which nothing is wrong, taken apart: a header, and entries to look at.

    Games are whole; with `hands` they have so many at most, and the log ends where it ends. `rules` are those of a
    header, `""` for the text's own, which has long matches; None draws them, for whole games mostly such as make them
    short: one deal of Kierki, four hands of King, Kings Reverse to five points. `players` is for Kings Reverse.
    Raises HouseRuleError for rules that do not exist, UnplayableError where nobody can play so.
    """
    examine(game, rules, players, hands)
    return tables.drawn_games(game, rules, players, hands)


def replays(
    game: str | None = None, *, rules: Rules | None = None, players: int | None = None, hands: int | None = None
) -> SearchStrategy[bytes]:
    """Return a strategy for replay files in canonical form, each with one of the `games`.

    The verdict on each is clean; with `hands` it may be undecided, for the game may not have ended.
    Raises what `games` does.
    """
    return games(game, rules=rules, players=players, hands=hands).map(_written)


def _written(game: Recorded) -> bytes:
    return data_of(game.header, game.entries)


def faulty_replays(
    game: str | None = None, operator: str | None = None, *, rules: Rules | None = None, players: int | None = None
) -> SearchStrategy[FaultyReplay]:
    """Return a strategy for replay files with a fault, and the findings that it must lead to.

    `operator` is one that `verifier mutate --list` calls faulty, or INFRACTION for a rule that is broken in the course
    of the game; None draws it. The plainest logs end with the event that is at fault. `rules` and `players` are those
    of `games`. Raises ValueError for an operator that makes no such game faulty, and what `games` does.
    """
    examine(game, rules, players)
    faulty.examine_operator(game, operator, rules)
    return faulty.drawn_faulty(game, operator, rules, players)


# The type is known only to those who have entered this room.
st.register_type_strategy(FaultyReplay, lambda _: faulty_replays())
