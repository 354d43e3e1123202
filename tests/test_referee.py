"""From records to verdicts: games that are read and not judged, and what an empty game comes to."""

import pytest
from judging import faults, judged, judged_all

from verifier.referee import judge
from verifier.replay.lines import Closing
from verifier.verdict import Outcome, Sealed, Summary


def test_a_game_without_a_judge_is_read_and_undecided() -> None:
    name = "kings-reverse"
    head = f'{{"replay":1,"game":"{name}","players":["A","B","C","D"],"rules":"of the house"}}\n'
    verdict = judged(head + '["deal",null,null]\n["m","a5S x b6S"]\n["points",[1]]\n')
    assert (verdict.judged, verdict.preset, verdict.events) == (False, "of the house", 5)
    assert verdict.outcome is Outcome.UNREADABLE
    assert [name for _, name, _ in faults(verdict)] == ["bad-line"]
    whole = judged(head + '["deal",null,null]\n')
    assert (whole.outcome, whole.complete) == (Outcome.UNDECIDED, False)


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
    assert {verdict.sealed for verdict in verdicts} == {Sealed.UNSEALED}
