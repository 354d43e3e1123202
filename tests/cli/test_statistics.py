"""`check --statistics`: the rules that were broken, counted, below the report or beside it."""

import json
import os
import subprocess
import sys

import pytest

from verifier.catalogue.rules import RULES
from verifier.reports.statistics import LONGEST_BAR, statistics_text
from verifier.verdict import Summary, Verdict

posix = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals")


def rows_of(text):
    """Return the cells of a table without its head."""
    return [line.split() for line in text.split("\n")[2:] if line]


def test_the_most_frequent_first_then_by_code():
    summary = Summary()
    verdict = Verdict("a", 1, 1)
    verdict.counts.update({"TRK201": 10, "SUM101": 10, "KNG101": 1, "LOG001": 299})
    verdict.noticed["KRK901"] = 300
    summary.add(verdict)
    # Bars of 30 signs at most: 299/300 of it is 29.9, 10/300 is 1, 1/300 is 0.1; rounded up.
    assert rows_of(statistics_text(summary, "#")) == [
        ["300", "KRK901", "forced-heart-lead", "notice", "#" * 30],
        ["299", "LOG001", "bad-line", "format", "#" * 30],
        ["10", "SUM101", "points-wrong", "books", "#"],
        ["10", "TRK201", "revoke", "illegal", "#"],
        ["1", "KNG101", "wrong-chooser", "illegal", "#"],
    ]


@pytest.mark.parametrize(("number", "length"), [(1, 11), (2, 20), (3, 30)])
def test_bars_are_to_scale(number, length):
    summary = Summary()
    summary.findings.update({"SUM101": 3, "TRK201": number} if number != 1 else {"SUM101": 11, "TRK201": 4})
    assert len(rows_of(statistics_text(summary))[-1][-1]) == length <= LONGEST_BAR


def test_no_findings():
    assert statistics_text(Summary()) == "No findings.\n"


def test_every_rule_can_be_counted():
    summary = Summary()
    summary.findings.update([*RULES])
    assert [row[1] for row in rows_of(statistics_text(summary))] == sorted(RULES)


TABLE = """\
  count  code    name              class
-------  ------  ----------------  ----------  ------------------------------
      1  LOG002  bad-token         format      ██████████████████████████████
      1  LOG009  torn-tail         format      ██████████████████████████████
      1  LOG902  unfinished-game   notice      ██████████████████████████████
      1  SUM101  points-wrong      books       ██████████████████████████████
      1  TRK102  wrong-leader      illegal     ██████████████████████████████
      1  TRK104  trick-incomplete  impossible  ██████████████████████████████
"""


def test_below_a_report_for_people(run, replays):
    plain, counted = run("check", "replays"), run("check", "replays", "--statistics")
    assert (counted.returncode, counted.stderr) == (plain.returncode, plain.stderr)
    assert counted.stdout.decode() == plain.stdout.decode() + "\n" + TABLE


@pytest.mark.parametrize("output_format", ["concise", "json", "jsonl"])
def test_beside_every_other_report(run, replays, output_format):
    arguments = ["check", "replays", "--output-format", output_format]
    plain, counted = run(*arguments), run(*arguments, "--statistics")
    assert (counted.returncode, counted.stdout) == (plain.returncode, plain.stdout)
    assert counted.stderr.decode() == plain.stderr.decode() + TABLE


def test_what_is_counted_is_what_is_found_whatever_is_listed(run, replays):
    arguments = ["check", "replays", "--output-format", "jsonl", "--max-findings"]
    whole = run(*arguments, "1000", "--statistics")
    assert run(*arguments, "0", "--statistics").stderr == whole.stderr
    findings = [one for line in whole.stdout.splitlines()[:-1] for one in json.loads(line)["findings"]]
    assert sum(int(row[0]) for row in rows_of(TABLE)) == len(findings)


def shown_on_a_terminal(command, environment, tmp_path, locale):
    reading, writing = os.openpty()
    try:
        subprocess.run(
            [*command, "check", "replays/faulty.replay", "--statistics"],
            stdout=writing,
            env=environment(**locale),
            cwd=tmp_path,
            timeout=60,
            check=False,
        )
    finally:
        os.close(writing)
    parts = []
    try:
        while part := os.read(reading, 65536):
            parts.append(part)
    except OSError:
        pass  # the end of a pseudo-terminal
    finally:
        os.close(reading)
    return b"".join(parts)


@posix
def test_a_terminal_that_cannot_show_blocks_gets_signs_that_it_can(command, environment, replays, tmp_path):
    plain = shown_on_a_terminal(command, environment, tmp_path, {"LC_ALL": "C"})
    assert b"books    " + b"#" * 30 in plain
    # A file has no encoding of its own: the same bytes in every locale.
    done = subprocess.run(
        [*command, "check", "replays/faulty.replay", "--statistics"],
        capture_output=True, env=environment(LC_ALL="C"), cwd=tmp_path, timeout=60, check=False,
    )  # fmt: skip
    assert ("█" * 30).encode() in done.stdout


@posix
def test_a_terminal_that_shows_blocks_gets_them(command, environment, replays, tmp_path):
    assert ("█" * 30).encode() in shown_on_a_terminal(command, environment, tmp_path, {"LC_ALL": "C.UTF-8"})
