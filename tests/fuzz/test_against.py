"""Another program with a planted mistake is found out, soon, and by a replay that a person can read."""

import json
import shlex
import sys
import time
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from verifier.fuzz import campaign as campaigns
from verifier.fuzz.campaign import Bounds, Tried, campaign
from verifier.fuzz.cases import Asked, Case, Kind, case_of, kept_case
from verifier.fuzz.comparing import differences
from verifier.fuzz.examining import Against
from verifier.fuzz.generating import generate
from verifier.fuzz.other_program import CannotStartError, OtherProgram, ProgramError
from verifier.fuzz.protocol import Check, Checked, Play, Played, Start, Started, Stop, line_of
from verifier.fuzz.told import told_of
from verifier.schemas import schema_text

PLANTED = Path(__file__).with_name("planted.py")
REQUESTS, ANSWERS = (Draft202012Validator(json.loads(schema_text(name))) for name in ("requests", "answers"))


def planted(mistake):
    return [sys.executable, str(PLANTED), mistake]


@pytest.fixture(autouse=True)
def our_rooms(monkeypatch):
    """Let the planted program import the rooms that are tested."""
    monkeypatch.setenv("PYTHONPATH", str(PLANTED.parents[2]))


def run(mistake, *, games=("king", "kierki", "kings-reverse"), examples=400, seed=1, seconds=10.0, kept=()):
    """Return what is found in another program, and what was tried."""
    tried = Tried()
    with OtherProgram(planted(mistake), seconds) as program:
        bounds = Bounds(examples=examples)
        found = [*campaign(seed, Asked(games), kept, bounds, Against(program), tried)]
    return found, tried


def acts_of(data):
    lines = [json.loads(line) for line in data.splitlines()]
    return sum(len(line[1].split()) for line in lines[1:] if line[0] == "m")


@pytest.mark.parametrize(
    ("mistake", "game", "manners", "most"),
    [
        ("ace-of-spades-as-5", "kings-reverse", {"points", "alarm: points-wrong"}, (5, 90)),
        (
            "jack-blocks-no-joker",
            "kings-reverse",
            {"missed: illegal-joker-unchallenged", "alarm: drawn-card-not-played"},
            (4, 40),
        ),
        ("last-two-at-11-12", "king", {"points", "alarm: points-wrong"}, (6, 53)),
    ],
)
def test_a_planted_mistake_is_found_soon_and_shown_by_a_short_replay(mistake, game, manners, most):
    begin = time.monotonic()
    (one,), tried = run(mistake, games=(game,))
    assert time.monotonic() - begin < 45
    assert one.found.manner in manners
    assert tried.examples() < 60
    assert (one.data.count(b"\n"), acts_of(one.data)) <= most, one.data.decode()
    # It is the mistake that is shown, whatever else the example had.
    with OtherProgram(planted(mistake), 10) as program:
        again = Against(program).examine(Case(0, Kind.KEPT, game, one.data))
    assert again.manner in manners
    assert again.differences == one.differences


def test_a_right_program_has_no_disagreement():
    found, tried = run("right-and-plays", examples=24)
    assert found == []
    assert tried.examples() == 24
    assert set(tried.games) == {"king", "kierki", "kings-reverse"}
    assert set(tried.kinds) == {Kind.LEGAL, Kind.MUTANT, Kind.INFRACTIONS}
    assert len(tried.operators) > 3


def test_a_game_that_another_program_plays_wrong_is_found():
    (one,), _ = run("plays-wrong", games=("kierki",))
    assert one.found.manner.startswith("play: points-wrong")
    assert len(one.data) < 3000
    assert [row.name for said in told_of([one.data]) for row in said.faults()] == ["points-wrong"]


@pytest.mark.parametrize(
    ("mistake", "manner", "words"),
    [
        ("crashes", "crash", "it ended with status 3: something went \x1b[31mwrong"),
        ("hangs", "hang", "no answer in 1.5 seconds"),
        ("garbage", "garbage", "JSON is malformed"),
        ("another-id", "garbage", "it answered 0 where"),
        ("floods", "garbage", "a line of more than 8388608 bytes"),
    ],
)
def test_a_program_that_fails_is_a_disagreement_and_started_again(mistake, manner, words):
    begin = time.monotonic()
    (one,), tried = run(mistake, games=("kings-reverse",), seconds=1.5)
    assert one.found.manner == manner
    assert words in one.found.differences[0].theirs
    assert tried.examples() >= 4
    assert time.monotonic() - begin < 20


