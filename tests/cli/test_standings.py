"""`verifier standings`: a corpus added up by hand, its three forms, statuses, the bound, and hostile names."""

import csv
import io
import json

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

import verifier.reports.standings
import verifier.standings
from verifier.cli.program import app
from verifier.cli.standings import StandingsFormat
from verifier.reports.standings import FORMS
from verifier.schemas import schema_text

from .conftest import CLEAN, FAULTY, ROOT, UNDECIDED, UNREADABLE, game

RANKS = "AKQJT98765432"
HIGH = {"preset": "mimuw", "win": "highest"}
SCHEMA = Draft202012Validator(json.loads(schema_text("standings")))
HEAD = "player,game,best,games,decided,wins,shared,points,scored,impossible,illegal,unpunished,ruling,books,notices"


def revoke():
    """Return the deal of `game` in which b and d have changed a card, and d does not follow suit to the first trick."""
    b, d = ["AH", *(rank + "H" for rank in RANKS[1:-1]), "AC"], [*(rank + "C" for rank in RANKS[1:]), "2H"]
    played = ["KC", "2H", *d[1:-1]]
    hands = ["".join(rank + "S" for rank in RANKS), "".join(b), "".join(rank + "D" for rank in RANKS), "".join(d)]
    tricks = [f"b{b[i]} c{RANKS[i]}D d{played[i]} a{RANKS[i]}S b$" for i in range(13)]
    lines = [json.loads(line) for line in CLEAN.splitlines()]
    lines[1][2], lines[3][1] = hands, " ".join(tricks)
    return "".join(json.dumps(line) + "\n" for line in lines)


# In every deal seat b takes all 13 tricks, a point each.
CORPUS = [
    CLEAN,  # 1, the fewest points win: Ayşe 0, Ali 13, Can 0, Ece 0; all but Ali win
    game(players=("Ali", "Ayşe", "Can", "Ece")),  # 2: Ali 0, Ayşe 13, Can 0, Ece 0; all but Ayşe win
    FAULTY,  # 3: as 1, and wrong points in the books, which names nobody
    UNDECIDED,  # 4: the same players; no play, no points, no winner; a notice, which names nobody
    revoke(),  # 5: as 1, and Ece revokes
    game(rules=HIGH),  # 6, the most points win: Ayşe 0, Ali 13, Can 0, Ece 0; Ali wins, though the others are declared
    game(
        players=("Ece", "Ece", "Can", "Ali"), rules=HIGH
    ),  # 7: Ece 0, Ece 13, Can 0, Ali 0; Ece at seat b wins, likewise
]
# Games 1 to 5:
#   Can    5 games, 4 decided; wins 1 2 3 5, all shared; points 0+0+0+0
#   Ece    the same, and one illegal act
#   Ayşe   5 games, 4 decided; wins 1 3 5, all shared; points 0+13+0+0 = 13
#   Ali    5 games, 4 decided; wins 2, shared; points 13+0+13+13 = 39
# Games 6 and 7:
#   Ali    2 games; wins 6; points 13+0
#   Ece    3 seats; wins 7; points 0 + 0+13
#   Ayşe   1 game; points 0
#   Can    2 games; points 0+0
ROWS = [
    ["Can", "kierki", "highest", 2, 2, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0],
    ["Can", "kierki", "lowest", 5, 4, 4, 4, 0, 4, 0, 0, 0, 0, 0, 0],
    ["Ece", "kierki", "lowest", 5, 4, 4, 4, 0, 4, 0, 1, 0, 0, 0, 0],
    ["Ayşe", "kierki", "lowest", 5, 4, 3, 3, 13, 4, 0, 0, 0, 0, 0, 0],
    ["Ali", "kierki", "lowest", 5, 4, 1, 1, 39, 4, 0, 0, 0, 0, 0, 0],
    ["Ali", "kierki", "highest", 2, 2, 1, 0, 13, 2, 0, 0, 0, 0, 0, 0],
    ["Ece", "kierki", "highest", 3, 3, 1, 0, 13, 3, 0, 0, 0, 0, 0, 0],
    ["Ayşe", "kierki", "highest", 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0],
]
HIGHEST = [ROWS[5], ROWS[6], ROWS[7], ROWS[0]]
LOWEST = ROWS[1:5]


