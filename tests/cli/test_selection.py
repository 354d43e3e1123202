"""`check --select`, `--ignore`, `--per-file-ignores`."""

import json

import pytest

from .conftest import FAULTY


def summary_of(done):
    return json.loads(done.stdout.splitlines()[-1])["summary"]


def test_what_is_not_selected_is_neither_listed_nor_counted(run, replays):
    plain = run("check", "replays/faulty.replay", "--output-format", "jsonl")
    assert (plain.returncode, summary_of(plain)["findings"]) == (1, {"SUM101": 1})
    for options in (["--ignore", "SUM"], ["--select", "TRK,REV"], ["--ignore", "trk", "--ignore", "points-wrong"]):
        done = run("check", "replays/faulty.replay", "--output-format", "jsonl", "--statistics", *options)
        assert done.returncode == 0
        summary = summary_of(done)
        assert (summary["findings"], summary["clean"]) == ({}, 1)
        assert done.stderr.endswith(b"No findings.\n")


def test_notices_can_be_ignored_and_the_game_stays_undecided(run, replays):
    plain = run("check", "replays/undecided.replay", "--output-format", "jsonl")
    done = run("check", "replays/undecided.replay", "--output-format", "jsonl", "--ignore", "unfinished-game")
    assert (summary_of(plain)["notices"], summary_of(done)["notices"]) == (1, 0)
    assert (plain.returncode, done.returncode) == (1, 1)
    assert summary_of(done)["undecided"] == 1
    assert b"The log ends before the game does." in run("check", "replays/undecided.replay", "--ignore", "LOG").stdout


@pytest.mark.parametrize("name", ["unreadable", "torn"])
def test_what_cannot_be_read_is_always_told(run, replays, name):
    plain = run("check", f"replays/{name}.replay", "--ignore", "CRD,KRK,SUM,TRK,LOG1,LOG9")
    done = run("check", f"replays/{name}.replay", "--ignore", "ALL", "--exit-zero", "--allow-undecided")
    assert (done.returncode, done.stdout, done.stderr) == (2, plain.stdout, plain.stderr)
    assert b"LOG0" in done.stdout


def test_in_some_files(run, tmp_path):
    for folder in ("old", "new"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.replay").write_text(FAULTY * 3, encoding="utf-8")
    options = ["--output-format", "concise", "--per-file-ignores", "old/*:SUM,revoke"]
    for jobs in ("1", "2"):
        done = run("check", "old", "new", *options, "--jobs", jobs)
        assert done.returncode == 1
        assert done.stdout.count(b"new/a.replay") == 3
        assert b"old/" not in done.stdout
        assert b"3 clean, 3 faulty; 3 findings (SUM101 3)" in done.stderr


@pytest.mark.parametrize("options", [["--ignore", "SUM"], ["--select", "SUM", "--max-findings", "1"]])
@pytest.mark.parametrize("output_format", ["full", "json"])
def test_any_number_of_jobs(run, replays, options, output_format):
    arguments = ["check", "replays", "--output-format", output_format, *options, "--jobs"]
    alone, two = run(*arguments, "1"), run(*arguments, "2")
    assert (alone.returncode, alone.stdout, alone.stderr) == (two.returncode, two.stdout, two.stderr)


@pytest.mark.parametrize(
    ("option", "word", "said"),
    [
        ("--select", "revok", b"no such rule: revok; did you mean revoke"),
        ("--ignore", "TRK999", b"did you mean"),
        ("--ignore", "x\x1b[31m", rb"no such rule: x\x1b[31m"),
        ("--per-file-ignores", "a:SUM9", b"no such rule: SUM9"),
        ("--per-file-ignores", "SUM", b"is not one PATTERN:RULE"),
        ("--per-file-ignores", "a:", b"is not one PATTERN:RULE"),
        ("--per-file-ignores", ":SUM", b"is not one PATTERN:RULE"),
        ("--per-file-ignores", "a:SUM,b:TRK", b"is not one PATTERN:RULE"),
    ],
)
def test_what_selects_nothing_is_wrong_usage(run, replays, option, word, said):
    done = run("check", "replays", option, word)
    assert (done.returncode, done.stdout) == (2, b"")
    assert said in done.stderr
    assert f"Invalid value for '{option}'".encode() in done.stderr
