"""The limit in C: compiles it, and times it as a process of its own less what starting it takes."""

import os
import shutil
import statistics
import subprocess
from collections.abc import Sequence
from pathlib import Path

from bench.rounds import Contestant

SOURCES = Path(__file__).resolve().parent.parent / "limit"
MOST_PASSES = 2000


def built(game: str, folder: Path) -> Path | None:
    """Return the compiled limit of a game, or None where there is no gcc. Raises CalledProcessError."""
    compiler = shutil.which("gcc")
    if compiler is None:
        return None
    program = folder / f"limit-{game}"
    subprocess.run([compiler, "-O2", "-o", str(program), str(SOURCES / f"{game}.c")], check=True)
    return program


def accepted(program: Path, paths: Sequence[Path]) -> int:
    """Return how many games of these files the limit accepts."""
    words = [str(program), *map(str, paths)]
    return int(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


class Limit(Contestant):
    """The limit over one file, which every run names once more to the same process."""

    def __init__(self, name: str, unit: str, units: int, program: Path, path: Path) -> None:
        super().__init__(name, unit, units, lambda: None)
        self.program, self.path = program, path

    def seconds(self, repeats: int) -> float:
        """Return the CPU seconds of so many passes, without those of the start and end of the process."""
        passes = min(repeats, MOST_PASSES)
        start = statistics.median(self._process([]) for _ in range(5))
        return (self._process([str(self.path)] * passes) - start) / passes * repeats

    def _process(self, paths: list[str]) -> float:
        child = os.posix_spawn(
            self.program,
            [str(self.program), *paths],
            dict(os.environ),
            file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)],
        )
        _, status, used = os.wait4(child, 0)
        if status:
            raise RuntimeError(f"the limit ended with status {status}")
        return used.ru_utime + used.ru_stime
