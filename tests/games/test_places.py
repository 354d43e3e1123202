"""Where a finding is: columns of tokens, also behind escapes, and events past clocks and tokens nobody can read."""

import json

import pytest
from judging import game, judged

from verifier.finding import Place

DEAL = ["deal", "d", None]
HEAD = game(DEAL, ["contract", None, "tricks"])


def places(line: str) -> list[Place]:
    return [finding.place for finding in judged(HEAD + line + "\n").findings if finding.rule.name == "out-of-turn"]


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ('["m","a5S c6S"]', 11),
        ('[ "m" ,\t"a5S c6S" ]', 14),
        (r'["m","\u0061\u0035S c6S"]', 21),
        (r'["m","a5S \u00636S"]', 11),
        (r'["\u006d","a5S c6S"]', 16),
    ],
)
def test_column_is_that_of_the_token_in_the_line_as_written(line: str, column: int) -> None:
    assert json.loads(line) == ["m", "a5S c6S"]
    assert places(line) == [Place(4, column, 1, 4)]


def test_columns_count_characters_and_a_pair_of_escapes_is_one() -> None:
    line = r'["m","\ud83c\udca1 \\ a5S c6S"]'
    verdict = judged(HEAD + line + "\n")
    found = [(finding.rule.name, finding.place.column, finding.place.event) for finding in verdict.findings]
    assert found == [("unfinished-game", 1, 6), ("bad-token", 7, 3), ("bad-token", 20, 4), ("out-of-turn", 27, 6)]


def test_clocks_are_not_counted_and_tokens_nobody_can_read_are() -> None:
    assert places('["m","@5 a5S @17 @x c6S"]') == [Place(4, 21, 1, 5)]


def test_an_empty_token_stands_where_the_second_space_is() -> None:
    verdict = judged(HEAD + '["m","a5S  b6S "]\n["m",""]\n["m","c7S e7S"]\n')
    found = [(finding.rule.name, *finding.place[:2], finding.place.event) for finding in verdict.findings]
    assert [place for place in found if place[0] != "unfinished-game"] == [
        ("bad-token", 4, 11, 4),
        ("bad-token", 4, 16, 6),
        ("unknown-seat", 6, 11, 8),
    ]
    assert verdict.events == 8
