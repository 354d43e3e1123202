"""Corpora of every kind, and ways to judge them: here, in threads, in processes."""

import gzip
import os
import random
import sys
import time
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from typer.testing import CliRunner

import verifier.cli.judging
import verifier.corpus.judging
import verifier.corpus.pool
from verifier.cli.program import app
from verifier.corpus.jobs import Pace
from verifier.corpus.running import Crew
from verifier.replay.lines import LINE_LIMIT

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = [path for path in sorted((ROOT / "replays").rglob("*.replay")) if path.stat().st_size < 3000]
"""Those that are judged quickly; each is judged some hundred times."""
HEADER = b'{"replay":1,"game":"king","players":["A","B","C","D"]}\n'
NOTE = b'["note","x"]\n'
BOM = b"\xef\xbb\xbf"
CLEAN = (ROOT / "replays/kierki/match-clean.replay").read_bytes()
FAULTY = (ROOT / "replays/kierki/match-disputed.replay").read_bytes()


def soup(seed: int) -> bytes:
    """Return bytes in which games begin at all sorts of places."""
    rng = random.Random(seed)
    lines = [HEADER, NOTE, b"\n", b" \t\n", b"\t" + HEADER, BOM + HEADER, b"\r\n", b"{", b'x{"\n', b"\xff\n", b"{}\n"]
    return b"".join(rng.choice(lines) for _ in range(rng.randrange(60)))


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with all samples many times over, and whatever may stand in files."""
    folder = tmp_path_factory.mktemp("hostile")
    samples = b"".join(path.read_bytes() for path in SAMPLES)
    files = {
        "a-many.replay": samples * 2,
        "b-no-header.replay": NOTE + b'["m","a5S"]\n' + samples,
        "c-torn.replay": samples + CLEAN[:-1],
        "d-mark.replay": BOM + CLEAN + BOM + FAULTY + CLEAN,
        "e-lines.replay": (FAULTY + CLEAN).replace(b"\n", b"\r\n"),
        "f-blanks.replay": b"\n \n\t\n" + FAULTY + b"\n\n" + CLEAN + b"\n\n\n",
        "g-empty.replay": b"",
        "h-only-blanks.replay": b"\n\n  \n",
        "i-braces.replay": b"{\n" * 300 + CLEAN,
        "j-long.replay": HEADER + NOTE * 3000 + CLEAN + HEADER[:-1] + b" " * LINE_LIMIT + b"\n" + FAULTY,
        "k-packed.replay.gz": gzip.compress(samples),
        "l-packed.replay.zst": zstd.compress(FAULTY + CLEAN + FAULTY),
        "m-corrupt.replay.gz": gzip.compress(samples)[:-20],
        "n-many/inner.replay": FAULTY,
        **{f"o-soup-{seed}.replay": soup(seed) for seed in range(12)},
    }
    for name, data in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)
    os.mkfifo(folder / "p-pipe.replay")
    return folder


@pytest.fixture
def verifier_run():
    """Run the program in this process: exit status, standard output, standard error."""

    def run(*arguments: object, stdin: bytes = b"") -> tuple[int, str, str]:
        done = CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)
        return done.exit_code, done.stdout, done.stderr

    return run


@pytest.fixture
def part_size(monkeypatch: pytest.MonkeyPatch):
    """Set how many bytes a part has at least."""

    def set_to(size: int) -> None:
        monkeypatch.setattr(verifier.cli.judging, "pace", lambda: Pace(1, size, size))

    return set_to


@pytest.fixture
def judged(monkeypatch):
    """The paths of all parts that are judged in this process from now on."""
    paths = []
    usual = verifier.corpus.judging.judge_source

    def noted(source, path, **options):
        paths.append(path)
        yield from usual(source, path, **options)

    monkeypatch.setattr(verifier.corpus.judging, "judge_source", noted)
    return paths


class Unordered(ThreadPoolExecutor):
    """Does its work in threads, each after a while."""

    def __init__(self, workers: int, seed: int) -> None:
        super().__init__(workers)
        self._rng = random.Random(seed)

    def submit(self, work, /, *arguments):
        rest = self._rng.random() / 200

        def later() -> object:
            time.sleep(rest)
            return work(*arguments)

        return super().submit(later)


class AtOnce:
    """Does all work when it is handed over, and counts how much was handed over and not yet looked at."""

    def __enter__(self):
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def submit(self, work, /, *arguments) -> Future:
        future: Future = Future()
        future.set_result(work(*arguments))
        return future


def no_rescue(packet, plan):
    raise AssertionError("nobody is lost here")


def crew_of(hire, workers: int = 2) -> Crew:
    return Crew(hire, workers, BrokenExecutor, no_rescue)


@pytest.fixture
def hired(monkeypatch: pytest.MonkeyPatch):
    """Let another executor than a pool of processes do the work."""

    def hired(hire) -> None:
        monkeypatch.setattr(verifier.corpus.pool, "process_crew", lambda number: crew_of(hire, number))

    return hired
