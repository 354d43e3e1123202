"""The canonical form: its lines, that it is its own canonical form, and that the judge says the same of it."""

import json
import re
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from judging import SHARED, judged_all, needs_records
from msgspec import Struct
from msgspec.structs import asdict
from rulebook.pages import option_pages, rule_pages

from verifier.finding import FaultClass, Place
from verifier.importers import IMPORTERS
from verifier.movetext import TOKEN
from verifier.replay.canonical import MOST_TOKENS, UnformattableError, canonical_lines
from verifier.replay.lines import LINE_LIMIT, Mark, Seal
from verifier.replay.seal import Tally
from verifier.replay.writer import write_line
from verifier.sheet import Sheet
from verifier.verdict import Verdict

SAMPLES = sorted((Path(__file__).resolve().parents[2] / "replays").glob("**/*.replay"))
KIERKI = '{"replay":1,"game":"kierki","players":["A","B","C","D"]}\n'
KING = '{"replay":1,"game":"king","players":["A","B","C","D"]}\n'
REVERSE = '{"replay":1,"game":"kings-reverse","players":["A","B","C","D"]}\n'
TRICK = ["b2C", "c3C", "d4C", "a5C", "a$"]


def canonical(text: str | bytes) -> str:
    """Return the canonical form of a text, and make sure that it is its own."""
    data = text.encode() if isinstance(text, str) else text
    once = b"".join(canonical_lines([data]))
    assert b"".join(canonical_lines([once])) == once
    return once.decode()


def moves(*tokens: str) -> str:
    return json.dumps(["m", " ".join(tokens)], separators=(",", ":")) + "\n"


def acts_of_lines(text: str) -> list[int]:
    """Return how many acts each moves line of a canonical text holds."""
    lines = [json.loads(line)[1].split(" ") for line in text.splitlines() if line.startswith('["m"')]
    return [sum(not token.startswith("@") for token in line) for line in lines]


def meaning(verdict: Verdict) -> dict[str, Any]:
    """Return all that a verdict says but for lines and columns."""

    def placeless(fact: Any) -> Any:
        if isinstance(fact, Struct):
            return placeless(asdict(fact))
        if isinstance(fact, Sheet):
            return placeless({part: getattr(fact, part) for part in Sheet.__slots__})
        if isinstance(fact, Place):
            return fact._replace(line=0, column=0)
        if isinstance(fact, dict):
            return {key: 0 if key in {"line", "column"} else placeless(value) for key, value in fact.items()}
        if isinstance(fact, list | tuple):
            return [placeless(part) for part in fact]
        return fact

    said = {key: placeless(value) for key, value in asdict(verdict).items()}
    # They are sorted by line and column.
    said["findings"].sort(key=repr)
    return said


# What the lines look like.


def test_a_header_in_the_order_of_the_format_without_defaults() -> None:
    text = (
        '\ufeff { "meta":{"z":"1","a":"2"}, "players" : ["\\u015f","B"],"rules":{"scores":"seed","preset":"mimuw"},'
        '"id":"x","game":"king", "replay":1 } \r\n'
    )
    assert canonical(text) == (
        '{"replay":1,"game":"king","players":["ş","B"],"rules":{"preset":"mimuw","scores":"seed"},"id":"x",'
        '"meta":{"z":"1","a":"2"}}\n'
    )


@pytest.mark.parametrize("empty", ['"rules":{}', '"meta":{}', '"rules":{},"meta":{}'])
def test_a_field_that_says_nothing_is_left_out(empty: str) -> None:
    assert canonical(KING[:-2] + f",{empty}}}\n") == KING


@pytest.mark.parametrize("said", ['"rules":"mimuw"', '"rules":{"preset":"mimuw"}', '"rules":{"a":null}', '"id":""'])
def test_a_field_that_says_something_stays(said: str) -> None:
    line = KING[:-2] + f",{said}}}\n"
    assert canonical(line) == line


