"""Runs work over an executor: so much in flight and no more, the results in the order of the work, whoever does it."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from verifier.corpus.judging import Packet, judge_packet, judge_part
from verifier.corpus.plan import Judged, Plan
from verifier.replay.parts import Part, Point
from verifier.replay.sources import STANDARD_INPUT

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

IN_FLIGHT: Final = 2
"""Packets for each worker that are in its hands or wait for it."""
AHEAD: Final = 4
"""Packets for each worker whose results may wait for one that comes before them, those in flight included."""

Result = Sequence[Judged | Part]
"""What came of a packet; parts among it are still to be judged, by whoever gets it."""


class Crew(Struct, frozen=True):
    """Who does the work: `hire` gives an executor of so many workers, which is used as a context.

    `loss` is the error of work by which a worker may have been lost, and the executor with it. Then another is hired;
    before that, while there is none, `rescue` does such work again, more carefully. What was cancelled is begun anew.
    """

    hire: Callable[[int], "Executor"]
    workers: int
    loss: type[BaseException]
    rescue: Callable[[Packet, Plan], Result]


class _Task(Struct):
    """A packet on its way: whoever has it in hand, and what came of it."""

    packet: Packet
    future: "Future[list[Judged | Part]] | None" = None
    result: Result | None = None


def run(work: Iterable[Packet], plan: Plan, crew: Crew | None = None) -> Generator[Judged, None, None]:
    """Yield what came of the work, in its order; without a crew it is done here, as it is asked for.

    To be closed where it is not used up, so that nobody goes on working.
    """
    with closing(_Queue(work, plan, crew).results() if crew else _undone(work)) as results:
        for result in results:
            for part in result:
                if isinstance(part, Part):
                    yield from judge_part(part, plan)
                else:
                    yield part


def _undone(work: Iterable[Packet]) -> Generator[Result, None, None]:
    # A packet of which nothing has come yet is to be judged by whoever gets it.
    yield from work


class _Queue:
    """The packets that are in hand, or wait for one that comes before them."""

    def __init__(self, work: Iterable[Packet], plan: Plan, crew: Crew) -> None:
        self._work = iter(work)
        self._plan, self._crew = plan, crew
        self._tasks: deque[_Task] = deque()
        self._lost = True
        # The last place of a file up to which all is judged, and the numbers there.
        self._path = ""
        self._point = Point()

    def results(self) -> Generator[Result, None, None]:
        """Yield what came of each packet, in order."""
        while self._make_good():
            with self._crew.hire(self._crew.workers) as executor:
                while self._hand_out(executor):
                    head = self._tasks[0]
                    if head.result is None:
                        self._look_at(head)
                    else:
                        self._tasks.popleft()
                        self._pass(head.result)
                        yield head.result

    def _make_good(self) -> bool:
        """Do again what a worker may have been lost by; return whether an executor is wanted."""
        if not self._lost:
            return False
        self._lost = False
        from concurrent.futures import CancelledError  # noqa: PLC0415 - only where there is an executor

        for task in self._tasks:
            future, task.future = task.future, None
            if task.result is None and future is not None:
                try:
                    task.result = future.result()
                except CancelledError:
                    continue
                except self._crew.loss:
                    task.result = self._crew.rescue(task.packet, self._plan)
        return True

    def _pass(self, result: Result) -> None:
        """Note how far a file is judged, so that the parts behind need not be counted from its beginning."""
        for judged in result:
            part = judged.part if isinstance(judged, Judged) else None
            if part is None or part.point is None or part.end is None or not isinstance(judged, Judged):
                continue
            if part.opens:
                self._path, self._point = part.path, Point()
            if (part.path, part.start) == (self._path, self._point.at) and not judged.failed:
                game, line = self._point.game + judged.games, self._point.line + judged.lines
                self._point = Point(part.end, game, line)

    def _pointed(self, packet: Packet) -> Packet:
        """Return a packet whose parts are counted from where all is judged."""
        return tuple(
            replace(part, point=self._point)
            if isinstance(part, Part) and part.point is not None and part.path == self._path
            else part
            for part in packet
        )

    def _hand_out(self, executor: "Executor") -> bool:
        """Give packets to the executor, as many as it may have; return whether it has something to wait for."""
        if self._lost:
            return False
        crew = self._crew
        try:
            for task in self._tasks:
                self._begin(task, executor)
            while len(self._tasks) < AHEAD * crew.workers and len(self._in_flight()) < IN_FLIGHT * crew.workers:
                packet = next(self._work, None)
                if packet is None:
                    break
                self._tasks.append(task := _Task(packet))
                self._begin(task, executor)
        except crew.loss:
            self._lost = True
        return bool(self._tasks) and not self._lost

    def _begin(self, task: _Task, executor: "Executor") -> None:
        if task.future is not None or task.result is not None:
            return
        if any(isinstance(part, Part) and part.path == STANDARD_INPUT for part in task.packet):
            # Only here is it at hand.
            task.result = task.packet
        else:
            task.future = executor.submit(judge_packet, self._pointed(task.packet), self._plan)

    def _in_flight(self) -> list["Future[list[Judged | Part]]"]:
        return [task.future for task in self._tasks if task.future is not None and not task.future.done()]

    def _look_at(self, task: _Task) -> None:
        """Take the result of a task, or wait for that of any task, whose worker is then free for the next."""
        from concurrent.futures import FIRST_COMPLETED, CancelledError, wait  # noqa: PLC0415 - only where there is an executor

        assert task.future is not None
        if not task.future.done():
            wait(self._in_flight(), return_when=FIRST_COMPLETED)
            return
        try:
            task.result = task.future.result()
        except (CancelledError, self._crew.loss):
            self._lost = True
