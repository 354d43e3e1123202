"""Matches of King for the differential runs: chosen and played at random by the rules, with right claims.

A `Slip` asks the players, or whoever writes the books, for one deliberate fault at one moment.
"""

import random
from dataclasses import dataclass
from typing import Any

from oracle.kierki_games import hidden_hands, hide_plays, taker_of
from oracle.kierki_matter import PACK, SEATS, SUITS, Match, Slip, left
from oracle.king_players import Hand, play
from oracle.king_reading import CHOICES, COUNTS, DEFAULTS, PRESETS, UNITS

BRAZILIAN = {"el": -20, "kiz": -50, "erkek": -30, "kupa": -20, "rifki": -160, "soniki": -90, "koz": 25}
WISHES: dict[str, list[Any]] = {name: list(values) for name, values in CHOICES.items()} | {
    "penalty_table_limit": [None, 1, 2, 4],
    "trump_suit_table_limit": [None, 1, 2],
    "last_two": [[12, 13], [7, 13], [2, 9]],
    "points": [BRAZILIAN, {"koz": 25}],
}
STRICT: dict[str, Any] = {
    "heart_lead": "never",
    "last_hearts_highest": True,
    "trump_lead": "until-broken",
    "void_discard": "penalty-first",
    "drop_under": True,
    "must_trump": True,
    "must_overtrump": True,
    "opening_round_penalty_only": True,
    "penalty_table_limit": 2,
    "trump_suit_table_limit": 1,
}


FORCED: dict[str, tuple[str, dict[str, Any]]] = {
    "lower heart led": ("kupa", {"last_hearts_highest": True, "heart_lead": "free"}),
    "suit called again": ("koz", {"trump_suit_table_limit": 1, "trumps_per_player": 2}),
    "penalty called again": (
        "rifki",
        {"penalty_table_limit": 1, "penalty_once_per_player": False, "penalties_per_player": 3},
    ),
    "trumps too early": ("el", {"opening_round_penalty_only": True, "trumps_per_player": 2, "penalties_per_player": 3}),
    "king of hearts kept": ("rifki", {"void_discard": "rifki-only-KH"}),
    "tie ruled otherwise": (
        "rifki",
        {"penalties_per_player": 1, "trumps_per_player": 0, "penalty_table_limit": None, "win": "highest"},
    ),
}
"""Slips that need a contract and house rules of their own."""


def house(rng: random.Random, slip: Slip, *, small: bool) -> tuple[Any, dict[str, Any]]:
    """The header's rules and the options that they mean; some slips need a strict house; `small`: a short match."""
    strict = slip.name.endswith("the house") or slip.name in {"kept from under", "trumped too low"}
    kind = rng.choice(["boombala", "boombala", "rifki20", "kisa12", "options", "options", "few"])
    kind = "options" if strict or slip.name in FORCED else "few" if small else kind
    if kind in PRESETS:
        return kind, DEFAULTS | PRESETS[kind]
    preset = rng.choice(list(PRESETS))
    wishes = {name: rng.choice(values) for name, values in WISHES.items() if rng.random() < 0.25}
    wishes |= {name: value for name, value in STRICT.items() if strict and rng.random() < 0.6}
    if kind == "few":
        wishes |= {"penalties_per_player": rng.choice([0, 1, 1, 1, 2]), "trumps_per_player": rng.choice([1, 0, 1])}
        if wishes["penalties_per_player"] == 0:
            wishes["trumps_per_player"] = 1
    elif rng.random() < 0.3:
        wishes |= {"penalties_per_player": rng.randint(0, 8), "trumps_per_player": rng.randint(1, 8)}
    wishes |= FORCED.get(slip.name, ("", {}))[1]
    return {"preset": preset} | wishes, DEFAULTS | PRESETS[preset] | wishes


@dataclass
class Habits:
    """How a table keeps its log: how often lines are written, what is hidden, which hands are only sheets."""

    points: float
    totals: float
    hidden: float
    takers: float
    choosers: float
    sheets: float
    winner: float


def habits(rng: random.Random, *, whole: bool) -> Habits:
    """Random habits; a whole match has no sheets."""
    return Habits(
        points=rng.choice([0.0, 0.5, 1.0]),
        totals=rng.choice([0.0, 0.5, 1.0]),
        hidden=rng.choice([0.0, 0.0, 0.5, 1.0]),
        takers=rng.choice([1.0, 1.0, 0.5, 0.0]),
        choosers=rng.choice([1.0, 1.0, 1.0, 0.9]),
        sheets=0.0 if whole else rng.choice([0.0, 0.85, 0.85]),
        winner=rng.choice([0.3, 1.0]),
    )


