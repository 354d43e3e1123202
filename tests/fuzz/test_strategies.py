"""Strategies give what they say, shrink to small replays, and are found by type where nobody has imported them."""

import json
import re
import subprocess
import sys
from collections import Counter
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from verifier import hypothesis_plugin, strategies
from verifier.cards import parse_cards
from verifier.fuzz.mutating import OPERATORS, operators_for
from verifier.fuzz.operators.operator import Promise
from verifier.fuzz.recorded import Recorded
from verifier.fuzz.wishes import UnplayableError
from verifier.games import GAMES
from verifier.games.house import HouseRuleError
from verifier.games.king.house import HouseRules
from verifier.movetext import Act, ActKind, parse_token
from verifier.referee import judge_source
from verifier.replay.canonical import canonical_lines
from verifier.replay.lines import Deal
from verifier.strategies import agreements, faulty
from verifier.strategies.drawn import DrawnDice
from verifier.verdict import Outcome

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "strategies.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)

# Health checks stay as they are but for the clock: the machine may have other work.
drawing = partial(settings, database=None, deadline=None, derandomize=True, phases=[Phase.generate])
few = drawing(max_examples=6, suppress_health_check=[HealthCheck.too_slow])
many = drawing(max_examples=60)
shrinking = settings(database=None, deadline=None, derandomize=True, max_examples=400)


def verdict_on(data):
    (verdict,) = judge_source([data], "drawn.replay")
    return verdict


def lines(data):
    return [json.loads(line) for line in data.splitlines()]


def size(data):
    """Hands and acts of a replay."""
    events = lines(data)[1:]
    return sum(one[0] == "deal" for one in events), sum(len(one[1].split()) for one in events if one[0] == "m")


@pytest.mark.parametrize("game", [None, *GAMES])
def test_cards_are_those_of_the_game(game):
    @many
    @given(strategies.cards(game))
    def holds(card):
        (code,) = parse_cards(card)
        assert code < 52 + (game == "kings-reverse")

    holds()


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_has_every_card_once(game):
    packs = Counter(dict.fromkeys(range(52), 1))
    if game == "kings-reverse":
        packs = Counter({**dict.fromkeys(range(52), 2), 52: 4})

    @few
    @given(strategies.deals(game))
    def holds(deal):
        # Jokers that were turned up lie in the stock again.
        up = (deal.up or "").replace("**", "")
        cards = [*parse_cards("".join(deal.hands)), *parse_cards(up)]
        if deal.stock is None:
            assert game != "kings-reverse"
        assert Counter(cards + (parse_cards(deal.stock or ""))) == packs

    holds()


@pytest.mark.parametrize("players", [2, 16])
def test_a_deal_has_so_many_hands(players):
    @few
    @given(strategies.deals("kings-reverse", players=players))
    def holds(deal):
        assert [len(hand) for hand in deal.hands] == [20] * players
        assert deal.up

    holds()


@pytest.mark.parametrize("game", [None, *GAMES])
def test_acts_are_tokens_of_the_format(game):
    kinds = set()

    @drawing(max_examples=150)
    @given(strategies.acts(game))
    def holds(token):
        kinds.add(parse_token(token).kind)

    holds()
    if game == "king":
        assert kinds == {ActKind.PLAY, ActKind.TAKES}
    if game == "kings-reverse":
        assert len(kinds) > 10


@pytest.mark.parametrize("game", GAMES)
def test_house_rules_exist(game):
    @many
    @given(strategies.house_rules(game))
    def holds(rules):
        agreements.examine(game, {**rules, **agreements.SHORTEST[game]} if "packs" not in rules else "")

    holds()
    assert find(strategies.house_rules(game), lambda _: True, settings=shrinking) == {}


@pytest.mark.parametrize("game", GAMES)
def test_replays_are_clean_and_canonical(game):
    @few
    @given(strategies.replays(game))
    def holds(data):
        assert verdict_on(data).outcome is Outcome.CLEAN, data.decode()
        assert b"".join(canonical_lines([data])) == data

    holds()


