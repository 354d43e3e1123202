"""The canonical form of a replay: what its games say, spelled in one way (replay format, section 5)."""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from verifier.movetext import ActKind, parse_token
from verifier.replay.lines import Closing, Header, Line, Mark, Moves, Opening, Seal, Trouble
from verifier.replay.reader import read
from verifier.replay.rules import BAD_TOKEN, Fault, cut
from verifier.replay.writer import write_line

MOST_ACTS: Final = 64
"""Acts on a line, where they are not those of a hand of tricks."""

TRICK_GAMES: Final = frozenset({"king", "kierki"})
TRICK_ACTS: Final = frozenset({ActKind.PLAY, ActKind.TAKES})
MOST_TRICK_ACTS: Final = 13 * 5
"""A hand of tricks: thirteen of four cards and a taker."""

MOST_TOKENS: Final = 4096
"""Tokens on a line: without this bound a heap of clock tokens could make it longer than a line may be."""


class UnformattableError(Exception):
    """A source has no other form that says the same: `trouble` is what cannot be read at this 1-based line.

    It is None where the line is a mark or a seal: its digest is that of the bytes above it, and of no others.
    """

    def __init__(self, line: int, trouble: Trouble | None = None) -> None:
        super().__init__(line, trouble)
        self.line = line
        self.trouble = trouble


def canonical_lines(source: Iterable[bytes]) -> Iterator[bytes]:
    r"""Yield the canonical lines of a source, `\n` included; the canonical lines of these are the same again.

    A run of acts is what stands between two lines of other kinds. In King and Kierki a run of nothing but cards and
    takers, 65 acts at most, is a hand of tricks and one line; any other run, such as the lottery with its passes, has
    64 acts a line. A clock token stands on the line of the act that follows it. Notes keep their places, house rules
    and `meta` the order of their keys, but for `preset`, which comes first.

    Blocks are as `read` takes them, and memory is as flat. Raises UnformattableError at the first line that cannot be
    read, a mark or a seal; what came before is void then.
    """
    acts = _Acts(may_be_tricks=False)
    for record in read(source, with_marks=True):
        if isinstance(record, Trouble):
            raise UnformattableError(record.line, record)
        if isinstance(record, Opening):
            # Where there is no header, the next record is the Trouble that says why.
            if record.header is not None:
                acts = _Acts(may_be_tricks=record.header.game in TRICK_GAMES)
                yield write_line(_tidy(record.header))
        elif isinstance(record, Closing):
            yield from acts.end()
        elif isinstance(record.event, Mark | Seal):
            raise UnformattableError(record.number)
        elif isinstance(record.event, Moves):
            yield from acts.take(record, record.event.text)
        else:
            yield from acts.end()
            yield write_line(record.event)


def _tidy(header: Header) -> Header:
    """Return the header with its preset before its options, and without rules that say nothing."""
    rules = header.rules
    if isinstance(rules, dict):
        preset = {"preset": rules["preset"]} if "preset" in rules else {}
        rules = {**preset, **rules} or ""
    return msgspec.structs.replace(header, rules=rules)


class _Acts:
    """The acts of a run that wait for their line; how they were grouped into lines is forgotten."""

    def __init__(self, *, may_be_tricks: bool) -> None:
        self._may_be_tricks = may_be_tricks
        self._begin()

    def _begin(self) -> None:
        self._tokens: list[str] = []
        self._acts = 0
        self._full = 0
        """How many tokens a line of 64 acts takes, once there are so many."""
        self._is_tricks = self._may_be_tricks

    def take(self, line: Line, text: str) -> Iterator[bytes]:
        """Take in a moves line and yield the lines that are full."""
        for token in text.split(" ") if text else ():
            act = parse_token(token)
            if act is None:
                fault = Fault(BAD_TOKEN, {"token": cut(token)})
                raise UnformattableError(line.number, fault.at(line.number))
            if act.kind is ActKind.CLOCK:
                self._tokens.append(token)
            else:
                self._is_tricks = self._is_tricks and act.kind in TRICK_ACTS
                if self._acts >= (MOST_TRICK_ACTS if self._is_tricks else MOST_ACTS):
                    yield self._line(self._full)
                    self._acts -= MOST_ACTS
                self._tokens.append(token)
                self._acts += 1
                if self._acts == MOST_ACTS:
                    self._full = len(self._tokens)
            if len(self._tokens) == MOST_TOKENS:
                yield self._line(MOST_TOKENS)
                self._acts = 0

    def _line(self, end: int) -> bytes:
        text = " ".join(self._tokens[:end])
        del self._tokens[:end]
        # A run that took a line and goes on is no hand of tricks.
        self._is_tricks = False
        return write_line(Moves(text))

    def end(self) -> Iterator[bytes]:
        """Yield the last line of the run, and begin the next."""
        if self._tokens:
            yield self._line(len(self._tokens))
        self._begin()
