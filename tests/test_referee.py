"""From records to verdicts: every game has its judge, records belong to a game, and what an empty game comes to."""

from collections import Counter
from pathlib import Path

import pytest
from judging import judged_all
from rulebook.pages import Example, option_pages, rule_pages

from verifier.finding import FaultClass
from verifier.games import GAMES, report
from verifier.referee import judge, judge_source
from verifier.replay.lines import GAME_NAMES, Closing
from verifier.verdict import Outcome, Sealed, Summary


def test_every_game_of_the_format_has_its_judge() -> None:
    assert set(GAMES) == set(GAME_NAMES)


def test_records_belong_to_a_game() -> None:
    with pytest.raises(AssertionError, match="outside a game"):
        list(judge([Closing(None)], "x"))


def test_sums_of_verdicts() -> None:
    kierki = '{"replay":1,"game":"kierki","players":["A","B","C","D"],"rules":"mimuw"}\n'
    verdicts = judged_all(kierki + '["m","a5S"]\n' + kierki + "{}\n")
    summary = Summary()
    for verdict in verdicts:
        summary.add(verdict)
    assert (summary.games, summary.notices) == (3, 2)
    assert summary.outcomes == {Outcome.FAULTY: 1, Outcome.UNDECIDED: 1, Outcome.UNREADABLE: 1}
    assert summary.findings == {"LOG104": 1, "LOG001": 1}
    assert summary.noticed == {"LOG902": 2}
    assert {verdict.sealed for verdict in verdicts} == {Sealed.UNSEALED}


@pytest.mark.parametrize(
    "example",
    [
        pytest.param(section.example, id=f"{page.code or page.name} {heading}")
        for page in (*rule_pages(), *option_pages())
        for heading, section in page.sections.items()
        if section.example is not None
    ],
)
def test_counts_are_those_of_the_findings_also_where_some_were_withdrawn(example: Example) -> None:
    for verdict in judged_all(example.content()):
        rules = [finding.rule for finding in verdict.findings]
        notices = [rule.code for rule in rules if rule.fault_class is FaultClass.NOTICE]
        assert verdict.noticed == Counter(notices)
        assert verdict.counts == Counter(rule.code for rule in rules) - Counter(notices)
        assert verdict.seats == Counter((finding.seat, finding.rule.fault_class) for finding in verdict.findings)


def test_counts_go_on_where_no_more_findings_are_listed() -> None:
    deal = '{"replay":1,"game":"kierki","players":["A","B","C","D"],"rules":"mimuw"}\n'
    text = deal + '["m","a5S"]\n' * 9
    whole, short = (judged_all(text, most_findings=most)[0] for most in (1000, 3))
    assert (len(whole.findings), len(short.findings)) == (10, 3)
    assert (whole.seats, whole.noticed, whole.counts) == (short.seats, short.noticed, short.counts)
    assert whole.seats == {(0, FaultClass.IMPOSSIBLE): 9, (None, FaultClass.NOTICE): 1}


@pytest.mark.parametrize("most", [0, 1, 2])
def test_what_is_told_changes_nothing_but_the_list(most):
    for sample in sorted((Path(__file__).parents[1] / "replays").rglob("*.replay")):
        data = sample.read_bytes()
        for few, whole in zip(judge_source([data], "a", most_findings=most), judge_source([data], "a"), strict=True):
            assert few.findings == whole.findings[:most]
            assert few.counts == whole.counts
            assert [few.sheet.rows, few.sheet.totals] == [whole.sheet.rows, whole.sheet.totals]


def test_what_is_kept_is_bounded_and_all_of_it_is_counted(monkeypatch):
    data = (Path(__file__).parents[1] / "replays" / "kierki" / "match-disputed.replay").read_bytes()
    (whole,) = judge_source([data], "a")
    monkeypatch.setattr(report, "KEPT", 2)
    (few,) = judge_source([data], "a", most_findings=0)
    assert few.findings == []
    assert few.counts == whole.counts
    assert few.counts.total() + few.notices > 2
