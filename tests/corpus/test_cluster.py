"""A real Dask cluster of two processes: the same report byte for byte, also where a game kills whoever judges it."""

# ruff: noqa: PLC0415 - what is sent to workers brings its imports along

import socket
import subprocess
import sys
import time

import dask
import pytest
from distributed import Client, LocalCluster, WorkerPlugin

import verifier.corpus.cluster
from verifier.cli.many import DASK

from .conftest import CLEAN, FAULTY, NOTE, ROOT

LINES = CLEAN.count(b"\n")


@pytest.fixture(scope="module")
def cluster():
    """Return the scheduler's address. A task that kills is not tried again by the scheduler, which takes long."""
    settings = {"distributed.scheduler.allowed-failures": 0, "distributed.worker.daemon": True}
    with (
        dask.config.set(settings),
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0", silence_logs=60
        ) as running,
    ):
        yield running.scheduler_address


def on(cluster):
    return ["--executor", DASK + cluster]


@pytest.mark.parametrize(
    "asked",
    [
        ["check", "--output-format", "json"],
        ["check", "--output-format", "concise", "--statistics"],
        ["score", "--format", "tsv"],
        ["standings", "--format", "json"],
    ],
    ids=" ".join,
)
def test_the_same_report(hostile, verifier_run, part_size, cluster, asked, monkeypatch):
    part_size(20_000)
    monkeypatch.chdir(hostile.parent)
    # The workers are in another folder.
    arguments = [*asked, hostile.name, "missing"]
    alone = verifier_run(*arguments, "--jobs", 1)
    assert verifier_run(*arguments, *on(cluster)) == alone
    assert alone[0] == 2
    assert len(alone[1]) > 200


def test_standard_input_is_read_here(tmp_path, verifier_run, part_size, cluster):
    (tmp_path / "a.replay").write_bytes(FAULTY * 3)
    part_size(1)
    arguments = ["check", "--output-format", "jsonl", tmp_path, "-"]
    alone = verifier_run(*arguments, "--jobs", 1, stdin=CLEAN + FAULTY)
    assert verifier_run(*arguments, *on(cluster), stdin=CLEAN + FAULTY) == alone


def killing(cluster, *culprits):
    """Let the workers, also those that come later, die of the games of these numbers in files named so."""

    class Killing(WorkerPlugin):
        name = "killing"

        def setup(self, worker):
            import os
            import signal

            import verifier.corpus.judging as room

            self.usual = usual = room.judge_source

            def kills(source, path, **options):
                for verdict in usual(source, path, **options):
                    if verdict.game in culprits and "kills" in path:
                        os.kill(os.getpid(), signal.SIGKILL)
                    yield verdict

            room.judge_source = kills

        def teardown(self, worker):
            import verifier.corpus.judging as room

            room.judge_source = self.usual

    with Client(cluster, set_as_default=False) as client:
        client.register_plugin(Killing())


def test_a_game_that_kills_is_named_and_all_others_are_judged(tmp_path, verifier_run, part_size, cluster):
    path = tmp_path / "kills.replay"
    path.write_bytes(NOTE + CLEAN * 12)
    (tmp_path / "z.replay").write_bytes(FAULTY * 5)
    part_size(4 * len(CLEAN))
    arguments = ["check", "--output-format", "jsonl", tmp_path]
    _, written, said = verifier_run(*arguments, "--jobs", 1)
    killing(cluster, 6)
    try:
        status, others, sentences = verifier_run(*arguments, *on(cluster))
    finally:
        with Client(cluster, set_as_default=False) as client:
            client.unregister_worker_plugin("killing")
    assert status == 2
    named = (
        f"verifier: {path}, game 6 (line {2 + 4 * LINES}): the process that judged it was killed; it is not verified.\n"
    )
    said = said.replace("18 games", "17 games").replace("12 clean", "11 clean")
    assert sentences.rpartition(", ")[0] == named + said.rpartition(", ")[0]
    lines = [line for line in written.splitlines()[:-1] if not line.startswith(f'{{"path":"{path}","game":6,')]
    assert len(lines) == 17
    assert others.splitlines()[:-1] == lines


