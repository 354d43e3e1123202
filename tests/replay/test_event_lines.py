"""Event lines: shape, bounds, and what counts as an event."""

import threading

import pytest

from verifier.replay.events import read_event, tag_of
from verifier.replay.lines import Contract, Deal, Line, Moves, Note, Points, Totals, Trouble, Winner
from verifier.replay.rules import Fault

DIGEST = "0" * 64


def reason(line: bytes) -> object:
    found = read_event(line, 2)
    assert isinstance(found, Fault), found
    assert found.rule.name == "bad-line"
    return found.facts["reason"]


@pytest.mark.parametrize(
    ("line", "event"),
    [
        (b'["deal",null,null]', Deal(None, None)),
        (b'["deal","p",["",null],null,"**??2C"]', Deal("p", ["", None], None, "**??2C")),
        (
            b'["deal","a",["' + b"7H" * 162 + b'","TS"],"' + b"**" * 162 + b'"]',
            Deal("a", ["7H" * 162, "TS"], "**" * 162),
        ),
        (b'["contract",null,"' + b"x" * 64 + b'"]', Contract(None, "x" * 64)),
        (b'["contract","b","trumps","H"]', Contract("b", "trumps", "H")),
        (b'["m",""]', Moves("")),
        (b'["m","anything \\u0000"]', Moves("anything \0")),
        (b'["points",[-1000000,null]]', Points([-1_000_000, None])),
        (b'["totals",[1000000,-0]]', Totals([1_000_000, 0])),
        (b'["winner",""]', Winner("")),
        (b'["winner","ppa"]', Winner("ppa")),
        (b'["note","' + b"\xc5\x9f" * 4000 + b'"]', Note("ş" * 4000)),
        (b'\t[ "m" ,\t"aQH" ] ', Moves("aQH")),
    ],
)
def test_a_good_line(line: bytes, event: object) -> None:
    assert read_event(line, 2) == event


@pytest.mark.parametrize(
    "line",
    [
        b"5",
        b'"m"',
        b"null",
        b"[]",
        b"[[]]",
        b'["zz",0]',
        b'["M","aQH"]',
        b'["m"]',
        b'["m",null]',
        b'["m",["aQH"]]',
        b'["m","aQH",null]',
        b'["m","aQH","\\u0041"]',
        b'["deal",null]',
        b'["deal","q",null]',
        b'["deal","",null]',
        b'["deal","ab",null]',
        b'["deal",null,["2C",5]]',
        b'["deal",null,"2C"]',
        b'["deal",null,null,null,null,null]',
        b'["contract",null,null]',
        b'["contract",null,"kiz","R"]',
        b'["contract",null,"kiz","h"]',
        b'["points",null]',
        b'["points",{}]',
        b'["points",[1.0,1]]',
        b'["points",[1e0,1]]',
        b'["points",[true,1]]',
        b'["points",["1",1]]',
        b'["points",[1000001,0]]',
        b'["totals",[-1000001,0]]',
        b'["totals",[1e400,0]]',
        b'["winner",null]',
        b'["note",5]',
        b'["mark",-1,""]',
        b'["seal",9007199254740993,""]',
        b'["seal","1",""]',
        b'["seal",1]',
    ],
)
def test_a_wrong_shape(line: bytes) -> None:
    assert reason(line) in {"wrong-shape", "not-json"}


@pytest.mark.parametrize(
    "line",
    [
        b";;",
        b"[[",
        b"]",
        b",",
        b'["m","aQH"',
        b'["m","aQH"]]',
        b'["m","aQH"] ["m","b2C"]',
        b'["m","aQH"],',
        b'["m","aQH",]',
        b'["points",[00,1]]',
        b'["points",[+1,1]]',
        b'["points",[NaN,1]]',
        b'["m","aQH"] // note',
        b'# ["m","aQH"]',
        b'["m","a\tb"]',
        b'["m","a\x0bb"]',
        b'["m","a\x1cb"]',
        b'["m","a\x00b"]',
        b'["m","aQH"]\x00',
        b'["m","aQH"]\xc2\xa0',
        b'["m","\\ud800"]',
        b"['m','aQH']",
    ],
)
def test_no_json(line: bytes) -> None:
    assert reason(line) in {"not-json", "wrong-shape"}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b'["deal",null,["2C"]]', "count"),
        (b'["deal",null,["2C","","3C"]]', "count"),
        (b'["deal",null,["2C","10C"]]', "card-list"),
        (b'["deal",null,["2C","2c"]]', "card-list"),
        (b'["deal",null,["2C","2C "]]', "card-list"),
        (b'["deal",null,["2C","2C\\n"]]', "card-list"),
        (b'["deal",null,["2C","' + b"7H" * 163 + b'"]]', "card-list"),
        (b'["deal",null,null,"*"]', "card-list"),
        (b'["deal",null,null,null,"C2"]', "card-list"),
        (b'["points",[1]]', "count"),
        (b'["totals",[]]', "count"),
        (b'["totals",[1,2,3]]', "count"),
        (b'["winner","aq"]', "seat-letters"),
        (b'["winner","aAb"]', "seat-letters"),
        (b'["winner"," "]', "seat-letters"),
        (b'["contract",null,"' + b"x" * 65 + b'"]', "too-long"),
        (b'["note","' + b"x" * 4001 + b'"]', "too-long"),
    ],
)
def test_a_bound_that_no_type_shows(line: bytes, said: str) -> None:
    assert reason(line) == said


