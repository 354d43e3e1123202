"""Real trump deals, games of a public engine and composed twelve-deal matches, converted here and judged."""

import gzip
import json
from itertools import pairwise
from typing import Any

import pytest
from judging import SHARED, faults, judged, needs_records

from verifier.cards import SEATS
from verifier.verdict import Outcome, Verdict

COMPASS = "NESW"
Record = dict[str, Any]


def records(name: str) -> list[Record]:
    path = SHARED / "data" / name
    if not path.exists():
        return []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


MATCHES = records("full_matches.jsonl.gz")
ENGINE = records("rozgrywka_engine_clean.jsonl.gz")
BRIDGE = records("odgrywka_bridge.jsonl.gz")


class Table:
    """The seats of one replay: which compass point is seat a, and the lines written so far."""

    def __init__(self, first: str = "N", rules: object = "gamerules") -> None:
        self.turn = COMPASS.index(first)
        names = [COMPASS[(self.turn + seat) % 4] for seat in range(4)]
        self.lines: list[object] = [{"replay": 1, "game": "kierki", "players": names, "rules": rules}]

    def seat(self, point: str) -> str:
        return SEATS[(COMPASS.index(point) - self.turn) % 4]

    def row(self, values: dict[str, int]) -> list[int]:
        return [values[COMPASS[(self.turn + seat) % 4]] for seat in range(4)]

    def deal(self, dealer: str, hands: dict[str, list[str]]) -> None:
        lists = ["".join(map(card, hands[COMPASS[(self.turn + seat) % 4]])) for seat in range(4)]
        self.lines.append(["deal", self.seat(dealer), lists])

    def tricks(self, leader: str, tricks: list[Any]) -> None:
        tokens: list[str] = []
        for cards, taker in tricks:
            first = COMPASS.index(leader)
            tokens += [self.seat(COMPASS[(first + place) % 4]) + card(text) for place, text in enumerate(cards)]
            tokens.append(self.seat(taker) + "$")
            leader = taker
        self.lines.append(["m", " ".join(tokens)])

    def text(self) -> str:
        return "".join(json.dumps(line) + "\n" for line in self.lines)


def card(text: str) -> str:
    return text.replace("10", "T")


def add_deal(table: Table, deal: Record) -> None:
    """Write one deal of a composed match, with its points."""
    table.deal(deal["dealer"], deal["hands"])
    if deal["part"] == "fan-tan":
        acts = [table.seat(point) + ("-" if act == "pass" else card(act)) for point, act in deal["events"]]
        table.lines.append(["m", " ".join(acts)])
    else:
        if deal["part"] == "odgrywka":
            table.lines.append(["contract", table.seat(deal["dealer"]), "odgrywka", deal["trump"]])
        table.tricks(deal["leader"], deal["tricks"])
    table.lines.append(["points", table.row(deal["score"])])


def whole_match(match: Record) -> tuple[Table, list[tuple[int, str, str | None]]]:
    """Return a composed match as a replay, and the heart leads that it is known to hold."""
    # One of the recorded games stops its fifth deal when the king of hearts has fallen.
    table = Table(rules={"early_stop": "when-settled"})
    expected: list[tuple[int, str, str | None]] = []
    event = 0
    running = dict.fromkeys(COMPASS, 0)
    leads = [tuple(found) for found in match["expected_findings"]]
    for deal in match["deals"]:
        before = len(table.lines)
        add_deal(table, deal)
        first_act = event + 2 + (deal["part"] == "odgrywka")
        for number, _, trick, point, _ in leads:
            if number == deal["deal"]:
                expected.append((first_act + 5 * (trick - 1), "heart-lead", table.seat(point)))
        for line in table.lines[before:]:
            event += len(line[1].split()) if line[0] == "m" else 1
        running = {point: running[point] + deal["score"][point] for point in COMPASS}
        table.lines.append(["totals", table.row(running)])
        event += 1
    table.lines.append(["winner", "".join(table.seat(point) for point in match["winner"])])
    return table, expected


@needs_records
@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match["match"])
def test_composed_matches_give_their_heart_leads_and_nothing_else(match: Record) -> None:
    table, expected = whole_match(match)
    verdict = judged(table.text())
    assert faults(verdict) == expected
    assert verdict.outcome is (Outcome.FAULTY if expected else Outcome.CLEAN)
    assert verdict.sheet.totals == table.row(match["total"])
    assert sum(verdict.sheet.totals) == 0


@needs_records
def test_twelve_composed_matches_are_clean() -> None:
    assert len(MATCHES) == 22
    assert sum(not match["expected_findings"] for match in MATCHES) == 12


@needs_records
@pytest.mark.parametrize("game", ENGINE, ids=lambda game: str(game["game"]))
def test_engine_games_have_no_findings(game: Record) -> None:
    table = Table(rules={"early_stop": "when-settled"})
    for deal in game["deals"]:
        table.deal(deal["dealer"], deal["hands"])
        table.tricks(deal["leader"], deal["tricks"])
        table.lines.append(["points", table.row(deal["expect"]["seed_score"])])
    verdict = judged(table.text())
    assert faults(verdict) == []
    assert verdict.outcome is Outcome.UNDECIDED
    forced = sum(deal["expect"]["forced_heart_leads"] for deal in game["deals"])
    assert sum(finding.rule.name == "forced-heart-lead" for finding in verdict.findings) == forced


def penalty_deals() -> list[Record]:
    """Return the seven penalty deals of the first composed match without a finding."""
    clean = next(match for match in MATCHES if not match["expected_findings"])
    return clean["deals"][:7]


def behind_penalty_deals(four: list[Record]) -> Verdict:
    """Judge four trump deals as deals 8 to 11, each turned so that the dealer of that deal leads."""
    table = Table()
    seven = penalty_deals()
    for deal in seven:
        add_deal(table, deal)
    for number, deal in enumerate(four):
        # The dealer of deal 8 follows that of deal 7; the lead of the record is turned onto him.
        dealer = COMPASS[(COMPASS.index(seven[-1]["dealer"]) + 1 + number) % 4]
        turn = COMPASS.index(dealer) - COMPASS.index(deal["lead"])
        around = {point: COMPASS[(COMPASS.index(point) + turn) % 4] for point in COMPASS}
        table.deal(dealer, {around[point]: cards for point, cards in deal["hands"].items()})
        table.lines.append(["contract", table.seat(dealer), "odgrywka", deal["trump"]])
        table.tricks(dealer, [(cards, around[taker]) for cards, taker in deal["tricks"]])
        table.lines.append(["points", table.row({around[point]: won for point, won in deal["seed_score"].items()})])
    return judged(table.text())


@needs_records
@pytest.mark.parametrize("start", range(0, 178, 4))
def test_human_trump_deals_are_legal(start: int) -> None:
    four = BRIDGE[start : start + 4]
    verdict = behind_penalty_deals(four)
    assert faults(verdict) == []
    assert verdict.unverified == 0
    assert [sum(row.points or []) for row in verdict.sheet.rows[7:]] == [325] * len(four)


@needs_records
def test_dealers_of_a_match_go_round() -> None:
    for match in MATCHES:
        dealers = [COMPASS.index(deal["dealer"]) for deal in match["deals"]]
        assert all((left + 1) % 4 == right for left, right in pairwise(dealers))
    assert len(BRIDGE) == 178
