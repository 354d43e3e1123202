"""What must not change in Kings Reverse: cards are conserved, seats may be turned, three suits renamed, copies swapped.

Each relation has a control beside it: a change that breaks the symmetry, which the same comparison must notice.
"""

import json
import random
import re
from collections import Counter
from typing import Any

import pytest
from judging import judged
from rulebook.pages import option_pages, rule_pages

from verifier.cards import SEATS, UNKNOWN
from verifier.games.kings_reverse.hand import KingsReverseHand
from verifier.games.kings_reverse.packs import CARDS_IN_PACK, PACK_VALUE, VALUES
from verifier.verdict import Verdict

GAME = "kings-reverse"
Lines = list[Any]


def _replays() -> dict[str, Lines]:
    replays = {}
    for page in (*rule_pages(), *option_pages()):
        if page.shelf == GAME:
            for heading, section in page.sections.items():
                if section.example is not None:
                    lines = [json.loads(line) for line in section.example.text()]
                    replays[f"{page.code or page.name}: {heading}"] = lines
    return replays


REPLAYS = _replays()
every_replay = pytest.mark.parametrize("lines", REPLAYS.values(), ids=REPLAYS.keys())


def verdict_on(lines: Lines) -> Verdict:
    return judged("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))


def found(verdict: Verdict) -> list[tuple[int, str, int | None]]:
    """Every finding, notices too: its event, name and seat."""
    return sorted((finding.place.event, finding.rule.name, finding.seat or 0) for finding in verdict.findings)


def players_of(lines: Lines) -> int:
    return len(lines[0]["players"])


# Seats turned.


def turned(lines: Lines, turn: int) -> Lines:
    """The replay with every seat `turn` letters further on."""
    players = players_of(lines)

    def further(letter: str) -> str:
        seat = SEATS.index(letter)
        return SEATS[(seat + turn) % players] if seat < players else letter

    def row(values: list[Any] | None) -> list[Any] | None:
        return values and [values[(seat - turn) % players] for seat in range(players)]

    def token(text: str) -> str:
        if text[0] in "@%":
            return text
        text = further(text[0]) + text[1:]
        if re.fullmatch(r"[a-p]![a-p]", text):
            return text[:2] + further(text[2])
        return text[:2] + further(text[2]) + text[3:] if text[1] == ">" else text

    def event(line: list[Any]) -> list[Any]:
        kind, *rest = line
        if kind == "deal":
            return [kind, rest[0] and further(rest[0]), row(rest[1]), *rest[2:]]
        if kind == "m":
            return [kind, " ".join(map(token, rest[0].split(" ")))]
        if kind == "winner":
            return [kind, "".join(sorted(map(further, rest[0])))]
        return [kind, row(rest[0])] if kind in {"points", "totals"} else line

    header, *events = lines
    return [header, *map(event, events)]


@every_replay
def test_turned_seats_turn_the_findings(lines: Lines) -> None:
    before, players = verdict_on(lines), players_of(lines)
    for turn in {1, players - 1}:
        after = verdict_on(turned(lines, turn))
        assert after.outcome is before.outcome
        want = sorted(
            (finding.place.event, finding.rule.name, -1 if finding.seat is None else (finding.seat + turn) % players)
            for finding in before.findings
            if finding.seat is None or finding.seat < players
        )
        assert want == sorted(
            (finding.place.event, finding.rule.name, -1 if finding.seat is None else finding.seat)
            for finding in after.findings
            if finding.seat is None or finding.seat < players
        )


# Suits renamed.


def renamed(lines: Lines, order: str) -> Lines:
    """The replay with spades, hearts, diamonds and clubs renamed to the letters of `order`."""
    name = dict(zip("SHDC", order, strict=True))

    def suits(text: str) -> str:
        return re.sub(r"([2-9TJQKA*=])([SHDC])", lambda card: card[1] + name[card[2]], text)

    def event(line: list[Any]) -> list[Any]:
        kind, *rest = line
        if kind == "deal":
            hands = rest[1] and [hand and suits(hand) for hand in rest[1]]
            return [kind, rest[0], hands, *(text and suits(text) for text in rest[2:])]
        return [kind, suits(rest[0])] if kind == "m" else line

    header, *events = lines
    return [header, *map(event, events)]


@every_replay
@pytest.mark.parametrize("order", ["SDCH", "SCDH"])
def test_hearts_diamonds_and_clubs_are_alike(lines: Lines, order: str) -> None:
    if "joker_names" in json.dumps(lines[0]) or re.search(r"[*=][RB]", json.dumps(lines)):
        order = "SDHC"  # red stays red
    before, after = verdict_on(lines), verdict_on(renamed(lines, order))
    assert found(after) == found(before)
    assert after.outcome is before.outcome
    assert [row.points for row in after.sheet.rows] == [row.points for row in before.sheet.rows]


def test_control_spades_are_another_suit() -> None:
    changed = [
        name for name, lines in REPLAYS.items() if found(verdict_on(renamed(lines, "HSDC"))) != found(verdict_on(lines))
    ]
    assert any("ace" in name or "7" in name for name in changed)


# Copies and order.


@every_replay
def test_hands_are_sets(lines: Lines) -> None:
    rng = random.Random(7)

    def mixed(text: str | None) -> str | None:
        cards = re.findall("..", text or "")
        rng.shuffle(cards)
        return "".join(cards) if text is not None else None

    other = [
        [*line[:2], [mixed(hand) for hand in line[2]], *line[3:]] if at and line[0] == "deal" and line[2] else line
        for at, line in enumerate(lines)
    ]
    assert found(verdict_on(other)) == found(verdict_on(lines))


# Conservation.


def conserved(hand: KingsReverseHand) -> tuple[int, int | None]:
    """How many cards are on the table, and what they are worth where all of them are known."""
    table = hand.table
    number = sum(holding.size for holding in table.holdings) + table.stock.size + len(table.pile.cards)
    known = all(holding.is_known() for holding in table.holdings)
    listed = sum(table.stock.known) == table.stock.size
    if not known or not listed or UNKNOWN in table.pile.cards:
        return number, None
    held = Counter(table.pile.cards)
    for counts in (table.stock.known, *(holding.known for holding in table.holdings)):
        held.update(dict(enumerate(counts)))
    return number, sum(count * VALUES[card] for card, count in held.items())


CREATING = {"draw-from-empty-pack", "card-not-in-hand", "too-many-copies", "hand-size-wrong", "stock-miscount"}


@every_replay
def test_cards_are_conserved_at_every_event(lines: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, int | None]] = []
    judge = KingsReverseHand.judge

    def judging(hand: KingsReverseHand, act: Any, place: Any) -> None:
        judge(hand, act, place)
        seen.append(conserved(hand))

    monkeypatch.setattr(KingsReverseHand, "judge", judging)
    verdict = verdict_on(lines)
    if CREATING & {finding.rule.name for finding in verdict.findings}:
        return
    rules = lines[0].get("rules") or {}
    packs = rules.get("packs", 2) if isinstance(rules, dict) else 2
    assert {number for number, _ in seen} <= {CARDS_IN_PACK * packs}
    assert {value for _, value in seen} <= {PACK_VALUE * packs, None}


