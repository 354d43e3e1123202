"""What a referee's program has to do at least, as somebody who starts it sees it, for each of the games."""

import gzip
import json
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import jsonschema
import pytest
from junitparser import JUnitXml
from rulebook.pages import FINDING

from verifier.catalogue.rules import RULES, pages, replay_lines

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

ROOT = Path(__file__).resolve().parents[2]
CLEAN = {
    "kierki": ROOT / "replays/kierki/match-clean.replay",
    "king": ROOT / "replays/king/match-clean.replay",
    "kings-reverse": ROOT / "replays/kings_reverse/four-players-clean.replay",
}
GAMES = [*CLEAN]
NOTICES = {code for code, entry in RULES.items() if entry.rule.fault_class == "notice"}
BY_NAME = {entry.rule.name: code for code, entry in RULES.items()}


@pytest.fixture
def check(run, tmp_path):
    """Check files of these contents; return the status and the games of the report."""

    def check(**contents):
        (tmp_path / "in").mkdir(exist_ok=True)
        for name, content in contents.items():
            (tmp_path / "in" / name.replace("__", ".")).write_bytes(content)
        done = run("check", "in", "--output-format", "jsonl")
        *games, last = [json.loads(line) for line in done.stdout.splitlines()]
        assert last["summary"]["games"] == len(games)
        return done.returncode, games

    return check


def faults(game):
    """Return code, line and column of the findings that are no notices."""
    return [(one["code"], one["line"], one["column"]) for one in game["findings"] if one["class"] != "notice"]


def with_line(content, number, old, new):
    """Return a replay in which one line reads otherwise, and the column from which on it does."""
    lines = content.decode().split("\n")
    line = lines[number - 1]
    assert line.count(old) == 1, (old, line)
    lines[number - 1] = line.replace(old, new)
    return "\n".join(lines).encode()


# B1: every planted fault gives its code at its event, and nothing else.


@pytest.mark.parametrize("game", GAMES)
def test_every_fault_of_the_rulebook_is_found_where_it_is(run, tmp_path, game):
    expected, text = [], ""
    for page in pages().pages[game].values():
        if page.breaks.verdict == "faulty" and not page.breaks.attributes:
            text += "".join(f"{line}\n" for line in replay_lines(page.breaks))
            found = [FINDING.fullmatch(words).groupdict() for words in page.breaks.findings]
            expected.append([(BY_NAME[one["name"]], int(one["event"]), int(one["hand"]), one["seat"]) for one in found])
    (tmp_path / "faults.replay").write_text(text, encoding="utf-8", newline="\n")
    done = run("check", "faults.replay", "--output-format", "jsonl", "--jobs", "1")
    *games, last = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1
    assert len(games) == len(expected) > 30
    for one, planted in zip(games, expected, strict=True):
        assert one["verdict"] == "faulty"
        found = [(f["code"], f["event"], f["hand"], f["seat"]) for f in one["findings"] if f["class"] != "notice"]
        assert found == [each for each in planted if each[0] not in NOTICES]
    planted = Counter(code for codes in expected for code, *_ in codes if code not in NOTICES)
    assert last["summary"]["findings"] == dict(sorted(planted.items()))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_so_many_faults_give_so_many_findings(check, game, number):
    lines = CLEAN[game].read_text(encoding="utf-8").splitlines()
    planted = []
    for at, line in enumerate(lines):
        if line.startswith('["points"') and len(planted) < number:
            points = json.loads(line)
            # Of a seat that has some: to give any to who went out is another fault.
            points[1][points[1].index(max(points[1], key=abs))] += 7
            lines[at] = json.dumps(points)
            planted.append(("SUM101", at + 1, 1))
    status, (found,) = check(a__replay=("\n".join(lines) + "\n").encode())
    assert status == 1
    assert faults(found) == planted


# B2: nothing checked is no success.


def test_nothing_checked_is_no_success(run, tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "notes.txt").write_text("x", encoding="utf-8")
    (tmp_path / "a.replay").write_text("", encoding="utf-8")
    (tmp_path / "b.replay").write_text("\n \n", encoding="utf-8")
    for path in ("empty", "other", "a.replay", "b.replay", "missing"):
        assert run("check", path).returncode == 2
        assert run("check", path, "--exit-zero").returncode == 2
        assert run("check", path, "--allow-empty").returncode == (2 if path == "missing" else 0)
    assert run("check").returncode == 2


# B3: what is cut off or damaged is unreadable, never clean.


