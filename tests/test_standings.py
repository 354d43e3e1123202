"""Standings: what a verdict adds, whom findings count for, the order, the bound, and that parts merge to the whole."""

import copy
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.cards import SEATS
from verifier.finding import FaultClass
from verifier.reports.standings import FORMS
from verifier.sheet import Sheet, SheetRow
from verifier.standings import Standing, Standings, TableKey, TooManyPlayersError
from verifier.verdict import Summary, Verdict

LOW = TableKey("king", True)


def verdict(
    *names: str,
    totals: list[int] | None = None,
    winners: str | None = None,
    low: bool | None = True,
    kind: str = "king",
) -> Verdict:
    """Return the verdict on a game of one hand."""
    sheet = Sheet([SheetRow(1, 2)], totals, None, winners, None, low)
    return Verdict("a.replay", 1, 1, kind, players=list(names), sheet=sheet)


def standings_of(*verdicts: Verdict, most_players: int = 100) -> Standings:
    """Return these games added up one after the other."""
    standings = Standings(most_players)
    for one in verdicts:
        standings.add(one)
    return standings


def test_points_and_wins_of_a_game() -> None:
    table = standings_of(verdict("A", "B", "C", totals=[3, -4, 5], winners="ac")).tables[LOW]
    assert table.games == 1
    assert table.players == {
        "A": Standing(games=1, decided=1, wins=1, shared=1, points=3, scored=1),
        "B": Standing(games=1, decided=1, points=-4, scored=1),
        "C": Standing(games=1, decided=1, wins=1, shared=1, points=5, scored=1),
    }


def test_a_game_without_a_known_winner_or_totals_is_only_played() -> None:
    table = standings_of(verdict("A", "B")).tables[LOW]
    assert table.players == {"A": Standing(games=1), "B": Standing(games=1)}


def test_a_game_that_nobody_won_is_decided() -> None:
    # King, house rule `win: non-negative`, where all are below zero.
    table = standings_of(verdict("A", totals=[-5], winners="", low=False)).tables[TableKey("king", False)]
    assert table.players == {"A": Standing(games=1, decided=1, points=-5, scored=1)}


def test_totals_before_the_first_hand_are_no_points() -> None:
    one = verdict("A", totals=[0])
    one.sheet.rows.clear()
    assert standings_of(one).tables[LOW].players == {"A": Standing(games=1)}


def test_a_name_at_two_seats_counts_for_both() -> None:
    table = standings_of(verdict("A", "A", "B", totals=[1, 2, 3], winners="a")).tables[LOW]
    assert table.players["A"] == Standing(games=2, decided=2, wins=1, points=3, scored=2)


def test_names_are_told_apart_letter_for_letter() -> None:
    names = ["Ali", "ali", "Ali ", "Al\u0131", "Ali\u202e", "A\u200bli", "Zo\u00eb", "Zoe\u0308"]
    assert [*standings_of(verdict(*names)).tables[LOW].players] == names


def test_low_and_high_points_are_never_added() -> None:
    standings = standings_of(
        verdict("A", totals=[5], winners="a"),
        verdict("A", totals=[7], winners="a", low=False),
        verdict("A", totals=[9], winners="a", kind="kierki"),
    )
    assert {key: table.players["A"].points for key, table in standings.tables.items()} == {
        TableKey("king", True): 5,
        TableKey("king", False): 7,
        TableKey("kierki", True): 9,
    }


def test_a_game_whose_rules_cannot_be_read_is_left_out() -> None:
    standings = standings_of(verdict("A", low=None), Verdict("a", 1, 1))
    assert (standings.left_out, standings.tables) == (2, {})


def test_findings_count_for_the_seat_they_name() -> None:
    one = verdict("A", "B", "A")
    one.seats = Counter(
        {
            (0, FaultClass.ILLEGAL): 1,
            (2, FaultClass.ILLEGAL): 2,
            (1, FaultClass.NOTICE): 3,
            (None, FaultClass.BOOKS): 4,
            # A seat that nobody has.
            (3, FaultClass.IMPOSSIBLE): 5,
        }
    )
    table = standings_of(one).tables[LOW]
    assert {name: player.findings for name, player in table.players.items()} == {
        "A": {FaultClass.ILLEGAL: 3},
        "B": {FaultClass.NOTICE: 3},
    }
    assert table.unnamed == {FaultClass.BOOKS: 4, FaultClass.IMPOSSIBLE: 5}


@pytest.mark.parametrize(("low", "order"), [(True, "WLHAZNY"), (False, "WHLAZNY")])
def test_the_order_is_wins_then_points_then_name(low: bool, order: str) -> None:
    games = [verdict(*"ZALHW", totals=[2, 2, -9, 9, 0], winners="cde", low=low), verdict("W", winners="a", low=low)]
    # L, H: one win, fewest and most points; A, Z: no win, the same points; N, Y: no points known.
    table = standings_of(*games, verdict("Y", "N", low=low)).tables[TableKey("king", low)]
    assert "".join(name for name, _ in table.ranking(lowest_wins=low)) == order


