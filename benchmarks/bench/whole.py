"""Whole runs of the command as a user starts it: start-up, jobs, peak memory. Wall time, in turns."""

import statistics
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.corpora.shelf import Corpus, corpus
from bench.rounds import say
from bench.sizes import Sizes

CHUNK_GAMES = 10


def measured(python: Path, work: Path, sizes: Sizes, pace: float) -> dict[str, Any]:
    """Return what whole runs take; `pace` is what our judge takes an act of King, in nanoseconds."""
    notes: list[str] = []
    verifier = python.with_name("verifier")
    one = corpus(work / "corpora", "king", 1)
    start = starts(python, verifier, one.files["packed"], sizes.starts)
    chunk = corpus(work / "corpora", "king", CHUNK_GAMES)
    return {
        "start": start,
        "jobs": jobs(verifier, work, sizes, pace, start["check_s"], notes),
        "memory_bare_mib": peak(python, one.files["packed"], 0, [python, "-c", "pass"]),
        "memory": memory(python, verifier, chunk, sizes, pace, notes),
        "version": subprocess.run([verifier, "--version"], check=True, capture_output=True, text=True).stdout.strip(),
        "notes": notes,
    }


def wall(words: Sequence[object]) -> float:
    """Return the seconds a command takes, from its start to its end. Raises RuntimeError where it fails."""
    start = time.perf_counter()
    done = subprocess.run(list(map(str, words)), check=False, capture_output=True, text=True)
    seconds = time.perf_counter() - start
    if done.returncode:
        raise RuntimeError(f"{words} ended with status {done.returncode}: {done.stderr}")
    return seconds


def starts(python: Path, verifier: Path, replay: Path, times: int) -> dict[str, float]:
    """Return the medians of a bare start of Python and of a check of one file, and their ratio."""
    say("start-up")
    commands = {"python_s": [python, "-c", "pass"], "check_s": [verifier, "check", replay]}
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for number in range(times + 1):
        for name, words in commands.items():
            seconds = wall(words)
            if number:  # the first start fills the caches
                taken[name].append(seconds)
    medians = {name: statistics.median(seconds) for name, seconds in taken.items()}
    quotients = [check / bare for check, bare in zip(taken["check_s"], taken["python_s"], strict=True)]
    return medians | {"check_to_python": statistics.median(quotients)}


def jobs(
    verifier: Path, work: Path, sizes: Sizes, pace: float, start: float, notes: list[str]
) -> dict[str, Any] | None:
    """Return how one and two jobs do on one file, the start-up taken off both; None where there is no such option."""
    if "--jobs" not in subprocess.run([verifier, "check", "--help"], check=True, capture_output=True, text=True).stdout:
        notes.append("jobs are left out: this version of `verifier check` has no --jobs")
        return None
    chunk = corpus(work / "corpora", "king", CHUNK_GAMES)
    seconds = pace * 1e-9 * chunk.acts
    chunks = max(1, round(min(sizes.jobs_games / CHUNK_GAMES, sizes.jobs_budget / seconds)))
    games = chunks * CHUNK_GAMES
    say(f"jobs: {games} games of King")
    path = work / "jobs.replay"
    data = chunk.files["packed"].read_bytes()
    with path.open("wb") as file:
        for _ in range(chunks):
            file.write(data)
    taken: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(sizes.jobs_rounds):
        for number, seconds_taken in taken.items():
            seconds_taken.append(wall([verifier, "check", "--jobs", number, path]) - start)
    path.unlink()
    one, two = (statistics.median(taken[number]) for number in (1, 2))
    speed_up = statistics.median(one / two for one, two in zip(taken[1], taken[2], strict=True))
    acts = chunk.acts * chunks
    return {"games": games, "acts": acts, "one_s": one, "two_s": two, "speed_up": speed_up, "acts_per_s": acts / two}


def memory(
    python: Path, verifier: Path, chunk: Corpus, sizes: Sizes, pace: float, notes: list[str]
) -> list[dict[str, Any]]:
    """Return the peak of resident memory, in MiB, of a check of more and more games on standard input."""
    rows: list[dict[str, Any]] = []
    path = chunk.files["packed"]
    for games in sizes.memory_games:
        seconds = games / chunk.games * chunk.acts * pace * 1e-9
        if seconds > sizes.memory_budget:
            notes.append(f"memory: {games:,} games would take about {seconds:.0f} s and are left out of this run")
            continue
        say(f"memory: {games} games of King")
        rows.append({"games": games, "mib": peak(python, path, games // chunk.games, [verifier, "check", "-"])})
    return rows


def peak(python: Path, path: Path, times: int, words: Sequence[object]) -> float:
    """Return the peak of resident memory, in MiB, of a command that gets a file so many times through a pipe."""
    launcher = [python, "-I", "-S", Path(__file__).with_name("peak.py"), path, times]
    done = subprocess.run(list(map(str, [*launcher, *words])), check=True, capture_output=True, text=True)
    return int(done.stdout) / 1024