class Chooser:
    """The choices of a match: what each seat, and the table, has chosen so far."""

    def __init__(self, rng: random.Random, rules: dict[str, Any], slip: Slip, *, only: str | None) -> None:
        self.rng, self.rules, self.slip, self.only = rng, rules, slip, only
        self.chosen: list[tuple[str, str, str | None]] = []

    def allowed(self, seat: str) -> list[tuple[str, str | None]]:
        """Contracts, with the suit of trumps, that a seat may choose now."""
        rules = self.rules
        own = [name for who, name, _ in self.chosen if who == seat]
        table = [name for _, name, _ in self.chosen]
        suits = [suit for _, _, suit in self.chosen]
        limit, suit_limit = rules["penalty_table_limit"], rules["trump_suit_table_limit"]
        penalties = len(own) - own.count("koz")
        result: list[tuple[str, str | None]] = [
            (name, None)
            for name in UNITS
            if name != "koz"
            and penalties < rules["penalties_per_player"]
            and not (rules["penalty_once_per_player"] and name in own)
            and (limit is None or table.count(name) < limit)
        ]
        if own.count("koz") < rules["trumps_per_player"] and not (
            rules["opening_round_penalty_only"] and len(table) < 4
        ):
            result += [("koz", suit) for suit in SUITS if suit_limit is None or suits.count(suit) < suit_limit]
        return result

    def choose(self, seat: str) -> tuple[str, str | None] | None:
        """A contract, None where nothing may be chosen any more."""
        right = self.allowed(seat)
        every: list[tuple[str, str | None]] = [(name, None) for name in UNITS if name != "koz"]
        every += [("koz", suit) for suit in SUITS]
        wrong = [one for one in every if one not in right]
        suits = [suit for _, _, suit in self.chosen]
        faults: list[tuple[str, list[tuple[str, str | None]]]] = [
            ("chosen against the quota", wrong),
            ("suit called again", [one for one in wrong if one[1] and one[1] in suits]),
            ("penalty called again", [one for one in wrong if one[0] in [name for _, name, _ in self.chosen]]),
            ("trumps too early", [one for one in wrong if one[0] == "koz" and len(self.chosen) < 4]),
        ]
        made = next((choices for name, choices in faults if choices and self.slip.now(name)), None)
        if made:
            choice = self.rng.choice(made)
        elif not right:
            return None
        else:
            wanted = [one for one in right if one[0] == self.only]
            choice = self.rng.choice(wanted or right)
        self.chosen.append((seat, *choice))
        return choice


def shuffled(rng: random.Random, *, far: float | None) -> dict[str, list[str]]:
    """A deal; now and then one with long suits, the longer the less `far` cards stray."""
    pack = rng.sample(PACK, 52)
    if far is not None or rng.random() < 0.25:
        far = far or rng.choice([0.3, 1.0, 2.0])
        pack.sort(key=lambda card: SUITS.index(card[1]) + rng.random() * far)
    return {seat: pack[by * 13 : by * 13 + 13] for by, seat in enumerate(SEATS)}


def first_seat(rng: random.Random, hands: dict[str, list[str]], rules: dict[str, Any]) -> str:
    """Who chooses in hand 1."""
    card = {"holder-2D": "2D", "holder-7D": "7D"}.get(rules["first_chooser"])
    holder = next((seat for seat in SEATS if card in hands[seat]), rng.choice(SEATS))
    return "a" if rules["first_chooser"] == "seat0" else holder