def test_values_of_whole_packs_are_seen_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert PACK_VALUE == 545
    values = set()
    judge = KingsReverseHand.judge

    def judging(hand: KingsReverseHand, act: Any, place: Any) -> None:
        judge(hand, act, place)
        values.add(conserved(hand)[1])

    monkeypatch.setattr(KingsReverseHand, "judge", judging)
    for lines in REPLAYS.values():
        verdict_on(lines)
    assert 1090 in values


# Challenges.

CHALLENGE = [
    {"replay": 1, "game": GAME, "players": ["A", "B", "C"]},
    ["deal", "c", ["**5H9DTHTDQHQD6H6DAH", "9STSQS9H2H2D2C2C2S3H", "9S2S3D3C3C3S3S4H4D4C"], "5S"],
]


@pytest.mark.parametrize("named", "SHDC")
@pytest.mark.parametrize("drawn", ["2H3H4H6H", "4CJSJH5C", "************"[:8]])
def test_the_verdict_on_a_challenge_knows_neither_the_suit_named_nor_later_draws(named: str, drawn: str) -> None:
    upheld = verdict_on([*CHALLENGE, ["m", f"a*{named} b?+ a<** a+{drawn} b9S"]])
    rejected = verdict_on([*CHALLENGE, ["m", f"a*{named} b?- b+{drawn}2H2D c-"]])
    assert "challenge-wrong-verdict" not in {finding.rule.name for finding in upheld.findings}
    assert "challenge-wrong-verdict" in {finding.rule.name for finding in rejected.findings}


def test_control_the_verdict_knows_the_hand() -> None:
    header, deal = CHALLENGE
    legal = [header, [*deal[:2], [deal[2][0].replace("5H", "9H"), *deal[2][1:]], *deal[3:]]]
    upheld = verdict_on([*legal, ["m", "a*S b?+ a<** a+2H3H4H6H b9S"]])
    assert "challenge-wrong-verdict" in {finding.rule.name for finding in upheld.findings}
