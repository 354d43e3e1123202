"""What a table that is drawn has agreed on: the game, its house rules, the players."""

from importlib import import_module
from typing import Final

from verifier.fuzz.dice import Dice
from verifier.fuzz.generating import FEWEST, NAMES, generate, seats_for, with_packs
from verifier.fuzz.house_rules import random_rules
from verifier.fuzz.wishes import UnplayableError, Wishes
from verifier.games import GAMES
from verifier.replay.lines import MOST_PLAYERS, Header, OptionValue

Rules = str | dict[str, OptionValue]

SHORTEST: Final[dict[str, dict[str, OptionValue]]] = {
    "kierki": {"deals": "any"},
    "king": {"penalties_per_player": 1, "trumps_per_player": 0},
    "kings-reverse": {"target": 5},
}
"""Game -> house rules under which a whole game is short: one deal, four hands, one hand."""

LONGER: Final[dict[str, dict[str, OptionValue]]] = {
    "kierki": {},
    "king": {"penalties_per_player": 0, "trumps_per_player": 1},
    "kings-reverse": {"target": 100},
}
"""Likewise, other ones."""


def presets(game: str) -> list[str]:
    """Return the presets of a game, the text's own first."""
    return [*import_module(f"verifier.games.{GAMES[game]}.house").PRESETS]


def whole_rules(game: str, dice: Dice) -> Rules:
    """Return house rules for a whole game: mostly such as make it short, seldom the text's or a preset's alone."""
    turn = dice.below(12)
    if turn >= 10:
        return dice.one_of(["", *presets(game)])
    chosen = random_rules(game, dice) if turn >= 5 else {}
    return {**chosen, **(LONGER if turn % 5 == 4 else SHORTEST)[game]}


def any_rules(game: str, dice: Dice) -> Rules:
    """Return house rules for some hands of a game: mostly the text's, else a preset's or such as a table makes up."""
    turn = dice.below(6)
    return "" if turn < 4 else dice.one_of(presets(game)) if turn == 4 else random_rules(game, dice)


def header_of(game: str, dice: Dice, wishes: Wishes, rules: Rules, players: int | None, *, drawn: bool) -> Header:
    """Return the header of a game under these rules, with as many players as asked for or as the rules allow.

    Rules that are `drawn` get as many packs as the players need.
    """
    fewest, most = FEWEST[game]
    count = players if players is not None else seats_for(dice, fewest, most, wishes, rules)
    if drawn and game == "kings-reverse":
        if isinstance(rules, dict):
            rules = with_packs(rules, count)
        elif count > 10:
            rules = {"preset": rules, "packs": 3} if rules else {"packs": 3}
    return Header(1, game, [*NAMES[:count]], rules)


def examine(game: str | None, rules: Rules | None = None, players: int | None = None, hands: int | None = None) -> None:
    """Look at what is asked for, and try whether it can be played.

    Raises ValueError for a game that does not exist, for rules without a game, and for no hands, HouseRuleError for
    rules that do not exist, UnplayableError where nobody can play so.
    """
    if game is not None and game not in GAMES:
        raise ValueError(f"there is no game {game!r}: {', '.join(GAMES)}")
    if hands is not None and hands < 1:
        raise ValueError("a log has one hand at least")
    if game is None:
        if rules:
            raise ValueError("house rules are those of one game, which has to be named")
        if players not in {None, 4}:
            raise UnplayableError(f"not every game can be played by {players} players")
        return
    fewest, most = FEWEST[game]
    if players is not None and not fewest <= players <= min(most, MOST_PLAYERS):
        raise UnplayableError(f"{game} is no game of {players} players")
    if rules:
        next(generate(game, 1, 0, rules=rules, players=players))
