"""Whatever a replay or a file is called, nothing that the program prints acts on a terminal or a build service."""

import json
import re
import sys
import xml.etree.ElementTree as ET

import pytest
from junitparser import JUnitXml
from markdown_it import MarkdownIt

from verifier.reports import FORMATS

NAMES = [
    "\u001b[2J\u001b]0;pwn\u0007",
    "\u009b31m",
    "\u001b]8;;file:///etc/passwd\u0007x\u001b]8;;\u0007",
    "a\bb\rc",
    "[/bold]",
    "[link=file:///etc/passwd]x[/link]",
    "x\n::error file=README.md::forged",
    "::error file=README.md::forged",
    "%0A::",
    "Ali\u202e",
    "A\u200bli",
    "1e5",
    "nan",
    "007",
    "1_000",
    "\u0001",
    "=HYPERLINK(1)",
    "a|b",
    "</script><img src=x onerror=alert(1)>",
    "\u001b]8;;http://x.y\u001b\\z",
    "@everyone #1 www.x.y `c` $a$",
    " lead",
    "漢" * 64,
]


PER_NAME = 7
"""Games in which each of the texts stands."""

READERS = {"json": json.loads, "sarif": json.loads, "gitlab": json.loads, "junit": ET.fromstring}


def inert(output):
    text = output.decode("utf-8")
    for line in text.split("\n"):
        assert line.isprintable(), ascii(line)
        assert not line.lstrip().startswith("::")
    return text


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """A file whose games are named, played and broken by hostile texts: ids, names, tokens, contracts, fields."""
    folder = tmp_path_factory.mktemp("hostile")
    lines = []
    for name in NAMES:
        head = {"replay": 1, "game": "kierki", "players": [name, "B", name, "D"], "rules": "mimuw", "id": name}
        lines += [head, ["deal", "b", None], ["contract", "b", name], ["m", f"a2S {name[:9]} bAS c$ d+2C"]]
        lines += [["points", [1, 2, 3, 4]], ["totals", [5, 6, 7, 8]], ["winner", "pp"], [name], ["note", name], ["\0"]]
        lines += [{"replay": 1, "game": "king", "players": ["A", name, "C", name], "id": name}, ["deal", None, None]]
        lines += [["contract", "b", "koz", "H"], ["m", "b2S c3S"], ["contract", "d", name], ["totals", [1, 2, 3, 4]]]
        lines += [{"replay": 1, "game": name, "players": ["A"], "site": name}, {name: 1}]
        lines += [{"replay": 1, "game": "kierki", "players": ["A", "B", "C", "D"], "rules": name}]
        lines += [{"replay": 1, "game": "kierki", "players": ["A", "B", "C", "D"], "rules": {name: name}}]
        lines += [{"replay": 1, "game": "kings-reverse", "players": [name, name, "C"], "id": name, "event": name}]
        lines += [["deal", "a", [None, None, None], "5S"], ["m", f"b7S {name[:9]} c*Z a^2S a!c"], ["points", [1, 2, 3]]]
    path = folder / "corpus.replay"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


@pytest.mark.parametrize("output_format", ["full", "concise", "grouped"])
def test_in_reports_for_people(run, corpus, output_format):
    done = run("check", corpus, "--output-format", output_format)
    assert done.returncode == 2
    assert b"internal error" not in done.stderr
    text = inert(done.stdout)
    inert(done.stderr)
    assert r"\x1b[2J\x1b]0;pwn\x07" in text
    assert r"x\n::error file=README.md::forged" in text
    assert r"Ali\u202e" in text


@pytest.mark.parametrize("table_format", ["simple", "github", "html", "plain", "pretty"])
def test_in_score_tables(run, corpus, table_format):
    done = run("score", corpus, "--format", table_format, "--standing", "--quota")
    assert b"internal error" not in done.stderr
    inert(done.stdout)
    inert(done.stderr)
    # A heading and a table or a sentence for every game.
    assert done.stdout.count(b"corpus.replay: game ") == PER_NAME * len(NAMES)
    counts = [done.stdout.count(word) for word in (b" total", b"after 1", b"left")]
    assert counts == [3 * len(NAMES), 3 * len(NAMES), len(NAMES)]


