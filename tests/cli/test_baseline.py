"""Baselines: accepted findings are only counted, all others are told, and what comes back is new."""

import json
import os
import subprocess

import pytest

from .conftest import CLEAN, FAULTY, UNREADABLE, game


@pytest.fixture
def files(tmp_path):
    """Write replays, by name."""

    def files(**texts):
        for name, text in texts.items():
            (tmp_path / f"{name}.replay").write_text(text, encoding="utf-8", newline="\n")

    return files


def entries(tmp_path, name="base"):
    head, *lines = (tmp_path / name).read_text(encoding="utf-8").splitlines()
    assert head == '{"baseline":1}'
    return [json.loads(line) for line in lines]


def update(run, *paths, status=0, name="base"):
    done = run("baseline", "update", name, *paths)
    assert (done.returncode, done.stdout) == (status, b"")
    return done.stderr.decode()


def prune(run, *paths, status=0):
    done = run("baseline", "prune", "base", *paths)
    assert (done.returncode, done.stdout) == (status, b"")
    return done.stderr.decode()


def summary_of(run, *arguments, status):
    done = run("check", *arguments, "--output-format", "jsonl")
    assert done.returncode == status
    return json.loads(done.stdout.splitlines()[-1])["summary"]


def test_what_is_accepted_is_counted_as_such(run, files, tmp_path):
    files(a=FAULTY, b=CLEAN)
    assert "base: 1 accepted, 1 of them new; 0 no longer found.\n" in update(run, "a.replay", "b.replay")
    (entry,) = entries(tmp_path)
    assert (entry["code"], entry["name"], entry["path"], entry["game"]) == ("SUM101", "points-wrong", "a.replay", 1)
    plain = summary_of(run, "a.replay", "b.replay", status=1)
    assert "accepted" not in plain
    summary = summary_of(run, "a.replay", "b.replay", "--baseline", "base", status=0)
    assert summary == {**plain, "clean": 2, "faulty": 0, "findings": {}, "accepted": 1}
    # Said also where there is none.
    assert summary_of(run, "b.replay", "--baseline", "base", status=0)["accepted"] == 0
    full = run("check", "a.replay", "--baseline", "base", "--statistics")
    assert full.stdout == b"1 game in 1 file: 1 clean; 0 findings, 1 accepted by the baseline.\n\nNo findings.\n"


def test_what_is_not_accepted_is_told(run, files):
    files(a=FAULTY)
    update(run, "a.replay")
    worse = FAULTY.replace("b2H c2D d2C a2S b$", "b2H c2D d2C a2S c$").replace('"acd"', '"b"')
    files(a=worse)
    done = run("check", "a.replay", "--baseline", "base")
    assert done.returncode == 1
    assert b"1 finding accepted by the baseline." in done.stdout
    assert b"SUM101" not in done.stdout
    assert b"SUM301 winner-wrong" in done.stdout
    assert b"TRK301 trick-winner-wrong" in done.stdout


def test_games_without_an_id_do_not_excuse_each_other(run, files):
    files(a=FAULTY, c=CLEAN + FAULTY)
    update(run, "a.replay", "c.replay")
    # The same game elsewhere: another file, another number in the file.
    files(b=FAULTY, c=FAULTY + FAULTY)
    assert summary_of(run, "a.replay", "--baseline", "base", status=0)["accepted"] == 1
    assert summary_of(run, "b.replay", "--baseline", "base", status=1)["accepted"] == 0
    summary = summary_of(run, "c.replay", "--baseline", "base", status=1)
    assert (summary["accepted"], summary["findings"]) == (1, {"SUM101": 1})


@pytest.mark.parametrize("change", [{"players": ["A", "B", "C", "D"]}, {"date": "2024-01-01"}, {"id": "2"}, {"id": ""}])
def test_nor_do_games_with_other_headers(run, files, change):
    files(a=game(points=12, id="1"), b=game(points=12, **{"id": "1", **change}))
    update(run, "a.replay")
    assert summary_of(run, "a.replay", "--baseline", "base", status=0)["accepted"] == 1
    assert summary_of(run, "b.replay", "--baseline", "base", status=1)["accepted"] == 0


