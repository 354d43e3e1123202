"""Targets that take in replays: reading, unpacking, judging, formatting, taking apart for mutation."""

import gzip
import json
import sys
from collections.abc import Iterable
from dataclasses import fields
from functools import cache
from pathlib import Path

from byte_fuzzing.scratch import file_with

from verifier.finding import FaultClass
from verifier.fuzz.dice import Dice
from verifier.fuzz.mutating import data_of, mutate
from verifier.fuzz.recorded import Recorded, games_in
from verifier.games import agreement_of, judge_of
from verifier.games.house import HouseRuleError
from verifier.referee import judge, judge_source
from verifier.replay.canonical import UnformattableError, canonical_lines
from verifier.replay.events import read_event
from verifier.replay.header import read_header
from verifier.replay.lines import Closing, Header, Line, Opening, Record, Trouble
from verifier.replay.reader import read
from verifier.replay.rules import MOST_FACT, Fault
from verifier.replay.sources import open_source
from verifier.replay.writer import write_line
from verifier.reports import FORMATS
from verifier.sheet import Sheet
from verifier.verdict import Outcome, Summary, Verdict

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

ROOT = Path(__file__).resolve().parents[2]
MOST_EXPANDED = 1 << 20
"""Bytes to which packed ones may expand here: what many bytes cost is measured elsewhere."""

STEERS = {"\x1b", "\x00", "\u202e", "\r", "\x9b", "\u2028"}


# Seeds


@cache
def samples() -> list[bytes]:
    """Return the sample replays."""
    return [path.read_bytes() for path in sorted((ROOT / "replays").rglob("*.replay"))]


@cache
def small() -> list[bytes]:
    """Return short replays in which every line of the format stands, and some that are broken in one place."""
    header = b'{"replay":1,"game":"king","players":["A","B","C","D"]}\n'
    lines = [
        b'["deal","a",["2S??","3S**","","4S"],"5H","6H"]\n',
        b'["contract","a","koz","H"]\n',
        b'["m","aQH b** c*H d=S a+7H b- c! c!a b?+ a^7H a<** a>b7H c$ % @15 aKHQH d??"]\n',
        b'["points",[-10,null,0,1000000]]\n["totals",[0,0,0,0]]\n["winner","ab"]\n["note","\xc5\x9f\\u0041"]\n',
    ]
    long = (
        b'{"replay":1,"game":"kings-reverse","players":["A","B"],"rules":{"preset":"classic","packs":3,"target":50},'
        b'"id":"i","date":"2024-02-29T23:59:60.5+01:00","site":"s","event":"e","round":"r","meta":{"k":"v"}}\n'
    )
    return [
        header,
        header + b"".join(lines),
        long + b"".join(lines[2:3]),
        b"\xef\xbb\xbf" + header.replace(b"\n", b"\r\n") * 2,
        header + b'["mark",1,"' + b"0" * 64 + b'"]\n["seal",1,"' + b"0" * 64 + b'"]\n',
        header + lines[0][:-1],
        b'["note","x"]\n' + header + b"[[[[[\n\n \t\n{\n",
    ]


def replays() -> list[bytes]:
    """Return seeds that are replays."""
    return [*small(), *(data for data in samples() if len(data) < 6000)]


def headers() -> list[bytes]:
    """Return seeds that are the inside of header lines."""
    options = {
        "king": {"points": {"el": -20, "koz": 25}, "last_two": [7, 13], "penalty_table_limit": None},
        "kierki": {"preset": "mimuw", "heart_lead_deals": [1, 2], "lottery_open": 8, "win": "lowest"},
        "kings-reverse": {"packs": 3, "target": 50, "joker_names": "colour"},
    }
    plain = [
        json.dumps({"replay": 1, "game": game, "players": ["A", "B", "C", "D"], "rules": rules}).encode()
        for game, rules in options.items()
    ]
    return [line[1:] for line in [*plain, *(data.splitlines()[0] for data in small() if data.startswith(b"{"))]]


def event_lines() -> list[bytes]:
    """Return seeds that are event lines."""
    return [line for data in small() for line in data.splitlines() if line.startswith(b"[")]


