"""The games that the benchmark makes are clean in both forms, and the same for the same seed."""

import random

import pytest
from bench.corpora import kings_reverse
from bench.corpora.shelf import GAMES
from judging import judged, judged_all

from verifier.verdict import Outcome


@pytest.mark.parametrize("game", GAMES)
def test_games_are_clean_and_without_notices(game: str) -> None:
    rng = random.Random(5)
    logs = [GAMES[game].make_game(rng) for _ in range(6)]
    for form in ("packed", "unpacked"):
        verdicts = judged_all(b"".join(getattr(log, form)() for log in logs))
        assert [verdict.outcome for verdict in verdicts] == [Outcome.CLEAN] * 6
        assert not any(verdict.findings or verdict.notices for verdict in verdicts)
        assert all(verdict.kind == game for verdict in verdicts)


@pytest.mark.parametrize("game", GAMES)
def test_acts_are_the_tokens_without_the_takers(game: str) -> None:
    log = GAMES[game].make_game(random.Random(6))
    tokens = [token for line in log.unpacked().splitlines() if line.startswith(b'["m"') for token in line[6:-2].split()]
    assert log.acts == sum(not token.endswith(b"$") for token in tokens)
    assert log.acts > 300


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_makes_the_same_games(game: str) -> None:
    one, same, other = (GAMES[game].make_game(random.Random(seed)).packed() for seed in (7, 7, 8))
    assert one == same
    assert one != other


def test_a_long_game_is_complete() -> None:
    log = kings_reverse.make_long_game(random.Random(9), 3000)
    assert log.acts >= 3000
    assert judged(log.packed()).outcome is Outcome.CLEAN


def test_games_of_kings_reverse_have_marriages_gifts_jokers_and_calls() -> None:
    rng = random.Random(10)
    text = b"".join(kings_reverse.make_game(rng).unpacked() for _ in range(10)).decode()
    for act in ("KHQH", ">", "*S", "!", "-"):
        assert act in text
    assert "?" not in text
