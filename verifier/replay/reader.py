"""Reads the games of a source: what each line says, or what is wrong with it. Never raises over what a replay holds."""

from collections.abc import Iterable, Iterator
from typing import Final

from verifier.replay.events import read_event, tag_of
from verifier.replay.header import BYTE_ORDER_MARK, opens_game, read_header
from verifier.replay.lines import LINE_LIMIT, Closing, Header, Line, Mark, Opening, Record, Seal, Trouble
from verifier.replay.rules import AFTER_SEAL, CORRUPT_FILE, LINE_TOO_LONG, MISSING_HEADER, TORN_TAIL, Fault
from verifier.replay.seal import Tally
from verifier.replay.split import Cut, Piece, content_of, split

BLANKS: Final = b" \t"
LINE_STARTS: Final = frozenset({Cut.WHOLE, Cut.LONG, Cut.TORN})

LINE_OVER_LIMIT: Final = Fault(LINE_TOO_LONG, {"reason": "over-limit", "limit": LINE_LIMIT})
EVENT_BEFORE_HEADER: Final = Fault(MISSING_HEADER, {"reason": "event-before-header"})
LINE_AFTER_SEAL: Final = Fault(AFTER_SEAL, {"reason": "line-after-seal"})
NO_LINE_END: Final = Fault(TORN_TAIL, {"reason": "no-line-end"})


def read(source: Iterable[bytes], *, with_marks: bool = False, first_line: int = 1) -> Iterator[Record]:
    """Yield for each game of a source one Opening, its Lines and Troubles in order, and one Closing.

    The source yields blocks of bytes of any size, and may raise CorruptError. A game whose header cannot be read has
    no Lines and one Trouble, to which only those of the file itself (torn-tail, corrupt-file) may come. Marks are
    checked and handed on only `with_marks`; a mark or seal handed on is a Line, before its Trouble where it is broken.
    Lines are numbered from `first_line`. Memory is bounded by the longest line, whatever the size of the source.
    """
    game: _Game | None = None
    for piece in split(source, first_line):
        content = _content(piece)
        if piece.cut in LINE_STARTS and opens_game(content):
            if game:
                yield Closing(game.seal)
            game = _Game(with_marks=with_marks)
            yield from game.open(piece, content)
        elif game:
            yield from game.take(piece, content)
        elif piece.cut in {Cut.CORRUPT, Cut.LONG} or content.strip(BLANKS):
            game = _Game(with_marks=with_marks)
            yield from game.open_without_header(piece, content)
    if game:
        yield Closing(game.seal)


def _content(piece: Piece) -> bytes:
    content = bytes(content_of(piece.raw))
    return content.removeprefix(BYTE_ORDER_MARK) if piece.number == 1 else content


class _Game:
    """The game that is being read: its header, what its lines add up to, and what became of its seal."""

    def __init__(self, *, with_marks: bool) -> None:
        self.with_marks = with_marks
        self.header: Header | None = None
        self.tally = Tally()
        self.seal: bool | None = None
        self.is_over = False
        """Whether its seal has come, after which nothing of the game is handed on."""
        self.told_after_seal = False

    def open(self, piece: Piece, content: bytes) -> list[Record]:
        """Return the Opening of a game with a header line, and the Trouble with it."""
        found = LINE_OVER_LIMIT if piece.cut is Cut.LONG else read_header(content)
        if isinstance(found, Header):
            self.header = found
        records: list[Record] = [Opening(piece.number, self.header)]
        if piece.cut is Cut.TORN:
            records.append(NO_LINE_END.at(piece.number))
        elif isinstance(found, Fault):
            records.append(found.at(piece.number))
        self.tally.add(piece.raw)
        return records

    def open_without_header(self, piece: Piece, content: bytes) -> list[Record]:
        """Return the Opening of a game that begins without a header line, and the Trouble with it."""
        records: list[Record] = [Opening(piece.number, None)]
        if piece.cut in {Cut.WHOLE, Cut.LONG}:
            records.append(EVENT_BEFORE_HEADER.at(piece.number))
        return records + self.take(piece, content)

    def take(self, piece: Piece, content: bytes) -> list[Record]:
        """Return what a piece below the header gives."""
        if piece.error:
            facts = {"reason": piece.error.reason, **piece.error.facts}
            return [Fault(CORRUPT_FILE, facts).at(piece.number)]
        if piece.cut is Cut.MORE:
            self.tally.feed(piece.raw)
            return []
        records: list[Record] = []
        if self.header and (piece.cut is Cut.LONG or content.strip(BLANKS)):
            records = self._take_line(piece, content, len(self.header.players))
        elif piece.cut is Cut.TORN:
            records = [NO_LINE_END.at(piece.number)]
        self.tally.add(piece.raw)
        return records

    def _take_line(self, piece: Piece, content: bytes, players: int) -> list[Record]:
        torn: list[Record] = [NO_LINE_END.at(piece.number)] if piece.cut is Cut.TORN else []
        if self.is_over:
            told, self.told_after_seal = self.told_after_seal, True
            return torn if told else [LINE_AFTER_SEAL.at(piece.number), *torn]
        event = LINE_OVER_LIMIT if piece.cut is Cut.LONG else read_event(content, players)
        if isinstance(event, Fault):
            return [self._unreadable(event, piece, content)]
        hidden = isinstance(event, Mark) and not self.with_marks
        records: list[Record] = [] if hidden else [Line(piece.number, content, event)]
        if isinstance(event, Mark | Seal):
            records += self._check(event, piece.number, content)
        return records + torn

    def _check(self, found: Mark | Seal, number: int, content: bytes) -> list[Trouble]:
        self.is_over = isinstance(found, Seal)
        fault = self.tally.fault_of(found, content)
        if fault:
            self.seal = False
        elif self.is_over and self.seal is None:
            self.seal = True
        return [fault.at(number)] if fault else []

    def _unreadable(self, fault: Fault, piece: Piece, content: bytes) -> Trouble:
        """Return the one trouble of a line that cannot be read; a torn one is torn, and no proof of a broken seal."""
        tag = tag_of(content)
        counts = tag not in {"note", "mark"}
        if piece.cut is Cut.TORN:
            return NO_LINE_END.at(piece.number, counts=counts)
        if tag in {"mark", "seal"}:
            self.seal = False
        return fault.at(piece.number, counts=counts)
