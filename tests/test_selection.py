"""Selectors, patterns, and what becomes of a verdict of which something is taken out."""

import json
import re

import pytest
from cli.conftest import CLEAN, FAULTY, UNREADABLE

from verifier.catalogue.rules import RULES
from verifier.corpus.judging import judge_part
from verifier.corpus.plan import Plan, Reported
from verifier.finding import FaultClass
from verifier.replay.parts import Part
from verifier.selection import FileIgnores, Selection, UnknownSelectorError, codes_of, ignored_by
from verifier.verdict import Outcome

SELECTABLE = {code for code, entry in RULES.items() if entry.rule.fault_class is not FaultClass.FORMAT}


def selected(select, ignore=()):
    return SELECTABLE - {*ignored_by(select, ignore)}


def beginning(*starts):
    return {code for code in SELECTABLE if code.startswith(starts)}


@pytest.mark.parametrize(
    ("select", "ignore", "starts"),
    [
        ([], [], [""]),
        (["ALL"], [], [""]),
        (["TRK"], [], ["TRK"]),
        (["trk2"], [], ["TRK2"]),
        (["revoke"], [], ["TRK201"]),
        (["TRK", "SUM1"], [], ["TRK", "SUM1"]),
        (["TRK201"], ["TRK"], ["TRK201"]),
        (["revoke"], ["TRK2"], ["TRK201"]),
        (["ALL"], ["ALL"], ["-"]),
        (["TRK"], ["TRK"], ["-"]),
        (["TRK2"], ["ALL"], ["TRK2"]),
        ([], ["TRK", "SUM", "CRD", "KNG", "KRK", "LOG"], ["REV"]),
    ],
)
def test_the_longest_selector_that_matches_decides(select, ignore, starts):
    assert selected(select, ignore) == beginning(*starts)


def test_the_longest_may_be_on_either_side():
    assert selected(["TRK", "TRK201"], ["TRK2"]) == beginning("TRK") - beginning("TRK2") | {"TRK201"}
    assert selected(["TRK2"], ["TRK", "TRK201"]) == beginning("TRK2") - {"TRK201"}


def test_every_code_and_every_name_selects_its_rule_alone():
    for code, entry in RULES.items():
        only = {code} & SELECTABLE
        assert {*codes_of([code])} == {*codes_of([entry.rule.name])} == only


def test_format_findings_are_not_to_be_ignored():
    assert not {*ignored_by(["TRK"], ["ALL", "LOG001", "bad-token"])} - SELECTABLE


@pytest.mark.parametrize(
    ("word", "near"),
    [("TRK999", "TRK"), ("revok", "revoke"), ("T", None), ("", None), ("SUMM", "SUM"), ("x" * 100_000, None)],
)
def test_a_word_that_selects_nothing(word, near):
    with pytest.raises(UnknownSelectorError) as error:
        ignored_by([word], [])
    assert (error.value.word, near is None or near in error.value.near) == (word, True)


@pytest.mark.parametrize(
    ("pattern", "path", "meant"),
    [
        ("a.replay", "games/a.replay", True),
        ("a.replay", "games/ba.replay", False),
        ("*.replay", "games/x/a.replay", True),
        ("games/*.replay", "games/a.replay", True),
        ("games/*.replay", "games/x/a.replay", False),
        ("games/**", "games/x/a.replay", True),
        ("games/**/*.replay", "games/a.replay", True),
        ("games/**/*.replay", "games/x/y/a.replay", True),
        ("games/**/*.replay", "other/a.replay", False),
        ("**/a.replay", "a.replay", True),
        ("./games/*", "games/a.replay", True),
        ("games/*", "./games/a.replay", True),
        ("games/?.replay", "games/ab.replay", False),
        ("games/?.replay", "games/b.replay", True),
        ("games/[ab].replay", "games/a.replay", False),
        ("games/[ab].replay", "games/[ab].replay", True),
        ("games/*", "games/a\n.replay", True),
        ("-", "-", True),
        ("x/**", "y", False),
        ("x/**", "y/x/", False),
        ("**x/*", "a/bx/c", True),
        ("a/**/b/*/c", "a/b/b/x/c", True),
    ],
)
def test_patterns(pattern, path, meant):
    assert FileIgnores(pattern, ()).match(path) is meant


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("a.replay", True),
        ("../sub/a.replay", True),
        ("/club/sub/a.replay", True),
        ("../a.replay", False),
        ("/x/a", False),
    ],
)
def test_patterns_below_a_folder(path, meant):
    assert FileIgnores("sub/*", (), "/club", "/club/sub").match(path) is meant


def test_a_pattern_with_many_stars_does_not_take_forever():
    assert not FileIgnores("a*" * 12 + "/b", ()).match("a" * 60 + "/c")


def judged(tmp_path, text, **plan):
    path = tmp_path / "a.replay"
    path.write_text(text, encoding="utf-8", newline="\n")
    (one,) = judge_part(Part(str(path)), Plan((Reported("jsonl"),), **plan))
    return one.summary, [json.loads(pieces[0]) for pieces in one.pieces()]


def revokes(number):
    """Return a game in which one player holds cards of the led suit and plays another, so many times."""
    ranks = "AKQJT98765432"
    hands = ["".join(rank + suit for rank in ranks) for suit in "SHDC"]
    head = {"replay": 1, "game": "kierki", "players": ["A", "B", "C", "D"], "rules": "mimuw"}
    lines = [head, ["deal", "a", hands], ["contract", None, "tricks"], ["m", " ".join(["b2H"] * number)]]
    return "".join(json.dumps(line) + "\n" for line in lines)


def test_a_limit_on_what_is_listed_is_for_what_is_selected(tmp_path):
    text = revokes(40)
    _, (whole,) = judged(tmp_path, text)
    codes = [finding["code"] for finding in whole["findings"]]
    last = codes[-1]
    others = tuple({*codes} - {last})
    assert codes.index(last) >= 1
    _, (some,) = judged(tmp_path, text, selection=Selection(others), most_findings=1)
    assert [finding["code"] for finding in some["findings"]] == [last]
    summary, _ = judged(tmp_path, text, selection=Selection(others), most_findings=0)
    assert summary.findings == {last: codes.count(last)}
    # What stays is what it was, its fingerprint too.
    assert some["findings"][0] in whole["findings"]


def test_sheets_stay_as_they_are(tmp_path):
    _, (whole,) = judged(tmp_path, FAULTY)
    _, (some,) = judged(tmp_path, FAULTY, selection=Selection(("SUM101",)))
    assert (whole["verdict"], some["verdict"]) == ("faulty", "clean")
    changed = {key for key in whole if whole[key] != some[key]}
    assert changed == {"verdict", "findings"}


def test_outcomes(tmp_path):
    cut = "".join(FAULTY.splitlines(keepends=True)[:-1])
    cut = re.sub(r"b2H c2D d2C a2S b\$", "b2H c2D", cut)
    every = Selection(ignored_by([], ["ALL"]))
    for text, outcome in ((CLEAN, "CLEAN"), (FAULTY, "CLEAN"), (cut, "UNDECIDED"), (UNREADABLE, "UNREADABLE")):
        summary, _ = judged(tmp_path, text, selection=every)
        assert summary.outcomes == {Outcome[outcome]: 1}
        assert summary.notices == 0
        assert {code[:4] for code in summary.findings} <= {"LOG0"}
