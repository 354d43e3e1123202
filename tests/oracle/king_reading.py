"""A recorded game of King as plain lists: its house rules, its hands, and everything that happened in each.

Events, acts and hands are read as the second referee of Kierki reads them; the house rules are King's own.
"""

import json
from typing import Any

from oracle.kierki_reading import TOKEN, Event, Replay, UnreadableError, act, hands_of

# The six penalties and trumps: points a unit, and how many units a hand has.
UNITS = {"kupa": -30, "el": -50, "erkek": -60, "kiz": -100, "rifki": -320, "soniki": -180, "koz": 50}
COUNTS = {"kupa": 13, "el": 13, "erkek": 8, "kiz": 4, "rifki": 1, "soniki": 2, "koz": 13}

# Options that take one of a few values; the first is the text's own.
CHOICES: dict[str, tuple[Any, ...]] = {
    "penalty_once_per_player": (True, False),
    "opening_round_penalty_only": (False, True),
    "first_chooser": ("stated", "holder-2D", "holder-7D", "seat0"),
    "chooser_rotation": ("anticlockwise", "clockwise"),
    "play_direction": ("anticlockwise", "clockwise"),
    "heart_lead": ("free", "until-broken", "never"),
    "heart_break_by": ("any-heart-played", "discard-in-earlier-trick"),
    "last_hearts_highest": (False, True),
    "trump_lead": ("free", "until-broken"),
    "void_discard": ("free", "penalty-first", "rifki-only-KH"),
    "drop_under": (False, True),
    "must_trump": (False, True),
    "must_overtrump": (False, True),
    "early_end": ("rifki", "exhausted", "never"),
    "win": ("highest", "non-negative"),
    "tie": ("seat-order", "choosing-order", "shared"),
}
DEFAULTS: dict[str, Any] = {name: values[0] for name, values in CHOICES.items()} | {
    "penalties_per_player": 6,
    "trumps_per_player": 2,
    "penalty_table_limit": None,
    "trump_suit_table_limit": None,
    "last_two": [12, 13],
    "points": {},
}
RIFKI20: dict[str, Any] = {
    "penalties_per_player": 3,
    "trumps_per_player": 2,
    "penalty_once_per_player": False,
    "penalty_table_limit": 2,
    "heart_lead": "until-broken",
    "heart_break_by": "discard-in-earlier-trick",
    "void_discard": "penalty-first",
    "drop_under": True,
    "must_trump": True,
    "early_end": "exhausted",
    "win": "non-negative",
}
PRESETS: dict[str, dict[str, Any]] = {
    "boombala": {},
    "rifki20": RIFKI20,
    "kisa12": RIFKI20
    | {"penalties_per_player": 2, "trumps_per_player": 1, "must_overtrump": True, "early_end": "rifki"},
}


def read(text: str) -> Replay:
    """Read one game; raises UnreadableError where the format is broken."""
    header, *lines = [json.loads(line) for line in text.split("\n") if line.strip()]
    rules = house_rules(header.get("rules", {}))
    events: list[Event] = []
    hand = 0
    for kind, *words in lines:
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
    before = [one for one in events if one.hand == 0]
    return Replay(len(header["players"]), rules, before, hands_of(events) if hand else [])


def house_rules(asked: str | dict[str, Any]) -> dict[str, Any]:
    """Every option with its value; raises UnreadableError for a preset, option or value that does not exist."""
    wishes = {"preset": asked} if isinstance(asked, str) else dict(asked)
    preset = wishes.pop("preset", "boombala")
    if preset not in PRESETS:
        raise UnreadableError(0, "bad-value")
    rules = DEFAULTS | PRESETS[preset]
    for name, value in wishes.items():
        if name not in rules:
            raise UnreadableError(0, "unknown-option")
        if not allowed(name, value):
            raise UnreadableError(0, "bad-value")
        rules[name] = value
    if not 1 <= rules["penalties_per_player"] + rules["trumps_per_player"] <= 16:
        raise UnreadableError(0, "bad-value")
    return rules | {"points": UNITS | rules["points"]}


def allowed(name: str, value: Any) -> bool:
    """Whether an option takes a value; numbers are not booleans."""
    if name in {"penalties_per_player", "trumps_per_player"}:
        return type(value) is int and 0 <= value <= 8
    if name in {"penalty_table_limit", "trump_suit_table_limit"}:
        return value is None or (type(value) is int and value >= 0)
    if name == "last_two":
        return isinstance(value, list) and len(value) == 2 and all(type(one) is int and 1 <= one <= 13 for one in value)
    if name == "points":
        return isinstance(value, dict) and value.keys() <= UNITS.keys() and all(type(n) is int for n in value.values())
    return any(type(value) is type(one) and value == one for one in CHOICES[name])
