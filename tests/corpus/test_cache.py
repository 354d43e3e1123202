"""The cache: the same report, byte for byte, with and without it, and never an answer to what was not asked."""

import gzip
import hashlib
import json
import os
import re
import sys

import pytest

import verifier.corpus.cache
import verifier.corpus.edition
import verifier.corpus.judging
from verifier.corpus.cache import SIGNATURE

from .conftest import CLEAN, FAULTY
from .test_same_report import ASKED


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "cache"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "a.replay"
    path.write_bytes(FAULTY + CLEAN)
    return path


def entries(folder):
    return sorted(path for path in folder.iterdir() if path.suffix == ".part")


@pytest.mark.parametrize("asked", ASKED, ids=" ".join)
def test_a_report_from_the_cache_is_the_same(hostile, folder, verifier_run, part_size, judged, asked):
    part_size(5000)
    arguments = [*asked, hostile, hostile / "missing"]
    alone = verifier_run(*arguments, "--jobs", 1)
    cached = [*arguments, "--cache-dir", folder]
    for jobs in (2, 1):
        assert verifier_run(*cached, "--jobs", jobs) == alone
    judged.clear()
    for jobs in (1, 2):
        assert verifier_run(*cached, "--jobs", jobs) == alone
    # What cannot be read to its end may be judged again.
    assert len(judged) <= 1


def test_what_is_in_the_folder(folder, file, verifier_run):
    verifier_run("check", file, "--cache-dir", folder)
    assert (folder / "CACHEDIR.TAG").read_text(encoding="utf-8").startswith(SIGNATURE)
    assert (folder / ".gitignore").read_text(encoding="utf-8") == "*\n"
    assert len(entries(folder)) == len([*folder.iterdir()]) - 2 == 1


def test_without_a_folder_nothing_is_written(file, tmp_path, verifier_run):
    before = sorted(tmp_path.rglob("*"))
    verifier_run("check", file)
    verifier_run("check", file, "--cache-dir", "")
    verifier_run("check", file, "--cache-dir", tmp_path / "cache", "--no-cache")
    assert sorted(tmp_path.rglob("*")) == before


def test_the_environment_names_the_folder(folder, file, verifier_run, monkeypatch):
    monkeypatch.setenv("VERIFIER_CACHE_DIR", str(folder))
    verifier_run("check", file)
    assert len(entries(folder)) == 1


def test_other_bytes_of_the_same_size_and_time(folder, file, verifier_run, judged):
    status = file.stat()
    run = ["check", file, "--output-format", "jsonl", "--cache-dir", folder]
    first = verifier_run(*run)
    file.write_bytes(CLEAN + FAULTY)
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert (file.stat().st_size, file.stat().st_mtime_ns) == (status.st_size, status.st_mtime_ns)
    judged.clear()
    second = verifier_run(*run)
    assert second == verifier_run("check", file, "--output-format", "jsonl")
    assert second[1] != first[1]
    assert len(judged) == 2


@pytest.mark.parametrize(
    "options",
    [
        ["--max-findings", "1"],
        ["--ignore", "SUM"],
        ["--select", "SUM"],
        ["--per-file-ignores", "a.replay:SUM"],
        ["--output-format", "concise"],
        ["--game-timeout", "1000"],
    ],
)
def test_other_options(folder, file, verifier_run, judged, options):
    verifier_run("check", file, "--cache-dir", folder)
    judged.clear()
    assert verifier_run("check", file, "--cache-dir", folder, *options) == verifier_run("check", file, *options)
    assert len(judged) == 2


def test_another_baseline_under_the_same_name(folder, file, tmp_path, verifier_run):
    base = tmp_path / "base"
    run = ["check", file, "--baseline", base, "--cache-dir", folder]
    base.write_text('{"baseline":1}\n', encoding="utf-8")
    assert verifier_run(*run)[0] == 1
    assert verifier_run("baseline", "update", base, file)[0] == 0
    assert verifier_run(*run)[0] == 0
    assert verifier_run(*run) == verifier_run("check", file, "--baseline", base)


def test_another_name_of_the_same_bytes(folder, file, tmp_path, verifier_run):
    verifier_run("check", file, "--cache-dir", folder)
    other = tmp_path / "b.replay"
    other.write_bytes(file.read_bytes())
    assert "b.replay: game 1" in verifier_run("check", other, "--cache-dir", folder)[1]


@pytest.mark.parametrize("what", ["__version__", "edition"])
def test_another_program(folder, file, verifier_run, judged, monkeypatch, what):
    first = verifier_run("check", file, "--cache-dir", folder)
    other = "9.9.9" if what == "__version__" else lambda: "f" * 32
    monkeypatch.setattr(verifier.corpus.cache, what, other)
    judged.clear()
    assert verifier_run("check", file, "--cache-dir", folder) == first
    assert len(judged) == 1


def test_an_entry_that_is_damaged_anywhere_is_as_good_as_none(folder, file, verifier_run, judged):
    first = verifier_run("check", file, "--cache-dir", folder)
    (entry,) = entries(folder)
    data = entry.read_bytes()
    damaged = [data[:cut] for cut in range(0, len(data), 97)]
    damaged += [data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :] for at in range(0, len(data), 61)]
    damaged += [data + b"x", data + data, b"[" * 100_000, b"\xff" * 100]
    for bad in damaged:
        entry.write_bytes(bad)
        judged.clear()
        assert verifier_run("check", file, "--cache-dir", folder) == first
        assert len(judged) == 1
        # It is put right.
        assert entry.read_bytes() == data


