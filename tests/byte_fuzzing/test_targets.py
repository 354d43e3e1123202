"""Whatever bytes come in, nothing is raised but what is documented, and each input costs little.

Inputs that once were too much stand in `found/`; see `byte_fuzzing.__main__` for longer runs.
"""

import subprocess
import sys
from pathlib import Path

import pytest
from byte_fuzzing.engines import FEWEST, FOUND, GUIDED, RANDOM, default_engine, run
from byte_fuzzing.limits import LargeError, SlowError, bounded
from byte_fuzzing.names import NAMES
from byte_fuzzing.targets import TARGETS

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 0.7
KEPT = sorted(path for path in FOUND.rglob("*") if path.is_file())


def test_every_target_has_a_name() -> None:
    assert tuple(TARGETS) == NAMES


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_was_once_too_much_is_taken_in(path: Path) -> None:
    bounded(TARGETS[path.parent.name].check)(path.read_bytes())


@pytest.mark.parametrize("name", NAMES)
def test_seeds_do_lead_somewhere(name: str) -> None:
    seeds = TARGETS[name].seeds()
    assert len({*seeds}) >= 4
    for seed in seeds:
        bounded(TARGETS[name].check)(seed)


@pytest.mark.parametrize("name", NAMES)
def test_random_bytes_are_taken_in(name: str) -> None:
    ran = run(name, SECONDS, RANDOM)
    assert ran.failures == ()
    assert ran.inputs >= len(TARGETS[name].seeds()) + FEWEST


def test_the_command_runs_the_engine_that_is_there() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "byte_fuzzing", "--seconds", "2", "event"],
        cwd=ROOT,
        env={"PYTHONPATH": ":".join([str(ROOT), str(ROOT / "tests"), *sys.path])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert default_engine() in {GUIDED, RANDOM}
    assert done.stdout.splitlines()[1].split()[:2] == ["event", default_engine()]
    assert int(done.stdout.splitlines()[1].split()[2]) > 500


def test_an_input_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(data: bytes) -> None:
        assert data[:0] == b""
        raise KeyError(len(data))

    monkeypatch.setitem(TARGETS, "event", TARGETS["event"]._replace(check=check))
    (failure,) = run("event", 1, RANDOM).failures
    assert failure[0] == TARGETS["event"].seeds()[0]
    assert failure[1].startswith("KeyError")


def test_bounds_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(_data: bytes) -> None:
        sum(range(4_000_000))

    monkeypatch.setattr("byte_fuzzing.limits.MOST_SECONDS", 0.001)
    with pytest.raises(SlowError):
        bounded(slow)(b"")
    monkeypatch.setattr("byte_fuzzing.limits.MOST_SECONDS", 100.0)
    peaks = iter([0, 257 << 20])
    monkeypatch.setattr("byte_fuzzing.limits.peak", lambda: next(peaks))
    with pytest.raises(LargeError):
        bounded(slow)(b"")
