"""What must not change when a replay is turned, renamed, cut into files or stripped of its claims.

Each relation has a control beside it: a change that breaks the symmetry, which the same comparison must notice.
"""

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from judging import faults, judged, judged_all

from verifier.cards import SEATS
from verifier.verdict import Outcome, Verdict

REPLAYS = sorted((Path(__file__).resolve().parents[2] / "replays" / "kierki").glob("*.replay"))
Lines = list[Any]
CARD = re.compile(r"[2-9TJQKA][SHDC]")

every_sample = pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.stem)


def lines_of(path: Path) -> Lines:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def text_of(lines: Iterable[Any]) -> str:
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def verdict_on(lines: Lines) -> Verdict:
    return judged(text_of(lines))


# Seats turned.


def turned(lines: Lines, turn: int) -> Lines:
    """Return the replay with every seat `turn` letters further on."""

    def further(letter: str) -> str:
        return SEATS[(SEATS.index(letter) + turn) % 4]

    def row(values: list[Any]) -> list[Any]:
        return [values[(seat - turn) % 4] for seat in range(4)]

    def event(line: list[Any]) -> list[Any]:
        kind, *rest = line
        if kind == "deal":
            return [kind, rest[0] and further(rest[0]), rest[1] and row(rest[1])]
        if kind == "contract":
            return [kind, rest[0] and further(rest[0]), *rest[1:]]
        if kind == "m":
            return [kind, " ".join(further(token[0]) + token[1:] for token in rest[0].split(" "))]
        if kind == "winner":
            return [kind, "".join(sorted(map(further, rest[0])))]
        return [kind, row(rest[0])]

    header, *events = lines
    return [{**header, "players": row(header["players"])}, *map(event, events)]


def seats_turned(found: list[tuple[int, str, str | None]], turn: int) -> list[tuple[int, str, str | None]]:
    return [(event, name, seat and SEATS[(SEATS.index(seat) + turn) % 4]) for event, name, seat in found]


@every_sample
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_turned_seats_turn_the_findings(path: Path, turn: int) -> None:
    lines = lines_of(path)
    before, after = verdict_on(lines), verdict_on(turned(lines, turn))
    assert faults(after) == seats_turned(faults(before), turn)
    assert after.outcome is before.outcome
    assert [row.points for row in after.sheet.rows] == [
        row.points and [row.points[(seat - turn) % 4] for seat in range(4)] for row in before.sheet.rows
    ]


TIE = [
    {"replay": 1, "game": "kierki", "players": ["A", "B", "C", "D"], "rules": {"preset": "mimuw", "tie": "first-seat"}},
    ["deal", "d", ["2S3S4S5S6S7S8S9STSJSQSKSAS", None, None, None]],
    ["contract", None, "king-of-hearts"],
    ["m", "a2S bKH c2H d2D"],
    ["winner", "b"],
]


def test_control_the_first_seat_wins_a_tie_wherever_it_sits() -> None:
    assert faults(verdict_on(TIE)) == []
    assert [name for _, name, _ in faults(verdict_on(turned(TIE, 3)))] == []
    assert [name for _, name, _ in faults(verdict_on(turned(TIE, 2)))] == ["winner-wrong"]


# Suits permuted.


def permuted(lines: Lines, order: str) -> Lines:
    """Return the replay with spades, hearts, diamonds and clubs renamed to the letters of `order`."""
    name = dict(zip("SHDC", order, strict=True))

    def event(line: list[Any]) -> list[Any]:
        text = json.dumps(line)
        changed = CARD.sub(lambda card: card[0][0] + name[card[0][1]], text)
        result: list[Any] = json.loads(changed)
        return [*result[:3], name[result[3]]] if result[0] == "contract" and len(result) > 3 else result

    header, *events = lines
    return [header, *map(event, events)]


def without_hearts_rule(path: Path) -> Lines:
    """Return the deals of a sample in which all suits are alike: tricks, queens, jacks and kings, seventh and last."""
    header, *events = lines_of(path)
    kept: Lines = []
    keep = False
    for at, line in enumerate(events):
        if line[0] == "deal":
            keep = events[at + 1][2] in {"tricks", "queens", "men", "seventh-last"}
        if keep and line[0] in {"deal", "contract", "m", "points"}:
            kept.append(line)
    return [{**header, "rules": "mimuw"}, *kept]


NETWORK = next(path for path in REPLAYS if path.stem == "network-game-clean")
MATCH = next(path for path in REPLAYS if path.stem == "match-clean")
ORDERS = ["HSDC", "CDHS", "DCSH"]


@pytest.mark.parametrize("order", ORDERS)
def test_suits_are_alike_where_no_suit_is_named(order: str) -> None:
    lines = without_hearts_rule(NETWORK)
    before, after = verdict_on(lines), verdict_on(permuted(lines, order))
    assert len(before.sheet.rows) == 4
    assert faults(after) == faults(before) == []
    assert [row.points for row in after.sheet.rows] == [row.points for row in before.sheet.rows]


