"""Parts: cut where games begin, with the right numbers, whatever the bytes; halved down to one game; shards."""

import gzip
import os
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import verifier.replay.parts
from verifier.corpus.shard import Shard
from verifier.corpus.work import Work
from verifier.referee import judge_source
from verifier.replay.lines import LINE_LIMIT
from verifier.replay.parts import Part, Point, halves, parts, unnumbered
from verifier.replay.sources import CHANGED

from .conftest import BOM, HEADER, NOTE

LINES = st.sampled_from(
    [HEADER, NOTE, b"\n", b" \t \n", b" \t" + HEADER, BOM + HEADER, BOM, b"\r\n", b'x{"\n', HEADER[:-1], b"{", b"{}\n"]
)
SOUPS = st.lists(LINES, max_size=40).map(b"".join)


def numbers(blocks, path="x", **first):
    """Return number and line of every game."""
    return [(verdict.game, verdict.line) for verdict in judge_source(blocks, path, **first)]


def of_parts(some: list[Part]) -> list[tuple[int, int]]:
    found = []
    for part in some:
        with part.open() as source:
            found += numbers(source, first_game=part.first_game, first_line=part.first_line)
    return found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "soup.replay"


same_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


@same_folder
@given(data=SOUPS, size=st.integers(1, 300), scanned=st.integers(1, 99))
def test_parts_are_the_whole_and_know_their_numbers(path, data, size, scanned):
    path.write_bytes(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(verifier.replay.parts, "SCANNED", scanned)
        some = list(parts(str(path), size))
    assert [part.start for part in some] == [0, *(part.end for part in some[:-1])]
    assert some[-1].end == len(data)
    assert [(part.opens, part.closes) for part in some] == [
        (number == 0, number == len(some) - 1) for number in range(len(some))
    ]
    assert [part.first_line for part in some] == [1 + data[: part.start].count(b"\n") for part in some]
    assert of_parts(some) == numbers([data])
    assert all(part.end - part.start >= size for part in some[:-1])


@same_folder
@given(data=SOUPS, size=st.integers(1, 300), scanned=st.integers(1, 99))
def test_parts_without_numbers_can_be_counted_from_any_part_before(path, data, size, scanned):
    path.write_bytes(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(verifier.replay.parts, "SCANNED", scanned)
        some = list(unnumbered(str(path), size))
        counted = [part.numbered() for part in some]
        for number, part in enumerate(some):
            for before in counted[1:number]:
                point = Point(before.start, before.first_game, before.first_line)
                assert msgspec.structs.replace(part, point=point).numbered() == counted[number]
    assert [part.start for part in some] == [0, *(part.end for part in some[:-1])]
    assert some[-1].end == len(data)
    assert [(part.opens, part.closes) for part in some] == [
        (number == 0, number == len(some) - 1) for number in range(len(some))
    ]
    assert [part.first_line for part in counted] == [1 + data[: part.start].count(b"\n") for part in some]
    assert of_parts(counted) == numbers([data])


@same_folder
@given(data=SOUPS)
def test_halves_go_down_to_one_game(path, data):
    path.write_bytes(data)
    left, whole = list(parts(str(path), 1 << 20)), []
    while left:
        part = left.pop(0)
        two = halves(part)
        if two is None:
            whole.append(part)
        else:
            left[:0] = two
    assert of_parts(whole) == numbers([data])
    assert all(len(of_parts([part])) <= 1 for part in whole)
    assert [part.opens for part in whole] == [True] + [False] * (len(whole) - 1)
    assert [part.closes for part in whole] == [False] * (len(whole) - 1) + [True]


def games_of(work: Work) -> list[tuple[str, int, int]]:
    return [
        (part.path, game, line) for part in work.parts() if isinstance(part, Part) for game, line in of_parts([part])
    ]


@same_folder
@given(
    contents=st.lists(st.tuples(SOUPS, st.booleans()), min_size=1, max_size=4),
    shards=st.integers(1, 9),
    size=st.sampled_from([None, 1, 200]),
)
def test_shards_are_together_the_whole_and_each_game_is_in_one(tmp_path, contents, shards, size):
    paths = []
    for number, (data, packed) in enumerate(contents):
        paths.append(str(tmp_path / f"{number}.replay{'.gz' if packed else ''}"))
        Path(paths[-1]).write_bytes(gzip.compress(data) if packed else data)
    expected = games_of(Work(paths, None))
    each = [games_of(Work(paths, size, Shard(number, shards))) for number in range(1, shards + 1)]
    assert [game for one in each for game in one] == expected


def test_a_shard_has_the_games_whose_headers_stand_in_it(tmp_path):
    path = tmp_path / "a.replay"
    path.write_bytes(NOTE * 50 + (HEADER + NOTE) * 100)
    # 7450 bytes; headers stand at 650, 718, and so on. The notes before them are a game too, which goes with the first.
    assert (len(HEADER), len(NOTE)) == (55, 13)
    rows = [Work([str(path)], None, Shard(number, 4)) for number in (1, 2, 3, 4)]
    assert [len(games_of(work)) for work in rows] == [1 + 18, 28, 27, 27]


def test_what_is_no_game_is_told_by_one_shard(tmp_path, verifier_run):
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.replay").write_bytes(b"" if name != "b" else HEADER * 10)
    told = [verifier_run("check", tmp_path, tmp_path / "no", "--shard", f"{number}/3") for number in (1, 2, 3)]
    for name in ("a.replay holds no game", "c.replay holds no game", "cannot read"):
        assert sum(name in said for _, _, said in told) == 1
    assert [json_games(written) for _, written, _ in told] == [4, 3, 3]


def json_games(written: str) -> int:
    return int(written.rpartition("\n\n")[2].split()[0])


def test_games_that_are_too_many_for_a_part(path, monkeypatch):
    monkeypatch.setattr(verifier.replay.parts, "MOST_GAMES", 10)
    path.write_bytes(b"{\n" * 95)
    some = list(parts(str(path)))
    assert [part.first_game for part in some] == [1, 11, 21, 31, 41, 51, 61, 71, 81, 91]


def test_a_line_over_the_limit_is_scanned_in_bounded_memory(path, monkeypatch):
    monkeypatch.setattr(verifier.replay.parts, "SCANNED", 1 << 16)
    long = b'["note","' + b"{" * (3 * LINE_LIMIT) + b'"]\n'
    data = HEADER + long + HEADER + b" " * LINE_LIMIT + HEADER + b" " * (LINE_LIMIT - 1) + HEADER
    path.write_bytes(data)
    some = list(parts(str(path), 1))
    assert of_parts(some) == numbers([data])
    assert [part.first_line for part in some] == [1, 3, 5]


@pytest.mark.parametrize("change", ["cut", "touched", "another", "gone"])
def test_a_file_that_changes_after_it_was_cut_is_not_judged(path, change):
    path.write_bytes((HEADER + NOTE) * 50)
    *_, last = parts(str(path), 100)
    if change == "cut":
        path.write_bytes(HEADER)
    elif change == "touched":
        path.write_bytes((HEADER + NOTE) * 50)
        os.utime(path, ns=(1, 1))
    elif change == "another":
        path.rename(path.with_name("old"))
        path.write_bytes((HEADER + NOTE) * 60)
    else:
        path.unlink()
    with pytest.raises(OSError, match="No such file" if change == "gone" else CHANGED), last.open() as source:
        list(source)


def test_a_file_that_grows_after_it_was_cut_is_judged_as_it_was(path):
    data = (HEADER + NOTE) * 50
    path.write_bytes(data)
    some = list(parts(str(path), 100))
    with path.open("ab") as file:
        file.write(HEADER)
    assert of_parts(some) == numbers([data])
    with some[-1].open() as source:
        list(source)
        assert source.grew
