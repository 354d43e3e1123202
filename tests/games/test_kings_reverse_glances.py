"""A glance at Kings Reverse says what the judge says, or nothing: at tidy tables, sloppy ones, and on changed games."""

import random
import re

import pytest
from judging import glanced_at
from oracle import kings_reverse_games
from oracle.kierki_matter import Match, Slip, write
from oracle.kings_reverse_faults import OPERATORS, SLIPS
from oracle.kings_reverse_hands import PlayedRound

from verifier.games import books
from verifier.games.kings_reverse import terms

MARRIAGE = re.compile(r" (?P<seat>[a-p])(?:K(?P<suit>[SHDC])Q(?P=suit)|Q(?P<same>[SHDC])K(?P=same))\b")

HOUSES = [
    {"packs": 3},
    {"turn_up_king": "dealer"},
    {"turn_up_king": "left"},
    {"turn_up_special": "ignore"},
    {"joker_restriction": "suit-only"},
    {"joker_restriction": "none"},
    {"other_joker_blocks": True},
    {"draw_only_when_stuck": True},
    {"drawn_card": "may-play"},
    {"ace_giving": "mandatory"},
    {"pass_with_playable": True},
]
"""House rules that a glance has to know, one by one."""


@pytest.fixture
def tidy(monkeypatch):
    """Let nobody cheat, forget a call or be clumsy at the tables of the generator."""
    habits = kings_reverse_games.habits

    def tidy_habits(rng, slip):
        table = habits(rng, slip)
        table.cheats = 0
        return table

    def owes_call(table, seat, *, called):
        if not called:
            table.tokens.append(f"{seat}!")

    monkeypatch.setattr(kings_reverse_games, "habits", tidy_habits)
    monkeypatch.setattr(PlayedRound, "owes_call", owes_call)
    monkeypatch.setattr(PlayedRound, "chance", lambda table, share: share > 0.03 and table.rng.random() < share)


def made(seed: int, slip: Slip | None = None, *, hands: int = 12, players: int = 0, **wishes: object) -> Match:
    """Return a game under random house rules, or under the default ones with these."""

    def house(_rng, _slip, players):
        asked = wishes | ({"packs": 3} if players > 10 else {})
        defaults = {name: values[0] for name, values in kings_reverse_games.OPTIONS.items()}
        return asked, defaults | kings_reverse_games.PRESETS["wikipedia"] | asked

    with pytest.MonkeyPatch.context() as patch:
        if wishes:
            patch.setattr(kings_reverse_games, "house", house)
        if players:
            patch.setattr(kings_reverse_games, "how_many", lambda *_: players)
        return kings_reverse_games.make_game(random.Random(seed), slip, hands=hands)


@pytest.mark.usefixtures("tidy")
def test_a_glance_is_enough_at_tidy_tables():
    enough = right = 0
    for seed in range(60):
        verdict, glanced = glanced_at(write(made(seed, target=50)))
        enough += glanced
        right += verdict.outcome == "clean" and not verdict.notices
    assert right >= 40
    assert enough >= 0.9 * right


@pytest.mark.usefixtures("tidy")
@pytest.mark.parametrize(
    "wishes",
    HOUSES,
    ids=lambda wishes: "-".join(map(str, *wishes.items())),
)
def test_a_glance_knows_the_house_rule(wishes):
    glances = [glanced_at(write(made(seed, hands=4, target=50, **wishes)))[1] for seed in range(30)]
    assert sum(glances) >= 8


@pytest.mark.usefixtures("tidy")
@pytest.mark.parametrize("players", [2, 3, 9, 10])
def test_a_glance_is_enough_for_any_number_of_players(players):
    glances = [glanced_at(write(made(seed, players=players, target=50)))[1] for seed in range(24)]
    assert sum(glances) >= 6


@pytest.mark.usefixtures("tidy")
def test_a_glance_agrees_with_the_judge_under_any_house_rules():
    assert sum(glanced_at(write(made(seed)))[1] for seed in range(120)) > 20


def test_a_glance_agrees_with_the_judge_at_sloppy_tables():
    for seed in range(60):
        glanced_at(write(made(seed, hands=2)))


@pytest.mark.usefixtures("tidy")
@pytest.mark.parametrize("first", range(0, 16, 4))
def test_a_glance_says_nothing_about_changed_games_that_the_judge_does_not(first):
    rng = random.Random(first)
    met = 0
    for seed in range(first, first + 4):
        match = made(seed, hands=1, target=50)
        for change in OPERATORS.values():
            changed = change(rng, match)
            if changed is not None:
                met += 1
                glanced_at(write(changed))
    assert met > 75


