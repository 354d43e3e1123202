"""`verifier rule` and `verifier house-rules`: complete, readable at any width, and helpful about wrong names."""

import json
import re
import subprocess

import msgspec
import pytest

from verifier.catalogue.games import BOOKS
from verifier.catalogue.options import options_of
from verifier.catalogue.rules import PRELUDE, RULES, find_rule, page_of, pages, replay_lines, similar
from verifier.games.house import read_house
from verifier.games.kierki.house import HouseRules


def text_of(done):
    assert done.stderr == b""
    assert done.returncode == 0
    return done.stdout.decode()


def test_a_rule_by_name_and_by_code_in_any_case(run):
    texts = {text_of(run("rule", word)) for word in ("revoke", "TRK201", "trk201", "Revoke")}
    assert len(texts) == 1


def test_a_rule_shows_what_a_reader_looks_for(run):
    text = text_of(run("rule", "heart-lead"))
    page = page_of("KRK201", "kierki")
    lines = text.splitlines()
    assert lines[0] == "KRK201 heart-lead (illegal)"
    assert lines[1] == "A heart is led while another suit is held."
    assert "kierki: clause K-R16, line 19 of the rules text" in lines
    assert "kierki, king-of-hearts: clause K-R16, line 22 of the rules text" in lines
    assert " ".join(page.explanation) in " ".join(text.split())
    assert " ".join(page.at_the_table) in " ".join(text.split())
    assert lines.index("At the table") < lines.index("Breaks it: faulty") < lines.index("Legal twin: undecided")
    assert "  -> heart-lead (illegal) at event 56, hand 2, seat c" in lines
    assert [line.strip() for line in lines if '"c9H"' in line or '"cQD"' in line] == ['["m","c9H"]', '["m","cQD"]']


def test_a_rule_of_the_format_stands_in_no_games_text(run):
    text = text_of(run("rule", "corrupt-file"))
    assert "kierki: a rule of the replay format\n" in text
    assert "(The file is packed with gzip, and the last 8 bytes cut off.)" in text


@pytest.mark.parametrize("columns", [76, 80, 120])
@pytest.mark.parametrize("words", [["rule", "--all"], ["house-rules"]], ids=" ".join)
def test_nothing_is_wider_than_the_terminal(run, words, columns):
    for line in text_of(run(*words, COLUMNS=str(columns))).splitlines():
        assert len(line) <= columns
        assert line == line.rstrip()


def test_a_wide_terminal_is_used_for_replays_and_not_for_running_text(run):
    lines = text_of(run("rule", "revoke", COLUMNS="500")).splitlines()
    assert 96 < max(map(len, lines)) <= 120
    assert all(len(line) <= 96 for line in lines if not line.startswith("    ["))


def test_the_pieces_of_a_replay_line_make_the_line(run):
    for columns in ("20", "80", "120"):
        text = text_of(run("rule", "revoke", COLUMNS=columns))
        shown = text.split("Breaks it: faulty\n")[1].split("  -> ")[0]
        pieces = [line.removeprefix("    ") for line in shown.splitlines()]
        joined = "".join(f" {piece.strip()}" if piece.startswith("    ") else f"\n{piece}" for piece in pieces)
        replay = page_of("TRK201", "kierki").breaks.replay
        assert joined.replace(" ", "") == "".join(f"\n{line}" for line in replay).replace(" ", "")


def test_all_rules_as_json_are_the_whole_catalogue(run):
    rules = json.loads(text_of(run("rule", "--all", "--output-format", "json")))["rules"]
    assert [rule["code"] for rule in rules] == list(RULES)
    for entry in rules:
        rule = RULES[entry["code"]].rule
        assert (entry["name"], entry["class"], entry["title"]) == (rule.name, rule.fault_class.value, rule.title)
        assert [game["game"] for game in entry["games"]] == list(RULES[rule.code].grounds)
        for game in entry["games"]:
            page = page_of(rule.code, game["game"])
            assert game["explanation"] == page.explanation
            assert game["at_the_table"] == page.at_the_table
            assert [tuple(ground.values()) for ground in game["grounds"]] == list(
                RULES[rule.code].grounds[game["game"]]
            )
            for key, example in (("breaks", page.breaks), ("legal", page.legal)):
                assert game[key]["verdict"] == example.verdict
                assert game[key]["findings"] == example.findings
                assert game[key]["replay"] == replay_lines(example)
                assert not any(map(PRELUDE.fullmatch, game[key]["replay"]))


