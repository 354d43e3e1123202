"""`verifier shrink` as a person starts it: what it writes, where, and what it refuses."""

import json

import pytest


@pytest.fixture
def texts(replays):
    """The games of the folder as text, by verdict."""
    return {path.stem: path.read_text(encoding="utf-8") for path in replays.iterdir()}


@pytest.fixture
def file(tmp_path, texts):
    """A file with a clean game and a faulty one."""
    path = tmp_path / "in.replay"
    path.write_text(texts["clean"] + texts["faulty"], encoding="utf-8")
    return path


def test_the_smallest_replay_goes_to_standard_output_or_to_a_file(run, tmp_path, file, texts):
    done = run("shrink", "in.replay", "--code", "SUM101")
    assert done.returncode == 0
    assert done.stderr.startswith(b"verifier: SUM101: 6 lines of ")
    again = run("shrink", "in.replay", "--code", "points-wrong", "--game", "2", "-o", "out.replay")
    assert (again.returncode, again.stdout) == (0, b"")
    assert (tmp_path / "out.replay").read_bytes() == done.stdout
    report = json.loads(run("check", "--output-format", "json", "out.replay").stdout)
    assert report["summary"]["findings"] == {"SUM101": 1}
    assert run("fmt", "--check", "out.replay").returncode == 0
    assert run("shrink", "-", "--code", "SUM101", stdin=texts["faulty"].encode()).stdout == done.stdout


def test_bytes_that_are_no_text_come_out_as_they_are(run, texts):
    bad = texts["unreadable"].encode().replace(b"bXX", b"b\xff\xfe")
    done = run("shrink", "-", "--code", "bad-line", stdin=bad)
    assert done.returncode == 0
    assert b"\xff\xfe" in done.stdout
    assert b"LOG001" in run("check", "-", "--output-format", "concise", stdin=done.stdout).stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["in.replay"], b"--code"),
        (["in.replay", "--code", "revok"], b"did you mean revoke"),
        (["in.replay", "--code", "TRK201"], b"there is no TRK201 revoke in in.replay"),
        (["in.replay", "--code", "SUM101", "--game", "1"], b"there is no SUM101 points-wrong in game 1 of in.replay"),
        (["none.replay", "--code", "SUM101"], b"cannot read none.replay"),
        (["in.replay", "--code", "SUM101", "-o", "in.replay"], b"one of the files that are read"),
        (["in.replay", "--code", "SUM101", "-o", "nowhere/out.replay"], b"cannot write"),
        (["in.replay", "--code", "SUM101", "--max-time", "0"], b"--max-time"),
    ],
)
def test_what_cannot_be_shrunk_has_status_two(run, file, arguments, words):
    before = file.read_bytes()
    names = {path.name for path in file.parent.iterdir()}
    done = run("shrink", *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert words in done.stderr
    assert {path.name for path in file.parent.iterdir()} == names
    assert file.read_bytes() == before
