"""Converting foreign records: what is written where, what is said, and what is never touched."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from verifier.cli.replacing import refusal, replacing
from verifier.importers.remarks import FATAL, Reason
from verifier.reports.wording.importing import REMARKS, remark_words

CHATTER = b"good evening \x1b[31m\r\n::error::\n"
DATA = Path(__file__).resolve().parents[2] / "../shared/data/mimuw"
LINKS = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")


def log():
    """Return the log of one deal of type 1, in which the seat that leads takes every trick."""
    suits = {"N": "S", "E": "H", "S": "D", "W": "C"}
    ranks = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
    ports = {"N": 2001, "E": 2002, "S": 2003, "W": 2004}
    lines = []

    def say(sender, receiver, words):
        lines.append(f"[127.0.0.1:{sender},127.0.0.1:{receiver},2024-05-01T10:00:00.000] {words}\r\n")

    for seat, port in ports.items():
        say(port, 1000, f"IAM{seat}")
    for seat, port in ports.items():
        say(1000, port, "DEAL1N" + "".join(rank + suits[seat] for rank in ranks))
    for number, rank in enumerate(ranks, 1):
        trick = []
        for seat in "NESW":
            say(1000, ports[seat], f"TRICK{number}{''.join(trick)}")
            trick.append(rank + suits[seat])
            say(ports[seat], 1000, f"TRICK{number}{trick[-1]}")
        for port in ports.values():
            say(1000, port, f"TAKEN{number}{''.join(trick)}N")
    for words in ("SCOREN13E0S0W0", "TOTALN13E0S0W0"):
        for port in ports.values():
            say(1000, port, words)
    return "".join(lines).encode()


def test_a_record_becomes_a_replay_on_standard_output(run, tmp_path):
    (tmp_path / "server.log").write_bytes(log())
    done = run("import", "mimuw", "server.log")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b'{"replay":1,"game":"kierki","players":["N","E","S","W"],"rules":"mimuw"')
    checked = run("check", "-", stdin=done.stdout)
    assert (checked.returncode, checked.stdout) == (0, b"1 game in 1 file: 1 clean; 0 findings.\n")
    assert run("import", "mimuw", "-", stdin=log()).stdout == done.stdout


def test_the_output_file_holds_the_same_and_nothing_else_is_left(run, tmp_path):
    (tmp_path / "server.log").write_bytes(log())
    (tmp_path / "out.replay").write_bytes(b"old")
    done = run("import", "mimuw", "server.log", "-o", "out.replay")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert (tmp_path / "out.replay").read_bytes() == run("import", "mimuw", "server.log").stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.replay", "server.log"]


def test_remarks_are_lines_with_their_places(run, tmp_path):
    (tmp_path / "a\x1b.log").write_bytes(CHATTER + log())
    done = run("import", "mimuw", "a\x1b.log")
    assert done.returncode == 0
    assert done.stderr.splitlines()[0] == (
        rb"verifier: a\x1b.log:1: the line does not begin with sender, receiver and time, and was left out."
    )
    assert b"::error" not in done.stderr


def test_what_cannot_be_converted_is_2_and_the_rest_is_written(run, tmp_path):
    (tmp_path / "server.log").write_bytes(log())
    (tmp_path / "chat.log").write_bytes(CHATTER)
    done = run("import", "mimuw", "chat.log", "missing.log", "server.log", "-o", "out.replay")
    assert done.returncode == 2
    assert b"verifier: chat.log:1: there is no game in this file.\n" in done.stderr
    assert b"verifier: cannot read missing.log: No such file" in done.stderr
    assert (tmp_path / "out.replay").read_bytes() == run("import", "mimuw", "server.log").stdout


def test_where_nothing_can_be_converted_the_old_file_stays(run, tmp_path):
    (tmp_path / "chat.log").write_bytes(CHATTER)
    (tmp_path / "out.replay").write_bytes(b"old")
    assert run("import", "mimuw", "chat.log", "-o", "out.replay").returncode == 2
    assert (tmp_path / "out.replay").read_bytes() == b"old"
    assert run("import", "mimuw", "chat.log", "-o", "new.replay").returncode == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["chat.log", "out.replay"]


def test_a_truncated_compressed_record_is_2(run, tmp_path):
    (tmp_path / "server.log.gz").write_bytes(b"\x1f\x8b\x08\x00")
    done = run("import", "mimuw", "server.log.gz")
    assert done.returncode == 2
    assert b"verifier: cannot read server.log.gz to its end: cut short.\n" in done.stderr


def test_an_output_that_cannot_be_made_is_2(run, tmp_path):
    (tmp_path / "server.log").write_bytes(log())
    done = run("import", "mimuw", "server.log", "-o", "none/out\x1b.replay")
    assert done.returncode == 2
    assert done.stderr == b"verifier: cannot write none/out\\x1b.replay: No such file or directory.\n"


def test_a_folder_is_no_output(run, tmp_path):
    (tmp_path / "server.log").write_bytes(log())
    (tmp_path / "folder").mkdir()
    assert run("import", "mimuw", "server.log", "-o", "folder").returncode == 2


@LINKS
@pytest.mark.parametrize("way", ["same", "dotted", "hard link", "link to input", "link elsewhere", "dangling link"])
def test_neither_an_input_nor_a_link_is_written(run, tmp_path, way):
    source, other = tmp_path / "server.log", tmp_path / "other"
    source.write_bytes(log())
    (tmp_path / "elsewhere").write_bytes(b"precious")
    output = "other"
    if way == "same":
        output = "server.log"
    elif way == "dotted":
        output = "./server.log"
    elif way == "hard link":
        os.link(source, other)
    elif way == "link to input":
        other.symlink_to("server.log")
    elif way == "link elsewhere":
        other.symlink_to("elsewhere")
    else:
        other.symlink_to("nowhere")
    before = sorted(path.name for path in tmp_path.iterdir())
    done = run("import", "mimuw", "server.log", "-o", output)
    assert done.returncode == 2
    assert b"Invalid value for '--output'" in done.stderr
    assert source.read_bytes() == log()
    assert (tmp_path / "elsewhere").read_bytes() == b"precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == before


@LINKS
def test_an_input_that_is_a_link_to_the_output_is_seen(tmp_path):
    (tmp_path / "log").write_bytes(b"x")
    (tmp_path / "link").symlink_to("log")
    assert refusal(str(tmp_path / "log"), [str(tmp_path / "link")]) == "is one of the files that are read."
    assert refusal(str(tmp_path / "log"), [str(tmp_path / "other")]) is None
    assert refusal(str(tmp_path / "new"), [str(tmp_path / "log")]) is None


@LINKS
def test_a_redirected_standard_input_is_an_input(command, environment, tmp_path):
    (tmp_path / "server.log").write_bytes(log())
    with (tmp_path / "server.log").open("rb") as stdin:
        words = [*command, "import", "mimuw", "-", "-o", "server.log"]
        done = subprocess.run(words, stdin=stdin, capture_output=True, env=environment(), cwd=tmp_path, check=False)
    assert done.returncode == 2
    assert (tmp_path / "server.log").read_bytes() == log()


@pytest.mark.parametrize("end", [KeyboardInterrupt, SystemExit, OSError, MemoryError])
def test_whatever_happens_while_writing_the_old_file_stays_and_nothing_else(tmp_path, end):
    target = tmp_path / "out.replay"
    target.write_bytes(b"old")

    def write_half():
        with replacing(target) as put:
            put("half a")
            assert len(list(tmp_path.iterdir())) == 2
            raise end

    with pytest.raises(end):
        write_half()
    assert list(tmp_path.iterdir()) == [target]
    assert target.read_bytes() == b"old"


def test_a_draft_that_is_whole_takes_the_place(tmp_path):
    target = tmp_path / "out.replay"
    with replacing(target) as put:
        put("whole ş\n")
        assert not target.exists()
    assert list(tmp_path.iterdir()) == [target]
    assert target.read_bytes() == "whole ş\n".encode()


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_signal_leaves_no_draft(command, environment, tmp_path):
    (tmp_path / "out.replay").write_bytes(b"old")
    words = [*command, "import", "mimuw", "-", "-o", "out.replay"]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), cwd=tmp_path
    ) as process:
        while len(list(tmp_path.iterdir())) == 1:
            assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 143
    assert [path.name for path in tmp_path.iterdir()] == ["out.replay"]
    assert (tmp_path / "out.replay").read_bytes() == b"old"


def test_every_reason_of_a_remark_is_told():
    assert set(REMARKS) == {reason.value for reason in Reason}
    for reason in FATAL - {Reason.NO_GAME}:
        assert REMARKS[reason].endswith("; the game is not converted.")


FACTS = {"seat": "N", "cards": 3, "trick": 2, "deal": 4, "first": 7, "seats": "NE", "answered": "QH", "recorded": "2C"}


@pytest.mark.parametrize("reason", list(Reason))
def test_remarks_are_sentences(reason):
    words = remark_words(reason.value, FACTS)
    assert words.endswith(".")
    assert "{" not in words
    assert words != reason.value.replace("-", " ") + "."


def test_a_remark_without_its_facts_is_told_by_its_reason():
    assert remark_words("answer-differs", {}) == "answer differs."


@pytest.mark.parametrize("path", sorted(DATA.glob("**/*.log")) or [None], ids=lambda path: path and path.parent.name)
def test_remarks_on_foreign_logs_are_sentences(run, path):
    if path is None:
        pytest.skip("the foreign logs are not here")
    done = run("import", "mimuw", path.resolve())
    assert done.returncode in {0, 2}
    for line in done.stderr.decode("utf-8").splitlines():
        assert line.startswith("verifier: ")
        assert line.endswith(".")
        assert line.isprintable()
