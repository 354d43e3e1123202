import json
import unicodedata

import msgspec
import pytest
from wcwidth import wcswidth

from verifier.reports.display import calm_json, display, excerpt, table_cell


@pytest.mark.parametrize(
    "name", ["Ayşe", "İbrahim Çağlar", "أحمد", "王小明", "Łukasz", "O'Neil", "a_b-c.d", "Zoë 2", ""]
)
def test_ordinary_names_stay_as_they_are(name):
    assert display(name) == name


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31m", r"\x1b[31m"),
        ("\x9b31m", r"\x9b31m"),
        ("a\nb\rc\td", r"a\nb\rc\td"),
        ("\x7f\x00", r"\x7f\x00"),
        ("Ali\u202e", r"Ali\u202e"),
        ("\u2066x\u2069\u061c\ufeff", r"\u2066x\u2069\u061c\ufeff"),
        ("A\u200bli", r"A\u200bli"),
        ("a\u2028b\u2029", r"a\u2028b\u2029"),
        ("\udcff", r"\udcff"),
        ("\ue000\u0378\U000e0001", r"\ue000\u0378\U000e0001"),
        ("A\u3164\ufe0f\u00a0", r"A\u3164\ufe0f\xa0"),
        (r"a\x1b", r"a\\x1b"),
        ("::error::x", r"\x3a:error::x"),
        (" \t::x", r" \t::x"),
        ("  ::x", r"  \x3a:x"),
        (":", r"\x3a"),
        ("a::b", "a::b"),
        ("##[error]", r"#\x23[error]"),
    ],
)
def test_what_would_act_is_escaped(text, shown):
    assert display(text) == shown


def test_no_code_point_acts_on_a_terminal():
    for code in range(0x110000):
        shown = display(chr(code))
        for char in shown:
            assert char == " " or unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"}


def test_different_texts_are_shown_differently(hostile):
    assert display(hostile) != display(hostile + "\u200b")
    assert display("\x1b") != display("\\x1b")


def test_an_excerpt_is_cut_and_says_so():
    assert excerpt("x" * 120) == "x" * 120
    assert excerpt("x" * 121) == "x" * 120 + "…"
    assert excerpt("\x1b" * 9, 2) == r"\x1b\x1b…"


def test_a_table_cell_is_never_wider_than_its_cells(hostile):
    for cells in (1, 2, 8, 32):
        cell = table_cell(hostile, cells)
        assert 1 <= wcswidth(cell) <= cells or (cells < 8 and len(cell) <= 8)
        assert cell == cell.strip()


def test_a_wide_name_is_cut_at_32_columns():
    assert table_cell("漢" * 64) == "漢" * 15 + "…"
    assert table_cell("漢" * 16) == "漢" * 16
    assert table_cell("x" * 32) == "x" * 32
    assert table_cell("x" * 33) == "x" * 31 + "…"


@pytest.mark.parametrize(
    ("text", "shown"), [(" lead", r"\x20lead"), ("trail ", r"trail\x20"), ("", '""'), (" ", r"\x20")]
)
def test_a_table_cell_keeps_the_spaces_at_its_ends(text, shown):
    assert table_cell(text) == shown


@pytest.mark.parametrize(
    "sign",
    ["\x7f", "\x9b", "\u202e", "\u200b", "\u2028", "\ufeff", "\U000e0041", "\ud7ff\ue000", "\\", '"', "é漢", "\x1b\n"],
)
def test_json_is_calm_and_says_the_same(sign):
    text = msgspec.json.encode({"a": f"x{sign}y", sign: 1}).decode()
    calm = calm_json(text)
    assert calm.isprintable()
    assert json.loads(calm) == {"a": f"x{sign}y", sign: 1}
    assert "漢" not in sign or "漢" in calm
