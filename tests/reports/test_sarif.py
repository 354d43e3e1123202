"""SARIF: what GitHub asks for, within its limits; read by a validator that is not ours."""

import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest
from judging import judged_file

from verifier.finding import FaultClass, Place, Related
from verifier.reports import FORMATS
from verifier.reports.sarif import MOST_NOTICES, MOST_RESULTS, MOST_STEPS
from verifier.verdict import Outcome, Summary

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = sorted((ROOT / "replays").rglob("*.replay"))
VALIDATOR = ROOT / "node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool"


def written(verdicts):
    report, summary = FORMATS["sarif"](), Summary(1)
    text = report.begin()
    for verdict in verdicts:
        summary.add(verdict)
        pieces = FORMATS["sarif"]().game(verdict)
        text += report.put(pieces) if pieces else ""
    return text + report.end(summary)


def run_of(verdicts):
    log = json.loads(written(verdicts))
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-2.1.0.json")
    (run,) = log["runs"]
    return run


@pytest.fixture
def known(verdict):
    """The verdict of the trial game, its findings as rules of the catalogue."""
    from verifier.catalogue.rules import RULES  # noqa: PLC0415

    verdict.findings[0].rule = RULES["TRK201"].rule
    verdict.findings[1].rule = RULES["KRK901"].rule
    return verdict


def check_whole(part):
    """No empty string, no null, in any part."""
    assert part not in ("", None)
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        check_whole(inner)


def sample_verdicts():
    for path in SAMPLES:
        for verdict in judged_file(path.read_bytes()):
            verdict.path = path.relative_to(ROOT).as_posix()
            yield verdict


def test_every_finding_of_the_samples_that_are_not_clean():
    verdicts = [verdict for verdict in sample_verdicts() if verdict.outcome is not Outcome.CLEAN]
    run = run_of(sample_verdicts())
    check_whole(run)
    findings = [finding for verdict in verdicts for finding in verdict.findings]
    assert [result["ruleId"] for result in run["results"]] == [finding.rule.code for finding in findings]
    rules = run["tool"]["driver"]["rules"]
    for result, finding in zip(run["results"], findings, strict=True):
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] == ("note" if finding.rule.fault_class is FaultClass.NOTICE else "error")
        (location,) = result["locations"]
        place = location["physicalLocation"]
        assert place["artifactLocation"]["uriBaseId"] == "%SRCROOT%"
        line = (ROOT / place["artifactLocation"]["uri"]).read_text("utf-8").split("\n")[finding.place.line - 1]
        region = place["region"]
        assert (region["startLine"], region["startColumn"]) == (finding.place.line, finding.place.column)
        assert region["endLine"] == finding.place.line
        meant = line[region["startColumn"] - 1 : region["endColumn"] - 1]
        assert meant == line if finding.place.column == 1 else " " not in meant
    marks = [result["partialFingerprints"]["primaryLocationLineHash"] for result in run["results"]]
    assert len(set(marks)) == len(marks)


def test_rules_are_as_github_asks_for_them():
    driver = run_of(sample_verdicts())["tool"]["driver"]
    assert driver["name"] == "verifier"
    assert len(driver["rules"]) == len({rule["id"] for rule in driver["rules"]}) > 5
    for rule in driver["rules"]:
        assert 0 < len(rule["shortDescription"]["text"]) <= 1024
        assert 0 < len(rule["fullDescription"]["text"]) <= 1024
        assert f"verifier rule {rule['id']}" in rule["help"]["text"]
        assert rule["help"]["markdown"]
        assert rule["defaultConfiguration"]["level"] in {"error", "note"}
        assert 2 <= len(rule["properties"]["tags"]) <= 10


def test_every_rule_of_the_catalogue_can_be_written(known):
    from verifier.catalogue.rules import RULES  # noqa: PLC0415

    finding = known.findings[0]
    finding.seat = None
    for code, entry in RULES.items():
        finding.rule = entry.rule
        known.findings = [finding]
        (rule,) = run_of([known])["tool"]["driver"]["rules"]
        assert rule["id"] == code
        assert len(rule["fullDescription"]["text"]) <= 1024
        check_whole(rule)


def test_what_proves_a_finding_is_a_flow_that_ends_in_order(known):
    known.findings[0].related = [Related(Place(8, 3, 1, 12), "played"), Related(Place(2, 4, 1, 1), "shown")]
    result = run_of([known])["results"][0]
    ((flow,),) = [one["threadFlows"] for one in result["codeFlows"]]
    steps = [step["location"] for step in flow["locations"]]
    assert [step["physicalLocation"]["region"]["startLine"] for step in steps] == [2, 5, 8]
    assert all(step["message"]["text"] for step in steps)