def test_a_program_that_fails_again_and_again_ends_the_run(monkeypatch):
    monkeypatch.setattr(campaigns, "MOST_FAILURES", 2)
    tried = Tried()
    with OtherProgram(planted("garbage"), 5) as program:
        found = [*campaign(1, Asked(("kings-reverse",)), (), Bounds(None, 60, 9), Against(program), tried)]
        assert program.starts == 2
    assert len(found) == 1
    assert tried.given_up
    assert tried.manners == {"garbage": 2}


JACK = b"""\
{"replay":1,"game":"kings-reverse","players":["A","B"]}
["deal","b",[null,"**2CJHAH6STC5S4DTC5S"],"2C"]
["m","a2D b4D a7D b+JD5C a+4S b+** b-"]
"""
"""Nothing is wrong here: b may not play the joker that it has drawn, since it holds a jack."""


def test_what_was_kept_comes_first_and_ends_the_run_where_it_fails():
    one = Case(0, Kind.KEPT, "kings-reverse", JACK)
    kept = [kept_case("one.replay", one.data, ("kings-reverse",))]
    (again,), tried = run("jack-blocks-no-joker", games=("kings-reverse",), kept=kept)
    assert tried.examples() == 1
    assert again.data == one.data
    found, tried = run("right", games=("kings-reverse",), kept=kept, examples=3)
    assert found == []
    assert tried.kinds[Kind.KEPT] == 1
    assert tried.examples() == 4
    assert kept_case("one.replay", one.data, ("king",)) is None


# The process.


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["/no/such/program"], "No such file"),
        ([str(PLANTED)], "Permission denied"),
        ([sys.executable, "-c", "pass"], "crash at the start: it ended with status 0"),
        ([sys.executable, "-c", "print('{\"protocol\":2}')"], "garbage at the start: Invalid enum value 2"),
        ([sys.executable, "-c", "print('[]' * 5)"], "garbage at the start"),
        ([sys.executable, "-c", "import time; time.sleep(50)"], "hang at the start: no answer in 1 seconds"),
    ],
)
def test_what_cannot_be_started_or_does_not_speak_the_protocol_is_told(words, why):
    with pytest.raises(CannotStartError, match=why):
        OtherProgram(words, 1)


def test_a_program_that_does_not_read_cannot_keep_us_waiting():
    words = "import time; print('{\"protocol\":1}', flush=True); time.sleep(50)"
    with OtherProgram([sys.executable, "-c", words], 0.5) as program:
        begin = time.monotonic()
        with pytest.raises(ProgramError) as raised:
            program.check(1, "king", "x" * (4 << 20))
        assert raised.value.kind == "hang"
        assert time.monotonic() - begin < 5


def test_what_a_program_has_started_ends_with_it(tmp_path):
    sign = tmp_path / "sign"
    child = f"import time; time.sleep(2); open({str(sign)!r}, 'w')"
    words = (
        "import subprocess, sys, time; print('{\"protocol\":1}', flush=True); "
        f"subprocess.Popen([sys.executable, '-c', {child!r}]); time.sleep(50)"
    )
    with OtherProgram([sys.executable, "-c", words], 0.5) as program, pytest.raises(ProgramError):
        program.check(1, "king", "")
    time.sleep(2.5)
    assert not sign.exists()


def test_a_program_may_write_any_amount_of_errors():
    words = (
        "import sys; print('{\"protocol\":1}', flush=True); sys.stdin.readline(); sys.stdin.readline(); "
        "sys.stderr.write('x' * (1 << 22) + 'the last words'); sys.exit(1)"
    )
    with OtherProgram([sys.executable, "-c", words], 10) as program:
        with pytest.raises(ProgramError, match="the last words") as raised:
            program.check(1, "king", "")
        assert len(raised.value.words) < 2200


# What is compared.


def said_of(data):
    (said,) = told_of([data])
    return said


@pytest.fixture(scope="module")
def clean():
    return said_of(next(generate("kierki", 1, 3)).data)


@pytest.fixture(scope="module")
def faulty():
    return said_of(case_of(2, 1, Asked(("kings-reverse",))).data)


