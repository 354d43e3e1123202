"""What a finding is about, quoted from the file: the right signs, and carets below them as a terminal shows them."""

import re
from pathlib import Path

import pytest
from wcwidth import wcswidth

from verifier.finding import Place
from verifier.referee import judge_source
from verifier.replay.quotes import MOST_QUOTED, WIDTH, Quote, quotes_of
from verifier.reports import FORMATS
from verifier.reports.display import display
from verifier.reports.frame import frame_lines
from verifier.verdict import Outcome

SAMPLE = Path(__file__).resolve().parents[2] / "replays/kierki/match-clean.replay"
HEADER = '{"replay":1,"game":"kierki","players":["A","B","C","D"],"rules":"mimuw"}\n'


def quoted(data, line, column, first_line=1):
    (quote,) = quotes_of(data, 0, len(data), first_line, [Place(line, column, 0, 0)]).values()
    return quote


def below(lines):
    """Return what stands above the carets, by columns of a terminal."""
    line, carets = lines
    start, end = carets.index("^"), len(carets)
    assert carets[start:] == "^" * (end - start)
    signs, at = "", 0
    for sign in line:
        if start <= at < end:
            signs += sign
        at += max(0, wcswidth(sign))
    return signs


@pytest.mark.parametrize(
    ("line", "column", "word"),
    [
        ('["m","a5S bXX c2D"]', 11, "bXX"),
        ('["m","a5S bXX"]', 11, "bXX"),
        ('["points",[1,22,3]]', 14, "22"),
        ('{"replay":1,"a\\"b":[2]}', 13, '"a\\"b"'),
        ('["m","a5S  b3D"]', 11, " "),
        ("[1, 2", 6, ""),
        ("", 1, ""),
        ('["note","x"]', 1, '["note","x"]'),
        ('["漢字","漢漢 b3漢 c2D"]', 11, "b3漢"),
    ],
)
def test_the_word_that_begins_there(line, column, word):
    quote = quoted(f"first\n{line}\r\nlast".encode(), 2, column)
    assert quote.length == len(line)
    assert line[column - 1 : quote.end - 1] == word
    assert quote.text == line
    if word:
        assert below(frame_lines(quote, 2)) == display(word)


def test_lines_are_counted_from_the_first():
    data = b"one\ntwo\nthree\n"
    assert [quoted(data, 7 + at, 1, 7).text for at in range(3)] == ["one", "two", "three"]
    assert quotes_of(data, 4, 8, 2, [Place(2, 1, 0, 0)])[2, 1].text == "two"
    assert quoted(data, 99, 1).text == ""


def test_only_the_mark_of_a_file_is_left_out():
    data = b"\xef\xbb\xbf{}\n\xef\xbb\xbf{}\n"
    assert [quoted(data, line, 1).text for line in (1, 2)] == ["{}", "\ufeff{}"]


def test_bytes_that_are_no_text_are_shown_as_such():
    assert quoted(b'["\xff","x"]', 1, 3).text == '["\ufffd","x"]'


@pytest.mark.parametrize("column", [1, 2, 39, 40, 41, 42, 500, 960, 990, 1000])
def test_of_a_long_line_only_what_stands_around(column):
    line = "".join(chr(97 + at % 26) for at in range(1000))
    quote = quoted(line.encode(), 1, column)
    assert len(quote.text) <= WIDTH
    shown, _ = frame_lines(quote, 1)
    assert shown.startswith("1 | …") is (column > 41)
    assert shown.endswith("…") is (quote.begin + len(quote.text) <= 1000)
    assert line[column - 1] in below(frame_lines(quote, 1))


@pytest.mark.parametrize(
    "left", ["", "a", "\x1b[2J", "漢" * 30, "\u202e" * 39, "\U0001f468\u200d", "e\u0301" * 9, "::", "##"]
)
@pytest.mark.parametrize("word", ["b3D", "\x1b\x1b", "漢字", "x" * 200, "\U000e0041" * 90])
@pytest.mark.parametrize("right", ["", " c2D", "\x07" * 60, "漢" * 60])
def test_carets_stand_below_the_word_whatever_is_around_it(left, word, right):
    line = left + word + right
    text = line[:WIDTH]
    quote = Quote(text, 1, len(line), len(left) + 1, len(left) + len(word) + 1)
    shown, carets = frame_lines(quote, 12)
    assert shown.isprintable()
    assert carets.isprintable()
    assert wcswidth(shown) <= 120
    room = wcswidth("12 | " + ("…" if shown.startswith("12 | …") else ""))
    assert len(carets) <= wcswidth(shown)
    if wcswidth(display(line)) <= 100:
        assert carets.index("^") == room + wcswidth(display(left))
        assert carets.count("^") == wcswidth(display(word))


def test_full_shows_the_line():
    data = (HEADER + '["m","a5S 漢X b3D"]\n').encode()
    (verdict,) = judge_source([data], "a.replay")
    assert verdict.outcome is Outcome.UNREADABLE
    (text,) = FORMATS["full"]().game(verdict)
    assert '\n    2 | ["m","a5S 漢X b3D"]\n      |           ^^^\n' in text


@pytest.mark.parametrize("size", [1, 7, 1 << 20])
def test_however_the_bytes_come_the_quotes_are_the_same(size):
    data = (HEADER + '["m","a5S bXX"]\n' + HEADER + '["m","a5S bYY"]\n').encode()
    blocks = [data[at : at + size] for at in range(0, len(data), size)]
    verdicts = list(judge_source(blocks, "a.replay", first_line=5))
    assert [verdict.quotes[line, 11].text for verdict, line in zip(verdicts, (6, 8), strict=True)] == [
        '["m","a5S bXX"]',
        '["m","a5S bYY"]',
    ]


def test_a_game_that_is_too_long_is_not_quoted():
    note = '["note","%s"]\n' % ("x" * 4000)
    data = (HEADER + note * (MOST_QUOTED // len(note) + 1) + '["m","a5S bXX"]\n').encode()
    (verdict,) = judge_source([data], "a.replay")
    assert verdict.outcome is Outcome.UNREADABLE
    assert verdict.quotes == {}


def test_a_clean_game_is_not_quoted():
    (verdict,) = judge_source([SAMPLE.read_bytes()], "a.replay")
    assert verdict.notices
    assert not verdict.quotes
    assert not re.search(r"\d \| ", "".join(FORMATS["full"]().game(verdict)))
