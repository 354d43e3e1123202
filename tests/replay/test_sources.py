"""Which files the arguments name, and how they are opened."""

import io
import os
import socket
from pathlib import Path

import pytest

from verifier.replay.lines import Closing, Opening
from verifier.replay.reader import read
from verifier.replay.sources import BLOCK, Fate, Found, find, open_source, standard_input

ON_POSIX = pytest.mark.skipif(os.name != "posix", reason="named pipes, devices and links of POSIX")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder that is the working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def touch(*paths: str) -> None:
    for path in paths:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_bytes(b"")


def fates(*paths: str) -> list[tuple[str, str]]:
    return [(found.path, found.fate.name) for found in find(paths)]


def reads(*paths: str) -> list[str]:
    assert {found.fate for found in find(paths)} <= {Fate.READ}
    return [found.path for found in find(paths)]


@pytest.mark.usefixtures("folder")
def test_a_walk_takes_replays_sorted_and_leaves_the_rest() -> None:
    touch("d/b.replay", "d/a.replay.gz", "d/c/z.replay.zst", "d/c/é.replay", "d/B.replay")
    touch("d/replay", "d/a.replay.txt", "d/a.jsonl", "d/x.gz", "d/e/nothing.txt", "d/c.replay/in.replay")
    expected = ["d/B.replay", "d/a.replay.gz", "d/b.replay", "d/c/z.replay.zst", "d/c/é.replay", "d/c.replay/in.replay"]
    assert reads("d") == expected
    assert reads("d/") == expected
    assert reads("./d") == ["./" + path for path in expected]
    assert reads(".") == ["./" + path for path in expected]


def test_an_absolute_folder(folder: Path) -> None:
    touch("d/a.replay")
    assert reads(str(folder)) == [f"{folder.as_posix()}/d/a.replay"]


@pytest.mark.usefixtures("folder")
def test_a_named_file_is_taken_whatever_its_name() -> None:
    touch("game.txt", "b.replay", "a.replay")
    assert reads("game.txt", "b.replay", "a.replay", "-") == ["game.txt", "b.replay", "a.replay", "-"]


@pytest.mark.usefixtures("folder")
def test_a_file_named_twice_is_read_once() -> None:
    touch("d/a.replay", "d/b.replay")
    assert reads("d/b.replay", "d", "./d/../d/a.replay", "d/", "-", "-") == ["d/b.replay", "d/a.replay", "-"]


@pytest.mark.usefixtures("folder")
def test_what_is_not_there_is_refused() -> None:
    touch("a.replay")
    found = list(find(["no.replay", "a.replay/b.replay", "", "x" * 5000, "a\0b", "a.replay"]))
    assert [entry.fate for entry in found] == [Fate.REFUSED] * 5 + [Fate.READ]
    assert all(entry.reason for entry in found[:5])
    assert found[2] == Found("", Fate.REFUSED, "an empty path")
    assert found[0] == Found("no.replay", Fate.REFUSED, "No such file or directory")


@ON_POSIX
@pytest.mark.usefixtures("folder")
def test_pipes_sockets_and_folders_named_like_replays_in_a_walk(capfd: pytest.CaptureFixture[str]) -> None:
    Path("d").mkdir()
    os.mkfifo("d/pipe.replay")
    os.mkfifo("d/pipe")
    touch("d/folder.replay/a.replay", "d/z.replay")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("d/socket.replay.gz")
        found = list(find(["d"]))
    assert found == [
        Found("d/folder.replay/a.replay", Fate.READ),
        Found("d/pipe.replay", Fate.SKIPPED, "a named pipe"),
        Found("d/socket.replay.gz", Fate.SKIPPED, "a socket"),
        Found("d/z.replay", Fate.READ),
    ]
    assert capfd.readouterr() == ("", "")


@ON_POSIX
@pytest.mark.usefixtures("folder")
def test_links_are_followed_only_where_they_are_named() -> None:
    touch("d/a.replay", "other/b.replay", "other/notes.txt")
    Path("d/loop").symlink_to(".")
    Path("d/up").symlink_to("..")
    Path("d/link.replay").symlink_to("../other/b.replay")
    Path("d/text").symlink_to("../other/notes.txt")
    Path("d/dangling").symlink_to("nowhere")
    Path("d/self").symlink_to("self")
    Path("d/self.replay").symlink_to("self.replay")
    skipped = [(f"d/{name}", "SKIPPED") for name in ("link.replay", "loop", "self.replay", "up")]
    assert fates("d") == [("d/a.replay", "READ"), *skipped]
    assert [found.reason for found in find(["d"])][1:] == ["a symbolic link"] * 4
    assert reads("d/link.replay") == ["d/link.replay"]
    assert reads("other/b.replay", "d/link.replay") == ["other/b.replay"]
    assert fates("d/loop") == [("d/loop/a.replay", "READ"), *((f"d/loop/{name[2:]}", fate) for name, fate in skipped)]
    assert fates("d/self.replay", "d/dangling") == [("d/self.replay", "REFUSED"), ("d/dangling", "REFUSED")]


