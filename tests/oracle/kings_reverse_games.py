"""Games of Kings Reverse for the differential runs: legal hands of 2 to 16 players with right books, rare states often.

A `Slip` asks the players, or whoever writes the books, for one deliberate fault at one moment.
"""

import random
from dataclasses import dataclass, field
from typing import Any

from oracle.kierki_matter import Match, Slip
from oracle.kings_reverse_books import winners
from oracle.kings_reverse_hands import PlayedRound
from oracle.kings_reverse_players import Habits
from oracle.kings_reverse_reading import LETTERS, OPTIONS, PRESETS

FORCED: dict[str, dict[str, Any]] = {
    "drawn though able": {"draw_only_when_stuck": True},
    "gifts refused": {"ace_giving": "mandatory"},
    "special turn-up kept": {"turn_up_special": "redraw"},
    "joker not taken back": {"upheld_joker": "taken-back", "joker_restriction": "any-playable"},
    "suit not restored": {"upheld_joker": "taken-back", "joker_restriction": "any-playable"},
    "caught too late": {"call_window": "own-next-turn"},
    "turn-up ignored": {"turn_up_special": "as-dealer", "turn_up_king": "right"},
    "turned-up seven counted wrongly": {"turn_up_special": "as-dealer"},
    "turned-up seven half applied": {"turn_up_special": "as-dealer"},
    "illegal joker alone": {
        "when_pack_empty": "play-out",
        "pass_means": "finished",
        "joker_restriction": "any-playable",
    },
    "last draw missing": {"last_card_draws": True},
    "pass": {"when_pack_empty": "play-out", "pass_with_playable": False},
    "draw from the empty pack": {"when_pack_empty": "play-out"},
    "back after passing": {"when_pack_empty": "play-out", "pass_means": "finished"},
    "out player scored": {"target": 500},
    "blocked hand counted for nought": {"when_pack_empty": "play-out"},
    "shared win given to one": {"target": 50},
    "game goes on": {"target": 50},
    "a draw for the ace missing": {"last_card_draws": True},
    "a draw for the ace by another": {"last_card_draws": True},
}
"""House rules that a slip needs."""

KEEPS = {
    "gifts": "AS",
    "a gift": "AS",
    "a draw for the ace": "AS",
    "illegal joker": "joker",
    "joker": "joker",
    "challenge": "joker",
    "no pair": "pair",
    "marriage": "pair",
    "seven": "7",
    "played on": "7",
    "last draw missing": "7",
    "call": "joker",
}
"""Cards that tables with these slips are fond of."""

TURN_UPS = {
    "turn-up ignored": "78K",
    "turned-up seven": "7",
    "gifts for a turned-up ace": ["AS"],
    "special turn-up kept": "78K",
    "ordinary turn-up replaced": "2345",
    "joker turn-up kept": "*",
}


@dataclass
class Game:
    """A game in the making, and what its books say so far."""

    match: Match
    rng: random.Random
    slip: Slip
    totals: list[int]
    log: dict[str, float] = field(default_factory=dict)


def house(rng: random.Random, slip: Slip, players: int) -> tuple[Any, dict[str, Any]]:
    """The header's rules and the options that they mean."""
    preset = rng.choice(["wikipedia", "wikipedia", "uno-like"])
    share = rng.choice([0.0, 0.0, 0.1, 0.3])
    wishes: dict[str, Any] = {
        name: rng.choice(values) for name, values in OPTIONS.items() if name != "packs" and rng.random() < share
    }
    wishes["target"] = rng.choice([50, 50, 100, 150, 200, 500])
    if players > 10 or (players > 5 and rng.random() < 0.2):
        wishes["packs"] = 3
    for name, forced in FORCED.items():
        if slip.name == name:
            wishes |= forced
    rules = {name: values[0] for name, values in OPTIONS.items()} | PRESETS[preset] | wishes
    if not wishes and rng.random() < 0.5:
        return preset, rules
    return ({"preset": preset} if preset != "wikipedia" or rng.random() < 0.2 else {}) | wishes, rules


def how_many(rng: random.Random, slip: Slip) -> int:
    """Players: few, or so many that the pack runs out."""
    crowded = {
        "illegal joker alone",
        "pass",
        "draw from the empty pack",
        "back after passing",
        "blocked hand counted for nought",
    }
    if slip.name in crowded:
        return rng.choice([8, 9, 10, 10])
    if slip.name in {"skip forgotten", "shared win given to one"} and rng.random() < 0.4:
        return 2
    if slip.name == "a gift forgotten":
        return rng.choice([3, 4, 5])
    return rng.choice([2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 6, 8, 9, 10, 10, 12, 16])


