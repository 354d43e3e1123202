"""Whatever bytes come in, nothing is raised and what comes out are well-formed replays."""

import json
from collections.abc import Iterable
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from importers.game_server import PLAIN, Dialect, Said, game_said, join, log_of, play_game, replay_of, shuffled

from verifier.importers import IMPORTERS
from verifier.importers.mimuw_messages import SEATS
from verifier.importers.remarks import FATAL, MOST_REMARKS, Conversion, Reason
from verifier.replay.lines import Closing, Deal, Event, Line, Moves, Opening
from verifier.replay.reader import read
from verifier.replay.writer import write_line

ALTERNATIVES = Dialect(server="10.0.0.1:99", server_receiving=":::99", client="0.0.0.0:", client_receiving="10.0.0.2:")
LOGS = [
    log_of([*game_said(play_game(seed, types)), *join(["N2"])], dialect).splitlines(keepends=True)
    for seed, types, dialect in ((1, (7,), PLAIN), (2, (5, 3), PLAIN), (3, (1, 1), ALTERNATIVES))
]
KNOWN_TEXTS = {"", *SEATS, "NE", "ES", "SW", "NES", "ESW", "NESW", "NS", "EW", "NW", "NEW", "NSW"}


def check(conversions: Iterable[Conversion]) -> int:
    """Assert that conversions are well-formed, and return how many games they hold."""
    games = 0
    for conversion in conversions:
        assert conversion.converted == FATAL.isdisjoint(conversion.counts) == bool(conversion.lines)
        assert len(conversion.remarks) == min(MOST_REMARKS, sum(conversion.counts.values()))
        assert list(conversion.remarks) == sorted(conversion.remarks, key=lambda remark: remark.line)
        for remark in conversion.remarks:
            assert remark.line >= 1
            texts = {fact for fact in remark.facts.values() if isinstance(fact, str)}
            assert all(text in KNOWN_TEXTS or len(text) == 2 for text in texts)
            assert len(json.dumps(remark.facts)) < 200
        if conversion.lines:
            games += 1
            records = list(read([b"".join(map(write_line, conversion.lines))]))
            opening, *events, closing = records
            assert isinstance(opening, Opening)
            assert opening.header == conversion.lines[0]
            assert [event.event for event in events if isinstance(event, Line)] == list(conversion.lines[1:])
            assert len(events) == len(conversion.lines) - 1
            assert isinstance(closing, Closing)
    return games


def convert(*blocks: bytes) -> Iterable[Conversion]:
    return list(IMPORTERS["mimuw"](blocks))


@given(st.lists(st.binary(max_size=200), max_size=5))
def test_any_bytes(blocks: list[bytes]) -> None:
    assert check(convert(*blocks)) == 0


WORDS = st.sampled_from(["IAM", "BUSY", "DEAL", "TRICK", "WRONG", "TAKEN", "SCORE", "TOTAL", "", "HELLO"])
BODIES = st.lists(
    st.sampled_from([*"NESW0123456789-", "10", "2C", "10D", "KH", "AS", "JC", "N1E2S3W4", "\x00", "²", "\\r\\n"]),
    max_size=16,
).map("".join)
ADDRESSES = st.sampled_from(
    ["0.0.0.0:1", ":::1", "10.0.0.1:2", "10.0.0.2:2", "0.0.0.0:2", "::1:3", "[::1]:4", "x", "1:5"]
)
MESSAGES = st.tuples(ADDRESSES, ADDRESSES, WORDS, BODIES).map(
    lambda it: f"[{it[0]},{it[1]},now] {it[2]}{it[3]}\n".encode()
)


@given(st.lists(MESSAGES, max_size=60))
def test_any_messages(messages: list[bytes]) -> None:
    check(convert(*messages))


HANDS = st.lists(st.sampled_from(["2C", "10D", "KH", "AS", "JC", "3C"]), min_size=1, max_size=4).map("".join)
CLIENTS = st.sampled_from([*SEATS, "N2", "E2"])
LIVELY = st.one_of(
    st.tuples(CLIENTS, st.just(False), st.sampled_from(SEATS).map("IAM{}".format)),
    st.tuples(
        CLIENTS,
        st.just(True),
        st.tuples(st.sampled_from("12"), st.sampled_from("NE"), HANDS).map("DEAL{0[0]}{0[1]}{0[2]}".format),
    ),
    st.tuples(
        CLIENTS, st.booleans(), st.tuples(st.integers(1, 4), HANDS | st.just("")).map("TRICK{0[0]}{0[1]}".format)
    ),
    st.tuples(
        CLIENTS,
        st.just(True),
        st.tuples(st.integers(1, 4), st.sampled_from(SEATS)).map("TAKEN{0[0]}2C3C4C5C{0[1]}".format),
    ),
    st.tuples(
        CLIENTS,
        st.just(True),
        st.sampled_from(["SCOREN1E2S3W4", "TOTALN1E2S3W4", "SCOREN2E4S6W8", "TOTALN0E0S0W9999999", "WRONG1", "BUSYN"]),
    ),
)


