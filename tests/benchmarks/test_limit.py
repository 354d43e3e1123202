"""The limit in C accepts what the judge finds clean, and turns away a game in which one thing was changed."""

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from bench.corpora.shelf import GAMES
from bench.limit import accepted, built
from judging import judged

from verifier.verdict import Outcome

pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc to compile the limit with")


@pytest.fixture(scope="module", params=["king", "kierki"])
def limit(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    program = built(request.param, tmp_path_factory.mktemp("limit"))
    assert program
    return request.param, program


def moves_of(lines: list[bytes]) -> list[int]:
    return [at for at, line in enumerate(lines) if line.startswith(b'["m"')]


def another_seats_card(rng: random.Random, lines: list[bytes]) -> None:
    """Change the card of one play to one that another seat was dealt."""
    at = rng.choice(moves_of(lines))
    tokens = lines[at][6:-2].split(b" ")
    plays = [number for number, token in enumerate(tokens) if len(token) == 3]
    number = rng.choice(plays)
    others = [token[1:] for token in tokens if len(token) == 3 and token[:1] != tokens[number][:1]]
    tokens[number] = tokens[number][:1] + rng.choice(others)
    lines[at] = b'["m","' + b" ".join(tokens) + b'"]'


def another_taker(rng: random.Random, lines: list[bytes]) -> None:
    """Change who is recorded as taking a trick."""
    at = rng.choice([at for at in moves_of(lines) if b"$" in lines[at]])
    where = rng.choice([place for place, sign in enumerate(lines[at]) if sign == ord("$")])
    seat = rng.choice([seat for seat in b"abcd" if seat != lines[at][where - 1]])
    lines[at] = lines[at][: where - 1] + bytes([seat]) + lines[at][where:]


def another_score(rng: random.Random, lines: list[bytes]) -> None:
    """Change one written score."""
    at = rng.choice([at for at, line in enumerate(lines) if line.startswith((b'["points"', b'["totals"'))])
    lines[at] = lines[at].replace(b"]]", b"5]]")


def another_winner(rng: random.Random, lines: list[bytes]) -> None:
    """Change who is declared the winner."""
    right = lines[-1][11:-2]
    lines[-1] = b'["winner","' + bytes([rng.choice([seat for seat in b"abcd" if bytes([seat]) != right])]) + b'"]'


def test_legal_games_are_accepted_in_both_forms(limit: tuple[str, Path], tmp_path: Path) -> None:
    game, program = limit
    rng = random.Random(11)
    logs = [GAMES[game].make_game(rng) for _ in range(20)]
    paths = [tmp_path / form for form in ("packed", "unpacked")]
    for path in paths:
        path.write_bytes(b"".join(getattr(log, path.name)() for log in logs))
    assert accepted(program, paths) == 40
    assert accepted(program, []) == 0


@pytest.mark.parametrize("change", [another_seats_card, another_taker, another_score, another_winner])
def test_a_game_with_one_thing_changed_is_turned_away(
    limit: tuple[str, Path], tmp_path: Path, change: Callable[[random.Random, list[bytes]], None]
) -> None:
    game, program = limit
    rng = random.Random(12)
    changed = []
    for _ in range(10):
        lines = GAMES[game].make_game(rng).packed().splitlines()
        change(rng, lines)
        changed.append(b"\n".join(lines) + b"\n")
    whole = GAMES[game].make_game(rng).packed()
    path = tmp_path / "changed.replay"
    path.write_bytes(b"".join(changed) + whole)
    assert accepted(program, [path]) == 1
    assert judged(changed[0]).outcome is Outcome.FAULTY


def test_a_game_that_stops_is_not_accepted(limit: tuple[str, Path], tmp_path: Path) -> None:
    game, program = limit
    lines = GAMES[game].make_game(random.Random(13)).packed().splitlines(keepends=True)
    path = tmp_path / "short.replay"
    path.write_bytes(b"".join(lines[:-1]))
    assert accepted(program, [path]) == 0
