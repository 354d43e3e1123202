"""From records to verdicts: every game has its judge, records belong to a game, and what an empty game comes to."""

import pytest
from judging import judged_all

from verifier.games import GAMES
from verifier.referee import judge
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
    assert {verdict.sealed for verdict in verdicts} == {Sealed.UNSEALED}
