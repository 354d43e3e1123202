"""Movetext: the table of forms accepts what the expression of the format accepts, and writes back what it read."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from verifier.cards import JOKER, UNKNOWN
from verifier.movetext import TOKEN, Act, ActKind, parse_token, write_token

LETTERS = "abpq*?+-!=^<>$%@SHDCRBX279TJQKA10 "
tokens = st.one_of(st.from_regex(TOKEN, fullmatch=True), st.text(LETTERS, max_size=9), st.text(max_size=5))


@given(tokens)
@example("a**")
@example("a***7H")
@example("a??")
@example("a???")
@example("a????")
@example("a??7H")
@example("a?-")
@example("a?")
@example("@１")
@example("@1234567890123456")
@example("a^" + "7H" * 163)
@example("a+" + "7H" * 21)
@example("a" + "7H" * 9)
@example("a^??")
@example("a<??")
@example("a>b??")
@example("aQH\n")
@example("")
@example("a")
def test_table_and_expression_accept_the_same_tokens(token: str) -> None:
    act = parse_token(token)
    assert (act is not None) == (TOKEN.fullmatch(token) is not None)
    if act is not None:
        assert write_token(act) == token
        assert parse_token(token) == act


@pytest.mark.parametrize(
    ("token", "act"),
    [
        ("aQH", Act(ActKind.PLAY, 0, (23,))),
        ("b??", Act(ActKind.PLAY, 1, (UNKNOWN,))),
        ("a**", Act(ActKind.JOKER, 0, (), "*")),
        ("a*H", Act(ActKind.JOKER, 0, (), "H")),
        ("aKHQH", Act(ActKind.SEVERAL, 0, (24, 23))),
        ("a**2S", Act(ActKind.SEVERAL, 0, (JOKER, 0))),
        ("a=R", Act(ActKind.NAME, 0, (), "R")),
        ("b+7H??", Act(ActKind.DRAW, 1, (18, UNKNOWN))),
        ("p-", Act(ActKind.PASS, 15)),
        ("a!", Act(ActKind.CALL, 0)),
        ("c!a", Act(ActKind.CATCH, 2, (), "a")),
        ("b?", Act(ActKind.CHALLENGE, 1)),
        ("b?+", Act(ActKind.CHALLENGE, 1, (), "+")),
        ("a^2C**", Act(ActKind.SHOW, 0, (39, JOKER))),
        ("a<**", Act(ActKind.TAKE_BACK, 0, (JOKER,))),
        ("a>b7H", Act(ActKind.GIVE, 0, (18,), "b")),
        ("c$", Act(ActKind.TAKES, 2)),
        ("%", Act(ActKind.RESHUFFLE, -1)),
        ("@81532", Act(ActKind.CLOCK, -1, (), "81532")),
    ],
)
def test_each_form(token: str, act: Act) -> None:
    assert parse_token(token) == act
    assert write_token(act) == token


def test_memory_for_tokens_is_bounded() -> None:
    for first in range(12_000):
        parse_token(f"z{first:03}"[:4])
        assert parse_token(f"@{first}") is not None
    assert parse_token("@7") == Act(ActKind.CLOCK, -1, (), "7")