@pytest.mark.parametrize("key", ["breaks", "legal"])
def test_a_replay_from_the_json_is_judged_as_it_says(run, tmp_path, key):
    rule = json.loads(text_of(run("rule", "trump-call-late", "--output-format", "json")))["rules"][0]
    example = rule["games"][0][key]
    assert len(example["replay"]) > 7
    path = tmp_path / "example.replay"
    path.write_text("".join(f"{line}\n" for line in example["replay"]), encoding="utf-8")
    report = json.loads(run("check", path, "--output-format", "json").stdout)
    game = report["games"][0]
    faults = [finding["name"] for finding in game["findings"] if finding["class"] != "notice"]
    assert game["verdict"] == example["verdict"]
    assert faults == [line.split()[0] for line in example["findings"]]


def test_a_prelude_is_as_many_deals_as_it_says():
    example = msgspec.structs.replace(page_of("TRK402", "kierki").legal, replay=["{{the first 12 deals}}"])
    assert replay_lines(example) == pages().clean_match
    for number in range(1, 12):
        word = "deal" if number == 1 else "deals"
        shorter = msgspec.structs.replace(example, replay=[f"{{{{the first {number} {word}}}}}"])
        lines = replay_lines(shorter)
        assert sum(line.startswith('["deal"') for line in lines) == number
        assert pages().clean_match[len(lines)].startswith('["deal"')


def test_rules_of_one_game(run):
    for game, book in BOOKS.items():
        rules = json.loads(text_of(run("rule", "--all", "--game", game, "--output-format", "json")))["rules"]
        assert {rule["code"] for rule in rules} >= {rule.code for rule in book.rules}
        assert all([page["game"] for page in rule["games"]] == [game] for rule in rules)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["rule", "revok"], "no such rule: revok; did you mean revoke?"),
        (["rule", "TRK20l"], "no such rule: TRK20l; did you mean TRK20"),
        (["rule", "Trump-Call-Lat"], "did you mean trump-call-late or "),
        (["rule", "xyzzy"], "no such rule: xyzzy.\n"),
        (["rule", ""], "no such rule: .\n"),
        (["rule"], "name one rule, or ask for --all of them."),
        (["rule", "revoke", "--all"], "name one rule, or ask for --all of them."),
        (["rule", "revoke", "--game", "kierke"], "no such game: kierke; did you mean kierki?"),
        (["house-rules", "Kierk"], "no such game: Kierk; did you mean kierki?"),
        (["house-rules", "poker-night"], "no such game: poker-night.\n"),
        (["rule", "revoke", "--output-format", "xml"], "--output-format"),
    ],
)
def test_what_is_not_there_is_2_and_told(run, words, told):
    done = run(*words)
    assert done.returncode == 2
    assert done.stdout == b""
    assert told in done.stderr.decode()


@pytest.mark.parametrize("name", ["rule", "house-rules"])
def test_a_hostile_word_cannot_steer_the_terminal(run, name):
    done = run(name, "revoke\x1b[31m\u202e" + "k" * 5000)
    assert done.returncode == 2
    assert b"\x1b" not in done.stderr
    assert "\u202e".encode() not in done.stderr
    assert len(done.stderr) < 1000


def test_the_likeliest_word_comes_first_and_few_come():
    names = [entry.rule.name for entry in RULES.values()]
    assert similar("trump-call-twic", names)[0] == "trump-call-twice"
    assert len(similar("points-", names)) <= 3
    assert similar("", names) == []
    assert all(find_rule(word) == code for code, entry in RULES.items() for word in (code, entry.rule.name))


