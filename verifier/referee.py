"""From the records of a file to verdicts: one game after the other, nothing carried over between them."""

import contextlib
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final

import msgspec

from verifier.finding import FaultClass, Place
from verifier.games import agreement_of, judge_of
from verifier.games.acts import events_in
from verifier.games.glanced import Agreed, GlancedSheet
from verifier.games.house import HouseRuleError
from verifier.games.judging import Judge
from verifier.games.report import Report
from verifier.replay.counting import Count
from verifier.replay.games import Game, cut
from verifier.replay.header import read_header
from verifier.replay.lines import (
    LINE_LIMIT,
    Closing,
    Deal,
    Header,
    Line,
    Mark,
    Moves,
    Note,
    Opening,
    Record,
    Trouble,
)
from verifier.replay.split import CorruptError
from verifier.verdict import Outcome, Sealed, Verdict

MOST_TABLES: Final = 256
"""House rules whose terms are remembered."""

_agreed: dict[tuple[str, int, bytes], Agreed] = {}


class Limit(msgspec.Struct, frozen=True):
    """How many seconds a game may take; `tell` is called with the number and the line of each that takes longer."""

    seconds: float
    tell: Callable[[int, int], None]


class _OverTimeError(Exception):
    """A game has taken too long."""


def judge_source(
    source: Iterable[bytes],
    path: str,
    *,
    most_findings: int = 1000,
    first_game: int = 1,
    first_line: int = 1,
    count: Count | None = None,
    limit: Limit | None = None,
) -> Iterator[Verdict]:
    """Yield one verdict for each game of a source that comes in blocks of bytes, as soon as the game has ended.

    Where nothing is wrong with a game, a glance is enough; all others are read and judged line by line. `path` and
    `most_findings` are those of `judge`; games and lines are numbered from `first_game` and `first_line`, or by a
    `count`, which is settled when a game has to be judged line by line: before that, clean games have numbers of their
    own. A game over the `limit` has no verdict; the clock is looked at between its lines. The source may raise
    CorruptError.
    """
    count = count or Count(first_game - 1, first_line - 1)
    for game in cut(source):
        timer = None if limit is None else _Timer(limit.seconds)
        glanced = None if game.rest is not None else _glance(game, path, count.game, count.line, most_findings)
        if glanced is not None:
            verdict, lines = glanced
            count.games += 1
            count.lines += lines
            yield verdict
            continue
        # A game at which a glance is enough needs none of what reads line by line.
        from verifier.replay.reader import read  # noqa: PLC0415

        count.settle()
        line = count.line
        blocks = _Blocks(game.blocks())
        records = read(blocks, first_line=line)
        if timer is not None:
            records = timer.watched(records)
        try:
            for verdict in judge(records, path, most_findings=most_findings, first_game=count.game):
                count.games += 1
                _quote(verdict, game, line)
                yield verdict
        except _OverTimeError:
            assert limit is not None
            assert timer is not None
            limit.tell(count.game, timer.line)
            count.games += 1
            blocks.skip()
        count.lines += blocks.ends


def _quote(verdict: Verdict, game: Game, line: int) -> None:
    """Quote what the findings are about, from a game that begins at a line of the file.

    Which games are too long for that depends on nothing but their bytes.
    """
    from verifier.replay.quotes import MOST_QUOTED, quotes_of  # noqa: PLC0415 - clean games are not quoted

    if verdict.outcome is not Outcome.CLEAN and game.rest is None and game.end - game.start <= MOST_QUOTED:
        places = [finding.place for finding in verdict.findings]
        places += [related.place for finding in verdict.findings for related in finding.related]
        verdict.quotes = quotes_of(game.data, game.start, game.end, line, places)


class _Timer:
    """Bounds the time of one game."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds
        self.line = 0
        """The line of the game's header."""

    def watched(self, records: Iterator[Record]) -> Iterator[Record]:
        """Hand on records until the time is over, then raise _OverTimeError."""
        for record in records:
            if isinstance(record, Opening):
                self.line = record.line
            elif time.monotonic() > self._end:
                raise _OverTimeError
            yield record


class _Blocks:
    """Blocks of bytes, whose line ends are counted while they are read."""

    def __init__(self, blocks: Iterator[bytes]) -> None:
        self._blocks = blocks
        self.ends = 0

    def __iter__(self) -> Iterator[bytes]:
        for block in self._blocks:
            self.ends += block.count(b"\n")
            yield block

    def skip(self) -> None:
        """Count the line ends of what has not been read."""
        with contextlib.suppress(CorruptError):
            for block in self._blocks:
                self.ends += block.count(b"\n")


