"""Journals: what is taken over gives the same report byte for byte, and nothing but a journal of this run is."""

import errno
import gzip
import json
import os
import signal
import subprocess
import sys
import time

import pytest

import verifier.corpus.journal
import verifier.corpus.judging

from .conftest import CLEAN, FAULTY, HEADER, NOTE, ROOT
from .test_same_report import ASKED


@pytest.mark.parametrize("asked", ASKED, ids=" ".join)
def test_a_report_that_is_taken_over_is_the_same(hostile, tmp_path, verifier_run, part_size, judged, asked):
    part_size(5000)
    journal = tmp_path / "journal"
    arguments = [*asked, hostile, hostile / "missing"]
    alone = verifier_run(*arguments, "--jobs", 1)
    judged.clear()
    first = verifier_run(*arguments, "--jobs", 1, "--resume", journal)
    assert len(judged) > 30
    judged.clear()
    kept = journal.read_bytes()
    assert [first, verifier_run(*arguments, "--jobs", 1, "--resume", journal)] == [alone, alone]
    assert judged == []
    assert verifier_run(*arguments, "--jobs", 2, "--resume", journal) == alone
    assert journal.read_bytes() == kept


def test_what_several_processes_have_kept_one_takes_over(hostile, tmp_path, verifier_run, part_size, judged):
    part_size(5000)
    arguments = ["check", "--output-format", "json", hostile, "--resume", tmp_path / "journal"]
    first = verifier_run(*arguments, "--jobs", 2)
    judged.clear()
    assert verifier_run(*arguments, "--jobs", 1) == first
    assert judged == []


def test_a_part_whose_games_are_handed_on_by_and_by(tmp_path, verifier_run, part_size, judged, monkeypatch):
    monkeypatch.setattr(verifier.corpus.judging, "MOST_EVENTS", 1000)
    (tmp_path / "a.replay.gz").write_bytes(gzip.compress((FAULTY + CLEAN) * 10))
    (tmp_path / "b.replay").write_bytes((FAULTY + CLEAN) * 10)
    journal = tmp_path / "journal"
    for asked in (["check"], ["standings"]):
        arguments = [*asked, tmp_path, "--jobs", 1, "--resume", journal]
        first = verifier_run(*arguments)
        assert journal.read_bytes().count(b'\n["some",') > 10
        judged.clear()
        assert verifier_run(*arguments) == first
        assert judged == []
        journal.unlink()


def test_a_journal_that_was_torn_anywhere(tmp_path, verifier_run, part_size, monkeypatch):
    monkeypatch.setattr(verifier.corpus.judging, "MOST_EVENTS", 1000)
    part_size(30_000)
    (tmp_path / "a.replay").write_bytes((FAULTY + CLEAN) * 5)
    journal = tmp_path / "journal"
    arguments = ["check", tmp_path, "--jobs", 1, "--resume", journal]
    first = verifier_run(*arguments)
    whole = journal.read_bytes()
    lines = whole.splitlines(keepends=True)
    assert [line[:6] for line in lines[1:]] == [
        b'["some',
        b'["some',
        b'["some',
        b'["part',
        b'["some',
        b'["some',
        b'["part',
    ]
    ends = [sum(map(len, lines[:number])) for number in range(len(lines) + 1)]
    for end in [*ends, *(end + 1 for end in ends[:-1]), *(end - 1 for end in ends[1:]), 100, 5000]:
        for tail in (b"", b"\0" * 50):
            torn = whole[:end] + tail if end >= ends[1] else whole[:end]
            journal.write_bytes(torn)
            assert verifier_run(*arguments) == first
            assert journal.read_bytes() == whole


def test_only_the_same_bytes_at_the_same_place_are_taken_over(tmp_path, verifier_run, part_size, judged):
    part_size(1)
    path, journal = tmp_path / "a.replay", tmp_path / "journal"
    arguments = ["check", "--output-format", "jsonl", "--jobs", 1]

    def rejudged(data: bytes) -> int:
        path.write_bytes(data)
        alone = verifier_run(*arguments, path)
        judged.clear()
        assert verifier_run(*arguments, path, "--resume", journal) == alone
        return len(judged)

    one, two, three = (NOTE.replace(b"x", letter) for letter in (b"1", b"2", b"3"))
    game, other = HEADER + one, HEADER + two
    assert rejudged(game + game + game) == 3
    assert rejudged(game + game + game) == 0
    assert rejudged(game + other + game) == 1
    assert rejudged(game + other + game + game) == 2  # the third is not the last any more
    assert rejudged(b"\n" + game + other + game + game) == 4
    assert rejudged(game + game) == 2
    assert rejudged(game.replace(one, three) + game) == 1
    (tmp_path / "b.replay").write_bytes(path.read_bytes())
    judged.clear()
    verifier_run(*arguments, tmp_path / "b.replay", "--resume", journal)
    assert len(judged) == 2


