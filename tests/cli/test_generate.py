"""`verifier generate` and `verifier mutate` as a person starts them: files, labels, statuses, what they refuse."""

import json

import pytest

from verifier.fuzz.mutating import OPERATORS


def test_generated_games_are_clean_and_canonical(run, tmp_path):
    done = run("generate", "kierki", "--games", "3", "--seed", "4", "-o", "out.replay")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert run("check", "out.replay").returncode == 0
    assert run("fmt", "--check", "out.replay").returncode == 0
    same = run("generate", "kierki", "--games", "3", "--seed", "4")
    assert same.stdout == (tmp_path / "out.replay").read_bytes()
    assert [json.loads(line)["id"] for line in same.stdout.splitlines() if line.startswith(b"{")] == [
        "4-1",
        "4-2",
        "4-3",
    ]


def test_labels_say_what_check_finds(run, tmp_path):
    asked = ["--games", "4", "--infractions", "-o", "out.replay", "--labels", "labels.jsonl"]
    assert run("generate", "king", *asked).returncode == 0
    labels = [json.loads(line) for line in (tmp_path / "labels.jsonl").read_text().splitlines()]
    report = run("check", "--output-format", "jsonl", "out.replay")
    games = [json.loads(line) for line in report.stdout.splitlines()][:-1]
    assert [label["game"] for label in labels] == [1, 2, 3, 4]
    assert [label["id"] for label in labels] == [game["id"] for game in games]
    for label, game in zip(labels, games, strict=True):
        found = {(one["name"], one["hand"], one["event"]) for one in game["findings"] if one["class"] != "notice"}
        assert {(one["name"], one["hand"], one["event"]) for one in label["expected"]} == found


def test_rules_are_a_preset_json_or_random(run):
    header = json.loads(run("generate", "king", "--rules", "kisa12").stdout.splitlines()[0])
    assert header["rules"] == "kisa12"
    rules = '{"preset": "uno-like", "target": 50}'
    header = json.loads(run("generate", "kings-reverse", "--rules", rules, "--players", "7").stdout.splitlines()[0])
    assert header["rules"] == {"preset": "uno-like", "target": 50}
    assert len(header["players"]) == 7
    done = run("generate", "kierki", "--rules", "random", "--games", "6", "--rare")
    assert run("check", "-", stdin=done.stdout).returncode == 0
    assert len({line for line in done.stdout.splitlines() if line.startswith(b"{")}) == 6


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], b"chess"),
        (["king", "--rules", "none-such"], b"unknown-option: none-such"),
        (["king", "--rules", '{"must_trum": true}'], b"unknown-option: must_trum"),
        (["king", "--rules", '{"must_trump": 3}'], b"bad-value: must_trump"),
        (["king", "--rules", '{"must_trump": '], b"--rules"),
        (["king", "--rules", '{"preset": 3}'], b"--rules"),
        (["king", "--rules", '{"penalties_per_player": 0, "trumps_per_player": 0}'], b"bad-value"),
        (["king", "--rules", '{"penalties_per_player": 7}'], b"under these rules"),
        (["king", "--players", "3"], b"4 players"),
        (["kings-reverse", "--players", "12"], b"not enough"),
        (["king", "--games", "0"], b"--games"),
        (["king", "-o", "nowhere/out.replay"], b"cannot write"),
        (["king", "-o", "one", "--labels", "one"], b"--labels"),
    ],
)
def test_what_cannot_be_played_has_status_two(run, tmp_path, arguments, words):
    done = run("generate", *arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stdout == b""
    assert list(tmp_path.iterdir()) == []


def test_a_link_is_not_written_through(run, tmp_path):
    (tmp_path / "target").write_text("kept")
    (tmp_path / "link").symlink_to("target")
    for arguments in (["-o", "link"], ["--labels", "link"]):
        assert run("generate", "king", *arguments).returncode == 2
    assert (tmp_path / "target").read_text() == "kept"


def test_nothing_is_written_where_a_game_cannot_be_played_to_its_end(run, tmp_path):
    (tmp_path / "out.replay").write_text("kept")
    done = run("generate", "kings-reverse", "--players", "12", "-o", "out.replay")
    assert done.returncode == 2
    assert [path.name for path in tmp_path.iterdir()] == ["out.replay"]
    assert (tmp_path / "out.replay").read_text() == "kept"


def test_mutants_and_their_labels(run, tmp_path):
    run("generate", "kierki", "--games", "2", "--seed", "3", "-o", "in.replay")
    asked = ["--operator", "revoke", "--count", "2", "-o", "out.replay", "--labels", "labels.jsonl"]
    done = run("mutate", "in.replay", *asked)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    labels = [json.loads(line) for line in (tmp_path / "labels.jsonl").read_text().splitlines()]
    assert [(label["game"], label["of"]) for label in labels] == [(1, 1), (2, 1), (3, 2), (4, 2)]
    assert all(label["promise"] == "faulty" and label["findings"] == ["revoke"] for label in labels)
    report = run("check", "--output-format", "jsonl", "out.replay")
    for line in report.stdout.splitlines()[:-1]:
        assert "revoke" in {one["name"] for one in json.loads(line)["findings"]}


def test_mutants_of_standard_input_are_the_same_for_the_same_seed(run):
    games = run("generate", "kings-reverse", "--games", "2").stdout
    one, two, other = (run("mutate", "-", "--seed", seed, "--count", "3", stdin=games).stdout for seed in "778")
    assert one == two != other


def test_an_operator_without_a_place_says_so_and_has_status_one(run):
    games = run("generate", "kings-reverse").stdout
    done = run("mutate", "-", "--operator", "revoke", stdin=games)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr == b"verifier: game 1: no place for revoke.\n"


def test_a_game_that_cannot_be_read_has_status_two_and_the_others_are_changed(run):
    games = run("generate", "kierki").stdout
    done = run("mutate", "-", "--operator", "add-note", stdin=b'{"replay":1}\n' + games)
    assert done.returncode == 2
    assert done.stderr.startswith(b"verifier: game 1 cannot be read")
    assert done.stdout.startswith(games[:40])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], b"FILE"),
        (["none.replay"], b"cannot read none.replay"),
        (["-"], b"there is no game"),
        (["-", "--operator", "none-such"], b"none-such"),
        (["-", "--count", "0"], b"--count"),
    ],
)
def test_what_cannot_be_changed_has_status_two(run, arguments, words):
    done = run("mutate", *arguments)
    assert done.returncode == 2
    assert words in done.stderr


def test_the_file_that_is_read_is_not_written(run, tmp_path):
    data = run("generate", "kierki").stdout
    (tmp_path / "in.replay").write_bytes(data)
    for option in ("-o", "--labels"):
        assert run("mutate", "in.replay", option, "in.replay").returncode == 2
    assert (tmp_path / "in.replay").read_bytes() == data


def test_the_list_names_every_operator(run):
    lines = run("mutate", "--list").stdout.decode().splitlines()
    assert [line.split()[0] for line in lines] == [operator.name for operator in OPERATORS]
