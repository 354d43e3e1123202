"""Faults put into matches of Kierki: named operators on the flat list of events, and slips of the players.

Those on lines stand in `kierki_line_faults`. Operators know nothing of any referee; some of what they make is no
fault at all, and that is tested too.
"""

import random
from collections.abc import Callable

from oracle.kierki_line_faults import (
    LINE_OPERATORS,
    Operator,
    hand_span,
    lines_at,
    plays_at,
    some_hand,
    tokens_at,
)
from oracle.kierki_matter import PACK, SEATS, Match, left

SLIPS = {
    "heart led": 3,
    "revoke": 30,
    "house duty broken": 3,
    "suit called again": 1,
    "trumped too low": 1,
    "wrong leader": 12,
    "out of turn": 12,
    "wrong taker followed": 12,
    "suit opened wrongly": 8,
    "card with a gap": 25,
    "pass while able": 30,
    "skipped while able": 30,
    "extra turn": 30,
}
"""Faults that players make, and among how many chances the moment is chosen."""


def swap_events(rng: random.Random, match: Match) -> Match | None:
    at = rng.choice(plays_at(match) or [0])
    if not at or at + 1 >= len(match.events):
        return None
    copy = match.copy()
    copy.events[at], copy.events[at + 1] = copy.events[at + 1], copy.events[at]
    return copy


def swap_cards(rng: random.Random, match: Match, *, same_seat: bool, near: bool) -> Match | None:
    hand = some_hand(rng, match)
    if not hand:
        return None
    one = rng.choice(hand[1])
    seat = match.events[one][0]
    others = [at for at in hand[1] if at != one and (match.events[at][0] == seat) == same_seat]
    others = [at for at in others if not near or abs(hand[1].index(at) - hand[1].index(one)) <= 3]
    if not others:
        return None
    other = rng.choice(others)
    copy = match.copy()
    copy.events[one] = seat + match.events[other][1:]
    copy.events[other] = match.events[other][0] + match.events[one][1:]
    return copy


def cards_in_trick(rng: random.Random, match: Match) -> Match | None:
    return swap_cards(rng, match, same_seat=False, near=True)


def cards_between_tricks(rng: random.Random, match: Match) -> Match | None:
    return swap_cards(rng, match, same_seat=True, near=False)


def cards_between_seats(rng: random.Random, match: Match) -> Match | None:
    return swap_cards(rng, match, same_seat=False, near=False)


def trick_spans(match: Match, plays: list[int]) -> list[tuple[int, int]]:
    return [
        (plays[at], (plays[at + 4] if at + 4 < len(plays) else plays[at + 3] + 1)) for at in range(0, len(plays) - 3, 4)
    ]


def swap_tricks(rng: random.Random, match: Match) -> Match | None:
    hand = some_hand(rng, match)
    spans = trick_spans(match, hand[1]) if hand else []
    if len(spans) < 2:
        return None
    (a, b), (c, d) = sorted(rng.sample(spans, 2))
    copy = match.copy()
    e = match.events
    copy.events = [*e[:a], *e[c:d], *e[b:c], *e[a:b], *e[d:]]
    return copy


def drop_trick(rng: random.Random, match: Match) -> Match | None:
    hand = some_hand(rng, match)
    spans = trick_spans(match, hand[1]) if hand else []
    if not spans:
        return None
    a, b = rng.choice(spans)
    copy = match.copy()
    del copy.events[a:b]
    return copy


def drop_event(rng: random.Random, match: Match) -> Match | None:
    places = tokens_at(match)
    if not places:
        return None
    copy = match.copy()
    del copy.events[rng.choice(places)]
    return copy


def duplicate_event(rng: random.Random, match: Match) -> Match | None:
    places = tokens_at(match)
    if not places:
        return None
    at = rng.choice(places)
    copy = match.copy()
    copy.events.insert(at, copy.events[at])
    return copy


def truncate(rng: random.Random, match: Match) -> Match | None:
    copy = match.copy()
    del copy.events[rng.randrange(1, len(copy.events)) :]
    return copy


def cut_hand(rng: random.Random, match: Match) -> Match | None:
    """The last plays of a hand are missing; its lines stand."""
    hand = some_hand(rng, match)
    if not hand:
        return None
    end = hand_span(match, hand[0])[1]
    first = rng.choice(hand[1])
    copy = match.copy()
    copy.events[first:end] = [event for event in copy.events[first:end] if isinstance(event, list)]
    return copy


def change_play(rng: random.Random, match: Match, new: Callable[[str, list[int], int], str | None]) -> Match | None:
    hand = some_hand(rng, match)
    if not hand:
        return None
    at = rng.choice(hand[1])
    token = new(match.events[at], hand[1], at)
    if token is None or token == match.events[at]:
        return None
    copy = match.copy()
    copy.events[at] = token
    return copy


def replayed_card(rng: random.Random, match: Match) -> Match | None:
    def new(token: str, plays: list[int], at: int) -> str | None:
        earlier = [match.events[one][1:] for one in plays if one < at and "?" not in match.events[one]]
        return token[0] + rng.choice(earlier) if earlier else None

    return change_play(rng, match, new)


def foreign_card(rng: random.Random, match: Match) -> Match | None:
    def new(token: str, plays: list[int], at: int) -> str | None:
        later = [match.events[one] for one in plays if one > at]
        cards = [one[1:] for one in later if one[0] != token[0] and "?" not in one]
        return token[0] + rng.choice(cards) if cards else None

    return change_play(rng, match, new)


