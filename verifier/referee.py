"""From the records of a file to verdicts: one game after the other, nothing carried over between them."""

from collections.abc import Iterable, Iterator

from verifier.finding import FaultClass, Place
from verifier.games import GAMES
from verifier.games.acts import events_in
from verifier.games.house import HouseRuleError
from verifier.games.judging import Judge
from verifier.games.report import Report
from verifier.replay.lines import Closing, Deal, Line, Mark, Moves, Note, Opening, Record, Trouble
from verifier.verdict import Outcome, Sealed, Verdict


def judge(records: Iterable[Record], path: str, *, most_findings: int = 1000) -> Iterator[Verdict]:
    """Yield one verdict for each game of a file's records, as soon as the game has ended.

    `path` is what the verdicts call the file; `most_findings` how many findings a game lists at most, all are counted.
    """
    game: _Game | None = None
    number = 0
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
        try:
            self._judge = GAMES[header.game](header, opening.line, most_findings)
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
        verdict.unverified = report.unverified
        verdict.findings = report.findings()
        verdict.counts = report.fault_counts()
        verdict.notices = report.classes[FaultClass.NOTICE]
        verdict.noticed, verdict.seats = report.notice_counts(), report.seat_counts()
        if closing.seal is not None:
            verdict.sealed = Sealed.OK if closing.seal else Sealed.BROKEN
        if report.classes[FaultClass.FORMAT]:
            verdict.outcome = Outcome.UNREADABLE
        elif report.faults():
            verdict.outcome = Outcome.FAULTY
        elif judge is not None and judge.complete and not report.unverified and not judge.unaudited:
            verdict.outcome = Outcome.CLEAN
        return verdict
