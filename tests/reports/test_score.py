import html
import re

import pytest
from tabulate import tabulate_formats
from wcwidth import wcswidth

from verifier.reports.display import table_cell
from verifier.reports.score import compared, score_text, sheet_cells, table_formats, winner_line
from verifier.sheet import Sheet, SheetRow
from verifier.verdict import Verdict

SIMPLE = """\
games/a.replay: game 2: faulty; king; id t7

  hand  contract             a Ayşe    b Ali              c Can    d Ece
------  ----------  ---------------  -------  -----------------  -------
     1  kiz                    -100        0  -260 (wrote -240)        0
     2  koz H          ? (wrote 50)        ?      ? (wrote 600)  ? (wrote 0)
 total              -100 (wrote -50)       0  -260 (wrote 360)         0

Winner: b (Ali); the table wrote b (Ali), d (Ece)

"""


def test_the_sheet_as_people_read_it(verdict):
    def squeezed(text):
        return [re.sub(r" +|-{3,}", " ", line).strip() for line in text.split("\n")]

    assert squeezed(score_text(verdict)) == squeezed(SIMPLE)


@pytest.mark.parametrize(
    ("audited", "recorded", "cells"),
    [
        ([1, -2], [1, -2], ["1", "-2"]),
        ([1, -2], [1, 2], ["1", "-2 (wrote 2)"]),
        ([1, 0], [None, None], ["1", "0"]),
        ([1, 0], None, ["1", "0"]),
        (None, [5, None], ["? (wrote 5)", "?"]),
        (None, None, ["?", "?"]),
        ([0, 0], [0, 0], ["0", "0"]),
        ([1], [1, 2, 3], ["1", "? (wrote 2)"]),
    ],
)
def test_written_numbers_stand_beside_audited_ones_where_they_differ(audited, recorded, cells):
    assert compared(audited, recorded, 2) == cells


@pytest.mark.parametrize(
    ("true", "wrote", "line"),
    [
        ("a", "a", "Winner: a (Ayşe)"),
        ("a", None, "Winner: a (Ayşe)"),
        ("ad", "a", "Winner: a (Ayşe), d (Ece); the table wrote a (Ayşe)"),
        (None, "b", "Winner: ?; the table wrote b (Ali)"),
        ("a", "", "Winner: a (Ayşe); the table wrote nobody"),
        ("a", "pp", "Winner: a (Ayşe); the table wrote p, p"),
    ],
)
def test_the_winner_line(verdict, true, wrote, line):
    verdict.sheet.winners, verdict.sheet.recorded_winners = true, wrote
    assert winner_line(verdict) == line


def test_a_game_without_contracts_has_no_such_column():
    verdict = Verdict("a", 1, 1, "kings-reverse", None, ["A", "B"])
    verdict.sheet = Sheet([SheetRow(1, 2, points=[1, 2])], [1, 2])
    assert sheet_cells(verdict) == (["hand", "a A", "b B"], [["1", "1", "2"], ["total", "1", "2"]])


def test_games_without_a_sheet_say_so():
    assert score_text(Verdict("a", 1, 1, "king")).endswith("No hand was recorded.\n\n")
    assert score_text(Verdict("a", 1, 1)).endswith("There is no sheet: the header cannot be read.\n\n")


def test_every_format_of_tabulate_is_offered_but_those_that_escape_nothing():
    assert set(table_formats()) == set(tabulate_formats) - {"unsafehtml", "latex_raw"}
    assert "simple" in table_formats()


@pytest.mark.parametrize("table_format", sorted(set(tabulate_formats) - {"unsafehtml", "latex_raw"}))
def test_hostile_names_change_nothing_but_their_own_cell(verdict, hostile, table_format):
    verdict.sheet.recorded_winners = None
    calm = score_text(verdict, table_format)
    name = verdict.players[2]
    verdict.players[2] = hostile
    verdict.sheet.rows[1].contract = hostile
    text = score_text(verdict, table_format)
    assert all(line.isprintable() or table_format == "tsv" for line in text.split("\n"))
    assert text.count("\n") == calm.count("\n")
    assert text.count("\t") == calm.count("\t")
    assert not any(line.lstrip().startswith("::") for line in text.split("\n"))
    for number in ("-260 (wrote -240)", "-100", "?", "2", "total"):
        assert number in text
    assert name in calm