@pytest.mark.parametrize("game", GAMES)
def test_what_is_cut_off_or_damaged_is_never_clean(check, game):
    whole = CLEAN[game].read_bytes()
    packed, pressed = gzip.compress(whole), zstd.compress(whole)
    half, flipped = len(whole) // 2, bytearray(packed)
    flipped[-6] ^= 1
    status, games = check(
        a__replay=whole[:-1],
        b__replay=whole[:half],
        c__replay__gz=packed[:-9],
        d__replay__gz=packed[: len(packed) // 2],
        e__replay__gz=bytes(flipped),
        f__replay__zst=pressed[:-1],
        g__replay__zst=pressed[: len(pressed) // 2],
        h__replay=whole.replace(b"]\n", b"\n", 1),
    )
    assert status == 2
    assert {Path(one["path"]).name[0]: one["verdict"] for one in games} == dict.fromkeys("abcdefgh", "unreadable")


# B4: wrong books are found.


@pytest.mark.parametrize("game", GAMES)
def test_wrong_points_totals_and_winners_are_found(check, game):
    lines = CLEAN[game].read_text(encoding="utf-8").splitlines()

    def spoilt(tag, at):
        numbers = [number for number, line in enumerate(lines) if line.startswith(f'["{tag}"')]
        wrong = [*lines]
        event = json.loads(wrong[numbers[at]])
        if tag == "winner":
            event[1] = "a" if event[1] != "a" else "b"
        else:
            event[1][1] += 5
        wrong[numbers[at]] = json.dumps(event)
        return numbers[at] + 1, ("\n".join(wrong) + "\n").encode()

    line, content = spoilt("points", 1)
    assert check(a__replay=content)[1][0]["findings"]
    status, (found,) = check(a__replay=content)
    assert (status, faults(found)) == (1, [("SUM101", line, 1)])
    line, content = spoilt("totals", 1)
    status, (found,) = check(a__replay=content)
    assert (status, faults(found)) == (1, [("SUM201", line, 1)])
    line, content = spoilt("winner", 0)
    status, (found,) = check(a__replay=content)
    assert (status, [at[1] for at in faults(found)]) == (1, [line])


# B5: what cannot have been so is found, and never repaired.

IMPOSSIBLE = {
    "kierki": {
        "skipped turn": (3, " c6H ", " ", ("TRK101", 11), 823),
        "card from nowhere": (3, '"b3H', '"b4H', ("CRD201", 7), 824),
        "one card more": (2, '"7HADTSKH', '"2C7HADTSKH', ("CRD101", 1), 824),
        "card dealt twice": (2, '"7HADTSKH', '"6SADTSKH', ("CRD102", 1), 824),
        "card played twice": (3, "d2C b$ b5H", "d2C b$ b8C", ("CRD202", 45), 824),
    },
    "king": {
        "skipped turn": (4, " b4H ", " ", ("TRK101", 11), 2108),
        "card from nowhere": (4, '"a2H', '"a4H', ("CRD201", 7), 2109),
        "one card more": (2, '"AS6S4S', '"2CAS6S4S', ("CRD101", 1), 2109),
        "card dealt twice": (2, '"AS6S4S', '"JS6S4S', ("CRD102", 1), 2109),
        "card played twice": (4, "d5H c$ c2S", "d5H c$ c7H", ("CRD202", 26), 2109),
    },
    "kings-reverse": {
        "skipped turn": (3, '"aAC b3C ', '"aAC ', ("REV206", 11), 333),
        "card from nowhere": (3, '"aAC b3C ', '"aAC bKC ', ("CRD201", 11), 334),
        "one card more": (2, '"3C5H9SAC7DJD', '"AH3C5H9SAC7DJD', ("CRD101", 1), 334),
        "third of two cards": (2, '"3C5H9SAC7DJD', '"3C5H9SAC7DQC', ("CRD301", 1), 334),
        "card played twice": (3, "a+2SKC b2C", "a+2SKC b3C", ("CRD201", 30), 334),
    },
}


@pytest.mark.parametrize(("game", "what"), [(game, what) for game in GAMES for what in IMPOSSIBLE[game]])
def test_what_cannot_have_been_so_is_found_and_never_repaired(check, game, what):
    line, old, new, (code, column), events = IMPOSSIBLE[game][what]
    status, (found,) = check(a__replay=with_line(CLEAN[game].read_bytes(), line, old, new))
    assert (status, found["verdict"]) == (1, "faulty")
    assert faults(found)[0] == (code, line, column)
    # Nothing was put in, nothing left out.
    assert found["events"] == events


# B6: one run, five reports, each read by another reader.


@pytest.mark.parametrize("game", [*GAMES, "all"])
def test_five_reports_of_one_run_tell_the_same(run, tmp_path, game):
    folder = ROOT / "replays" if game == "all" else CLEAN[game].parent
    words = ["full", "sarif:a.sarif", "junit:a.xml", "gitlab:a.json", "jsonl:a.jsonl"]
    options = [part for word in words for part in ("--output-format", word)]
    done = run("check", folder, *options)
    assert done.returncode == 1
    *games, last = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text("utf-8").splitlines()]
    schema = json.loads((ROOT / "schemas" / "report.schema.json").read_bytes())
    for entry in (*games, last):
        jsonschema.validate(entry, schema)
    disputed = [one for one in games if one["verdict"] != "clean"]
    findings = [one for game in disputed for one in game["findings"]]
    assert len(findings) > 2

    text = done.stdout.decode()
    for one in findings:
        name = f"{one['code']} {one['name']} ({one['class']}): line {one['line']}, column {one['column']}"
        assert f"  {name}, hand {one['hand']}, event {one['event']}\n    {one['message']}\n" in text
    assert text.endswith(".\n")

    (sarif,) = json.loads((tmp_path / "a.sarif").read_bytes())["runs"]
    assert [one["ruleId"] for one in sarif["results"]] == [one["code"] for one in findings]
    starts = [one["locations"][0]["physicalLocation"]["region"] for one in sarif["results"]]
    assert [(at["startLine"], at["startColumn"]) for at in starts] == [(one["line"], one["column"]) for one in findings]

    root = ET.parse(tmp_path / "a.xml").getroot()
    cases = [case for suite in JUnitXml.fromfile(str(tmp_path / "a.xml")) for case in suite]
    assert len(cases) == len([*root.iter("testcase")]) == last["summary"]["games"]
    kinds = Counter(type(result).__name__ for case in cases for result in case.result)
    assert kinds == Counter(
        {"faulty": "Failure", "undecided": "Skipped", "unreadable": "Error"}[one["verdict"]] for one in disputed
    )
    for case, one in zip([case for case in cases if case.result], disputed, strict=True):
        assert all(finding["message"] in case.result[0].text for finding in one["findings"])

    quality = json.loads((tmp_path / "a.json").read_bytes())
    assert [(one["check_name"], one["location"]["lines"]["begin"]) for one in quality] == [
        (one["code"], one["line"]) for one in findings
    ]
    assert len({one["fingerprint"] for one in quality}) == len(findings)
