"""Settings in files: where they are found, what they may say, and what wins over them."""

import inspect
import os
import re
import subprocess
import sys

import pytest

from verifier.cli.check import check
from verifier.cli.settings import SETTINGS

from .conftest import FAULTY


@pytest.fixture
def settings(tmp_path):
    """Write the settings of the folder of the start."""

    def settings(text, name="pyproject.toml", table="[tool.verifier]\n"):
        (tmp_path / name).write_text(table + text, encoding="utf-8")

    return settings


def shown(done):
    """Return what --show-settings says: name -> (value, where from)."""
    assert (done.returncode, done.stderr) == (0, b"")
    rows = [
        re.fullmatch(r"(?:# )?([a-z-]+)(?: = (.*?))? *  # (.*)", line) for line in done.stdout.decode().splitlines()
    ]
    return {row[1]: (row[2], row[3]) for row in rows}


EVERY = """
allow-empty = true
allow-undecided = true
baseline = ""
cache-dir = "sub/cache"
exit-zero = true
game-timeout = 2.5
ignore = ["TRK", "SUM2"]
jobs = 2
max-findings = 7
no-cache = true
output-format = "jsonl"
progress = false
select = "SUM"
statistics = true
[tool.verifier.per-file-ignores]
"old/*" = ["SUM", "revoke"]
"*.gz" = "ALL"
"""


def test_every_setting_becomes_what_its_option_is_set_to(run, settings):
    settings(EVERY)
    told = shown(run("check", "--show-settings"))
    assert told == {
        "allow-empty": ("true", "pyproject.toml"),
        "allow-undecided": ("true", "pyproject.toml"),
        "baseline": ('""', "pyproject.toml"),
        "cache-dir": ('"sub/cache"', "pyproject.toml"),
        "exit-zero": ("true", "pyproject.toml"),
        "game-timeout": ("2.5", "pyproject.toml"),
        "ignore": ('["TRK", "SUM2"]', "pyproject.toml"),
        "jobs": ("2", "pyproject.toml"),
        "max-findings": ("7", "pyproject.toml"),
        "no-cache": ("true", "pyproject.toml"),
        "output-format": ('["jsonl"]', "pyproject.toml"),
        "per-file-ignores": ('["old/*:SUM,revoke", "*.gz:ALL"]', "pyproject.toml"),
        "progress": ("false", "pyproject.toml"),
        "select": ('["SUM"]', "pyproject.toml"),
        "statistics": ("true", "pyproject.toml"),
    }
    assert {*told} == {*SETTINGS}


def test_the_names_are_those_of_options():
    assert {key.replace("-", "_") for key in SETTINGS} <= {*inspect.signature(check).parameters}


def test_the_command_line_wins(run, settings, replays):
    settings(EVERY)
    options = ["--select", "TRK", "--no-exit-zero", "--jobs", "1", "--max-findings", "1"]
    told = shown(run("check", "--show-settings", *options))
    assert told["select"] == ('["TRK"]', "command line")
    assert told["exit-zero"] == ("false", "command line")
    assert told["jobs"] == ("1", "command line")
    assert told["ignore"][1] == "pyproject.toml"
    assert run("check", "replays/faulty.replay").returncode == 0
    assert run("check", "replays/faulty.replay", "--no-exit-zero").returncode == 1
    assert run("check", "replays/faulty.replay", "--isolated").returncode == 1


def test_the_environment_wins_over_the_file_and_loses_to_the_command_line(run, settings):
    settings('cache-dir = "a"\n')
    assert shown(run("check", "--show-settings"))["cache-dir"] == ('"a"', "pyproject.toml")
    told = shown(run("check", "--show-settings", VERIFIER_CACHE_DIR="b"))
    assert told["cache-dir"] == ('"b"', "environment")
    told = shown(run("check", "--show-settings", "--cache-dir", "c", VERIFIER_CACHE_DIR="b"))
    assert told["cache-dir"] == ('"c"', "command line")


