"""Games that real servers recorded: imported, judged, and compared with a recount that shares nothing with it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from judging import SHARED, faults, judged, needs_records
from oracle.mimuw_recount import recount

from verifier.importers import IMPORTERS
from verifier.replay.writer import write_line
from verifier.verdict import Outcome, Verdict

LOGS = SHARED / "data" / "mimuw"
NAMES = {
    "g01": LOGS / "g01_mracinowski_own" / "server.log",
    "g03": LOGS / "g03_GustawB_own" / "server.log",
    "g04": LOGS / "g04_zajacx_own" / "server.log",
    "g09": LOGS / "g09_GustawB_mixed" / "server.log",
    "p05": LOGS / "p05_Bartekszost" / "server.log",
    "r01": LOGS / "r01_Bartekszost_resume" / "server.log",
    "published": LOGS / "published_outputserwer.txt",
}
every_log = pytest.mark.parametrize("name", NAMES)
BAN = b'"rules":{"preset":"mimuw","heart_lead_deals":[2,5,7]}'


def imported(path: Path) -> bytes:
    with path.open("rb") as log:
        (game,) = IMPORTERS["mimuw"](log)
    assert game.converted
    return b"".join(write_line(line) for line in game.lines)


def hand_events(replay: bytes) -> Iterator[int]:
    """Yield the number of the first play of every hand: deal and contract line stand before it."""
    event = 0
    for line in replay.decode().splitlines()[1:]:
        if line.startswith('["m"'):
            yield event + 1
            event += len(line.split(" "))
        else:
            event += 1


def named(verdict: Verdict, name: str) -> list[int]:
    return [event for event, rule, _ in faults(verdict) if rule == name]


@needs_records
@every_log
def test_cards_of_recorded_games_are_right_and_the_books_are_what_the_recount_says(name: str) -> None:
    path = NAMES[name]
    verdict = judged(imported(path))
    deals = recount(path)
    assert verdict.complete
    assert verdict.unverified == 0
    assert {rule for _, rule, _ in faults(verdict)} <= {"points-wrong"}
    assert [row.points for row in verdict.sheet.rows] == [[deal.points[seat] for seat in "NESW"] for deal in deals]
    wrong = [number for number, deal in enumerate(deals, 1) if deal.recorded_points not in (None, deal.points)]
    assert [finding.place.hand for finding in verdict.findings] == wrong
    for finding in verdict.findings:
        assert finding.facts["audited"] == [deals[finding.place.hand - 1].points[seat] for seat in "NESW"]


@needs_records
@pytest.mark.parametrize(
    ("name", "wrong_hands", "totals", "winners"),
    [
        ("g01", [], [58, 60, 68, 14], "d"),
        ("g03", [6, 7], [39, 28, 92, 41], "b"),
        ("g04", [], [43, 36, 94, 27], "d"),
        ("g09", [6, 7], [43, 49, 86, 22], "d"),
        ("published", [2, 3, 4, 5, 6, 7, 8, 9, 10], [46, 46, 34, 59], "c"),
    ],
)
def test_known_results(name: str, wrong_hands: list[int], totals: list[int], winners: str) -> None:
    verdict = judged(imported(NAMES[name]))
    assert [finding.place.hand for finding in verdict.findings] == wrong_hands
    assert verdict.outcome is (Outcome.FAULTY if wrong_hands else Outcome.CLEAN)
    assert verdict.sheet.totals == totals
    assert verdict.sheet.winners == winners


@needs_records
@pytest.mark.parametrize("name", ["g03", "g09"])
def test_server_that_charges_two_tricks_once_a_card(name: str) -> None:
    verdict = judged(imported(NAMES[name]))
    assert [finding.facts["diagnosis"] for finding in verdict.findings] == ["per-card-multiplied"] * 2


@needs_records
@every_log
def test_heart_leads_are_named_at_their_places_and_nothing_else(name: str) -> None:
    path = NAMES[name]
    replay = imported(path)
    assert b'"rules":"mimuw"' in replay
    verdict = judged(replay.replace(b'"rules":"mimuw"', BAN))
    first = list(hand_events(replay))
    # Each trick is four plays and its taker.
    expected = [
        (first[lead.deal - 1] + 5 * (lead.trick - 1), "heart-lead", "abcd"["NESW".index(lead.seat)])
        for deal in recount(path)
        for lead in deal.heart_leads
    ]
    assert expected
    assert [fault for fault in faults(verdict) if fault[1] != "points-wrong"] == expected
    assert named(verdict, "points-wrong") == named(judged(replay), "points-wrong")