@pytest.mark.parametrize("digits", [4_300, 4_301, 100_000])
@pytest.mark.parametrize("line", [b'["points",[%s,0]]', b'["seal",%s,""]', b'["mark",-%s,""]', b'["m",%s]'])
def test_huge_integers(line: bytes, digits: int) -> None:
    assert reason(line % (b"9" * digits)) == "wrong-shape"


@pytest.mark.parametrize("bad", [b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xe2\x82"])
@pytest.mark.parametrize(
    "line",
    [
        b'["m","\xc5\x9f%s"]',
        b'["\xc5\x9fz%s"]',
        b'["m","",\xc5\x9f%s]',
        b'["note","\xc5\x9f%s","',
    ],
)
def test_bytes_that_are_not_utf_8(line: bytes, bad: bytes) -> None:
    found = read_event(line % bad, 2)
    assert isinstance(found, Fault)
    assert found.facts["reason"] == "not-utf-8"
    assert found.column == len((line[: line.index(b"%s")]).decode()) + 1


def test_a_bare_carriage_return_is_told_wherever_it_stands() -> None:
    for line in (b'\r["m",""]', b'["m",\r""]', b'["m","\r"]', b'["m",""]\r'):
        found = read_event(line, 2)
        assert isinstance(found, Fault)
        assert (found.facts["reason"], found.column) == ("bare-carriage-return", line.index(b"\r") + 1)


@pytest.mark.parametrize(
    "line",
    [
        b"[" * 100_000,
        b'["m",' + b"[" * 100_000 + b"]" * 100_000 + b"]",
        b'["points",[' + b'{"a":' * 100_000,
        b'["zz",' + b"[[" * 500_000,
    ],
)
def test_deep_nesting_is_told_without_recursion(line: bytes) -> None:
    found: list[object] = []
    size = threading.stack_size(128 * 1024)
    try:
        thread = threading.Thread(target=lambda: found.append(read_event(line, 2)))
        thread.start()
    finally:
        threading.stack_size(size)
    thread.join()
    assert isinstance(found[0], Fault)
    assert found[0].facts["reason"] == "nested-too-deep"


def test_the_depth_that_is_told() -> None:
    assert reason(b"[" * 8 + b"]" * 8) == "wrong-shape"
    found = read_event(b" " + b"[" * 9 + b"]" * 9, 2)
    assert isinstance(found, Fault)
    assert (found.facts["reason"], found.facts["limit"], found.column) == ("nested-too-deep", 8, 10)


def test_many_flat_brackets_are_no_nesting() -> None:
    assert reason(b'["m",' + b"[]," * 1000 + b"[]]") == "wrong-shape"
    assert read_event(b'["note","' + b"[" * 1000 + b'"]', 2) == Note("[" * 1000)


def test_the_words_of_the_decoder_are_cut() -> None:
    found = read_event(b'["' + b"\\u001b" * 5000 + b'",0]', 2)
    assert isinstance(found, Fault)
    assert len(str(found.facts["detail"])) == 200


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ('["m","ş" x]', 10),
        ('["m","ş"] ["m","ş"]', 11),
        ('["m","ş"]x', 10),
        ('["m","ş\t"]', 8),
        ('["m",5]', 1),
        ('["m","ş"', 1),
    ],
)
def test_the_column_is_the_character_where_json_breaks(line: str, column: int) -> None:
    found = read_event(line.encode(), 2)
    assert isinstance(found, Fault)
    assert found.column == column


@pytest.mark.parametrize(
    ("line", "tag"),
    [
        (b'["note","', "note"),
        (b' [\t"mark"', "mark"),
        (b'["seal"', "seal"),
        (b'["seals"', None),
        (b'["m","note"]', None),
        (b'"note"', None),
    ],
)
def test_the_tag_of_a_line_that_cannot_be_read(line: bytes, tag: str | None) -> None:
    assert tag_of(line) == tag


@pytest.mark.parametrize(
    ("line", "counts"),
    [
        (b'["m",5]', True),
        (b"x", True),
        (b'["points",[1]]', True),
        (b'["note",5]', False),
        (b'["note","' + b"x" * 4001 + b'"]', False),
        (b'["mark",1]', False),
        (b'["seal",1]', True),
    ],
)
def test_what_counts_as_an_event(records_of, header: bytes, line: bytes, counts: bool) -> None:
    records = records_of(header + line + b'\n["m",""]\n')
    assert [record.counts for record in records if isinstance(record, Trouble)] == [counts]
    assert [record.number for record in records if isinstance(record, Line)] == [3]
