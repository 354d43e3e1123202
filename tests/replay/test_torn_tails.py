r"""Files whose last byte is no `\n`, and files cut at every byte."""

import pytest

from verifier.replay.lines import Closing, Header, Line, Moves, Note, Opening, Seal, Trouble
from verifier.replay.reader import read

TORN = "torn-tail"


def test_a_whole_line_without_its_end_is_handed_on(records_of, header: bytes) -> None:
    records = records_of(header + b'["m","x"]')
    assert records[1] == Line(2, b'["m","x"]', Moves("x"))
    assert (records[2].rule.name, records[2].line, records[2].counts) == (TORN, 2, False)
    assert records[3] == Closing(None)


@pytest.mark.parametrize(
    ("tail", "counts"),
    [
        (b'["m","x', True),
        (b'["m",5]', True),
        (b'["points",[1]]', True),
        (b"\0" * 4096, True),
        (b'["seal",1,"', True),
        (b'["note","x', False),
        (b'["mark",1,"', False),
        (b" ", False),
    ],
)
def test_a_torn_line_that_cannot_be_read_is_one_trouble(records_of, header: bytes, tail: bytes, counts: bool) -> None:
    records = records_of(header + b"\n" + tail)
    assert records[0] == Opening(1, Header(1, "king", ["A", "B"]))
    assert [(record.rule.name, record.line, record.counts) for record in records[1:-1]] == [(TORN, 3, counts)]
    assert records[-1] == Closing(None)


def test_a_half_line_end_is_a_torn_tail(records_of, header: bytes) -> None:
    records = records_of(header + b'["note","x"]\r')
    assert records[1] == Line(2, b'["note","x"]', Note("x"))
    assert records[2].rule.name == TORN


def test_a_torn_header(records_of, header: bytes) -> None:
    for end in range(1, len(header) - 1):
        opening, trouble, closing = records_of(header[:end])
        assert (opening, trouble.rule.name, closing) == (Opening(1, None), TORN, Closing(None))
    opening, trouble, closing = records_of(header[:-1])
    assert (opening.header.game, trouble.rule.name, closing) == ("king", TORN, Closing(None))


def test_a_torn_line_without_a_header_is_one_trouble(said) -> None:
    assert said(b'["m","x"]') == [(TORN, 1, 1, "no-line-end")]
    assert said(b"\xef\xbb") == [(TORN, 1, 1, "no-line-end")]


def test_an_unreadable_game_is_told_to_be_torn_as_well(said) -> None:
    assert said(b"{}\nx") == [("bad-line", 1, 1, "wrong-shape"), (TORN, 2, 1, "no-line-end")]


def test_a_torn_tail_after_a_seal(said, two_games: bytes) -> None:
    sealed = two_games[: two_games.index(b"\n", two_games.index(b'["seal"')) + 1]
    number = sealed.count(b"\n") + 1
    assert said(sealed + b" ") == [(TORN, number, 1, "no-line-end")]
    after = ("after-seal", number, 1, "line-after-seal")
    assert said(sealed + b"x") == [after, (TORN, number, 1, "no-line-end")]
    assert said(sealed + b"x\nx") == [after, (TORN, number + 1, 1, "no-line-end")]


def test_a_seal_without_its_line_end_fits_and_is_torn(records_of, two_games: bytes) -> None:
    sealed = two_games[: two_games.index(b"\n", two_games.index(b'["seal"'))]
    line, trouble, closing = records_of(sealed)[-3:]
    assert isinstance(line.event, Seal)
    assert (trouble.rule.name, closing) == (TORN, Closing(True))


def test_a_cut_at_every_byte(two_games: bytes) -> None:
    for end in range(len(two_games)):
        start = two_games.rfind(b"\n", 0, end) + 1
        whole = list(read([two_games[:start]]))
        records = list(read([two_games[:end]]))
        troubles = [(record.rule.name, record.line) for record in records if isinstance(record, Trouble)]
        if start == end:
            assert troubles == []
            assert records == whole
        else:
            assert troubles == [(TORN, two_games[:end].count(b"\n") + 1)]
            before = whole[:-1]
            assert records[: len(before)] == before
            added = [record for record in records[len(before) :] if isinstance(record, Line)]
            assert not added or two_games[end : end + 1] == b"\n"
