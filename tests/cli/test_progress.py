"""The line that shows how far a run is: only at a terminal, only for long, and never in the report."""

import os
import pty
import re
import subprocess
import sys
import time

import pytest

import verifier.cli.progress
from verifier.cli.progress import Progress
from verifier.corpus.plan import Judged

from .conftest import CLEAN, FAULTY

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")

HOSTILE = "[bold]x[link=y]\x1b]0;t\x07\x1b[2J.replay"


def read_all(descriptor: int) -> bytes:
    """Return what is written to a terminal until nobody has it open any more."""
    text = b""
    while True:
        try:
            block = os.read(descriptor, 1 << 16)
        except OSError:
            return text
        if not block:
            return text
        text += block


@pytest.fixture
def at_terminal(command, environment, tmp_path):
    """Run the program with standard error, and where asked standard output, at a terminal; return what each got."""

    def at_terminal(*arguments: str, both: bool = False, **more: str) -> tuple[int, bytes, bytes]:
        ours, theirs = pty.openpty()
        env = environment(TERM="xterm", COLUMNS="100", **more)
        output = theirs if both else subprocess.PIPE
        process = subprocess.Popen(
            [*command, *arguments], stdin=subprocess.DEVNULL, stdout=output, stderr=theirs, env=env, cwd=tmp_path
        )
        os.close(theirs)
        written = b""
        if process.stdout is not None:
            with process.stdout:
                written = process.stdout.read()
        said = read_all(ours)
        os.close(ours)
        return process.wait(), written, said

    return at_terminal


def screen(text: bytes) -> list[str]:
    """Return the lines that a terminal shows in the end, of what moves up, returns and erases lines only."""
    lines, row, column = [""], 0, 0
    for token in re.findall(r"\x1b\[[0-9;?]*[A-Za-z]|.", text.decode(), re.DOTALL):
        if token == "\n":
            row, column = row + 1, 0
            lines += [""] * (row >= len(lines))
        elif token == "\r":
            column = 0
        elif token == "\x1b[2K":
            lines[row] = ""
        elif token == "\x1b[1A":
            row -= 1
        elif token.startswith("\x1b"):
            assert token[-1] == "m" or token in {"\x1b[?25l", "\x1b[?25h"}, token
        else:
            lines[row] = lines[row][:column].ljust(column) + token + lines[row][column + 1 :]
            column += 1
    while lines and not lines[-1]:
        lines.pop()
    return lines


def test_a_line_that_is_gone_in_the_end(at_terminal, run, tmp_path):
    (tmp_path / "a.replay").write_text(FAULTY * 200, encoding="utf-8")
    (tmp_path / HOSTILE).write_text(CLEAN * 100, encoding="utf-8")
    usual = run("check", ".", "--output-format", "jsonl")
    for jobs in ("1", "2"):
        status, written, said = at_terminal("check", ".", "--output-format", "jsonl", "--progress", "--jobs", jobs)
        assert (status, written) == (usual.returncode, usual.stdout)
        assert re.search(rb"[0-9]+ games, [0-9,]+/s", said)
        assert re.search(rb"[0-9]+ %, 0:00:0[0-9] left", said)
        assert screen(said) == usual.stderr.decode().splitlines()


def test_where_the_report_goes_to_the_same_terminal(at_terminal, run, tmp_path):
    (tmp_path / "a.replay").write_text(FAULTY * 1200, encoding="utf-8")
    usual = run("check", ".", "--output-format", "concise")
    _, _, said = at_terminal("check", ".", "--output-format", "concise", "--progress", "--jobs", "1", both=True)
    assert b" games, " in said.partition(b"SUM101")[2]
    assert screen(said) == (usual.stdout + usual.stderr).decode().splitlines()


def test_hostile_names_are_escaped(at_terminal, tmp_path):
    (tmp_path / HOSTILE).write_text(CLEAN * 100, encoding="utf-8")
    status, _, said = at_terminal("check", ".", "--progress", "--jobs", "1")
    assert status == 0
    assert b"[bold]x[link=y]\\x1b]0;t" in said
    for bad in (b"\x1b]", b"\x07", b"\x1b[2J"):
        assert bad not in said


@pytest.mark.parametrize("options", [[], ["--no-progress"]])
def test_a_short_run_shows_nothing(at_terminal, run, tmp_path, options):
    (tmp_path / "a.replay").write_text(CLEAN, encoding="utf-8")
    usual = run("check", ".", "--output-format", "concise")
    status, _, said = at_terminal("check", ".", "--output-format", "concise", *options)
    assert (status, said) == (0, usual.stderr.replace(b"\n", b"\r\n"))


def test_a_file_gets_nothing_and_rich_is_not_read(run, tmp_path):
    (tmp_path / "a.replay").write_text(CLEAN * 100, encoding="utf-8")
    done = run("check", ".", "--progress", PYTHONPROFILEIMPORTTIME="1")
    assert b" games, " not in done.stderr
    assert b"rich" not in done.stderr


def test_only_a_long_run_reads_rich(at_terminal, tmp_path):
    (tmp_path / "a.replay").write_text(CLEAN, encoding="utf-8")
    said = at_terminal("check", ".", PYTHONPROFILEIMPORTTIME="1")[2]
    assert b"verifier.cli.progress" in said
    assert b"rich" not in said


def test_standard_input_has_no_share(command, environment, tmp_path):
    ours, theirs = pty.openpty()
    env = environment(TERM="xterm", COLUMNS="100")
    words = [*command, "check", "-", "--progress"]
    done = subprocess.run(
        words, input=CLEAN.encode() * 50, stdout=subprocess.PIPE, stderr=theirs, env=env, check=False, timeout=60
    )
    os.close(theirs)
    said = read_all(ours)
    os.close(ours)
    assert done.returncode == 0
    assert re.search(rb"[0-9]+ games, [0-9,]+/s", said)
    assert b"%" not in said


def test_it_is_drawn_after_a_while_and_not_too_often(monkeypatch):
    now = [0.0]
    drawn = []
    monkeypatch.setattr(verifier.cli.progress.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(Progress, "_draw", lambda self, path, seconds: drawn.append(round(seconds, 2)))
    progress = Progress(lambda: 0, at_once=False)
    for tenth in range(300):
        now[0] = tenth / 100
        progress.take(Judged("a"))
    assert drawn[0] == 1.0
    assert len(drawn) == 20


def test_what_is_left_is_estimated():
    progress = Progress(lambda: 0, at_once=False)
    progress._total = 1000
    progress.take(Judged("a", games=5000, read=250))
    assert progress._text(1234.0) == "5,000 games, 4/s, 25 %, 1:01:42 left"
    progress.take(Judged("a", games=1, read=750))
    assert progress._text(2.0) == "5,001 games, 2,500/s"


def test_a_stopped_run_leaves_no_line(command, environment, tmp_path):
    (tmp_path / "a.replay").write_text(FAULTY * 5000, encoding="utf-8")
    ours, theirs = pty.openpty()
    words = [*command, "check", ".", "--output-format", "jsonl", "--progress", "--jobs", "1"]
    env = environment(TERM="xterm", COLUMNS="100")
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=theirs, env=env, cwd=tmp_path) as process:
        os.close(theirs)
        said = os.read(ours, 100)
        time.sleep(0.3)
        process.terminate()
        said += read_all(ours)
    os.close(ours)
    assert process.returncode == 143
    assert screen(said) == ["verifier: stopped by SIGTERM; what was written is not the whole."]
    assert said.rstrip().rpartition(b"\x1b[?25")[2].startswith(b"h")
