"""Writing replays in canonical form: what is written where, what is left as it was, and what is said."""

import gzip
import hashlib
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from verifier.cli import formatting
from verifier.cli.formatting import Formatting, format_all

LINKS = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="modes are those of POSIX")
FULL_DISK = Path("/dev/full")

HEAD = '{"replay":1,"game":"king","players":["Ayşe","B"]}\n'
LOOSE = '\ufeff{"game": "king", "replay": 1, "players": ["Ay\\u015fe", "B"]}\r\n\r\n["m","aQH"]\n["m","b2C b$"]\n'
TIDY = HEAD + '["m","aQH b2C b$"]\n'
UNREADABLE = HEAD + '["m","aQH"]\n["m","aXX"]\n'


def sealed(text=TIDY, tag="seal", digest=None):
    digest = digest or hashlib.sha256(text.encode()).hexdigest()
    return f'{text}["{tag}",{text.count(chr(10))},"{digest}"]\n'


@pytest.fixture
def put(tmp_path):
    """Write a file, exactly these bytes."""

    def put(name, text):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    return put


def test_a_file_is_written_in_place(run, put):
    path = put("a.replay", LOOSE)
    done = run("fmt", "a.replay")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"verifier: 1 of 1 file rewritten.\n")
    assert path.read_bytes() == TIDY.encode()
    assert [other.name for other in path.parent.iterdir()] == ["a.replay"]


def test_a_file_in_canonical_form_is_not_touched(run, put):
    path = put("a.replay", TIDY)
    before = path.stat()
    done = run("fmt", "a.replay")
    assert (done.returncode, done.stderr) == (0, b"verifier: 0 of 1 file rewritten.\n")
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_folders_are_walked_and_only_replays_are_formatted(run, put):
    paths = [put(name, LOOSE) for name in ("x/a.replay", "x/b.replay", "x/c.txt")]
    put("x/d.replay", TIDY)
    done = run("fmt", "x")
    assert (done.returncode, done.stderr) == (0, b"verifier: 2 of 3 files rewritten.\n")
    assert [path.read_bytes() == TIDY.encode() for path in paths] == [True, True, False]


@pytest.mark.parametrize("arguments", [(), ("-",)])
@pytest.mark.parametrize("text", [LOOSE, TIDY])
def test_standard_input_goes_to_standard_output(run, arguments, text):
    done = run("fmt", *arguments, stdin=text.encode())
    assert (done.returncode, done.stdout, done.stderr) == (0, TIDY.encode(), b"")


def test_a_long_replay_goes_through_whole(run):
    text = HEAD + '["note","ş"]\n' * 100_000
    assert run("fmt", stdin=text.replace(",", " , ").encode()).stdout == text.encode()


@pytest.mark.parametrize("text", [UNREADABLE, TIDY + "[]\n", sealed(), TIDY[:-1]])
def test_of_a_standard_input_that_is_refused_nothing_is_written(run, text):
    done = run("fmt", "-", stdin=text.encode())
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"verifier: -:")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("text", ["", "\n\r\n"])
def test_what_holds_no_game_is_left_as_it_is(run, put, text):
    path = put("a.replay", text)
    for arguments in ((), ("--check",)):
        done = run("fmt", "a.replay", *arguments)
        assert (done.returncode, done.stdout) == (0, b"")
        assert done.stderr.startswith(b"verifier: a.replay holds no game.\n")
    assert path.read_bytes() == text.encode()


def test_check_names_the_files_and_writes_nothing(run, put):
    loose, unread = put("loose.replay", LOOSE), put("x/loose.replay", LOOSE)
    put("tidy.replay", TIDY)
    done = run("fmt", "--check", ".")
    assert (done.returncode, done.stdout) == (1, b"./loose.replay\n./x/loose.replay\n")
    assert done.stderr == b"verifier: 2 of 3 files not in canonical form.\n"
    assert loose.read_bytes() == unread.read_bytes() == LOOSE.encode()
    done = run("fmt", "--check", "tidy.replay")
    assert (done.returncode, done.stdout) == (0, b"")


