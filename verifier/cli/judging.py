"""From paths to verdicts, as `check` and `score` need them: what cannot be judged is said, the rest goes on."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from verifier.cli.terminal import internal_error, say
from verifier.referee import judge_source
from verifier.replay.sources import STANDARD_INPUT, Fate, Source, find, open_source, standard_input
from verifier.reports.display import display, excerpt
from verifier.verdict import Outcome, Summary, Verdict


@dataclass(slots=True)
class Run:
    """What became of a run: its sums, and whether something could not be done."""

    summary: Summary = field(default_factory=Summary)
    failed: bool = False

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


def judged(paths: Sequence[str], run: Run, *, most_findings: int = 1000) -> Iterator[Verdict]:
    """Yield the verdict on every game of the files, folders and `-` among `paths`, and add each to the run's sums."""
    for found in find(paths):
        if found.fate is Fate.READ:
            yield from _judged_file(found.path, run, most_findings)
        elif found.fate is Fate.SKIPPED:
            say(f"{display(found.path)} is {excerpt(found.reason)} and was left out.")
        else:
            run.fail(f"cannot read {display(found.path)}: {excerpt(found.reason)}.")


def _judged_file(path: str, run: Run, most_findings: int) -> Iterator[Verdict]:
    shown = display(path)
    before = run.summary.games
    try:
        with open_path(path) as source:
            run.summary.files += 1
            for verdict in judge_source(source, path, most_findings=most_findings):
                run.summary.add(verdict)
                yield verdict
            if source.grew:
                say(f"{shown} grew while it was read; what it held at the start was judged.")
        if run.summary.games == before:
            say(f"{shown} holds no game.")
    except OSError as error:
        run.fail(f"cannot read {shown}: {excerpt(error.strerror or str(error))}.")
    except Exception as error:  # noqa: BLE001 - our own fault: this file stays unproved, the others are judged
        run.fail(f"{shown}, after {run.summary.games - before} of its games: {internal_error(error)}.")


def open_path(path: str) -> Source:
    """Open a file, or standard input where the path is `-`. Raises OSError."""
    if path != STANDARD_INPUT:
        return open_source(path)
    if sys.stdin is None:
        raise OSError("standard input is closed")
    # The unbuffered stream hands on what is there, so that a game is judged as soon as it is over.
    return standard_input(getattr(sys.stdin.buffer, "raw", sys.stdin.buffer))
