"""Compressed replays: good, cut, corrupt, with several members, and bombs."""

import gzip
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from verifier.replay.lines import Closing, Opening, Record, Trouble
from verifier.replay.reader import read
from verifier.replay.sources import MOST_EXPANDED, open_source

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

CORRUPT = "corrupt-file"


def zst(data: bytes) -> bytes:
    """Return one frame with a checksum, as the command-line tool makes it."""
    return zstd.compress(data, options={zstd.CompressionParameter.checksum_flag: 1})


def gz(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def gz_readable(cut: bytes) -> bytes:
    return zlib.decompressobj(31).decompress(cut)


def zst_readable(cut: bytes) -> bytes:
    return zstd.ZstdDecompressor().decompress(cut)


FORMS = pytest.mark.parametrize(
    ("suffix", "compress", "readable"), [(".gz", gz, gz_readable), (".zst", zst, zst_readable)], ids=["gz", "zst"]
)
Compress = Callable[[bytes], bytes]


def read_bytes(tmp_path: Path, name: str, data: bytes, **limits: int) -> list[Record]:
    path = tmp_path / name
    path.write_bytes(data)
    with open_source(str(path), **limits) as source:
        return list(read(source))


def corrupt(records: list[Record]) -> list[tuple[str, int, object]]:
    return [
        (record.rule.name, record.line, record.facts["reason"]) for record in records if isinstance(record, Trouble)
    ]


@FORMS
def test_a_compressed_replay_reads_like_a_plain_one(
    tmp_path: Path, two_games: bytes, suffix: str, compress: Compress, readable: Compress
) -> None:
    plain = list(read([two_games]))
    assert read_bytes(tmp_path, "a.replay", two_games) == plain
    assert read_bytes(tmp_path, f"a.replay{suffix}", compress(two_games)) == plain
    assert readable(compress(two_games)) == two_games


@FORMS
def test_two_members_are_read_one_after_the_other(
    tmp_path: Path, two_games: bytes, suffix: str, compress: Compress, readable: Compress
) -> None:
    half = len(two_games) // 2
    data = compress(two_games[:half]) + compress(b"") + compress(two_games[half:])
    assert read_bytes(tmp_path, f"a.replay{suffix}", data) == list(read([two_games]))
    assert readable(data) == two_games[:half]


@FORMS
def test_nothing_compressed_is_an_empty_replay(
    tmp_path: Path, suffix: str, compress: Compress, readable: Compress
) -> None:
    assert read_bytes(tmp_path, f"a{suffix}", compress(b"")) == []
    assert readable(compress(b"")) == b""


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_a_file_of_no_bytes_is_corrupt_where_it_should_be_compressed(tmp_path: Path, suffix: str) -> None:
    records = read_bytes(tmp_path, f"a{suffix}", b"")
    assert records[0] == Opening(1, None)
    assert corrupt(records) == [(CORRUPT, 1, "empty")]
    assert records[-1] == Closing(None)
    assert read_bytes(tmp_path, "a.replay", b"") == []


@FORMS
def test_a_cut_at_every_byte(
    tmp_path: Path, two_games: bytes, suffix: str, compress: Compress, readable: Compress
) -> None:
    data = compress(two_games)
    for end in range(1, len(data)):
        start = readable(data[:end])
        whole = start[: start.rfind(b"\n") + 1]
        expected = list(read([whole]))[:-1] or [Opening(1, None)]
        records = read_bytes(tmp_path, f"a{suffix}", data[:end])
        assert records[: len(expected)] == expected
        # One byte is too short to be told from the start of something else.
        reason = "not-decompressible" if suffix == ".gz" and end == 1 else "cut-short"
        assert corrupt(records) == [(CORRUPT, whole.count(b"\n") + 1, reason)]
        assert isinstance(records[-1], Closing)
        assert len(records) == len(expected) + 2


@FORMS
def test_every_flipped_bit_is_noticed_or_changes_nothing(
    tmp_path: Path, game: bytes, suffix: str, compress: Compress, readable: Compress
) -> None:
    data = compress(game)
    good = list(read([game]))
    assert readable(data) == game
    noticed = 0
    for place in range(len(data)):
        for bit in range(8):
            changed = bytearray(data)
            changed[place] ^= 1 << bit
            records = read_bytes(tmp_path, f"a{suffix}", bytes(changed))
            told = [name for name, _, _ in corrupt(records)]
            assert records == good or CORRUPT in told, (place, bit)
            noticed += CORRUPT in told
    assert noticed > 7 * len(data)


@FORMS
@pytest.mark.parametrize("junk", [b"x", b"junk", b"\x1f", b"\x28\xb5", b"more than a few bytes of junk"])
def test_bytes_after_the_end_are_corrupt(
    tmp_path: Path, game: bytes, suffix: str, compress: Compress, readable: Compress, junk: bytes
) -> None:
    data = compress(game) + junk
    records = read_bytes(tmp_path, f"a{suffix}", data)
    assert records[:-2] == list(read([game]))[:-1]
    ((name, line, reason),) = corrupt(records)
    assert (name, line) == (CORRUPT, game.count(b"\n") + 1)
    assert reason in {"not-decompressible", "cut-short"}
    assert readable(data) == game


def test_zero_bytes_after_a_gzip_member_are_padding(tmp_path: Path, game: bytes) -> None:
    assert read_bytes(tmp_path, "a.gz", gz(game) + bytes(512)) == list(read([game]))


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_a_plain_replay_under_the_name_of_a_compressed_one(tmp_path: Path, game: bytes, suffix: str) -> None:
    assert corrupt(read_bytes(tmp_path, f"a{suffix}", game)) == [(CORRUPT, 1, "not-decompressible")]


def test_a_corrupt_end_is_told_for_an_unreadable_game_too(tmp_path: Path) -> None:
    records = read_bytes(tmp_path, "a.gz", gz(b"{}\nx")[:-1])
    assert corrupt(records) == [("bad-line", 1, "wrong-shape"), (CORRUPT, 2, "cut-short")]


@FORMS
def test_a_bomb_needs_both_the_size_and_the_ratio(
    tmp_path: Path, header: bytes, suffix: str, compress: Compress, readable: Compress
) -> None:
    name, bomb = f"a{suffix}", compress(header + b"\n" * 100_000)
    size = len(header) + 100_000
    limit = max(10_000, 10 * len(bomb))
    told = [(CORRUPT, limit - len(header) + 2, "expands-too-far")]
    assert corrupt(read_bytes(tmp_path, name, bomb, most_expanded=10_000, most_ratio=10)) == told
    assert corrupt(read_bytes(tmp_path, name, bomb, most_expanded=size, most_ratio=10)) == []
    assert corrupt(read_bytes(tmp_path, name, bomb, most_expanded=10_000, most_ratio=5000)) == []
    last = [(CORRUPT, 100_001, "expands-too-far")]
    assert corrupt(read_bytes(tmp_path, name, bomb, most_expanded=size - 1, most_ratio=10)) == last
    assert len(readable(bomb)) == size


@FORMS
def test_a_real_bomb(tmp_path: Path, header: bytes, suffix: str, compress: Compress, readable: Compress) -> None:
    bomb = compress(header + b" " * (2 * MOST_EXPANDED))
    assert len(bomb) * 1000 < 2 * MOST_EXPANDED
    path = tmp_path / f"a.replay{suffix}"
    path.write_bytes(bomb)
    with open_source(str(path)) as source:
        expanded, records = 0, []

        def counted() -> Iterator[bytes]:
            nonlocal expanded
            for block in source:
                expanded += len(block)
                yield block

        records = list(read(counted()))
    told = [record for record in records if isinstance(record, Trouble)]
    assert [(trouble.rule.name, trouble.line) for trouble in told] == [("line-too-long", 2), (CORRUPT, 2)]
    assert told[1].facts == {"reason": "expands-too-far", "limit": max(MOST_EXPANDED, 1000 * len(bomb))}
    assert expanded == told[1].facts["limit"]
    assert readable(bomb[:100]) is not None


def test_the_words_of_the_decompressor_are_a_fact(tmp_path: Path, game: bytes) -> None:
    records = read_bytes(tmp_path, "a.gz", gz(game)[:-8] + bytes(8))
    (trouble,) = [record for record in records if isinstance(record, Trouble)]
    assert "CRC" in str(trouble.facts["detail"])