def test_a_report_goes_below_the_folder_of_the_file(command, environment, replays, settings, tmp_path):
    settings('output-format = ["concise", "json:out/report.json"]\n')
    (tmp_path / "out").mkdir()
    (tmp_path / "deep").mkdir()
    words = [*command, "check", "../replays/faulty.replay"]
    done = subprocess.run(words, capture_output=True, env=environment(), cwd=tmp_path / "deep", timeout=60, check=False)
    assert done.returncode == 1
    assert b"SUM101" in done.stdout
    assert b"SUM101" in (tmp_path / "out" / "report.json").read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="symbolic links")
def test_nor_does_a_link_lead_out_of_it(run, replays, settings, tmp_path):
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "out").symlink_to(tmp_path)
    settings('output-format = "json:out/report.json"\n', "inner/pyproject.toml")
    done = run("check", "replays/faulty.replay", "--config", "inner/pyproject.toml")
    assert (done.returncode, done.stdout) == (2, b"")
    assert not (tmp_path / "report.json").exists()


def test_without_a_file_everything_is_as_it_was(run):
    told = shown(run("check", "--show-settings"))
    assert {where for _, where in told.values()} == {"default"}
    assert told["max-findings"] == ("1000", "default")


@pytest.mark.parametrize(("name", "table"), [("pyproject.toml", "[tool.verifier]\n"), ("other.toml", "")])
def test_a_file_that_is_named(run, replays, settings, tmp_path, name, table):
    (tmp_path / "far").mkdir()
    settings("exit-zero = true\n", f"far/{name}", table)
    settings("allow-empty = true\n")
    told = shown(run("check", "--show-settings", "--config", f"far/{name}"))
    assert told["exit-zero"] == ("true", f"far/{name}")
    assert told["allow-empty"] == ("false", "default")


def test_the_nearest_with_settings_above_the_start(command, environment, replays, settings, tmp_path):
    settings('ignore = "SUM"\n')
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "a" / "pyproject.toml").write_text("[project]\nname = 'x'\n", encoding="utf-8")

    def status(*more):
        words = [*command, "check", "../../replays/faulty.replay", *more]
        return subprocess.run(words, capture_output=True, env=environment(), cwd=inner, timeout=60, check=False)

    assert status().returncode == 0
    assert shown(status("--show-settings"))["ignore"] == ('["SUM"]', "../../pyproject.toml")
    assert status("--isolated").returncode == 1


def test_settings_among_the_replays_are_not_read(run, replays, settings):
    settings("exit-zero = true\n", "replays/pyproject.toml")
    assert run("check", "replays/faulty.replay").returncode == 1
    assert run("check", "replays").returncode == 2


def test_patterns_are_below_the_folder_of_their_file(command, environment, settings, tmp_path):
    settings('[tool.verifier.per-file-ignores]\n"old/*" = "SUM"\n', table="")
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.replay").write_text(FAULTY, encoding="utf-8")
    for where, path, status in (
        (tmp_path, "old", 0),
        (tmp_path, "new", 1),
        (tmp_path / "new", "../old", 0),
        (tmp_path / "new", tmp_path / "old", 0),
        (tmp_path / "old", ".", 0),
        (tmp_path / "new", ".", 1),
    ):
        words = [*command, "check", os.fspath(path)]
        done = subprocess.run(words, capture_output=True, env=environment(), cwd=where, timeout=60, check=False)
        assert (done.returncode, done.stderr) == (status, b"")


