"""Exit statuses of the commands (findings, section 4)."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("names", "options", "status"),
    [
        (["clean"], [], 0),
        (["faulty"], [], 1),
        (["undecided"], [], 1),
        (["undecided"], ["--allow-undecided"], 0),
        (["faulty", "undecided"], ["--allow-undecided"], 1),
        (["unreadable"], [], 2),
        (["torn"], [], 2),
        (["clean", "faulty"], [], 1),
        (["clean", "faulty", "unreadable"], [], 2),
        (["faulty"], ["--exit-zero"], 0),
        (["undecided"], ["--exit-zero"], 0),
        (["unreadable"], ["--exit-zero"], 2),
        (["faulty", "unreadable"], ["--exit-zero"], 2),
        (["torn"], ["--exit-zero", "--allow-undecided", "--allow-empty"], 2),
        (["empty"], [], 2),
        (["empty"], ["--exit-zero"], 2),
        (["empty"], ["--allow-empty"], 0),
        (["empty", "clean"], [], 0),
        (["empty", "faulty"], ["--allow-empty"], 1),
        (["missing"], [], 2),
        (["missing"], ["--exit-zero", "--allow-empty"], 2),
        (["missing", "clean"], [], 2),
    ],
)
def test_of_check(run, replays, names, options, status):
    assert run("check", *(replays / f"{name}.replay" for name in names), *options).returncode == status


@pytest.mark.parametrize("output_format", ["full", "concise", "json", "jsonl"])
def test_of_check_is_the_same_in_every_format(run, replays, output_format):
    for name, status in (("clean", 0), ("faulty", 1), ("unreadable", 2), ("empty", 2)):
        done = run("check", replays / f"{name}.replay", "--output-format", output_format)
        assert done.returncode == status


@pytest.mark.parametrize(
    ("name", "status"), [("clean", 0), ("faulty", 0), ("undecided", 0), ("unreadable", 2), ("empty", 2), ("missing", 2)]
)
def test_of_score(run, replays, name, status):
    assert run("score", replays / f"{name}.replay").returncode == status


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["chek"],
        ["check", "--no-such-option"],
        ["check", "x", "--output-format", "xml"],
        ["check", "x", "--max-findings", "-1"],
        ["check", "x", "--max-findings", "many"],
        ["score", "x", "--format", "unsafehtml"],
        ["import"],
        ["import", "mimuw"],
        ["import", "chess", "x"],
    ],
)
def test_wrong_usage_is_2_and_told_on_standard_error(run, arguments):
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == b""
    assert b"Usage: verifier" in done.stderr


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["--version"], ["check", "--help"], ["score", "-h"]])
def test_help_and_version_are_0(run, arguments):
    done = run(*arguments)
    assert done.returncode == 0
    assert b"verifier" in done.stdout
    assert done.stderr == b""


def test_an_unknown_table_format_is_told_with_those_there_are(run):
    done = run("score", "x", "--format", "nix")
    assert done.returncode == 2
    assert b"github" in done.stderr
    assert b"unsafehtml" not in done.stderr


def test_an_empty_folder_is_nothing_to_check(run, tmp_path):
    (tmp_path / "none").mkdir()
    (tmp_path / "none" / "notes.txt").write_text("x", encoding="utf-8")
    assert run("check", "none").returncode == 2
    assert run("check", "none", "--allow-empty").returncode == 0


def test_a_folder_is_walked(run, replays):
    done = run("check", "replays", "--output-format", "concise")
    assert done.returncode == 2
    assert b"5 games in 6 files: 1 clean, 1 faulty, 1 undecided, 2 unreadable" in done.stderr


def test_a_file_that_cannot_be_opened_does_not_keep_others_from_being_judged(run, replays):
    done = run("check", "no\x1b[31m\u202e.replay", "replays/faulty.replay", "--output-format", "concise")
    assert done.returncode == 2
    assert done.stderr.startswith(rb"verifier: cannot read no\x1b[31m\u202e.replay: No such file")
    assert done.stdout.startswith(b"replays/faulty.replay:5:1: SUM101 points-wrong ")


def test_a_file_is_never_read_as_an_option(run, replays):
    (replays / "--exit-zero").write_bytes((replays / "faulty.replay").read_bytes())
    assert run("check", "--", replays / "--exit-zero").returncode == 1


def test_a_stop_that_is_swallowed_ends_the_run_all_the_same(environment):
    program = """
import os, signal, time
import verifier.cli
verifier.cli.LAST_RESORT = 0.2
verifier.cli._listen("SIGTERM")
try:
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(30)
except SystemExit:
    time.sleep(30)
"""
    done = subprocess.run([sys.executable, "-c", program], env=environment(), timeout=60, check=False)
    assert done.returncode == 143
