"""Header lines: what is read, what is a fault, and where."""

import threading

import pytest

from verifier.replay.header import is_date, read_header
from verifier.replay.lines import Closing, Header, Opening, OptionValue
from verifier.replay.rules import Fault

START = '{"replay":1,"game":"king","players":["A","B"]'


def fault(text: str | bytes) -> tuple[str, int, object]:
    found = read_header(text.encode() if isinstance(text, str) else text)
    assert isinstance(found, Fault), found
    return found.rule.name, found.column, found.facts["reason"]


def test_every_field_is_read() -> None:
    line = (
        b'{"replay":1,"game":"kings-reverse","players":["Ay\xc5\x9fe","\\u0001"],"rules":{"preset":"p","on":true,'
        b'"points":{"A":11},"list":[1,2]},"id":"i","date":"2024-02-29","site":"s","event":"e","round":"r","meta":{"a":""}}'
    )
    assert read_header(line) == Header(
        replay=1,
        game="kings-reverse",
        players=["Ayşe", "\x01"],
        rules={"preset": "p", "on": True, "points": {"A": 11}, "list": [1, 2]},
        id="i",
        date="2024-02-29",
        site="s",
        event="e",
        round="r",
        meta={"a": ""},
    )


@pytest.mark.parametrize("rules", ['"strict"', "{}", '{"preset":"strict"}', '{"a":null}'])
def test_rules_may_be_a_preset_or_options(rules: str) -> None:
    assert isinstance(read_header(f'{START},"rules":{rules}}}'.encode()), Header)


@pytest.mark.parametrize(
    ("rules", "preset"), [("", None), ("strict", "strict"), ({}, None), ({"a": 1}, None), ({"preset": "p"}, "p")]
)
def test_the_preset_that_a_header_asks_for(rules: str | dict[str, OptionValue], preset: str | None) -> None:
    assert Header(1, "king", ["A"], rules).preset() == preset


def test_white_space_of_json_is_tolerated() -> None:
    assert isinstance(read_header(b' \t{ "replay" :\t1 ,"game":"king","players":[ "A" ] } '), Header)


@pytest.mark.parametrize(
    ("tail", "column", "key"),
    [
        (',"id":"a","id":"b"}', START + ',"id":"a",', "id"),
        (',"id":"a","\\u0069d":"b"}', START + ',"id":"a",', "id"),
        (',"meta":{"ş":"","x":"","ş":""}}', START + ',"meta":{"ş":"","x":"",', "ş"),
        (',"rules":{"a":1,"a":1}}', START + ',"rules":{"a":1,', "a"),
        (',"rules":{"points":{"A":1,"K":2,"A":3}}}', START + ',"rules":{"points":{"A":1,"K":2,', "A"),
        (',"rules":{"l":[1,2],"p":{"x":1},"l":[]}}', START + ',"rules":{"l":[1,2],"p":{"x":1},', "l"),
        (',"replay":1}', START + ",", "replay"),
    ],
)
def test_a_key_twice(tail: str, column: str, key: str) -> None:
    assert fault(START + tail) == ("duplicate-key", len(column) + 1, "header")
    found = read_header((START + tail).encode())
    assert isinstance(found, Fault)
    assert found.facts["key"] == key


def test_the_same_key_in_different_objects_is_no_fault() -> None:
    line = (
        f'{START},"rules":{{"id":1,"points":{{"id":2}},"other":{{"id":2}}}},"meta":{{"id":"id","x":"id"}},"id":"id"}}'
    )
    assert isinstance(read_header(line.encode()), Header)


@pytest.mark.parametrize(
    ("line", "key", "column"),
    [
        (START + ',"seed":1}', "seed", len(START) + 2),
        ('{"Replay":1,"game":"king","players":["A"]}', "Replay", 2),
        ('{"":1}', "", 2),
        ("{" + '"\\u001b[2J' + "x" * 500 + '":1}', "\x1b[2J" + "x" * 195 + "…", 2),
    ],
)
def test_an_unknown_field(line: str, key: str, column: int) -> None:
    assert fault(line) == ("unknown-field", column, "header")
    found = read_header(line.encode())
    assert isinstance(found, Fault)
    assert found.facts["key"] == key


