"""What a run raised and met: rules by code, transitions, and what is asked of both in text files."""

from collections import Counter
from pathlib import Path
from typing import NamedTuple

from rule_coverage.runs import made
from rule_coverage.transitions import count

from verifier.catalogue.games import BOOKS
from verifier.finding import Rule
from verifier.referee import judge_source
from verifier.replay.rules import FORMAT_RULES

HOME = Path(__file__).parent
REASONS = HOME / "not_raised.txt"
FLOORS = HOME / "floors.txt"


class Tally(NamedTuple):
    """A run of one game: games made, how often each rule was raised by its code, how often each transition occurred."""

    games: Counter[str]
    rules: Counter[str]
    transitions: Counter[str]
    accused: list[bytes]
    """Games played by the rules in which a fault was found."""


def run(game: str, size: float = 1) -> Tally:
    """Make the games of a run, judge them, and count."""
    tally = Tally(Counter(), Counter(), Counter(), [])
    for one in made(game, size):
        walked = one.made_by == "walk"
        tally.games["by the rules" if one.is_legal else "with infractions" if walked else "changed"] += 1
        for verdict in judge_source([one.data], "made.replay"):
            tally.rules.update(verdict.counts + verdict.noticed)
            if one.is_legal and verdict.counts:
                tally.accused.append(one.data)
        if walked:
            tally.transitions.update(count(one.data))
    return tally


def rules_of(game: str) -> list[Rule]:
    """Return the rules of a game, and those of the format, in the order of their codes."""
    return sorted((*BOOKS[game].rules, *FORMAT_RULES), key=lambda rule: rule.code)


def rows(path: Path) -> list[list[str]]:
    """Return the rows of a text file, each `GAME: WHAT: REST`; lines that begin with # are for people."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [[part.strip() for part in line.split(": ", 2)] for line in lines if line and not line.startswith("#")]


def reasons(game: str) -> dict[str, str]:
    """Return why a run does not raise some rules of a game, by code."""
    return {code: why for name, code, why in rows(REASONS) if name == game}


def floors(game: str) -> dict[str, int]:
    """Return how often each transition of a game has to occur at least in a run of size 1."""
    return {transition: int(least) for name, least, transition in rows(FLOORS) if name == game}