OPENINGS = [
    ({"game": "king", "rules": "boombala"}, [["contract", "a", "koz", "H"]]),
    ({"game": "king", "rules": {"must_trump": True, "heart_lead": "never"}}, [["contract", "a", "rifki"]]),
    ({"game": "kierki", "rules": "mimuw"}, [["contract", None, "all"]]),
    ({"game": "kierki", "rules": "gamerules"}, []),
    ({"game": "kings-reverse"}, []),
    ({"game": "kings-reverse", "rules": {"when_pack_empty": "reshuffle", "joker_names": "colour"}}, []),
]
"""Header and lines behind the deal of games of which a target is given the acts."""

PACK = [rank + suit for suit in "SHDC" for rank in "23456789TJQKA"]


@cache
def openings() -> list[bytes]:
    """Return the openings as bytes, up to the text of the first acts."""
    found = []
    for at, (header, lines) in enumerate(OPENINGS):
        pack = Dice(f"opening/{at}").shuffled(PACK)
        whole = {"replay": 1, "players": ["A", "B", "C", "D"], **header}
        if header["game"] == "kings-reverse":
            pack = Dice(f"opening/{at}").shuffled([*PACK, *PACK, "**", "**", "**", "**"])
            hands = ["".join(pack[start : start + 7]) for start in range(0, 28, 7)]
            deal = ["deal", "a", hands, "5H", "".join(pack[28:])]
        else:
            deal = ["deal", "a", ["".join(pack[start : start + 13]) for start in range(0, 52, 13)]]
        found.append("".join(json.dumps(line) + "\n" for line in [whole, deal, *lines]).encode() + b'["m","')
    return found


def acts() -> list[bytes]:
    """Return seeds that are acts: the opening they follow, then the text of a line of acts and what comes below."""
    texts = [line[6:-2] for data in samples() for line in data.splitlines() if line.startswith(b'["m","')]
    first = [b"b- c! c!a b?+ a^7H a<** a>b7H c$ % @15 aKHQH d??", b'aQH"]\n["points",[0,0,0,0]]\n["m","b2S']
    return [bytes([at % len(OPENINGS)]) + text for at, text in enumerate([*first, *texts[:40]])]


def packed_gz() -> list[bytes]:
    """Return seeds that are gzip files."""
    whole = gzip.compress(samples()[0][:600], mtime=0)
    return [whole, whole[:-4], whole + whole, whole + b"\0" * 9, b"", gzip.compress(b"\0" * 60_000, mtime=0)]


def packed_zst() -> list[bytes]:
    """Return seeds that are Zstandard files."""
    whole = zstd.compress(samples()[0][:600])
    return [
        whole,
        whole[:-4],
        whole + whole,
        b"\x50\x2a\x4d\x18\x02\0\0\0ab" + whole,
        b"",
        zstd.compress(b"\0" * 60_000),
    ]


# Checks


def check_reading(data: bytes) -> None:
    """Records come in their order, and the same however the bytes are cut into blocks."""
    records = list(read([data], with_marks=True))
    at = len(data) // 3
    assert records == list(read([data[:at], data[at:]], with_marks=True))
    check_order(records)
    torn = [one for one in records if isinstance(one, Trouble) and one.rule.name == "torn-tail"]
    assert len(torn) == (bool(records) and not data.endswith(b"\n"))


def check_order(records: Iterable[Record]) -> None:
    """Each game opens, has its lines in order, and closes; what is said of a line is short."""
    is_open, line = False, 0
    for record in records:
        if isinstance(record, Opening):
            assert not is_open
            assert record.line > line
            is_open, line = True, record.line
        elif isinstance(record, Closing):
            assert is_open
            is_open = False
        elif isinstance(record, Line):
            assert is_open
            assert record.number > line
            line = record.number
        else:
            assert is_open
            assert record.line >= line
            assert all(len(fact) <= MOST_FACT for fact in record.facts.values() if isinstance(fact, str))
    assert not is_open


def check_header(data: bytes) -> None:
    """A header that can be read is the same when it is written and read; its house rules are known or refused."""
    header = read_header(b"{" + data)
    if isinstance(header, Fault):
        return
    assert read_header(write_line(header).rstrip(b"\n")) == header
    try:
        judge_of(header.game)(header, 1, 1000)
    except HouseRuleError:
        return
    agreement_of(header.game)(header)


