"""From fixed positions both referees allow the same acts, as many as the text files say.

Both are asked about every act that might be tried, legal or not; `walks.__main__` does so to the last count.
"""

import json

import pytest
from walks.acts import Table, after
from walks.counting import LEGAL, by_judge, by_slow_referee, differing
from walks.positions import FILES, head_of, read_positions, written

POSITIONS = [(game, one) for game, path in FILES.items() for one in read_positions(path)]


@pytest.mark.parametrize(("game", "position"), POSITIONS, ids=[f"{game}: {one.name}" for game, one in POSITIONS])
def test_both_referees_count_what_the_file_says(game, position):
    assert position.lines()[0]["game"] == game
    counts, found = differing(position, position.quick)
    assert found == []
    assert counts == position.counts[: position.quick]


@pytest.mark.parametrize("game", FILES)
def test_a_file_is_what_would_be_written(game):
    path = FILES[game]
    positions = read_positions(path)
    assert len({one.name for one in positions}) == len(positions) >= 12
    assert written(head_of(path), positions) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("game", "position"), POSITIONS, ids=[f"{game}: {one.name}" for game, one in POSITIONS])
def test_most_acts_that_are_tried_are_refused(game, position):
    tried = [*after(position.lines())]
    assert len({*tried}) == len(tried) > position.counts[0]


@pytest.mark.parametrize("game", FILES)
def test_a_position_is_legal_and_its_cards_are_known(game):
    for position in read_positions(FILES[game]):
        assert {by_judge(position.text), by_slow_referee(game)(position.text)} <= LEGAL, position.name
        table = Table(position.lines())
        assert all(number >= 0 for hand in table.hands.values() for number in hand.values()), position.name


def test_an_act_on_which_they_differ_is_told(monkeypatch):
    _, position = POSITIONS[0]
    monkeypatch.setattr("walks.counting.by_judge", lambda text: "undecided")
    counts, found = differing(position, 1)
    assert counts[0] == position.counts[0]
    assert len(found) + counts[0] == len([*after(position.lines())])
    assert found[0].startswith(f"{position.name}: undecided to the judge, faulty to the slow referee is '[")
    assert json.loads(found[0].partition("'")[2].partition("\\n")[0])