def test_event_lines_lose_white_space_and_trailing_defaults() -> None:
    text = (
        KING
        + '\r\n  \t\n[ "deal" , "a", null, null ,null ]\n["contract",null,"kiz",null]\r\n["points",[-0, null ,1,2]]\n'
        + '["note"," \\u0041\\/ "]\n["winner",""]\n'
    )
    assert canonical(text) == (
        KING + '["deal","a",null]\n["contract",null,"kiz"]\n["points",[0,null,1,2]]\n["note"," A/ "]\n["winner",""]\n'
    )


def test_moves_lines_are_joined_and_empty_ones_are_gone() -> None:
    text = KING + moves(*TRICK[:2]) + moves("") + moves(*TRICK[2:]) + moves("") + '["winner","a"]\n' + moves("")
    assert canonical(text) == KING + moves(*TRICK) + '["winner","a"]\n'


def test_a_note_keeps_its_place_between_the_acts() -> None:
    text = KING + moves(*TRICK[:2]) + '["note","x"]\n' + moves("d4C") + moves(*TRICK[3:])
    assert canonical(text) == KING + moves(*TRICK[:2]) + '["note","x"]\n' + moves(*TRICK[2:])


@pytest.mark.parametrize(
    ("header", "run", "lines"),
    [
        (KIERKI, TRICK * 13, [65]),
        (KING, TRICK * 13, [65]),
        (REVERSE, TRICK * 13, [64, 1]),
        (KING, [*TRICK * 13, "b2C"], [64, 2]),
        (KIERKI, TRICK * 39, [64, 64, 64, 3]),
        (KIERKI, [*TRICK * 12, *TRICK[:4], "b-"], [64, 1]),
        (KIERKI, ["b-", *TRICK * 13], [64, 2]),
        (KIERKI, ["b-", *TRICK * 12, *TRICK[:3]], [64]),
        (REVERSE, TRICK * 12, [60]),
    ],
)
def test_how_many_acts_stand_on_a_line(header: str, run: list[str], lines: list[int]) -> None:
    for cut in (1, 2, 63, 64, 65, 1000):
        text = header + "".join(moves(*run[start : start + cut]) for start in range(0, len(run), cut))
        assert acts_of_lines(canonical(text)) == lines


def test_every_run_is_counted_anew() -> None:
    run = moves(*TRICK * 13)
    assert acts_of_lines(canonical(KING + run + '["note",""]\n' + run + KING + run + REVERSE + run)) == [
        65,
        65,
        65,
        64,
        1,
    ]


def test_a_clock_stays_with_the_act_that_follows() -> None:
    run = [token for number in range(130) for token in (f"@{number}", "a+??")]
    first, second, third = canonical(REVERSE + moves(*run, "@999")).splitlines()[1:]
    assert first.endswith('@63 a+??"]')
    assert second.startswith('["m","@64 a+?? ')
    assert third == '["m","@128 a+?? @129 a+?? @999"]'


def test_clocks_alone_stay() -> None:
    assert canonical(KING + moves("@1") + moves("@2") + '["winner",""]\n') == KING + moves("@1", "@2") + (
        '["winner",""]\n'
    )


def test_no_heap_of_clocks_makes_a_line_too_long() -> None:
    text = canonical(REVERSE + moves(*["@123456789012345"] * 60_000) * 3 + moves("a-"))
    assert max(map(len, text.splitlines())) < LINE_LIMIT // 8
    assert text.count("@") == 180_000
    assert text.splitlines()[1].count(" ") == MOST_TOKENS - 1


def test_games_follow_each_other() -> None:
    assert canonical(KING + moves("aQH") + "\n" + REVERSE + moves("b-")) == KING + moves("aQH") + REVERSE + moves("b-")


def test_without_a_game_there_are_no_lines() -> None:
    assert canonical("") == canonical("\n \r\n") == ""


def test_memory_stays_flat_however_long_the_run() -> None:
    def peak(lines: int) -> int:
        tracemalloc.start()
        blocks: Iterator[bytes] = iter([REVERSE.encode(), *[moves(*TRICK * 20).encode()] * lines])
        for _ in canonical_lines(blocks):
            pass
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    peak(2)
    # So many that some have been digested already.
    few, many = peak(400), peak(4000)
    assert many < few + 50_000


# What has no canonical form.