def test_check_of_standard_input(run):
    done = run("fmt", "--check", stdin=LOOSE.encode())
    assert (done.returncode, done.stdout, done.stderr) == (1, b"-\n", b"")
    done = run("fmt", "--check", "-", stdin=TIDY.encode())
    assert (done.returncode, done.stdout) == (0, b"")


@pytest.mark.parametrize("arguments", [(), ("--check",)])
def test_one_file_that_is_refused_does_not_keep_the_others(run, put, arguments):
    bad = put("a.replay", UNREADABLE)
    loose = put("b.replay", LOOSE)
    done = run("fmt", *arguments, "a.replay", "missing.replay", "b.replay")
    assert done.returncode == 2
    assert b"verifier: a.replay:3: The token aXX cannot be read. Nothing was changed.\n" in done.stderr
    assert b"verifier: cannot read missing.replay: No such file" in done.stderr
    assert bad.read_bytes() == UNREADABLE.encode()
    assert loose.read_bytes() == (LOOSE if arguments else TIDY).encode()


@pytest.mark.parametrize(
    "text",
    [
        sealed(),
        sealed(tag="mark"),
        sealed(digest="0" * 64),
        sealed(tag="mark", digest="0" * 64) + '["winner","a"]\n',
        sealed(LOOSE) + LOOSE,
        LOOSE + sealed(),
    ],
)
def test_a_mark_or_seal_keeps_its_file_as_it_is(run, put, text):
    path = put("a.replay", text)
    for arguments in ((), ("--check",)):
        done = run("fmt", *arguments, "a.replay")
        line = next(number for number, line in enumerate(text.split("\n"), 1) if line[:6] in {'["seal', '["mark'})
        assert done.returncode == 2
        assert f"verifier: a.replay:{line}: A mark or seal stands here; its digest".encode() in done.stderr
        assert path.read_bytes() == text.encode()


def test_a_compressed_file_is_looked_at_and_not_rewritten(run, put):
    put("tidy.replay.gz", gzip.compress(TIDY.encode()))
    loose = put("loose.replay.gz", gzip.compress(LOOSE.encode()))
    before = loose.read_bytes()
    assert run("fmt", "tidy.replay.gz").returncode == 0
    assert run("fmt", "--check", ".").stdout == b"./loose.replay.gz\n"
    done = run("fmt", ".")
    assert done.returncode == 2
    assert b"cannot format ./loose.replay.gz: it is compressed; unpack it, format it and pack it again.\n" in (
        done.stderr
    )
    assert loose.read_bytes() == before


def test_a_compressed_file_that_is_cut_short_is_refused(run, put):
    put("a.replay.gz", gzip.compress(LOOSE.encode())[:-9])
    done = run("fmt", "a.replay.gz")
    assert done.returncode == 2
    assert b"The compressed file ends early" in done.stderr


@POSIX
@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o750])
def test_the_mode_of_a_file_stays(run, put, mode):
    path = put("a.replay", LOOSE)
    path.chmod(mode)
    assert run("fmt", "a.replay").returncode == 0
    assert path.read_bytes() == TIDY.encode()
    assert stat.S_IMODE(path.stat().st_mode) == mode


@POSIX
def test_a_read_only_file_is_not_written(run, put):
    path = put("a.replay", LOOSE)
    path.chmod(0o444)
    done = run("fmt", "a.replay")
    assert done.returncode == 2
    assert b"verifier: cannot format a.replay: it is read-only.\n" in done.stderr
    assert path.read_bytes() == LOOSE.encode()


