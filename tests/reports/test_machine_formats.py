import json

import msgspec
import pytest

from verifier import __version__
from verifier.finding import Finding, Place
from verifier.reports import FORMATS
from verifier.reports.entries import ReportEntry, encode_finding, fingerprint
from verifier.verdict import Outcome, Summary, Verdict

FINDING_KEYS = [
    "code", "name", "class", "path", "line", "column", "game", "hand", "event", "seat", "clause", "source",
    "rule_option", "message", "legal", "facts", "related", "fingerprint",
]  # fmt: skip
GAME_KEYS = [
    "path", "game", "line", "id", "kind", "players", "rules", "verdict", "complete", "sealed", "events", "unverified",
    "findings", "hands", "totals", "recorded_totals", "winners", "recorded_winners",
]  # fmt: skip
SUMMARY_KEYS = ["files", "games", "clean", "faulty", "undecided", "unreadable", "findings", "notices"]


def written(name, verdicts, files=1):
    report, summary = FORMATS[name](), Summary(files)
    parts = [report.begin()]
    for verdict in verdicts:
        summary.add(verdict)
        parts.append(report.put(report.game(verdict)))
    return "".join([*parts, report.end(summary)])


def test_a_report_key_by_key(verdict):
    report = json.loads(written("json", [verdict]))
    assert list(report) == ["report", "tool", "games", "summary"]
    assert report["report"] == 1
    assert report["tool"] == {"name": "verifier", "version": __version__}
    (game,) = report["games"]
    assert list(game) == GAME_KEYS
    findings, hands = game.pop("findings"), game.pop("hands")
    assert game == {
        "path": "games/a.replay",
        "game": 2,
        "line": 3,
        "id": "t7",
        "kind": "king",
        "players": ["Ayşe", "Ali", "Can", "Ece"],
        "rules": {"preset": "boombala", "options": {"heart_lead": "never"}},
        "verdict": "faulty",
        "complete": True,
        "sealed": "ok",
        "events": 12,
        "unverified": 3,
        "totals": [-100, 0, -260, 0],
        "recorded_totals": [-50, None, 360, 0],
        "winners": "b",
        "recorded_winners": "bd",
    }
    assert hands == [
        {
            "hand": 1,
            "line": 4,
            "contract": "kiz",
            "seat": "a",
            "suit": None,
            "points": [-100, 0, -260, 0],
            "recorded": [-100, 0, -240, 0],
        },
        {
            "hand": 2,
            "line": 9,
            "contract": "koz",
            "seat": "b",
            "suit": "H",
            "points": None,
            "recorded": [50, None, 600, 0],
        },
    ]
    assert list(hands[0]) == ["hand", "line", "contract", "seat", "suit", "points", "recorded"]
    finding, notice = findings
    assert list(finding) == list(notice) == FINDING_KEYS
    mark = finding.pop("fingerprint")
    assert len(mark) == 32
    assert int(mark, 16) >= 0
    assert finding == {
        "code": "XYZ501",
        "name": "trial-fault",
        "class": "illegal",
        "path": "games/a.replay",
        "line": 5,
        "column": 9,
        "game": 2,
        "hand": 1,
        "event": 7,
        "seat": "b",
        "clause": "T1",
        "source": "L2",
        "rule_option": {"option": "heart_lead", "value": "never"},
        "message": "A fault of the trial game (b (Ali)).",
        "legal": ["QH", "2C"],
        "facts": {"led": "H", "trick": ["aQH", "b2S"], "by": {"a": 1}, "empty": None},
        "related": [{"line": 8, "column": 3, "event": 12, "note": "card shown"}],
    }
    assert notice["class"] == "notice"
    assert [notice[key] for key in ("seat", "clause", "source", "rule_option", "legal")] == [None] * 5
    assert (notice["facts"], notice["related"]) == ({}, [])
    assert list(report["summary"]) == SUMMARY_KEYS
    assert report["summary"] == {
        "files": 1,
        "games": 1,
        "clean": 0,
        "faulty": 1,
        "undecided": 0,
        "unreadable": 0,
        "findings": {"XYZ501": 1},
        "notices": 1,
    }


def test_the_report_has_the_declared_types(verdict):
    text = written("json", [verdict, verdict, Verdict("b", 1, 1)])
    report = msgspec.json.decode(text, type=ReportEntry)
    assert len(report.games) == 3
    assert msgspec.json.decode(msgspec.json.encode(report)) == json.loads(text)
    assert msgspec.json.schema(ReportEntry)["$defs"]["FindingEntry"]["required"] == FINDING_KEYS


@pytest.mark.parametrize("games", [0, 1, 2, 3])
def test_any_number_of_games_is_one_object(verdict, games):
    report = json.loads(written("json", [verdict] * games))
    assert len(report["games"]) == report["summary"]["games"] == games


def test_lines_are_the_same_games_then_the_summary(verdict):
    clean = Verdict("b.replay", 1, 1, outcome=Outcome.CLEAN)
    *games, last = [json.loads(line) for line in written("jsonl", [verdict, clean], 2).splitlines()]
    report = json.loads(written("json", [verdict, clean], 2))
    assert games == report["games"]
    assert [list(game) for game in games] == [GAME_KEYS] * 2
    assert last == {"summary": report["summary"]}


def test_a_hostile_name_stays_one_line_of_json(verdict, hostile):
    if hostile == "\ud800":
        pytest.skip("no name of a replay can be half a surrogate pair")
    verdict.players[1] = hostile
    game, summary = written("jsonl", [verdict]).split("\n")[:2]
    assert json.loads(game)["players"][1] == hostile
    assert "summary" in json.loads(summary)
    assert game.isascii() or "\x1b" not in game


def test_a_path_that_is_no_text_is_written_with_escapes(verdict):
    verdict.path = "games/\udcff.replay"
    assert json.loads(written("jsonl", [verdict]).splitlines()[0])["path"] == "games/\\udcff.replay"


def test_codes_of_the_summary_are_sorted_and_never_zero(verdict):
    verdict.counts.update({"ABC101": 2, "ZZZ900": 0, "KNG300": 1})
    summary = json.loads(written("json", [verdict]))["summary"]
    assert list(summary["findings"].items()) == [("ABC101", 2), ("KNG300", 1), ("XYZ501", 1)]


def test_a_fingerprint_does_not_depend_on_what_stands_around(verdict):
    finding = verdict.findings[0]
    moved = Finding(finding.rule, Place(99, 4, 1, 200), finding.seat, ordinal=finding.ordinal, facts={"x": 1})
    assert fingerprint(moved, "t7") == fingerprint(finding, "t7") == encode_finding(finding, verdict).fingerprint


def test_a_fingerprint_tells_code_game_ordinal_hand_and_seat_apart(verdict, rule):
    def mark(place=1, seat=1, ordinal=1, game="t7", rule=rule):
        return fingerprint(Finding(rule, Place(1, 1, place, 1), seat, ordinal=ordinal), game)

    other = verdict.findings[1].rule
    marks = [mark(), mark(place=2), mark(seat=2), mark(seat=None), mark(ordinal=2), mark(game="t8"), mark(rule=other)]
    marks += [mark(game=None), mark(game="1\nt7"), mark(game="\ud800")]
    assert len(set(marks)) == len(marks)
    assert mark(game=None) == mark(game="")
    assert mark() == "79cd023ae30102fad524872297269125"
