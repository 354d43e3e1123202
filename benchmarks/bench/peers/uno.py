"""RLCard's environment of Uno, the shedding game nearest to Kings Reverse that a library plays."""

import random

import rlcard
from rlcard.envs import Env

from bench.rounds import Contestant

GAMES = 20


def make(rng: random.Random) -> list[Contestant]:
    """Return the replay of random games."""
    env = rlcard.make("uno")
    games = [(seed, random_game(rng, env, seed)) for seed in range(GAMES)]
    units = sum(len(actions) for _, actions in games)
    return [Contestant("RLCard uno, legality check and step", "action", units, lambda: replay(env, games))]


def random_game(rng: random.Random, env: Env, seed: int) -> list[int]:
    """Return the actions of a game that is dealt from a seed."""
    env.seed(seed)
    state, _ = env.reset()
    actions = []
    while not env.is_over():
        actions.append(rng.choice(list(state["legal_actions"])))
        state, _ = env.step(actions[-1])
    return actions


def replay(env: Env, games: list[tuple[int, list[int]]]) -> None:
    """Replay the games; the environment hands out the legal actions, which are those to check against."""
    for seed, actions in games:
        env.seed(seed)
        state, _ = env.reset()
        for action in actions:
            assert action in state["legal_actions"]
            state, _ = env.step(action)
        assert env.is_over()
