"""Several processes as a person starts them: what they import, how they are stopped, and that none is left."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from verifier.corpus.jobs import COMPILED, INTERPRETED, processors, worthwhile_jobs

from .conftest import CLEAN, FAULTY

linux = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
HOSTILE = ("multiprocessing", "pickle", "concurrent", "selectors", "socket", "queue", "verifier", "resource")


@pytest.mark.parametrize("asked", ["check", "score", "standings"])
def test_a_small_file_is_judged_without_another_process(run, replays, asked):
    done = run(asked, "replays/clean.replay", PYTHONPROFILEIMPORTTIME="1")
    names = set(re.findall(r"^import time:[^|]*\|[^|]*\|\s*(\S+)$", done.stderr.decode(), re.MULTILINE))
    assert "verifier.corpus.running" in names
    assert not [name for name in names if name.startswith(("multiprocessing", "concurrent", "pickle", "threading_"))]


def test_the_folder_of_the_start_gives_no_modules_to_workers_either(run, replays, tmp_path):
    for name in HOSTILE:
        (tmp_path / f"{name}.py").write_text("raise SystemExit(77)\n", encoding="utf-8")
    usual = run("check", "replays", "--jobs", "1")
    done = run("check", "replays", "--jobs", "2")
    assert (done.returncode, done.stdout, done.stderr) == (usual.returncode, usual.stdout, usual.stderr)


def test_nor_where_workers_start_anew(tmp_path, environment):
    (tmp_path / "a.replay").write_text(FAULTY * 3, encoding="utf-8")
    (tmp_path / "start.py").write_text(
        "import os, sys\n"
        "if os.getcwd() in sys.path:\n"
        "    sys.path.remove(os.getcwd())\n"
        "from verifier.corpus.plan import Plan, Reported\n"
        "from verifier.corpus.pool import process_crew\n"
        "from verifier.corpus.running import run\n"
        "from verifier.corpus.work import Work, packets\n"
        "if __name__ == '__main__':\n"
        "    work = packets(Work(['a.replay'], 1).parts(), 1)\n"
        "    for judged in run(work, Plan((Reported('concise'),)), process_crew(2, 'spawn')):\n"
        "        print(judged.pieces(), *judged.said)\n",
        encoding="utf-8",
    )
    for name in HOSTILE:
        (tmp_path / f"{name}.py").write_text("raise SystemExit(77)\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "start.py"], capture_output=True, env=environment(), cwd=tmp_path, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"SUM101") == 3


@pytest.mark.parametrize(
    "options",
    [
        ["--jobs", "0"],
        ["--jobs", "-1"],
        ["--jobs", "many"],
        ["--jobs", "1e3"],
        ["--jobs", "\u0662"],
        ["--jobs", "9" * 5000],
        ["--shard", "0/2"],
        ["--shard", "3/2"],
        ["--shard", "1"],
        ["--shard", "1/2/3"],
        ["--shard", "/"],
        ["--shard", "1/" + "9" * 5000],
        ["--game-timeout", "-1"],
        ["--game-timeout", "soon"],
        ["--game-timeout", "nan"],
        ["--game-timeout", "inf"],
        ["--shard", "1/2", "-"],
    ],
)
def test_wrong_usage_is_2_and_told_on_standard_error(run, options):
    for asked in ("check", "score", "standings"):
        done = run(asked, "x", *options)
        assert (done.returncode, done.stdout) == (2, b"")
        assert b"Usage: verifier" in done.stderr
        assert b"Error: Invalid value for '--" in done.stderr


def test_standard_input_has_no_shards_where_no_path_is_given_either(run):
    assert b"standard input has no shards" in run("check", "--shard", "1/2", stdin=CLEAN.encode()).stderr


def test_shards_of_the_command_are_together_the_whole(run, replays):
    whole = run("check", "replays", "--output-format", "jsonl").stdout.splitlines()[:-1]
    shards = [run("check", "replays", "--output-format", "jsonl", "--shard", f"{n}/3") for n in (1, 2, 3)]
    assert [line for done in shards for line in done.stdout.splitlines()[:-1]] == whole


def test_as_many_jobs_as_pay_off(tmp_path, monkeypatch):
    path = tmp_path / "large.replay"
    with path.open("wb") as file:
        file.truncate(max(COMPILED.worth, INTERPRETED.worth))
    monkeypatch.setattr("verifier.corpus.jobs.processors", lambda: 7)
    assert worthwhile_jobs(["-", str(tmp_path / "no"), str(path)]) == 7
    assert worthwhile_jobs(["-", str(tmp_path / "no")]) == 1
    monkeypatch.setattr("verifier.corpus.jobs.processors", lambda: 1)
    assert worthwhile_jobs([str(path)]) == 1


def test_processors_are_those_that_may_be_used():
    assert 1 <= processors() <= (os.cpu_count() or 1)


def family_of(number: int) -> set[int]:
    """Return the processes that run the program with this number in their environment."""
    mark = f"FAMILY={number}".encode()
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if mark in (entry / "environ").read_bytes().split(b"\0"):
                    state = (entry / "stat").read_bytes().rpartition(b")")[2].split()[0]
                    if state != b"Z":
                        found.add(int(entry.name))
            except OSError:
                continue
    return found


def gone(number: int) -> bool:
    """Return whether all these processes end within some seconds."""
    end = time.monotonic() + 20
    while family_of(number) and time.monotonic() < end:
        time.sleep(0.02)
    return not family_of(number)


@linux
@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129), ("SIGKILL", -9)])
@pytest.mark.parametrize("group", [False, True], ids=["alone", "group"])
def test_a_stopped_run_leaves_no_process(command, environment, tmp_path, name, status, group):
    path = tmp_path / "large.replay"
    path.write_text(FAULTY * 20_000, encoding="utf-8")
    family = os.getpid() * 1000 + status % 100
    words = [*command, "check", path, "--jobs", "2", "--output-format", "jsonl"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(words, env=environment(FAMILY=str(family)), start_new_session=True, **pipes) as process:
        process.stdout.readline()
        assert len(family_of(family)) == 3
        start = time.monotonic()
        (os.killpg if group else os.kill)(process.pid, getattr(signal, name))
        _, errors = process.communicate(timeout=60)
    assert process.returncode == status
    assert time.monotonic() - start < 10
    if name != "SIGKILL":
        assert errors == f"verifier: stopped by {name}; what was written is not the whole.\n".encode()
    assert gone(family)


@linux
def test_a_signal_that_the_caller_ignores_does_not_hinder_workers_from_ending(command, environment, tmp_path):
    (tmp_path / "a.replay").write_text(FAULTY * 100, encoding="utf-8")
    words = ["sh", "-c", 'trap "" TERM INT HUP; exec "$@"', "sh", *command, "check", tmp_path, "--jobs", "2"]
    family = os.getpid() * 1000 + 999
    done = subprocess.run(words, capture_output=True, env=environment(FAMILY=str(family)), timeout=60, check=False)
    assert done.returncode == 1
    assert gone(family)
