"""Runs one target for some seconds: guided by coverage where Atheris is installed, else at random."""

import hashlib
import os
import re
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from byte_fuzzing.limits import MOST_BYTES, bounded, peak
from byte_fuzzing.scratch import PLACE, place

GUIDED, RANDOM = "atheris", "random"
FOUND = Path(__file__).with_name("found")
"""A folder for each target, with the bytes that it once could not take; ordinary tests hand them in again."""

LIBRARY_LIMITS = ("-timeout=30", "-rss_limit_mb=768", f"-max_len={MOST_BYTES}")
"""The last resort of libFuzzer, whose own needs count in them; `limits` is the bound."""


FEWEST = 20
"""Inputs besides the seeds, however slow the machine is."""


class Ran(NamedTuple):
    """What a run came to: inputs, seconds, bytes that the process held at most, inputs that failed and how."""

    target: str
    engine: str
    inputs: int
    seconds: float
    memory: int
    failures: tuple[tuple[bytes, str], ...]


def default_engine() -> str:
    """Return the engine that is there."""
    return GUIDED if find_spec("atheris") else RANDOM


def run(target: str, seconds: float, engine: str, seed: int = 1, corpus: Path | None = None) -> Ran:
    """Run a target for so many seconds; `corpus` is a folder in which the guided engine goes on from run to run."""
    return (_run_guided if engine == GUIDED else _run_random)(target, seconds, seed, corpus)


def _run_random(name: str, seconds: float, seed: int, _corpus: Path | None) -> Ran:
    from byte_fuzzing.spoiling import spoiled  # noqa: PLC0415 - the other engine has no use for it
    from byte_fuzzing.targets import TARGETS  # noqa: PLC0415 - the guided engine must be the first to import it

    target = TARGETS[name]
    check = bounded(target.check)
    begin, inputs, failures = time.monotonic(), 0, []
    seeds = target.seeds()
    for data in spoiled(seeds, seed):
        if time.monotonic() - begin > seconds and inputs >= len(seeds) + FEWEST:
            break
        inputs += 1
        try:
            check(data)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is a failure
            failures.append((data, f"{type(error).__name__}: {error}"))
            break
    return Ran(name, RANDOM, inputs, time.monotonic() - begin, peak(), tuple(failures))


_STATISTIC = re.compile(r"^stat::(\w+):\s+(\d+)", re.MULTILINE)
_RAISED = re.compile(r"=== Uncaught Python exception: ===\n(.*)")


def _run_guided(name: str, seconds: float, seed: int, corpus: Path | None) -> Ran:
    with tempfile.TemporaryDirectory(prefix="byte-fuzzing-", dir=place()) as scratch:
        artifacts, temporary, grown = (Path(scratch, part) for part in ("crashes", "tmp", "corpus"))
        for path in (artifacts, temporary, grown):
            path.mkdir()
        if corpus is not None:
            grown = corpus / name
            grown.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(
            [
                *(sys.executable, "-m", "byte_fuzzing.guided", name, str(grown)),
                *(*LIBRARY_LIMITS, f"-max_total_time={max(1, round(seconds))}", f"-seed={seed}"),
                *(f"-artifact_prefix={artifacts}/", "-print_final_stats=1", "-detect_leaks=0"),
            ],
            env={**os.environ, PLACE: str(temporary)},
            capture_output=True,
            check=False,
        )
        said = done.stderr.decode(errors="replace") + done.stdout.decode(errors="replace")
        crashes = tuple((path.read_bytes(), _reason(said)) for path in sorted(artifacts.iterdir()))
    told = {key: int(value) for key, value in _STATISTIC.findall(said)}
    if "number_of_executed_units" not in told or (done.returncode and not crashes):
        raise RuntimeError(f"{name} could not be run:\n{said[-2000:]}")
    inputs, memory = told["number_of_executed_units"], told["peak_rss_mb"] << 20
    # Beginning takes long, for the code is rewritten then; only the run itself counts.
    return Ran(name, GUIDED, inputs, inputs / max(told["average_exec_per_sec"], 1), memory, crashes)


def _reason(said: str) -> str:
    raised = _RAISED.search(said)
    return raised[1] if raised else said.strip().splitlines()[-1]


def keep(ran: Ran) -> list[Path]:
    """Write the inputs that failed to where ordinary tests hand them in again, and return the files."""
    paths = []
    for data, _ in ran.failures:
        path = FOUND / ran.target / hashlib.sha256(data).hexdigest()[:16]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        paths.append(path)
    return paths
