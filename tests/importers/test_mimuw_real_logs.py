"""Logs of public servers, which are not part of the project: what they hold, and the recount of them."""

from pathlib import Path
from typing import NamedTuple

import pytest
from importers.game_server import SEATS, game_said, log_of, play_game
from oracle.mimuw_recount import Recount, recount

from verifier.importers import IMPORTERS
from verifier.importers.remarks import Conversion, Reason
from verifier.replay.lines import Contract, Deal, Moves, Points, Totals

LOGS = Path(__file__).resolve().parents[2] / "../shared/data/mimuw"
CONTRACTS = ("tricks", "hearts", "queens", "men", "king-of-hearts", "seventh-last", "all")


class Known(NamedTuple):
    """What a log holds: plays, remarks, true totals N E S W, deals with wrong points, number of heart leads."""

    plays: int
    remarks: dict[Reason, int]
    totals: tuple[int, int, int, int]
    wrong: tuple[int, ...]
    heart_leads: int


SEVEN = 7 * 52
KNOWN = {
    "g01_mracinowski_own/server.log": Known(SEVEN, {}, (58, 60, 68, 14), (), 9),
    "g03_GustawB_own/server.log": Known(SEVEN, {}, (39, 28, 92, 41), (6, 7), 9),
    "g04_zajacx_own/server.log": Known(SEVEN - 16, {}, (43, 36, 94, 27), (), 9),
    "g09_GustawB_mixed/server.log": Known(SEVEN, {}, (43, 49, 86, 22), (6, 7), 8),
    "p05_Bartekszost/server.log": Known(SEVEN, {Reason.ANSWER_NOT_ONE_CARD: 4}, (30, 51, 76, 43), (), 6),
    "r01_Bartekszost_resume/server.log": Known(SEVEN, {}, (64, 59, 26, 51), (), 9),
    "published_outputserwer.txt": Known(520, {}, (46, 46, 34, 59), tuple(range(2, 11)), 8),
}


@pytest.fixture(params=KNOWN)
def log(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    if not (LOGS / name).is_file():
        pytest.skip("the logs of public servers are not here")
    return name


def convert(path: Path) -> Conversion:
    with path.open("rb") as stream:
        (conversion,) = IMPORTERS["mimuw"](stream)
    return conversion


def assert_same(conversion: Conversion, deals: list[Recount]) -> None:
    """Assert that two readings of one log, which share nothing, say the same."""
    lines = list(conversion.lines[1:])
    for deal in deals:
        dealer = "abcd"[SEATS.index(deal.leader) - 1]
        hands: list[str | None] = ["".join(deal.hands[seat]).replace("10", "T") for seat in SEATS]
        assert lines.pop(0) == Deal(dealer, hands)  # type: ignore[arg-type]
        assert lines.pop(0) == Contract(None, CONTRACTS[deal.type - 1])
        tokens: list[str] = []
        for trick in deal.tricks:
            tokens += ["abcd"[SEATS.index(seat)] + card.replace("10", "T") for seat, card in trick.plays]
            tokens.append("abcd"[SEATS.index(trick.taker)] + "$")
        assert lines.pop(0) == Moves(" ".join(tokens))
        if deal.recorded_points:
            assert lines.pop(0) == Points([deal.recorded_points[seat] for seat in SEATS])
        if deal.recorded_totals:
            assert lines.pop(0) == Totals([deal.recorded_totals[seat] for seat in SEATS])
    assert lines == []


def test_a_log_is_one_game_and_reads_as_the_recount_reads_it(log: str) -> None:
    conversion = convert(LOGS / log)
    assert conversion.converted
    assert conversion.counts == KNOWN[log].remarks
    assert_same(conversion, recount(LOGS / log))


def test_the_recount_of_a_log(log: str) -> None:
    deals = recount(LOGS / log)
    known = KNOWN[log]
    assert [deal.type for deal in deals] == (
        [3, 5, 6, 5, 6, 3, 6, 4, 3, 2] if len(deals) > 7 else [1, 2, 3, 4, 5, 6, 7]
    )
    assert sum(len(trick.plays) for deal in deals for trick in deal.tricks) == known.plays
    assert [deal.revokes + deal.not_held + deal.wrong_takers for deal in deals] == [[]] * len(deals)
    assert tuple(sum(deal.points[seat] for deal in deals) for seat in SEATS) == known.totals
    assert tuple(n for n, deal in enumerate(deals, 1) if deal.points != deal.recorded_points) == known.wrong
    assert sum(len(deal.heart_leads) for deal in deals) == known.heart_leads


def test_logs_of_different_servers_may_stand_in_one_file() -> None:
    paths = [LOGS / name for name in KNOWN]
    if not all(path.is_file() for path in paths):
        pytest.skip("the logs of public servers are not here")
    conversions = list(IMPORTERS["mimuw"](path.read_bytes() for path in paths))
    assert len(conversions) == len(paths)
    for conversion, path in zip(conversions, paths, strict=True):
        assert_same(conversion, recount(path))


@pytest.mark.parametrize("seed", range(5))
def test_the_recount_of_a_game_played_here(seed: int, tmp_path: Path) -> None:
    deals = play_game(seed)
    path = tmp_path / "server.log"
    path.write_bytes(log_of(game_said(deals)))
    counted = recount(path)
    assert_same(convert(path), counted)
    for deal, played in zip(counted, deals, strict=True):
        assert [deal.points[seat] for seat in SEATS] == played.points
        assert deal.revokes + deal.not_held + deal.wrong_takers == []


def test_the_recount_sees_a_revoke_a_wrong_taker_and_a_heart_lead(tmp_path: Path) -> None:
    (deal,) = play_game(3, (2,))
    leader, cards, taker = deal.tricks[0]
    second = (leader + 1) % 4
    off_suit = next(card for card in deal.hands[second] if card[-1] != cards[0][-1])
    assert any(card[-1] == cards[0][-1] for card in deal.hands[second])
    cards[1] = off_suit
    deal.tricks[0] = (leader, cards, (taker + 1) % 4)
    del deal.tricks[1:]
    path = tmp_path / "server.log"
    path.write_bytes(log_of(game_said([deal])))
    (counted,) = recount(path)
    assert counted.revokes == [(1, SEATS[second], off_suit)]
    assert [(number, recorded) for number, recorded, _ in counted.wrong_takers] == [(1, SEATS[(taker + 1) % 4])]