@LINKS
def test_no_link_leads_the_writing_elsewhere(run, put, tmp_path):
    target = put("elsewhere/a.replay", LOOSE)
    (tmp_path / "link.replay").symlink_to("elsewhere/a.replay")
    (tmp_path / "linked").symlink_to("elsewhere", target_is_directory=True)
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "inner.replay").symlink_to("../elsewhere/a.replay")
    for link in ("link.replay", "linked", "linked/"):
        done = run("fmt", link)
        assert done.returncode == 2
        assert b"it is a symbolic link; name what it leads to.\n" in done.stderr
    assert b"x/inner.replay is a symbolic link and was left out.\n" in run("fmt", "x").stderr
    assert target.read_bytes() == LOOSE.encode()
    assert (tmp_path / "link.replay").is_symlink()
    assert run("fmt", "--check", "link.replay").stdout == b"link.replay\n"


@LINKS
def test_a_file_that_becomes_a_link_meanwhile_is_not_followed(put, tmp_path, monkeypatch, capsys):
    target, path = put("precious", LOOSE), put("a.replay", LOOSE)
    monkeypatch.setattr("verifier.cli.formatting.display", lambda text: text)

    def swap(draft, source):
        draft.write(TIDY.encode())
        path.unlink()
        path.symlink_to(target)
        return True

    monkeypatch.setattr("verifier.cli.formatting._fill", swap)
    outcome = Formatting(check=False)
    format_all([str(path)], outcome)
    assert outcome.status() == 2
    assert "it is a symbolic link" in capsys.readouterr().err
    assert target.read_bytes() == LOOSE.encode()


@pytest.mark.parametrize("end", [OSError("the disk is full"), RuntimeError("ours"), KeyboardInterrupt()])
def test_an_old_file_survives_a_write_that_fails(put, tmp_path, monkeypatch, capsys, end):
    path, other = put("a.replay", LOOSE), put("b.replay", LOOSE)
    copy = formatting._copy

    def fail_once(draft, put):
        monkeypatch.setattr(formatting, "_copy", copy)
        put("half a li")
        raise end

    monkeypatch.setattr(formatting, "_copy", fail_once)
    outcome = Formatting(check=False)
    if isinstance(end, KeyboardInterrupt):
        with pytest.raises(KeyboardInterrupt):
            format_all([str(path), str(other)], outcome)
    else:
        format_all([str(path), str(other)], outcome)
        assert outcome.status() == 2
        assert str(end) in capsys.readouterr().err
        assert other.read_bytes() == TIDY.encode()
    assert path.read_bytes() == LOOSE.encode()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.replay", "b.replay"]


def test_a_file_that_grows_meanwhile_is_left_as_it_is(put, monkeypatch, capsys):
    path = put("a.replay", LOOSE)
    lines_of = formatting.canonical_lines

    def record_on(source):
        yield from lines_of(source)
        with path.open("ab") as file:
            file.write(b'["winner","a"]\n')

    monkeypatch.setattr(formatting, "canonical_lines", record_on)
    outcome = Formatting(check=False)
    format_all([str(path)], outcome)
    assert outcome.status() == 2
    assert "it grew while it was read" in capsys.readouterr().err
    assert path.read_bytes() == LOOSE.encode() + b'["winner","a"]\n'


def test_nothing_to_format_is_2(run, tmp_path):
    (tmp_path / "empty").mkdir()
    done = run("fmt", "empty")
    assert (done.returncode, done.stderr) == (2, b"verifier: nothing to format: no replay was found.\n")


def test_names_and_tokens_cannot_steer_a_terminal(run, put):
    put("a\x1b[2J.replay", HEAD + '["m","a\\u001b[31m"]\n')
    put("b\x1b.replay", LOOSE)
    done = run("fmt", "--check", ".")
    assert done.returncode == 2
    assert b"\x1b" not in done.stdout + done.stderr
    assert done.stdout == b"./b\\x1b.replay\n"


@pytest.mark.skipif(not FULL_DISK.exists(), reason="a full disk is played by /dev/full")
def test_a_full_disk_behind_standard_output_is_2(command, environment, tmp_path):
    with FULL_DISK.open("wb") as full:
        done = subprocess.run(
            [*command, "fmt"],
            input=LOOSE.encode(),
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
            cwd=tmp_path,
            check=False,
        )
    assert done.returncode == 2
    assert b"verifier: cannot write the report: No space left on device.\n" in done.stderr
