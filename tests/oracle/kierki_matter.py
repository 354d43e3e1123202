"""What generated matches of Kierki are made of: cards, house rules, deliberate slips, and how a match is written."""

import json
from dataclasses import dataclass, field
from typing import Any

SEATS = "abcd"
RANKS = "23456789TJQKA"
SUITS = "SHDC"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
NAMES = ["", "tricks", "hearts", "queens", "men", "king-of-hearts", "seventh-last", "all", "odgrywka"]
TRUMPS, SMALL_LOTTERY = 8, 12

Event = Any  # a line as a list, or a token
PRESETS: dict[str, dict[str, Any]] = {
    "gamerules": {},
    "mimuw": {"heart_lead_deals": [], "early_stop": "when-settled", "scores": "mimuw", "deals": "any", "win": "lowest"},
    "polish-6": {
        "penalty_deals": 6,
        "deal6_tricks": [12, 13],
        "trump_caller": "left",
        "odgrywka_leader": "left",
        "lottery_open": 8,
    },
}
CHOICES: dict[str, list[Any]] = {
    "heart_lead_deals": [[2, 5, 7], [], [1, 2, 3, 4, 5, 6, 7]],
    "kh_must_drop": [False, True],
    "early_stop": ["forbid", "when-settled"],
    "deal6_tricks": [[7, 13], [12, 13], [6, 9]],
    "scores": ["seed", "mimuw"],
    "trump_caller": ["dealer", "left"],
    "trump_repeat": ["allow", "forbid"],
    "odgrywka_leader": ["dealer", "left"],
    "must_trump": [False, True],
    "must_overtrump": [False, True],
    "lottery_dealer": ["rotate", "first", "stated"],
    "lottery_starter": ["dealer", "left"],
    "lottery_open": [7, 8],
    "lottery_ace": ["high", "low"],
    "pass_while_able": ["illegal", "allowed"],
    "implicit_pass": ["allow", "forbid"],
    "ace_bonus": [False, True],
    "tie": ["shared", "first-seat"],
    "win": ["highest", "lowest"],
    "penalty_deals": [7, 6],
}
DEFAULTS = {name: values[0] for name, values in CHOICES.items()} | {"deals": "fixed"}


def left(seat: str, by: int = 1) -> str:
    return SEATS[(SEATS.index(seat) + by) % 4]


@dataclass
class Slip:
    """A fault asked of the players: its name, and after how many chances it is made; `made` tells whether it was."""

    name: str
    wait: int
    made: bool = False

    def now(self, name: str) -> bool:
        """Whether the fault of this name is made at this chance."""
        if self.made or name != self.name:
            return False
        self.wait -= 1
        self.made = self.wait < 0
        return self.made


@dataclass
class Match:
    """A replay in the making."""

    header: dict[str, Any]
    rules: dict[str, Any]
    events: list[Event] = field(default_factory=list)

    def copy(self) -> "Match":
        return Match(json.loads(json.dumps(self.header)), self.rules, json.loads(json.dumps(self.events)))


def write(match: Match) -> str:
    """The replay's text."""
    lines: list[Any] = [match.header]
    tokens: list[str] = []
    for event in [*match.events, None]:
        if isinstance(event, str):
            tokens.append(event)
            continue
        if tokens:
            lines.append(["m", " ".join(tokens)])
            tokens = []
        if event is not None:
            lines.append(event)
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
