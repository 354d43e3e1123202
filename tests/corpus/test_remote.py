"""Files named by a URL: the same report as from the disk, whole or in ranges, and no password or signature in it."""

import gzip
import sys
import threading
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

import fsspec
import pytest

import verifier.replay.remote
from verifier.replay.remote import shown
from verifier.replay.sources import is_remote

from .conftest import CLEAN, FAULTY, zstd

FILES = {
    "a.replay": (FAULTY + CLEAN) * 6,
    "b.replay.gz": gzip.compress(FAULTY + CLEAN),
    "c.replay.zst": zstd.compress(CLEAN * 2),
    "d/e.replay": CLEAN,
    "d/notes.txt": b"no replay",
    "f.replay": b"",
    "g.replay.gz": gzip.compress(CLEAN)[:-9],
}


@pytest.fixture
def folder(tmp_path) -> Path:
    """A folder with files of all sorts."""
    for name, data in FILES.items():
        (tmp_path / "files" / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / "files" / name).write_bytes(data)
    return tmp_path / "files"


@pytest.fixture
def memory():
    """The URL of a folder in memory with these files."""
    system = fsspec.filesystem("memory")
    for name, data in FILES.items():
        system.pipe(f"/files/{name}", data)
    yield "memory://files"
    system.rm("/files", recursive=True)


class Quiet(SimpleHTTPRequestHandler):
    """Serves whole files; says nothing."""

    def log_message(self, *_: object) -> None:
        pass


class Ranged(BaseHTTPRequestHandler):
    """Serves the files of FILES, also ranges of them."""

    asked: list[str]

    def log_message(self, *_: object) -> None:
        pass

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        data = FILES.get(unquote(urlsplit(self.path).path)[1:])
        span = self.headers.get("Range")
        if data is None:
            self.send_error(404 if "secret" not in self.path else 403)
            return
        self.send_response(206 if span else 200)
        if span:
            self.asked.append(span)
            start, _, last = span.removeprefix("bytes=").partition("-")
            end = min(int(last) + 1 if last else len(data), len(data))
            self.send_header("Content-Range", f"bytes {start}-{end - 1}/{len(data)}")
            data = data[int(start) : end]
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("ETag", '"1"')
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(data)


@pytest.fixture
def served():
    """Start servers; return the URL of one."""
    servers = []

    def served(handler) -> str:
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        servers.append(server)
        return f"127.0.0.1:{server.server_port}"

    yield served
    for server in servers:
        server.shutdown()
        server.server_close()


def as_from(place: str, folder: Path, result: tuple[int, str, str]) -> tuple[int, str, str]:
    """Return a result as it would be if the folder were at another place."""
    status, written, said = result
    return status, written.replace(str(folder), place), said.replace(str(folder), place)


@pytest.mark.parametrize("size", [1, 30_000, 1 << 30])
@pytest.mark.parametrize("asked", [["check", "--output-format", "json"], ["score"], ["standings"]], ids=" ".join)
def test_in_memory_and_of_this_machine(folder, memory, verifier_run, part_size, hired, asked, size, tmp_path):
    part_size(size)
    usual = verifier_run(*asked, folder, "--jobs", 1)
    assert usual[0] == 2
    for url in (memory, f"file://{folder}"):
        there = as_from(url, folder, usual)
        assert verifier_run(*asked, url, "--jobs", 1) == there
        # A journal lets files be cut.
        for _ in range(2):
            assert verifier_run(*asked, url, "--resume", tmp_path / "journal") == there
        (tmp_path / "journal").unlink()
        assert verifier_run(*asked, f"{url}/", url, "--jobs", 1) == there


def test_in_processes(folder, verifier_run, part_size):
    part_size(5000)
    arguments = ["check", "--output-format", "jsonl"]
    usual = as_from(f"file://{folder}", folder, verifier_run(*arguments, folder, "--jobs", 1))
    assert verifier_run(*arguments, f"file://{folder}", "--jobs", 2) == usual


def test_shards_are_together_the_whole(memory, verifier_run):
    arguments = ["check", memory, "--output-format", "jsonl"]
    whole = verifier_run(*arguments)[1].splitlines()[:-1]
    shards = [verifier_run(*arguments, "--shard", f"{number}/3")[1].splitlines()[:-1] for number in (1, 2, 3)]
    assert [line for lines in shards for line in lines] == whole
    assert all(shards)


