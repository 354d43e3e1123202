"""From a moves line to acts with their places: columns, event numbers, and tokens that cannot be read."""

from collections.abc import Iterator

from verifier.finding import Place
from verifier.games.report import Report
from verifier.movetext import Act, ActKind, parse_token
from verifier.replay.lines import Line, Moves
from verifier.replay.rules import BAD_TOKEN

_QUOTE = 0x22
_BACKSLASH = 0x5C


def acts_of(line: Line, moves: Moves, hand: int, event: int, report: Report) -> Iterator[tuple[Act, Place]]:
    """Yield the acts of a moves line with their places; `event` is the number of the last event before the line.

    Clock tokens are left out and not counted. A token of no known form is reported as `bad-token` and counts as one
    event (findings, section 6).
    """
    text = moves.text
    if not text:
        return
    columns = _columns(line.raw)
    offset = 0
    for token in text.split(" "):
        act = parse_token(token)
        if act is None or act.kind is not ActKind.CLOCK:
            event += 1
            place = Place(line.number, columns + offset if isinstance(columns, int) else columns[offset], hand, event)
            if act is None:
                report.add(BAD_TOKEN, place, token=token[:40])
            else:
                yield act, place
        offset += len(token) + 1


def events_in(text: str) -> int:
    """Return how many events a movetext holds: its tokens, clock tokens left out (replay format, section 3)."""
    if not text:
        return 0
    tokens = text.split(" ")
    if "@" not in text:
        return len(tokens)
    events = 0
    for token in tokens:
        act = parse_token(token) if token[:1] == "@" else None
        events += act is None
    return events


def _columns(raw: bytes) -> int | list[int]:
    """Return the 1-based column of the text's first character; of each character where the line has escapes.

    The list has one entry more than the text, for an empty token at its end.
    """
    if _BACKSLASH not in raw:
        start = 0
        for _ in range(3):
            start = raw.index(_QUOTE, start) + 1
        return start + 1
    line = raw.decode("utf-8")
    columns: list[int] = []
    position = _text_start(line)
    while line[position] != '"':
        step = 1
        if line[position] == "\\":
            step = 6 if line[position + 1] == "u" else 2
            # Two escapes that make one character: a surrogate pair.
            if step == 6 and "d800" <= line[position + 2 : position + 6].lower() <= "dbff":
                step = 12
        columns.append(position + 1)
        position += step
    columns.append(position + 1)
    return columns


def _text_start(line: str) -> int:
    """Return where the text of a moves line begins, behind the tag: `m`, which may be written as an escape."""
    return len(line) - len(line.split('"', 3)[3])