@pytest.mark.parametrize(
    ("line", "column", "reason"),
    [
        ("{", 1, "not-json"),
        (START + "} x", len(START) + 3, "not-json"),
        (START + "}{}", len(START) + 2, "not-json"),
        (START + ',"id":"ş" "x"}', len(START) + 11, "not-json"),
        (START + ",}", len(START) + 2, "not-json"),
        (START + ',"id":"\\ud800"}', 1, "not-json"),
        (START + ',"id":"a\tb"}', len(START) + 9, "not-json"),
        (START + ',"id":"a\0"}', len(START) + 9, "not-json"),
        ("{}", 1, "wrong-shape"),
        ('{"replay":1,"game":"king"}', 1, "wrong-shape"),
        ('{"replay":"1","game":"king","players":["A"]}', 1, "wrong-shape"),
        ('{"replay":1.0,"game":"king","players":["A"]}', 1, "wrong-shape"),
        ('{"replay":true,"game":"king","players":["A"]}', 1, "wrong-shape"),
        ('{"replay":1,"game":1,"players":["A"]}', 1, "wrong-shape"),
        ('{"replay":1,"game":"king","players":"A"}', 1, "wrong-shape"),
        ('{"replay":1,"game":"king","players":["A",null]}', 1, "wrong-shape"),
        (START + ',"rules":1}', 1, "wrong-shape"),
        (START + ',"rules":null}', 1, "wrong-shape"),
        (START + ',"rules":{"a":1.5}}', 1, "wrong-shape"),
        (START + ',"rules":{"a":1000001}}', 1, "wrong-shape"),
        (START + ',"meta":{"a":1}}', 1, "wrong-shape"),
        (START + ',"meta":null}', 1, "wrong-shape"),
        (START + ',"id":5}', 1, "wrong-shape"),
        (START + ',"id":null}', len(START) + 2, "null"),
        (START + ',"date":null}', len(START) + 2, "null"),
        ("\ufeff" + START + "}", 1, "byte-order-mark"),
        (START + ',"id":"a\rb"}', len(START) + 9, "bare-carriage-return"),
    ],
)
def test_a_bad_line(line: str, column: int, reason: str) -> None:
    assert fault(line) == ("bad-line", column, reason)


