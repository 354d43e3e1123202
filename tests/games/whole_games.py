"""Whole games for quick tests, right and changed, the same ones each time: made once, when a test is collected."""

import random
import re
from collections.abc import Callable, Iterator

import pytest
from games import test_glances as tricks
from games import test_kings_reverse_glances as reverse
from oracle import kierki_faults, kierki_games, king_faults, king_games, kings_reverse_faults, kings_reverse_games
from oracle.kierki_matter import Match, Slip, write
from oracle.kings_reverse_hands import PlayedRound

PART = 40
"""Texts of one test: each alone would take longer to be found than to be looked at."""


def king(seed: int, slip: Slip | None = None) -> Match:
    return tricks.king(seed, slip, **tricks.SHORT)


def kierki(seed: int, slip: Slip | None = None) -> Match:
    return tricks.kierki(seed, slip, early_stop="forbid")


def kings_reverse(seed: int, slip: Slip | None = None) -> Match:
    return reverse.made(seed, slip, hands=2, target=50)


def spoiled(text: str, letters: str, rng: random.Random) -> Iterator[str]:
    """Yield a text with one character changed, left out or put in, and the text cut short."""
    start = text.index("\n")
    for _ in range(PART * 3):
        at = rng.randrange(start, len(text))
        how = rng.randrange(3)
        yield text[:at] + ("" if how == 1 else rng.choice(letters)) + text[at + (how < 2) :]
    step = (len(text) - start) // PART
    for end in range(start, start + PART * step, step):
        yield text[:end]


def by_token(text: str, lines: int, rng: random.Random) -> Iterator[str]:
    """Yield a text with one token changed in its last lines of moves: left out, of another seat, twice, too early."""
    for found in [*re.finditer(r'(?m)^\["m","(.*)"\]$', text)][-lines:]:
        start, end = found.span(1)
        tokens = text[start:end].split(" ")
        for at, token in enumerate(tokens):
            other = rng.choice("abcd".replace(token[0], "")) + token[1:]
            before, behind = tokens[:at], tokens[at + 1 :]
            for said in (
                [*before, *behind],
                [*before, other, *behind],
                [*before, token, token, *behind],
                [*before[:-1], token, *before[-1:], *behind],
            ):
                yield f"{text[:start]}{' '.join(said)}{text[end:]}"


def changed(match: Match, operators: dict[str, Callable[..., Match | None]], rng: random.Random) -> Iterator[str]:
    """Yield a match with each fault that can be put into it."""
    for change in operators.values():
        made = change(rng, match)
        if made is not None:
            yield write(made)


def of_tricks(make: Callable[..., Match], free: Callable[..., Match], operators, slips) -> Iterator[str]:
    """Yield texts of a game of tricks."""
    rng = random.Random(1)
    right = [make(seed) for seed in range(6)]
    yield from map(write, right)
    for seed in range(PART):
        yield write(free(seed))
    for match in right[:3]:
        yield from changed(match, operators, rng)
    for name in sorted(slips):
        yield write(make(2, Slip(name, 1)))
    yield from spoiled(write(right[0]), 'abcd23456789TJQKASHDC" ,[]-$0\n', rng)
    for match in right[3:6]:
        yield from changed(match, operators, rng)
    for match in right[3:5]:
        yield from by_token(write(match), 1, rng)


def of_shedding() -> Iterator[str]:
    """Yield texts of Kings Reverse."""
    rng = random.Random(2)
    right = [kings_reverse(seed) for seed in range(PART)]
    yield from map(write, right)
    for players in (2, 3, 9, 10):
        yield from (write(reverse.made(seed, players=players, target=50)) for seed in range(5))
    for wishes in reverse.HOUSES:
        yield from (write(reverse.made(seed, hands=3, target=50, **wishes)) for seed in range(6))
    for seed in range(PART):
        yield write(reverse.made(seed, hands=3))
    for match in right[:6]:
        yield from changed(match, kings_reverse_faults.OPERATORS, rng)
    for name, most in sorted(kings_reverse_faults.SLIPS.items()):
        yield from (write(kings_reverse(seed, Slip(name, seed % most))) for seed in range(3))
    for match in sorted(right, key=lambda match: len(write(match)))[-2:]:
        yield from spoiled(write(match), 'abcd23456789TJQKASHDC" ,[]-+*!?^=>%0\n', rng)
    for wishes in reverse.HOUSES:
        yield from changed(reverse.made(1, hands=1, target=50, **wishes), kings_reverse_faults.OPERATORS, rng)
    for match in sorted(right, key=lambda match: len(write(match)))[-2:]:
        yield from by_token(write(match), 2, rng)


def at_sloppy_tables() -> Iterator[str]:
    """Yield texts of Kings Reverse where players cheat and forget, under any house rules."""
    rng = random.Random(3)
    right = [reverse.made(seed, hands=1) for seed in range(PART * 3)]
    yield from map(write, right)
    for match in right[:12]:
        yield from changed(match, kings_reverse_faults.OPERATORS, rng)
    for name, most in sorted(kings_reverse_faults.SLIPS.items()):
        yield from (write(reverse.made(seed, Slip(name, seed % most), hands=1)) for seed in range(4))


def texts() -> dict[str, list[str]]:
    """Return the texts of each game."""
    sloppy = [*at_sloppy_tables()]
    habits = kings_reverse_games.habits

    def tidy(rng, slip):
        table = habits(rng, slip)
        table.cheats = 0
        return table

    def owes_call(table, seat, *, called):
        if not called:
            table.tokens.append(f"{seat}!")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(king_games, "habits", lambda _rng, *, whole: king_games.Habits(**tricks.KING))
        patch.setattr(kierki_games, "habits", lambda _rng, *, whole: kierki_games.Habits(**tricks.KIERKI))
        patch.setattr(kings_reverse_games, "habits", tidy)
        patch.setattr(PlayedRound, "owes_call", owes_call)
        patch.setattr(PlayedRound, "chance", lambda table, share: share > 0.03 and table.rng.random() < share)
        return {
            "king": [*of_tricks(king, tricks.king, king_faults.OPERATORS, king_faults.SLIPS)],
            "kierki": [*of_tricks(kierki, tricks.kierki, kierki_faults.OPERATORS, kierki_faults.SLIPS)],
            "kings-reverse": [*of_shedding()],
            "kings-reverse-sloppy": sloppy,
        }


TEXTS = texts()
