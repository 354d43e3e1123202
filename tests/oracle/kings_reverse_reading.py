"""A recorded game of Kings Reverse as plain lists: its house rules, its hands, and everything that happened in each.

A second reading of the replay format for the slow referee; it supposes one game a text. Events are numbered from 1 as
the format counts them, hands too.
"""

import json
from typing import Any, NamedTuple

from oracle.kierki_reading import TOKEN, UnreadableError

LETTERS = "abcdefghijklmnop"
RANKS = "23456789TJQKA"
SUITS = "SHDC"
JOKER = "**"
UNKNOWN = "??"
COLOURS = {"R": "HD", "B": "SC"}

# Every option and what it may be; the first value is the text's own. `target` is checked apart.
OPTIONS: dict[str, tuple[Any, ...]] = {
    "packs": (2, 3),
    "turn_up_special": ("as-dealer", "ignore", "redraw"),
    "turn_up_king": ("right", "dealer", "left"),
    "draw_only_when_stuck": (False, True),
    "drawn_card": ("must-play", "may-play"),
    "joker_restriction": ("any-playable", "suit-only", "none"),
    "other_joker_blocks": (False, True),
    "joker_names": ("suit", "colour"),
    "upheld_joker": ("taken-back", "stays"),
    "marriage_match": ("first", "either", "both", "free"),
    "ace_giving": ("optional", "mandatory"),
    "call_window": ("own-next-turn", "next-player-acts"),
    "missed_turn_closes_window": (True, False),
    "when_pack_empty": ("play-out", "reshuffle"),
    "pass_with_playable": (False, True),
    "pass_means": ("finished", "this-turn-only"),
    "last_card_draws": (True, False),
    "target": (500,),
}
PRESETS: dict[str, dict[str, Any]] = {
    "wikipedia": {},
    "uno-like": {
        "joker_restriction": "suit-only",
        "upheld_joker": "stays",
        "drawn_card": "may-play",
        "turn_up_king": "dealer",
        "call_window": "next-player-acts",
    },
}


class Act(NamedTuple):
    """One token: event number, seat ("" for none), kind, cards, the other seat, and the suit named or sign given."""

    event: int
    seat: str
    kind: str
    cards: tuple[str, ...] = ()
    other: str = ""
    word: str = ""


class Event(NamedTuple):
    """One event: its number, the hand it stands in, its kind (deal, act, points, ...) and its words."""

    number: int
    hand: int
    kind: str
    words: Any


class Hand(NamedTuple):
    """One hand: its number, its deal, the other events in it, and the deal of the next hand."""

    number: int
    deal: Event
    events: list[Event]
    next_deal: Event | None


class Replay(NamedTuple):
    """A whole game: number of players, house rules, events before the first deal, hands."""

    players: int
    rules: dict[str, Any]
    before: list[Event]
    hands: list[Hand]


def cards_in(text: str) -> tuple[str, ...]:
    """The cards of a text without separators."""
    return tuple(text[at : at + 2] for at in range(0, len(text), 2))


def act_of(event: int, token: str) -> Act:
    """What a token says."""
    if token == "%":
        return Act(event, "", "reshuffle")
    seat, rest = token[0], token[1:]
    mark, more = rest[0], rest[1:]
    kinds = {"+": "draw", "-": "pass", "^": "show", "<": "take back", "$": "takes"}
    if mark == "*" and len(rest) == 2:
        act = Act(event, seat, "play", (JOKER,), word=more.strip("*"))
    elif rest in {"?", "?+", "?-"}:
        act = Act(event, seat, "challenge", word=more)
    elif mark == "!":
        act = Act(event, seat, "catch", other=more) if more else Act(event, seat, "call")
    elif mark == ">":
        act = Act(event, seat, "give", (more[1:],), other=more[0])
    elif mark == "=":
        act = Act(event, seat, "name", word=more)
    else:
        act = (
            Act(event, seat, kinds[mark], cards_in(more)) if mark in kinds else Act(event, seat, "play", cards_in(rest))
        )
    return act


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
                events.append(Event(len(events) + 1, hand, "act", act_of(len(events) + 1, token)))
    before = [one for one in events if one.hand == 0]
    deals = [one for one in events if one.kind == "deal"]
    inside: dict[int, list[Event]] = {deal.hand: [] for deal in deals}
    for one in events:
        if one.hand and one.kind != "deal":
            inside[one.hand].append(one)
    following = [*deals[1:], None]
    hands = [Hand(deal.hand, deal, inside[deal.hand], following[at]) for at, deal in enumerate(deals)]
    return Replay(len(header["players"]), rules, before, hands)


def house_rules(asked: str | dict[str, Any]) -> dict[str, Any]:
    """Every option with its value; raises UnreadableError for a preset, option or value that does not exist."""
    wishes = {"preset": asked} if isinstance(asked, str) else dict(asked)
    preset = wishes.pop("preset", "wikipedia")
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
    if name == "target":
        return type(value) is int and value > 0 and value % 5 == 0
    return any(type(value) is type(one) and value == one for one in OPTIONS[name])