@pytest.mark.usefixtures("tidy")
@pytest.mark.parametrize("name", sorted(SLIPS))
def test_a_glance_sees_what_slips_at_a_table(name):
    for seed in range(8):
        match = made(seed, Slip(name, seed % SLIPS[name]), hands=1)
        glanced_at(write(match))


@pytest.mark.usefixtures("tidy")
@pytest.mark.parametrize("players", [2, 4, 10])
def test_a_glance_gives_up_on_bytes_that_are_not_as_fmt_writes_them(players):
    rng = random.Random(4)
    texts = (write(made(seed, hands=2, players=players, target=50)) for seed in range(60))
    text = bytearray(next(text for text in texts if glanced_at(text)[1]).encode())
    start = text.index(b"\n")
    for _ in range(400):
        changed = text[:]
        at = rng.randrange(start, len(text))
        how = rng.randrange(3)
        if how == 0:
            changed[at] = rng.choice(b'abcd23456789TJQKASHDC" ,[]-+*!?^=>%0\n')
        elif how == 1:
            del changed[at]
        else:
            changed.insert(at, rng.choice(b'abcd-+*!?^=>% "0\n'))
        glanced_at(bytes(changed))
    for end in range(start, len(text), 23):
        glanced_at(bytes(text[:end]))


def whole(text: str) -> tuple[str, str]:
    """Return the verdict's name and how the game was judged."""
    verdict, glanced = glanced_at(text)
    return verdict.outcome.value, "glanced" if glanced else "judged"


def tidy_text(rng: random.Random, found) -> str:
    """Return a tidy game of which this is true and for which a glance is enough."""
    texts = (write(made(rng.randrange(10**6), hands=12, target=50)) for _ in range(2000))
    return next(text for text in texts if found(text) and glanced_at(text)[1])


@pytest.mark.usefixtures("tidy")
def test_a_dealer_may_be_left_out():
    rng = random.Random(7)
    ordinary = tidy_text(rng, lambda text: '["deal","a"' in text)
    assert whole(ordinary.replace('["deal","a"', '["deal",null'))[1] == "glanced"
    for up in "78K":
        text = tidy_text(rng, lambda text, up=up: f'],"{up}' in text)
        for seat in "abcdefghijklmnop":
            glanced_at(text.replace(f'["deal","{seat}"', '["deal",null'))


@pytest.mark.usefixtures("tidy")
def test_another_winner_is_left_to_the_judge():
    rng = random.Random(8)
    text = tidy_text(rng, lambda text: '["winner","a"]' in text)
    assert whole(text) == ("clean", "glanced")
    assert whole(text.replace('["winner","a"]', '["winner","b"]')) == ("faulty", "judged")
    assert whole(text.replace('["winner","a"]', '["winner","ab"]')) == ("faulty", "judged")


@pytest.mark.usefixtures("tidy")
def test_calls_that_come_too_often_are_left_to_the_judge():
    rng = random.Random(9)
    text = tidy_text(rng, lambda text: '["m","' in text)
    start = text.index('["m","') + 6
    assert whole(text[:start] + "a! b! " + text[start:])[1] == "judged"
    end = text.index('"]', start)
    assert whole(text[:end] + " a!" + text[end:])[1] == "judged"


@pytest.mark.usefixtures("tidy")
def test_many_jokers_turned_up_are_left_to_the_judge():
    text = tidy_text(random.Random(10), lambda text: '],"**' in text)
    assert whole(text.replace('],"**', '],"' + "**" * 101, 1))[1] == "judged"


@pytest.mark.usefixtures("tidy")
def test_a_sheet_lists_no_more_hands_than_the_judge_does(monkeypatch):
    for room in (books, terms):
        monkeypatch.setattr(room, "MOST_ROWS", 2)
    text = tidy_text(random.Random(11), lambda text: text.count('["deal",') > 3)
    verdict, _ = glanced_at(text)
    assert len(verdict.sheet.rows) == 2


@pytest.mark.usefixtures("tidy")
def test_a_call_before_a_marriage_that_leaves_many_cards_is_left_to_the_judge():
    def many_left(text: str) -> list[re.Match[str]]:
        return [pair for pair in MARRIAGE.finditer(text) if not text.startswith(f" {pair['seat']}!", pair.end())]

    text = tidy_text(random.Random(12), many_left)
    marriage = many_left(text)[0]
    assert whole(f"{text[: marriage.start()]} {marriage['seat']}!{text[marriage.start() :]}")[1] == "judged"
