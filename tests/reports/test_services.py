"""Reports for build services: annotations, code quality, Markdown; each read back as the service reads it."""

import json
import os
import re

import msgspec
import pytest
from markdown_it import MarkdownIt

import verifier.reports.gitlab
import verifier.reports.markdown
from verifier.catalogue.rules import RULES
from verifier.finding import FaultClass
from verifier.reports import FORMATS
from verifier.verdict import Outcome, Summary, Verdict

CLEAN = Verdict("b.replay", 1, 1, "king", outcome=Outcome.CLEAN, complete=True)


def written(name, *verdicts):
    report, summary = FORMATS[name](), Summary(1)
    text = report.begin()
    for verdict in verdicts:
        summary.add(verdict)
        pieces = FORMATS[name]().game(verdict)
        text += report.put(pieces) if pieces else ""
    return text + report.end(summary)


@pytest.fixture
def known(verdict):
    """The verdict of the trial game, its findings as rules of the catalogue."""
    verdict.findings[0].rule = RULES["TRK201"].rule
    verdict.findings[1].rule = RULES["KRK901"].rule
    verdict.counts.clear()
    verdict.counts["TRK201"], verdict.noticed["KRK901"] = 1, 1
    return verdict


def annotations(text):
    """Read workflow commands as the runner of GitHub Actions does: level, properties and message of each."""
    found = []
    for line in text.splitlines():
        command = re.fullmatch(r"::(\w+)(?: (.*?))?::(.*)", line)
        assert command, line
        level, properties, message = command.groups()
        pairs = dict(pair.split("=", 1) for pair in properties.split(","))
        found.append((level, {key: unescaped(value, ":,") for key, value in pairs.items()}, unescaped(message)))
    return found


def unescaped(text, more=""):
    for sign in "\r\n" + more:
        text = text.replace(f"%{ord(sign):02X}", sign)
    return text.replace("%25", "%")


def test_annotations_the_sums_first(known):
    known.quotes = {(5, 9): verifier.replay.quotes.Quote("", 1, 40, 9, 12)}
    (first, fault, notice) = annotations(written("github", CLEAN, known))
    assert first[:2] == ("error", {"title": "verifier"})
    assert first[2].startswith("2 games in 1 file: 1 clean, 1 faulty; 1 finding (TRK201 1), 1 notice.")
    place = {"file": "games/a.replay", "line": "5", "endLine": "5", "col": "9", "endColumn": "12"}
    assert fault[:2] == ("error", {**place, "title": "revoke (TRK201)"})
    assert notice[0] == "notice"


@pytest.mark.parametrize(
    ("outcomes", "level"),
    [
        (["clean"], "notice"),
        (["clean", "undecided"], "warning"),
        (["undecided", "faulty"], "error"),
        (["unreadable"], "error"),
        ([], "notice"),
    ],
)
def test_the_level_of_the_sums_is_that_of_the_worst(outcomes, level):
    games = [Verdict("a", 1, 1, outcome=Outcome(outcome)) for outcome in outcomes]
    ((told, _, _),) = annotations(written("github", *games))
    assert told == level


def test_only_the_gravest_are_annotated_the_first_of_equals(known):
    by_class = {entry.rule.fault_class: entry.rule for entry in RULES.values()}
    fault, _ = known.findings
    games = []
    for number, fault_class in enumerate(
        [*[FaultClass.BOOKS] * 8, FaultClass.FORMAT, FaultClass.NOTICE, FaultClass.ILLEGAL]
    ):
        rule = by_class[fault_class]
        game = Verdict(f"{number}.replay", 1, 1, outcome=Outcome.FAULTY)
        game.findings = [type(fault)(rule, fault.place)] * (3 if number == 0 else 1)
        game.counts[rule.code] += len(game.findings) * (fault_class is not FaultClass.NOTICE)
        games.append(game)
    found = annotations(written("github", *games))
    assert len(found) == 10
    assert [one[1]["file"] for one in found[1:]] == [f"{number}.replay" for number in (8, 10, 0, 0, 0, 1, 2, 3, 4)]
    assert "3 of the findings are not among the annotations." in found[0][2]


def test_annotations_of_hostile_texts_are_still_one_line_each(known, hostile):
    known.players = [hostile] * 4
    known.path = f"in/{hostile}"
    known.findings[0].facts = {}
    text = written("github", known)
    assert all(line.isprintable() for line in text.split("\n"))
    found = annotations(text)
    assert len(found) == 3
    assert set(found[1][1]) == {"file", "line", "endLine", "col", "endColumn", "title"}
    assert found[1][1]["title"] == "revoke (TRK201)"


def test_code_quality_entry_by_entry(known):
    first, second = json.loads(written("gitlab", CLEAN, known))
    mark = first.pop("fingerprint")
    assert re.fullmatch(r"[0-9a-f]{32}", mark)
    assert first == {
        "description": "revoke: " + FORMATS["concise"]().game(known)[0].split("revoke ")[1].rstrip("\n"),
        "check_name": "TRK201",
        "severity": "major",
        "location": {"path": "games/a.replay", "lines": {"begin": 5}},
    }
    assert (second["severity"], second["check_name"]) == ("info", "KRK901")


def test_every_class_has_a_severity():
    assert set(verifier.reports.gitlab.SEVERITIES) == set(FaultClass)
    assert set(verifier.reports.services.WORST_FIRST) == set(FaultClass)