def test_other_options_and_versions_are_refused(tmp_path, verifier_run, monkeypatch):
    path, journal = tmp_path / "a.replay", tmp_path / "journal"
    path.write_bytes(FAULTY)
    verifier_run("check", path, "--resume", journal)
    kept = journal.read_bytes()

    def refused(*arguments: str) -> str:
        status, written, said = verifier_run(*arguments, path, "--resume", journal)
        assert (status, written) == (2, "")
        assert journal.read_bytes() == kept
        return said

    other = f"verifier: {journal} is the journal of a run with other options; it is left as it is.\n"
    for more in (["--output-format", "json"], ["--max-findings", "3"], ["--shard", "1/2"], ["--game-timeout", "9"]):
        assert refused("check", *more) == other
    assert refused("score") == refused("standings") == other
    assert verifier_run("check", path, path, "--jobs", 1, "--exit-zero", "--resume", journal)[0] == 0
    monkeypatch.setattr(verifier.corpus.journal, "edition", lambda: "0" * 32)
    assert "is the journal of another version of this program, or of what it needs; it is left" in refused("check")


CONTENT = {"written": [[["x\n"]]], "games": 1, "files": 1, "judged": 1, "outcomes": {"clean": 1}}
KEY = ["YQ==", 0, True, 1, 1, True, True]
FORGED = [
    ["part", KEY, 5, "0" * 32, {**CONTENT, "written": [[["\x1b[2J"]]]}],
    ["part", KEY, 5, "0" * 32, {**CONTENT, "written": [[["\x9b"]]]}],
    ["part", KEY, 5, "0" * 32, {**CONTENT, "written": [[["\ud800"]]]}],
    ["part", KEY, 5, "0" * 32, {**CONTENT, "written": [[[1]]]}],
    ["part", KEY, 5, "0" * 32, {**CONTENT, "written": []}],
    ["part", KEY, 5, "0" * 32, {**CONTENT, "written": [[], []]}],
    ["part", KEY, 5, "0" * 32, {**CONTENT, "games": -1}],
    ["part", KEY, 5, "0" * 32, {**CONTENT, "games": 10**40}],
    ["part", KEY, 5, "0" * 32, {**CONTENT, "games": 1.5}],
    ["part", KEY, 5, "0" * 32, {**CONTENT, "outcomes": {"perfect": 1}}],
    ["part", KEY, 5, "0" * 32, {**CONTENT, "kinds": []}],
    ["part", KEY, 5, "0" * 32, {**CONTENT, "more": 1}],
    ["part", KEY, 5, "0" * 31, CONTENT],
    ["part", KEY[:3], 5, "0" * 32, CONTENT],
    ["part", ["?", *KEY[1:]], 5, "0" * 32, CONTENT],
    ["some"],
    ["other", CONTENT],
    {},
    "text",
    None,
]


@pytest.mark.parametrize("line", [*(json.dumps(line) for line in FORGED), "", "[" * 5000, "x", "\0"])
def test_a_line_that_no_journal_holds(tmp_path, verifier_run, line):
    path, journal = tmp_path / "a.replay", tmp_path / "journal"
    path.write_bytes(FAULTY)
    verifier_run("check", path, "--resume", journal)
    kept = journal.read_bytes() + line.encode() + b"\n"
    journal.write_bytes(kept)
    status, written, said = verifier_run("check", path, "--resume", journal)
    assert (status, written) == (2, "")
    assert said == f"verifier: {journal} is no journal from line 3 on; it is left as it is.\n"
    assert journal.read_bytes() == kept


def test_the_lines_that_are_forged_differ_in_one_thing_only(tmp_path, verifier_run):
    journal = tmp_path / "journal"
    (tmp_path / "a").write_bytes(FAULTY)
    verifier_run("check", tmp_path / "a", "--resume", journal)
    with journal.open("ab") as file:
        file.write(json.dumps(["part", KEY, 5, "0" * 32, CONTENT]).encode() + b"\n")
    assert verifier_run("check", tmp_path / "a", "--resume", journal)[0] == 1


def test_a_line_over_the_limit(tmp_path, verifier_run, monkeypatch, judged):
    (tmp_path / "a.replay").write_bytes(FAULTY)
    journal = tmp_path / "journal"
    arguments = ["check", tmp_path / "a.replay", "--resume", journal]
    alone = verifier_run(*arguments)
    monkeypatch.setattr(verifier.corpus.journal, "MOST_LINE", 500)
    assert "is no journal from line 2 on" in verifier_run(*arguments)[2]
    journal.unlink()
    monkeypatch.setattr("verifier.corpus.journal_lines.MOST_LINE", 500)
    for _ in range(2):
        judged.clear()
        assert verifier_run(*arguments) == alone
        assert len(judged) == 1


@pytest.mark.parametrize("data", [b"x", b"hello\n", FAULTY, b"\n", b"{}\n", b"\0" * 100, b"\xff\n", b'{"journal":1}\n'])
def test_what_is_no_journal_is_left_as_it_is(tmp_path, verifier_run, data):
    (tmp_path / "a.replay").write_bytes(FAULTY)
    journal = tmp_path / "journal"
    journal.write_bytes(data)
    status, written, said = verifier_run("check", tmp_path / "a.replay", "--resume", journal)
    assert (status, written) == (2, "")
    assert said == f"verifier: {journal} is no journal; it is left as it is.\n"
    assert journal.read_bytes() == data