def test_score_and_standings_take_what_they_have(run, replays, settings):
    settings(EVERY)
    for asked in ("score", "standings"):
        assert run(asked, "replays/clean.replay").returncode == 0
        # allow-empty
        assert run(asked, "replays/empty.replay").returncode == 0
        assert run(asked, "replays/empty.replay", "--isolated").returncode == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('selct = ["SUM"]', "there is no setting selct; did you mean select?"),
        ("max_findings = 1", "there is no setting max_findings; did you mean max-findings?"),
        ("max-findings = true", "max-findings must be a number from 0 on."),
        ("max-findings = -1", "max-findings must be a number from 0 on."),
        ('max-findings = "7"', "max-findings must be a number from 0 on."),
        ("exit-zero = 1", "exit-zero must be true or false."),
        ('exit-zero = "yes"', "exit-zero must be true or false."),
        ("select = 7", "select must be a text or a list of texts."),
        ("select = ['SUM', 7]", "select must be a text or a list of texts."),
        ("select = {}", "select must be a text or a list of texts."),
        ("jobs = 0", 'jobs must be "auto" or a number from 1 to 512.'),
        ("jobs = 1.0", 'jobs must be "auto" or a number from 1 to 512.'),
        ("jobs = true", 'jobs must be "auto" or a number from 1 to 512.'),
        ("game-timeout = inf", "game-timeout must be a number of seconds."),
        ("game-timeout = nan", "game-timeout must be a number of seconds."),
        ("game-timeout = -1", "game-timeout must be a number of seconds."),
        ("per-file-ignores = ['a:SUM']", "per-file-ignores must be a table"),
        ("per-file-ignores = {a = 7}", "per-file-ignores must be a text or a list of texts."),
        ("output-format = ['json:/elsewhere/x']", "output-format must be a format, with a path only where that stays"),
        ("output-format = 'json:../x'", "output-format must be a format, with a path only where that stays"),
        ('"\\u001b[31m" = 1', r"there is no setting \x1b[31m."),
        ("shard = '1/2'", "there is no setting shard."),
        ("executor = 'dask:tcp://127.0.0.1:1'", "there is no setting executor."),
        ("select =", "is no TOML"),
        ("x = " + "[" * 5000, "is no TOML"),
        ("x = " + "9" * 5000, "is no TOML"),
    ],
)
def test_a_setting_that_is_wrong_is_wrong_usage(run, replays, settings, text, said):
    settings(text + "\n")
    for asked in ("check", "score", "standings"):
        done = run(asked, "replays/clean.replay")
        assert (done.returncode, done.stdout) == (2, b"")
        assert "Invalid value for settings: pyproject.toml" in done.stderr.decode()
        assert said in done.stderr.decode()
        assert run(asked, "replays/clean.replay", "--isolated").returncode == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("select = 'SUMM'", "select in pyproject.toml: no such rule: SUMM; did you mean SUM"),
        ("ignore = ['SUM', 'x']", "ignore in pyproject.toml: no such rule: x"),
        ("per-file-ignores = {a = 'x'}", "per-file-ignores in pyproject.toml: no such rule: x"),
    ],
)
def test_a_selector_that_is_wrong_is_told_with_its_file(run, replays, settings, text, said):
    settings(text + "\n")
    done = run("check", "replays/clean.replay")
    assert (done.returncode, done.stdout) == (2, b"")
    assert said in done.stderr.decode()


@pytest.mark.parametrize("name", ["missing.toml", "replays", "other/pyproject.toml"])
def test_a_named_file_that_has_no_settings(run, replays, settings, tmp_path, name):
    (tmp_path / "other").mkdir()
    settings("", "other/pyproject.toml", "[tool.other]\n")
    done = run("check", "replays/clean.replay", "--config", name)
    assert (done.returncode, done.stdout) == (2, b"")


def test_bytes_that_are_no_text_and_files_that_are_too_large(run, replays, tmp_path):
    for data in (b"[tool.verifier]\n# \xff\n", b"#" * (1 << 21)):
        (tmp_path / "pyproject.toml").write_bytes(data)
        done = run("check", "replays/clean.replay")
        assert (done.returncode, done.stdout) == (2, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes")
def test_a_pipe_does_not_stop_the_program(run, replays, tmp_path):
    os.mkfifo(tmp_path / "pipe.toml")
    assert run("check", "replays/clean.replay", "--config", "pipe.toml").returncode == 2


def test_one_of_config_and_isolated(run, replays, settings):
    settings("")
    for options in (["--config", "pyproject.toml", "--isolated"], ["--isolated", "--config", "pyproject.toml"]):
        done = run("check", "replays/clean.replay", *options)
        assert (done.returncode, done.stdout) == (2, b"")
        assert b"exclude each other" in done.stderr


def test_toml_is_read_only_where_there_is_a_file(run, replays, settings):
    def imported():
        return b"tomllib" in run("check", "replays/clean.replay", PYTHONPROFILEIMPORTTIME="1").stderr

    assert not imported()
    settings("")
    assert imported()
