"""Matches of Kierki for the differential runs: played at random by the rules, with right claims.

What they are made of stands in `kierki_matter`, the lottery in `kierki_lottery_play`. A `Slip` asks the players for
one deliberate fault at one moment of play.
"""

import random
from dataclasses import dataclass
from typing import Any

from oracle.kierki_lottery_play import play_lottery
from oracle.kierki_matter import (
    CHOICES,
    DEFAULTS,
    NAMES,
    PACK,
    PRESETS,
    RANKS,
    SEATS,
    SMALL_LOTTERY,
    SUITS,
    TRUMPS,
    Match,
    Slip,
    left,
)

STRICT = {"kh_must_drop": True, "must_trump": True, "must_overtrump": True, "trump_repeat": "forbid"}


def house(rng: random.Random, *, strict: bool = False) -> tuple[Any, dict[str, Any]]:
    """The header's rules and the options that they mean; `strict`: a house with duties to trump and to drop."""
    kind = rng.choice(["gamerules", "gamerules", "mimuw", "polish-6", "options", "options", "any"])
    kind = "options" if strict else kind
    if kind in PRESETS:
        return kind, DEFAULTS | PRESETS[kind]
    preset = "mimuw" if kind == "any" else rng.choice(["gamerules", "polish-6"])
    wishes = {name: rng.choice(values) for name, values in CHOICES.items() if rng.random() < 0.4}
    wishes |= {name: value for name, value in STRICT.items() if strict and rng.random() < 0.6}
    return {"preset": preset} | wishes, DEFAULTS | PRESETS[preset] | wishes


def taker_of(trick: list[tuple[str, str]], trump: str | None) -> str:
    led = trick[0][1][1]
    return max(trick, key=lambda play: (play[1][1] == trump, play[1][1] == led, RANKS.index(play[1][0])))[0]


def price(deal: int, number: int, cards: list[str], rules: dict[str, Any]) -> int:
    """Points of one trick."""
    seed = rules["scores"] == "seed"
    hearts = sum(card[1] == "H" for card in cards)
    queens = sum(card[0] == "Q" for card in cards)
    men = sum(card[0] in "JK" for card in cards)
    king = int("KH" in cards)
    late = rules["deal6_tricks"].count(number)
    parts = [-20, -20 * hearts, -60 * queens, -30 * men, -150 * king, -75 * late]
    if not seed:
        parts = [1, hearts, 5 * queens, 2 * men, 18 * king, 10 * late]
    if deal == TRUMPS:
        return 25
    return sum(parts) if deal == 7 else parts[deal - 1]


def may_play(
    hand: list[str], trick: list[tuple[str, str]], deal: int, trump: str | None, rules: dict[str, Any]
) -> list[str]:
    """The cards that may be played by the rules and the house."""
    if not trick:
        others = [card for card in hand if card[1] != "H"]
        return others if deal in rules["heart_lead_deals"] and others else hand
    led = trick[0][1][1]
    following = [card for card in hand if card[1] == led]
    if following:
        return following
    if rules["kh_must_drop"] and deal <= 7 and "KH" in hand:
        return ["KH"]
    trumps = [card for card in hand if card[1] == trump]
    top = max((RANKS.index(card[0]) for _, card in trick if card[1] == trump), default=-1)
    over = [card for card in trumps if RANKS.index(card[0]) > top]
    if rules["must_overtrump"] and over:
        under = set(trumps) - set(over)
        return over if rules["must_trump"] else [card for card in hand if card not in under]
    return trumps if rules["must_trump"] and trumps else hand


def pick(rng: random.Random, hand: list[str], trick: list[tuple[str, str]], legal: list[str], slip: Slip) -> str:
    """The card a player chooses: a legal one, unless he is to make a fault here."""
    led = trick[0][1][1] if trick else None
    wrong = [card for card in hand if card not in legal]
    if not trick and wrong and slip.now("heart led"):
        return rng.choice(wrong)
    follows = led is not None and legal[0][1] == led
    if trick and wrong and slip.now("revoke" if follows else "house duty broken"):
        return rng.choice(wrong)
    below = [card for card in wrong if card[1] == legal[0][1]]
    if trick and below and slip.now("trumped too low"):
        return rng.choice(below)
    return rng.choice(legal)


