"""Which games a glance is enough for: hundreds of whole games, right and changed, each beside the judge in no time.

`glances.txt` says it of each text: 1 where a glance is enough, 0 where the judge has to look. Run as a program
(`PYTHONPATH=.:tests python tests/games/test_glances_quickly.py`) this file writes it anew: look at the difference.
"""

import pickle
from dataclasses import fields
from pathlib import Path

import pytest
from games.whole_games import PART, TEXTS
from judging import glanced_at

from verifier import referee
from verifier.games.glanced import GlancedSheet
from verifier.replay.games import cut
from verifier.sheet import Sheet

SEEN = Path(__file__).with_name("glances.txt")


def glanced(text: str) -> bool:
    """Tell whether a glance is enough for a text; where it is, it must say what the judge says."""
    game = next(cut([text.encode()]), None)
    enough = game is not None and referee._glance(game, "a.replay", 1, 1, 1000) is not None
    assert not enough or glanced_at(text)[1]
    return enough


@pytest.mark.parametrize(
    ("game", "first"), [(game, first) for game, played in TEXTS.items() for first in range(0, len(played), PART)]
)
def test_a_glance_is_enough_for_the_games_that_are_recorded(game, first, monkeypatch):
    monkeypatch.setattr(referee, "_agreed", {})
    recorded = dict(line.split(" ") for line in SEEN.read_text("utf-8").splitlines())[game]
    assert len(recorded) == len(TEXTS[game])
    for number, text in enumerate(TEXTS[game][first : first + PART], first):
        assert (number, glanced(text)) == (number, recorded[number] == "1")


def test_lines_and_games_are_numbered_behind_a_glance():
    verdicts = [*referee.judge_source(["".join(texts[0] for texts in TEXTS.values()).encode() * 2], "a.replay")]
    assert sum(isinstance(verdict.sheet, GlancedSheet) for verdict in verdicts) == 6
    lines = 1
    for number, verdict in enumerate(verdicts):
        assert (verdict.game, verdict.line) == (number + 1, lines)
        lines += list(TEXTS.values())[number % 4][0].count("\n")


def test_the_sheet_is_made_when_somebody_looks_at_it():
    (verdict,) = referee.judge_source([TEXTS["king"][0].encode()], "a.replay")
    assert type(verdict.sheet) is GlancedSheet
    for name in ("_rows", "_line", "rose"):
        with pytest.raises(AttributeError, match=name):
            getattr(verdict.sheet, name)
    rows = verdict.sheet.rows
    assert verdict.sheet.rows is rows
    handed_on = pickle.loads(pickle.dumps(verdict.sheet))
    assert type(handed_on) is Sheet
    for part in fields(Sheet):
        assert getattr(handed_on, part.name) == getattr(verdict.sheet, part.name)


if __name__ == "__main__":
    lines = [f"{game} {''.join('01'[glanced(text)] for text in played)}\n" for game, played in TEXTS.items()]
    SEEN.write_text("".join(lines), encoding="utf-8", newline="\n")