@pytest.fixture
def corpus(tmp_path):
    folder = tmp_path / "corpus"
    folder.mkdir()
    for number, text in enumerate(CORPUS, 1):
        (folder / f"{number}.replay").write_text(text, encoding="utf-8", newline="\n")
    return folder


def csv_rows(output):
    head, *rows = csv.reader(io.StringIO(output.decode("utf-8"), newline=""))
    assert ",".join(head) == HEAD
    return [[*row[:3], *map(int, row[3:])] for row in rows]


def test_the_corpus_is_what_it_is_said_to_be(run, corpus):
    done = run("check", corpus, "--output-format", "jsonl")
    games = [json.loads(line) for line in done.stdout.splitlines()[:-1]]
    assert [one["verdict"] for one in games] == ["clean", "clean", "faulty", "undecided", "faulty", "faulty", "faulty"]
    assert [[(finding["name"], finding["seat"]) for finding in games[at]["findings"]] for at in (2, 4, 5, 6)] == [
        [("points-wrong", None)],
        [("revoke", "d")],
        [("winner-wrong", None)],
        [("winner-wrong", None)],
    ]


def test_a_corpus_added_up_by_hand(run, corpus):
    done = run("standings", corpus, "--format", "csv")
    assert (done.returncode, done.stderr) == (0, b"")
    assert csv_rows(done.stdout) == HIGHEST + LOWEST


def test_the_same_as_json(run, corpus):
    done = run("standings", corpus, "--format", "json")
    assert (done.returncode, done.stderr) == (0, b"")
    report = json.loads(done.stdout)
    SCHEMA.validate(report)
    high, low = report["tables"]
    assert [(one["game"], one["lowest_wins"], one["games"]) for one in (high, low)] == [
        ("kierki", False, 2),
        ("kierki", True, 5),
    ]
    for table, rows in ((high, HIGHEST), (low, LOWEST)):
        assert [list(player.values()) for player in table["players"]] == [[row[0], *row[3:]] for row in rows]
    # Games 6 and 7 have a wrong winner, game 3 has wrong points; game 4 ends before its time.
    assert (high["unnamed"], low["unnamed"], report["left_out"]) == ({"books": 2}, {"books": 1, "notice": 1}, 0)


def test_the_same_as_a_table(run, corpus):
    done = run("standings", corpus)
    assert (done.returncode, done.stderr) == (0, b"")
    high, head, winners, low, lower, others = done.stdout.decode("utf-8").rstrip("\n").split("\n\n")
    assert high == "kierki: 2 games, 4 players; the most points are best"
    assert low == "kierki: 5 games, 4 players; the fewest points are best"
    assert winners == "Findings that name no player: books 2."
    assert others == "Findings that name no player: books 1, notice 1."
    for text, rows in ((head, HIGHEST), (lower, LOWEST)):
        lines = text.split("\n")
        assert lines[0].split() == HEAD.replace(",game,best", "").split(",")
        assert [line.split() for line in lines[2:]] == [[row[0], *map(str, row[3:])] for row in rows]


@pytest.mark.parametrize("arguments", [[], ["--game", "king"], ["--game", "kings-reverse"]])
def test_the_samples_pass_the_schema(run, arguments):
    report = json.loads(run("standings", ROOT / "replays", "--format", "json", *arguments).stdout)
    SCHEMA.validate(report)
    assert len(report["tables"]) == (1 if arguments else 4)


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        (["standings"], 2),
        (["left_out"], -1),
        (["more"], 1),
        (["tables", 0, "game"], "whist"),
        (["tables", 0, "lowest_wins"], None),
        (["tables", 0, "games"], 0),
        (["tables", 0, "unnamed"], {"sin": 1}),
        (["tables", 0, "unnamed"], {"books": 0}),
        (["tables", 0, "players", 0, "player"], ""),
        (["tables", 0, "players", 0, "wins"], -1),
        (["tables", 0, "players", 0, "points"], 0.5),
        (["tables", 0, "players", 0, "notices"], None),
    ],
)
def test_standings_with_a_wrong_value_do_not_pass_the_schema(run, keys, value):
    part = report = json.loads(run("standings", "-", "--format", "json", stdin=CLEAN.encode()).stdout)
    for key in keys[:-1]:
        part = part[key]
    part[keys[-1]] = value
    assert not SCHEMA.is_valid(report)


