import importlib
import importlib.util
import pkgutil
import re
from pathlib import Path

import pytest

import verifier.games
import verifier.replay
from verifier.finding import FaultClass, Finding, Place, Rule
from verifier.games import GAMES
from verifier.referee import judge
from verifier.replay.reader import read
from verifier.replay.sources import open_source
from verifier.reports.wording import NOTES, SENTENCES, note_words, sentence, tell
from verifier.reports.wording.whole import state_words, summary_words
from verifier.verdict import Outcome, Sealed, Summary

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "../shared/cases"


def catalogue():
    rules = {}
    for package in (verifier.games, verifier.replay):
        for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            for value in vars(importlib.import_module(module.name)).values():
                if isinstance(value, Rule):
                    rules[value.name] = value
    return rules


def test_every_rule_of_the_catalogue_has_its_sentence_and_no_sentence_is_left_over():
    assert set(SENTENCES) == set(catalogue())


def every_finding(paths):
    for path in paths:
        with open_source(str(path)) as source:
            for verdict in judge(read(source), str(path)):
                for finding in verdict.findings:
                    yield finding, verdict.players


def check_sentences(paths):
    """Return the names of the rules broken in these replays, after a look at the sentence of each finding."""
    names = set()
    for finding, players in every_finding(paths):
        words = tell(SENTENCES[finding.rule.name], finding, players)
        names.add(finding.rule.name)
        assert words.endswith(".")
        assert not re.search(r"[{}\n]|\bNone\b|\bTrue\b|\bFalse\b|\[|  ", words), words
        for related in finding.related:
            assert related.note in NOTES
    return names


def test_sentences_bear_the_facts_of_every_replay_of_the_project():
    replays = sorted(ROOT.glob("replays/**/*.replay")) + sorted(ROOT.glob("tests/**/*.replay"))
    assert replays
    check_sentences(replays)


def test_sentences_bear_the_facts_of_the_rulebook(tmp_path):
    spec = importlib.util.spec_from_file_location("rulebook_pages", ROOT / "tests/rulebook/pages.py")
    pages = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(pages)
    names = set()
    for page in pages.rule_pages():
        example = page.sections["Breaks it"].example
        path = tmp_path / f"{page.code}{example.suffix()}"
        path.write_bytes(example.content())
        names |= check_sentences([path])
        assert page.name in names
    assert names


@pytest.mark.parametrize("game", sorted(name.replace("-", "_") for name in GAMES))
def test_sentences_bear_the_facts_of_the_shared_cases(game):
    if not (CASES / game).is_dir():
        pytest.skip("the shared cases are not here")
    assert check_sentences(sorted((CASES / game).glob("*.replay")))


FORMAT_FACTS = [
    ("bad-line", {"reason": "not-utf-8"}, "The line is not UTF-8."),
    ("bad-line", {"reason": "nested-too-deep", "limit": 8}, "more than 8 levels"),
    ("bad-line", {"reason": "not-json", "detail": "bad\x1b[2J"}, r"bad\x1b[2J"),
    ("bad-line", {"reason": "card-list", "element": "hands", "player": 2}, "hands of player 2 is not a list of cards"),
    ("bad-line", {"reason": "card-list", "element": "up"}, "up is not a list of cards"),
    ("bad-line", {"reason": "count", "element": "points", "expected": 4, "found": 3}, "3 points, where 4 are wanted"),
    ("bad-value", {"reason": "empty", "field": "players", "player": 1}, "The name of player 1 is empty."),
    ("bad-value", {"reason": "nul", "field": "id"}, "id holds a NUL character."),
    ("bad-value", {"reason": "unknown-game", "field": "game", "value": "x\n::error::"}, r"called x\n::error::."),
    ("bad-value", {"option": "win", "detail": "Expected `str`, got `int`"}, "house rule win does not take"),
    ("unknown-field", {"reason": "header", "key": "k\u202e", "within": None}, r"no header field k\u202e."),
    ("duplicate-key", {"reason": "header", "key": "a", "within": "rules"}, "The key a of rules occurs twice"),
    ("unknown-option", {"preset": "x", "known": ["a", "b"]}, "no preset x; it has a and b."),
    ("unknown-option", {"option": "x", "known": ["a", "b", "c"]}, "no house rule x; it has a, b and c."),
    ("seal-broken", {"reason": "count", "line": "mark", "counted": 1, "recorded": 3}, "1 line of this game"),
    (
        "seal-broken",
        {"reason": "digest", "line": "seal", "computed": "ab", "recorded": "cd", "crlf": True},
        "carriage return",
    ),
    ("corrupt-file", {"reason": "expands-too-far", "limit": 67108864}, "over 67108864 bytes"),
    ("line-too-long", {"reason": "over-limit", "limit": 1048576}, "longer than 1048576 bytes"),
]


@pytest.mark.parametrize(("name", "facts", "words"), FORMAT_FACTS)
def test_format_findings_in_words(name, facts, words):
    finding = Finding(Rule("LOG001", name, FaultClass.FORMAT, "title"), Place(1, 1, 0, 0), facts=facts)
    assert words in tell(SENTENCES[name], finding, [])


def test_every_reason_of_a_format_rule_is_told():
    told = importlib.import_module("verifier.reports.wording.log")
    documented = set(re.findall(r"`([a-z0-9-]+)`", (importlib.import_module("verifier.replay.rules").__doc__ or "")))
    known = set(told._BAD_LINE) | set(told._BAD_VALUE) | set(told._CORRUPT_FILE) | set(told._SEAL_BROKEN)
    assert known <= documented


