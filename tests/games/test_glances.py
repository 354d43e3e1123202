"""A glance says of a game what the judge says of it, or nothing: held against the judge on right and changed games."""

import pickle
import random
import re

import pytest
from judging import glanced_at
from oracle import kierki_faults, kierki_games, king_faults, king_games
from oracle.kierki_matter import Match, Slip, write

from verifier.referee import judge_source
from verifier.sheet import Sheet

KING = {"points": 0.9, "totals": 0.9, "hidden": 0.0, "takers": 0.8, "choosers": 1.0, "sheets": 0.0, "winner": 0.8}
KIERKI = {"points": 0.9, "totals": 0.9, "contracts": 0.5, "hidden": 0.0, "dealers": 0.8, "sheets": 0.0, "winner": 0.8}

SHORT = {"penalties_per_player": 1, "trumps_per_player": 1}


@pytest.fixture(autouse=True)
def in_full(monkeypatch):
    """Let the tables of the generators keep full logs."""
    monkeypatch.setattr(king_games, "habits", lambda _rng, *, whole: king_games.Habits(**KING))
    monkeypatch.setattr(kierki_games, "habits", lambda _rng, *, whole: kierki_games.Habits(**KIERKI))


def king(seed: int, slip: Slip | None = None, **rules: object) -> Match:
    """Return a King match in full, under these house rules or random ones, with a slip or without."""
    return made(king_games, seed, king_games.DEFAULTS, rules, slip, small=False)


def kierki(seed: int, slip: Slip | None = None, **rules: object) -> Match:
    """Return a Kierki match in full, under these house rules or random ones, with a slip or without."""
    return made(kierki_games, seed, kierki_games.DEFAULTS, rules, slip)


def made(games, seed, defaults, rules, slip=None, **more) -> Match:
    with pytest.MonkeyPatch.context() as patch:
        if rules:
            patch.setattr(games, "house", lambda *_, **__: (rules, defaults | rules))
        match = games.make_match(random.Random(seed), whole=True, slip=slip, **more)
    match.events = [line for line in match.events if line[0] not in {"points", "totals"} or None not in line[1]]
    return match


GAMES = [
    pytest.param(king, king_faults.OPERATORS, id="king"),
    pytest.param(kierki, kierki_faults.OPERATORS, id="kierki"),
]


@pytest.mark.parametrize(("game", "rules"), [(king, SHORT), (kierki, {"early_stop": "forbid"})], ids=["king", "kierki"])
def test_a_glance_is_enough_for_right_games(game, rules):
    enough = right = 0
    for seed in range(12):
        text = write(game(seed, **rules))
        verdict, glanced = glanced_at(text)
        enough += glanced
        right += verdict.outcome == "clean"
    assert right >= 8
    assert enough >= right - 1


@pytest.mark.parametrize(("game", "_operators"), GAMES)
def test_a_glance_agrees_with_the_judge_under_any_house_rules(game, _operators):
    glanced = sum(glanced_at(write(game(seed)))[1] for seed in range(40))
    assert glanced > 0


@pytest.mark.parametrize(
    ("game", "operators", "rules"),
    [(king, king_faults.OPERATORS, SHORT), (kierki, kierki_faults.OPERATORS, {"early_stop": "forbid"})],
    ids=["king", "kierki"],
)
@pytest.mark.parametrize("seed", range(4))
def test_a_glance_says_nothing_about_changed_games_that_the_judge_does_not(game, operators, rules, seed):
    rng = random.Random(seed)
    met = 0
    match = game(seed, **rules)
    for change in operators.values():
        changed = change(rng, match)
        if changed is not None:
            met += 1
            glanced_at(write(changed))
    assert met > 25


@pytest.mark.parametrize(
    ("game", "rules"), [(king, {"penalties_per_player": 0, "trumps_per_player": 1}), (kierki, {"penalty_deals": 6})]
)
def test_a_glance_gives_up_on_bytes_that_are_not_as_fmt_writes_them(game, rules):
    rng = random.Random(4)
    text = bytearray(
        next(text for text in (write(game(seed, **rules)) for seed in range(9)) if glanced_at(text)[1]).encode()
    )
    start = text.index(b"\n")
    for _ in range(250):
        changed = text[:]
        at = rng.randrange(start, len(text))
        how = rng.randrange(3)
        if how == 0:
            changed[at] = rng.choice(b'abcd23456789TJQKASHDC" ,[]-$0\n')
        elif how == 1:
            del changed[at]
        else:
            changed.insert(at, rng.choice(b'abcd$ -"0\n'))
        glanced_at(bytes(changed))
    for end in range(start, len(text), 97):
        glanced_at(bytes(text[:end]))