def test_standard_input_gives_the_same_as_a_folder(run, corpus):
    for form in FORMS:
        told = run("standings", "corpus", "--format", form).stdout
        assert run("standings", "--format", form, stdin="".join(CORPUS[::-1]).encode()).stdout == told


def test_points_that_are_not_known(run):
    done = run("standings", "-", stdin=UNDECIDED.encode())
    assert done.stdout.decode().splitlines()[4].split() == ["Ali", *"1000?0000000"]
    rows = run("standings", "-", "--format", "csv", stdin=UNDECIDED.encode()).stdout.decode().splitlines()
    assert rows[1] == '"Ali","kierki","lowest",1,0,0,0,"",0,0,0,0,0,0,0'
    table = json.loads(run("standings", "-", "--format", "json", stdin=UNDECIDED.encode()).stdout)["tables"][0]
    assert [player["points"] for player in table["players"]] == [None] * 4


KING = '{"replay":1,"game":"king","players":["A","B","C","D"]}\n'


def test_one_kind_of_game_alone(run, corpus):
    (corpus / "king.replay").write_text(KING, encoding="utf-8")
    (corpus / "reverse.replay").write_text(
        '{"replay":1,"game":"kings-reverse","players":["A","B"]}\n', encoding="utf-8"
    )
    rows = csv_rows(run("standings", "corpus", "--format", "csv").stdout.replace(b'""', b"0"))
    assert [row[1:3] for row in rows] == (
        [["kierki", "highest"]] * 4 + [["kierki", "lowest"]] * 4 + [["king", "highest"]] * 4
    ) + [["kings-reverse", "lowest"]] * 2
    for kind in ("kierki", "king", "kings-reverse"):
        alone = run("standings", "corpus", "--game", kind, "--format", "csv")
        assert alone.returncode == 0
        assert csv_rows(alone.stdout.replace(b'""', b"0")) == [row for row in rows if row[1] == kind]


def test_no_game_of_the_kind(run, replays):
    outputs = [run("standings", "replays/clean.replay", "--game", "king", "--format", form) for form in FORMS]
    assert [done.returncode for done in outputs] == [0, 0, 0]
    assert outputs[0].stdout == b"No game was counted.\n"
    assert csv_rows(outputs[1].stdout) == []
    assert json.loads(outputs[2].stdout)["tables"] == []


def test_a_game_that_cannot_be_counted_is_told(run):
    lost = '{"replay":1,"game":"whist","players":["A"]}\n' + KING.replace('"D"]', '"D"],"rules":"none"')
    done = run("standings", "-", stdin=(lost + CLEAN).encode())
    assert done.returncode == 2
    assert done.stderr == b"verifier: 2 games were left out: a header or house rules that cannot be read.\n"
    assert done.stdout.startswith(b"kierki: 1 game, 4 players;")
    one = run("standings", "-", "--format", "json", stdin=(lost[: lost.index("\n") + 1] + CLEAN).encode())
    assert one.stderr == b"verifier: 1 game was left out: a header or house rules that cannot be read.\n"
    assert json.loads(one.stdout)["left_out"] == 1


@pytest.mark.parametrize(
    ("name", "status"), [("clean", 0), ("faulty", 0), ("undecided", 0), ("unreadable", 2), ("empty", 2), ("missing", 2)]
)
def test_status(run, replays, name, status):
    for form in FORMS:
        assert run("standings", replays / f"{name}.replay", "--format", form).returncode == status
    assert run("standings", "replays/empty.replay", "--allow-empty").returncode == 0