def _glance(game: Game, path: str, number: int, line: int, most_findings: int) -> tuple[Verdict, int] | None:
    """Return the verdict on a game without a fault and the number of its lines, None where it has to be judged."""
    data = game.data
    start = data.find(b"\n", game.start, game.end) + 1
    if not start or start - game.start > LINE_LIMIT:
        return None
    header = read_header(data[game.start : start - 1])
    agreed = _agreed_at(header) if isinstance(header, Header) else None
    if agreed is None or agreed.terms is None:
        return None
    assert isinstance(header, Header)
    glanced = agreed.terms.look(data, start, game.end, line, most_findings)
    if glanced is None:
        return None
    verdict = Verdict(path, number, line, header.game, header.id, header.players, agreed.preset, {**agreed.options})
    verdict.header = header
    verdict.outcome = Outcome.CLEAN
    verdict.complete = verdict.judged_whole = True
    verdict.events = glanced.events
    verdict.sheet = GlancedSheet(glanced)
    if glanced.report is not None:
        _enter(glanced.report, verdict)
    return verdict, 1 + glanced.lines


def _enter(report: Report, verdict: Verdict) -> None:
    """Enter what a report lists and counts."""
    verdict.findings = report.findings()
    verdict.counts = report.fault_counts()
    verdict.notices = report.classes[FaultClass.NOTICE]
    verdict.noticed, verdict.seats = report.notice_counts(), report.seat_counts()


def _agreed_at(header: Header) -> Agreed | None:
    """Return what a table has agreed on, None where that cannot be had."""
    key = (header.game, len(header.players), msgspec.json.encode(header.rules))
    agreed = _agreed.get(key)
    if agreed is None:
        try:
            agreed = agreement_of(header.game)(header)
        except HouseRuleError:
            return None
        if len(_agreed) < MOST_TABLES:
            _agreed[key] = agreed
    return agreed


def judge(records: Iterable[Record], path: str, *, most_findings: int = 1000, first_game: int = 1) -> Iterator[Verdict]:
    """Yield one verdict for each game of a file's records, as soon as the game has ended.

    `path` is what the verdicts call the file; `most_findings` how many findings a game lists at most, all are counted;
    games are numbered from `first_game`.
    """
    game: _Game | None = None
    number = first_game - 1
    for record in records:
        if isinstance(record, Opening):
            number += 1
            game = _Game(record, path, number, most_findings)
        elif game is None:
            raise AssertionError("a record outside a game")
        elif isinstance(record, Line):
            game.take_line(record)
        elif isinstance(record, Trouble):
            game.take_trouble(record)
        else:
            yield game.close(record)


class _Game:
    """One game on its way to a verdict."""

    def __init__(self, opening: Opening, path: str, number: int, most_findings: int) -> None:
        self.verdict = Verdict(path, number, opening.line)
        self._report = Report({}, most_findings)
        self._judge: Judge | None = None
        self._hand = 0
        self._place = Place(opening.line, 1, 0, 0)
        header = opening.header
        if header is None:
            return
        verdict = self.verdict
        verdict.kind, verdict.id, verdict.players = header.game, header.id, header.players
        verdict.preset = header.preset()
        verdict.header = header
        try:
            self._judge = judge_of(header.game)(header, opening.line, most_findings)
        except HouseRuleError as error:
            self._report.add(error.rule, self._place, facts=error.facts)
            return
        self._report = self._judge.report
        verdict.preset, verdict.options = self._judge.preset, self._judge.options

    def take_line(self, line: Line) -> None:
        """Judge one event line and count its events (replay format, section 3)."""
        said = line.event
        events = events_in(said.text) if isinstance(said, Moves) else not isinstance(said, Note | Mark)
        if self._judge is not None:
            self._judge.line(line, self.verdict.events)
        self.verdict.events += events
        if events:
            self._hand += isinstance(said, Deal)
            self._place = Place(line.number, 1, self._hand, self.verdict.events)

    def take_trouble(self, trouble: Trouble) -> None:
        """Enter a format finding; an event line that cannot be read counts as one event (findings, section 6)."""
        self.verdict.events += trouble.counts
        place = Place(trouble.line, trouble.column, self._hand, self.verdict.events)
        self._report.add(trouble.rule, place, facts=trouble.facts)

    def close(self, closing: Closing) -> Verdict:
        """Return the verdict, now that the game's last line is read (findings, section 3)."""
        verdict, report, judge = self.verdict, self._report, self._judge
        if judge is not None:
            judge.finish(self._place)
            verdict.complete = judge.complete
            verdict.sheet = judge.sheet
            verdict.judged_whole = judge.complete and not report.unverified and not judge.unaudited
        verdict.unverified = report.unverified
        _enter(report, verdict)
        if closing.seal is not None:
            verdict.sealed = Sealed.OK if closing.seal else Sealed.BROKEN
        if report.classes[FaultClass.FORMAT]:
            verdict.outcome = Outcome.UNREADABLE
        elif report.faults():
            verdict.outcome = Outcome.FAULTY
        elif verdict.judged_whole:
            verdict.outcome = Outcome.CLEAN
        return verdict
