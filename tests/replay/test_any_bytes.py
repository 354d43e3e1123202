"""Whatever the bytes, reading does not raise and keeps its order; and its memory stays flat."""

import tracemalloc
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.replay.lines import Closing, Line, Opening, Record, Trouble
from verifier.replay.reader import read
from verifier.replay.rules import MOST_FACT
from verifier.replay.seal import Tally

HEADER = b'{"replay":1,"game":"king","players":["A","B"],"rules":{"a":1},"meta":{"k":"v"}}\n'
LINES = [
    HEADER,
    b'["deal",null,["2C3C","??"],null]\n',
    b'["contract","a","koz","H"]\n',
    b'["m","aQH b2C b$"]\n',
    b'["points",[-10,0]]\n',
    b'["winner","ab"]\n',
    b'["note","\xc5\x9f"]\n',
    b'["mark",1,"00"]\n',
    b'["seal",1,"00"]\n',
    b"\r\n",
    b"\xef\xbb\xbf",
    b'{"replay":1}\n',
]


def sealed() -> bytes:
    tally = Tally()
    for line in LINES[:7]:
        tally.add(line)
    return b"".join(LINES[:7]) + f'["seal",7,"{tally.digest()}"]\n'.encode()


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """Return a good file with a few pieces of it replaced, doubled or taken out."""
    data = draw(st.lists(st.sampled_from([*LINES, sealed()]), min_size=1, max_size=8).map(b"".join))
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + 20)))
        put = draw(
            st.binary(max_size=3)
            | st.sampled_from([b'"', b"[", b"{", b"\n", b"\r", b"\\u0000", b"\\q", b"\\ud800", data[start:end] * 2])
        )
        data = data[:start] + put + data[end:]
    return data


def check_order(records: list[Record]) -> None:
    is_open, has_header, line = False, False, 0
    for record in records:
        match record:
            case Opening():
                assert not is_open
                assert record.line > line
                is_open, has_header, line = True, record.header is not None, record.line
            case Closing():
                assert is_open
                is_open = False
            case Line():
                assert is_open
                assert has_header
                assert record.number > line
                line = record.number
            case Trouble():
                assert is_open
                assert record.line >= line
                assert record.column >= 1
                assert "reason" in record.facts
                assert all(not isinstance(fact, str) or len(fact) <= MOST_FACT for fact in record.facts.values())
                line = record.line
    assert not is_open


@settings(deadline=None)
@given(st.binary(max_size=200) | mutated())
def test_reading_never_raises_and_keeps_its_order(data: bytes) -> None:
    records = list(read([data]))
    check_order(records)
    torn = [record for record in records if isinstance(record, Trouble) and record.rule.name == "torn-tail"]
    assert len(torn) == (bool(records) and not data.endswith(b"\n"))
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.lstrip(b" \t").startswith(b"{"):
            assert number in {record.line for record in records if isinstance(record, Opening)}


@settings(deadline=None)
@given(mutated())
def test_an_unreadable_game_has_one_trouble_of_its_own(data: bytes) -> None:
    troubles: list[str] = []
    for record in read([data]):
        match record:
            case Opening():
                readable, troubles = record.header is not None, []
            case Trouble():
                troubles.append(record.rule.name)
            case Closing() if not readable:
                assert len(troubles) == 1 or troubles[1:] == ["torn-tail"]


@settings(deadline=None)
@given(mutated(), st.lists(st.integers(1, 40), min_size=1, max_size=20))
def test_blocks_of_any_sizes_give_the_same_records(data: bytes, sizes: list[int]) -> None:
    blocks, start = [], 0
    for size in sizes:
        blocks.append(data[start : start + size])
        start += size
    assert list(read([*blocks, data[start:]])) == list(read([data]))


def peak_of(games: int, line: bytes) -> int:
    """Return the most memory in bytes that reading so many games of 50 such lines takes at once."""

    def blocks() -> Iterator[bytes]:
        for _ in range(games):
            yield HEADER + line * 50

    tracemalloc.start()
    for _ in read(blocks()):
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def test_memory_does_not_grow_with_the_number_of_games() -> None:
    line = b'["m","aQH b2C b$"]\n'
    peak_of(2, line)
    few, many = peak_of(10, line), peak_of(200, line)
    assert many < few + 20_000


def test_memory_does_not_grow_with_an_endless_line() -> None:
    assert peak_of(40, b"x" * 65_536) < 16 << 20
