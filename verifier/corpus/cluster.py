"""Workers of a Dask cluster, which see the same files at the same paths, as an executor like any other."""

import asyncio
import logging
import warnings
from collections.abc import Callable, Generator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Final, ParamSpec, TypeVar

from msgspec.structs import replace

from verifier.corpus.edition import edition
from verifier.corpus.judging import Packet, judge_packet
from verifier.corpus.plan import CannotError, Judged, Plan
from verifier.corpus.rescue import rescued
from verifier.corpus.running import Crew
from verifier.replay.parts import Part
from verifier.replay.sources import STANDARD_INPUT, is_remote
from verifier.reports.display import excerpt

PATIENCE: Final = 10.0
"""Seconds in which the scheduler has to answer, and then in which a first worker has to be there."""
MOST_WORKERS: Final = 4096
"""Workers for which packets are in flight, so that memory has a bound."""

P = ParamSpec("P")
T = TypeVar("T")


@contextmanager
def cluster_crew(address: str, number: int | None = None) -> Generator[Crew, None, None]:
    """Give the crew of the cluster whose scheduler is at an address, of as many workers as it has threads, or a number.

    Raises CannotError, also while the crew is at work.
    """
    try:
        from distributed import Client, KilledWorker  # noqa: PLC0415 - only a run on a cluster needs it
    except ImportError:
        raise CannotError("a Dask cluster needs `pip install 'replay-verifier[dask]'`.") from None
    shown = excerpt(address)
    with _quiet():
        try:
            asyncio.run(_call(address))
            client = Client(address, timeout=PATIENCE, set_as_default=False)
        except Exception as error:  # noqa: BLE001 - there are many ways for an address to be wrong
            raise CannotError(f"no Dask scheduler can be reached at {shown} ({type(error).__name__}).") from None
        try:
            _greet(client, shown)
            workers = min(number or sum(client.nthreads().values()) or 1, MOST_WORKERS)

            def hire(_: int) -> "Cluster":
                return Cluster(client, shown)

            def rescue(packet: Packet, plan: Plan) -> list[Judged | Part]:
                def ask(packet: Packet) -> list[Judged | Part]:
                    with hire(1) as cluster:
                        try:
                            return cluster.submit(judge_packet, tuple(map(seen_from_afar, packet)), plan).result()
                        except CancelledError:
                            raise cluster.lost() from None

                return rescued(packet, ask, KilledWorker)

            yield Crew(hire, workers, KilledWorker, rescue)
        finally:
            client.close(timeout=PATIENCE)


async def _call(address: str) -> None:
    """Raise an error where nobody answers at an address; a client itself would wait without end for the first word."""
    from distributed.comm import connect  # noqa: PLC0415

    async with asyncio.timeout(PATIENCE):
        line = await connect(address, timeout=PATIENCE)
    await line.close()


def _greet(client: Any, shown: str) -> None:
    """See to it that there are workers, and that all of them are of this program."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
        answers = client.run(edition, on_error="return")
    except OSError:
        raise CannotError(f"the Dask cluster at {shown} has no worker.") from None
    for worker, answer in answers.items():
        if answer != edition():
            raise CannotError(
                f"the Dask worker {excerpt(str(worker))} has another version of this program, or of what it needs, or"
                " none."
            )


@contextmanager
def _quiet() -> Generator[None, None, None]:
    """Keep the library from writing to standard error: what there is to say this program says, and escapes."""
    level = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", module="distributed")
            yield
    finally:
        logging.disable(level)


class Cluster(Executor):
    """The workers of a cluster as an executor; where its context is left by an exception, nobody waits for them."""

    def __init__(self, client: Any, shown: str) -> None:
        self._client, self._shown = client, shown
        self._executor = client.get_executor(pure=False)

    def submit(self, work: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> "Future[T]":
        """Have work done by some worker. Raises CannotError where the scheduler is lost."""
        if self._client.status != "running":
            raise self.lost()
        # Bound to its arguments, which else are searched for pieces of a graph.
        future: Future[T] = self._executor.submit(partial(work, *arguments, **named))
        return future

    def lost(self) -> CannotError:
        """Return what is to be said where the scheduler is lost."""
        return CannotError(f"the Dask scheduler at {self._shown} is lost; what was written is not the whole.")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let go of the workers; what they have in hand is cancelled where it is not wanted any more."""
        self._executor.shutdown(wait=kind is None and self._client.status == "running")


def seen_from_afar(part: Part | Judged) -> Part | Judged:
    """Return a part as a worker in another folder, on another machine, finds it: at the same path."""
    if isinstance(part, Judged) or part.path == STANDARD_INPUT:
        return part
    if is_remote(part.where):
        return part
    stamp = None if part.stamp is None else part.stamp.anywhere()
    return replace(part, place=str(Path(part.where).absolute()), stamp=stamp)
