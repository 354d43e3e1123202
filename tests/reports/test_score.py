import html
import re

import pytest
from tabulate import tabulate_formats
from wcwidth import wcswidth

from verifier.reports.display import table_cell
from verifier.reports.quota import board_cells, quota_text
from verifier.reports.score import compared, score_text, sheet_cells, winner_line
from verifier.reports.tables import table_formats
from verifier.sheet import Sheet, SheetRow
from verifier.verdict import Verdict

SIMPLE = """\
games/a.replay: game 2: faulty; king; id t7

  hand  contract    chooser           a Ayşe    b Ali              c Can    d Ece
------  ----------  -------  ---------------  -------  -----------------  -------
     1  kiz         a Ayşe              -100        0  -260 (wrote -240)        0
     2  koz H       b Ali       ? (wrote 50)        ?      ? (wrote 600)  ? (wrote 0)
 total                       -100 (wrote -50)       0  -260 (wrote 360)         0

Winner: b (Ali); the table wrote b (Ali), d (Ece)

"""

STANDING = """\
  hand    contract    chooser  a Ayşe           b Ali  c Can              d Ece
------    ---------   -------  ------           -----  -----              -----
1         kiz         a Ayşe   -100             0      -260 (wrote -240)  0
after 1                        -100             0      -260 (wrote -240)  0
2         koz H       b Ali    ? (wrote 50)     ?      ? (wrote 600)      ? (wrote 0)
after 2                        ? (wrote -50)    ?      ? (wrote 360)      ?
total                          -100 (wrote -50) 0      -260 (wrote 360)   0
"""


def squeezed(text):
    return [re.sub(r" +|-{3,}", " ", line).strip() for line in text.split("\n")]


def test_the_sheet_as_people_read_it(verdict):
    assert squeezed(score_text(verdict)) == squeezed(SIMPLE)


def test_the_totals_after_each_hand(verdict):
    first, second = verdict.sheet.rows
    first.totals, first.recorded_totals = [-100, 0, -260, 0], [-100, 0, -240, 0]
    second.recorded_totals = [-50, None, 360, None]
    assert squeezed(score_text(verdict, standing=True))[2:9] == squeezed(STANDING)[:7]


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
    verdict = Verdict("a", 1, 1, "kierki", None, ["A", "B"])
    verdict.sheet = Sheet([SheetRow(1, 2, points=[1, 2])], [1, 2])
    assert sheet_cells(verdict) == (["hand", "a A", "b B"], [["1", "1", "2"], ["total", "1", "2"]])


@pytest.mark.parametrize(
    ("recorded", "counted", "cell"),
    [
        (None, None, ""),
        (1, None, "b Ali"),
        (1, 1, "b Ali"),
        (1, 2, "b Ali (counts for c)"),
        (None, 2, "? (counts for c)"),
    ],
)
def test_the_chooser_and_for_whom_a_choice_counts(verdict, recorded, counted, cell):
    verdict.sheet.rows[0].seat, verdict.sheet.rows[0].counted_for = recorded, counted
    head, rows = sheet_cells(verdict)
    assert (head[2], rows[0][2], rows[1][2]) == ("chooser", cell, "b Ali")


def test_games_without_a_sheet_say_so():
    assert score_text(Verdict("a", 1, 1, "king")).endswith("No hand was recorded.\n\n")
    assert score_text(Verdict("a", 1, 1)).endswith("There is no sheet: the header cannot be read.\n\n")


def test_every_format_of_tabulate_is_offered_but_those_that_escape_nothing():
    assert set(table_formats()) == set(tabulate_formats) - {"unsafehtml", "latex_raw"}
    assert "simple" in table_formats()


def chosen(*choices):
    """Rows of the sheet of King: seat, contract and suit of each hand, the seat being the one it counts for."""
    return [
        SheetRow(hand, hand, contract, seat, suit, counted_for=seat)
        for hand, (seat, contract, suit) in enumerate(choices, 1)
    ]


