"""Whatever the bytes are: a verdict on every game, words for every finding, a status of 0, 1 or 2, and no traceback."""

import gzip
import json
import random
import re
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from judging import judged_file

from verifier.cards import SEATS
from verifier.cli import main
from verifier.finding import FaultClass
from verifier.games.kierki.house import PRESETS
from verifier.movetext import TOKEN
from verifier.reports import FORMATS
from verifier.verdict import Outcome, Summary, Verdict

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

SAMPLES = [path.read_bytes() for path in sorted((Path(__file__).parents[1] / "replays").rglob("*.replay"))]
RANKS = "23456789TJQKA"
PACK = [rank + suit for suit in "SHDC" for rank in RANKS]

quick = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def reported(data: bytes) -> list[Verdict]:
    """Judge the bytes and write every report; nothing may raise."""
    verdicts = judged_file(data)
    for name, make in FORMATS.items():
        report = make()
        summary = Summary()
        text = report.begin()
        for verdict in verdicts:
            summary.add(verdict)
            pieces = report.game(verdict)
            text += report.put(pieces) if pieces else ""
        text += report.end(summary)
        commands = [line for line in text.splitlines() if line.startswith("::")]
        assert all(re.match(r"::(error|warning|notice) (title=verifier|file=)", line) for line in commands)
        assert not commands or name == "github"
        assert not set(text) & {"\x1b", "\x00", "\u202e", "\r"}
    return verdicts


# Lines that are well-formed and mean anything: the judge meets every act at every moment.

seat = st.sampled_from("abcd")
card = st.sampled_from(PACK)
plays = st.builds("{}{}".format, seat, card)
acts = st.one_of(
    plays,
    plays,
    plays,
    st.builds("{}$".format, seat),
    st.builds("{}-".format, seat),
    st.builds("{}<{}".format, seat, card),
    st.builds("{}^{}".format, seat, card),
    st.builds("{}??".format, seat),
    st.from_regex(TOKEN, fullmatch=True),
)
moves = st.lists(acts, max_size=24).map(lambda tokens: ["m", " ".join(tokens)])
cells = st.lists(st.none() | st.integers(-400, 800), min_size=4, max_size=4)


@st.composite
def deals(draw: st.DrawFn) -> list[object]:
    rng = random.Random(draw(st.integers(0, 5)))
    pack = PACK[:]
    rng.shuffle(pack)
    hands: list[str | None] = ["".join(pack[start : start + 13]) for start in range(0, 52, 13)]
    for at in draw(st.sets(st.integers(0, 3))):
        hands[at] = draw(st.sampled_from([None, "2S2S", "7D" + "??" * 12, hands[at]]))
    return ["deal", draw(st.none() | st.sampled_from("abcde")), draw(st.none() | st.just(hands))]


contracts = st.builds(
    lambda who, name, suit: ["contract", who, name, suit],
    st.none() | st.sampled_from(SEATS[:5]),
    st.sampled_from(
        ["tricks", "hearts", "queens", "men", "king-of-hearts", "seventh-last", "all", "odgrywka", "lottery", "x"]
    ),
    st.none() | st.sampled_from("SHDC"),
)
events = st.one_of(
    deals(),
    deals(),
    contracts,
    moves,
    moves,
    moves,
    cells.map(lambda row: ["points", row]),
    cells.map(lambda row: ["totals", row]),
    st.text("abcde", max_size=5).map(lambda letters: ["winner", letters]),
    st.just(["note", "x"]),
)
options = st.fixed_dictionaries(
    {"preset": st.sampled_from(sorted(PRESETS))},
    optional={
        "kh_must_drop": st.booleans(),
        "must_trump": st.booleans(),
        "must_overtrump": st.booleans(),
        "ace_bonus": st.booleans(),
        "heart_lead_deals": st.lists(st.integers(1, 7), max_size=7),
        "implicit_pass": st.sampled_from(["allow", "forbid"]),
        "pass_while_able": st.sampled_from(["illegal", "allowed"]),
        "lottery_ace": st.sampled_from(["high", "low"]),
        "lottery_dealer": st.sampled_from(["rotate", "first", "stated"]),
        "trump_repeat": st.sampled_from(["allow", "forbid"]),
    },
)


@st.composite
def games(draw: st.DrawFn) -> bytes:
    header = {"replay": 1, "game": "kierki", "players": ["A", "B", "C", "D"], "rules": draw(options)}
    # Often begun in the middle of a match: score sheets stand for the deals before.
    skipped = draw(st.sampled_from([0, 0, 7, 10, 11]))
    before = [["deal", None, None], ["points", [0, 0, 0, 0]]] * skipped
    lines = [header, *before, *draw(st.lists(events, max_size=14))]
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


@st.composite
def spoiled(draw: st.DrawFn) -> bytes:
    """Return a sample replay with bytes changed, cut out or doubled."""
    data = bytearray(draw(st.sampled_from(SAMPLES)))
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(data) - 1))
        match draw(st.integers(0, 3)):
            case 0:
                data[at] = draw(st.integers(0, 255))
            case 1:
                del data[at : at + draw(st.integers(1, 30))]
            case 2:
                data[at:at] = data[at : at + 20]
            case _:
                data[at:at] = draw(st.binary(max_size=8))
    return bytes(data)


@quick
@given(games())
def test_any_acts_at_any_moment_are_judged_and_told(data: bytes) -> None:
    (verdict,) = reported(data)
    assert verdict.outcome in Outcome
    assert verdict.unverified >= 0
    assert all(count > 0 for count in verdict.counts.values())
    assert len(verdict.findings) == verdict.counts.total() + verdict.notices
    told = [finding.rule for finding in verdict.findings if finding.rule.fault_class is FaultClass.NOTICE]
    assert verdict.noticed == Counter(rule.code for rule in told)
    assert verdict.seats == Counter((finding.seat, finding.rule.fault_class) for finding in verdict.findings)
    for row in verdict.sheet.rows:
        assert row.points is None or len(row.points) == 4


@quick
@given(spoiled())
def test_spoiled_replays_are_judged_and_told(data: bytes) -> None:
    reported(data)


@quick
@given(st.binary(max_size=400))
def test_any_bytes_are_judged_and_told(data: bytes) -> None:
    for verdict in reported(data):
        assert verdict.outcome is Outcome.UNREADABLE


def packed_plain(data: bytes) -> bytes:
    return data


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "x.replay": packed_plain,
    "x.replay.gz": gzip.compress,
    "x.replay.zst": zstd.compress,
}


@pytest.fixture(autouse=True)
def signals() -> Iterator[None]:
    """Give the program's signals back to the tests."""
    before = {name: signal.getsignal(name) for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    yield
    for name, listener in before.items():
        signal.signal(name, listener)


@pytest.mark.parametrize("name", PACKERS)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    data=st.one_of(spoiled(), games(), st.binary(max_size=200)),
    cut=st.integers(0, 40),
    chosen=st.sampled_from(sorted(FORMATS)),
)
def test_any_file_ends_with_a_report_and_a_status(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    data: bytes,
    cut: int,
    chosen: str,
) -> None:
    path = tmp_path / name
    whole = PACKERS[name](data)
    path.write_bytes(whole[: len(whole) - cut])
    monkeypatch.setattr(sys, "argv", ["verifier", "check", "--output-format", chosen, str(path)])
    assert main() in {0, 1, 2}
    told = capfd.readouterr()
    assert "Traceback" not in told.out + told.err
    assert "internal" not in told.err
