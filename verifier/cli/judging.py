"""Runs of many games as `check`, `score` and `standings` need them: what cannot be judged is said, the rest goes on."""

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from msgspec import Struct

from verifier.cli.terminal import say
from verifier.corpus.jobs import pace, worthwhile_jobs
from verifier.corpus.plan import Judged, Plan
from verifier.corpus.running import run
from verifier.corpus.shard import Shard
from verifier.corpus.work import Work, packets
from verifier.reports.display import display
from verifier.verdict import Outcome, Summary

if TYPE_CHECKING:
    from verifier.standings import Standings


class _File(Struct):
    """The file that is being judged: what is known of it as a whole."""

    path: str | None = None
    games: int = 0
    grew: bool = False
    stopped: bool = False


@dataclass(slots=True)
class Run:
    """What became of a run: its sums, with standings where they are wanted; whether something could not be done."""

    summary: Summary = field(default_factory=Summary)
    standings: "Standings | None" = None
    failed: bool = False
    _file: _File = field(default_factory=_File)

    def fail(self, sentence: str) -> None:
        """Say what could not be done and remember that something could not."""
        say(sentence)
        self.failed = True

    def status(self, *, allow_undecided: bool = False, allow_empty: bool = False) -> int:
        """Return the exit status: 2 where something could not be done, else 1 for faults, else 0."""
        outcomes = self.summary.outcomes
        if self.failed or outcomes[Outcome.UNREADABLE] or not (self.summary.games or allow_empty):
            return 2
        return 1 if outcomes[Outcome.FAULTY] or (outcomes[Outcome.UNDECIDED] and not allow_undecided) else 0

    def take(self, judged: Judged) -> bool:
        """Add what came of some games and say what is to be said; return False where their file has been given up.

        Raises TooManyPlayersError.
        """
        if judged.opens:
            self._file = _File(judged.path)
        file = self._file
        if file.stopped and file.path == judged.path:
            return False
        self.summary.merge(judged.summary)
        for sentence in judged.said:
            say(sentence)
        self.failed |= judged.failed
        if judged.crowded:
            from verifier.standings import TooManyPlayersError  # noqa: PLC0415 - only standings need it

            raise TooManyPlayersError
        if self.standings is not None and judged.standings is not None:
            self.standings.merge(judged.standings)
        file.games += judged.games
        file.grew |= judged.grew
        file.stopped |= judged.stopped
        if judged.closes and not file.stopped:
            self._close(display(judged.path))
        return True

    def _close(self, shown: str) -> None:
        if self._file.grew:
            say(f"{shown} grew while it was read; what it held at the start was judged.")
        if not self._file.games:
            say(f"{shown} holds no game.")


def judged(
    paths: Sequence[str], plan: Plan, sums: Run, *, jobs: int | None = 1, shard: Shard | None = None
) -> Generator[Judged, None, None]:
    """Yield what came of the games of the files, folders and `-` among `paths`, in order, and add it to the sums.

    They are judged in so many processes, None for as many as are worth it; with a shard only those in it. To be closed
    where it is not used up. Raises TooManyPlayersError.
    """
    if jobs is None:
        jobs = worthwhile_jobs(paths)
    crew, size = None, None
    if jobs > 1:
        from verifier.corpus.pool import process_crew  # noqa: PLC0415 - most runs need no other process

        crew, size = process_crew(jobs), pace().part
    work = Work(paths, size, shard)
    with closing(run(packets(work.parts(), size or 1), plan, crew)) as results:
        for one in results:
            if sums.take(one):
                yield one
