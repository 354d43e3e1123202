"""Generated games raise every rule and make every transition often enough, and none played by the rules is accused."""

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from rule_coverage.__main__ import missing, table
from rule_coverage.runs import SORTS, Sort
from rule_coverage.tally import Tally, floors, reasons, rules_of, run
from rule_coverage.transitions import count

from verifier.fuzz.generating import generate
from verifier.fuzz.house_rules import RANDOM

ROOT = Path(__file__).resolve().parents[2]


def test_every_rule_is_raised_and_every_transition_is_made():
    """In processes of their own: they run side by side, and nothing watches which lines they come to."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}
    runs = [
        subprocess.Popen(
            [sys.executable, "-m", "rule_coverage", game],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for game in SORTS
    ]
    told = [process.communicate() for process in runs]
    for game, process, (said, complaints) in zip(SORTS, runs, told, strict=True):
        games, *lines = said.splitlines()
        assert complaints == ""
        assert [line for line in lines if line.startswith(game)] == []
        assert process.returncode == 0
        made = {sort: int(number) for number, sort in re.findall(r"(\d+) ([a-z ]+)", games.partition(", ")[2])}
        assert made["by the rules"] >= 20
        assert made["with infractions"] >= 10
        assert made["changed"] >= 500
        # Why a rule is not raised is no excuse once it is.
        excused = [line for line in lines if "  not raised: " in line]
        assert len(excused) == len(reasons(game))
        assert [line for line in excused if line.split()[0] != "0"] == []


@pytest.mark.parametrize("game", SORTS)
def test_the_text_files_name_what_there_is(game):
    assert set(reasons(game)) <= {rule.code for rule in rules_of(game)}
    assert all(len(why) > 20 for why in reasons(game).values())
    assert len(floors(game)) > 50
    assert all(least >= 1 for least in floors(game).values())
    assert any(rules == RANDOM for rules, _, _ in SORTS[game])


def test_a_run_counts_what_it_makes(monkeypatch):
    monkeypatch.setitem(SORTS, "kierki", (Sort("", 1), Sort(RANDOM, 1)))
    tally = run("kierki")
    assert tally.games["by the rules"] >= 4
    assert tally.games["changed"] > 0
    assert tally.rules["LOG006"] > 0
    assert tally.transitions["lottery -> first card"] > 0
    assert tally.accused == []


@pytest.mark.parametrize("game", SORTS)
def test_what_is_missing_is_told(game):
    nothing = Tally(Counter(), Counter(), Counter(), [b"{}\n"])
    told = missing(game, nothing)
    assert len(told) == len(rules_of(game)) - len(reasons(game)) + len(floors(game)) + 1
    lines = table(game, nothing)
    assert len(lines) == 1 + len(rules_of(game)) + len(floors(game))
    assert sum("not raised: " in line for line in lines) == len(reasons(game))


def test_transitions_are_those_of_the_acts():
    header = '{"replay":1,"game":"kings-reverse","players":["A","B","C"]}\n'
    deal = '["deal","c",["7S2S**","3S4S5S","AS9D8D"],"6S","JC"]\n'
    acts = '["m","a7S b+JC c- cAS c>a9D a*H b?+ a<**"]\n["winner","ab"]\n'
    assert count((header + deal + acts).encode()) == {
        "begin with plain -> seven": 1,
        "seven -> draw 1": 1,
        "draw 1 -> pass with an empty stock": 1,
        "pass with an empty stock -> ace of spades": 1,
        "ace of spades -> one each left to give": 1,
        "ace of spades -> give": 1,
        "give -> joker": 1,
        "joker -> challenge upheld": 1,
        "challenge upheld -> joker taken back": 1,
        "joker taken back -> end": 1,
        "winner -> shared": 1,
        "rules -> none": 1,
    }


def test_transitions_of_tricks_and_of_the_lottery():
    (king,) = generate("king", 1, 3)
    found = count(king.data)
    assert sum(number for name, number in found.items() if name.endswith((" -> whole", " -> ended early"))) == 32
    assert found["koz H -> whole"] + found["koz S -> whole"] + found["koz D -> whole"] + found["koz C -> whole"] == 8
    (kierki,) = generate("kierki", 1, 3)
    found = count(kierki.data)
    assert sum(number for name, number in found.items() if name.startswith("odgrywka ") and "whole" in name) == 4
    assert sum(number for name, number in found.items() if name.startswith("lottery: ")) >= 30
    assert found["lottery -> first card"] == 1


def test_what_cannot_be_read_has_no_transitions():
    assert count(b'{"replay":1}\n') == Counter()