@given(st.lists(LIVELY, max_size=80))
@settings(max_examples=300)
def test_any_talk_in_which_deals_are_dealt(said: list[tuple[str, bool, str]]) -> None:
    check(convert(log_of([*join(), *(Said(*one) for one in said)])))


@st.composite
def mutated_logs(draw: st.DrawFn) -> bytes:
    """Draw logs with lines lost, doubled, swapped and moved, and bytes changed."""
    lines = list(draw(st.sampled_from(LOGS)))
    if draw(st.booleans()):
        lines += draw(st.sampled_from(LOGS))
    for _ in range(draw(st.integers(1, 8))):
        place = draw(st.integers(0, len(lines) - 1))
        other = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["lose", "double", "swap", "move", "cut", "byte"])):
            case "lose":
                lines[place] = b""
            case "double":
                lines.insert(other, lines[place])
            case "swap":
                lines[place], lines[other] = lines[other], lines[place]
            case "move":
                lines.insert(other, lines.pop(place))
            case "cut":
                lines = lines[: max(place, 1)]
            case _:
                line = bytearray(lines[place] or b"\n")
                line[draw(st.integers(0, len(line) - 1))] = draw(st.integers(0, 255))
                lines[place] = bytes(line)
    return b"".join(lines)


@given(mutated_logs())
@settings(max_examples=300)
def test_mutated_logs(log: bytes) -> None:
    conversions = convert(log)
    check(conversions)
    assert conversions == convert(*(log[at : at + 97] for at in range(0, len(log), 97)))


TRUE_DEALS = play_game(4, (3, 6, 3))
TRUE_SAID = game_said(TRUE_DEALS)


@given(st.sets(st.integers(0, len(TRUE_SAID) - 1), max_size=30), st.integers(1, len(TRUE_SAID)), st.randoms())
@settings(max_examples=300)
def test_what_is_left_of_a_log_is_still_true(lost: set[int], length: int, rng: Random) -> None:
    said = [one for place, one in enumerate(TRUE_SAID) if place not in lost][:length]
    for conversion in convert(log_of(shuffled(rng, said) if len(lost) % 2 else said)):
        check([conversion])
        told: list[list[object]] = []
        for line in conversion.lines[1:]:
            if isinstance(line, Deal):
                told.append([])
            told[-1].append(line)
        # Where no line tells of a whole deal, those after it move up.
        truths = iter(map(replay_of, TRUE_DEALS))
        for deal in told:
            assert any(is_part(deal, truth) for truth in truths)


def is_part(told: list[object], truth: list[Event]) -> bool:
    """Tell whether each line told is the true one, or a part of it that stops early or lacks a hand."""
    by_type = {type(line): line for line in truth}
    for line in told:
        true = by_type[type(line)]
        if isinstance(line, Deal) and isinstance(true, Deal):
            assert line.hands
            assert true.hands
            hands = zip(line.hands, true.hands, strict=True)
            if line.dealer != true.dealer or any(hand not in {None, true_hand} for hand, true_hand in hands):
                return False
        elif isinstance(line, Moves) and isinstance(true, Moves):
            if not f"{true.text} ".startswith(f"{line.text} "):
                return False
        elif line != true:
            return False
    return True


def test_long_runs_of_anything_are_read_once() -> None:
    for part in (
        b"[",
        b",",
        b"\\r",
        b"\x00",
        b"10",
        b"TRICK1",
        b"[::1:1,::1:2,x]",
        b"[::1:1,::1:2,x] TRICK1" + b"2C" * 30000,
    ):
        (conversion,) = convert(part * (60000 // len(part)), b"\n")
        assert set(conversion.counts) <= {Reason.CHATTER, Reason.BAD_MESSAGE, Reason.UNKNOWN_MESSAGE, Reason.NO_GAME}