def own_later_card(rng: random.Random, match: Match) -> Match | None:
    def new(token: str, plays: list[int], at: int) -> str | None:
        later = [match.events[one] for one in plays if one > at]
        cards = [one[1:] for one in later if one[0] == token[0] and "?" not in one]
        return token[0] + rng.choice(cards) if cards else None

    return change_play(rng, match, new)


def wrong_seat(rng: random.Random, match: Match) -> Match | None:
    return change_play(rng, match, lambda token, _plays, _at: left(token[0], rng.randint(1, 3)) + token[1:])


def stranger(rng: random.Random, match: Match) -> Match | None:
    return change_play(rng, match, lambda token, _plays, _at: "e" + token[1:])


def unknown_play(rng: random.Random, match: Match) -> Match | None:
    return change_play(rng, match, lambda token, _plays, _at: token[0] + "??")


def joker(rng: random.Random, match: Match) -> Match | None:
    return change_play(rng, match, lambda token, _plays, _at: token[0] + rng.choice(["**", "*H"]))


def extra_play(rng: random.Random, match: Match) -> Match | None:
    """A play of the same hand is laid again, or early, at another place."""
    hand = some_hand(rng, match)
    if not hand:
        return None
    copy = match.copy()
    copy.events.insert(rng.choice(hand[1]) + 1, match.events[rng.choice(hand[1])])
    return copy


def played_on(rng: random.Random, match: Match) -> Match | None:
    hand = some_hand(rng, match)
    if not hand:
        return None
    copy = match.copy()
    more = [rng.choice(SEATS) + rng.choice(PACK) for _ in range(rng.randint(1, 5))]
    copy.events[hand[1][-1] + 1 : hand[1][-1] + 1] = more
    return copy


def wrong_taker(rng: random.Random, match: Match) -> Match | None:
    places = tokens_at(match, lambda token: token.endswith("$"))
    if not places:
        return None
    at = rng.choice(places)
    copy = match.copy()
    copy.events[at] = left(copy.events[at][0], rng.randint(1, 3)) + "$"
    return copy


def stray_taker(rng: random.Random, match: Match) -> Match | None:
    hand = some_hand(rng, match)
    if not hand:
        return None
    copy = match.copy()
    copy.events.insert(rng.choice(hand[1]) + rng.randint(0, 1), rng.choice(SEATS) + "$")
    return copy


def take_back(rng: random.Random, match: Match) -> Match | None:
    """A card just laid, or one laid before, is taken back and laid again, or another in its place."""
    hand = some_hand(rng, match)
    if not hand:
        return None
    at = rng.choice(hand[1])
    token = match.events[at]
    if "?" in token:
        return None
    later = [match.events[one] for one in hand[1] if one > at and match.events[one][0] == token[0]]
    first = rng.choice([*[one for one in later if "?" not in one], token]) if rng.random() < 0.5 else token
    place = min(at + rng.choice([0, 0, 0, 1, 2]), hand[1][-1])
    copy = match.copy()
    copy.events[at] = first
    copy.events[place + 1 : place + 1] = [token[0] + "<" + first[1:], token]
    return copy


def foreign_token(rng: random.Random, match: Match) -> Match | None:
    hand = some_hand(rng, match)
    if not hand:
        return None
    token = rng.choice(
        ["a+7H", "b-", "c!", "d!a", "a?+", "b=H", "c>dQH", "%", "aKHQH", "b*H", "e7H", "f$", "c-", "@99"]
    )
    copy = match.copy()
    copy.events.insert(rng.choice(hand[1]), token)
    return copy


def show(rng: random.Random, match: Match) -> Match | None:
    """Cards are shown that the seat, or another, lays later."""
    hand = some_hand(rng, match)
    if not hand:
        return None
    at = rng.choice(hand[1])
    later = [match.events[one] for one in hand[1] if one > at and "?" not in match.events[one]]
    if not later:
        return None
    card = rng.choice(later)
    copy = match.copy()
    copy.events.insert(at, (card[0] if rng.random() < 0.5 else rng.choice(SEATS)) + "^" + card[1:])
    return copy


def two_faults(rng: random.Random, match: Match) -> Match | None:
    names = [name for name in OPERATORS if name != "two faults"]
    first = OPERATORS[rng.choice(names)](rng, match)
    return OPERATORS[rng.choice(names)](rng, first) if first and lines_at(first, "deal") else None


OPERATORS: dict[str, Operator] = {
    **LINE_OPERATORS,
    "swap two events": swap_events,
    "swap cards in a trick": cards_in_trick,
    "swap cards between tricks": cards_between_tricks,
    "swap cards between seats": cards_between_seats,
    "swap two tricks": swap_tricks,
    "drop a trick": drop_trick,
    "drop an event": drop_event,
    "duplicate an event": duplicate_event,
    "cut the log": truncate,
    "cut a hand": cut_hand,
    "card played again": replayed_card,
    "card of another hand": foreign_card,
    "own card too early": own_later_card,
    "wrong seat": wrong_seat,
    "seat that is not there": stranger,
    "unknown card": unknown_play,
    "joker": joker,
    "extra play": extra_play,
    "played on": played_on,
    "wrong taker": wrong_taker,
    "stray taker": stray_taker,
    "take back": take_back,
    "token of another game": foreign_token,
    "show": show,
    "two faults": two_faults,
}

HARMLESS = {"right", "cut the log", "unknown card"}
"""What these make is another legal log, or one of which less is known."""