@pytest.mark.parametrize(
    ("answer", "manners"),
    [
        ({"verdict": "clean"}, []),
        ({"verdict": "skipped", "points": [[1]], "findings": ["revoke"]}, []),
        ({"verdict": "faulty"}, ["alarm: without a name"]),
        ({"verdict": "faulty", "findings": ["TRK201"]}, ["alarm: revoke"]),
        ({"verdict": "faulty", "findings": ["a fault of theirs"]}, ["alarm: a fault of theirs"]),
        ({"verdict": "undecided"}, ["verdict: clean / undecided"]),
        ({"verdict": "unreadable"}, ["verdict: clean / unreadable"]),
        ({"verdict": "clean", "points": [None, [1, 2, 3, 4]]}, ["points"]),
        ({"verdict": "clean", "points": [None] * 3}, []),
        ({"verdict": "clean", "totals": [0, 0, 0, 0]}, ["totals"]),
        ({"verdict": "clean", "winners": ""}, ["winners"]),
        ({"verdict": "clean", "first": 3, "findings": []}, []),
    ],
)
def test_only_what_both_say_is_compared(clean, answer, manners):
    assert [one.manner for one in differences(clean, Checked(1, **answer))] == manners


def test_faults_are_compared_by_name_code_and_place(faulty):
    rows = faulty.faults()
    names = list(dict.fromkeys(row.name for row in rows))

    def manners(**answer):
        return [one.manner for one in differences(faulty, Checked(1, **answer))]

    assert manners(verdict="faulty") == []
    assert manners(verdict="faulty", first=rows[0].event, findings=names[::-1]) == []
    assert manners(verdict="faulty", first=rows[0].event + 1) == [f"first: {names[0]}"]
    assert manners(verdict="clean") == manners(verdict="undecided") == [f"missed: {names[0]}"]
    assert manners(verdict="faulty", findings=names[1:]) == [f"missed: {names[0]}"]
    assert manners(verdict="faulty", findings=[*names, "SUM301"]) == ["alarm: winner-wrong"]
    assert manners(verdict="faulty", findings=names, points=[[9]]) == []


def test_a_log_that_ends_early_may_be_called_clean_and_one_that_cannot_be_read_faulty():
    data = next(generate("kierki", 1, 3)).data
    begun = said_of(b"".join(data.splitlines(keepends=True)[:2]))
    assert [differences(begun, Checked(1, verdict)) for verdict in ("clean", "undecided")] == [[], []]
    assert differences(begun, Checked(1, "faulty"))
    broken = said_of(data + b"5\n")
    assert [differences(broken, Checked(1, verdict)) for verdict in ("unreadable", "faulty")] == [[], []]
    assert differences(broken, Checked(1, "clean"))[0].manner == "verdict: unreadable / clean"


# The schemas.


@pytest.mark.parametrize(
    "request_",
    [Start(1, "1.0"), Check(1, "king", "{}\n"), Play(2, "kierki", 4, {"preset": "mimuw"}, 5), Stop()],
    ids=lambda request: type(request).__name__,
)
def test_requests_pass_their_schema(request_):
    line = json.loads(line_of(request_))
    REQUESTS.validate(line)
    assert not REQUESTS.is_valid({**line, "type": "dance"})


def test_answers_pass_their_schema_when_they_are_taken():
    for line in (
        {"protocol": 1},
        {"protocol": 1, "name": "x", "games": ["king"], "does": ["play"]},
        {"id": 1, "verdict": "clean"},
        {"id": 1, "verdict": "faulty", "first": 3, "findings": ["revoke"], "points": [None, [1, 2]], "winners": "ab"},
        {"id": 1, "replay": None},
    ):
        ANSWERS.validate(line)
    for line in ({}, {"protocol": 2}, {"id": 1, "verdict": "guilty"}, {"id": 1, "verdict": "faulty", "first": 0}):
        assert not ANSWERS.is_valid(line)
    assert {*Started.__struct_fields__} >= {"protocol", "games", "does"}
    assert {*Played.__struct_fields__} == {"id", "replay", "message"}


def test_the_program_in_the_guide_answers(tmp_path):
    guide = (PLANTED.parents[2] / "schemas" / "README.md").read_text(encoding="utf-8")
    program = tmp_path / "trusting.py"
    program.write_text(guide.split("```python\n")[1].split("```")[0], encoding="utf-8")
    with OtherProgram(shlex.split(f"{shlex.quote(sys.executable)} {shlex.quote(str(program))}"), 10) as trusting:
        assert trusting.hello.name == "trusting"
        assert trusting.check(7, "king", "").verdict == "clean"