def board(verdict, *choices):
    """The cells of the quota board, each column by its name."""
    verdict.sheet.rows = chosen(*choices)
    head, rows = board_cells(verdict)
    return [dict(zip(head, row, strict=True)) for row in rows]


def test_the_quota_board_shows_what_is_chosen_and_what_is_open(verdict):
    rows = board(verdict, (1, "kiz", None), (2, "koz", "H"), (1, "koz", "S"), (1, "koz", "D"), (1, "el", None))
    nothing = dict.fromkeys(("kupa", "el", "erkek", "kiz", "rifki", "soniki"), "open")
    assert rows == [
        {"player": "a Ayşe", **nothing, "koz": "2 open", "left": "8"},
        {"player": "b Ali", **nothing, "el": "5", "kiz": "1", "koz": "3 S, 4 D", "left": "4"},
        {"player": "c Can", **nothing, "koz": "2 H; 1 open", "left": "7"},
        {"player": "d Ece", **nothing, "koz": "2 open", "left": "8"},
    ]


def test_the_quota_board_goes_by_the_house_rules(verdict):
    verdict.preset = "rifki20"
    rows = board(verdict, (0, "el", None), (0, "el", None), (1, "kiz", None), (0, "kupa", None))
    # Three penalties are all that a player has; twice is all that the table may choose one of them.
    assert [row["el"] for row in rows] == ["1, 2", "", "", ""]
    assert [row["kiz"] for row in rows] == ["", "3; open", "open", "open"]
    assert [row["koz"] for row in rows] == ["2 open"] * 4
    assert [row["left"] for row in rows] == ["2", "4", "5", "5"]
    verdict.options = {"trumps_per_player": 1}
    assert [row["koz"] for row in board(verdict, (0, "koz", "H"))] == ["1 H", "1 open", "1 open", "1 open"]


def test_the_quota_board_shows_choices_beyond_the_quota(verdict):
    rows = board(verdict, (0, "el", None), (0, "el", None), *[(3, "koz", "C")] * 3)
    assert (rows[0]["el"], rows[0]["left"]) == ("1, 2", "6")
    assert (rows[3]["koz"], rows[3]["left"]) == ("3 C, 4 C, 5 C", "6")


def test_a_choice_stands_on_the_board_for_whom_it_counts(verdict):
    verdict.sheet.rows = [SheetRow(1, 2, "kiz", 1, counted_for=2)]
    assert [row[4] for row in board_cells(verdict)[1]] == ["open", "open", "1", "open"]


def test_the_board_names_the_hands_that_are_not_on_it(verdict):
    verdict.sheet.rows = [SheetRow(1, 2), SheetRow(2, 3, "kiz"), *chosen((0, "el", None)), SheetRow(4, 9, None, 1)]
    assert quota_text(verdict).endswith("Not counted, for want of a contract or a chooser: hands 1, 2 and 4.")
    del verdict.sheet.rows[1:]
    assert quota_text(verdict).endswith("Not counted, for want of a contract or a chooser: hand 1.")


def test_the_board_stands_below_the_sheet_on_request(verdict):
    plain, with_board = score_text(verdict), score_text(verdict, quota=True)
    assert with_board.startswith(plain + "Chosen in hand:\n\nplayer")
    assert with_board.endswith("\n\n")
    verdict.kind = "kierki"
    assert score_text(verdict, quota=True) == score_text(verdict) + "This game has no quotas.\n\n"
    assert "Chosen" not in score_text(Verdict("a", 1, 1, "king"), quota=True)


@pytest.mark.parametrize("table_format", sorted(set(tabulate_formats) - {"unsafehtml", "latex_raw"}))
def test_hostile_names_change_nothing_but_their_own_cells(verdict, hostile, table_format):
    verdict.sheet.recorded_winners = None
    verdict.sheet.rows[0].seat = verdict.sheet.rows[0].counted_for = 2
    more = {"standing": True, "quota": True}
    calm = score_text(verdict, table_format, **more)
    name = verdict.players[2]
    verdict.players[2] = hostile
    verdict.sheet.rows[1].contract = hostile
    text = score_text(verdict, table_format, **more)
    assert all(line.isprintable() or table_format == "tsv" for line in text.split("\n"))
    assert text.count("\n") == calm.count("\n")
    assert text.count("\t") == calm.count("\t")
    assert not any(line.lstrip().startswith("::") for line in text.split("\n"))
    for number in ("-260 (wrote -240)", "-100", "?", "2", "total", "after 2", "2 open", "left"):
        assert number in text
    assert calm.count(name) == 3