def test_a_flow_has_no_more_steps_than_github_keeps(known):
    known.findings[0].related = [Related(Place(at, 1, 1, at), "played") for at in range(1, 3000)]
    flow = run_of([known])["results"][0]["codeFlows"][0]["threadFlows"][0]
    assert len(flow["locations"]) == MOST_STEPS


def test_no_more_results_than_github_keeps_and_it_is_told(known):
    first, notice = known.findings
    known.findings = [notice] * 2000 + [first] * 6000
    run = run_of([known])
    codes = [result["ruleId"] for result in run["results"]]
    assert (codes.count("KRK901"), len(codes)) == (MOST_NOTICES, MOST_RESULTS)
    (invocation,) = run["invocations"]
    (told,) = invocation["toolExecutionNotifications"]
    assert told["level"] == "note"
    assert told["message"]["text"].startswith("3000 more findings are not listed here. 1 game in 1 file: 1 faulty")
    marks = [result["partialFingerprints"]["primaryLocationLineHash"] for result in run["results"]]
    assert len(set(marks)) == MOST_RESULTS
    assert marks[MOST_NOTICES + 1] == marks[MOST_NOTICES].removesuffix("1") + "2"


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("a/b.replay", "a/b.replay"),
        ("./a//b.replay", "a/b.replay"),
        ("Ay\u015fe #1?.replay", "Ay%C5%9Fe%20%231%3F.replay"),
        ("a:b.replay", "a%3Ab.replay"),
        ("\x1b[2J%0A.replay", "%1B%5B2J%250A.replay"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="such names are no file names there")
def test_paths_are_uris_from_the_folder_of_the_run(known, path, uri):
    known.path = path
    place = run_of([known])["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place == {"uri": uri, "uriBaseId": "%SRCROOT%"}
    assert unquote(uri) == os.path.normpath(path)


def test_paths_elsewhere_are_uris_of_files(known, tmp_path, monkeypatch):
    (tmp_path / "in").mkdir()
    monkeypatch.chdir(tmp_path / "in")
    for path, uri in (
        ("../a b.replay", {"uri": (tmp_path / "a b.replay").as_uri()}),
        (f"{tmp_path}/x.replay", {"uri": (tmp_path / "x.replay").as_uri()}),
        ("s3://bucket/a b.replay", {"uri": "s3://bucket/a%20b.replay"}),
        (f"{tmp_path}/in/x.replay", {"uri": "x.replay", "uriBaseId": "%SRCROOT%"}),
    ):
        known.path = path
        place = run_of([known])["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
        assert place == uri


def test_nothing_in_a_message_is_a_link_or_is_filled_in(known):
    known.players = ["[x](http://a.b)", "{0}", "]", "}"]
    text = run_of([known])["results"][0]["message"]["text"]
    assert "[x](" not in text.replace("\\[", "")
    assert "{0}" not in text.replace("{{0}}", "")


def test_no_result_is_a_whole_run():
    run = run_of([])
    assert run["results"] == run["tool"]["driver"]["rules"] == []
    assert "invocations" not in run


@pytest.mark.skipif(not VALIDATOR.exists(), reason="npm install --no-save @microsoft/sarif-multitool-linux@5.7.0 first")
def test_the_validator_finds_nothing(known, tmp_path):
    known.players = ["[x](http://a.b)", "{0}", "", "\U0001f468\u200d"]
    known.path = "\x1b[2J %0A ş.replay"
    many = run_of([known])
    assert many["results"]
    (tmp_path / "samples.sarif").write_text(written(sample_verdicts()), encoding="utf-8")
    (tmp_path / "none.sarif").write_text(written([]), encoding="utf-8")
    known.findings[0].related *= 3
    known.findings *= 3000
    (tmp_path / "hostile.sarif").write_text(written([known]), encoding="utf-8")
    words = [str(VALIDATOR), "validate", "*.sarif", "--rule-kind", "Sarif;Ghas", "--output", "found.json"]
    env = {**os.environ, "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"}
    done = subprocess.run(words, capture_output=True, cwd=tmp_path, env=env, timeout=300, check=False)
    assert b"3 files scanned" in done.stdout
    (run,) = json.loads((tmp_path / "found.json").read_bytes().removeprefix(b"\xef\xbb\xbf"))["runs"]
    assert not run.get("results"), done.stdout