@pytest.mark.parametrize("output_format", ["json", "jsonl"])
def test_in_reports_for_machines_names_come_as_they_are(run, corpus, output_format):
    done = run("check", corpus, "--output-format", output_format)
    inert(done.stderr)
    text = inert(done.stdout)
    rows = json.loads(text)["games"] if output_format == "json" else [json.loads(row) for row in text.split("\n")[:-2]]
    assert [row["players"][0] for row in rows[::PER_NAME]] == NAMES
    assert all(finding["message"].isprintable() for row in rows for finding in row["findings"])


def test_in_sarif(run, corpus):
    done = run("check", corpus, "--output-format", "sarif")
    (part,) = json.loads(inert(done.stdout))["runs"]
    assert len(part["results"]) > 5 * len(NAMES)
    for result in part["results"]:
        text = result["message"]["text"]
        assert text.isprintable()
        assert not re.search(r"(?<!\\)\[", text)
        assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].isascii()


def test_in_junit(run, corpus):
    done = run("check", corpus, "--output-format", "junit")
    cases = [*ET.fromstring(inert(done.stdout)).iter("testcase")]
    assert len(cases) == PER_NAME * len(NAMES) == len({case.get("name") for case in cases})
    assert [case.name for case in next(iter(JUnitXml.fromstring(done.stdout)))] == [case.get("name") for case in cases]
    assert {child.tag for case in cases for child in case} == {"error", "failure"}


def test_in_gitlab(run, corpus):
    entries = json.loads(inert(run("check", corpus, "--output-format", "gitlab").stdout))
    assert len(entries) == len({entry["fingerprint"] for entry in entries}) > 5 * len(NAMES)
    assert all(entry["description"].isprintable() for entry in entries)


def test_in_github(run, corpus, tmp_path):
    done = run("check", corpus, "--output-format", "github", GITHUB_STEP_SUMMARY=tmp_path / "page.md")
    lines = done.stdout.decode().splitlines()
    assert len(lines) == 10
    for line in lines:
        assert line.isprintable()
        assert line.startswith("::error ")
        # One command a line, and in its text nothing that is read as an escape but those meant.
        assert re.fullmatch(r"::error [^:]*::(?:[^%]|%25)*", line)
    assert inert((tmp_path / "page.md").read_bytes()).startswith("## Replays checked\n")


def test_in_markdown(run, corpus):
    text = inert(run("check", corpus, "--output-format", "markdown").stdout)
    tokens = MarkdownIt("commonmark", {"html": True}).enable("table").parse(text)
    inner = [one for token in tokens for one in token.children or ()]
    assert {token.type for token in inner} <= {"text", "html_inline"}
    assert {token.content for token in inner if token.type == "html_inline"} == {"<span>", "</span>"}
    assert sum(token.type == "tr_open" for token in tokens) > PER_NAME * len(NAMES)
    assert not re.search(r"@everyone|#1|www\.x|\$a", text)


@pytest.mark.skipif(sys.platform == "win32", reason="such names are no file names there")
def test_in_names_of_files(run, tmp_path):
    names = [f"{name}.replay" for name in NAMES if "/" not in name and len(name) < 64]
    for name in names:
        (tmp_path / name).write_text('{"replay":1}\n', encoding="utf-8")
    missing = [f"{name}.missing" for name in names]
    for output_format in FORMATS:
        done = run("check", *names, *missing, "--output-format", output_format)
        assert done.returncode == 2
        told = done.stdout.replace(b"::error", b"") if output_format == "github" else done.stdout
        assert len(inert(told).split("\n")) >= min(len(names), 10)
        if output_format in READERS:
            READERS[output_format](told.decode())
        assert inert(done.stderr).count("cannot read") == len(names)
    inert(run("score", *names).stdout)
    inert(run("import", "mimuw", *names, *missing).stderr)
    inert(run("import", "mimuw", names[0], "-o", names[0]).stderr)


@pytest.mark.parametrize("name", NAMES[:2] + NAMES[6:10], ids=ascii)
def test_in_what_is_typed(run, name):
    inert(run("check", f"--{name}").stderr)
    inert(run(name).stderr)
    inert(run("import", name, "x").stderr)


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes there")
def test_in_names_of_files_that_are_no_text(run, tmp_path):
    path = tmp_path / "bad\udcff.replay"
    path.write_text('{"replay":1}\n', encoding="utf-8")
    for output_format in FORMATS:
        done = run("check", path.name, "--output-format", output_format)
        assert done.returncode == 2
        # In a URI it stands as the byte that it is.
        assert (b"bad%FF.replay" if output_format == "sarif" else b"udcff.replay") in done.stdout
        done.stdout.decode("utf-8")