def columns(text, mark):
    """Return the number of unescaped column marks in each line of the table."""
    return [len(re.findall(r"(?<!\\)(?:\\\\)*" + re.escape(mark), line)) for line in text.split("\n")]


@pytest.mark.parametrize("table_format", ["github", "pipe", "jira", "youtrack"])
def test_a_bar_in_a_name_makes_no_column(verdict, table_format):
    calm = columns(score_text(verdict, table_format, quota=True), "|")
    verdict.players = ["a|b", "|", "\\|", "\\"]
    assert columns(score_text(verdict, table_format, quota=True), "|") == calm


@pytest.mark.parametrize("table_format", ["asciidoc", "mediawiki", "moinmoin", "orgtbl", "textile"])
def test_a_bar_in_a_name_is_written_otherwise_where_it_cannot_be_escaped(verdict, table_format):
    calm = score_text(verdict, table_format, quota=True).count("|")
    verdict.players = ["a|b", "||", "{|", "!|"]
    assert score_text(verdict, table_format, quota=True).count("|") == calm


def test_html_holds_no_tag_of_a_name(verdict):
    verdict.players[0] = "</td><script>alert(1)</script>"
    verdict.path = "<img src=x onerror=alert(1)>"
    text = score_text(verdict, "html", quota=True)
    assert set(re.findall(r"</?([a-z]+)", text)) == {"p", "table", "thead", "tbody", "tr", "th", "td"}
    assert html.escape("</td><script>alert(1)</script>")[:20] in text


def test_markdown_holds_no_link_code_or_tag_of_a_name(verdict):
    verdict.players[0] = "[x](http://y) `c` <b> *d*"
    text = score_text(verdict, "github", quota=True)
    # As the chooser, as the head of a column, as a row of the board.
    assert text.count(r"a \[x\](http://y) \`c\` \<b\> \*d\*") == text.count("http") == 3


def test_latex_holds_no_command_of_a_name(verdict):
    verdict.players[0] = r"\input{/etc/passwd} $x$ %"
    for table_format in ("latex", "latex_booktabs", "latex_longtable"):
        text = score_text(verdict, table_format)
        assert r"\input" not in text
        assert r"a \textbackslash{}\textbackslash{}input\{/etc/passwd\} \$x\$ \%" in text


def test_a_contract_is_no_formula_of_a_spreadsheet(verdict):
    verdict.sheet.rows[0].contract = "=HYPERLINK(1)"
    lines = score_text(verdict, "tsv").split("\n")
    assert lines[2].split("\t") == ["hand", "contract", "chooser", "a Ayşe", "b Ali", "c Can", "d Ece"]
    assert lines[3].split("\t") == ["1", "'=HYPERLINK(1)", "a Ayşe", "-100", "0", "-260 (wrote -240)", "0"]


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
    assert lines[2].split() == ["hand", "contract", "chooser", "a", name, "b", name, "c", name, "d", name]
    assert [line.split()[1] for line in lines[3:5]] == [name, name]


def test_columns_of_wide_names_stay_aligned(verdict):
    verdict.players = ["漢" * 64, "أحمد", "e\u0301a", "x" * 64]
    text = score_text(verdict, "grid", standing=True, quota=True)
    sheet, board = [part.split("\n") for part in text.split("\n\n") if part.startswith("+")]
    for lines in (sheet, board):
        assert len({wcswidth(line) for line in lines}) == 1
    assert all(table_cell("漢" * 64) in line for line in (sheet[1], sheet[3], board[3]))
