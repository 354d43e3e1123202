"""What a start imports: a command pays only for what it uses."""

import re

import pytest

from verifier.reports import FORMATS

HEAVY = ("hypothesis", "distributed", "jinja2", "pydantic", "asyncio")


def imported(run, *arguments):
    done = run(*arguments, PYTHONPROFILEIMPORTTIME="1")
    names = re.findall(r"^import time:[^|]*\|[^|]*\|\s*(\S+)$", done.stderr.decode(), re.MULTILINE)
    assert "verifier.cli" in names
    return {name.split(".")[0] for name in names} | {".".join(name.split(".")[:2]) for name in names}


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["check", "--help"], ["standings", "--help"]])
def test_help_and_version_read_no_library_but_typer(run, arguments):
    names = imported(run, *arguments)
    assert names.isdisjoint(
        {
            "msgspec",
            "tabulate",
            "wcwidth",
            "rich",
            "gzip",
            "verifier.finding",
            "verifier.verdict",
            "verifier.games",
            "verifier.standings",
            *HEAVY,
        }
    )


def test_statistics_and_standings_read_tables_only_where_one_is_written(run, replays):
    for arguments, tables in (
        (["check", "--statistics"], True),
        (["standings"], True),
        (["standings", "--format", "csv"], False),
        (["standings", "--format", "json"], False),
    ):
        names = imported(run, *arguments, "replays/faulty.replay")
        assert ("tabulate" in names) is tables
        assert names.isdisjoint({"rich", "verifier.importers", *HEAVY})


@pytest.mark.parametrize("output_format", FORMATS)
def test_a_check_reads_only_what_its_format_needs(run, replays, output_format):
    names = imported(run, "check", "replays/faulty.replay", "--output-format", output_format)
    assert "msgspec" in names
    assert names.isdisjoint({"tabulate", "wcwidth", "rich", "verifier.importers", *HEAVY})
    assert ("junitparser" in names) is (output_format == "junit")
    # The pages of the rulebook are heavy.
    assert ("verifier.catalogue" in names) is (output_format in {"sarif", "markdown"})


def test_a_score_reads_tables(run, replays):
    names = imported(run, "score", "replays/faulty.replay")
    assert "tabulate" in names
    assert names.isdisjoint({"rich", "verifier.importers", *HEAVY})


def test_the_help_of_the_command_names_the_formats_of_the_table(run):
    words = " ".join(run("check", "--help").stdout.decode().split())
    assert f"Formats: {', '.join(FORMATS)}." in words