def play_tricks(
    rng: random.Random,
    hands: dict[str, list[str]],
    leader: str,
    deal: int,
    trump: str | None,
    rules: dict[str, Any],
    slip: Slip,
) -> tuple[list[str], list[int]]:
    """Thirteen tricks, or fewer where the house lets them stop: tokens and points."""
    hands = {seat: list(cards) for seat, cards in hands.items()}
    tokens: list[str] = []
    points = [0, 0, 0, 0]
    with_takers, stops, by_the_log = rng.random() < 0.7, rng.random() < 0.5, rng.random() < 0.5
    seen: list[str] = []
    for number in range(1, 14):
        if slip.now("wrong leader"):
            leader = left(leader, rng.randint(1, 3))
        order = [left(leader, by) for by in range(4)]
        if slip.now("out of turn"):
            order[1:] = rng.sample(order[1:], 3)
        trick: list[tuple[str, str]] = []
        for seat in order:
            card = pick(rng, hands[seat], trick, may_play(hands[seat], trick, deal, trump, rules), slip)
            hands[seat].remove(card)
            trick.append((seat, card))
            tokens.append(seat + card)
        true = taker = taker_of(trick, trump)
        if with_takers and slip.now("wrong taker followed"):
            taker = left(true, rng.randint(1, 3))
        if with_takers:
            tokens.append(taker + "$")
        leader = true if slip.now("right taker leads") else taker
        cards = [card for _, card in trick]
        points[SEATS.index(taker if by_the_log else true)] += price(deal, number, cards, rules)
        seen += cards
        if stops and rules["early_stop"] == "when-settled" and all_out(deal, seen, number, rules):
            break
    return tokens, points


def all_out(deal: int, seen: list[str], number: int, rules: dict[str, Any]) -> bool:
    """Whether nothing that scores is left to take."""
    wanted = {2: [c for c in PACK if c[1] == "H"], 3: [c for c in PACK if c[0] == "Q"], 5: ["KH"]}
    wanted[4] = [c for c in PACK if c[0] in "JK"]
    if deal == 6:
        return number >= max(rules["deal6_tricks"])
    return deal in wanted and set(wanted[deal]) <= set(seen)


@dataclass
class Habits:
    """How a table keeps its log: how often lines are written, what is hidden, which hands are only sheets."""

    points: float
    totals: float
    contracts: float
    hidden: float
    dealers: float
    sheets: float
    winner: float


def habits(rng: random.Random, *, whole: bool) -> Habits:
    """Random habits; a whole match is written in full."""
    return Habits(
        points=rng.choice([0.0, 0.5, 1.0]),
        totals=rng.choice([0.0, 0.5, 1.0]),
        contracts=rng.choice([0.0, 0.5, 1.0]),
        hidden=rng.choice([0.0, 0.0, 0.5, 1.0]),
        dealers=rng.choice([1.0, 1.0, 0.6, 0.0]),
        sheets=0.0 if whole else 0.85,
        winner=rng.choice([0.3, 1.0]),
    )


def make_match(rng: random.Random, *, whole: bool, slip: Slip | None = None) -> Match:
    """A match by the rules; `whole`: every deal is played, else most deals are only sheets or left out."""
    slip = slip or Slip("", 0)
    strict = slip.name in {"house duty broken", "suit called again", "trumped too low"}
    asked, rules = house(rng, strict=strict)
    match = Match({"replay": 1, "game": "kierki", "players": ["A", "B", "C", "D"], "rules": asked}, rules)
    table = habits(rng, whole=whole)
    if rules["deals"] == "any":
        schedule = [rng.randint(1, 7) for _ in range(rng.choice([1, 1, 1, 2, 3]))]
    else:
        schedule = [*range(1, rules["penalty_deals"] + 1), *[TRUMPS] * 4, SMALL_LOTTERY]
    length = len(schedule)
    if rules["deals"] == "fixed" and not whole:
        length = rng.choice([5, 8, 9, 10] if strict else [1, 2, 5, 7, 8, 9, 12, 12, 12, 12])
    first = rng.choice(SEATS)
    totals = [0, 0, 0, 0]
    played = {rng.randrange(min(length, len(schedule))), min(length, len(schedule)) - 1}
    if strict:
        played |= {at for at, deal in enumerate(schedule) if deal == TRUMPS}
    trumps_left = list(SUITS)
    rng.shuffle(trumps_left)
    for at, deal in enumerate(schedule[:length]):
        dealer = left(first, at if rules["deals"] == "fixed" else rng.randint(0, 3))
        if deal == SMALL_LOTTERY and rules["lottery_dealer"] != "rotate":
            dealer = first if rules["lottery_dealer"] == "first" else rng.choice(SEATS)
        sheet = rules["deals"] == "fixed" and at not in played and rng.random() < table.sheets
        points = add_hand(rng, match, deal, dealer, table, trumps_left, slip, sheet=sheet)
        totals = [total + point for total, point in zip(totals, points, strict=True)]
        if (rng.random() < table.points and not sheet) or (sheet and rng.random() < 0.9):
            match.events.append(["points", [None if rng.random() < 0.02 else point for point in points]])
        if rng.random() < table.totals and not (sheet and match.events[-1][0] != "points"):
            match.events.append(["totals", [None if rng.random() < 0.02 else total for total in totals]])
        sheetless = sheet and match.events[-1][0] == "deal"
        if sheetless:
            match.events.append(["points", list(points)])
    if length >= len(schedule) and rng.random() < table.winner:
        best = max(totals) if rules["win"] == "highest" else min(totals)
        tied = "".join(seat for seat, total in zip(SEATS, totals, strict=True) if total == best)
        match.events.append(["winner", tied[0] if rules["tie"] == "first-seat" else tied])
    return match


