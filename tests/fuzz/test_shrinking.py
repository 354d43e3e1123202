"""The smallest replay still has what it was shrunk for, nothing new, and is small enough to be read."""

import json
import time

import pytest
from rulebook.pages import rule_pages

from verifier.fuzz.asked_finding import findings_in, games_with, shrink_for
from verifier.fuzz.dice import Dice
from verifier.fuzz.generating import WALKS, generate
from verifier.fuzz.mutating import mutate
from verifier.fuzz.parts import bytes_of_games, canonical, games_of
from verifier.fuzz.recorded import games_in
from verifier.fuzz.shrinking import fewest, shrink
from verifier.fuzz.wishes import Wishes
from verifier.replay.reader import read
from verifier.replay.seal import Tally
from verifier.replay.writer import write_line

EXAMPLES = [
    pytest.param(section.example.content(), page.code, id=page.code)
    for page in rule_pages()
    for heading, section in page.sections.items()
    if heading == "Breaks it" and section.example is not None and len(section.example.content()) < 6000
]


def mutant(game, operator, code="", seed=3):
    """A game changed in one place, with this finding."""
    for one in generate(game, 20, seed, wishes=Wishes(rare=True)):
        (record,) = games_in([one.data])
        found = mutate(record, Dice("shrink"), [operator])
        if found is not None and (not code or findings_in(found.data)[code]):
            return found.data
    raise AssertionError(operator)


def sealed(data):
    """A game with its seal."""
    tally = Tally()
    for line in data.splitlines(keepends=True):
        tally.add(line)
    return data + write_line(tally.seal())


def test_fewest_finds_the_few_that_matter_and_keeps_their_order():
    tried = []

    def holds(items):
        tried.append(items)
        return {7, 33, 34} <= set(items)

    assert fewest(range(100), holds) == [7, 33, 34]
    assert len(tried) < 120
    assert fewest(range(5), lambda _: True) == []
    assert fewest([], lambda _: True) == []


@pytest.mark.parametrize(
    ("game", "operator", "code", "most"),
    [
        ("king", "revoke", "TRK201", (4, 10)),
        ("king", "last-two", "SUM101", (5, 56)),
        ("king", "double-dealt", "CRD102", (2, 0)),
        ("kierki", "heart-lead", "KRK201", (9, 20)),
        ("kierki", "wrong-total", "SUM201", (6, 0)),
        ("kings-reverse", "illegal-joker", "REV501", (4, 40)),
        ("kings-reverse", "wrong-points", "SUM101", (8, 90)),
    ],
)
def test_the_fault_stays_none_comes_and_a_person_can_read_it(game, operator, code, most):
    data = mutant(game, operator, code)
    smaller = shrink_for(data, code, most_trials=700)
    assert code in findings_in(smaller)
    assert findings_in(smaller) <= findings_in(data)
    lines = [json.loads(line) for line in smaller.splitlines()]
    acts = sum(line[1].count(" ") + 1 for line in lines[1:] if line[0] == "m")
    assert (len(lines), acts) <= most, smaller.decode()
    assert canonical(smaller) == smaller
    assert lines[0]["players"][:2] == ["A", "B"]


@pytest.mark.parametrize(("data", "code"), [one for one in EXAMPLES if findings_in(one.values[0])[one.values[1]]])
def test_every_rule_of_the_rulebook_can_be_shrunk(data, code):
    smaller = shrink_for(data, code, most_trials=60)
    assert len(smaller) <= len(data)
    assert findings_in(smaller) <= findings_in(data)
    assert findings_in(smaller)[code]


def test_nearly_all_rules_have_an_example_that_is_tried():
    assert len(EXAMPLES) > 80


@pytest.mark.parametrize("game", [*WALKS])
def test_taking_a_replay_apart_loses_nothing(game):
    data = b"".join(one.data for one in generate(game, 3, 2))
    assert canonical(bytes_of_games(games_of(data))) == data
    assert bytes_of_games(games_of(data, as_it_stands=True)) == data


HEAD = b'{"replay":1,"game":"king","players":["A","B","C","D"]}\n'


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b'["m","aQH"]\n',
        HEAD + b'["m","aQH',
        HEAD + b'["m","\xff"]\r\n["m","a2C  b3C"]\n',
        b"\xef\xbb\xbf" + HEAD + HEAD + b'["note","\\r"]\n',
        b'{"replay":2}\n["m","aQH"]\n',
        HEAD + b'["note","' + b"x" * (1 << 20) + b'"]\n["m",""]\n',
        HEAD + b"5\x0b\n[]\x85\n",
    ],
)
def test_lines_that_nobody_can_read_stay_as_they_are(data):
    assert bytes_of_games(games_of(data, as_it_stands=True)) == data
    for game in games_of(data):
        assert bytes_of_games(games_of(bytes_of_games([game]))) == bytes_of_games([game])


def test_format_findings_shrink_to_the_line_that_has_them():
    game = next(generate("kings-reverse", 1, 1, rules={"target": 50}, players=2)).data
    head = b'{"replay":1,"game":"kings-reverse","players":["A","B"]}\n'
    lines = game.splitlines(keepends=True)
    bad = b"".join([*lines[:3], b'["points",[1,2,3]]\n', *lines[3:]])
    assert shrink_for(bad, "LOG001") == head + b'["points",[1,2,3]]\n'
    torn = game + b'["note","the end'
    assert shrink_for(torn, "LOG009").splitlines()[1:] == [b'["note","the end']
    headless = b"".join(lines[1:])
    assert shrink_for(headless, "LOG007").count(b"\n") == 1


def test_the_same_game_gives_the_same_replay():
    data = mutant("kings-reverse", "illegal-joker")
    assert shrink_for(data, "REV501") == shrink_for(data, "REV501")


def test_a_seal_that_fits_is_left_out_and_one_that_is_broken_stays():
    data = mutant("kierki", "revoke")
    assert b"seal" not in shrink_for(sealed(data), "TRK201")
    broken = sealed(data).replace(b"Ada", b"Ali")
    code = next(code for code in findings_in(broken) if code.startswith("LOG"))
    smaller = shrink_for(broken, code)
    assert findings_in(smaller)[code] == 1
    assert len(smaller) < 200


def test_the_first_game_with_the_finding_is_taken_or_the_one_asked_for():
    clean = next(generate("kierki", 1, 1)).data
    one, two = mutant("kierki", "revoke"), mutant("kierki", "revoke", seed=4)
    source = clean + one + clean + two
    assert [*games_with([source], "TRK201")] == [one, two]
    assert [*games_with([source], "TRK201", 4)] == [two]
    assert [*games_with([source], "TRK201", 1)] == []


def test_trials_and_time_are_bounded():
    data = next(generate("king", 1, 1)).data
    trials = 0

    def still(_):
        nonlocal trials
        trials += 1
        return trials == 1

    assert shrink(data, still, most_trials=50) == data
    assert trials <= 52
    begin = time.monotonic()
    shrink(data, lambda one: not time.sleep(0.01) and one == data, max_time=0.2)
    assert time.monotonic() - begin < 2
    with pytest.raises(ValueError, match="does not hold"):
        shrink(data, lambda _: False)


def test_what_is_shrunk_can_be_read_at_every_step():
    data = mutant("kings-reverse", "illegal-joker")
    seen = []

    def still(one):
        seen.append(one)
        return findings_in(one)["REV501"] > 0

    shrink(data, still)
    assert all(record for one in seen[:200] for record in read([one]))