def test_more_players_than_can_be_kept_are_an_error() -> None:
    standings = standings_of(verdict("A", "B"), verdict("B", "A"), most_players=2)
    for add in (lambda: standings.add(verdict("C")), lambda: standings.merge(standings_of(verdict("C")))):
        with pytest.raises(TooManyPlayersError):
            add()


def test_findings_of_parts_are_added() -> None:
    parts = []
    for number in (2, 3):
        one = verdict("A")
        one.seats = Counter({(0, FaultClass.ILLEGAL): number, (None, FaultClass.BOOKS): 10 * number})
        parts.append(standings_of(one))
    parts[0].merge(parts[1])
    table = parts[0].tables[LOW]
    assert (table.players["A"].findings, table.unnamed) == ({FaultClass.ILLEGAL: 5}, {FaultClass.BOOKS: 50})


NAMES = st.sampled_from(["A", "B", "C", "=D", "\u202eE"])


@st.composite
def verdicts(draw: st.DrawFn) -> Verdict:
    """Return a verdict on any small game."""
    names = draw(st.lists(NAMES, min_size=1, max_size=4))
    number = len(names)
    one = verdict(
        *names,
        totals=draw(st.none() | st.lists(st.integers(-9, 9), min_size=number, max_size=number)),
        winners=draw(st.none() | st.sets(st.sampled_from(SEATS[:number])).map(lambda seats: "".join(sorted(seats)))),
        low=draw(st.sampled_from([True, False, None])),
        kind=draw(st.sampled_from(["king", "kierki"])),
    )
    seats = st.none() | st.integers(0, 4)
    one.seats = Counter(draw(st.lists(st.tuples(seats, st.sampled_from(FaultClass)), max_size=4)))
    one.counts = Counter(draw(st.lists(st.sampled_from(["TRK201", "SUM101"]), max_size=3)))
    one.noticed = Counter(draw(st.lists(st.sampled_from(["KRK901", "REV901"]), max_size=3)))
    one.notices = one.noticed.total()
    return one


def in_one_go(games: list[Verdict], most_players: int) -> Standings | None:
    """Return the standings of all games, None where there are too many players."""
    try:
        return standings_of(*games, most_players=most_players)
    except TooManyPlayersError:
        return None


def in_parts(parts: list[list[Verdict]], most_players: int) -> Standings | None:
    """Return the standings of the parts, each added up by itself and merged into a whole, None likewise."""
    whole = Standings(most_players)
    try:
        sums = [standings_of(*part, most_players=most_players) for part in parts]
        before = copy.deepcopy(sums)
        for part in sums:
            whole.merge(part)
    except TooManyPlayersError:
        return None
    assert sums == before
    return whole


@given(st.lists(st.lists(verdicts(), max_size=4), max_size=4), st.data(), st.integers(1, 12))
def test_parts_merged_in_any_order_are_the_whole(
    parts: list[list[Verdict]], data: st.DataObject, most_players: int
) -> None:
    whole = in_one_go([one for part in parts for one in part], most_players)
    merged = in_parts(data.draw(st.permutations(parts)), most_players)
    assert merged == whole
    if merged is not None and whole is not None:
        for form in FORMS.values():
            assert form(merged) == form(whole)


@given(st.lists(st.lists(verdicts(), max_size=4), max_size=4), st.data())
def test_sums_of_parts_are_those_of_the_whole(parts: list[list[Verdict]], data: st.DataObject) -> None:
    serial, merged = Summary(), Summary()
    for part in parts:
        for one in part:
            serial.add(one)
    for index in data.draw(st.permutations(range(len(parts)))):
        sums = Summary()
        for one in parts[index]:
            sums.add(one)
        merged.merge(sums)
    assert merged == serial


@given(st.lists(verdicts(), max_size=6))
def test_nothing_is_lost_between_games_and_tables(games: list[Verdict]) -> None:
    standings = standings_of(*games)
    counted = [one for one in games if one.sheet.lowest_wins is not None]
    rows = [row for table in standings.tables.values() for row in table.players.values()]
    assert standings.left_out + sum(table.games for table in standings.tables.values()) == len(games)
    assert sum(row.games for row in rows) == sum(len(one.players) for one in counted)
    assert sum(row.wins for row in rows) == sum(len(one.sheet.winners or "") for one in counted)
    assert sum(row.points for row in rows) == sum(sum(one.sheet.totals or []) for one in counted)
    found = sum(sum(row.findings.values()) for row in rows)
    found += sum(sum(table.unnamed.values()) for table in standings.tables.values())
    assert found == sum(one.seats.total() for one in counted)
