"""A source is cut into games where the reader lets them begin, whatever the size of its blocks."""

import io
import random

import pytest

import verifier.replay.games
from verifier.replay.games import cut
from verifier.replay.lines import LINE_LIMIT, Opening
from verifier.replay.reader import read
from verifier.replay.split import CorruptError

HEADER = b'{"replay":1,"game":"king","players":["A","B","C","D"]}\n'
NOTE = b'["note","x"]\n'
BOM = b"\xef\xbb\xbf"


def in_blocks(data: bytes, rng: random.Random) -> list[bytes]:
    """Cut bytes into blocks at random places."""
    cuts = sorted(rng.randrange(len(data) + 1) for _ in range(rng.randrange(9)))
    return [data[start:end] for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True)]


def joined(blocks: list[bytes]) -> list[bytes]:
    """Return the bytes of each game."""
    return [b"".join(game.blocks()) for game in cut(iter(blocks))]


def begins(data: bytes) -> list[int]:
    """Return the lines at which the reader lets games begin."""
    return [record.line for record in read([data]) if isinstance(record, Opening)]


PARTS = [
    HEADER,
    NOTE,
    b"\n",
    b"  \n",
    b" \t" + HEADER,
    BOM + HEADER,
    BOM + b"  " + HEADER,
    b"\r\n",
    b'x{"',
    HEADER[:-1],
    b"{",
]


@pytest.mark.parametrize("seed", range(60))
def test_games_are_cut_where_the_reader_lets_them_begin(monkeypatch, seed):
    rng = random.Random(seed)
    monkeypatch.setattr(verifier.replay.games, "MOST_HELD", rng.choice([5, 60, 200, 1 << 20]))
    data = b"".join(rng.choice(PARTS) for _ in range(rng.randrange(1, 12)))
    games = joined(in_blocks(data, rng))
    assert b"".join(games) == data
    lines = [1 + data[: sum(map(len, games[:number]))].count(b"\n") for number in range(len(games))]
    # Before the first header there may be blank lines, which belong to no game for the reader.
    assert set(begins(data)[1:]) <= set(lines)
    assert set(lines[1:]) <= set(begins(data))


def test_a_long_line_is_handed_on_and_never_held(monkeypatch):
    monkeypatch.setattr(verifier.replay.games, "MOST_HELD", 1000)
    long = b'["note","' + b"x" * (LINE_LIMIT + 70_000) + b'"]\n'
    data = HEADER + long + HEADER + NOTE
    blocks = [data[start : start + 50_000] for start in range(0, len(data), 50_000)]
    held = [[len(block) for block in game.blocks()] for game in cut(iter(blocks))]
    assert [sum(sizes) for sizes in held] == [len(HEADER + long), len(HEADER + NOTE)]
    assert max(held[0]) <= LINE_LIMIT + 50_000


def test_blanks_beyond_the_limit_of_a_line_open_no_game():
    data = HEADER + b" " * LINE_LIMIT + HEADER
    assert begins(data) == [1]
    assert len(joined([data])) == 1
    data = HEADER + b" " * (LINE_LIMIT - 1) + HEADER
    assert len(joined([data])) == len(begins(data)) == 2


@pytest.mark.parametrize("most", [5, 1 << 20])
def test_the_fault_of_a_corrupt_source_comes_behind_the_last_game(monkeypatch, most):
    monkeypatch.setattr(verifier.replay.games, "MOST_HELD", most)

    def blocks():
        yield HEADER + NOTE + HEADER
        yield NOTE + b'["no'
        raise CorruptError("cut-short")

    games = []
    for game in cut(blocks()):
        found = io.BytesIO()
        games.append(found)
        try:
            for block in game.blocks():
                found.write(block)
        except CorruptError:
            found.write(b"!")
    whole = b"".join(game.getvalue() for game in games)
    assert whole in {
        HEADER + NOTE + HEADER + NOTE + b'["no!',
        HEADER + NOTE + HEADER + NOTE[:-1] + b"!",
        HEADER + NOTE + HEADER + NOTE + b"!",
    }


def test_an_empty_source_has_no_game():
    assert joined([]) == joined([b""]) == []
