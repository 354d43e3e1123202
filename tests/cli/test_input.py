"""Where replays come from: paths, folders, standard input."""

import json
import os
import subprocess
import sys

import pytest


def games(done):
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_standard_input_by_its_sign_and_without_a_path(run, replays):
    text = (replays / "faulty.replay").read_bytes()
    for arguments in ([], ["-"]):
        done = run("check", *arguments, "--output-format", "jsonl", stdin=text)
        game, summary = games(done)
        assert done.returncode == 1
        assert (game["path"], game["verdict"], summary["summary"]["files"]) == ("-", "faulty", 1)


def test_files_come_in_the_order_given_and_their_games_in_order(run, replays):
    both = (replays / "clean.replay").read_bytes() + (replays / "faulty.replay").read_bytes()
    (replays / "zz.replay").write_bytes(both)
    done = run("check", "replays/zz.replay", "replays/undecided.replay", "--output-format", "jsonl")
    *rows, last = games(done)
    assert [(row["path"], row["game"], row["line"], row["verdict"]) for row in rows] == [
        ("replays/zz.replay", 1, 1, "clean"),
        ("replays/zz.replay", 2, 7, "faulty"),
        ("replays/undecided.replay", 1, 1, "undecided"),
    ]
    assert list(last) == ["summary"]
    assert last["summary"]["files"] == 2


def test_an_empty_file_makes_no_entry_and_is_told(run, replays):
    done = run("check", "replays/empty.replay", "replays/clean.replay", "--output-format", "jsonl")
    assert [row.get("path") for row in games(done)] == ["replays/clean.replay", None]
    assert b"verifier: replays/empty.replay holds no game.\n" in done.stderr


def test_what_is_no_regular_file_is_refused_or_left_out(run, replays):
    os.mkfifo(replays / "pipe.replay")
    named = run("check", "replays/pipe.replay")
    assert named.returncode == 2
    assert b"cannot read replays/pipe.replay: a named pipe" in named.stderr
    walked = run("check", "replays", "--output-format", "jsonl")
    assert b"replays/pipe.replay is a named pipe and was left out." in walked.stderr


def test_findings_are_listed_up_to_a_limit_and_all_counted(run, replays):
    text = (replays / "clean.replay").read_text(encoding="utf-8").replace("d", "!")
    (replays / "many.replay").write_text(text, encoding="utf-8")
    counts = set()
    for limit in (0, 1, 3, 1000):
        done = run("check", "replays/many.replay", "--output-format", "json", "--max-findings", str(limit))
        report = json.loads(done.stdout)
        listed = report["games"][0]["findings"]
        assert len(listed) == min(limit, sum(report["summary"]["findings"].values()) + report["summary"]["notices"])
        counts.add(json.dumps(report["summary"]["findings"]))
        assert done.returncode == 2
    assert len(counts) == 1


def test_a_terminal_on_standard_input_and_no_path_shows_the_help(command, environment):
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    try:
        done = subprocess.run(
            [*command, "check"], stdin=theirs, capture_output=True, env=environment(), timeout=60, check=False
        )
    finally:
        os.close(ours)
        os.close(theirs)
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.startswith(b"Usage: verifier check")


def test_the_folder_of_the_start_gives_no_modules(run, tmp_path):
    for name in ("msgspec", "typer", "gzip", "conftest"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit(77)\n", encoding="utf-8")
    assert run("check", "--allow-empty").returncode == 0


def test_the_same_bytes_whatever_the_hash_seed(run, replays):
    for output_format in ("full", "concise", "json", "jsonl"):
        outputs = {
            (done.stdout, done.stderr)
            for seed in ("0", "1", "2", "3")
            for done in [run("check", "replays", "--output-format", output_format, PYTHONHASHSEED=seed)]
        }
        assert len(outputs) == 1


def test_the_version(run):
    words = run("--version").stdout.decode().split()
    assert words[0] == "verifier"
    assert words[2].strip("(),") in {"interpreted", "compiled"}
    assert words[4].strip(")") == ".".join(map(str, sys.version_info[:3]))
