"""A limit to the time of a game: who is over it is named, the others are judged under their own numbers."""

import gzip

import pytest

import verifier.referee

from .conftest import CLEAN, FAULTY, HEADER, NOTE

LINES = FAULTY.count(b"\n")


class Clock:
    """A clock that goes on by a second at each look, and faster from one look on to another."""

    def __init__(self) -> None:
        self.looks = 0
        self.now = 0.0

    def __call__(self) -> float:
        self.looks += 1
        self.now += 1
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(verifier.referee.time, "monotonic", clock)
    return clock


# A game of some lines is looked at once at its start and once at each line and its end.
LONG = HEADER + NOTE * 100
SHORT = HEADER + NOTE * 5


@pytest.mark.parametrize("packed", [False, True])
def test_a_game_over_the_limit_is_named_and_the_others_go_on(tmp_path, verifier_run, clock, packed):
    path = tmp_path / ("a.replay.gz" if packed else "a.replay")
    data = SHORT + LONG + b"\n" + SHORT + b"\n" + LONG + SHORT
    path.write_bytes(gzip.compress(data) if packed else data)
    status, written, said = verifier_run(
        "check", "--output-format", "jsonl", "--game-timeout", 50, path, "--jobs", 1, "--allow-undecided"
    )
    assert status == 2
    assert said.splitlines()[:2] == [
        f"verifier: {path}, game 2 (line 7): not verified, it takes more than 50 s.",
        f"verifier: {path}, game 4 (line 116): not verified, it takes more than 50 s.",
    ]
    rows = [line.split(",")[1:3] for line in written.splitlines()[:-1]]
    assert rows == [['"game":1', '"line":1'], ['"game":3', '"line":109'], ['"game":5', '"line":217']]
    assert "3 games in 1 file" in said


def test_a_game_that_is_too_long_to_be_held(tmp_path, verifier_run, clock, monkeypatch):
    monkeypatch.setattr(verifier.replay.games, "MOST_HELD", 500)
    path = tmp_path / "a.replay"
    path.write_bytes(b"\n" + NOTE + LONG * 2 + SHORT + LONG[:-1])
    _, written, said = verifier_run("check", "--output-format", "jsonl", "--game-timeout", 50, path, "--jobs", 1)
    assert [line.split(" (")[1].split(")")[0] for line in said.splitlines()[:3]] == ["line 3", "line 104", "line 211"]
    assert [line.split(",")[1:3] for line in written.splitlines()[:-1]] == [
        ['"game":1', '"line":2'],
        ['"game":4', '"line":205'],
    ]


def test_a_file_of_which_no_game_is_verified_is_not_said_to_hold_none(tmp_path, verifier_run, clock):
    path = tmp_path / "a.replay"
    path.write_bytes(LONG)
    status, _, said = verifier_run("check", "--game-timeout", 50, path)
    assert status == 2
    assert said == f"verifier: {path}, game 1 (line 1): not verified, it takes more than 50 s.\n"


def test_no_clock_is_read_where_no_limit_is_set(tmp_path, verifier_run, clock):
    path = tmp_path / "a.replay"
    path.write_bytes(FAULTY + CLEAN + LONG)
    verifier_run("check", path, "--jobs", 1)
    assert clock.looks == 0
    verifier_run("check", path, "--jobs", 1, "--game-timeout", 1000)
    assert clock.looks > LINES


def test_in_processes_it_is_the_same(tmp_path, verifier_run, part_size):
    path = tmp_path / "a.replay"
    path.write_bytes(FAULTY * 10)
    part_size(1)
    arguments = ["check", path, "--game-timeout", "0"]
    alone = verifier_run(*arguments, "--jobs", 1)
    assert verifier_run(*arguments, "--jobs", 2) == alone
    assert alone[2].count("it takes more than 0 s.\n") == 10
