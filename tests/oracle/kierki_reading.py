"""A recorded game of Kierki as plain lists: its house rules, its hands, and everything that happened in each.

A second reading of the replay format for the slow referee; it shares nothing with the program and supposes one game
a text. Events are numbered from 1 as the format counts them, hands too.
"""

import json
import re
from typing import Any, NamedTuple

SEATS = "abcd"
RANKS = "23456789TJQKA"
SUITS = "SHDC"
PACK = frozenset(rank + suit for rank in RANKS for suit in SUITS)
UNKNOWN = "??"
JOKER = "**"

TOKEN = re.compile(
    r"[a-p](?:(?:[2-9TJQKA][SHDC]|\*[SHDC*RB])|(?:[2-9TJQKA][SHDC]|\?\?|\*\*){2,8}|=[SHDCRB]"
    r"|\+(?:[2-9TJQKA][SHDC]|\*\*|\?\?){1,20}|-|![a-p]?|\?[+-]?|\^(?:[2-9TJQKA][SHDC]|\*\*){1,162}"
    r"|<(?:[2-9TJQKA][SHDC]|\*\*)|>[a-p](?:[2-9TJQKA][SHDC]|\*\*|\?\?)|\$|\?\?)|%|@[0-9]{1,15}"
)

# Every option and what it may be; the first value is the text's own. Lists are checked apart.
OPTIONS: dict[str, tuple[Any, ...]] = {
    "heart_lead_deals": ([2, 5, 7],),
    "kh_must_drop": (False, True),
    "early_stop": ("forbid", "when-settled"),
    "deal6_tricks": ([7, 13],),
    "scores": ("seed", "mimuw"),
    "trump_caller": ("dealer", "left"),
    "trump_repeat": ("allow", "forbid"),
    "odgrywka_leader": ("dealer", "left"),
    "must_trump": (False, True),
    "must_overtrump": (False, True),
    "lottery_dealer": ("rotate", "first", "stated"),
    "lottery_starter": ("dealer", "left"),
    "lottery_open": (7, 8),
    "lottery_ace": ("high", "low"),
    "pass_while_able": ("illegal", "allowed"),
    "implicit_pass": ("allow", "forbid"),
    "ace_bonus": (False, True),
    "tie": ("shared", "first-seat"),
    "deals": ("fixed", "any"),
    "win": ("highest", "lowest"),
    "penalty_deals": (7, 6),
}
PRESETS: dict[str, dict[str, Any]] = {
    "gamerules": {},
    "mimuw": {
        "heart_lead_deals": [],
        "early_stop": "when-settled",
        "scores": "mimuw",
        "deals": "any",
        "win": "lowest",
    },
    "polish-6": {
        "penalty_deals": 6,
        "deal6_tricks": [12, 13],
        "trump_caller": "left",
        "odgrywka_leader": "left",
        "lottery_open": 8,
    },
}


class UnreadableError(Exception):
    """The text breaks the format: (event, name of the format finding)."""


class Event(NamedTuple):
    """One event: its number, the hand it stands in, its kind (deal, contract, act, points, ...) and its words."""

    number: int
    hand: int
    kind: str
    words: Any


class Act(NamedTuple):
    """One token of movetext: event number, seat letter ("" for none), the mark after it ("" for a play), the rest."""

    event: int
    seat: str
    mark: str
    rest: str


class Hand(NamedTuple):
    """One hand: its number, its deal event, its other events, and the deal that ended it, if any."""

    number: int
    deal: Event
    events: list[Event]
    next_deal: Event | None

    def acts(self) -> list[Act]:
        return [event.words for event in self.events if event.kind == "act"]

    def lines(self, kind: str) -> list[Event]:
        return [event for event in self.events if event.kind == kind]


class Replay(NamedTuple):
    """A whole game: number of players, house rules, events before the first deal, hands."""

    players: int
    rules: dict[str, Any]
    before: list[Event]
    hands: list[Hand]


def cards_in(text: str) -> list[str]:
    """The cards of a text without separators."""
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def next_seat(seat: str, by: int = 1) -> str:
    """The seat so many places to the left."""
    return SEATS[(SEATS.index(seat) + by) % 4]


def read(text: str) -> Replay:
    """Read one game; raises UnreadableError where the format is broken."""
    lines = [json.loads(line) for line in text.split("\n") if line.strip()]
    header = lines[0]
    rules = house_rules(header.get("rules", {}))
    events: list[Event] = []
    hand = 0
    for kind, *words in lines[1:]:
        if kind in {"note", "mark"}:
            continue
        hand += kind == "deal"
        if kind != "m":
            events.append(Event(len(events) + 1, hand, kind, words))
            continue
        for token in words[0].split(" ") if words[0] else []:
            if not TOKEN.fullmatch(token):
                raise UnreadableError(len(events) + 1, "bad-token")
            if not token.startswith("@"):
                events.append(Event(len(events) + 1, hand, "act", act(len(events) + 1, token)))
    return Replay(len(header["players"]), rules, [e for e in events if e.hand == 0], hands_of(events))


def hands_of(events: list[Event]) -> list[Hand]:
    """The hands, each from its deal to the next."""
    deals = [event for event in events if event.kind == "deal"]
    following = [*deals[1:], None][: len(deals)]
    return [
        Hand(deal.hand, deal, [e for e in events if e.hand == deal.hand and e is not deal], after)
        for deal, after in zip(deals, following, strict=True)
    ]


def act(number: int, token: str) -> Act:
    """What a token says. A joker, alone or with a suit, is a play of the card `**`."""
    if token == "%":
        return Act(number, "", "%", "")
    seat, rest = token[0], token[1:]
    if rest[0] == "*" and len(rest) == 2:
        return Act(number, seat, "", JOKER)
    if rest[0] in "=+-!^<>$" or (rest[0] == "?" and rest != UNKNOWN and len(rest) < 3):
        return Act(number, seat, rest[0], rest[1:])
    return Act(number, seat, "" if len(rest) == 2 else "several", rest)


def house_rules(asked: str | dict[str, Any]) -> dict[str, Any]:
    """Every option with its value; raises UnreadableError for a preset, option or value that does not exist."""
    wishes = {"preset": asked} if isinstance(asked, str) else dict(asked)
    preset = wishes.pop("preset", "gamerules")
    if preset not in PRESETS:
        raise UnreadableError(0, "bad-value")
    rules = {name: values[0] for name, values in OPTIONS.items()} | PRESETS[preset]
    for name, value in wishes.items():
        if name not in OPTIONS:
            raise UnreadableError(0, "unknown-option")
        if not allowed(name, value):
            raise UnreadableError(0, "bad-value")
        rules[name] = value
    return rules


def allowed(name: str, value: Any) -> bool:
    """Whether an option takes a value; numbers are not booleans."""
    if name == "heart_lead_deals":
        return isinstance(value, list) and all(type(one) is int and 1 <= one <= 7 for one in value)
    if name == "deal6_tricks":
        return isinstance(value, list) and len(value) == 2 and all(type(one) is int and 1 <= one <= 13 for one in value)
    return any(type(value) is type(one) and value == one for one in OPTIONS[name])
