r"""Lines end at the byte `\n` and nowhere else; blank, long and torn ones; games and where they begin."""

from collections.abc import Iterator

import pytest

from verifier.replay import reader, split
from verifier.replay.lines import LINE_LIMIT, Closing, Header, Line, Moves, Note, Opening, Trouble
from verifier.replay.reader import read
from verifier.replay.rules import LINE_TOO_LONG
from verifier.replay.split import Cut

HEADER = Header(1, "king", ["A", "B"])


@pytest.mark.parametrize("data", [b"", b"\n", b"\r\n", b" \t\n\n", b"   ", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n"])
def test_nothing_to_read_gives_nothing(records_of, data: bytes) -> None:
    assert records_of(data) == []


def test_crlf_and_blank_lines_and_a_mark_at_the_start(records_of, header: bytes) -> None:
    data = b"\xef\xbb\xbf\r\n \t\r\n" + header.replace(b"\n", b"\r\n") + b'\n["m","x"]\r\n\t\n["m","y"]\n'
    assert records_of(data) == [
        Opening(3, HEADER),
        Line(5, b'["m","x"]', Moves("x")),
        Line(7, b'["m","y"]', Moves("y")),
        Closing(None),
    ]


def test_a_byte_order_mark_before_the_header(records_of, header: bytes) -> None:
    assert records_of(b"\xef\xbb\xbf" + header) == [Opening(1, HEADER), Closing(None)]


def test_one_byte_order_mark_only(said, header: bytes) -> None:
    assert said(b"\xef\xbb\xbf" * 2 + header) == [("bad-line", 1, 1, "byte-order-mark")]


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_utf_16_is_one_unreadable_game(said, records_of, game: bytes, codec: str) -> None:
    data = game.decode().encode(codec)
    assert len([record for record in records_of(data) if isinstance(record, Opening)]) == 1
    assert len(said(data)) == 1 + (not data.endswith(b"\n"))
    assert said(data)[0][1] == 1
    assert not [record for record in records_of(data) if isinstance(record, Line)]


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\u0085", "\u00a0", "\x7f", "\u202e", "🂡"])
def test_signs_that_other_tools_take_for_line_ends(records_of, header: bytes, sign: str) -> None:
    records = records_of(header + f'["note","a{sign}b"]\n["m",""]\n'.encode())
    assert records[1].event == Note(f"a{sign}b")
    assert records[2] == Line(3, b'["m",""]', Moves(""))


@pytest.mark.parametrize("sign", [b"\x0b", b"\x0c", b"\x1c", b"\x1d", b"\x1e", b"\x00"])
def test_control_characters_are_bad_and_do_not_split(said, header: bytes, sign: bytes) -> None:
    assert said(header + b'["note","a' + sign + b'b"]\n["m",""]\n') == [("bad-line", 2, 11, "not-json")]


@pytest.mark.parametrize("escape", ["\\u0000", "\\u000b", "\\u001c", "\\u0085", "\\u2028", "\\r\\n"])
def test_escaped_control_characters_are_text(said, header: bytes, escape: str) -> None:
    assert said(header + f'["note","a{escape}b"]\n'.encode()) == []


def test_a_bare_carriage_return_does_not_split(said, header: bytes) -> None:
    assert said(header + b'["m",""]\r["m",""]\n') == [("bad-line", 2, 9, "bare-carriage-return")]
    assert said(header + b'["m",""]\r\r\n') == [("bad-line", 2, 9, "bare-carriage-return")]
    assert said(header + b"\r\r\n") == [("bad-line", 2, 1, "bare-carriage-return")]
    assert said(header.replace(b"\n", b"\r\r\n")) == [("bad-line", 1, 47, "bare-carriage-return")]


def test_two_values_on_a_line_and_a_value_across_lines(said, header: bytes) -> None:
    assert said(header + b'["m",""] ["m",""]\n') == [("bad-line", 2, 10, "not-json")]
    assert said(header.replace(b"\n", b" ") + header) == [("bad-line", 1, 48, "not-json")]
    across = said(header + b'["m",\n""]\n')
    assert [(name, line) for name, line, _, _ in across] == [("bad-line", 2), ("bad-line", 3)]
    assert said(b'{"replay":1,\n"game":"king","players":["A"]}\n') == [("bad-line", 1, 1, "not-json")]


def test_events_before_the_first_header_are_one_game(said, records_of, header: bytes) -> None:
    data = b'\n["m","x"]\n["m",5]\nrubbish\n' + header + b'["m",5]\n'
    assert said(data) == [("missing-header", 2, 1, "event-before-header"), ("bad-line", 6, 1, "wrong-shape")]
    assert [record.line for record in records_of(data) if isinstance(record, Opening)] == [2, 5]


def test_a_line_of_the_limit_is_read_and_a_longer_one_is_not(said, header: bytes) -> None:
    def line(length: int) -> bytes:
        return b'["m","' + b"x" * (length - 8) + b'"]'

    for end in (b"\n", b"\r\n"):
        assert said(header + line(LINE_LIMIT) + end) == []
        assert said(header + line(LINE_LIMIT + 1) + end) == [("line-too-long", 2, 1, "over-limit")]


@pytest.fixture
def small_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make lines over 64 bytes too long; the header of these tests has 46."""
    monkeypatch.setattr(split, "LINE_LIMIT", 64)


@pytest.mark.usefixtures("small_limit")
@pytest.mark.parametrize("size", [1, 7, 64, 65, 66, 1000])
def test_a_long_line_in_blocks_of_any_size(said, header: bytes, size: int) -> None:
    def blocks(data: bytes) -> list[bytes]:
        return [data[start : start + size] for start in range(0, len(data), size)]

    long = b'["m","' + b"x" * 200 + b'"]'
    too_long = ("line-too-long", 2, 1, "over-limit")
    assert said(blocks(header + long + b'\n["m",5]\n')) == [too_long, ("bad-line", 3, 1, "wrong-shape")]
    assert said(blocks(header + b" " * 90 + b"\n")) == [too_long]
    assert said(blocks(header + b" " * 70 + long + b"\n")) == [too_long]
    assert said(blocks(header + long)) == [too_long, ("torn-tail", 2, 1, "no-line-end")]
    assert said(blocks(header + b"x" * 65)) == [too_long, ("torn-tail", 2, 1, "no-line-end")]
    assert said(blocks(long + b"\n" + long + b"\n")) == [("missing-header", 1, 1, "event-before-header")]
    assert said(blocks(b" " * 90 + b"\n" + header)) == [("missing-header", 1, 1, "event-before-header")]
    opening = b'{"id":"' + b"x" * 200 + b'"}\n["m",5]\n'
    assert said(blocks(header + opening + header)) == [too_long]


@pytest.mark.usefixtures("small_limit")
def test_a_line_at_the_limit_in_blocks_of_any_size(said, header: bytes) -> None:
    line = b'["m","' + b"x" * 56 + b'"]'
    for data in (header + line + b"\n", header + line + b"\r\n"):
        for size in range(1, len(data) + 1):
            assert said([data[start : start + size] for start in range(0, len(data), size)]) == []


@pytest.mark.usefixtures("small_limit")
def test_a_long_note_or_mark_is_no_event(header: bytes) -> None:
    lines = [b'["note","' + b"x" * 90 + b'"]\n', b'["m","' + b"x" * 90 + b'"]\n']
    counts = [record.counts for record in read([header, *lines]) if isinstance(record, Trouble)]
    assert counts == [False, True]


def test_a_long_line_is_not_held(header: bytes) -> None:
    pieces = list(split.split([header, *[b"x" * 65_536] * 40, b"\n"]))
    assert [piece.number for piece in pieces] == [1] + [2] * (len(pieces) - 1)
    assert [piece.cut for piece in pieces[:3]] == [Cut.WHOLE, Cut.LONG, Cut.MORE]
    assert max(len(piece.raw) for piece in pieces) <= LINE_LIMIT + 65_536
    assert sum(len(piece.raw) for piece in pieces) == len(header) + 40 * 65_536 + 1


def test_records_come_before_the_source_is_read_to_its_end(header: bytes) -> None:
    def blocks() -> Iterator[bytes]:
        yield header + b'["m","x"]\n'
        raise AssertionError("read ahead")

    records = read(blocks())
    assert next(records) == Opening(1, HEADER)
    assert next(records) == Line(2, b'["m","x"]', Moves("x"))


def test_the_facts_of_a_trouble_are_its_own(records_of, header: bytes) -> None:
    trouble = records_of(header + b'["m",""]')[-2]
    trouble.facts["reason"] = "changed"
    assert records_of(header + b'["m",""]')[-2].facts == {"reason": "no-line-end"}


def test_the_limit_is_told(header: bytes) -> None:
    assert reader.LINE_OVER_LIMIT.rule is LINE_TOO_LONG
    assert reader.LINE_OVER_LIMIT.facts["limit"] == 1_048_576
