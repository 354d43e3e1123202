"""Runs of many games as `check`, `score` and `standings` need them: what cannot be judged is said, the rest goes on."""

import sys
from collections.abc import Generator, Iterable, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING

import typer
from msgspec import Struct, field

from verifier.cli.many import Ways
from verifier.cli.terminal import say
from verifier.corpus.jobs import pace, worthwhile_jobs
from verifier.corpus.plan import CannotError, Judged, Plan
from verifier.corpus.running import Crew, run
from verifier.corpus.work import Work, packets, total_size
from verifier.replay.sources import is_remote
from verifier.reports.display import display
from verifier.verdict import Outcome, Summary

if TYPE_CHECKING:
    from verifier.cli.progress import Progress
    from verifier.corpus.cache import Cache
    from verifier.corpus.journal import Journal
    from verifier.standings import Standings


class _File(Struct):
    """The file that is being judged: what is known of it as a whole."""

    path: str | None = None
    games: int = 0
    grew: bool = False
    stopped: bool = False


class Run(Struct):
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


@contextmanager
def judged(
    paths: Sequence[str], plan: Plan, sums: Run, ways: Ways
) -> Generator[Generator[Judged, None, None], None, None]:
    """Give what comes of the games of the files, folders and `-` among `paths`, in order, as it is added to the sums.

    Raises typer.Exit where the run cannot be begun, which is said; TooManyPlayersError while it goes on.
    """
    with ExitStack() as stack:
        try:
            journal = _journal(stack, plan, ways)
            cache = _cache(plan, ways)
            crew, size = _crew(stack, paths, ways)
        except CannotError as error:
            sums.fail(str(error))
            raise typer.Exit(2) from None
        if journal is not None or cache is not None:
            # Files are cut in the same way by any number of jobs.
            size = pace().part
        # What is kept goes by the numbers of a part, and a cluster is given them; other processes count at need.
        numbered = journal is not None or cache is not None or bool(ways.cluster)
        if crew is not None and not numbered and plan.is_silent():
            size = pace().silent_part
        parts = Work(paths, size, ways.shard, numbered=numbered).parts()
        if journal is not None:
            parts = journal.left(parts)
        elif cache is not None:
            parts = cache.left(parts)
        if ways.cluster:
            from verifier.corpus.cluster import seen_from_afar  # noqa: PLC0415 - most runs need no cluster

            parts = map(seen_from_afar, parts)
        results = stack.enter_context(closing(run(packets(parts, size or 1), plan, crew)))
        if journal is not None:
            results = stack.enter_context(closing(journal.followed(results)))
        elif cache is not None:
            results = stack.enter_context(closing(cache.followed(results)))
        if ways.progress is not False and sys.stderr is not None and sys.stderr.isatty():
            from verifier.cli.progress import progress_line  # noqa: PLC0415 - only at a terminal

            total = partial(total_size, paths, ways.shard)
            progress = stack.enter_context(progress_line(total, at_once=bool(ways.progress)))
        else:
            progress = None
        yield stack.enter_context(closing(_taken(results, sums, progress)))
        if cache is not None and cache.trouble is not None:
            say(cache.trouble)


def _journal(stack: ExitStack, plan: Plan, ways: Ways) -> "Journal | None":
    if ways.journal is None:
        return None
    from verifier.corpus.journal import Journal  # noqa: PLC0415 - most runs keep none

    return stack.enter_context(Journal(ways.journal, plan, ways.shard))


def _cache(plan: Plan, ways: Ways) -> "Cache | None":
    # A journal already keeps everything of its run.
    if ways.cache is None or ways.journal is not None:
        return None
    from verifier.corpus.cache import Cache  # noqa: PLC0415 - most runs use none

    return Cache(ways.cache, plan)


def _taken(results: Iterable[Judged], sums: Run, progress: "Progress | None") -> Generator[Judged, None, None]:
    try:
        for one in results:
            if progress is not None:
                progress.take(one)
            if sums.take(one):
                yield one
    except CannotError as error:
        sums.fail(str(error))


def _crew(stack: ExitStack, paths: Sequence[str], ways: Ways) -> tuple[Crew | None, int | None]:
    """Return who judges, and how many bytes a part has; None where that is this process, and files are not cut."""
    if ways.cluster:
        from verifier.corpus.cluster import cluster_crew  # noqa: PLC0415 - most runs need no cluster

        return stack.enter_context(cluster_crew(ways.cluster, ways.jobs)), pace().part
    jobs = worthwhile_jobs(paths) if ways.jobs is None else ways.jobs
    if jobs == 1:
        return None, None
    from verifier.corpus.pool import process_crew  # noqa: PLC0415 - most runs need no other process

    if any(map(is_remote, paths)):
        # What reads from afar has threads, of which nothing must be left in a process that is forked off.
        return process_crew(jobs, "spawn"), pace().part
    return process_crew(jobs), pace().part