def test_workers_of_another_version_are_refused(verifier_run, cluster):
    class Another(WorkerPlugin):
        """Let the workers, also those that come later, be of another edition."""

        name = "another"

        def setup(self, worker):
            import verifier.corpus.edition as room

            self.usual, room.edition = room.edition, lambda: "another"

        def teardown(self, worker):
            import verifier.corpus.edition as room

            room.edition = self.usual

    with Client(cluster, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
        client.register_plugin(Another())
        try:
            status, written, said = verifier_run("check", "x.replay", *on(cluster))
        finally:
            client.unregister_worker_plugin("another")
    assert (status, written) == (2, "")
    assert said.startswith("verifier: the Dask worker tcp://")
    assert said.endswith(" has another version of this program, or of what it needs, or none.\n")


def test_no_scheduler(verifier_run, monkeypatch):
    monkeypatch.setattr(verifier.corpus.cluster, "PATIENCE", 1.0)
    with socket.socket() as silent:
        # It takes connections and says nothing.
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        for address in (f"127.0.0.1:{silent.getsockname()[1]}", "tcp://127.0.0.1:9", "nonsense://x:1", "[:::", "\x85"):
            start = time.monotonic()
            status, written, said = verifier_run("check", "x.replay", "--executor", DASK + address)
            assert (status, written) == (2, "")
            assert address.isprintable() == ("verifier: no Dask scheduler can be reached at " in said)
            assert time.monotonic() - start < 8


def test_a_cluster_without_workers(verifier_run, monkeypatch):
    monkeypatch.setattr(verifier.corpus.cluster, "PATIENCE", 1.0)
    with LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0", silence_logs=60) as empty:
        status, written, said = verifier_run("check", "x.replay", *on(empty.scheduler_address))
    assert (status, written) == (2, "")
    assert said == f"verifier: the Dask cluster at {empty.scheduler_address} has no worker.\n"


def test_a_scheduler_that_is_lost_in_the_middle(tmp_path, verifier_run, part_size, monkeypatch):
    monkeypatch.setattr(verifier.corpus.cluster, "PATIENCE", 1.0)
    (tmp_path / "a.replay").write_bytes(FAULTY * 60)
    part_size(1)
    scheduler = subprocess.Popen(
        [sys.executable, "-c", SCHEDULER], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT, text=True
    )
    try:
        address = scheduler.stdout.readline().strip()
        usual = verifier.corpus.cluster.Cluster.submit

        def submit(self, work, /, *arguments):
            future = usual(self, work, *arguments)
            if scheduler.poll() is None:
                future.result()
                scheduler.kill()
                scheduler.wait()
            return future

        monkeypatch.setattr(verifier.corpus.cluster.Cluster, "submit", submit)
        status, _, said = verifier_run("check", tmp_path, *on(address))
    finally:
        scheduler.kill()
        scheduler.wait()
        scheduler.stdout.close()
    assert status == 2
    assert said == f"verifier: the Dask scheduler at {address} is lost; what was written is not the whole.\n"


SCHEDULER = """
import time
from distributed import LocalCluster
if __name__ == "__main__":
    cluster = LocalCluster(n_workers=1, processes=False, protocol="tcp", dashboard_address="127.0.0.1:0")
    print(cluster.scheduler_address, flush=True)
    time.sleep(120)
"""


def test_without_the_library_its_extra_is_named(verifier_run, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    status, written, said = verifier_run("check", "x.replay", "--executor", "dask:127.0.0.1:1")
    assert (status, written) == (2, "")
    assert said == "verifier: a Dask cluster needs `pip install 'replay-verifier[dask]'`.\n"


@pytest.mark.parametrize("executor", ["dask", "dask:", "ray:1", "", "local:", "dask:\x1b[2J"])
def test_no_other_executors(verifier_run, executor):
    status, written, said = verifier_run("check", "x.replay", "--executor", executor)
    assert (status, written) == (2, "")
    assert "neither local nor dask:ADDRESS" in said
    assert "\x1b" not in said
