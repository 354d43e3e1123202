"""The judge of Kings Reverse and the slow referee of `tests/oracle` agree: on written cases and on generated replays.

`KINGS_REVERSE_GAMES` and `KINGS_REVERSE_SEED` in the environment choose how many replays and which; see
`oracle.kings_reverse_runs`.
"""

import json
import os
from pathlib import Path

import pytest
from oracle import kings_reverse
from oracle.kings_reverse_faults import HARMLESS, OPERATORS, SLIPS
from oracle.kings_reverse_runs import differences, run

CASES = Path(__file__).resolve().parents[2] / "../shared/cases/kings_reverse"
GAMES = int(os.environ.get("KINGS_REVERSE_GAMES", "2000"))
SEED = int(os.environ.get("KINGS_REVERSE_SEED", "11"))

RARE = {
    "pack empty",
    "blocked",
    "ace scenario 1",
    "ace scenario 2",
    "ace scenario 3",
    "last card 7",
    "last card **",
    "last card AS",
    "marriage",
    "marriage out",
    "marriage to one",
}

needs_cases = pytest.mark.skipif(not CASES.is_dir(), reason="the written cases are not beside the repository")


@needs_cases
def test_slow_referee_gives_what_the_written_cases_expect():
    checked = 0
    for replay in sorted(CASES.glob("*.replay")):
        want = json.loads(replay.with_suffix(".json").read_text(encoding="utf-8"))
        got = kings_reverse.judge(replay.read_text(encoding="utf-8"))
        checked += 1
        assert got.verdict == want["verdict"], replay.name
        assert got.findings == sorted(
            kings_reverse.Finding(one["event"], one["name"], one["class"], one["hand"], one["seat"])
            for one in want["findings"]
        ), replay.name
        assert set(want["notices"] or []) <= {one.name for one in got.notices}, replay.name
    assert checked == len(list(CASES.glob("*.json"))) > 0


@needs_cases
def test_judge_agrees_with_slow_referee_on_the_written_cases():
    found = {}
    for replay in sorted(CASES.glob("*.replay")):
        text = replay.read_text(encoding="utf-8")
        if kings_reverse.judge(text).verdict != "unreadable":
            found[replay.name] = differences(text)
    assert {name: rows for name, rows in found.items() if rows} == {}


def test_judge_agrees_with_slow_referee_on_generated_replays():
    tally = run(GAMES, SEED)
    shown = [f"{case.made_by}: {'; '.join(rows)}\n{case.text}" for case, rows in tally.differences[:3]]
    assert not tally.differences, f"{len(tally.differences)} of {tally.cases} differ, as:\n" + "\n".join(shown)
    assert tally.cases == GAMES
    assert [case.text for case in tally.accused] == [], "legal games that the slow referee accuses"
    if GAMES >= 2000:
        assert set(kings_reverse.CLASS_OF) - set(tally.names) == set(), "rules that were never raised"
        assert RARE - set(tally.rare) == set(), "rare states that were never reached"
        assert {name for name in {*OPERATORS, *SLIPS} - HARMLESS if not tally.faulty[name]} == set()