@ON_POSIX
@pytest.mark.usefixtures("folder")
def test_a_named_pipe_or_device_is_refused_with_advice() -> None:
    os.mkfifo("p.replay")
    Path("l.replay").symlink_to("/dev/zero")
    found = list(find(["p.replay", "/dev/null", "l.replay"]))
    assert [entry.fate for entry in found] == [Fate.REFUSED] * 3
    assert found[0].reason == "a named pipe, not a regular file; pipe its content into `-` instead"
    assert found[1].reason == found[2].reason == "a device, not a regular file; pipe its content into `-` instead"


@pytest.mark.usefixtures("folder")
def test_a_folder_that_cannot_be_listed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    touch("d/a/x.replay", "d/b.replay", "d/c/y.replay")
    listing = Path.iterdir

    def refuse(path: Path) -> object:
        if path.name == "a":
            raise PermissionError(13, "Permission denied", str(path))
        return listing(path)

    monkeypatch.setattr(Path, "iterdir", refuse)
    assert list(find(["d"])) == [
        Found("d/a", Fate.REFUSED, "Permission denied"),
        Found("d/b.replay", Fate.READ),
        Found("d/c/y.replay", Fate.READ),
    ]


@pytest.mark.usefixtures("folder")
def test_a_file_that_vanishes_in_a_walk_is_refused() -> None:
    touch("d/a.replay", "d/b.replay")
    walk = find(["d"])
    assert next(walk) == Found("d/a.replay", Fate.READ)
    Path("d/b.replay").unlink()
    assert list(walk) == [Found("d/b.replay", Fate.REFUSED, "No such file or directory")]


@pytest.mark.usefixtures("folder")
def test_a_tree_deeper_than_the_stack_is_walked() -> None:
    folders = [Path("d" + "/e" * depth) for depth in range(1500)]
    for folder in folders:
        folder.mkdir()
    last = folders[-1] / "a.replay"
    last.touch()
    assert reads("d") == [last.as_posix()]
    # Taken away here: whatever cleans up later may itself recurse.
    last.unlink()
    for folder in reversed(folders):
        folder.rmdir()


def test_a_name_that_is_not_utf_8(folder: Path) -> None:
    name = os.fsdecode(b"\xff\x1b[2J.replay")
    try:
        touch(name)
    except OSError:
        pytest.skip("this file system takes no such names")
    assert reads(".") == ["./" + name]
    with open_source("./" + name) as source:
        assert list(source) == []
    assert folder.is_dir()


def test_the_root_folder_is_shown_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "iterdir", lambda path: iter([Path("/a.replay")] if str(path) == "/" else []))
    assert [found.path for found in find(["/"])] == ["/a.replay"]


@ON_POSIX
@pytest.mark.usefixtures("folder")
def test_opening_what_is_no_regular_file() -> None:
    os.mkfifo("p.replay")
    Path("d.replay").mkdir()
    for path in ("p.replay", "d.replay", "/dev/null", "p.gz", "no.replay"):
        with pytest.raises(OSError, match=r"not a regular file; pipe|No such file") as told:
            open_source(path)
        assert told.value.filename == path


@pytest.mark.usefixtures("folder")
def test_a_plain_file_comes_in_blocks() -> None:
    data = bytes(range(256)) * 1024
    Path("a.replay").write_bytes(data)
    with open_source("a.replay") as source:
        blocks = list(source)
        assert source.path == "a.replay"
    assert b"".join(blocks) == data
    assert {len(block) for block in blocks} == {BLOCK}
    assert not source.grew


@pytest.mark.usefixtures("folder")
def test_a_file_that_grows_is_read_as_it_was_when_opened(header: bytes) -> None:
    Path("a.replay").write_bytes(header)
    with open_source("a.replay") as source:
        assert not source.grew
        with Path("a.replay").open("ab") as more:
            more.write(header)
        assert source.grew
        records = list(read(source))
    assert len(records) == 2
    assert records[1] == Closing(None)
    assert source.grew
    source.close()
    assert source.grew


@pytest.mark.usefixtures("folder")
def test_a_file_that_grows_while_it_is_read(header: bytes) -> None:
    Path("a.replay").write_bytes(header + b"\n" * BLOCK)
    with open_source("a.replay") as source:
        blocks = iter(source)
        first = next(blocks)
        with Path("a.replay").open("ab") as more:
            more.write(b'["m","late"]\n' * BLOCK)
        assert len(first + b"".join(blocks)) == len(header) + BLOCK
    assert source.grew


@pytest.mark.usefixtures("folder")
def test_a_file_that_shrinks_while_it_is_read_just_ends(header: bytes) -> None:
    Path("a.replay").write_bytes(header + b"\n" * 3 * BLOCK)
    with open_source("a.replay") as source:
        blocks = iter(source)
        next(blocks)
        os.truncate("a.replay", BLOCK)
        assert list(blocks) == []
    assert not source.grew


def test_standard_input_is_read_to_its_end_and_stays_open(header: bytes) -> None:
    stream = io.BytesIO(header * 5000)
    with standard_input(stream) as source:
        assert source.path == "-"
        records = list(read(source))
        assert not source.grew
    assert len(records) == 10_000
    assert records[-2] == Opening(5000, records[0].header)
    assert not stream.closed