def test_a_rule_without_a_sentence_is_told_by_its_title_and_seat(rule):
    finding = Finding(rule, Place(1, 1, 0, 0), 1)
    assert sentence(finding, ["A", "Ali\x1b"]) == r"A fault of the trial game (b (Ali\x1b))."


def test_facts_that_do_not_fit_their_sentence_fall_back_to_the_title():
    finding = Finding(Rule("LOG002", "bad-token", FaultClass.FORMAT, "a token of no form"), Place(1, 1, 0, 0))
    with pytest.raises(KeyError):
        tell(SENTENCES["bad-token"], finding, [])
    assert sentence(finding, []) == "A token of no form."


def test_a_hostile_name_is_inert_in_a_sentence(hostile):
    rule = Rule("TRK201", "revoke", FaultClass.ILLEGAL, "t")
    facts = {"trick": 2, "suit": "S", "card": "3D"}
    words = sentence(Finding(rule, Place(1, 1, 1, 1), 1, legal=["6S"], facts=facts), ["A", hostile])
    assert words.startswith("b (")
    assert words.endswith("while holding 6S: suit must be followed.")
    assert words.isprintable()


def test_braces_in_a_name_are_text():
    rule = Rule("LOG102", "unknown-seat", FaultClass.IMPOSSIBLE, "t")
    words = sentence(Finding(rule, Place(1, 1, 1, 1), 0, facts={"last": "d"}), ["{seat}{0.__class__}"])
    assert words == "Seat a ({seat}{0.__class__}) acts, where d is the last seat at the table."


def test_an_unknown_note_is_told_by_its_key():
    assert note_words("some-\x1bkey") == r"some \x1bkey"


def test_what_is_said_of_a_game_as_a_whole(verdict):
    assert state_words(verdict) == ["3 events could not be verified, because cards are not known."]
    verdict.unverified, verdict.complete, verdict.sealed = 1, False, Sealed.BROKEN
    verdict.counts["XYZ501"] = 5
    assert state_words(verdict) == [
        "The log ends before the game does.",
        "1 event could not be verified, because cards are not known.",
        "A mark or the seal does not fit the lines above it.",
        "2 findings listed here, 4 more counted.",
    ]


def test_the_sums_in_one_line(verdict):
    summary = Summary(files=2)
    assert summary_words(summary) == "Nothing to check: 2 files read, no game found."
    summary.add(verdict)
    assert summary_words(summary) == "1 game in 2 files: 1 faulty; 1 finding (XYZ501 1), 1 notice."
    verdict.outcome = Outcome.CLEAN
    verdict.counts.clear()
    summary.add(verdict)
    assert summary_words(summary) == "2 games in 2 files: 1 clean, 1 faulty; 1 finding (XYZ501 1), 2 notices."


@pytest.mark.parametrize(
    ("name", "facts", "with_seat", "without"),
    [
        ("contract-changed", {"first": "el", "second": "koz", "suit": "S"}, "b (Ali) named koz with spades", "koz was"),
        ("trump-suit-missing", {}, "b (Ali) chose trumps", "Trumps were chosen"),
        ("trump-suit-on-penalty", {"suit": "H", "contract": "el"}, "b (Ali) named hearts", "Hearts were named"),
        ("penalty-table-limit", {"contract": "el", "limit": 2, "chosen": 2}, "b (Ali) chose el,", "el was chosen,"),
        ("trump-in-opening-round", {"hand": 3}, "b (Ali) chose trumps in hand 3", "Trumps were chosen in hand 3"),
        ("trump-suit-table-limit", {"suit": "C", "limit": 1, "chosen": 1}, "b (Ali) named clubs", "Clubs were named"),
    ],
)
def test_a_choice_is_told_with_its_player_or_without(name, facts, with_seat, without):
    rule = Rule("KNG999", name, FaultClass.ILLEGAL, "t")
    for seat, words in ((1, with_seat), (None, without)):
        finding = Finding(rule, Place(1, 1, 1, 1), seat, facts=facts)
        assert tell(SENTENCES[name], finding, ["A", "Ali"]).startswith(words)


@pytest.mark.parametrize(("value", "words"), [(True, "drop_under: true forbids"), ("free", "drop_under: free forbids")])
def test_a_habit_is_told_by_its_option(value, words):
    rule = Rule("KNG999", "plays-as-if", FaultClass.NOTICE, "t")
    finding = Finding(rule, Place(1, 1, 1, 1), option=("drop_under", value), facts={"hands": 9})
    assert words in tell(SENTENCES["plays-as-if"], finding, [])


KING_DIAGNOSES = [
    ("credited-to-player-of-card", {}, "for who played a card"),
    ("last-two-off-by-one", {}, "tricks 11 and 12"),
    ("last-trick-missing", {}, "the last trick"),
    ("double-counted-KH", {}, "the king of hearts seems to have been counted twice"),
    ("wrong-unit", {"unit": -30}, "-30 seem to have been written for one"),
    ("scored-as:kiz", {"other": "kiz"}, "these are the points of kiz"),
]


@pytest.mark.parametrize(("key", "more", "words"), KING_DIAGNOSES)
def test_how_wrong_points_of_king_may_have_come_about(key, more, words):
    facts = {"recorded": [0, -30, 0, 0], "audited": [0, -60, 0, 0], "diagnosis": key, **more}
    finding = Finding(Rule("SUM999", "points-wrong", FaultClass.BOOKS, "t"), Place(1, 1, 1, 1), facts=facts)
    told = tell(SENTENCES["points-wrong"], finding, [])
    assert told.startswith(
        "The points are written as a 0, b -30, c 0, d 0, where the tricks give a 0, b -60, c 0, d 0: "
    )
    assert words in told
