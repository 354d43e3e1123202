"""Worker processes of this machine: they die with the program, and one that is killed takes no other game with it."""

import contextlib
import multiprocessing
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Future, ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, Final, ParamSpec, TypeVar

from verifier.corpus.judging import Packet, judge_packet
from verifier.corpus.plan import Judged, Plan
from verifier.corpus.rescue import rescued
from verifier.corpus.running import Crew
from verifier.replay.parts import Part

START_METHOD: Final = "fork" if sys.platform == "linux" else "spawn"
SAFE_PATH: Final = "PYTHONSAFEPATH"

Asked = ParamSpec("Asked")
Done = TypeVar("Done")


class LostWorkerError(BrokenExecutor):
    """The process that had this work in hand has ended before the work was done."""


class Workers(ThreadPoolExecutor):
    """Processes that do work, each at the end of a pipe of its own, at whose other end a thread waits.

    Where one is lost, its work raises LostWorkerError, what others have in hand is done, and what nobody has begun is
    cancelled. Nothing is shared: a process that is killed in the middle of an answer, as happens to large ones when
    memory is short, keeps no lock and leaves no half answer for the others, as it does to ProcessPoolExecutor, which
    then waits for ever. Where the context is left by an exception all are killed, since nobody waits for them.
    """

    def __init__(self, number: int, method: str = START_METHOD) -> None:
        self._free: queue.SimpleQueue[Connection | None] = queue.SimpleQueue()
        self._pipes: list[Connection] = []
        self._processes: list[BaseProcess] = []
        # The folder that the program is started in may hold anything: no module of a worker is to come from there.
        safe_path = os.environ.get(SAFE_PATH)
        os.environ[SAFE_PATH] = "1"
        try:
            for _ in range(number):
                self._start_one(multiprocessing.get_context(method))
        except BaseException:
            self._end(kill=True)
            raise
        finally:
            if safe_path is None:
                del os.environ[SAFE_PATH]
            else:
                os.environ[SAFE_PATH] = safe_path
        # Only now are there threads: a process that is forked off has none that could hold a lock.
        super().__init__(number)

    def _start_one(self, context: BaseContext) -> None:
        ours, theirs = context.Pipe()
        self._pipes.append(ours)
        # A process that is forked off has our ends of all pipes; as long as it keeps them, they do not end with us.
        inherited = [*self._pipes] if context.get_start_method() == "fork" else []
        process = context.Process(target=_work, args=(theirs, inherited), daemon=True)  # type: ignore[attr-defined]
        process.start()
        self._processes.append(process)
        theirs.close()
        self._free.put(ours)

    def submit(self, work: Callable[Asked, Done], /, *args: Asked.args, **kwargs: Asked.kwargs) -> Future[Done]:
        """Have some work done by a process."""
        return super().submit(self._asked, work, args, kwargs)

    def _asked(self, *asked: object) -> Any:
        pipe = self._free.get()
        if pipe is None:
            # One was lost; the others are not to begin anything.
            self._free.put(None)
            raise CancelledError
        try:
            pipe.send(asked)
            error, done = pipe.recv()
        except (EOFError, OSError):
            self._free.put(None)
            raise LostWorkerError from None
        self._free.put(pipe)
        if error is not None:
            raise error
        return done

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let the workers end what they have in hand, or end them."""
        if kind is not None:
            self._kill()
        self.shutdown(wait=True, cancel_futures=True)
        self._end(kill=kind is not None)

    def _kill(self) -> None:
        for process in self._processes:
            process.kill()

    def _end(self, *, kill: bool) -> None:
        if kill:
            self._kill()
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.join()


def _work(pipe: Connection, inherited: Sequence[Connection]) -> None:
    """Do what is asked through a pipe until its other end is closed."""
    for other in inherited:
        other.close()
    # Ctrl-C is the program's to answer; what else ends a process ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with contextlib.suppress(EOFError, OSError):
        while True:
            work, args, kwargs = pipe.recv()
            answer: tuple[Exception | None, object]
            try:
                answer = None, work(*args, **kwargs)
            except Exception as error:  # noqa: BLE001 - whatever it is, who has asked is to know it
                answer = error, None
            pipe.send(answer)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def process_crew(number: int, method: str = START_METHOD) -> Crew:
    """Return a crew of so many processes."""

    def hire(workers: int) -> Workers:
        return Workers(workers, method)

    def rescue(packet: Packet, plan: Plan) -> list[Judged | Part]:
        def ask(packet: Packet) -> list[Judged | Part]:
            with Workers(1, method) as worker:
                return worker.submit(judge_packet, packet, plan).result()

        return rescued(packet, ask, LostWorkerError)

    return Crew(hire, number, LostWorkerError, rescue)
