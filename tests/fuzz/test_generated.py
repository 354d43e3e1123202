"""Games played at random are clean, or have exactly the findings of their labels; rare states do occur."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from oracle import kierki, king, kings_reverse
from oracle.strata import RARE_IN

from verifier.cards import SEATS
from verifier.finding import FaultClass
from verifier.fuzz.dice import Dice
from verifier.fuzz.generating import FEWEST, WALKS, generate
from verifier.fuzz.house_rules import RANDOM, VALUES
from verifier.fuzz.wishes import UnplayableError, Wishes
from verifier.games import GAMES
from verifier.games.house import HouseRuleError
from verifier.games.kierki.house import PRESETS as KIERKI_PRESETS
from verifier.games.king.house import PRESETS as KING_PRESETS
from verifier.games.kings_reverse.house import PRESETS as KINGS_REVERSE_PRESETS
from verifier.referee import judge_source
from verifier.replay.canonical import canonical_lines
from verifier.verdict import Outcome

PRESETS = {"king": KING_PRESETS, "kierki": KIERKI_PRESETS, "kings-reverse": KINGS_REVERSE_PRESETS}
ORACLES = {"king": king, "kierki": kierki, "kings-reverse": kings_reverse}
LEGAL = {"plain": Wishes(), "rare": Wishes(rare=True)}
FAULTY = {"infractions": Wishes(infractions=True), "rare infractions": Wishes(rare=True, infractions=True)}
ROOT = Path(__file__).resolve().parents[2]


def verdict_on(data):
    (verdict,) = judge_source([data], "generated.replay")
    return verdict


def told(verdict):
    """Faults of a verdict, and its notices, as event, hand, name and seat."""
    rows = {True: set(), False: set()}
    for one in verdict.findings:
        seat = None if one.seat is None else SEATS[one.seat]
        row = (one.place.event, one.place.hand, one.rule.name, seat)
        rows[one.rule.fault_class is FaultClass.NOTICE].add(row)
    return rows[False], rows[True]


def unlike_its_labels(one):
    """What differs between the findings of a game and its labels; a seat counts where the label names one."""
    faults, notices = told(verdict_on(one.data))
    without_seats = {row[:3] for row in faults}
    expected = {(label.event, label.hand, label.name) for label in one.expected}
    missing = expected - without_seats - {row[:3] for row in notices}
    seats = {
        (label.event, label.name, label.seat)
        for label in one.expected
        if label.seat and (label.event, label.name, label.seat) not in {(row[0], *row[2:]) for row in faults | notices}
    }
    # Findings of the books and rulings name no seat in some games.
    seats = {row for row in seats if (row[0], row[1], None) not in {(one[0], *one[2:]) for one in faults}}
    return missing, without_seats - expected, seats


def test_there_is_a_walk_and_house_rules_for_every_game():
    assert set(WALKS) == set(FEWEST) == set(VALUES) == set(GAMES)


@pytest.mark.parametrize("game", [*WALKS])
def test_every_option_is_among_the_house_rules_at_random(game):
    house = __import__(f"verifier.games.{GAMES[game]}.house", fromlist=["OPTIONS"])
    assert set(VALUES[game]) == set(house.OPTIONS)


@pytest.mark.parametrize("wishes", LEGAL)
@pytest.mark.parametrize(("game", "preset"), [(game, preset) for game, found in PRESETS.items() for preset in found])
def test_games_of_every_preset_are_clean_and_canonical(game, preset, wishes):
    # Matches of King are long.
    for one in generate(game, 3 if game == "king" else 8, 1, rules=preset, wishes=LEGAL[wishes]):
        assert one.expected == []
        assert verdict_on(one.data).outcome is Outcome.CLEAN, one.data.decode()
        assert b"".join(canonical_lines([one.data])) == one.data


@pytest.mark.parametrize("wishes", LEGAL)
@pytest.mark.parametrize("game", [*WALKS])
def test_games_under_any_house_rules_are_clean(game, wishes):
    for one in generate(
        game, {"king": 6, "kierki": 14, "kings-reverse": 30}[game], 2, rules=RANDOM, wishes=LEGAL[wishes]
    ):
        assert verdict_on(one.data).outcome is Outcome.CLEAN, one.data.decode()


@pytest.mark.parametrize("wishes", FAULTY)
@pytest.mark.parametrize("rules", ["", RANDOM])
@pytest.mark.parametrize("game", [*WALKS])
def test_infractions_are_found_as_they_are_labelled_and_nothing_else_is(game, rules, wishes):
    for one in generate(game, 4 if game == "king" else 14, 3, rules=rules, wishes=FAULTY[wishes]):
        assert unlike_its_labels(one) == (set(), set(), set()), one.data.decode()


INFRACTIONS = {
    "king": {
        *("revoke", "out-of-turn", "wrong-leader", "trick-winner-wrong", "play-after-hand-end"),
        *("wrong-chooser", "penalty-chosen-twice", "trump-quota-exceeded"),
        *("points-wrong", "totals-wrong", "winner-wrong"),
    },
    "kierki": {
        *(
            "revoke",
            "out-of-turn",
            "wrong-leader",
            "trick-winner-wrong",
            "heart-lead",
            "wrong-trump-caller",
            "wrong-dealer",
        ),
        *("pass-while-able", "not-adjacent", "not-a-seven", "play-after-hand-end"),
        *("points-wrong", "totals-wrong", "winner-wrong"),
    },
    "kings-reverse": {
        *("one-card-call-missed", "one-card-call-caught", "one-card-penalty-wrong-count"),
        *("illegal-joker-unchallenged", "illegal-joker-caught", "challenge-wrong-verdict", "joker-wrong-draw-count"),
        *("seven-wrong-draw-count", "card-does-not-match", "marriage-not-a-pair", "pass-without-drawing"),
        *("out-of-turn", "drawn-card-not-played", "last-card-draw-missing", "ace-gift-incomplete", "ace-draw-missing"),
        *("points-wrong", "out-player-scored", "totals-wrong", "winner-wrong"),
    },
}


MANY = {"king": 30, "kierki": 80, "kings-reverse": 110}


@pytest.mark.parametrize("game", [*WALKS])
def test_every_infraction_occurs(game):
    found = Counter(
        label.name
        for one in generate(
            game, {"king": 30, "kierki": 80, "kings-reverse": 110}[game], 5, wishes=Wishes(infractions=True)
        )
        for label in one.expected
    )
    assert {name for name in INFRACTIONS[game] if found[name] < 2} == set()


@pytest.mark.parametrize("rules", ["", RANDOM])
@pytest.mark.parametrize("game", [*WALKS])
def test_the_slow_referees_agree_that_games_are_clean(game, rules):
    for one in generate(game, 3, 5, rules=rules, wishes=Wishes(rare=True)):
        ruling = ORACLES[game].judge(one.data.decode())
        assert (ruling.verdict, ruling.findings) == ("clean", []), one.data.decode()


@pytest.mark.parametrize("game", [*WALKS])
def test_the_slow_referees_find_the_labelled_infractions(game):
    for one in generate(game, 3, 6, wishes=Wishes(infractions=True)):
        ruling = ORACLES[game].judge(one.data.decode())
        faults, _ = told(verdict_on(one.data))
        assert {(row.event, row.hand, row.name) for row in ruling.findings} == {row[:3] for row in faults}


# Rare states


FLOORS = {
    "kings-reverse": {
        "pack empty": 40,
        "blocked": 12,
        "marriage": 60,
        "marriage out": 2,
        "marriage to one": 4,
        "ace scenario 1": 10,
        "ace scenario 2": 20,
        "ace scenario 3": 60,
        "last card 7": 8,
        "last card **": 8,
        "last card AS": 4,
        "shared win": 2,
        "joker turned up": 10,
        "turned up 7": 10,
        "turned up 8": 10,
        "turned up K": 10,
        "turned up J": 10,
        "turned up AS": 10,
    },
    "king": {"rifki in one trick": 10, "rifki to the last": 10, "tie": 2},
    "kierki": {"forced-heart-lead": 50, "passes": 60, "skipped turns": 60, "shared win": 2},
}


@pytest.mark.parametrize("game", [*WALKS])
def test_rare_states_do_occur(game):
    found = Counter()
    for one in generate(game, 16 if game == "king" else 30, 7, wishes=Wishes(rare=True)):
        text = one.data.decode()
        found += RARE_IN[game](
            text, kings_reverse.judge(text) if game == "kings-reverse" else None, verdict_on(one.data)
        )
    floors = FLOORS[game]
    assert {name: found[name] for name, floor in floors.items() if found[name] < floor} == {}


# Seeds

DIGESTS = {
    "king": "6c7b8528e0cceadfd951ce8bcf01146a99521da4c455515bbbec5760e0c0eb37",
    "kierki": "dc2b2309d4fac822473db0903eaa6b0620430fcb826fa902796d3f4255d82c6d",
    "kings-reverse": "39b1d19e7df2ac70f232812a2598b72cbc4f97b6309d6e9e66a49c30c51916fd",
}
"""Of 3 games under house rules at random, seed 8: the same on every Python and platform."""


@pytest.mark.parametrize("game", [*WALKS])
def test_a_seed_gives_the_same_bytes_everywhere(game):
    words = (
        "import sys, hashlib; from verifier.fuzz.generating import generate; "
        "from verifier.fuzz.wishes import Wishes; "
        f"games = generate({game!r}, 3, 8, rules='random', wishes=Wishes(True, True)); "
        "print(hashlib.sha256(b''.join(one.data for one in games)).hexdigest())"
    )
    done = subprocess.run(
        [sys.executable, "-c", words],
        env={"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == DIGESTS[game]


def test_seeds_and_numbers_give_different_games():
    data = {one.data for seed in range(4) for one in generate("kierki", 5, seed)}
    assert len(data) == 20


def test_a_game_does_not_depend_on_how_many_are_asked_for():
    few, many = ([one.data for one in generate("kings-reverse", games, 9)] for games in (2, 4))
    assert many[:2] == few


def test_dice_are_fair_enough_and_lose_nothing():
    dice = Dice("fair")
    counts = Counter(dice.below(6) for _ in range(6000))
    assert set(counts) == set(range(6))
    assert all(850 < count < 1150 for count in counts.values())
    assert sorted(dice.shuffled(range(50))) == [*range(50)]


# What cannot be played


def first(*arguments, **options):
    return next(generate(*arguments, **options))


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("king", {"players": 3}),
        ("kings-reverse", {"players": 1}),
        ("kings-reverse", {"players": 11}),
        ("kings-reverse", {"players": 4, "rules": {"packs": 3}}),
        ("king", {"rules": {"penalty_table_limit": 0}}),
        ("king", {"rules": {"penalties_per_player": 7}}),
    ],
)
def test_a_game_that_nobody_can_play_is_refused(game, options):
    with pytest.raises(UnplayableError):
        first(game, 1, 0, **options)


@pytest.mark.parametrize("rules", ["none-such", {"none_such": 1}, {"must_trump": 1}, {"preset": "none-such"}])
@pytest.mark.parametrize("game", ["king", "kierki"])
def test_rules_that_do_not_exist_are_refused(game, rules):
    with pytest.raises(HouseRuleError):
        first(game, 1, 0, rules=rules)


@pytest.mark.parametrize("players", range(2, 17))
def test_kings_reverse_takes_any_number_of_players(players):
    rules = {"packs": 3, "target": 50} if players > 5 else {"target": 50}
    one = first("kings-reverse", 1, 0, players=players, rules=rules)
    verdict = verdict_on(one.data)
    assert len(verdict.players) == players
    assert verdict.outcome is Outcome.CLEAN
