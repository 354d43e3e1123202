"""The schemas: fresh, valid, true of all that is read and written, and as strict as the reader where they can be."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from judging import judged_all
from rulebook.pages import option_pages, rule_pages

from verifier.cards import CARD_TEXTS
from verifier.cli.schema import SchemaName
from verifier.finding import FaultClass
from verifier.movetext import TOKEN
from verifier.replay.events import read_event
from verifier.replay.header import read_header
from verifier.replay.lines import Header
from verifier.replay.rules import Fault
from verifier.reports import FORMATS
from verifier.schemas import SCHEMAS, schema_text
from verifier.verdict import Summary

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = sorted((ROOT / "replays").glob("**/*.replay"))
EXAMPLES = [
    pytest.param(section.example, id=f"{page.code or page.name} {heading}")
    for page in (*rule_pages(), *option_pages())
    for heading, section in page.sections.items()
    if section.example is not None
]

HEAD = '{"replay":1,"game":"kierki","players":["A","B","C","D"]'
DIGEST = "0" * 64
VALIDATORS = {name: Draft202012Validator(json.loads(schema_text(name))) for name in SCHEMAS}


def passes(name: str, line: str | bytes) -> bool:
    valid: bool = VALIDATORS[name].is_valid(json.loads(line))
    return valid


def is_refused(text: str) -> bool:
    """Return whether a replay of one game is unreadable."""
    return any(
        finding.rule.fault_class is FaultClass.FORMAT for verdict in judged_all(text) for finding in verdict.findings
    )


# The files.


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_printed_as_its_file_holds_it(run, name):
    done = run("schema", name)
    assert (done.returncode, done.stderr) == (0, b"")
    text = (ROOT / "schemas" / SCHEMAS[name].file).read_text(encoding="utf-8")
    assert done.stdout.decode() == schema_text(name) == text
    Draft202012Validator.check_schema(json.loads(text))


def test_there_is_a_file_and_a_command_for_each_schema_and_no_other():
    files = {schema.file for schema in SCHEMAS.values()}
    assert {path.name for path in (ROOT / "schemas").iterdir()} == {*files, "README.md"}
    words = (ROOT / "schemas" / "README.md").read_text(encoding="utf-8")
    assert all(f"verifier schema {name} > schemas/{schema.file}\n" in words for name, schema in SCHEMAS.items())
    assert [name.value for name in SchemaName] == [*SCHEMAS]


def test_a_schema_that_does_not_exist_is_2(run):
    for arguments in (["schema"], ["schema", "table"]):
        done = run(*arguments)
        assert (done.returncode, done.stdout) == (2, b"")


# Lines of replays.


def names_of(line: str | bytes) -> str:
    return "header" if line.lstrip()[:1] in {"{", b"{"} else "events"


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_every_line_of_the_samples_passes(path):
    for line in path.read_text(encoding="utf-8").splitlines():
        assert passes(names_of(line), line)


@pytest.mark.parametrize("example", [one for one in EXAMPLES if one.values[0].expected[0].verdict != "unreadable"])
def test_every_line_of_a_readable_game_of_the_rulebook_passes(example):
    for line in example.text():
        assert passes(names_of(line), line)


BAD_HEADERS = [
    "{}",
    '{"game":"king","players":["A"]}',
    '{"replay":2,"game":"king","players":["A"]}',
    '{"replay":"1","game":"king","players":["A"]}',
    '{"replay":true,"game":"king","players":["A"]}',
    '{"replay":1,"game":"whist","players":["A"]}',
    '{"replay":1,"game":"king","players":[]}',
    '{"replay":1,"game":"king","players":"A"}',
    '{"replay":1,"game":"king","players":["A",""]}',
    '{"replay":1,"game":"king","players":["A",null]}',
    '{"replay":1,"game":"king","players":["a\\u0000b"]}',
    '{"replay":1,"game":"king","players":["' + "ş" * 65 + '"]}',
    '{"replay":1,"game":"king","players":[' + ",".join(['"A"'] * 17) + "]}",
    HEAD + ',"seed":1}',
    HEAD + ',"id":null}',
    HEAD + ',"id":"' + "x" * 201 + '"}',
    HEAD + ',"site":5}',
    HEAD + ',"round":"' + "x" * 201 + '"}',
    HEAD + ',"rules":null}',
    HEAD + ',"rules":""}',
    HEAD + ',"rules":{"preset":1}}',
    HEAD + ',"rules":{"preset":""}}',
    HEAD + ',"rules":{"a":1.5}}',
    HEAD + ',"rules":{"a":1000001}}',
    HEAD + ',"rules":{"a":[null]}}',
    HEAD + ',"meta":{"a":1}}',
    HEAD + ',"meta":null}',
    HEAD + ',"date":"yesterday"}',
    HEAD + ',"date":"2024-13-01"}',
    HEAD + ',"date":"0000-01-01"}',
    HEAD + ',"date":"2024-02-29 10:00:00Z"}',
    HEAD + ',"date":"2024-02-29T10:00Z"}',
    HEAD + ',"date":"2024-02-29T24:00:00Z"}',
    HEAD + ',"date":"2024-02-29T10:00:00+24:00"}',
]
BAD_EVENTS = [
    "5",
    '"m"',
    "null",
    "[]",
    "[[]]",
    '["zz",0]',
    '["m"]',
    '["m",null]',
    '["m","aQH",null]',
    '["m","aQH  b2C"]',
    '["m"," aQH"]',
    '["m","aQH "]',
    '["m","aXX"]',
    '["m","qQH"]',
    '["m","aqh"]',
    '["m","a+"]',
    '["m","a^??"]',
    '["m","a' + "2C" * 9 + '"]',
    '["m","@1234567890123456"]',
    '["deal",null]',
    '["deal","q",null]',
    '["deal",null,["2C",5,"",""]]',
    '["deal",null,[]]',
    '["deal",null,"2C"]',
    '["deal",null,["10C","","",""]]',
    '["deal",null,["2c","","",""]]',
    '["deal",null,["2C 3C","","",""]]',
    '["deal",null,["' + "7H" * 163 + '","","",""]]',
    '["deal",null,null,"*"]',
    '["deal",null,null,null,"C2"]',
    '["deal",null,null,null,null,null]',
    '["contract",null]',
    '["contract",null,null]',
    '["contract",null,"kiz","R"]',
    '["contract",null,"' + "x" * 65 + '"]',
    '["points",null]',
    '["points",[]]',
    '["points",["1",1,1,1]]',
    '["points",[true,1,1,1]]',
    '["points",[1.5,1,1,1]]',
    '["points",[1000001,0,0,0]]',
    '["totals",[-1000001,0,0,0]]',
    '["winner",null]',
    '["winner","aq"]',
    '["winner"," "]',
    '["note",5]',
    '["note","' + "x" * 4001 + '"]',
    '["mark",-1,"' + DIGEST + '"]',
    '["mark",1,"' + "A" * 64 + '"]',
    '["seal",9007199254740993,"' + DIGEST + '"]',
    '["seal","1","' + DIGEST + '"]',
    '["seal",1,"00"]',
    '["seal",1]',
]
# What the reader refuses and a schema cannot, and why it cannot.
PAST_A_SCHEMA = {
    '{"replay":1,"replay":1,"game":"king","players":["A"]}': "a key that occurs twice is gone once JSON is read",
    HEAD + ',"meta":{"a":"","a":""}}': "a key that occurs twice is gone once JSON is read",
    '{"replay":1.0,"game":"king","players":["A"]}': "1.0 is an integer to JSON Schema",
    HEAD + ',"date":"2023-02-29"}': "the calendar",
    HEAD + ',"date":"2024-02-29T10:00:60Z"}': "a leap second stands in the last minute of a day in UTC only",
    HEAD + ',"date":"2024-02-29\\n"}': "this validator lets `$` match before a last line feed",
    HEAD + ',"rules":"nowhere"}': "presets and options are those of the game that another field names",
    HEAD + ',"rules":{"nothing":1}}': "presets and options are those of the game that another field names",
    '["deal",null,["2C"]]': "how many players there are stands in another line",
    '["points",[1]]': "how many players there are stands in another line",
    '["totals",[1,2,3,4,5]]': "how many players there are stands in another line",
    '["points",[1.0,1,1,1]]': "1.0 is an integer to JSON Schema",
    '["deal",null,["2C\\n","","",""]]': "this validator lets `$` match before a last line feed",
    '["winner","a\\n"]': "this validator lets `$` match before a last line feed",
    '["m","aQH\\n"]': "this validator lets `$` match before a last line feed",
    '["mark",1,"' + DIGEST + '"]': "a digest is that of other lines",
    '["seal",2,"' + DIGEST + '"]': "a count is that of other lines",
}


def replay_with(line: str) -> str:
    return f"{line}\n" if line.startswith("{") else f"{HEAD}}}\n{line}\n"


def test_the_lines_around_the_bad_ones_are_good():
    assert not is_refused(replay_with(HEAD + "}"))
    assert not is_refused(replay_with('["m","aQH"]'))


@pytest.mark.parametrize("line", [*BAD_HEADERS, *BAD_EVENTS])
def test_what_the_reader_refuses_the_schema_refuses(line):
    assert is_refused(replay_with(line))
    assert not passes("header" if line in BAD_HEADERS else "events", line)


@pytest.mark.parametrize("line", PAST_A_SCHEMA)
def test_what_only_the_reader_can_refuse(line):
    assert is_refused(replay_with(line))
    assert passes(names_of(line), line), PAST_A_SCHEMA[line]


ANY_SPEED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
SCRAPS = st.sampled_from(
    [
        "",
        "a",
        "p",
        "q",
        "mimuw",
        "2C",
        "2CKH??**",
        "aQH",
        "aQH b2C b$",
        "x" * 200,
        "x" * 201,
        "\0",
        "2024-02-29",
        DIGEST,
    ]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-1_000_001, 1_000_001) | SCRAPS | st.floats(allow_nan=False) | st.text(),
    lambda parts: st.lists(parts, max_size=4) | st.dictionaries(SCRAPS, parts, max_size=2),
    max_leaves=6,
)
FIELDS = Header.__struct_fields__
HEADERS = st.builds(
    lambda more, players: {"replay": 1, "game": "king", "players": players} | more,
    st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=2),
    st.lists(SCRAPS, max_size=5),
)
TAGS = st.sampled_from(["deal", "contract", "m", "points", "totals", "winner", "note", "mark", "seal"])
EVENTS = st.builds(
    lambda tag, elements: [tag, *elements],
    TAGS,
    st.lists(
        VALUES | st.lists(st.none() | st.lists(st.sampled_from(CARD_TEXTS)).map("".join), min_size=4, max_size=4),
        max_size=4,
    ),
)


@ANY_SPEED
@given(HEADERS)
def test_a_header_that_is_read_passes(header):
    line = json.dumps(header)
    assert isinstance(read_header(line.encode()), Fault) or passes("header", line)


@ANY_SPEED
@given(EVENTS)
def test_an_event_that_is_read_passes_but_for_tokens_and_digests(event):
    line = json.dumps(event)
    found = read_event(line.encode(), 4)
    if not isinstance(found, Fault) and event[0] not in {"m", "mark", "seal"}:
        assert passes("events", line)


@ANY_SPEED
@given(st.lists(st.from_regex(TOKEN, fullmatch=True), max_size=12))
def test_any_tokens_pass(tokens):
    assert passes("events", json.dumps(["m", " ".join(tokens)]))


# Reports and rules.


def check_lines(text: str) -> None:
    for line in text.splitlines():
        VALIDATORS["report"].validate(json.loads(line))


@pytest.mark.parametrize("limit", ["0", "1000"])
def test_reports_on_the_samples_pass(run, limit):
    arguments = ("check", str(ROOT / "replays"), "--max-findings", limit, "--output-format")
    report = json.loads(run(*arguments, "json").stdout)
    VALIDATORS["report"].validate(report)
    assert len(report["games"]) == len(SAMPLES)
    lines = run(*arguments, "jsonl").stdout.decode()
    assert len(lines.splitlines()) == len(SAMPLES) + 1
    check_lines(lines)


def test_a_report_of_nothing_passes(run):
    for form in ("json", "jsonl"):
        done = run("check", "--allow-empty", "--output-format", form)
        VALIDATORS["report"].validate(json.loads(done.stdout))


def reports_on(content: bytes) -> Iterator[str]:
    """Yield the report on a replay in both formats for machines."""
    for form in ("json", "jsonl"):
        report, summary = FORMATS[form](), Summary()
        text = report.begin()
        for verdict in judged_all(content):
            summary.add(verdict)
            text += report.put(report.game(verdict))
        yield text + report.end(summary)


@pytest.mark.parametrize("example", EXAMPLES)
def test_reports_on_the_rulebook_pass(example):
    whole, lines = reports_on(example.content())
    VALIDATORS["report"].validate(json.loads(whole))
    check_lines(lines)


@pytest.mark.parametrize("line", [*BAD_HEADERS, *BAD_EVENTS, *PAST_A_SCHEMA])
def test_reports_on_bad_lines_pass(line):
    whole, lines = reports_on(replay_with(line).encode())
    VALIDATORS["report"].validate(json.loads(whole))
    check_lines(lines)


def objects_in(value: object) -> Iterator[dict[str, object]]:
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from objects_in(part)


def test_a_report_with_a_key_too_many_or_too_few_does_not_pass():
    report = json.loads(next(reports_on(SAMPLES[0].read_bytes())))
    assert VALIDATORS["report"].is_valid(report)
    free = [finding["facts"] for game in report["games"] for finding in game["findings"]]
    free += [report["summary"]["findings"], *(game["rules"]["options"] for game in report["games"])]
    free = [part for value in free for part in objects_in(value)]
    closed = [part for part in objects_in(report) if not any(part is one for one in free)]
    for part in closed[:8]:
        for key in list(part):
            before = copy.copy(part)
            del part[key]
            assert not VALIDATORS["report"].is_valid(report), key
            part.clear()
            part.update(before)
        part["more"] = 1
        assert not VALIDATORS["report"].is_valid(report)
        del part["more"]
    assert VALIDATORS["report"].is_valid(report)


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        (["report"], 2),
        (["tool", "name"], "another"),
        (["games", 0, "verdict"], "guilty"),
        (["games", 0, "sealed"], "yes"),
        (["games", 0, "kind"], "whist"),
        (["games", 0, "line"], 0),
        (["games", 0, "complete"], None),
        (["games", 0, "winners"], "Zofia"),
        (["games", 0, "hands", 0, "seat"], "z"),
        (["games", 0, "hands", 0, "points"], [0.5]),
        (["games", 0, "findings"], [{}]),
        (["summary", "clean"], -1),
        (["summary", "findings"], {"revoke": 1}),
        (["summary", "findings"], {"TRK201": 0}),
    ],
)
def test_a_report_with_a_wrong_value_does_not_pass(keys, value):
    report = json.loads(next(reports_on(SAMPLES[0].read_bytes())))
    part = report
    for key in keys[:-1]:
        part = part[key]
    part[keys[-1]] = value
    assert not VALIDATORS["report"].is_valid(report)


@pytest.mark.parametrize("arguments", [["--all"], ["--all", "--game", "kierki"], ["revoke"]])
def test_the_catalogue_of_rules_passes(run, arguments):
    done = run("rule", *arguments, "--output-format", "json")
    assert done.returncode == 0
    catalogue = json.loads(done.stdout)
    VALIDATORS["rules"].validate(catalogue)
    assert catalogue["rules"]
    catalogue["rules"][0]["class"] = "sin"
    assert not VALIDATORS["rules"].is_valid(catalogue)