def test_a_game_with_an_id_may_be_moved_and_its_header_written_anew(run, files, tmp_path):
    first = game(points=12, id="1")
    files(a=first)
    update(run, "a.replay")
    head, *rest = first.splitlines()
    spaced = json.dumps(dict(reversed(json.loads(head).items())), indent=None, separators=(" , ", " : "))
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "b.replay").write_text(CLEAN + "\n".join([spaced, *rest]) + "\n", encoding="utf-8")
    assert summary_of(run, "deep", "--baseline", "base", status=0)["accepted"] == 1


def test_files_are_named_from_the_folder_of_the_baseline(run, command, environment, files, tmp_path):
    files(a=FAULTY)
    update(run, "a.replay")
    (tmp_path / "deep").mkdir()
    for where, path, base in (
        ("deep", "../a.replay", "../base"),
        ("deep", "..", tmp_path / "base"),
        (".", tmp_path / "a.replay", "base"),
        (".", "./deep/../a.replay", "./base"),
    ):
        words = [*command, "check", path, "--baseline", base]
        words = [os.fspath(word) for word in words]
        done = subprocess.run(
            words, capture_output=True, env=environment(), cwd=tmp_path / where, timeout=60, check=False
        )
        assert (done.returncode, done.stderr) == (0, b"")


def test_what_is_fixed_is_taken_out_and_new_when_it_comes_back(run, files, tmp_path):
    files(a=FAULTY, b=FAULTY)
    update(run, ".")
    before = (tmp_path / "base").read_bytes()
    assert "0 of 2 taken out" in prune(run, ".")
    assert (tmp_path / "base").read_bytes() == before
    files(a=CLEAN)
    assert "1 of 2 taken out" in prune(run, ".")
    assert [entry["path"] for entry in entries(tmp_path)] == ["b.replay"]
    files(a=FAULTY)
    summary = summary_of(run, ".", "--baseline", "base", status=1)
    assert (summary["faulty"], summary["accepted"]) == (1, 1)
    assert "2 accepted, 1 of them new; 0 no longer found." in update(run, ".")
    assert (tmp_path / "base").read_bytes() == before


def test_the_file_does_not_depend_on_the_order_or_the_jobs(run, files, tmp_path):
    files(a=FAULTY * 3, b=game(points=11, id="z"), c=game(points=11, id="y"))
    update(run, "a.replay", "b.replay", "c.replay")
    update(run, "c.replay", "b.replay", "a.replay", name="other")
    assert (tmp_path / "base").read_bytes() == (tmp_path / "other").read_bytes()
    run("baseline", "update", "two", ".", "--jobs", "2")
    assert (tmp_path / "two").read_bytes() == (tmp_path / "base").read_bytes()
    plain, two = (run("check", ".", "--baseline", "base", "--jobs", jobs) for jobs in "12")
    assert (plain.returncode, plain.stdout, plain.stderr) == (two.returncode, two.stdout, two.stderr)
    assert plain.returncode == 0


def test_what_cannot_be_read_cannot_be_accepted(run, files, tmp_path):
    files(a=UNREADABLE, b=FAULTY)
    said = update(run, "a.replay", "b.replay", status=2)
    assert "1 of the games cannot be read; that cannot be accepted." in said
    assert "b.replay" in {entry["path"] for entry in entries(tmp_path)}
    assert not [entry for entry in entries(tmp_path) if entry["code"].startswith("LOG0")]
    done = run("check", "a.replay", "--baseline", "base")
    assert done.returncode == 2
    assert b"LOG002 bad-token" in done.stdout


def test_notices_stay(run, files, tmp_path):
    files(a="".join(FAULTY.splitlines(keepends=True)[:3]))
    update(run, "a.replay")
    assert entries(tmp_path) == []
    assert b"LOG902" in run("check", "a.replay", "--baseline", "base").stdout


@pytest.mark.parametrize("act", ["update", "prune"])
def test_where_not_everything_was_judged_nothing_is_written(run, files, tmp_path, act):
    files(a=FAULTY, e="")
    update(run, "a.replay")
    before = (tmp_path / "base").read_bytes()
    files(a=CLEAN)
    for paths, why in ((["a.replay", "missing"], "not everything was judged"), (["e.replay"], "no game")):
        done = run("baseline", act, "base", *paths)
        assert done.returncode == 2
        assert f"base is left as it is: {why}.".encode() in done.stderr
        assert (tmp_path / "base").read_bytes() == before


