"""Worker processes of this machine: they die with the program, and one that is killed takes no other game with it."""

import multiprocessing
import os
import signal
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from types import TracebackType
from typing import Final

from verifier.corpus.judging import Packet, judge_packet
from verifier.corpus.plan import Judged, Plan
from verifier.corpus.rescue import rescued
from verifier.corpus.running import Crew
from verifier.replay.parts import Part

START_METHOD: Final = "fork" if sys.platform == "linux" else "spawn"
SAFE_PATH: Final = "PYTHONSAFEPATH"


class Workers(ProcessPoolExecutor):
    """A pool of processes; where its context is left by an exception they are killed, since nobody waits for them."""

    def __init__(self, number: int, method: str = START_METHOD) -> None:
        self._older = set(multiprocessing.active_children())
        # The folder that the program is started in may hold anything: no module of a worker is to come from there.
        self._safe_path = os.environ.get(SAFE_PATH)
        os.environ[SAFE_PATH] = "1"
        super().__init__(number, multiprocessing.get_context(method), _begin_work)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let the workers end, or end them."""
        if kind is not None:
            for process in set(multiprocessing.active_children()) - self._older:
                process.kill()
        self.shutdown(wait=True, cancel_futures=True)
        if self._safe_path is None:
            os.environ.pop(SAFE_PATH, None)
        else:
            os.environ[SAFE_PATH] = self._safe_path


def _begin_work() -> None:
    """Make a process one that ends when it is told to, and with the program; Ctrl-C is the program's to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    hang_up = getattr(signal, "SIGHUP", None)
    if hang_up is not None and signal.getsignal(hang_up) is not signal.SIG_IGN:
        signal.signal(hang_up, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


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

        return rescued(packet, ask, (BrokenProcessPool,))

    return Crew(hire, number, (BrokenProcessPool,), rescue)