@pytest.mark.parametrize(
    ("text", "line", "name"),
    [
        ("[]\n", 1, "missing-header"),
        ("{}\n", 1, "bad-line"),
        (KING + '["m",5]\n', 2, "bad-line"),
        (KING + moves("aQH") + moves("aQH", "", "b2C"), 3, "bad-token"),
        (KING + moves("aQH") + moves("aXX"), 3, "bad-token"),
        (KING + KING[:-2] + ',"x":1}\n', 2, "unknown-field"),
        (KING + '["winner",""]', 2, "torn-tail"),
        (KING + " " * (LINE_LIMIT + 1) + "\n", 2, "line-too-long"),
    ],
)
def test_what_cannot_be_read_is_told(text: str, line: int, name: str) -> None:
    with pytest.raises(UnformattableError) as caught:
        canonical(text)
    assert caught.value.line == line
    assert caught.value.trouble is not None
    assert caught.value.trouble.rule.name == name


@pytest.mark.parametrize("last", ["seal", "mark", "broken seal", "broken mark"])
def test_a_digest_covers_bytes_and_not_what_they_say(last: str) -> None:
    tally = Tally()
    for line in (KING, moves("aQH")):
        tally.add(line.encode())
    count, digest = tally.count, tally.digest() if last in {"seal", "mark"} else "0" * 64
    end = write_line(Seal(count, digest) if last.endswith("seal") else Mark(count, digest)).decode()
    with pytest.raises(UnformattableError) as caught:
        canonical(KING + moves("aQH") + end)
    assert (caught.value.line, caught.value.trouble) == (3, None)


# That it says the same.


def check_meaning(text: str | bytes) -> None:
    for before, after in zip(judged_all(text), judged_all(canonical(text)), strict=True):
        assert meaning(before) == meaning(after)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_sample_replays_mean_the_same(path: Path) -> None:
    check_meaning(path.read_bytes())
    data = path.read_bytes()
    assert len(canonical(data).splitlines()) >= data.count(b"\n")


def _examples() -> Iterator[tuple[str, bytes]]:
    for page in (*rule_pages(), *option_pages()):
        for heading, section in page.sections.items():
            if section.example is not None and "gzip" not in " ".join(section.example.attributes):
                yield f"{page.code or page.name} {heading}", section.example.content()


def _singly(text: bytes) -> bytes:
    """Return a replay with one token on every moves line."""
    lines = []
    for line in text.splitlines(keepends=True):
        if line.startswith(b'["m","'):
            lines += [moves(token).encode() for token in json.loads(line)[1].split(" ")]
        else:
            lines.append(line)
    return b"".join(lines)


@pytest.mark.parametrize(("name", "text"), [pytest.param(*example, id=example[0]) for example in _examples()])
def test_replays_of_the_rulebook_mean_the_same_or_cannot_be_read(name: str, text: bytes) -> None:
    # A house rule that is wrong is a fault of the format too, but the replay room knows no house rules.
    unreadable = [
        finding
        for verdict in judged_all(text)
        for finding in verdict.findings
        if finding.rule.name == "bad-token"
        or (finding.rule.fault_class is FaultClass.FORMAT and "reason" in finding.facts)
    ]
    if unreadable or b'["seal"' in text or b'["mark"' in text:
        with pytest.raises(UnformattableError):
            canonical(text)
    else:
        check_meaning(text)
        assert canonical(_singly(text)) == canonical(text)


@needs_records
def test_real_deals_mean_the_same() -> None:
    path = next(iter(sorted((SHARED / "data/mimuw").glob("**/*.log"))), None)
    if path is None:
        pytest.skip("there is no server report beside the repository")
    games = [game for game in IMPORTERS["mimuw"]([path.read_bytes()]) if game.converted]
    assert games
    for game in games:
        written = b"".join(map(write_line, game.lines))
        check_meaning(written)
        assert canonical(_singly(written)) == canonical(written)


ANY_SPEED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
TOKENS = st.from_regex(TOKEN, fullmatch=True)
SOME_TOKENS = [*TRICK, "b-", "@5", "%", "aQH", "a*H", "a+7H", "b!", "c!a", "d?", "a<**", "a>b7H", "p$"]


