"""The judge of King and the slow referee of `tests/oracle` agree: on the written cases, and on generated replays.

`KING_GAMES` and `KING_SEED` in the environment choose how many replays and which; see `oracle.king_runs`.
"""

import json
import os
from pathlib import Path

import pytest
from oracle import king
from oracle.king_faults import HARMLESS, OPERATORS, SLIPS
from oracle.king_runs import differences, run, thirteen_tricks

CASES = Path(__file__).resolve().parents[2] / "../shared/cases/king"
GAMES = int(os.environ.get("KING_GAMES", "2500"))
SEED = int(os.environ.get("KING_SEED", "7"))

needs_cases = pytest.mark.skipif(not CASES.is_dir(), reason="the written cases are not beside the repository")


@needs_cases
def test_slow_referee_gives_what_the_written_cases_expect():
    checked = 0
    for replay in sorted(CASES.glob("*.replay")):
        want = json.loads(replay.with_suffix(".json").read_text(encoding="utf-8"))
        got = king.judge(replay.read_text(encoding="utf-8"))
        checked += 1
        assert got.verdict == want["verdict"], replay.name
        assert sorted(got.findings) == sorted(
            king.Finding(one["event"], one["name"], one["class"], one["hand"], one["seat"]) for one in want["findings"]
        ), replay.name
    assert checked == len(list(CASES.glob("*.json"))) > 0


@needs_cases
def test_judge_agrees_with_slow_referee_on_the_written_cases():
    found = {}
    for replay in sorted(CASES.glob("*.replay")):
        text = replay.read_text(encoding="utf-8")
        if king.judge(text).verdict != "unreadable":
            found[replay.name] = differences(text)
    assert {name: rows for name, rows in found.items() if rows} == {}


def test_judge_agrees_with_slow_referee_on_generated_replays():
    tally = run(GAMES, SEED)
    shown = [f"{case.made_by}: {'; '.join(rows)}\n{case.text}" for case, rows in tally.differences[:3]]
    assert not tally.differences, f"{len(tally.differences)} of {tally.cases} differ, as:\n" + "\n".join(shown)
    assert tally.cases == GAMES
    assert not tally.rifki["clean ones accused"]
    if GAMES >= 2000:
        shares = tally.rifki
        assert shares["revokes proven directly"] > 0.6 * (shares.total() - shares["clean ones not accused"])
        assert set(king.CLASS_OF) - set(tally.names) == set(), "rules that were never raised"
        makers = {*OPERATORS, *SLIPS} - HARMLESS
        assert {name for name in makers if not tally.faulty[name]} == set(), "makers that made no fault"


def test_every_revoke_of_thirteen_tricks_is_proven_without_the_deal():
    assert thirteen_tricks(60, SEED) == {"proven": 60}
