"""OpenSpiel, whose rules are compiled C++: hands of hearts and of crazy eights, every action checked."""

import random

import pyspiel

from bench.rounds import Contestant

GAMES = {"hearts": "hearts", "crazy eights": "crazy_eights(players=4)"}
HANDS = 100


def make(rng: random.Random) -> list[Contestant]:
    """Return each game twice: a unit is any action, or only an action of a player (the rest deals cards)."""
    result = []
    for name, parameters in GAMES.items():
        game = pyspiel.load_game(parameters)
        hands, players = random_hands(rng, game)
        every = sum(map(len, hands))
        for unit, units in (("action", every), ("player action", players)):
            title = f"OpenSpiel {name}, C++ legality check, per {unit}"
            result.append(Contestant(title, unit, units, lambda game=game, hands=hands: replay(game, hands)))
    return result


def random_hands(rng: random.Random, game: pyspiel.Game) -> tuple[list[list[int]], int]:
    """Return the actions of random hands, and how many of them are players'."""
    hands, players = [], 0
    for _ in range(HANDS):
        state, actions = game.new_initial_state(), []
        while not state.is_terminal():
            if state.is_chance_node():
                action = rng.choice([action for action, _ in state.chance_outcomes()])
            else:
                action = rng.choice(state.legal_actions())
                players += 1
            actions.append(action)
            state.apply_action(action)
        hands.append(actions)
    return hands, players


def replay(game: pyspiel.Game, hands: list[list[int]]) -> None:
    """Replay the hands; an illegal action raises."""
    for actions in hands:
        state = game.new_initial_state()
        for action in actions:
            state.apply_action_with_legality_check(action)
        assert state.is_terminal()
