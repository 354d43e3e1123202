"""Where reports go: pipes that close, disks that are full, outputs that are closed, signals, locales."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import verifier.corpus.judging
import verifier.reports
from verifier.cli.program import app
from verifier.referee import judge_source
from verifier.reports.full import FullReport

posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX shells and signals")
full_disk = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")


@pytest.fixture
def shell(command, environment, tmp_path):
    """Run the program with redirections of a shell."""

    def shell(redirections, *arguments):
        words = ["sh", "-c", f'exec "$@" {redirections}', "sh", *command, *map(os.fspath, arguments)]
        return subprocess.run(words, capture_output=True, env=environment(), cwd=tmp_path, timeout=60, check=False)

    return shell


@posix
@pytest.mark.parametrize("output_format", ["full", "concise", "json", "jsonl"])
@pytest.mark.parametrize(("name", "status"), [("clean", 0), ("faulty", 1), ("unreadable", 2)])
def test_a_reader_that_goes_away_changes_no_status(command, environment, replays, output_format, name, status):
    reading, writing = os.pipe()
    os.close(reading)
    words = [*command, "check", replays / f"{name}.replay", "--output-format", output_format]
    try:
        done = subprocess.run(words, stdout=writing, stderr=subprocess.PIPE, env=environment(), timeout=60, check=False)
    finally:
        os.close(writing)
    assert done.returncode == status
    assert b"Traceback" not in done.stderr
    assert b"Broken pipe" not in done.stderr


@posix
def test_all_files_are_judged_after_the_reader_has_gone_away(command, environment, replays):
    reading, writing = os.pipe()
    os.close(reading)
    words = [*command, "check", replays / "faulty.replay", replays / "torn.replay", "--output-format", "concise"]
    with os.fdopen(writing, "wb") as pipe:
        done = subprocess.run(words, stdout=pipe, stderr=subprocess.PIPE, env=environment(), timeout=60, check=False)
    assert done.returncode == 2
    assert b"2 games in 2 files: 1 faulty, 1 unreadable" in done.stderr


@posix
@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["score", "replays/clean.replay"]])
def test_a_reader_that_goes_away_changes_no_status_of_anything(command, environment, replays, tmp_path, arguments):
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        done = subprocess.run(
            [*command, *arguments], stdout=pipe, capture_output=False, stderr=subprocess.PIPE, env=environment(),
            cwd=tmp_path, timeout=60, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")


@full_disk
@pytest.mark.parametrize(
    "arguments", [["check", "replays/clean.replay"], ["score", "replays/clean.replay"], ["--help"]]
)
def test_a_full_disk_is_2_and_told_in_a_line(shell, replays, arguments):
    done = shell(">/dev/full", *arguments)
    assert done.returncode == 2
    assert done.stderr == b"verifier: cannot write the report: No space left on device.\n"


@posix
@pytest.mark.parametrize("arguments", [["check", "replays/clean.replay"], ["--version"]])
def test_a_closed_standard_output_is_2_and_told_in_a_line(shell, replays, arguments):
    done = shell(">&-", *arguments)
    assert done.returncode == 2
    assert done.stderr == b"verifier: standard output is closed, so nothing can be reported.\n"


@posix
@pytest.mark.parametrize("redirections", ["2>&-", pytest.param("2>/dev/full", marks=full_disk)])
def test_a_standard_error_that_takes_nothing_changes_no_status(shell, replays, redirections):
    for name, status in (("clean", 0), ("faulty", 1), ("empty", 2)):
        done = shell(redirections, "check", f"replays/{name}.replay", "--output-format", "jsonl")
        assert done.returncode == status
        assert done.stdout.endswith(b"}}\n")


@posix
def test_a_closed_standard_input_is_told(shell):
    done = shell("<&-", "check", "-")
    assert done.returncode == 2
    assert b"verifier: cannot read -: standard input is closed.\n" in done.stderr


@posix
@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_signal_ends_the_run_with_its_status(command, environment, replays, name, status):
    number = getattr(signal, name)
    if signal.getsignal(number) is signal.SIG_IGN:
        pytest.skip("the tests were started so that this signal is ignored")
    words = [*command, "check", "-", "--output-format", "jsonl"]
    with subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        # The first game is reported when the second begins; then the program waits for more.
        process.stdin.write((replays / "clean.replay").read_bytes() * 2)
        process.stdin.flush()
        assert b'"verdict":"clean"' in process.stdout.readline()
        process.send_signal(number)
        assert process.wait(60) == status
        rest, errors = process.communicate()
    assert rest == b""
    assert errors == f"verifier: stopped by {name}; what was written is not the whole.\n".encode()


@posix
def test_a_signal_that_the_caller_ignores_stays_ignored(command, environment, replays):
    words = ["sh", "-c", 'trap "" HUP; exec "$@"', "sh", *command, "check", "-", "--output-format", "jsonl"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(words, env=environment(), **pipes) as process:
        process.stdin.write((replays / "clean.replay").read_bytes() * 2)
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGHUP)
        rest, _ = process.communicate()
    assert process.returncode == 0
    assert rest.count(b'"verdict":"clean"') == 1


@pytest.mark.parametrize(
    "locale",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "latin-1"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONUTF8": "1"},
    ],
    ids=str,
)
@pytest.mark.parametrize(
    "arguments", [["check", "--output-format", "full"], ["check", "--output-format", "json"], ["score"]]
)
def test_the_same_utf_8_whatever_the_locale(run, replays, arguments, locale):
    text = (replays / "faulty.replay").read_text(encoding="utf-8").replace("Ali", "王小明 أحمد")
    (replays / "faulty.replay").write_text(text, encoding="utf-8")
    usual = run(*arguments, "replays/faulty.replay")
    other = run(*arguments, "replays/faulty.replay", **locale)
    assert "王小明 أحمد" in other.stdout.decode("utf-8")
    assert (other.stdout, other.returncode) == (usual.stdout, usual.returncode)


def test_machine_formats_are_never_mixed_with_words_for_people(run, replays):
    for output_format in ("concise", "json", "jsonl"):
        done = run("check", "replays", "replays/missing", "--output-format", output_format)
        assert b"verifier:" not in done.stdout
        assert b"games in" not in done.stdout
        assert b"verifier: 5 games in 6 files:" in done.stderr
    assert b"5 games in 6 files:" in run("check", "replays").stdout


@pytest.fixture
def failing_judge(monkeypatch):
    def fails(records, path, **options):
        games = judge_source(records, path, **options)
        yield next(games)
        if "faulty" in path:
            raise RuntimeError("a fault of ours\n::error::\x1b[31m")
        yield from games

    monkeypatch.setattr(verifier.corpus.judging, "judge_source", fails)


def test_a_fault_of_our_own_is_a_line_and_2_and_the_other_files_are_judged(failing_judge, replays):
    files = [str(replays / f"{name}.replay") for name in ("faulty", "clean")]
    done = CliRunner().invoke(app, ["check", *files, "--output-format", "concise", "--exit-zero"])
    assert done.exit_code == 2
    line, summary = done.stderr.splitlines()
    assert line.endswith(
        r"faulty.replay, after 1 of its games: internal error: RuntimeError: a fault of ours\n::error::\x1b[31m."
    )
    assert "2 games in 2 files: 1 clean, 1 faulty" in summary
    assert "Traceback" not in done.output


def test_a_report_that_fails_on_a_game_is_2_and_goes_on(monkeypatch, replays):
    class Fails(FullReport):
        def game(self, verdict):
            if "faulty" in verdict.path:
                raise TypeError("no such thing")
            return super().game(verdict)

    monkeypatch.setitem(verifier.reports.FORMATS, "full", Fails)
    done = CliRunner().invoke(app, ["check", str(replays)])
    assert done.exit_code == 2
    assert "faulty.replay, game 1: internal error: TypeError: no such thing." in done.stderr
    assert "undecided.replay: game 1" in done.stdout
    assert "5 games in 6 files" in done.stdout


def test_a_broken_installation_is_a_line_and_2(run, tmp_path, environment):
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "typer.py").write_text("raise ValueError('no typer')\n", encoding="utf-8")
    done = run("check", PYTHONPATH=f"{tmp_path / 'broken'}{os.pathsep}{environment()['PYTHONPATH']}")
    assert done.returncode == 2
    assert done.stderr == b"verifier: internal error: ValueError: no typer.\n"


def test_an_installation_without_its_libraries_is_a_line_and_2(run, replays, tmp_path, environment):
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "msgspec.py").write_text("raise ImportError('no msgspec')\n", encoding="utf-8")
    paths = f"{tmp_path / 'broken'}{os.pathsep}{environment()['PYTHONPATH']}"
    done = run("check", "replays/clean.replay", PYTHONPATH=paths)
    assert done.returncode == 2
    assert done.stderr == b"verifier: internal error: ImportError: no msgspec.\n"
    assert run("--version", PYTHONPATH=paths).returncode == 0


def test_a_file_that_grows_while_it_is_read_is_told(monkeypatch, replays):
    def grows(records, path, **options):
        with Path(path).open("a", encoding="utf-8") as file:
            file.write('["note","more"]\n')
        return judge_source(records, path, **options)

    monkeypatch.setattr(verifier.corpus.judging, "judge_source", grows)
    done = CliRunner().invoke(app, ["check", str(replays / "clean.replay")])
    assert done.exit_code == 0
    assert done.stderr.endswith("clean.replay grew while it was read; what it held at the start was judged.\n")


def test_a_file_that_cannot_be_read_to_its_end_is_2_and_the_others_are_judged(monkeypatch, replays):
    def breaks(records, path, **options):
        if "faulty" in path:
            raise OSError(5, "Input/output error")
        return judge_source(records, path, **options)

    monkeypatch.setattr(verifier.corpus.judging, "judge_source", breaks)
    done = CliRunner().invoke(app, ["check", str(replays / "faulty.replay"), str(replays / "clean.replay")])
    assert done.exit_code == 2
    assert "faulty.replay: Input/output error.\n" in done.stderr
    assert done.stdout == "1 game in 2 files: 1 clean; 0 findings.\n"