@pytest.mark.parametrize("game", GAMES)
def test_in_shorter_logs_nothing_is_wrong_either(game):
    @few
    @given(strategies.replays(game, hands=2))
    def holds(data):
        assert verdict_on(data).outcome in {Outcome.CLEAN, Outcome.UNDECIDED}, data.decode()
        assert size(data)[0] <= 2

    holds()


@pytest.mark.parametrize(("game", "rules"), [("king", "kisa12"), ("kierki", ""), ("kings-reverse", {"packs": 3})])
def test_rules_and_players_are_those_asked_for(game, rules):
    players = 7 if game == "kings-reverse" else 4

    @drawing(max_examples=3, suppress_health_check=[HealthCheck.too_slow])
    @given(strategies.games(game, rules=rules, players=players))
    def holds(one):
        assert (one.header.game, one.header.rules, len(one.header.players)) == (game, rules, players)

    holds()


PROMISES = [(game, one.name) for game in GAMES for one in operators_for(game) if one.promise is Promise.FAULTY]


@pytest.mark.parametrize(("game", "operator"), [*PROMISES, *((game, strategies.INFRACTION) for game in GAMES)])
def test_faulty_replays_lead_to_a_promised_finding(game, operator):
    names = {name for one in OPERATORS if one.name == operator for name in one.names}

    @drawing(max_examples=1, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
    @given(strategies.faulty_replays(game, operator))
    def holds(one):
        verdict = verdict_on(one.data)
        found = {(each.rule.name, each.place.hand, each.place.event) for each in verdict.findings}
        assert verdict.kind == game
        assert verdict.outcome is Outcome.FAULTY
        assert one.operator == operator
        assert one.expected
        assert {each[:3] for each in one.expected} <= found
        assert operator == strategies.INFRACTION or {each.name for each in one.expected} <= names

    holds()


@pytest.mark.parametrize("game", GAMES)
def test_an_infraction_has_exactly_its_findings(game):
    @few
    @given(strategies.faulty_replays(game, strategies.INFRACTION))
    def holds(one):
        assert {*faulty.faults_in(one.data)} == {*one.expected}, one.data.decode()

    holds()


def test_tables_of_operators_name_operators():
    known = {name for _, name in PROMISES}
    assert {*faulty.FEWEST_HANDS, *faulty.MORE_HANDS, *faulty.WHOLE, *faulty.BY_THE_TEXT, faulty.FOR_TIES} <= known


# Shrinking

FEW_ACTS = {"king": 210, "kierki": 65, "kings-reverse": 80}
HANDS = {"king": 4, "kierki": 1, "kings-reverse": 1}


@pytest.mark.parametrize("game", GAMES)
def test_the_plainest_replay_is_the_shortest_game(game):
    data = find(strategies.replays(game), lambda _: True, settings=shrinking)
    hands, acts = size(data)
    assert hands == HANDS[game]
    assert acts <= FEW_ACTS[game]
    assert verdict_on(data).outcome is Outcome.CLEAN


SIGHTS = {"rifki": ("king", rb'"rifki"', 1, 52)}


@pytest.mark.parametrize("sight", SIGHTS)
def test_what_is_looked_for_is_found_in_one_hand(sight):
    game, wanted, most_hands, most_acts = SIGHTS[sight]
    data = find(strategies.replays(game, hands=2), lambda one: re.search(wanted, one), settings=shrinking)
    hands, acts = size(data)
    assert hands <= most_hands
    assert acts <= most_acts, data.decode()


FAULTS = [
    ("king", "revoke", 1, 8),
    ("kings-reverse", "third-copy", 1, 0),
]


@pytest.mark.parametrize(("game", "operator", "most_hands", "most_acts"), FAULTS)
def test_faulty_replays_shrink_to_the_fault(game, operator, most_hands, most_acts):
    one = find(strategies.faulty_replays(game, operator), lambda _: True, settings=shrinking)
    hands, acts = size(one.data)
    assert hands <= most_hands
    assert acts <= most_acts, one.data.decode()


# What is asked for wrongly


@pytest.mark.parametrize(
    ("error", "ask"),
    [
        (ValueError, lambda: strategies.cards("whist")),
        (ValueError, lambda: strategies.games(hands=0)),
        (ValueError, lambda: strategies.games(rules={"tie": "shared"})),
        (ValueError, lambda: strategies.faulty_replays("king", "white-space")),
        (ValueError, lambda: strategies.faulty_replays(None, "none-such")),
        (ValueError, lambda: strategies.faulty_replays("king", "misfit")),
        (ValueError, lambda: strategies.faulty_replays("king", "third-trump", rules="kisa12")),
        (HouseRuleError, lambda: strategies.replays("king", rules="none-such")),
        (UnplayableError, lambda: strategies.replays("king", players=3)),
        (UnplayableError, lambda: strategies.replays(players=3)),
        (UnplayableError, lambda: strategies.deals("kings-reverse", players=17)),
        (UnplayableError, lambda: strategies.games("kings-reverse", rules={"packs": 3}, players=2)),
    ],
)
def test_what_cannot_be_is_refused_at_once(error, ask):
    with pytest.raises(error):
        ask()


def test_dice_that_never_stop_are_stopped():
    @drawing(max_examples=1)
    @given(st.data())
    def holds(data):
        dice = DrawnDice(data.draw)
        with pytest.raises(UnplayableError):
            [dice.below(1) for _ in range(100_000)]

    holds()


# By type


@pytest.mark.parametrize("kind", [Act, Deal, HouseRules, strategies.FaultyReplay, Recorded])
def test_types_have_strategies(kind):
    hypothesis_plugin.register()

    @drawing(max_examples=3, suppress_health_check=[HealthCheck.too_slow])
    @given(st.from_type(kind))
    def holds(one):
        assert isinstance(one, kind)

    holds()


def run(words):
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_entry_point_is_enough():
    words = (
        "import sys; from importlib.metadata import EntryPoint\n"
        "import importlib.metadata as installed\n"
        # Whether or not this tree is what is installed, its own line of the packaging is what is tried.
        "import tomllib; rows = tomllib.load(open('pyproject.toml', 'rb'))['project']['entry-points']['hypothesis']\n"
        "points = [EntryPoint(name, value, 'hypothesis') for name, value in rows.items()]\n"
        "installed.entry_points = lambda **asked: points if asked == {'group': 'hypothesis'} else []\n"
        "from hypothesis import find, strategies as st\n"
        "assert 'verifier.strategies' not in sys.modules\n"
        "from verifier.replay.lines import Deal\n"
        "print(len(find(st.from_type(Deal), lambda _: True).hands))\n"
        "assert 'verifier.strategies' in sys.modules\n"
    )
    assert int(run(words)) in {2, 4}


def test_the_command_imports_no_hypothesis():
    run("import sys, verifier.cli; assert 'hypothesis' not in sys.modules and 'verifier.strategies' not in sys.modules")


# The page


def test_the_page_names_every_strategy():
    told = set(re.findall(r"^\| `(\w+)\(", PAGE, re.MULTILINE))
    assert told == {name for name in strategies.__all__ if name[0].islower()}


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_examples_of_the_page_run(number):
    with SettingsOfATest():
        exec(compile(EXAMPLES[number], f"docs/strategies.md, example {number + 1}", "exec"), {})


class SettingsOfATest:
    """As a user's, with few examples and no folder for those that fail."""

    def __enter__(self):
        self.before = settings.get_current_profile_name()
        quick = settings(max_examples=5, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow])
        settings.register_profile("page", quick)
        settings.load_profile("page")

    def __exit__(self, *_):
        settings.load_profile(self.before)