LINE = (
    '{"code":"SUM101","name":"points-wrong","hand":1,"seat":null,"fingerprint":"' + "0" * 32 + '","header":"'
    '0123456789abcdef","path":"a","game":1}\n'
)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("{}\n", 1),
        ('{"baseline":2}\n', 1),
        ("[project]\n", 1),
        ('{"baseline":1,"more":1}\n', 1),
        ('{"baseline":1}\n\n', 2),
        ('{"baseline":1}\n<<<<<<< HEAD\n', 2),
        ('{"baseline":1}\n' + LINE + LINE[:-3], 3),
        ('{"baseline":1}\n' + LINE.replace("SUM101", "SUM1"), 2),
        ('{"baseline":1}\n' + LINE.replace('"game":1', '"game":"1"'), 2),
        ('{"baseline":1}\n' + LINE.replace('"game":1', '"game":-1'), 2),
        ('{"baseline":1}\n' + LINE.replace('"path"', '"paths"'), 2),
        ('{"baseline":1}\n' + "[" * 100_000, 2),
    ],
)
def test_what_is_no_baseline_is_left_as_it_is(run, files, tmp_path, text, line):
    files(a=FAULTY)
    (tmp_path / "base").write_text(text, encoding="utf-8")
    said = f"base is no baseline from line {line} on"
    for words in (
        ["check", "a.replay", "--baseline", "base"],
        *(["baseline", act, "base", "a.replay"] for act in ACTS),
    ):
        done = run(*words)
        assert (done.returncode, done.stdout) == (2, b"")
        assert said in " ".join(done.stderr.decode().split())
        assert (tmp_path / "base").read_text(encoding="utf-8") == text


ACTS = ("update", "prune")


def test_a_baseline_that_is_not_there(run, files, tmp_path):
    files(a=FAULTY)
    for words in (["check", "a.replay", "--baseline", "base"], ["baseline", "prune", "base", "a.replay"]):
        assert run(*words).returncode == 2
    assert not (tmp_path / "base").exists()
    (tmp_path / "link").symlink_to("base")
    assert run("baseline", "update", "link", "a.replay").returncode == 2
    assert run("baseline", "update", "no/base", "a.replay").returncode == 2
    assert not (tmp_path / "base").exists()


def test_names_that_are_no_text_and_that_act_on_a_terminal(run, tmp_path):
    name = os.fsdecode(b"a\xff\x1b[31m\xc2\x9b.replay")
    (tmp_path / name).write_text(FAULTY, encoding="utf-8")
    (tmp_path / "b.replay").write_text(game(points=12, id="\x7f\u202e\u2028"), encoding="utf-8")
    update(run, ".")
    assert (tmp_path / "base").read_text(encoding="utf-8").replace("\n", "").isprintable()
    assert summary_of(run, ".", "--baseline", "base", status=0)["accepted"] == 2


def test_a_report_does_not_replace_the_baseline(run, files, tmp_path):
    files(a=FAULTY)
    update(run, "a.replay")
    before = (tmp_path / "base").read_bytes()
    done = run("check", "a.replay", "--baseline", "base", "--output-format", "json:base")
    assert (done.returncode, done.stdout) == (2, b"")
    assert (tmp_path / "base").read_bytes() == before


def test_selection_comes_first(run, files, tmp_path):
    files(a=FAULTY)
    done = run("baseline", "update", "base", "a.replay", "--ignore", "SUM")
    assert done.returncode == 0
    assert entries(tmp_path) == []
    update(run, "a.replay")
    summary = summary_of(run, "a.replay", "--baseline", "base", "--ignore", "SUM", status=0)
    assert (summary["accepted"], summary["findings"]) == (0, {})


def test_the_limit_is_for_what_is_not_accepted(run, files):
    files(a=FAULTY)
    update(run, "a.replay")
    assert summary_of(run, "a.replay", "--baseline", "base", "--max-findings", "0", status=0)["accepted"] == 1


def test_as_a_setting(run, command, environment, files, tmp_path):
    files(a=FAULTY)
    update(run, "a.replay")
    (tmp_path / "pyproject.toml").write_text('[tool.verifier]\nbaseline = "base"\n', encoding="utf-8")
    (tmp_path / "deep").mkdir()
    words = [*command, "check", "../a.replay"]
    done = subprocess.run(words, capture_output=True, env=environment(), cwd=tmp_path / "deep", timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert run("check", "a.replay", "--baseline", "").returncode == 1