def test_every_option_says_what_it_changes():
    for game, book in BOOKS.items():
        names = [field.name for field in msgspec.structs.fields(book.house)]
        assert list(book.options) == names
        assert all(re.fullmatch(r"K-?[A-Z]?[0-9]+|[A-Z]+-[0-9]+", clause) for clause, _ in book.options.values())
        sentences = [sentence for _, sentence in book.options.values()]
        assert all(sentence.endswith(".") and len(sentence) > 30 for sentence in sentences)
        assert len(set(sentences)) == len(sentences)
        assert [option.name for option in options_of(game)] == names


def test_house_rules_as_json_are_whole_and_true(run):
    games = json.loads(text_of(run("house-rules", "--output-format", "json")))["games"]
    assert [game["game"] for game in games] == list(BOOKS)
    kierki = next(game for game in games if game["game"] == "kierki")
    presets = {preset["name"]: preset["sets"] for preset in kierki["presets"]}
    assert presets == {name: dict(sets) for name, sets in BOOKS["kierki"].presets.items()}
    assert [preset["name"] for preset in kierki["presets"] if preset["default"]] == ["gamerules"]
    standard = json.loads(msgspec.json.encode(HouseRules()))
    for option in kierki["options"]:
        assert option["default"] == standard[option["name"]]
        for value in option["values"] or []:
            house = read_house(HouseRules, BOOKS["kierki"].presets, "gamerules", {option["name"]: value})
            assert getattr(house, option["name"]) == value
        if option["values"] is not None:
            assert option["values"][0] == option["default"]
    forms = {option["name"]: option["form"] for option in kierki["options"] if option["values"] is None}
    assert forms == {
        "heart_lead_deals": "a list of any length, each entry a number from 1 to 7",
        "deal6_tricks": "a list of 2, each entry a number from 1 to 13",
    }


def test_options_of_king_that_are_no_list_of_values():
    forms = {option.name: option.form for option in options_of("king") if option.values is None}
    number = "a number from -10000 to 10000"
    assert forms == {
        "penalties_per_player": "a number from 0 to 8",
        "trumps_per_player": "a number from 0 to 8",
        "penalty_table_limit": "a number from 0 to 64 or null",
        "trump_suit_table_limit": "a number from 0 to 64 or null",
        "last_two": "a list of 2, each entry a number from 1 to 13",
        "points": f"an object with any of el, erkek, kiz, koz, kupa, rifki, soniki, each {number}",
    }
    defaults = {option.name: option.default for option in options_of("king")}
    assert defaults["points"] == {}
    assert defaults["penalty_table_limit"] is None


def test_house_rules_as_text_name_every_option_and_preset(run):
    text = text_of(run("house-rules", "kierki"))
    for option in options_of("kierki"):
        assert f"  {option.name} = " in text
        assert option.changes in " ".join(text.split())
    assert "  gamerules (default)\n    every option at its default\n" in text
    assert '  polish-6\n    penalty_deals = 6, deal6_tricks = [12, 13], trump_caller = "left",\n' in text


def test_the_same_bytes_whatever_the_hash_seed(run):
    for words in (["rule", "--all", "--output-format", "json"], ["rule", "--all"], ["house-rules"]):
        assert len({text_of(run(*words, PYTHONHASHSEED=seed)) for seed in ("0", "1", "2")}) == 1


def test_judging_never_reads_the_catalogue(command, environment, replays):
    code = (
        "import sys; sys.argv[0] = 'verifier'; from verifier.cli import main; status = main(); "
        "print([name for name in sys.modules if name.startswith('verifier.catalogue')], file=sys.stderr); "
        "sys.exit(status)"
    )
    words = [command[0], "-c", code, "check", str(replays / "faulty.replay")]
    done = subprocess.run(words, capture_output=True, env=environment(), timeout=60, check=False)
    assert done.returncode == 1
    assert done.stderr.endswith(b"[]\n")