def columns(text, mark):
    """Return the number of unescaped column marks in each line of the table."""
    return [len(re.findall(r"(?<!\\)(?:\\\\)*" + re.escape(mark), line)) for line in text.split("\n")]


@pytest.mark.parametrize("table_format", ["github", "pipe", "jira", "youtrack"])
def test_a_bar_in_a_name_makes_no_column(verdict, table_format):
    calm = columns(score_text(verdict, table_format), "|")
    verdict.players = ["a|b", "|", "\\|", "\\"]
    assert columns(score_text(verdict, table_format), "|") == calm


@pytest.mark.parametrize("table_format", ["asciidoc", "mediawiki", "moinmoin", "orgtbl", "textile"])
def test_a_bar_in_a_name_is_written_otherwise_where_it_cannot_be_escaped(verdict, table_format):
    calm = score_text(verdict, table_format).count("|")
    verdict.players = ["a|b", "||", "{|", "!|"]
    assert score_text(verdict, table_format).count("|") == calm


def test_html_holds_no_tag_of_a_name(verdict):
    verdict.players[0] = "</td><script>alert(1)</script>"
    verdict.path = "<img src=x onerror=alert(1)>"
    text = score_text(verdict, "html")
    assert set(re.findall(r"</?([a-z]+)", text)) == {"p", "table", "thead", "tbody", "tr", "th", "td"}
    assert html.escape("</td><script>alert(1)</script>")[:20] in text


def test_markdown_holds_no_link_code_or_tag_of_a_name(verdict):
    verdict.players[0] = "[x](http://y) `c` <b> *d*"
    assert r"a \[x\](http://y) \`c\` \<b\> \*d\*" in score_text(verdict, "github")


def test_latex_holds_no_command_of_a_name(verdict):
    verdict.players[0] = r"\input{/etc/passwd} $x$ %"
    for table_format in ("latex", "latex_booktabs", "latex_longtable"):
        text = score_text(verdict, table_format)
        assert r"\input" not in text
        assert r"a \textbackslash{}\textbackslash{}input\{/etc/passwd\} \$x\$ \%" in text


def test_a_contract_is_no_formula_of_a_spreadsheet(verdict):
    verdict.sheet.rows[0].contract = "=HYPERLINK(1)"
    lines = score_text(verdict, "tsv").split("\n")
    assert lines[2].split("\t") == ["hand", "contract", "a Ayşe", "b Ali", "c Can", "d Ece"]
    assert lines[3].split("\t") == ["1", "'=HYPERLINK(1)", "-100", "0", "-260 (wrote -240)", "0"]


def test_a_row_for_every_hand_whatever_the_contract_is_called(verdict):
    # A cell that holds only this sign makes tabulate draw a line instead of the row.
    for row in verdict.sheet.rows:
        row.contract = "\u0001"
    text = score_text(verdict, "simple")
    assert text.count(r"\x01") == 2


@pytest.mark.parametrize("name", ["1e5", "nan", "007", "1_000", "1,234", "-5", "inf", "0x10"])
def test_a_name_or_contract_like_a_number_stays_text(verdict, name):
    calm = score_text(verdict, "plain").split("\n")
    verdict.players = [name] * 4
    for row in verdict.sheet.rows:
        row.contract = name
    lines = score_text(verdict, "plain").split("\n")
    assert len(lines) == len(calm)
    assert lines[2].split() == ["hand", "contract", "a", name, "b", name, "c", name, "d", name]
    assert [line.split()[1] for line in lines[3:5]] == [name, name]


def test_columns_of_wide_names_stay_aligned(verdict):
    verdict.players = ["漢" * 64, "أحمد", "e\u0301a", "x" * 64]
    lines = score_text(verdict, "grid").split("\n")[2:-5]
    assert len({wcswidth(line) for line in lines}) == 1
    assert table_cell("漢" * 64) in lines[1]
