"""Ask types and tests about mutants in less time than mutmut takes for it, with the same answers.

A mutant's tests run in a fork of a pytest that has collected them: first those that killed before, then the fast.
mutmut starts pytest anew for each mutant, which takes longer than most mutants live.
"""

import gc
import os
import resource
import signal
import time
from collections import defaultdict
from contextlib import suppress
from importlib import import_module
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

import pytest
from mutmut.configuration import config
from mutmut.mutation import trampoline
from mutmut.mutation.data import MutantLineSpans
from mutmut.mutation.file_mutation import FailedTypeCheckMutant, MutatedMethodLocation
from mutmut.runners.harness import PytestRunner
from mutmut.state import state
from mutmut.type_checking import run_type_checker
from mutmut.utils.file_utils import change_cwd
from mutmut.utils.format_utils import get_mutant_name
from mutmut.workers.isolation import ForkRunner, MutantResult

MEMORY = 4 << 30
"""Bytes that the tests of a mutant may take: some loops never end, but grow."""
TIMEOUT = 36
"""What mutmut keeps of a mutant that took too long."""


def refused_by_types() -> dict[str, FailedTypeCheckMutant]:
    """Return what mypy refuses, by the names of the mutants; mutmut looks them up in the index it has made."""
    found: dict[str, FailedTypeCheckMutant] = {}
    root = Path("mutants").absolute()
    with change_cwd("mutants"):
        errors = run_type_checker(config().type_check_command)
    for path in {error.file_path for error in errors}:
        source = path.relative_to(root)
        index = MutantLineSpans.load(source)
        assert index is not None
        functions = {
            line: name
            for name, span in index.span_by_function_name.items()
            for line in range(span.start, span.end + 1)
            if not name.endswith("_orig")
        }
        for error in errors:
            if error.file_path == path:
                # Every error stands in a mutant: without them there is none.
                function = functions[error.line_number]
                where = MutatedMethodLocation(path, function, error.line_number, error.line_number)
                name = get_mutant_name(source, function)
                found[name] = FailedTypeCheckMutant(where, name, error)
    return found


class Asked(NamedTuple):
    """A mutant, and the tests that reach it, each with the seconds it may take."""

    mutant: str
    tests: dict[str, float]


class Forking:
    """A plugin of pytest that runs a mutant's tests in a fork, for as long as it is asked to."""

    def __init__(self, asking: Connection) -> None:
        self.asking = asking
        self.killers: defaultdict[str, list[str]] = defaultdict(list)
        self.telling = -1

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Answer until no more is asked."""
        items = {item.nodeid: item for item in session.items}
        # What the program imports when it needs it would be compiled for every mutant.
        for path in sorted(Path("verifier/games").rglob("*.py")):
            import_module(".".join(path.with_suffix("").parts).removesuffix(".__init__"))
        gc.collect()
        gc.freeze()
        with suppress(EOFError):
            while True:
                self.asking.send(self.answer(items, self.asking.recv()))
        return True

    def answer(self, items: dict[str, pytest.Item], asked: Asked) -> MutantResult:
        """Return what became of a mutant; 0 says that it has survived."""
        begin = time.monotonic()
        killers = self.killers[asked.mutant.rpartition("__mutmut_")[0]]
        order = [name for name in killers if name in asked.tests]
        order += sorted(asked.tests.keys() - {*order}, key=lambda name: asked.tests[name])
        order = [name for name in order if name in items]
        told, telling = os.pipe()
        child = os.fork()
        if child == 0:
            self.telling = telling
            self.run([(items[name], asked.tests[name]) for name in order], asked.mutant)
        os.close(telling)
        with os.fdopen(told, encoding="utf-8") as reading:
            killer = reading.read()
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if killer:
            killers[:] = [killer, *(name for name in killers if name != killer)]
        return MutantResult(asked.mutant, TIMEOUT if code < 0 else code, time.monotonic() - begin)

    def run(self, order: list[tuple[pytest.Item, float]], mutant: str) -> None:
        """Run tests with a mutant until one fails, and end the process."""
        # Looked up at each call of a function: the environment is too slow for that.
        trampoline.get_mutant_under_test = lambda: mutant
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        code = 3
        try:
            for number, (item, seconds) in enumerate(order):
                signal.setitimer(signal.ITIMER_PROF, seconds)
                following = order[number + 1][0] if number + 1 < len(order) else None
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            code = 0
        finally:
            os._exit(code)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """End the process with the first test that fails."""
        if report.failed:
            os.write(self.telling, report.nodeid.encode())
            os._exit(1)


class WarmRunner(ForkRunner):
    """mutmut's runner, but for the tests of mutants."""

    def __init__(self, workers: int) -> None:
        # Tests read the mutants, of which nothing may have been imported yet: what is cached would hide a mutant.
        super().__init__(workers, PytestRunner())
        self.idle: list[Connection] = []
        self.busy: list[Connection] = []
        for _ in range(workers):
            self.idle.append(self.begin())

    def begin(self) -> Connection:
        """Start a pytest that collects the tests and waits; return what asks it."""
        here, there = Pipe()
        if os.fork():
            there.close()
            return here
        for asking in (here, *self.idle):
            asking.close()
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        os.chdir("mutants")
        chosen = config()
        # Left to itself, pytest looks through the folders of earlier runs for every mutant whose test wants a folder.
        folder = mkdtemp(prefix="mutants-")
        arguments = ["--rootdir=.", "--assert=plain", "--tb=native", f"--basetemp={folder}"]
        selection = chosen.pytest_add_cli_args_test_selection
        try:
            pytest.main([*arguments, *selection, *chosen.pytest_add_cli_args], plugins=[Forking(there)])
        finally:
            os._exit(0)

    def submit(self, mutant_name: str, tests: list[str], cpu_time_limit: int, estimated_time: float) -> None:
        asking = self.idle.pop()
        asking.send(Asked(mutant_name, {test: 2 + 10 * state().duration_by_test[test] for test in tests}))
        self.busy.append(asking)

    def has_capacity(self) -> bool:
        return bool(self.idle)

    def wait_for_result(self, timeout: float | None = None) -> MutantResult:
        (asked, *_) = wait(self.busy)
        assert isinstance(asked, Connection)
        self.busy.remove(asked)
        self.idle.append(asked)
        result: MutantResult = asked.recv()
        return result

    def pending_count(self) -> int:
        return len(self.busy)

    def stop_all_workers(self) -> None:
        """Leave them: they end with the pipe."""

    def shutdown(self) -> None:
        for asking in [*self.idle, *self.busy]:
            asking.close()
