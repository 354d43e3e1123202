"""Canonical lines, and that they read back equal."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.cards import CARD_TEXTS, SEATS
from verifier.replay.lines import (
    GAME_NAMES,
    Contract,
    Deal,
    Event,
    Header,
    Line,
    Mark,
    Moves,
    Note,
    Opening,
    Points,
    Seal,
    Totals,
    Winner,
)
from verifier.replay.reader import read
from verifier.replay.writer import write_line

EVERY_FIELD = (
    '{"replay":1,"game":"kierki","players":["A"],"rules":{"preset":"p"},"id":"i","date":"d","site":"s","event":"e",'
    '"round":"r","meta":{"k":"v"}}'
)


@pytest.mark.parametrize(
    ("item", "line"),
    [
        (Header(1, "king", ["Ayşe", "B"]), '{"replay":1,"game":"king","players":["Ayşe","B"]}'),
        (
            Header(1, "kierki", ["A"], {"preset": "p"}, "i", "d", "s", "e", "r", {"k": "v"}),
            EVERY_FIELD,
        ),
        (Header(1, "king", ["A"], "p", meta={}), '{"replay":1,"game":"king","players":["A"],"rules":"p"}'),
        (Deal(None, None), '["deal",null,null]'),
        (Deal("a", ["QH", None]), '["deal","a",["QH",null]]'),
        (Deal("a", None, "**"), '["deal","a",null,"**"]'),
        (Deal("a", None, None, "**"), '["deal","a",null,null,"**"]'),
        (Contract(None, "kiz"), '["contract",null,"kiz"]'),
        (Contract("a", "koz", "H"), '["contract","a","koz","H"]'),
        (Moves("aQH b2C"), '["m","aQH b2C"]'),
        (Points([1, None]), '["points",[1,null]]'),
        (Totals([-1]), '["totals",[-1]]'),
        (Winner(""), '["winner",""]'),
        (Note('"\u2028\n'), '["note","\\"\u2028\\n"]'),
        (Mark(3, "ab"), '["mark",3,"ab"]'),
        (Seal(3, "ab"), '["seal",3,"ab"]'),
    ],
)
def test_the_canonical_line(item: Header | Event, line: str) -> None:
    assert write_line(item) == line.encode() + b"\n"


texts = st.text(max_size=20)
names = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), min_size=1, max_size=64)
numbers = st.integers(-1_000_000, 1_000_000)
options = st.dictionaries(
    texts.filter(lambda key: key != "preset"),
    st.none()
    | st.booleans()
    | numbers
    | texts
    | st.lists(numbers, max_size=3)
    | st.dictionaries(texts, numbers, max_size=3),
    max_size=4,
)
headers = st.builds(
    Header,
    replay=st.just(1),
    game=st.sampled_from(GAME_NAMES),
    players=st.lists(names, min_size=3, max_size=3),
    rules=names | options | st.builds(lambda rules, preset: rules | {"preset": preset}, options, names),
    id=st.none() | texts,
    date=st.none() | st.dates().map(str) | st.datetimes().map(lambda moment: moment.isoformat() + "Z"),
    site=st.none() | texts,
    event=st.none() | texts,
    round=st.none() | texts,
    meta=st.dictionaries(texts, texts, max_size=3),
)
cards = st.lists(st.sampled_from(CARD_TEXTS), max_size=8).map("".join)
seats = st.none() | st.sampled_from(SEATS)
claims = st.lists(st.none() | numbers, min_size=3, max_size=3)
events = st.one_of(
    st.builds(
        Deal,
        seats,
        st.none() | st.lists(st.none() | cards, min_size=3, max_size=3),
        st.none() | cards,
        st.none() | cards,
    ),
    st.builds(Contract, seats, texts, st.none() | st.sampled_from("SHDC")),
    st.builds(Moves, texts),
    st.builds(Points, claims),
    st.builds(Totals, claims),
    st.builds(Winner, st.text(SEATS, max_size=20)),
    st.builds(Note, texts),
)


@settings(deadline=None)
@given(headers, st.lists(events, max_size=5))
def test_what_is_written_reads_back_equal(header: Header, lines: list[Event]) -> None:
    data = write_line(header) + b"".join(write_line(event) for event in lines)
    opening, *events_read, _ = list(read([data]))
    assert opening == Opening(1, header)
    assert events_read == [
        Line(number, write_line(event).removesuffix(b"\n"), event) for number, event in enumerate(lines, 2)
    ]
