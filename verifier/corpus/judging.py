"""Judges the parts of files: what is said of a game is made here, whichever process this is."""

import contextlib
from collections.abc import Iterator, Sequence
from typing import Final

from verifier.corpus.plan import Judged, Plan
from verifier.own_faults import internal_error
from verifier.referee import Limit, judge_source
from verifier.replay.counting import Count
from verifier.replay.parts import Part
from verifier.replay.sources import STANDARD_INPUT
from verifier.reports.display import display, excerpt
from verifier.selection import ROOM, leave_out
from verifier.verdict import Verdict

MOST_EVENTS: Final = 20_000
"""Events after which what has been judged of a part is handed on; of standard input, every game is."""
MOST_SIGNS: Final = 8 << 20
"""Length of the texts that are carried at once from one process to another."""

Packet = tuple[Part | Judged, ...]
"""Parts that are judged in one go, and between them what is known without that."""


def judge_packet(packet: Packet, plan: Plan) -> list[Judged | Part]:
    """Return what came of each part; the part itself where it would be too much to be carried: the caller has to judge.

    This is what another process is asked for.
    """
    results: list[Judged | Part] = []
    left = MOST_SIGNS
    for part in packet:
        result = _carried(part, plan, left) if isinstance(part, Part) and left > 0 else part
        if isinstance(result, Judged):
            left -= result.signs
        results.append(result)
    return results


def _carried(part: Part, plan: Plan, most_signs: int) -> Judged | Part:
    whole: Judged | None = None
    for judged in judge_part(part, plan):
        if whole is None:
            whole = judged
        else:
            whole.merge(judged)
        if whole.signs > most_signs:
            return part
    assert whole is not None
    return whole


def judge_part(part: Part, plan: Plan) -> Iterator[Judged]:
    """Yield what came of the games of a part, some games at a time; at least once. Nothing is raised."""
    desk = _Desk(part, plan)
    try:
        with part.open() as source:
            desk.judged.summary.files += part.opens
            if plan.digested:
                source.begin_digest()
            limit = None if plan.game_timeout is None else Limit(plan.game_timeout, desk.over_time)
            count = desk.count
            if not plan.is_silent():
                count.settle()
            for verdict in judge_source(
                source,
                part.path,
                most_findings=desk.room,
                count=count,
                limit=limit,
            ):
                desk.take(verdict)
                if desk.judged.crowded:
                    break
                if desk.judged.events > MOST_EVENTS or part.path == STANDARD_INPUT:
                    yield desk.turned(source.bytes_read)
            desk.judged.grew = source.grew
            desk.judged.digest = source.digest()
            desk.judged.size = source.bytes_read
            desk.weigh(source.bytes_read)
    except OSError as error:
        desk.stop(f"cannot read {desk.shown}: {excerpt(error.strerror or str(error))}.")
    except Exception as error:  # noqa: BLE001 - our own fault: this file stays unproved, the others are judged
        desk.stop(f"{desk.shown}, after {desk.told_games()} of its games: {internal_error(error)}.")
    desk.judged.lines = desk.count.lines
    desk.judged.closes = part.closes
    desk.judged.part = part
    yield desk.judged


class _Desk:
    """Where the verdicts on a part are turned into what is said of them."""

    def __init__(self, part: Part, plan: Plan) -> None:
        self._part, self._plan = part, plan
        self.shown = display(part.path)
        find = None if part.point is None else self._found
        self.count = Count(part.first_game - 1, part.first_line - 1, find)
        self._met = 0
        self._read = 0
        self.judged = self._fresh()
        self.judged.opens = part.opens
        selection = plan.selection
        self._ignored = frozenset[str]() if selection is None else selection.ignored_in(part.path)
        self._selects = bool(self._ignored) or plan.baseline is not None
        self.room = max(plan.most_findings, ROOM) if self._selects else plan.most_findings
        """How many findings of a game are needed, so that enough of those are left that count."""

    def _fresh(self) -> Judged:
        written: tuple[list[Sequence[str]], ...] = tuple([] for _ in self._plan.writers)
        judged = Judged(self._part.path, written)
        if self._plan.players is not None:
            from verifier.standings import Standings  # noqa: PLC0415 - only they need it

            judged.standings = Standings()
        return judged

    def _found(self) -> tuple[int, int]:
        game, line = self._part.numbers()
        return game - 1, line - 1

    def told_games(self) -> int:
        """Return how many games of the file have been met."""
        with contextlib.suppress(OSError):
            self.count.settle()
        return self.count.game - 1 - self.count.games + self._met

    def weigh(self, read: int) -> None:
        """Say how many bytes have been read up to now."""
        self.judged.read = read - self._read
        self._read = read

    def turned(self, read: int) -> Judged:
        """Return what came of the games up to now, for which so many bytes have been read, and begin anew."""
        self.weigh(read)
        self.judged.more = True
        judged, self.judged = self.judged, self._fresh()
        return judged

    def take(self, verdict: Verdict) -> None:
        """Write what is to be said of a game."""
        judged = self.judged
        self._met += 1
        judged.games += 1
        judged.events += verdict.events
        if self._selects and (verdict.counts or verdict.notices):
            self._select(verdict)
        judged.summary.add(verdict)
        players = self._plan.players
        if players is not None and players.counts(verdict.kind):
            judged.count(verdict)
        for written, writer in zip(judged.written, self._plan.writers, strict=True):
            try:
                pieces = writer.game(verdict)
            except Exception as error:  # noqa: BLE001 - our own fault: the other games are still reported
                self._say(f"{self.shown}, game {verdict.game}: {internal_error(error)}.")
                continue
            if pieces:
                written.append(pieces)
                judged.signs += sum(map(len, pieces))

    def _select(self, verdict: Verdict) -> None:
        """Leave in a verdict what counts, and what is to be listed of it."""
        if self._ignored:
            leave_out(verdict, self._ignored)
        if self._plan.baseline is not None and verdict.counts:
            self._plan.baseline.accept(verdict)
        del verdict.findings[self._plan.most_findings :]

    def over_time(self, game: int, line: int) -> None:
        """Say that a game took too long."""
        self._met += 1
        self.judged.games += 1
        seconds = self._plan.game_timeout
        self._say(f"{self.shown}, game {game} (line {line}): not verified, it takes more than {seconds:g} s.")

    def stop(self, sentence: str) -> None:
        """Say why the rest of the file is not judged."""
        self._say(sentence)
        self.judged.stopped = True

    def _say(self, sentence: str) -> None:
        self.judged.said.append(sentence)
        self.judged.signs += len(sentence)
        self.judged.failed = True