def test_an_entry_without_a_line_is_as_good_as_none(folder, file, verifier_run, judged):
    first = verifier_run("check", file, "--cache-dir", folder)
    (entry,) = entries(folder)
    head = json.loads(entry.read_bytes().splitlines()[0])
    head["below"] = hashlib.blake2b(b"", digest_size=16).hexdigest()
    entry.write_bytes(json.dumps(head).encode() + b"\n")
    judged.clear()
    assert verifier_run("check", file, "--cache-dir", folder) == first
    assert len(judged) == 1


def test_an_entry_that_is_gone_when_it_is_needed(folder, file, verifier_run, monkeypatch):
    first = verifier_run("check", file, "--cache-dir", folder)
    usual = verifier.corpus.cache.Cache._holds

    def gone(self, part):
        held = usual(self, part)
        for entry in entries(folder):
            entry.unlink()
        return held

    monkeypatch.setattr(verifier.corpus.cache.Cache, "_holds", gone)
    assert verifier_run("check", file, "--cache-dir", folder) == first


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes")
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_something_else_in_the_place_of_an_entry(folder, file, verifier_run, make):
    first = verifier_run("check", file, "--cache-dir", folder)
    (entry,) = entries(folder)
    entry.unlink()
    make(entry)
    done = verifier_run("check", file, "--cache-dir", folder)
    assert done[:2] == first[:2]


def test_standard_input_is_not_kept(folder, verifier_run):
    for data, status in ((FAULTY, 1), (CLEAN, 0)):
        assert verifier_run("check", "-", "--cache-dir", folder, stdin=data)[0] == status
    assert entries(folder) == []


def test_what_failed_is_not_kept(folder, file, verifier_run, monkeypatch):
    def fails(source, path, **options):
        raise RuntimeError("a fault of ours")

    with monkeypatch.context() as patch:
        patch.setattr(verifier.corpus.judging, "judge_source", fails)
        assert verifier_run("check", file, "--cache-dir", folder)[0] == 2
    assert entries(folder) == []
    assert verifier_run("check", file, "--cache-dir", folder, "--game-timeout", "0")[0] == 2
    assert entries(folder) == []
    assert verifier_run("check", file, "--cache-dir", folder)[0] == 1


def test_games_that_are_handed_on_by_and_by(folder, tmp_path, verifier_run, judged, monkeypatch):
    monkeypatch.setattr(verifier.corpus.judging, "MOST_EVENTS", 1000)
    path = tmp_path / "a.replay.gz"
    path.write_bytes(gzip.compress((FAULTY + CLEAN) * 10))
    first = verifier_run("check", path, "--cache-dir", folder, "--jobs", 1)
    (entry,) = entries(folder)
    assert entry.read_bytes().count(b'\n["some",') >= 10
    judged.clear()
    assert verifier_run("check", path, "--cache-dir", folder, "--jobs", 1) == first
    assert judged == []
    monkeypatch.setattr(verifier.corpus.cache, "LARGEST_ENTRY", 1000)
    assert verifier_run("check", path, "--cache-dir", folder, "--jobs", 1) == first
    assert judged == [str(path)]
    entry.unlink()
    assert verifier_run("check", path, "--cache-dir", folder, "--jobs", 1) == first
    assert entries(folder) == []


def test_what_was_not_used_for_longest_goes(folder, tmp_path, verifier_run, monkeypatch):
    paths = [tmp_path / f"{name}.replay" for name in "abc"]
    names = {}
    for number, path in enumerate(paths):
        path.write_bytes(FAULTY)
        known = {*entries(folder)} if folder.exists() else set()
        verifier_run("check", path, "--cache-dir", folder)
        (new,) = {*entries(folder)} - known
        os.utime(new, (number, number))
        names[path] = new
    # That a is used makes b the oldest.
    verifier_run("check", paths[0], "--cache-dir", folder)
    monkeypatch.setattr(verifier.corpus.cache, "MOST_BYTES", names[paths[0]].stat().st_size * 7 // 2)
    other = tmp_path / "d.replay"
    other.write_bytes(FAULTY)
    verifier_run("check", other, "--cache-dir", folder)
    left = {*entries(folder)}
    assert len(left) == 3
    assert names[paths[1]] not in left
    assert {names[paths[0]], names[paths[2]]} <= left


def test_a_folder_of_somebody_else_is_left_as_it_is(tmp_path, file, verifier_run):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "letter.txt").write_text("Dear all", encoding="utf-8")
    status, written, said = verifier_run("check", file, "--cache-dir", tmp_path / "docs")
    assert (status, written) == (2, "")
    assert re.search(r"docs is no folder of a cache; it is left as it is\.", said)
    assert [path.name for path in (tmp_path / "docs").iterdir()] == ["letter.txt"]


def test_a_folder_that_cannot_be_used_is_told_and_the_run_goes_on(file, tmp_path, verifier_run):
    plain = verifier_run("check", file)
    status, written, said = verifier_run("check", file, "--cache-dir", file / "cache")
    assert (status, written) == plain[:2]
    assert "nothing is kept in the cache" in said
