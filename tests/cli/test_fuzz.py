"""`verifier fuzz` as a person starts it: what it says and keeps, statuses, and what it refuses."""

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from .conftest import ROOT

PLANTED = ROOT / "tests" / "fuzz" / "planted.py"
KEPT = Path(".verifier-fuzz")


def command(mistake):
    return shlex.join([sys.executable, str(PLANTED), mistake])


TRUSTING = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "start":
        answer = {"protocol": 1, "name": "\\x1b[31mtrusting\\u202e", "games": ["kierki", "whist"]}
    elif asked["type"] == "check":
        answer = {"id": asked["id"], "verdict": "clean"}
    else:
        break
    print(json.dumps(answer), flush=True)
"""


@pytest.fixture
def trusting(tmp_path):
    """The command of a program that never finds anything."""
    path = tmp_path / "trusting.py"
    path.write_text(TRUSTING, encoding="utf-8")
    return shlex.join([sys.executable, str(path)])


def test_a_run_on_ourselves_says_what_was_tried(run, tmp_path):
    done = run("fuzz", "kings-reverse", "--seed", "5", "--max-examples", "6", "--rules", '{"target":50}')
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode()
    assert text.startswith("seed 5\n6 examples in ")
    assert "2 by the rules" in text
    assert text.endswith("no disagreement\n")
    assert not (tmp_path / KEPT).exists()


def test_a_disagreement_is_told_kept_and_tried_first_next_time(run, tmp_path, trusting):
    asked = ["fuzz", "--seed", "3", "--against", trusting]
    done = run(*asked, "--max-examples", "60")
    assert (done.returncode, done.stderr) == (1, b"")
    text = done.stdout.decode()
    assert text.startswith("against \\x1b[31mtrusting\\u202e, which can check\nseed 3\n")
    lines = r"^(missed: \S+|verdict: \S+ / \S+) \(example \d+, kierki, \S+.*\)\n  here: .*\n  there: .*\n"
    shown = re.search(lines, text, re.MULTILINE)
    assert shown, text
    (replay,) = (tmp_path / KEPT).glob("*.replay")
    note = json.loads(replay.with_suffix(".json").read_text(encoding="utf-8"))
    assert f"shown by .verifier-fuzz/{replay.name} (" in text
    assert note["disagreement"] == shown[1]
    assert (note["seed"], note["game"], note["against"]) == (3, "kierki", shlex.split(trusting))
    assert run("check", replay).returncode in {1, 2}
    # With the command that is shown the same is found; with no example, only what is kept is tried.
    again = shlex.split(re.search(r"^again: verifier (.*)$", text, re.MULTILINE)[1])
    (tmp_path / "other").mkdir()
    same = run(*again, "--corpus", "other")
    assert same.returncode == 1
    assert [path.name for path in (tmp_path / "other").glob("*.replay")] == [replay.name]
    first = run(*asked, "--max-examples", "0")
    assert first.returncode == 1
    assert f"{shown[1]} (kept)\n".encode() in first.stdout
    assert b"1 examples in" in first.stdout
    assert len([*(tmp_path / KEPT).iterdir()]) == 2


def test_a_program_that_crashes_is_told_with_its_last_words_and_nothing_acts_on_the_terminal(run):
    done = run("fuzz", "kings-reverse", "--seed", "1", "--max-examples", "9", "--against", command("crashes"))
    assert done.returncode == 1
    assert b"there: it ended with status 3: something went \\x1b[31mwrong" in done.stdout
    assert b"\x1b" not in done.stdout


def test_a_program_that_hangs_has_so_long_for_each_case(run):
    asked = ["--max-examples", "9", "--case-timeout", "1", "--against", command("hangs")]
    done = run("fuzz", "kings-reverse", "--seed", "1", *asked)
    assert done.returncode == 1
    assert b"there: no answer in 1 seconds" in done.stdout


def test_what_is_kept_beside_replays_is_left_alone(run, tmp_path, trusting):
    folder = tmp_path / "kept"
    folder.mkdir()
    (folder / "a.replay").symlink_to("/etc/passwd")
    (folder / "b.replay").mkdir()
    (folder / "c.txt").write_text("{")
    (folder / "d.replay").write_bytes(b"\xff{\n")
    done = run("fuzz", "--max-examples", "0", "--corpus", "kept", "--against", trusting)
    assert done.returncode == 0
    assert b"1 examples in" in done.stdout
    assert b"1 not compared" in done.stdout
    assert len([*folder.iterdir()]) == 4


def test_without_a_seed_any_is_taken_and_said(run):
    seeds = {run("fuzz", "--max-examples", "0").stdout.splitlines()[0] for _ in range(2)}
    assert len(seeds) == 2
    assert all(re.fullmatch(rb"seed \d+", seed) for seed in seeds)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["whist"], b"whist"),
        (["--against", ""], b"names no command"),
        (["--against", "'"], b"No closing quotation"),
        (["--against", "/no/such/program"], b"cannot start /no/such/program: No such file or directory."),
        (["--against", shlex.join([sys.executable, "-c", "print(5)"])], b"garbage at the start"),
        (["--against", shlex.join([sys.executable, "-c", "import sys; sys.exit('no \\x1b')"])], b"status 1: no \\x1b"),
        (["--rules", "none-such", "--max-examples", "3"], b"unknown-option: none-such"),
        (["--rules", "{", "--max-examples", "3"], b"--rules"),
        (["king", "--players", "3", "--max-examples", "3"], b"4 players"),
        (["--max-time", "0"], b"--max-time"),
        (["--max-examples", "-1"], b"--max-examples"),
        (["--case-timeout", "0"], b"--case-timeout"),
        (["--corpus", "file", "--max-examples", "1"], b"cannot use file: Not a directory"),
    ],
)
def test_what_cannot_be_done_has_status_two(run, tmp_path, arguments, words):
    (tmp_path / "file").write_text("")
    done = run("fuzz", *arguments)
    assert done.returncode == 2
    assert words in done.stderr


def test_a_program_that_knows_another_game_only_has_status_two(run, trusting):
    done = run("fuzz", "king", "--against", trusting)
    assert done.returncode == 2
    assert b"knows none of the games: king." in done.stderr


def test_a_folder_that_cannot_be_written_has_status_two(run, tmp_path, trusting):
    (tmp_path / "nowhere").write_text("")
    done = run("fuzz", "--seed", "3", "--max-examples", "60", "--corpus", "nowhere/deep", "--against", trusting)
    assert done.returncode == 2
    assert b"cannot use nowhere/deep" in done.stderr