def add_hand(
    rng: random.Random,
    match: Match,
    deal: int,
    dealer: str,
    table: Habits,
    trumps_left: list[str],
    slip: Slip,
    *,
    sheet: bool,
) -> list[int]:
    """One deal: its lines and tokens go to the match; its points are given back."""
    rules = match.rules
    pack = rng.sample(PACK, 52)
    hands = {seat: pack[at * 13 : at * 13 + 13] for at, seat in enumerate(SEATS)}
    texts = hidden_hands(rng, hands) if rng.random() < table.hidden else ["".join(hands[seat]) for seat in SEATS]
    match.events.append(["deal", dealer if rng.random() < table.dealers else None, None if sheet else texts])
    if sheet:
        points = [0, 0, 0, 0]
        if deal == SMALL_LOTTERY:
            points[:2] = [800, 500]
            rng.shuffle(points)
            return points
        cards = rng.sample(PACK, 52)
        for number in range(1, 14):
            points[rng.randrange(4)] += price(deal, number, cards[number * 4 - 4 : number * 4], rules)
        return points
    trump: str | None = None
    if deal == TRUMPS:
        called = [event[3] for event in match.events if event[0] == "contract" and len(event) > 3]
        trump = trumps_left.pop() if rules["trump_repeat"] == "forbid" else rng.choice(SUITS)
        if called and slip.now("suit called again"):
            trump = rng.choice(called)
        caller = left(dealer) if rules["trump_caller"] == "left" else dealer
        match.events.append(["contract", caller, "odgrywka", trump])
    elif rules["deals"] == "any" or rng.random() < table.contracts:
        match.events.append(["contract", None, "lottery" if deal == SMALL_LOTTERY else NAMES[deal]])
    if deal == SMALL_LOTTERY:
        starter = left(dealer) if rules["lottery_starter"] == "left" else dealer
        tokens, points = play_lottery(rng, hands, starter, rules, slip)
    else:
        leads = dealer if deal == TRUMPS and rules["odgrywka_leader"] == "dealer" else left(dealer)
        tokens, points = play_tricks(rng, hands, leads, deal, trump, rules, slip)
    hidden = texts is None or None in texts or any("?" in text for text in texts if text)
    match.events += hide_plays(rng, hands, tokens) if hidden else tokens
    return points


def hidden_hands(rng: random.Random, hands: dict[str, list[str]]) -> list[str | None] | None:
    """A deal line of which one to four hands are not known, or only in part."""
    if rng.random() < 0.2:
        return None
    unknown = rng.sample(SEATS, rng.choice([1, 2, 2, 3, 3]))
    part = rng.choice([0, 0, 6])
    return [
        ("".join(hands[seat][:part]) + "??" * (13 - part) if part else None)
        if seat in unknown
        else "".join(hands[seat])
        for seat in SEATS
    ]


def hide_plays(rng: random.Random, hands: dict[str, list[str]], tokens: list[str]) -> list[str]:
    """Some plays become unknown cards, some cards are shown while they are held."""
    chance = rng.choice([0.0, 0.0, 0.03])
    shows = rng.choice([0.0, 0.0, 0.03])
    result: list[str] = []
    held = {seat: list(cards) for seat, cards in hands.items()}
    for token in tokens:
        seat, card = token[0], token[1:]
        if card in held[seat]:
            held[seat].remove(card)
            result.append(seat + "??" if rng.random() < chance else token)
        else:
            result.append(token)
        shower = rng.choice(SEATS)
        if held[shower] and rng.random() < shows:
            result.append(shower + "^" + "".join(rng.sample(held[shower], min(len(held[shower]), rng.randint(1, 2)))))
    return result