@pytest.mark.parametrize("bad", [b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xe2\x82", b"\x80"])
@pytest.mark.parametrize("field", ["id", "unknown"])
def test_bytes_that_are_not_utf_8(bad: bytes, field: str) -> None:
    line = START.encode() + b',"' + field.encode() + b'":"\xc5\x9f' + bad + b'"}'
    assert fault(line) == ("bad-line", len(START) + len(field) + 7, "not-utf-8")


@pytest.mark.parametrize(
    ("line", "field", "reason"),
    [
        ('{"replay":2,"game":"king","players":["A"]}', "replay", "replay-version"),
        ('{"replay":0,"game":"king","players":["A"]}', "replay", "replay-version"),
        ('{"replay":1,"game":"King","players":["A"]}', "game", "unknown-game"),
        ('{"replay":1,"game":"","players":["A"]}', "game", "unknown-game"),
        ('{"replay":1,"game":"king","players":[]}', "players", "player-count"),
        ('{"replay":1,"game":"king","players":[' + ",".join(['"A"'] * 17) + "]}", "players", "player-count"),
        ('{"replay":1,"game":"king","players":["A",""]}', "players", "empty"),
        ('{"replay":1,"game":"king","players":["' + "ş" * 65 + '"]}', "players", "too-long"),
        ('{"replay":1,"game":"king","players":["a\\u0000b"]}', "players", "nul"),
        (START + ',"id":"' + "x" * 201 + '"}', "id", "too-long"),
        (START + ',"site":"' + "x" * 201 + '"}', "site", "too-long"),
        (START + ',"event":"' + "x" * 201 + '"}', "event", "too-long"),
        (START + ',"round":"' + "x" * 201 + '"}', "round", "too-long"),
        (START + ',"date":"2023-02-29"}', "date", "not-a-date"),
        (START + ',"rules":""}', "rules", "not-a-preset"),
        (START + ',"rules":{"preset":1}}', "rules", "not-a-preset"),
        (START + ',"rules":{"preset":null}}', "rules", "not-a-preset"),
        (START + ',"rules":{"preset":""}}', "rules", "not-a-preset"),
    ],
)
def test_a_value_that_is_not_allowed(line: str, field: str, reason: str) -> None:
    assert fault(line) == ("bad-value", line.index(f'"{field}"') + 1, reason)
    found = read_header(line.encode())
    assert isinstance(found, Fault)
    assert found.facts["field"] == field


def test_the_largest_values_are_taken() -> None:
    players = ",".join([f'"{"ş" * 64}"'] * 16)
    line = f'{{"replay":1,"game":"king","players":[{players}],"id":"{"ş" * 200}","meta":{{"a":"{"x" * 100_000}"}}}}'
    assert isinstance(read_header(line.encode()), Header)


@pytest.mark.parametrize("digits", [4_300, 4_301, 100_000])
@pytest.mark.parametrize("where", ['{"replay":%s,"game":"king","players":["A"]}', START + ',"rules":{"a":%s}}'])
def test_huge_integers_are_told_in_short(digits: int, where: str) -> None:
    found = read_header((where % ("9" * digits)).encode())
    assert isinstance(found, Fault)
    assert found.rule.name in {"bad-line", "bad-value"}
    assert len(repr(found)) < 2_000


@pytest.mark.parametrize(
    "line",
    [
        b"{" + b'"a":{' * 100_000,
        b'{"id":' + b"[" * 100_000,
        START.encode() + b',"rules":{"a":' + b"[" * 50_000 + b"]" * 50_000 + b"}}",
    ],
)
def test_deep_nesting_is_told_without_recursion(line: bytes) -> None:
    found: list[object] = []
    size = threading.stack_size(128 * 1024)
    try:
        thread = threading.Thread(target=lambda: found.append(read_header(line)))
        thread.start()
    finally:
        threading.stack_size(size)
    thread.join()
    assert isinstance(found[0], Fault)
    assert found[0].facts["reason"] == "nested-too-deep"


def test_brackets_in_texts_are_no_nesting() -> None:
    assert isinstance(read_header((START + ',"id":"' + "[{" * 90 + '\\"[["}').encode()), Header)
    assert fault(START + ',"id":"' + "[" * 90) == ("bad-line", 1, "not-json")


@pytest.mark.parametrize(
    "text",
    [
        "2024-02-29",
        "0001-01-01",
        "2024-12-31T23:59:59Z",
        "2024-12-31t00:00:00.123456789z",
        "2024-12-31T23:59:60Z",
        "2025-01-01T01:59:60+02:00",
        "2024-12-31T15:59:60.5-08:00",
        "2024-06-30T10:00:00-00:00",
        "2024-06-30T10:00:00+23:59",
    ],
)
def test_dates_of_rfc_3339(text: str) -> None:
    assert is_date(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2024",
        "2024-2-9",
        "20240229",
        "2024-W09-4",
        "2023-02-29",
        "2024-13-01",
        "0000-01-01",
        "2024-02-29 ",
        "2024-02-29\n",
        "２０２４-02-29",
        "2024-02-29T",
        "2024-02-29T10:00",
        "2024-02-29T10:00Z",
        "2024-02-29T10:00:00",
        "2024-02-29 10:00:00Z",
        "2024-02-29T10:00:00+0200",
        "2024-02-29T10:00:00,5Z",
        "2024-02-29T10:00:00.Z",
        "2024-02-29T24:00:00Z",
        "2024-02-29T23:60:00Z",
        "2024-02-29T10:00:60Z",
        "2024-12-31T23:59:61Z",
        "2024-12-31T23:59:60+02:00",
        "2024-02-29T10:00:00+24:00",
        "2024-02-29T10:00:00+02:60",
        "2023-02-29T10:00:00Z",
    ],
)
def test_what_is_no_date_of_rfc_3339(text: str) -> None:
    assert not is_date(text)


def test_a_header_that_cannot_be_read_is_one_trouble(said, records_of, header) -> None:
    data = b'{"replay":1\n["m",5]\nx\n["seal",1,""]\nmore\n' + header
    assert said(data) == [("bad-line", 1, 1, "not-json")]
    records = records_of(data)
    assert [record for record in records if isinstance(record, Opening)] == [
        Opening(1, None),
        Opening(6, Header(1, "king", ["A", "B"])),
    ]
    assert [record for record in records if isinstance(record, Closing)] == [Closing(None), Closing(None)]


def test_a_byte_order_mark_inside_a_file_opens_an_unreadable_game(said, header) -> None:
    joined = header + b"\xef\xbb\xbf" + header + b'["m","?"]\n'
    assert said(joined) == [("bad-line", 2, 1, "byte-order-mark")]
