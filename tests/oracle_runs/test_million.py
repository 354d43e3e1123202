"""A small part of the large run: every operator makes faults, and program and slow referees agree on its mutants.

The large run itself is `python -m oracle.million`, see there; its figures are in `tests/oracle/README.md`.
"""

import json
from collections import Counter

import pytest
from oracle import million_tally
from oracle.agreement import DEPTHS, FIRST, VERDICT
from oracle.million import edition, expected_faulty, judged, last_parts, least, parts_of, remembered, report, run
from oracle.million_matter import COURTS, INFRACTIONS, MAKERS, MUTANTS, SOURCES, Matter
from oracle.million_tally import Part, Sums, judge_part, weigh

from verifier.fuzz.dice import Dice
from verifier.fuzz.generating import generate
from verifier.fuzz.mutating import mutate, operators_for
from verifier.fuzz.recorded import games_in
from verifier.fuzz.wishes import Wishes

GAMES = {"king": 6, "kierki": 14, "kings-reverse": 30}
"""How many games the operators look through for a place."""

ENOUGH = {"king": 1, "kierki": 2, "kings-reverse": 3}
"""After how many faulty mutants an operator has done its part."""

FEWER = {"tie-to-later-seat": 1, "wrong-claim": 1}


@pytest.mark.parametrize("game", [*COURTS])
def test_every_operator_makes_faults_on_which_both_agree(game):
    records = []
    for one in generate(game, GAMES[game], 61, wishes=Wishes(rare=True)):
        records += games_in([one.data])
    sums, faulty = Sums(), Counter()
    lacking = expected_faulty(game, MUTANTS) - {INFRACTIONS}
    for operator in operators_for(game):
        for number, record in enumerate(records):
            mutant = mutate(record, Dice(f"{operator.name}/{number}"), [operator.name])
            if mutant is None:
                continue
            weigh(game, Matter(operator.name, mutant.data.decode(), operator), sums)
            faulty[operator.name] = sums.rows[operator.name]["faulty"]
            # What makes no fault is tried once.
            if operator.name not in lacking or faulty[operator.name] >= ENOUGH[game]:
                break
    assert [(made_by, words) for made_by, words, _ in sums.kept] == [], sums.kept[0][2]
    assert {name for name in lacking if faulty[name] < FEWER.get(name, ENOUGH[game])} == set()


def test_parts_have_all_games_and_sources_and_together_so_many_hands():
    parts = parts_of(10_000, 3, 500, [*COURTS], [*SOURCES])
    assert len({part.key() for part in parts}) == len(parts)
    assert {(part.game, part.source) for part in parts} == {(game, source) for game in COURTS for source in SOURCES}
    assert sum(part.hands for part in parts) >= 10_000


def test_who_is_under_the_floor_makes_the_rest_alone():
    rows = {name: Counter(faulty=5) for name in expected_faulty("kings-reverse", MUTANTS)}
    rows["drop-call"] = Counter(faulty=3)
    del rows["misfit"]
    parts = last_parts({("kings-reverse", MUTANTS): Sums(rows)}, 5, 8)
    assert [(part.maker, part.faulty) for part in parts] == [("drop-call", 2), ("misfit", 5)]
    assert len({part.key() for part in parts}) == 2
    assert last_parts({("kings-reverse", MUTANTS): Sums(rows)}, 0, 8) == []


@pytest.mark.parametrize(("source", "maker"), [(MUTANTS, "drop-call"), (MUTANTS, INFRACTIONS), (MAKERS, "call missed")])
def test_a_last_part_ends_when_nothing_is_missing(source, maker):
    sums = judge_part(Part("kings-reverse", source, 0, 8, 0, maker, 2))
    assert {name: row["faulty"] for name, row in sums.rows.items()} == {maker: 2}
    assert sums.kept == []


def test_a_last_part_ends_after_so_many_tries(monkeypatch):
    monkeypatch.setattr(million_tally, "MOST_TRIES", 3)
    assert judge_part(Part("kings-reverse", MUTANTS, 0, 8, 0, "drop-call", 1000)).total("replays") <= 3


def test_a_part_judges_so_many_hands_and_comes_out_the_same():
    part = Part("kings-reverse", MAKERS, 0, 5, 12)
    one, two = judge_part(part), judge_part(part)
    assert one == two
    assert one.total("hands") >= 12
    assert sum(one.total(depth) for depth in DEPTHS) + one.total("differ") == one.total("replays")


def test_a_run_goes_on_where_it_was(tmp_path, capsys):
    state = tmp_path / "state.jsonl"
    parts = parts_of(30, 3, 10, ["kings-reverse"], [MAKERS])
    assert len(parts) == 3
    first = run(parts[:2], 1, state)
    with state.open("a", encoding="utf-8") as file:
        # Of a run that was stopped while it wrote.
        file.write('{"edition": "')
    assert len(remembered(state)) == 2
    state.write_text("".join(line + "\n" for line in state.read_text(encoding="utf-8").splitlines()[:2]))
    whole = run(parts, 2, state)
    assert "1 of 1 parts" in capsys.readouterr().err
    key = ("kings-reverse", MAKERS)
    assert whole[key].total("hands") > first[key].total("hands")
    again = run(parts, 1, state)
    assert (again[key].rows, again[key].names, again[key].rare) == (
        whole[key].rows,
        whole[key].names,
        whole[key].rare,
    )


def test_what_another_program_has_judged_is_not_remembered(tmp_path):
    state = tmp_path / "state.jsonl"
    run(parts_of(10, 3, 10, ["kings-reverse"], [MAKERS]), 1, state)
    row = json.loads(state.read_text(encoding="utf-8"))
    assert row["edition"] == edition("kings-reverse")
    state.write_text(json.dumps({**row, "edition": "another"}) + "\n", encoding="utf-8")
    assert remembered(state) == {}


def test_a_report_says_what_is_wrong():
    rows = {"revoke": Counter(replays=3, hands=3, faulty=3, missed=1, differ=1, whole=2)}
    lines, wrong = report({("king", MUTANTS): Sums(rows, Counter(revoke=3))}, 5)
    assert "1 missed" in wrong
    assert "1 differ" in wrong
    assert "king, mutants: revoke made 3 faulty, not 5" in wrong
    assert any(one.endswith("out-of-turn was never raised") for one in wrong)
    assert lines[-1].startswith("3 hands in 3 replays, 3 of them faulty, 0 not")


def test_the_least_of_counts_has_a_name():
    assert least({"b": 2, "a": 2, "c": 3}) == "a 2"
    assert least({}) == "none"


def test_no_part_is_judged_twice_in_several_processes():
    parts = parts_of(20, 4, 5, ["kings-reverse"], [MAKERS])
    assert sorted(part.key() for part, _ in judged(parts, 2)) == sorted(part.key() for part in parts)


def test_where_a_table_goes_its_own_way_only_the_first_fault_is_compared():
    part = judge_part(Part("kings-reverse", MAKERS, 1, 6, 60))
    assert part.total(FIRST) + part.total(VERDICT) > 0