@pytest.mark.parametrize("order", ORDERS)
def test_trump_deals_and_lottery_know_suits_only_by_their_trumps(order: str) -> None:
    lines = lines_of(MATCH)
    deal = [at for at, line in enumerate(lines) if at and line[0] == "deal"][7]
    changed = [*lines[:deal], *permuted([lines[0], *lines[deal:]], order)[1:]]
    before, after = verdict_on(lines), verdict_on(changed)
    assert changed != lines
    assert faults(after) == faults(before) == []
    assert after.sheet.totals == before.sheet.totals


def test_control_hearts_are_another_suit() -> None:
    before, after = verdict_on(lines_of(MATCH)), verdict_on(permuted(lines_of(MATCH), "HSDC"))
    assert faults(before) == []
    assert {"heart-lead", "points-wrong"} <= {name for _, name, _ in faults(after)}


# Games joined.


def test_joined_games_give_the_same_findings_further_down() -> None:
    texts = [path.read_text(encoding="utf-8") for path in REPLAYS]
    joined = judged_all("".join(texts))
    above = 0
    for number, (text, whole) in enumerate(zip(texts, joined, strict=True), 1):
        alone = judged(text)
        assert whole.game == number
        assert whole.line == 1 + above
        assert whole.outcome is alone.outcome
        assert [(f.place.line - above, f.place[1:], f.rule, f.seat, f.facts) for f in whole.findings] == [
            (f.place.line, f.place[1:], f.rule, f.seat, f.facts) for f in alone.findings
        ]
        above += text.count("\n")


def test_control_joining_in_the_middle_of_a_game_is_noticed() -> None:
    first, second = (path.read_text(encoding="utf-8") for path in REPLAYS[:2])
    half = "".join(first.splitlines(keepends=True)[:-4])
    assert judged_all(half + second)[0].outcome is not judged(first).outcome


# Claims stripped, derived, put back.


def stripped(lines: Lines) -> Lines:
    """Return the replay without takers, points, totals and winner."""
    kept = [line for line in lines[1:] if line[0] in {"deal", "contract", "m"}]
    without = [
        ["m", " ".join(token for token in line[1].split(" ") if token[1] != "$")] if line[0] == "m" else line
        for line in kept
    ]
    return [lines[0], *without]


def derived(lines: Lines, change: Callable[[list[int]], list[int]] = lambda points: points) -> Lines:
    """Return a stripped replay with points, totals and winner as the judge computes them; `change` spoils points."""
    sheet = verdict_on(lines).sheet
    result = [lines[0]]
    rows = iter(sheet.rows)
    for line, following in zip(lines[1:], [*lines[2:], ["end"]], strict=True):
        result.append(line)
        if line[0] == "m" and following[0] != "m":
            row = next(rows)
            assert row.points is not None
            result += [["points", change(row.points)], ["totals", row.totals]]
    return [*result, ["winner", sheet.winners]]


@pytest.mark.parametrize("path", [MATCH, NETWORK], ids=lambda path: path.stem)
def test_claims_derived_from_a_clean_game_are_those_it_had(path: Path) -> None:
    lines = lines_of(path)
    bare = stripped(lines)
    assert len(bare) < len(lines)
    again = derived(bare)
    assert verdict_on(again).outcome is Outcome.CLEAN
    claims = {"points", "totals", "winner"}
    assert [line for line in again[1:] if line[0] in claims] == [line for line in lines[1:] if line[0] in claims]


@pytest.mark.parametrize("path", [MATCH, NETWORK], ids=lambda path: path.stem)
def test_control_a_derived_claim_that_is_one_off_is_found(path: Path) -> None:
    spoiled = derived(stripped(lines_of(path)), lambda points: [points[0] + 1, *points[1:]])
    names = [name for _, name, _ in faults(verdict_on(spoiled))]
    assert names == ["points-wrong"] * (12 if path is MATCH else 7)


# Players renamed.


@every_sample
def test_new_names_change_names_only(path: Path) -> None:
    lines = lines_of(path)
    names = ["\u0623\u0645\u064a\u0631", "Z", "1e5", "[red]x"]
    before, after = verdict_on(lines), verdict_on([{**lines[0], "players": names}, *lines[1:]])
    assert after.players == names
    assert after.findings == before.findings
    assert after.sheet == before.sheet


def test_control_another_number_of_names_is_noticed() -> None:
    lines = lines_of(NETWORK)
    three = [{**lines[0], "players": ["A", "B", "C"]}]
    assert [name for _, name, _ in faults(verdict_on(three))] == ["player-count-wrong"]