def make_match(
    rng: random.Random, *, whole: bool, slip: Slip | None = None, only: str | None = None, small: bool = False
) -> Match:
    """A match by the rules; `whole`: to its last hand; `only`: most hands are of this contract; `small`: few hands."""
    slip = slip or Slip("", 0)
    asked, rules = house(rng, slip, small=small)
    only = FORCED.get(slip.name, (only, {}))[0]
    header: dict[str, Any] = {"replay": 1, "game": "king", "players": ["A", "B", "C", "D"]}
    match = Match(header | ({"rules": asked} if asked != "boombala" else {}), rules)
    table = habits(rng, whole=whole)
    length = whole_length(rules)
    if not (whole or small):
        length = min(length, rng.choice([1, 1, 1, 2, 2, 3, 4, 5, 6, 8, length]))
        table.sheets = max(table.sheets, 0.9 if length > 8 else 0.0)
    elif slip.name in FORCED and slip.name != "tie ruled otherwise":
        length = min(length, 6)
    chooser = Chooser(rng, rules, slip, only=only)
    step = 1 if rules["chooser_rotation"] == "anticlockwise" else -1
    first, totals, shift = "", [0, 0, 0, 0], 0
    for at in range(length):
        hands = shuffled(rng, far=0.3 if slip.name == "lower heart led" else None)
        first = first or first_seat(rng, hands, rules)
        shift += rng.randint(1, 3) if slip.now("choosers shifted") else 0
        seat = left(first, at * step + shift)
        if slip.now("wrong chooser"):
            seat = left(seat, rng.randint(1, 3))
        choice = chooser.choose(seat)
        if choice is None:
            return match
        sheet = rng.random() < table.sheets
        points = add_hand(rng, match, hands, (seat, *choice), table, slip, sheet=sheet)
        totals = [total + point for total, point in zip(totals, points, strict=True)]
        if sheet or rng.random() < table.points:
            match.events.append(["points", [None if rng.random() < 0.02 else point for point in points]])
        if rng.random() < table.totals:
            match.events.append(["totals", [None if rng.random() < 0.02 else total for total in totals]])
    if length == whole_length(rules) and (slip.name == "tie ruled otherwise" or rng.random() < table.winner):
        named = winner(totals, rules, [left(first, by * step) for by in range(4)])
        tied = [seat for seat, total in zip(SEATS, totals, strict=True) if total == max(totals)]
        if len(tied) > 1 and slip.now("tie ruled otherwise"):
            named = rng.choice([rng.choice(tied), "".join(tied)])
        match.events.append(["winner", named])
    return match


def whole_length(rules: dict[str, Any]) -> int:
    """How many hands a match has."""
    return 4 * int(rules["penalties_per_player"] + rules["trumps_per_player"])


def one_hand_of_rifki(rng: random.Random, slip: Slip) -> Match:
    """A hand of Rifki by the text's own rules, without a deal and without books."""
    rules = DEFAULTS
    match = Match({"replay": 1, "game": "king", "players": ["A", "B", "C", "D"]}, rules)
    pack = rng.sample(PACK, 52)
    hands = {seat: pack[by * 13 : by * 13 + 13] for by, seat in enumerate(SEATS)}
    tokens, _ = play(rng, Hand(hands, "rifki", None, rules), "a", slip, takers=1.0)
    match.events = [["deal", None, None], ["contract", "a", "rifki"], *tokens]
    return match


def winner(totals: list[int], rules: dict[str, Any], order: list[str]) -> str:
    """Who is declared."""
    if rules["win"] == "non-negative":
        return "".join(seat for seat, total in zip(SEATS, totals, strict=True) if total >= 0)
    tied = [seat for seat, total in zip(SEATS, totals, strict=True) if total == max(totals)]
    if rules["tie"] == "choosing-order":
        return min(tied, key=order.index)
    return "".join(tied) if rules["tie"] == "shared" else tied[0]


def add_hand(
    rng: random.Random,
    match: Match,
    hands: dict[str, list[str]],
    choice: tuple[str, str, str | None],
    table: Habits,
    slip: Slip,
    *,
    sheet: bool,
) -> list[int]:
    """One hand: its lines and tokens go to the match; its points are given back."""
    seat, name, suit = choice
    rules = match.rules
    texts = hidden_hands(rng, hands) if rng.random() < table.hidden else ["".join(hands[one]) for one in SEATS]
    match.events.append(["deal", rng.choice([None, None, None, "a"]), None if sheet else texts])
    if sheet and slip.now("played as another"):
        name = rng.choice([other for other in UNITS if other != name])
    named = seat if rng.random() < table.choosers else None
    match.events.append(["contract", named, choice[1]] + ([suit] if suit else []))
    if sheet:
        points = [0, 0, 0, 0]
        for _ in range(COUNTS[name]):
            points[rng.randrange(4)] += (UNITS | rules["points"])[name]
        return points
    hand = Hand({one: list(cards) for one, cards in hands.items()}, name, suit, rules)
    leader = left(seat, -1) if slip.now("another leads for the chooser") else seat
    tokens, points = play(rng, hand, leader, slip, takers=table.takers)
    if slip.now("scored wrongly"):
        points = scored_as(rng, hand)
    hidden = texts is None or None in texts or any("?" in text for text in texts if text)
    match.events += hide_plays(rng, hands, tokens) if hidden else tokens
    return points


def scored_as(rng: random.Random, hand: Hand) -> list[int]:
    """Points by another contract, or with the last two tricks taken for others."""
    other = Hand(hand.held, hand.name, hand.trump, hand.rules | {"last_two": rng.choice([[11, 12], [13, 13]])})
    other.name = hand.name if hand.name == "soniki" else rng.choice(list(UNITS))
    points = [0, 0, 0, 0]
    for number, trick in enumerate(hand.done, start=1):
        points[SEATS.index(taker_of(trick, hand.trump))] += other.price(number, [card for _, card in trick])
    return points