def test_no_two_entries_have_one_fingerprint(known):
    entries = json.loads(written("gitlab", known, known, known))
    marks = [entry["fingerprint"] for entry in entries]
    assert len(set(marks)) == 6
    assert marks[2] == marks[0] + ":2"
    assert marks[4] == marks[0] + ":3"


def test_no_finding_is_an_empty_array():
    assert written("gitlab") == written("gitlab", CLEAN) == "[]\n"


def test_more_entries_than_are_listed_are_told(known, monkeypatch):
    monkeypatch.setattr(verifier.reports.gitlab, "MOST_FINDINGS", 5)
    entries = json.loads(written("gitlab", *[known] * 6))
    assert len(entries) == 6
    assert entries[5]["description"] == "7 more findings are not listed here."


def test_code_quality_of_hostile_texts(known, hostile):
    known.players = [hostile] * 4
    known.path = f"in/{hostile}"
    text = written("gitlab", known)
    text.encode()
    assert not text.startswith("\ufeff")
    first, _ = json.loads(text)
    assert first["description"].isprintable()
    if hostile != "\ud800":
        assert first["location"]["path"] == os.path.normpath(f"in/{hostile}")


def test_paths_are_those_from_the_folder_of_the_run(known, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for given, path in (("./a//b", "a/b"), (f"{tmp_path}/c", "c"), ("x/../d", "d"), ("../e", f"{tmp_path.parent}/e")):
        known.path = given
        assert json.loads(written("gitlab", known))[0]["location"]["path"] == path
        assert annotations(written("github", known))[1][1]["file"] == path


def tables(text):
    """Return the tables of a text in Markdown as rows of cells, after nothing but text was found in it."""
    rows, cell = [], None
    for token in MarkdownIt("commonmark", {"html": True}).enable("table").parse(text):
        assert token.type != "html_block"
        for inner in token.children or ():
            assert inner.type in {"text", "softbreak", "html_inline"}, inner
            assert inner.type != "html_inline" or inner.content in {"<span>", "</span>"}, inner
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline" and cell is not None:
            rows[-1].append("".join(inner.content for inner in token.children if inner.type == "text"))
        cell = {"td_open": True, "th_open": True}.get(token.type) if token.type != "inline" else cell
    return rows


def test_markdown_has_the_sums_and_the_findings(known):
    text = written("markdown", CLEAN, known)
    rows = tables(text)
    assert ["faulty", "1"] in rows
    assert ["1", "TRK201", "revoke", "illegal"] in rows
    assert rows[-3] == ["where", "game", "hand", "code", "name", "class", "what"]
    assert rows[-2][:6] == ["games/a.replay:5:9", "2, t7", "1", "TRK201", "revoke", "illegal"]
    assert len(rows[-1]) == 7


def test_markdown_of_hostile_texts_is_text(known, hostile):
    known.players = [f"{hostile}@everyone #1 http://x.y www.x.y $a$ ![x](y) [x]: y"] * 4
    known.path = hostile
    known.id = f"{hostile}<b>|`x`"
    known.findings[0].facts = {}
    text = written("markdown", known)
    rows = tables(text)
    assert [len(row) for row in rows[-3:]] == [7, 7, 7]
    for trigger in ("@everyone", "#1", "://", "www.x", "$a"):
        assert trigger not in text


def test_a_game_without_a_finding_that_is_not_clean_has_a_row():
    rows = tables(written("markdown", Verdict("a", 1, 7)))
    assert rows[-1] == ["a:7", "1", "", "", "", "", "The game is undecided."]


def test_markdown_is_bounded(known, monkeypatch):
    monkeypatch.setattr(verifier.reports.markdown, "MOST_BYTES", 3000)
    known.findings *= 100
    text = written("markdown", known)
    assert len(text) < 4000
    left = int(re.search(r"(\d+) more rows are not listed here", text)[1])
    assert len(tables(text)) + left == 5 + 3 + 1 + 200


def test_grouped_has_a_heading_for_each_file_and_game(known):
    other = Verdict("c.replay", 1, 1, "king")
    assert written("grouped", known, CLEAN, known, other) == (
        "games/a.replay\n"
        + 2
        * (
            "  game 2 (line 3): faulty; king of Ayşe, Ali, Can, Ece; id t7\n"
            "    3 events could not be verified, because cards are not known.\n"
            f"    5:9  TRK201 revoke (illegal): {FORMATS['concise']().game(known)[0].split('revoke ')[1]}"
            f"    9:1  KRK901 forced-heart-lead (notice): "
            f"{FORMATS['concise']().game(known)[1].split('notice: ')[1]}"
        )
        + "\nc.replay\n  game 1 (line 1): undecided; king\n    The log ends before the game does.\n"
    )


def test_grouped_is_inert(known, hostile):
    known.players = [hostile] * 4
    known.path = known.id = known.kind = hostile
    for line in written("grouped", known).split("\n"):
        assert line.isprintable()
        assert not line.lstrip().startswith("::")
        assert "##[" not in line


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("path", ["a/\udcff.replay", "ş/漢.replay", "\x1b.replay"])
def test_what_is_carried_is_text_whatever_a_file_is_called(known, name, path):
    known.path = path
    pieces = [*FORMATS[name]().game(known)]
    assert msgspec.json.decode(msgspec.json.encode(pieces), type=list[str]) == pieces
    written(name, known).encode()