def split_moves(text: str, rng: random.Random) -> str:
    """Return a text whose moves are written in several lines, as a live table does."""
    lines = []
    for line in text.splitlines():
        tokens = line[6:-2].split(" ")
        if line.startswith('["m"') and len(tokens) > 1:
            at = rng.randrange(1, len(tokens))
            lines += [f'["m","{" ".join(part)}"]' for part in (tokens[:at], tokens[at:])]
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("game", "rules"), [(king, SHORT), (kierki, {"lottery_dealer": "first"})], ids=["king", "kierki"]
)
def test_moves_may_stand_in_several_lines(game, rules):
    rng = random.Random(5)
    texts = [split_moves(write(game(seed, **rules)), rng) for seed in range(8)]
    assert sum(glanced_at(text)[1] for text in texts) >= 5


@pytest.mark.parametrize("name", sorted(king_faults.SLIPS))
def test_a_glance_sees_what_slips_at_a_king_table(name):
    for seed in range(3):
        glanced_at(write(king(seed, Slip(name, seed), **SHORT)))


@pytest.mark.parametrize("name", sorted(kierki_faults.SLIPS))
def test_a_glance_sees_what_slips_at_a_kierki_table(name):
    for seed in range(3):
        glanced_at(write(kierki(seed, Slip(name, seed), early_stop="forbid")))


def test_a_tie_that_the_order_of_choosing_breaks_in_another_way_is_worth_a_notice():
    # Two players take six and a half tricks' worth each: none do, so hands are given to them whole.
    ties = [write(king(seed, penalties_per_player=0, trumps_per_player=1)) for seed in range(60)]
    verdicts = [glanced_at(text) for text in ties]
    noted = [glanced for verdict, glanced in verdicts if verdict.notices]
    assert noted
    assert not any(noted)


def test_the_sheet_is_made_when_it_is_looked_at_and_can_be_handed_on():
    text = next(text for text in (write(king(seed, **SHORT)) for seed in range(9)) if glanced_at(text)[1])
    (verdict,) = judge_source([text.encode()], "a.replay")
    handed_on = pickle.loads(pickle.dumps(verdict))
    assert not hasattr(verdict.sheet, "_rows")
    assert not hasattr(verdict.sheet, "colour")
    assert verdict.sheet.rows[0].hand == 1
    assert type(handed_on.sheet) is Sheet
    assert handed_on.sheet.rows == verdict.sheet.rows
    assert handed_on.sheet.recorded_winners == verdict.sheet.recorded_winners


def test_the_numbers_of_lines_and_games_go_on_through_a_file():
    rng = random.Random(6)
    parts = [
        write(game(seed, **rules)) for seed in range(5) for game, rules in ((king, SHORT), (kierki, {"tie": "shared"}))
    ]
    parts += [parts[0].replace('"a', '"b', 1), "\n  \n", parts[1], '{"replay":2}\n', "\ufeff" + parts[2], parts[3][:-1]]
    rng.shuffle(parts)
    glanced_at("".join(parts))


def test_a_glance_leaves_a_lottery_without_moves_or_without_a_due_pass_to_the_judge():
    texts = [write(kierki(seed, implicit_pass="forbid")) for seed in range(12)]
    whole = next(text for text in texts if "- " in text[text.rindex('["deal"') :] and glanced_at(text)[1])
    lottery = whole[whole.rindex('["deal"') :]
    moves = lottery.index('["m","') + 6
    tokens = lottery[moves : lottery.index('"]', moves)].split(" ")
    passes = [token for token in tokens if token.endswith("-")]
    glanced_at(whole.replace(f" {passes[0]}", "", 1))
    glanced_at(whole[: whole.rindex('["m"')] + '["winner","a"]\n')


def test_hearts_may_be_led_freely_where_the_house_rules_say_so():
    glanced = [glanced_at(write(kierki(seed, heart_lead_deals=[])))[1] for seed in range(4)]
    assert any(glanced)


def test_numbers_of_eight_digits_are_left_to_the_judge():
    text = write(king(1, **SHORT))
    at = text.index('["points",[') + 11
    verdict, glanced = glanced_at(text[:at] + "12345678" + text[text.index(",", at) :])
    assert not glanced
    assert verdict.outcome == "unreadable"


@pytest.mark.parametrize(("game", "rules"), [(king, SHORT), (kierki, {"early_stop": "forbid"})], ids=["king", "kierki"])
def test_a_suit_that_there_is_not_is_left_to_the_judge(game, rules):
    texts = (write(game(seed, **rules)) for seed in range(9))
    text = next(text for text in texts if glanced_at(text)[1])
    at = next(found.end() for found in re.finditer(r'\["contract","[a-d]","[a-z-]+","', text))
    verdict, glanced = glanced_at(f"{text[:at]}X{text[at + 1 :]}")
    assert not glanced
    assert verdict.outcome == "unreadable"