def habits(rng: random.Random, slip: Slip) -> Habits:
    """How this table plays."""
    keep = next((cards for name, cards in KEEPS.items() if slip.name.startswith(name)), None)
    turn_up = next((cards for name, cards in TURN_UPS.items() if slip.name.startswith(name)), None)
    chosen = rng.choice(["", "AS", "AS", "7", "joker", "pair"]) if keep is None else keep
    special = rng.choice(["", "", "", "7", "8", "K", "J", "AS", "*"]) if turn_up is None else rng.choice(list(turn_up))
    return Habits(
        keep=chosen,
        draws=rng.choice([0.03, 0.06, 0.3]),
        cheats=0.9 if "joker" in slip.name or "challenge" in slip.name or "offender" in slip.name else 0.3,
        turn_up=special,
    )


def make_game(rng: random.Random, slip: Slip | None = None, *, hands: int | None = None) -> Match:
    """A game by the rules: to its end, or so many hands; now and then its log stops in the middle of one."""
    slip = slip or Slip("", 0)
    players = how_many(rng, slip)
    asked, rules = house(rng, slip, players)
    header: dict[str, Any] = {"replay": 1, "game": "kings-reverse", "players": [f"P{at}" for at in range(players)]}
    match = Match(header | ({"rules": asked} if asked else {}), rules)
    game = Game(match, rng, slip, [0] * players)
    game.log = {name: rng.choice([0.0, 0.5, 1.0, 1.0]) for name in ("points", "totals", "stock", "winner")}
    seats = LETTERS[:players]
    dealer = rng.choice(seats)
    last = hands or rng.choice([1, 1, 2, 3])
    for number in range(1, last + 1):
        table = habits(rng, slip)
        if number == last and rng.random() < 0.3:
            table.limit = rng.randrange(5, 60)
        hand = PlayedRound(rng, rules, seats, dealer, slip, table)
        hand.run()
        write_hand(game, hand)
        if not hand.over:
            break
        reached = max(game.totals) >= rules["target"]
        if reached and not slip.now("game goes on"):
            write_winner(game)
            break
        if not reached and slip.now("winner before the end"):
            match.events.append(["winner", winners(game.totals)])
        dealer = seats[(seats.index(dealer) + 1) % players]
    return match


def write_hand(game: Game, hand: PlayedRound) -> None:
    """The lines of a hand: deal, acts, points, totals."""
    rng, slip, events = game.rng, game.slip, game.match.events
    stock = "".join(hand.lying) if rng.random() < game.log["stock"] else None
    texts = ["".join(hand.dealt[seat]) for seat in hand.seats]
    deal = ["deal", hand.dealer, texts, "".join(hand.up)]
    events.append([*deal, stock] if stock or not hand.lying else deal)
    tokens = list(hand.tokens)
    if hand.over and len(tokens) > 4 and slip.now("hand cut"):
        tokens = tokens[: rng.randrange(2, len(tokens))]
    if hand.over and hand.out and slip.now("end of the log missing"):
        tokens = tokens[:-1]
    events.extend(tokens)
    if not hand.over:
        return
    points = hand.points()
    game.totals = [total + point for total, point in zip(game.totals, points, strict=True)]
    written = written_points(game, hand, points)
    if written != points or rng.random() < game.log["points"]:
        events.append(["points", written])
    totals = list(game.totals)
    if slip.now("totals written wrongly"):
        totals[rng.randrange(len(totals))] += rng.choice([-5, 5, 10, 20])
    if totals != game.totals or rng.random() < game.log["totals"]:
        events.append(["totals", totals])


def written_points(game: Game, hand: PlayedRound, points: list[int]) -> list[int | None]:
    """The points as the table writes them."""
    rng, slip = game.rng, game.slip
    written: list[int | None] = list(points)
    at = rng.randrange(len(points))
    if hand.out and slip.now("out player scored"):
        written[hand.seats.index(hand.out)] = 5 * rng.randint(1, 20)
    elif hand.blocked and slip.now("blocked hand counted for nought"):
        written[at] = 0
    elif slip.now("points written wrongly"):
        written[at] = points[at] + rng.choice([-10, -5, 5, 15, 3])
    elif slip.now("points left out"):
        written[at] = None
    return written


def write_winner(game: Game) -> None:
    """Who is declared."""
    right = winners(game.totals)
    named = right
    if len(right) > 1 and game.slip.now("shared win given to one"):
        named = game.rng.choice(right)
    elif game.slip.now("another declared"):
        named = game.rng.choice(LETTERS[: len(game.totals)])
    if named != right or game.rng.random() < game.log["winner"]:
        game.match.events.append(["winner", named])