def check_event(data: bytes) -> None:
    """An event that can be read is the same when it is written and read."""
    if b"\n" in data:
        return
    for players in (1, 4):
        event = read_event(data, players)
        if not isinstance(event, Fault):
            assert read_event(write_line(event).rstrip(b"\n"), players) == event


def check_judging(data: bytes) -> None:
    """A glance and the judge say the same, the words of every finding are harmless, the counts add up."""
    at = len(data) // 2
    glanced, judged = list(judge_source([data[:at], data[at:]], "a.replay")), list(judge(read([data]), "a.replay"))
    assert len(glanced) == len(judged)
    form = sorted(FORMATS)[len(data) % len(FORMATS)]
    report, summary = FORMATS[form](), Summary()
    text = report.begin()
    for ours, full in zip(glanced, judged, strict=True):
        check_same(ours, full)
        assert len(ours.findings) == ours.counts.total() + ours.notices or ours.counts.total() > 900
        summary.add(ours)
        pieces = report.game(ours)
        text += report.put(pieces) if pieces else ""
    text += report.end(summary)
    assert not set(text) & STEERS


def check_same(ours: Verdict, full: Verdict) -> None:
    """Two verdicts say the same of a game, but for the lines that only one of them can quote."""
    for name in set(Verdict.__struct_fields__).difference({"sheet", "quotes"}):
        assert getattr(ours, name) == getattr(full, name), name
    for part in fields(Sheet):
        assert getattr(ours.sheet, part.name) == getattr(full.sheet, part.name), part.name


def check_acts(data: bytes) -> None:
    """Whatever acts follow the opening of a game, it is judged."""
    opening = openings()[data[0] % len(OPENINGS)] if data else openings()[0]
    check_judging(opening + data[1:] + b'"]\n')


def told(verdict: Verdict) -> tuple[object, ...]:
    """Return what a verdict says, but for lines and columns."""
    found = sorted(
        (one.place.hand, one.place.event, one.rule.name, one.seat if one.seat is not None else -1)
        for one in verdict.findings
    )
    rows = [(row.points, row.totals) for row in verdict.sheet.rows] if verdict.sheet is not None else None
    return verdict.outcome, verdict.complete, verdict.events, verdict.players, found, rows


def check_formatting(data: bytes) -> None:
    """The canonical form of a canonical form is itself, and says what the bytes said."""
    line = 0
    try:
        once = b"".join(canonical_lines([data]))
    except UnformattableError as error:
        line, once = error.line, b""
    assert line <= data.count(b"\n") + 1
    if line:
        return
    assert b"".join(canonical_lines([once])) == once
    before, after = list(judge_source([data], "a.replay")), list(judge_source([once], "a.replay"))
    assert [*map(told, before)] == [*map(told, after)]
    allowed = {FaultClass.FORMAT}
    for verdict in after:
        if verdict.outcome is Outcome.UNREADABLE:
            # What is left unread is the agreement, which is no matter of form.
            assert any(one.rule.fault_class in allowed for one in verdict.findings)


def check_packed(name: str, data: bytes) -> None:
    """Packed bytes are read to where they can be, and no further than they may expand."""
    with open_source(file_with(name, data), most_expanded=MOST_EXPANDED, most_ratio=1) as source:
        check_order(read(source))


def check_gz(data: bytes) -> None:
    check_packed("a.replay.gz", data)


def check_zst(data: bytes) -> None:
    check_packed("a.replay.zst", data)


def check_mutating(data: bytes) -> None:
    """A game that can be read can be taken apart and put together, and every operator either changes it or does not."""
    for number, game in enumerate(games_in([data])):
        if not isinstance(game, Recorded):
            continue
        whole = data_of(game.header, game.entries)
        assert isinstance(game.header, Header)
        for turn in range(3):
            mutant = mutate(game, Dice(f"{number}/{turn}"))
            assert mutant is None or mutant.data != whole or mutant.operator.promise.value == "same meaning"
