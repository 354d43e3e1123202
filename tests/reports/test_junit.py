"""JUnit's XML: a suite a file, a case a game; read back by two readers that are not ours."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from judging import judged_file
from junitparser import Error, Failure, JUnitXml, Skipped

import verifier.reports.junit
from verifier.reports import FORMATS
from verifier.verdict import Outcome, Summary, Verdict

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = sorted((ROOT / "replays").rglob("*.replay"))


def written(*verdicts):
    report, summary = FORMATS["junit"](), Summary(1)
    text = report.begin()
    for verdict in verdicts:
        summary.add(verdict)
        text += report.put(FORMATS["junit"]().game(verdict))
    return text + report.end(summary)


def tree(text):
    """Return the root, after both readers have found the same cases and sums that fit."""
    root = ET.fromstring(text)
    assert root.tag == "testsuites"
    cases = [case for suite in JUnitXml.fromstring(text.encode()) for case in suite]
    assert [case.name for case in cases] == [case.get("name") for case in root.iter("testcase")]
    for part in (root, *root.iter("testsuite")):
        inner = [*part.iter("testcase")]
        assert int(part.get("tests")) == len(inner)
        for count, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(part.get(count)) == sum(case.find(tag) is not None for case in inner)
    keys = [(case.get("classname"), case.get("name")) for case in root.iter("testcase")]
    assert len(set(keys)) == len(keys)
    return root


def clean(path="a.replay", game=1, name=None):
    return Verdict(path, game, 1, "king", name, outcome=Outcome.CLEAN, complete=True)


def test_the_samples():
    verdicts = []
    for path in SAMPLES:
        for verdict in judged_file(path.read_bytes()):
            verdict.path = path.relative_to(ROOT).as_posix()
            verdicts.append(verdict)
    text = written(*verdicts)
    root = tree(text)
    assert [suite.get("name") for suite in root] == [verdict.path for verdict in verdicts]
    assert [case.get("file") for case in root.iter("testcase")] == [verdict.path for verdict in verdicts]
    assert [root.get(key) for key in ("tests", "failures", "errors", "skipped")] == ["16", "5", "0", "3"]


def test_a_faulty_game_is_a_failure_with_all_that_full_says(verdict):
    ((case,),) = tree(written(verdict))
    assert (case.get("name"), case.get("classname"), case.get("file")) == ("t7", "games/a", "games/a.replay")
    (failure,) = case
    assert failure.tag == "failure"
    assert failure.get("type") == "XYZ501"
    assert failure.get("message") == "A fault of the trial game (b (Ali))."
    assert failure.text == FORMATS["full"]().game(verdict)[0].rstrip("\n")


@pytest.mark.parametrize(
    ("outcome", "kind"), [(Outcome.UNREADABLE, Error), (Outcome.FAULTY, Failure), (Outcome.UNDECIDED, Skipped)]
)
def test_each_verdict_has_its_element(verdict, outcome, kind):
    verdict.outcome = outcome
    (suite,) = JUnitXml.fromstring(written(verdict).encode())
    (case,) = suite
    (result,) = case.result
    assert type(result) is kind
    assert result.message
    assert "XYZ501" in result.text


def test_what_stands_first_is_the_finding_that_gives_the_verdict():
    data = b'{"replay":1,"game":"kierki","players":["A","B","C","D"],"rules":"mimuw"}\n["m","a5S"]\n["m","a5S bXX"]\n'
    ((case,),) = tree(written(*judged_file(data)))
    assert case[0].get("type") == "LOG002"
    ((case,),) = tree(written(*judged_file(data.replace(b" bXX", b""))))
    assert case[0].tag == "failure"
    assert case[0].get("type") == "LOG104"


def test_a_game_without_a_listed_finding_says_why_it_is_not_clean(verdict):
    verdict.findings = []
    ((case,),) = tree(written(verdict))
    assert case[0].get("type") == "faulty"
    assert case[0].get("message").startswith("3 events could not be verified")
    ((case,),) = tree(written(Verdict("a", 1, 1, None)))
    assert case[0].get("message") == "Not everything could be judged."


def test_names_of_cases_are_unique():
    games = [
        clean(game=at, name=name)
        for at, name in enumerate(["x", "x", "game 3", None, "game 6", None, "", "x (game 2)"], 1)
    ]
    names = [case.get("name") for case in tree(written(*games, clean("b.replay", 1, "x"), *games)).iter("testcase")]
    assert names[:9] == [
        "x", "x (game 2)", "game 3", "game 4", "game 6", "game 6 (game 6)", "game 7", "x (game 2) (game 8)", "x",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["a.replay", "a.replay.gz", "a.replay.zst"])
def test_the_class_is_the_path_without_suffixes(name):
    ((case,),) = tree(written(clean(f"in/{name}")))
    assert case.get("classname") == "in/a"


def test_hostile_texts_stay_texts(verdict, hostile):
    verdict.players = [hostile] * 4
    verdict.path = f"x{hostile}"
    verdict.id = hostile if hostile != "\ud800" else "x"
    verdict.findings[0].facts = {hostile: hostile}
    text = written(verdict)
    text.encode()
    assert all(line.isprintable() for line in text.split("\n"))
    ((case,),) = tree(text)
    assert len([*case.iter()]) == 2
    assert case.get("name").isprintable()


def test_over_the_limit_clean_games_go_and_it_is_told(verdict, monkeypatch):
    monkeypatch.setattr(verifier.reports.junit, "MOST_BYTES", 20_000)
    games = [clean(game=at) for at in range(1, 400)]
    root = tree(written(*games[:200], verdict, *games[200:]))
    cases = [*root.iter("testcase")]
    assert [case.get("name") for case in cases] == ["t7", "399 more games are not listed here"]
    assert cases[1].find("failure") is None
    text = written(*games[:200], *[verdict] * 100, *games[200:])
    assert len(text) < 30_000
    last = [*tree(text).iter("testcase")][-1]
    left = int(last.get("name").split()[0])
    assert 399 < left < 499
    assert last[0].get("type") == "faulty"
    assert "499 games" in last[0].text


def test_the_limit_is_one_of_bytes(verdict, monkeypatch):
    monkeypatch.setattr(verifier.reports.junit, "MOST_BYTES", 20_000)
    verdict.players = ["漢" * 64] * 4
    assert 15_000 < len(written(*[verdict] * 100).encode()) < 25_000


def test_a_case_is_bounded(verdict, monkeypatch):
    monkeypatch.setattr(verifier.reports.junit, "LONGEST_CASE", 5000)
    verdict.findings *= 200
    text = written(verdict)
    assert len(text) < 6000
    ((case,),) = tree(text)
    assert case[0].text.endswith("\n  …")


def test_nothing_is_an_empty_report():
    assert len(tree(written())) == 0