@pytest.mark.parametrize("arguments", [["--format", "xml"], ["--game", "whist"], ["--game", "\u001b[2J"], ["--quota"]])
def test_wrong_usage_is_2_and_told_on_standard_error(run, arguments):
    done = run("standings", "x", *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"Usage: verifier" in done.stderr
    assert b"\x1b" not in done.stderr


def test_an_unreadable_game_is_counted_as_far_as_it_can_be(run):
    done = run("standings", "-", "--format", "csv", stdin=UNREADABLE.encode())
    assert done.returncode == 2
    assert [row[:4] for row in csv_rows(done.stdout.replace(b'""', b"0"))] == [
        [name, "kierki", "lowest", 1] for name in ("Ali", "Ayşe", "Can", "Ece")
    ]


def test_more_players_than_can_be_kept_end_the_run_and_nothing_is_shown(monkeypatch, replays):
    monkeypatch.setattr(verifier.standings.Standings, "__init__", small(verifier.standings.Standings.__init__))
    done = CliRunner().invoke(app, ["standings", str(replays / "clean.replay")])
    assert (done.exit_code, done.stdout) == (2, "")
    assert "there are more than 3 players" in done.stderr


def small(init):
    return lambda self, *_: init(self, 3)


def test_a_table_says_how_many_players_it_leaves_out(monkeypatch, corpus):
    shown = {}
    for most in (1, 3, 4):
        monkeypatch.setattr(verifier.reports.standings, "MOST_ROWS", most)
        shown[most] = CliRunner().invoke(app, ["standings", str(corpus)]).stdout
    assert "more;" not in shown[4]
    assert shown[3].count("\n\nAnd 1 more; as csv and json all are listed.\n\n") == 2
    assert shown[1].count("\n\nAnd 3 more; as csv and json all are listed.\n\n") == 2
    assert "Ayşe" not in shown[1]


def test_the_formats_of_the_command_are_those_of_the_table():
    assert [form.value for form in StandingsFormat] == [*FORMS]


HOSTILE = {
    "\u001b[2J\u001b]0;pwn\u0007": r"\x1b[2J\x1b]0;pwn\x07",
    "=HYPERLINK(1)": "'=HYPERLINK(1)",
    "+1+1": "'+1+1",
    "-2+3": "'-2+3",
    "@SUM(A1)": "'@SUM(A1)",
    "  =1": "'  =1",
    "\t=1": r"\t=1",
    "\r=1": r"\r=1",
    "\uff1d1": "'\uff1d1",
    "'=1": "''=1",
    "'": "''",
    'a";=1;"': 'a";=1;"',
    "x;=1": "x;=1",
    "x\n=1": r"x\n=1",
    "Ali\u202e": r"Ali\u202e",
    "Ali": "Ali",
    "a|b": "a|b",
    "<b>`x`</b>": "<b>`x`</b>",
    "::error::x": r"\x3a:error::x",
    "1e5": "1e5",
    "007": "007",
    " ": " ",
    "\\x1b": "\\\\x1b",
    "\u6f22" * 64: "\u6f22" * 64,
}


@pytest.fixture
def hostile():
    names = [*HOSTILE]
    return "".join(game(players=names[at : at + 4]) for at in range(0, len(names), 4)).encode()


def test_hostile_names_do_nothing_in_a_spreadsheet(run, hostile):
    done = run("standings", "-", "--format", "csv", stdin=hostile)
    text = done.stdout.decode("utf-8")
    assert text.count("\n") == 1 + len(HOSTILE)
    assert all(line.isprintable() and line.startswith('"') for line in text.splitlines())
    assert {row[0] for row in csv_rows(done.stdout)} == {*HOSTILE.values()}
    assert not any(row[0].lstrip().startswith(tuple("=+-@\t\r")) for row in csv_rows(done.stdout))


@pytest.mark.parametrize("sign", [";", "\t", " ", "|"])
def test_hostile_names_do_nothing_where_cells_are_parted_by_another_sign(run, hostile, sign):
    done = run("standings", "-", "--format", "csv", stdin=hostile)
    rows = csv.reader(io.StringIO(done.stdout.decode("utf-8"), newline=""), delimiter=sign)
    cells = [cell for row in rows for cell in row]
    assert not any(cell.lstrip().startswith(tuple("=+-@\t\r")) for cell in cells)


def test_hostile_names_do_nothing_in_a_table(run, hostile):
    done = run("standings", "-", stdin=hostile)
    text = done.stdout.decode("utf-8")
    assert all(line.isprintable() and not line.lstrip().startswith("::") for line in text.split("\n"))
    heading, table = text.rstrip("\n").split("\n\n")
    assert heading == f"kierki: 6 games, {len(HOSTILE)} players; the fewest points are best"
    assert table.count("\n") == 1 + len(HOSTILE)
    for line in table.split("\n")[2:]:
        assert line.split()[-12:] in (
            ["1", "1", "1", "1", "0", "1"] + ["0"] * 6,
            ["1", "1", "0", "0", "13", "1"] + ["0"] * 6,
        )


def test_hostile_names_come_as_they_are_in_json(run, hostile):
    report = json.loads(run("standings", "-", "--format", "json", stdin=hostile).stdout)
    assert {player["player"] for player in report["tables"][0]["players"]} == {*HOSTILE}