@st.composite
def respelled(draw: st.DrawFn, lines: list[list[Any] | dict[str, Any]]) -> str:
    """Return these lines in any spelling: white space, order of keys, escapes, grouping of acts, line ends."""
    text = draw(st.sampled_from(["", "\ufeff"]))
    end = draw(st.sampled_from(["\n", "\r\n", "\n\n \t\n"]))
    blanks = draw(st.sampled_from([(",", ":"), (", ", " : "), ("\t,", ":\t")]))
    ascii_only = draw(st.booleans())

    def line_of(said: list[Any] | dict[str, Any]) -> str:
        return json.dumps(said, separators=blanks, ensure_ascii=ascii_only) + end

    for line in lines:
        if isinstance(line, dict):
            text += line_of({key: line[key] for key in draw(st.permutations(sorted(line)))})
        elif line[0] == "m":
            rest = line[1].split(" ") if line[1] else []
            while rest:
                size = draw(st.sampled_from([1, 3, 40, 200]))
                text += line_of(["m", " ".join(rest[:size])])
                rest = rest[size:]
            text += line_of(["m", ""]) if draw(st.booleans()) else ""
        else:
            most = {"deal": 5, "contract": 4}.get(line[0], len(line))
            text += line_of(line + [None] * draw(st.integers(0, most - len(line))))
    return text


@st.composite
def matches(draw: st.DrawFn) -> list[list[Any] | dict[str, Any]]:
    """Return the lines of a sample match with some of its tokens and claims changed, taken out or put in."""
    path = draw(st.sampled_from(SAMPLES))
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    start = draw(st.integers(0, max(0, len(lines) - 12)))
    lines = [lines[0], *lines[1 + start : 13 + start]]
    for _ in range(draw(st.integers(0, 4))):
        number = draw(st.integers(1, len(lines) - 1))
        line = lines[number]
        if line[0] == "m":
            tokens = line[1].split(" ")
            where = draw(st.integers(0, len(tokens)))
            tokens[where : where + draw(st.integers(0, 2))] = draw(st.lists(st.sampled_from(SOME_TOKENS), max_size=2))
            lines[number] = ["m", " ".join(tokens)]
        else:
            lines[number] = draw(st.sampled_from([line, ["note", "ş\u2028"], ["winner", "ab"], ["m", "b2C @7 c-"]]))
    return lines


@ANY_SPEED
@given(matches().flatmap(lambda lines: st.tuples(st.just(lines), respelled(lines))))
def test_a_match_in_any_spelling_has_one_form_and_one_meaning(
    found: tuple[list[list[Any] | dict[str, Any]], str],
) -> None:
    lines, text = found
    plain = "".join(json.dumps(line) + "\n" for line in lines)
    assert canonical(text) == canonical(plain)
    check_meaning(text)


@st.composite
def records(draw: st.DrawFn) -> list[list[Any] | dict[str, Any]]:
    """Return the lines of a record of any game, with any tokens in any order."""
    game = draw(st.sampled_from(["king", "kierki", "kings-reverse"]))
    header = {"replay": 1, "game": game, "players": ["A", "ş", "C", "D"], "meta": {"k": "\x7f\u2028"}}
    events: list[list[Any] | dict[str, Any]] = draw(
        st.lists(
            st.lists(TOKENS | st.sampled_from(SOME_TOKENS), max_size=100).map(lambda run: ["m", " ".join(run)])
            | st.sampled_from([["deal", None, None], ["note", "x"], ["contract", "a", "lottery"], ["points", [1] * 4]]),
            max_size=6,
        )
    )
    return [header, *events]


@ANY_SPEED
@given(records().flatmap(lambda lines: st.tuples(st.just(lines), respelled(lines))))
def test_a_record_of_any_game_keeps_every_token(found: tuple[list[list[Any] | dict[str, Any]], str]) -> None:
    lines, text = found
    form = canonical(text)
    said = [line[1] for line in lines if isinstance(line, list) and line[0] == "m" and line[1]]
    kept = [json.loads(line)[1] for line in form.splitlines() if line.startswith('["m"')]
    assert " ".join(kept) == " ".join(said)
    assert all(number <= 65 for number in acts_of_lines(form))
    assert not re.search(r"[ \t]\n|\r", form)
    check_meaning(text)
