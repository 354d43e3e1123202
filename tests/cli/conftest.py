"""Small replays of every verdict, and the program as a person starts it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RANKS = "AKQJT98765432"


def game(points=13, players=("Ayşe", "Ali", "Can", "Ece"), last="d", **header):
    """Return one deal in which each player holds one suit, so that b, who leads, takes every trick."""
    head = {"replay": 1, "game": "kierki", "players": list(players), "rules": "mimuw", **header}
    hands = ["".join(rank + suit for rank in RANKS) for suit in "SHDC"]
    tricks = [f"b{rank}H c{rank}D d{rank}C a{rank}S b$" for rank in RANKS]
    lines = [head, ["deal", "a", hands], ["contract", None, "tricks"], ["m", " ".join(tricks)]]
    lines += [["points", [0, points, 0, 0]], ["winner", "acd"]]
    return "".join(json.dumps(line) + "\n" for line in lines)


CLEAN = game()
FAULTY = game(points=12)
UNDECIDED = "".join(CLEAN.splitlines(keepends=True)[:3])
UNREADABLE = CLEAN.replace("bAH", "bXX")


@pytest.fixture
def replays(tmp_path):
    """A folder with a file of each verdict."""
    folder = tmp_path / "replays"
    folder.mkdir()
    for name, text in (
        ("clean", CLEAN),
        ("faulty", FAULTY),
        ("undecided", UNDECIDED),
        ("unreadable", UNREADABLE),
        ("empty", ""),
        ("torn", CLEAN[:-1]),
    ):
        (folder / f"{name}.replay").write_text(text, encoding="utf-8", newline="\n")
    return folder


def surroundings(**more):
    kept = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("PYTHON", "LC_", "LANG", "COVERAGE", "VERIFIER_", "GITHUB_"))
    }
    return {**kept, "PYTHONPATH": str(ROOT), **more}


@pytest.fixture
def command():
    """The words that start the program."""
    return [sys.executable, "-m", "verifier"]


@pytest.fixture
def environment():
    """A function that gives the environment for a process, with changes."""
    return surroundings


@pytest.fixture
def run(command, tmp_path):
    """Run the program to its end; its outputs are bytes, since that is what counts."""

    def run(*arguments, stdin=b"", **more):
        words = [*command, *map(os.fspath, arguments)]
        env = surroundings(**more)
        return subprocess.run(words, input=stdin, capture_output=True, env=env, cwd=tmp_path, timeout=60, check=False)

    return run
