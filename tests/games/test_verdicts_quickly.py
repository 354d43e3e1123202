"""What the judge makes of whole games, right and changed: kept as it was when the slow referees last ruled on them.

`verdicts.txt` has a line for each text: a digest of the whole verdict, and the events and names of its first findings.
Where a game is judged in another way on purpose, run this file as a program (`PYTHONPATH=.:tests python
tests/games/test_verdicts_quickly.py`), which writes the lines anew, and look at the difference.
"""

import json
from hashlib import sha256
from itertools import groupby
from pathlib import Path

import pytest
from games.whole_games import PART, TEXTS
from judging import judged_all
from rulebook.test_whole_verdicts import whole

SAID = Path(__file__).with_name("verdicts.txt")
JUDGED = {"king": 80, "kierki": 80, "kings-reverse": 1000}
"""How many texts of a game are judged; all of the others."""
PLAYED = {game: played[: JUDGED.get(game, len(played))] for game, played in TEXTS.items()}


def said(text: str) -> str:
    """Return what is said of a text: a digest, and some findings to be read."""
    verdicts = judged_all(text)
    digest = sha256(json.dumps([whole(verdict) for verdict in verdicts], sort_keys=True).encode()).hexdigest()[:12]
    findings = [f"{one.place.event}:{one.rule.code}" for verdict in verdicts for one in verdict.findings]
    return " ".join([digest, *findings[:6]])


def recorded() -> dict[str, list[str]]:
    """Return the recorded lines of each game."""
    lines = [line.split(" ", 1) for line in SAID.read_text("utf-8").splitlines()]
    return {game: [line for _, line in group] for game, group in groupby(lines, key=lambda line: line[0])}


@pytest.mark.parametrize(
    ("game", "first"), [(game, first) for game, played in PLAYED.items() for first in range(0, len(played), PART)]
)
def test_the_verdicts_are_those_recorded(game: str, first: int) -> None:
    lines = recorded()[game]
    assert len(lines) == len(PLAYED[game])
    for number, text in enumerate(PLAYED[game][first : first + PART], first):
        assert (number, said(text)) == (number, lines[number])


if __name__ == "__main__":
    written = "".join(f"{game} {said(text)}\n" for game, played in PLAYED.items() for text in played)
    SAID.write_text(written, encoding="utf-8", newline="\n")
