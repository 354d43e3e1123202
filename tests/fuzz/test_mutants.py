"""Every operator finds places in its games, never leaves a game as it was, and keeps what it promises."""

import json

import pytest

from verifier.catalogue.games import BOOKS
from verifier.finding import FaultClass
from verifier.fuzz.dice import Dice
from verifier.fuzz.generating import WALKS, generate
from verifier.fuzz.mutating import OPERATORS, data_of, mutants, mutate, operators_for
from verifier.fuzz.operators.operator import Promise
from verifier.fuzz.recorded import Recorded, games_in
from verifier.fuzz.wishes import Wishes
from verifier.games import GAMES
from verifier.referee import judge_source
from verifier.replay.canonical import canonical_lines
from verifier.replay.lines import Trouble
from verifier.replay.rules import FORMAT_RULES
from verifier.verdict import Outcome

MATTER = {"king": 5, "kierki": 8, "kings-reverse": 16}
"""How many games each operator is tried on."""

FLOOR = 3
RARE = {"tie-to-later-seat": 1, "wrong-claim": 1, "last-draw": 2, "pass-with-stock": 2}
"""Operators whose places are rare: how many mutants they make of so many games."""


@pytest.fixture(scope="module")
def matter():
    """Games with rare states, taken apart, by name."""
    found = {}
    for game, number in MATTER.items():
        data = [one.data for one in generate(game, number, 21, wishes=Wishes(rare=True))]
        found[game] = [(one, *games_in([one])) for one in data]
    return found


def kept(mutant):
    """Whether the judge finds in a mutant what its operator promises."""
    (verdict,) = judge_source([mutant.data], "mutant.replay")
    promise, names = mutant.operator.promise, set(mutant.operator.names)
    found = {one.rule.name for one in verdict.findings if one.rule.fault_class is not FaultClass.NOTICE}
    if promise is Promise.OPEN:
        return True
    if promise in {Promise.SAME, Promise.OTHER}:
        return verdict.outcome is Outcome.CLEAN
    outcome = Outcome.FAULTY if promise is Promise.FAULTY else Outcome.UNREADABLE
    return verdict.outcome is outcome and bool(found & names)


PAIRS = [(game, operator.name) for game in WALKS for operator in operators_for(game)]


@pytest.mark.parametrize(("game", "name"), PAIRS)
def test_an_operator_keeps_its_promise(matter, game, name):
    made = 0
    for number, (data, record) in enumerate(matter[game]):
        mutant = mutate(record, Dice(f"{name}/{number}"), [name])
        if mutant is not None:
            made += 1
            assert mutant.operator.name == name
            assert mutant.data != data
            assert kept(mutant), mutant.data.decode()
    assert made >= RARE.get(name, FLOOR)


def test_operators_have_names_of_their_own_and_know_their_games():
    assert len({operator.name for operator in OPERATORS}) == len(OPERATORS)
    for operator in OPERATORS:
        assert set(operator.games) <= set(GAMES)
        assert operator.promise is not Promise.FAULTY or operator.names


def test_the_findings_promised_are_rules_that_exist():
    known = {rule.name for book in BOOKS.values() for rule in book.rules} | {rule.name for rule in FORMAT_RULES}
    assert {name for operator in OPERATORS for name in operator.names} - known == set()


@pytest.mark.parametrize("game", [*WALKS])
def test_the_place_of_a_mutant_is_where_it_was_changed(matter, game):
    for _, record in matter[game][:4]:
        mutant = mutate(record, Dice("place"), ["wrong-points"])
        if mutant is None:
            continue
        (verdict,) = judge_source([mutant.data], "mutant.replay")
        faults = [one for one in verdict.findings if one.rule.fault_class is not FaultClass.NOTICE]
        assert [(one.place.hand, one.place.event) for one in faults] == [(mutant.hand, mutant.event)]


@pytest.mark.parametrize("game", [*WALKS])
def test_taking_a_game_apart_loses_nothing(matter, game):
    for data, record in matter[game]:
        assert data_of(record.header, record.entries) == data


@pytest.mark.parametrize("game", [*WALKS])
def test_mutants_that_can_be_read_are_canonical(matter, game):
    for number, (_, record) in enumerate(matter[game][:5]):
        for mutant in mutants(record, number, 23, 4):
            promise = mutant.operator.promise
            respelt = {"white-space", "line-ends", "escapes", "negative-zero"}
            if promise is not Promise.UNREADABLE and mutant.operator.name not in respelt:
                assert b"".join(canonical_lines([mutant.data])) == mutant.data


def test_the_same_seed_gives_the_same_mutants(matter):
    (_, record), *_ = matter["kierki"]
    one, two = ([mutant.data for mutant in mutants(record, 1, 5, 6)] for _ in range(2))
    assert one == two
    assert len(set(one)) > 1


def test_an_operator_that_finds_no_place_makes_no_mutant():
    header = {"replay": 1, "game": "king", "players": ["A", "B", "C", "D"]}
    (record,) = games_in([json.dumps(header).encode() + b"\n"])
    for operator in operators_for("king"):
        mutant = mutate(record, Dice("none"), [operator.name])
        assert mutant is None or operator.name in {"add-note", "rewrite", "white-space", "line-ends"}, operator.name


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda operator: operator.name)
def test_operators_take_any_log(operator):
    """Logs in which nothing is as it should be: no operator fails on them."""
    acts = "aQH b** c$ d- p2C a>bQH b<** a+7H b?+ c!a a=S b2H2D a?? @12 %"
    lines = [
        ["deal", None, None],
        ["m", acts],
        ["deal", "a", ["2S", None, "", "3H"], "**", "4D4D"],
        ["contract", None, "koz", "S"],
        ["contract", "d", "nothing"],
        ["m", acts],
        ["points", [None, 1, 2, 3]],
        ["totals", [None, None, 0, 0]],
        ["winner", "abzz"[:2]],
        ["deal", "c", ["2S3S", "4S5S", "6S7S", "8S9S"], "7H"],
        ["m", "a2S b4S c6S d8S b$ aKHQH b3S"],
        ["winner", ""],
    ]
    for game in operator.games:
        for length in (0, 3, len(lines)):
            header = {"replay": 1, "game": game, "players": ["A", "B", "C", "D"]}
            text = "".join(json.dumps(line) + "\n" for line in [header, *lines[:length]])
            (record,) = games_in([text.encode()])
            assert isinstance(record, Recorded)
            for turn in range(2):
                mutate(record, Dice(str(turn)), [operator.name])


@pytest.mark.parametrize("rules", ["none-such", {"none_such": 1}, {"tie": [1], "first_chooser": [2]}])
@pytest.mark.parametrize("operator", OPERATORS, ids=lambda operator: operator.name)
def test_operators_take_rules_that_do_not_exist(operator, rules):
    for game in operator.games:
        header = {"replay": 1, "game": game, "players": ["A", "B", "C", "D"], "rules": rules}
        lines = [header, ["deal", "a", ["2S", "3S", "4S", "5S"]], ["m", "a2S b3S c4S d5S"], ["winner", "a"]]
        (record,) = games_in(["".join(json.dumps(line) + "\n" for line in lines).encode()])
        mutate(record, Dice("rules"), [operator.name])


def test_a_game_that_cannot_be_read_is_told():
    (found,) = games_in([b'{"replay":1,"game":"king","players":["A"]}\n["m"\n'])
    assert isinstance(found, Trouble)
