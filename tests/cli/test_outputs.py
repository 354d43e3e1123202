"""Several reports of one run: where each goes, what is refused, and what is left where something fails."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import verifier.cli.outputs
import verifier.reports
from verifier.cli.program import app
from verifier.reports import FORMATS, Form
from verifier.reports.json_lines import JsonLinesReport

posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX links and signals")


def asked(*words):
    return [part for word in words for part in ("--output-format", word)]


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_one_run_writes_what_runs_of_their_own_would(run, replays, tmp_path):
    files = [f"{name}:out-{name}.txt" for name in FORMATS]
    done = run("check", "replays", *asked("concise", *files), "--jobs", "2")
    assert done.returncode == 2
    for name in FORMATS:
        alone = run("check", "replays", *asked(name), "--jobs", "1")
        assert (tmp_path / f"out-{name}.txt").read_bytes() == alone.stdout
        assert alone.stdout
        if name == "concise":
            assert (alone.returncode, alone.stdout, alone.stderr) == (2, done.stdout, done.stderr)
    assert names(tmp_path) == sorted(["replays", *(f"out-{name}.txt" for name in FORMATS)])


@pytest.mark.parametrize("name", FORMATS)
def test_sums_stand_on_standard_error_unless_full_is_on_standard_output(run, replays, name):
    sums = b"1 game in 1 file: 1 faulty"
    done = run("check", "replays/faulty.replay", *asked(name, "full:full.txt" if name != "full" else "jsonl:x"))
    assert (sums in done.stderr) is (name != "full")
    assert done.returncode == 1
    only_files = run("check", "replays/faulty.replay", *asked("full:full.txt"))
    assert only_files.stdout == b""
    assert sums in only_files.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["jsno"], "no such format: jsno; there is full, concise, "),
        (["jsno"], " Did you mean json?"),
        (["Sarif:x"], " Did you mean sarif?"),
        (["zzzzzz"], "no such format: zzzzzz;"),
        ([""], "no such format: "),
        (["x\n::error::\x1b"], r"no such format: x\n;"),
        (["full", "json"], "only one report can go to standard output."),
        (["full", "full"], "only one report can go to standard output."),
        (["json:"], "json: names no file behind its colon."),
        (["json:a", "full:a"], "a is asked for twice."),
        (["json:a", "full:./a"], "./a is asked for twice."),
        (["json:a", "full:replays/../a"], "a is asked for twice."),
        (["json:new.replay"], "new.replay is the name of a replay."),
        (["json:replays"], "replays is there and is no regular file."),
        (["json:input.txt"], "input.txt is one of the files that are read."),
    ],
    ids=str,
)
def test_what_cannot_be_is_a_mistake_of_use(run, replays, tmp_path, words, told):
    (tmp_path / "input.txt").write_text("", encoding="utf-8")
    done = run("check", "input.txt", *asked(*words))
    assert done.returncode == 2
    assert done.stdout == b""
    assert "Invalid value for '--output-format': " in done.stderr.decode()
    assert told in done.stderr.decode()
    assert all(line.isprintable() for line in done.stderr.decode().split("\n"))
    assert names(tmp_path) == ["input.txt", "replays"]


@posix
def test_links_are_not_followed(run, replays, tmp_path):
    (tmp_path / "elsewhere").write_text("old", encoding="utf-8")
    (tmp_path / "link").symlink_to("elsewhere")
    os.link(tmp_path / "replays" / "clean.replay", tmp_path / "same")
    for path, told in (("link", "is a symbolic link"), ("same", "is one of the files that are read")):
        done = run("check", "replays/clean.replay", *asked(f"json:{path}"))
        assert done.returncode == 2
        assert told in done.stderr.decode()
    assert (tmp_path / "elsewhere").read_text(encoding="utf-8") == "old"
    assert (tmp_path / "link").is_symlink()


def test_the_environment_has_the_default(run, replays, tmp_path):
    done = run("check", "replays/faulty.replay", VERIFIER_OUTPUT_FORMAT="concise")
    assert done.stdout.startswith(b"replays/faulty.replay:5:1: SUM101")
    both = run("check", "replays/faulty.replay", VERIFIER_OUTPUT_FORMAT="concise jsonl:a")
    assert both.stdout == done.stdout
    assert (tmp_path / "a").exists()
    over = run("check", "replays/faulty.replay", *asked("json"), VERIFIER_OUTPUT_FORMAT="concise")
    assert over.stdout.startswith(b"{")
    wrong = run("check", "replays/faulty.replay", VERIFIER_OUTPUT_FORMAT="jsno")
    assert wrong.returncode == 2
    assert b"Did you mean json?" in wrong.stderr
    assert run("check", "replays/faulty.replay", VERIFIER_OUTPUT_FORMAT="").stdout.startswith(
        b"replays/faulty.replay: game"
    )


def test_one_that_cannot_be_written_leaves_the_others_be(run, replays, tmp_path):
    done = run("check", "replays/clean.replay", *asked("json:missing/a", "jsonl:b", "concise:missing/c", "full"))
    assert done.returncode == 2
    errors = done.stderr.decode().splitlines()
    assert errors == [f"verifier: cannot write missing/{name}: No such file or directory." for name in "ac"]
    assert b"1 game in 1 file: 1 clean" in done.stdout
    assert b'"clean":1' in (tmp_path / "b").read_bytes()


def test_where_nothing_can_be_written_nothing_more_is_judged(run, replays):
    done = run("check", "replays", *asked("json:missing/a"))
    assert done.returncode == 2
    assert done.stderr == b"verifier: cannot write missing/a: No such file or directory.\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_standard_output_leaves_the_files_be(command, environment, replays, tmp_path):
    words = [*command, "check", "replays/faulty.replay", *asked("full", "jsonl:b")]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            words, stdout=full, stderr=subprocess.PIPE, env=environment(), cwd=tmp_path, timeout=60, check=False
        )
    assert done.returncode == 2
    assert done.stderr == b"verifier: cannot write the report: No space left on device.\n"
    assert b'"faulty":1' in (tmp_path / "b").read_bytes()


@pytest.mark.parametrize("half", ["begin", "put", "end"])
def test_a_fault_of_our_own_in_one_leaves_the_others_be(monkeypatch, replays, tmp_path, half):
    def fails(self, *_):
        raise TypeError("no such thing")

    monkeypatch.setattr(JsonLinesReport, half, fails)
    (tmp_path / "a").write_text("old", encoding="utf-8")
    words = asked(f"jsonl:{tmp_path}/a", f"json:{tmp_path}/b")
    done = CliRunner().invoke(app, ["check", str(replays / "clean.replay"), *words])
    assert done.exit_code == 2
    assert f"cannot write {tmp_path}/a: internal error: TypeError: no such thing." in done.stderr
    assert (tmp_path / "a").read_text(encoding="utf-8") == "old"
    assert json.loads((tmp_path / "b").read_bytes())["summary"]["clean"] == 1
    assert names(tmp_path) == ["a", "b", "replays"]


def test_an_old_report_is_replaced_also_by_an_empty_one(run, replays, tmp_path):
    (tmp_path / "a").write_text("old", encoding="utf-8")
    if sys.platform != "win32":
        (tmp_path / "a").chmod(0o640)
    assert run("check", "replays/clean.replay", *asked("concise:a")).returncode == 0
    assert (tmp_path / "a").read_bytes() == b""
    if sys.platform != "win32":
        assert (tmp_path / "a").stat().st_mode & 0o777 == 0o640


@posix
@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 143)])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_signal_leaves_the_old_reports_and_no_draft(command, environment, replays, tmp_path, name, status, jobs):
    (tmp_path / "a").write_text("old", encoding="utf-8")
    before = names(tmp_path)
    words = [*command, "check", "-", *asked("jsonl:a", "sarif:b", "full"), "--jobs", jobs]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(words, env=environment(), cwd=tmp_path, **pipes) as process:
        process.stdin.write((replays / "faulty.replay").read_bytes() * 2)
        process.stdin.flush()
        assert process.stdout.readline().startswith(b"-: game 1")
        assert len(names(tmp_path)) == len(before) + 2
        process.send_signal(getattr(signal, name))
        assert process.wait(60) == status
    assert names(tmp_path) == before
    assert (tmp_path / "a").read_text(encoding="utf-8") == "old"


def test_the_page_of_a_step_gets_the_tables(run, replays, tmp_path):
    page = tmp_path / "page.md"
    page.write_text("before\n", encoding="utf-8")
    done = run("check", "replays/faulty.replay", *asked("github"), GITHUB_STEP_SUMMARY=page)
    assert done.returncode == 1
    assert done.stdout.startswith(b"::error title=verifier::1 game in 1 file: 1 faulty")
    table = run("check", "replays/faulty.replay", *asked("markdown")).stdout
    assert page.read_bytes() == b"before\n" + table
    assert run("check", "replays/faulty.replay", *asked("full"), GITHUB_STEP_SUMMARY=page).returncode == 1
    assert page.read_bytes() == b"before\n" + table


def test_the_page_of_a_step_is_not_filled_beyond_its_size(run, replays, tmp_path, monkeypatch):
    page = tmp_path / "page.md"
    for left in (0, 1, 50, 400):
        page.write_bytes(b"x" * ((1 << 20) - left))
        done = run("check", "replays/faulty.replay", *asked("github"), GITHUB_STEP_SUMMARY=page)
        assert done.returncode == 1
        assert (1 << 20) - 200 < page.stat().st_size <= 1 << 20
        assert page.read_bytes().endswith(b"\n") is (left > 49)


@posix
def test_the_page_of_a_step_is_a_file_of_its_own(run, replays, tmp_path):
    (tmp_path / "elsewhere").write_text("old", encoding="utf-8")
    (tmp_path / "link").symlink_to("elsewhere")
    os.mkfifo(tmp_path / "pipe")
    for name in ("link", "pipe", "replays"):
        done = run("check", "replays/faulty.replay", *asked("github"), GITHUB_STEP_SUMMARY=name)
        assert done.returncode == 2
        assert f"verifier: cannot write {name}: ".encode() in done.stderr
        assert done.stdout.startswith(b"::error title=verifier::")
    assert (tmp_path / "elsewhere").read_text(encoding="utf-8") == "old"


def test_the_page_of_a_step_that_is_asked_for_by_name_is_written_once(run, replays, tmp_path):
    done = run("check", "replays/faulty.replay", *asked("github", "markdown:page.md"), GITHUB_STEP_SUMMARY="page.md")
    assert done.returncode == 1
    assert (tmp_path / "page.md").read_bytes().count(b"## Replays checked") == 1


def test_a_format_is_a_file_and_a_line(monkeypatch, replays, tmp_path):
    monkeypatch.setitem(FORMATS, "trial", Form("json_lines", "JsonLinesReport"))
    done = CliRunner().invoke(app, ["check", str(replays), *asked("trial", f"jsonl:{tmp_path}/a")])
    assert done.stdout == (tmp_path / "a").read_text(encoding="utf-8")


def test_the_readme_tells_of_every_format():
    readme = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")
    rows = [row for row in readme.partition("### Formats")[2].partition("###")[0].splitlines() if row.startswith("| `")]
    assert [name for row in rows for name in re.findall(r"`([a-z]+)`", row.split("|")[1])] == [*FORMATS]


def test_a_draft_is_beside_its_target(tmp_path, monkeypatch):
    seen = []
    usual = verifier.cli.outputs.replacing
    monkeypatch.setattr(
        verifier.cli.outputs, "replacing", lambda path, **more: seen.append(path) or usual(path, **more)
    )
    (tmp_path / "x.replay").write_text("{}\n", encoding="utf-8")
    CliRunner().invoke(app, ["check", str(tmp_path / "x.replay"), *asked(f"json:{tmp_path}/é b.json")])
    assert seen == [tmp_path / "é b.json"]
    assert names(tmp_path) == ["x.replay", "é b.json"]
