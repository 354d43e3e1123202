"""Processes that are killed: every game but those that kill is judged, and these are named."""

import gzip
import multiprocessing
import os
import signal
import sys
import time

import pytest

import verifier.corpus.judging
from verifier.corpus.plan import Plan, Reported
from verifier.corpus.pool import process_crew
from verifier.corpus.running import run
from verifier.corpus.work import Work, packets

from .conftest import CLEAN, FAULTY, NOTE

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a judge that kills reaches the workers by a fork")

LINES = CLEAN.count(b"\n")


@pytest.fixture
def killing(monkeypatch):
    """Let the games of these numbers kill the process that judges them, if it is a worker."""

    def killing(*culprits: int) -> None:
        usual = verifier.corpus.judging.judge_source

        def kills(source, path, **options):
            for verdict in usual(source, path, **options):
                if (
                    verdict.game in culprits
                    and "/kills.replay" in path
                    and multiprocessing.parent_process() is not None
                ):
                    os.kill(os.getpid(), signal.SIGKILL)
                yield verdict

        monkeypatch.setattr(verifier.corpus.judging, "judge_source", kills)

    return killing


def told(path, game, line):
    return f"verifier: {path}, game {game} (line {line}): the process that judged it was killed; it is not verified.\n"


def test_the_games_that_kill_are_named_and_all_others_are_judged(tmp_path, verifier_run, part_size, killing):
    path = tmp_path / "kills.replay"
    path.write_bytes(NOTE + CLEAN * 30)
    (tmp_path / "z.replay").write_bytes(FAULTY * 20)
    part_size(5 * len(CLEAN))
    arguments = ["check", "--output-format", "jsonl", tmp_path]
    _, written, said = verifier_run(*arguments, "--jobs", 1)
    killing(4, 12, 13, 31)
    status, others, sentences = verifier_run(*arguments, "--jobs", 2)
    assert status == 2
    named = "".join(told(path, game, 2 + (game - 2) * LINES) for game in (4, 12, 13, 31))
    assert said.startswith("verifier: 51 games in 2 files: 30 clean, 20 faulty, 1 unreadable; ")
    assert sentences.startswith(named + "verifier: 47 games in 2 files: 26 clean, 20 faulty, 1 unreadable; ")
    culprits = {4, 12, 13, 31}
    lines = [
        line
        for line in written.splitlines()[:-1]
        if not any(line.startswith(f'{{"path":"{path}","game":{game},') for game in culprits)
    ]
    assert len(lines) == 47
    assert others.splitlines()[:-1] == lines
    assert multiprocessing.active_children() == []


def test_a_game_that_kills_alone_in_its_file(tmp_path, verifier_run, killing):
    for name in ("a", "kills", "z"):
        (tmp_path / f"{name}.replay").write_bytes(CLEAN)
    killing(1)
    status, written, said = verifier_run("check", tmp_path, "--jobs", 2)
    assert (status, said) == (2, told(tmp_path / "kills.replay", 1, 1))
    assert written.startswith("2 games in 3 files: 2 clean; ")


def test_a_compressed_file_that_kills_is_named_as_a_whole(tmp_path, verifier_run, killing):
    path = tmp_path / "kills.replay.gz"
    path.write_bytes(gzip.compress(CLEAN * 3))
    (tmp_path / "z.replay").write_bytes(CLEAN)
    killing(2)
    status, written, said = verifier_run("check", tmp_path, "--jobs", 2)
    assert (status, said) == (2, f"verifier: {path}: the process that judged it was killed; it is not verified.\n")
    assert written.startswith("1 game in 2 files: 1 clean; ")


def test_workers_that_start_anew_judge_the_same(tmp_path):
    # As where there is no fork: nothing comes from the parent but the plan and the parts.
    paths = []
    for name in ("a", "b"):
        paths.append(str(tmp_path / f"{name}.replay"))
        (tmp_path / f"{name}.replay").write_bytes(FAULTY * 4 + CLEAN)
    plan = Plan((Reported("full"),))
    work = list(packets(Work(paths, 20_000).parts(), 20_000))
    alone = [pieces for judged in run(work, plan) for pieces in judged.pieces()]
    assert [pieces for judged in run(work, plan, process_crew(2, "spawn")) for pieces in judged.pieces()] == alone
    assert len(alone) == 8


def test_workers_end_where_nobody_waits_for_them(tmp_path):
    path = tmp_path / "a.replay"
    path.write_bytes(FAULTY * 200)
    results = run(packets(Work([str(path)], 100_000).parts(), 100_000), Plan((Reported("full"),)), process_crew(2))
    next(results)
    assert len(multiprocessing.active_children()) == 2
    start = time.monotonic()
    results.close()
    assert time.monotonic() - start < 10
    assert multiprocessing.active_children() == []