def test_patterns(folder, memory, verifier_run):
    names = [f"{folder}/a.replay", f"{folder}/f.replay"]
    usual = as_from("memory:///files", folder, verifier_run("check", *names))
    assert verifier_run("check", f"{memory}/?.replay") == usual
    assert verifier_run("check", f"{memory}/[a-e].replay", f"{memory}/*.replay") == usual
    assert verifier_run("check", f"{memory}/x*")[::2] == (
        2,
        f"verifier: cannot read {memory}/x*: nothing there has such a name.\n",
    )


def test_a_server_without_ranges(folder, served, verifier_run, tmp_path):
    url = f"http://{served(partial(Quiet, directory=folder))}"
    usual = as_from(url, folder, verifier_run("check", folder))
    assert verifier_run("check", f"{url}/") == usual
    for _ in range(2):
        assert verifier_run("check", f"{url}/", "--resume", tmp_path / "journal") == usual


def test_a_server_with_ranges(folder, served, verifier_run, part_size, tmp_path, monkeypatch):
    monkeypatch.setattr(Ranged, "asked", [], raising=False)
    monkeypatch.setattr(verifier.replay.remote, "AHEAD", 4096)
    part_size(20_000)
    address = served(Ranged)
    usual = verifier_run("check", *(folder / name for name in ("a.replay", "b.replay.gz", "d/e.replay")))
    names = ("a.replay", "b.replay.gz", "d/e.replay")
    urls = [f"http://somebody:pass@{address}/{name}?sig=deadbeef#x" for name in names]
    done = verifier_run("check", *urls, "--resume", tmp_path / "journal")
    assert done == as_from(f"http://{address}", folder, usual)
    assert len(Ranged.asked) > 4
    for word in ("somebody", "pass@", "deadbeef"):
        assert word not in "".join(done[1:]) + (tmp_path / "journal").read_text()


def test_what_goes_wrong_is_told_without_what_is_secret(served, verifier_run):
    address = served(Ranged)
    status, written, said = verifier_run(
        "check",
        f"http://me:pw@{address}/missing.replay?token=t0p",
        f"http://me:pw@{address}/secret.replay?token=t0p",
        "http://me:pw@127.0.0.1:9/a.replay?token=t0p",
        "unknown://me:pw@x/a.replay?token=t0p",
        "memory://missing.replay",
        "zip://a::\x1b[2J",
        "http://[::",
    )
    assert status == 2
    assert said.count("verifier: cannot read ") == 7
    assert f"verifier: cannot read http://{address}/missing.replay: No such file or directory.\n" in said
    for secret in ("pw", "t0p", "me:", "\x1b"):
        assert secret not in written + said


def test_a_file_that_changes_while_it_is_read(memory, verifier_run, part_size, monkeypatch, tmp_path):
    part_size(5000)
    usual = verifier.replay.remote.range_at
    opened = []

    def changes(place, stamp, length):
        opened.append(place)
        if len(opened) == 4:
            fsspec.filesystem("memory").pipe("/files/a.replay", CLEAN)
        return usual(place, stamp, length)

    monkeypatch.setattr(verifier.replay.remote, "range_at", changes)
    status, _, said = verifier_run("check", f"{memory}/a.replay", "--resume", tmp_path / "journal")
    assert status == 2
    assert said == f"verifier: cannot read {memory}/a.replay: it was changed while it was read.\n"


def test_without_the_library_its_extra_is_named(verifier_run, monkeypatch):
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    status, _, said = verifier_run("check", "memory://a.replay")
    assert (status, said) == (
        2,
        "verifier: cannot read memory://a.replay: a URL needs `pip install 'replay-verifier[remote]'`.\n",
    )


@pytest.mark.parametrize(
    ("url", "seen"),
    [
        ("s3://bucket/a.replay", "s3://bucket/a.replay"),
        ("s3://key:secret@bucket/a@b.replay", "s3://bucket/a@b.replay"),
        ("https://a@b@c/d?e@f#g", "https://c/d"),
        ("https://host/?", "https://host/"),
        ("https://host#u@v", "https://host"),
        ("file:///a?b@c#d", "file:///a?b@c#d"),
        ("FTP://u:p@h/x", "FTP://h/x"),
        ("simplecache::https://u:p@h/x?y", "simplecache::https://h/x"),
    ],
)
def test_what_is_shown(url, seen):
    assert shown(url) == seen


@pytest.mark.parametrize("path", ["-", "a.replay", "C:\\a", "c://a", "a:b", "/a://b", "", "//host/a", "1a://b"])
def test_what_is_no_url(path):
    assert not is_remote(path)


def test_only_what_judges_reads_urls(memory, verifier_run):
    status, _, said = verifier_run("fmt", "--check", f"{memory}/a.replay")
    assert status == 2
    assert "No such file or directory" in said
