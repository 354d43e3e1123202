import re

import pytest

from verifier.reports import FORMATS
from verifier.verdict import Outcome, Summary, Verdict

FULL = """\
games/a.replay: game 2 (line 3): faulty; king of Ayşe, Ali, Can, Ece; id t7
  3 events could not be verified, because cards are not known.
  XYZ501 trial-fault (illegal): line 5, column 9, hand 1, event 7
    A fault of the trial game (b (Ali)).
    allowed: QH 2C
    led: H
    trick: aQH b2S
    by: a 1
    see line 8, column 3, event 12: card shown
    clause T1, rules text L2, house rule heart_lead = never
  XYZ901 trial-notice (notice): line 9, column 1, hand 2, event 14
    Something to know.

"""

CONCISE = """\
games/a.replay:5:9: XYZ501 trial-fault A fault of the trial game (b (Ali)).
games/a.replay:9:1: XYZ901 trial-notice notice: Something to know.
"""


def written(name, *verdicts):
    report, summary = FORMATS[name](), Summary(1)
    parts = [report.begin()]
    for verdict in verdicts:
        summary.add(verdict)
        parts.append(report.put(report.game(verdict)))
    return "".join([*parts, report.end(summary)])


def test_full_says_what_it_takes_to_check_a_finding_by_hand(verdict):
    assert written("full", verdict) == FULL + "1 game in 1 file: 1 faulty; 1 finding (XYZ501 1), 1 notice.\n"


def test_full_only_counts_clean_games(verdict):
    clean = Verdict("b.replay", 1, 1, outcome=Outcome.CLEAN, complete=True)
    assert written("full", clean, clean) == "2 games in 1 file: 2 clean; 0 findings.\n"


def test_full_says_why_a_game_without_findings_is_undecided():
    open_game = Verdict("b.replay", 1, 1, "kierki", unverified=2)
    assert "  The log ends before the game does.\n  2 events could not be verified" in written("full", open_game)


def test_full_counts_what_it_does_not_list(verdict):
    verdict.counts["XYZ501"] = 12
    assert "  2 findings listed here, 11 more counted.\n" in written("full", verdict)


def test_full_cuts_long_lists(verdict):
    verdict.findings[0].legal = ["2C"] * 40
    verdict.findings[0].facts = {"hand": ["3C"] * 40, "many": {str(at): at for at in range(40)}}
    text = written("full", verdict)
    assert f"allowed: {' '.join(['2C'] * 26)} and 14 more\n" in text
    assert f"hand: {' '.join(['3C'] * 26)} and 14 more\n" in text
    assert "25 25, and 14 more\n" in text


def test_full_says_where_nothing_was_allowed(verdict):
    verdict.findings[0].legal = []
    assert "    allowed: nothing\n" in written("full", verdict)


def test_concise_is_a_line_a_finding_and_nothing_else(verdict):
    clean = Verdict("b.replay", 1, 1, outcome=Outcome.CLEAN)
    assert written("concise", verdict, clean) == CONCISE


@pytest.mark.parametrize("name", ["full", "concise"])
def test_hostile_texts_are_inert(verdict, hostile, name):
    calm = written(name, verdict)
    verdict.players = [hostile] * 4
    verdict.path = hostile
    verdict.id = hostile
    verdict.kind = hostile
    finding = verdict.findings[0]
    finding.facts = dict.fromkeys(finding.facts, hostile) | {hostile: hostile, "list": [hostile, {hostile: hostile}]}
    finding.legal = [hostile]
    finding.option = (hostile, hostile)
    finding.clause = finding.source = hostile
    finding.related = [finding.related[0]._replace(note=hostile)]
    text = written(name, verdict)
    lines = text.split("\n")
    assert len(lines) <= len(calm.split("\n")) + 3
    for line in lines:
        assert line.isprintable()
        assert not line.lstrip().startswith("::")
        assert "##[" not in line
        assert not re.match(r"[^a-zA-Z0-9]*::", line)
    text.encode("utf-8")