def test_what_cannot_be_a_journal(tmp_path, verifier_run):
    (tmp_path / "a.replay").write_bytes(FAULTY)
    os.mkfifo(tmp_path / "pipe")
    for name in ("pipe", "", "missing/journal", "\0", "x\x1b[2J/y"):
        status, written, said = verifier_run("check", tmp_path / "a.replay", "--resume", tmp_path / name)
        assert (status, written) == (2, "")
        assert said.startswith("verifier: the journal ")
        assert "\x1b" not in said


def test_standard_input_cannot_be_resumed(tmp_path, verifier_run):
    for asked in ("check", "score", "standings"):
        status, written, said = verifier_run(asked, "-", "--resume", tmp_path / "journal", stdin=CLEAN)
        assert (status, written) == (2, "")
        assert "standard input cannot be resumed" in said
    assert not (tmp_path / "journal").exists()


def test_a_journal_in_use(tmp_path, verifier_run):
    fcntl = pytest.importorskip("fcntl", reason="there are no locks of this kind")
    (tmp_path / "a.replay").write_bytes(FAULTY)
    journal = tmp_path / "journal"
    with journal.open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        status, written, said = verifier_run("check", tmp_path / "a.replay", "--resume", journal)
    assert (status, written, said) == (2, "", f"verifier: {journal} is in use by another run.\n")


def test_what_failed_is_judged_again(tmp_path, verifier_run, judged, monkeypatch):
    monkeypatch.setattr(verifier.corpus.judging, "MOST_EVENTS", 1000)
    (tmp_path / "a.replay").write_bytes(FAULTY * 6)
    (tmp_path / "b.replay").write_bytes(CLEAN)
    journal = tmp_path / "journal"
    arguments = ["check", "--output-format", "jsonl", tmp_path, "--jobs", 1]
    alone = verifier_run(*arguments)
    noted = verifier.corpus.judging.judge_source

    def fails(source, path, **options):
        for verdict in noted(source, path, **options):
            if path.endswith("a.replay") and verdict.game == 5:
                raise RuntimeError("a fault of ours")
            yield verdict

    with monkeypatch.context() as patch:
        patch.setattr(verifier.corpus.judging, "judge_source", fails)
        status, _, said = verifier_run(*arguments, "--resume", journal)
        assert status == 2
        assert "a.replay, after 4 of its games: internal error" in said
    judged.clear()
    assert verifier_run(*arguments, "--resume", journal) == alone
    assert judged == [str(tmp_path / "a.replay")]


def test_a_full_disk_ends_the_journal_and_not_the_run(tmp_path, verifier_run, monkeypatch, judged):
    for name in "abc":
        (tmp_path / f"{name}.replay").write_bytes(FAULTY)
    journal = tmp_path / "journal"
    arguments = ["check", tmp_path, "--jobs", 1, "--resume", journal]
    alone = verifier_run("check", tmp_path, "--jobs", 1)
    usual, writes = os.write, []

    def write(descriptor, data):
        writes.append(data)
        if len(writes) > 4:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        # What a disk takes before it is full may be any piece.
        return usual(descriptor, data if len(writes) < 4 else data[:100])

    with monkeypatch.context() as patch:
        patch.setattr(verifier.corpus.journal.os, "write", write)
        status, written, said = verifier_run(*arguments)
    assert (status, written) == (2, alone[1])
    assert said == f"verifier: the journal {journal} cannot be written: No space left on device.\n"
    judged.clear()
    assert verifier_run(*arguments) == alone
    assert judged == [str(tmp_path / "c.replay")]


def test_a_run_that_is_killed_goes_on_where_it_was(tmp_path):
    for number in range(160):
        (tmp_path / f"{number}.replay").write_bytes(FAULTY)
    words = [sys.executable, "-m", "verifier", "check", "--output-format", "jsonl", "."]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    common = {"cwd": tmp_path, "env": env}
    journal = tmp_path / "journal"
    for _ in range(2):
        start = time.monotonic()
        size = journal.stat().st_size if journal.exists() else 0
        with subprocess.Popen(
            [*words, "--jobs", "1", "--resume", "journal"], **common, stdout=subprocess.DEVNULL
        ) as process:
            while (not journal.exists() or journal.stat().st_size < size + 15_000) and time.monotonic() < start + 30:
                time.sleep(0.01)
            process.kill()
        assert process.returncode == -signal.SIGKILL
        assert journal.read_bytes().count(b'\n["part",') >= 1
    parts = journal.read_bytes().count(b'\n["part",')
    alone = subprocess.run(words, check=False, timeout=100, capture_output=True, **common)
    resumed = subprocess.run(
        [*words, "--jobs", "2", "--resume", "journal"], check=False, timeout=100, capture_output=True, **common
    )
    assert (resumed.returncode, resumed.stdout, resumed.stderr) == (alone.returncode, alone.stdout, alone.stderr)
    assert journal.read_bytes().count(b'\n["part",') > parts
