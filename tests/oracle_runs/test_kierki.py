"""The judge of Kierki and the slow referee of `tests/oracle` agree: on the written cases, and on generated replays.

`KIERKI_GAMES` and `KIERKI_SEED` in the environment choose how many replays and which; see `oracle.kierki_runs`.
"""

import json
import os
from pathlib import Path

import pytest
from oracle import kierki
from oracle.kierki_faults import HARMLESS, OPERATORS, SLIPS
from oracle.kierki_runs import differences, run

CASES = Path(__file__).resolve().parents[2] / "../shared/cases/kierki"
GAMES = int(os.environ.get("KIERKI_GAMES", "2000"))
SEED = int(os.environ.get("KIERKI_SEED", "22"))


@pytest.mark.skipif(not CASES.is_dir(), reason="the written cases are not beside the repository")
def test_slow_referee_gives_what_the_written_cases_expect():
    checked = 0
    for replay in sorted(CASES.glob("*.replay")):
        want = json.loads(replay.with_suffix(".json").read_text(encoding="utf-8"))
        got = kierki.judge(replay.read_text(encoding="utf-8"))
        checked += 1
        assert got.verdict == want["verdict"], replay.name
        if want["verdict"] == "unreadable":
            continue
        assert got.complete == want["complete"], replay.name
        assert [row[:4] for row in got.findings] == sorted(
            (one["event"], one["name"], one["class"], one["hand"]) for one in want["findings"]
        ), replay.name
        seats = {(row.event, row.name): row.seat for row in got.findings}
        for one in want["findings"]:
            assert seats[one["event"], one["name"]] in {one["seat"], None}, replay.name
    assert checked == len(list(CASES.glob("*.json"))) > 0


@pytest.mark.skipif(not CASES.is_dir(), reason="the written cases are not beside the repository")
def test_judge_agrees_with_slow_referee_on_the_written_cases():
    found = {}
    for replay in sorted(CASES.glob("*.replay")):
        text = replay.read_text(encoding="utf-8")
        if kierki.judge(text).verdict != "unreadable":
            found[replay.name] = differences(text)
    assert {name: rows for name, rows in found.items() if rows} == {}


def test_judge_agrees_with_slow_referee_on_generated_replays():
    tally = run(GAMES, SEED)
    shown = [f"{case.made_by}: {'; '.join(rows)}\n{case.text}" for case, rows in tally.differences[:3]]
    assert not tally.differences, f"{len(tally.differences)} of {tally.cases} differ, as:\n" + "\n".join(shown)
    assert tally.cases == GAMES
    if GAMES >= 2000:
        assert set(kierki.CLASS_OF) - set(tally.names) == set(), "rules that were never raised"
        makers = {*OPERATORS, *SLIPS} - HARMLESS
        assert {name for name in makers if not tally.faulty[name]} == set(), "operators that made no fault"
