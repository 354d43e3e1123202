"""Faults put into games of Kings Reverse: named operators on the flat list of events, and slips of the players.

They know nothing of any referee; some of what they make is no fault at all, and that is tested too.
"""

import random
from collections.abc import Callable
from typing import Any

from oracle.kierki_line_faults import hand_span, lines_at, tokens_at
from oracle.kierki_matter import Match
from oracle.kings_reverse_line_faults import LINE_OPERATORS
from oracle.kings_reverse_reading import LETTERS, RANKS, SUITS, act_of

Operator = Callable[[random.Random, Match], Match | None]

SLIPS = {
    "another starts": 1,
    "turn-up ignored": 1,
    "turned-up seven counted wrongly": 1,
    "turned-up seven half applied": 1,
    "gifts for a turned-up ace": 1,
    "special turn-up kept": 1,
    "ordinary turn-up replaced": 1,
    "out of turn": 30,
    "one too many skipped": 30,
    "plays twice": 20,
    "draws after playing": 20,
    "skip forgotten": 4,
    "king ignored": 3,
    "king noticed late": 3,
    "seven counted wrongly": 3,
    "seven on seven": 1,
    "penalty drawn by another": 3,
    "joker counted wrongly": 2,
    "illegal joker": 2,
    "illegal joker alone": 1,
    "last draw missing": 1,
    "joker turn-up kept": 1,
    "suit not named": 2,
    "suit named twice": 2,
    "suit named for no joker": 20,
    "named what is none": 3,
    "wrong verdict": 3,
    "challenge counted wrongly": 3,
    "joker not taken back": 3,
    "taken back though legal": 1,
    "joker taken back": 3,
    "suit not restored": 1,
    "offender plays on": 3,
    "challenger plays on": 1,
    "challenger misses the turn": 3,
    "challenge by another": 2,
    "challenge too late": 2,
    "challenge of another card": 15,
    "call missed": 2,
    "caught too late": 1,
    "caught and not served": 2,
    "caught and counted wrongly": 2,
    "caught without cause": 20,
    "draw for nothing": 30,
    "drawn card kept": 2,
    "another card after the draw": 2,
    "drawn though able": 5,
    "pass without drawing": 20,
    "pass": 2,
    "draw from the empty pack": 4,
    "back after passing": 2,
    "shuffled in": 30,
    "card that does not match": 10,
    "two cards at once": 5,
    "no pair": 3,
    "marriage that does not match": 2,
    "cards exchanged": 30,
    "gifts out of order": 1,
    "a gift forgotten": 1,
    "a gift twice": 1,
    "a gift to oneself": 1,
    "gifts refused": 1,
    "a draw for the ace missing": 1,
    "a draw for the ace by another": 1,
    "played on": 1,
    "a draw after the end": 1,
    "hand cut": 1,
    "end of the log missing": 1,
    "out player scored": 1,
    "blocked hand counted for nought": 1,
    "points written wrongly": 1,
    "points left out": 1,
    "totals written wrongly": 1,
    "game goes on": 1,
    "winner before the end": 1,
    "shared win given to one": 1,
    "another declared": 1,
}
"""Faults that the table makes, and among how many chances the moment is chosen."""


def players_of(match: Match) -> str:
    return LETTERS[: len(match.header["players"])]


def some_card(rng: random.Random) -> str:
    return rng.choice(["**", *[rng.choice(RANKS) + rng.choice(SUITS) for _ in range(12)]])


def changed_token(
    rng: random.Random, match: Match, kinds: set[str], new: Callable[[str], str | list[str] | None]
) -> Match | None:
    """One token of some kinds becomes another, several, or none."""
    places = tokens_at(match, lambda token: act_of(0, token).kind in kinds)
    if not places:
        return None
    at = rng.choice(places)
    made = new(match.events[at])
    if made is None or made == match.events[at]:
        return None
    copy = match.copy()
    copy.events[at : at + 1] = [made] if isinstance(made, str) else made
    return copy


EVERY = {"play", "draw", "pass", "give", "call", "catch", "challenge", "take back", "name", "show", "reshuffle"}


def drop_event(rng: random.Random, match: Match) -> Match | None:
    kinds = rng.choice([EVERY, EVERY, {"draw"}, {"call"}, {"challenge"}, {"give"}, {"take back"}, {"pass"}, {"catch"}])
    return changed_token(rng, match, kinds, lambda _: [])


def duplicate_event(rng: random.Random, match: Match) -> Match | None:
    kinds = rng.choice([EVERY, {"draw"}, {"pass"}, {"give"}, {"challenge", "take back"}])
    return changed_token(rng, match, kinds, lambda token: [token, token])


def swap_events(rng: random.Random, match: Match) -> Match | None:
    places = [at for at in tokens_at(match) if isinstance(match.events[min(at + 1, len(match.events) - 1)], str)]
    if not places:
        return None
    at = rng.choice(places)
    copy = match.copy()
    copy.events[at : at + 2] = copy.events[at : at + 2][::-1]
    return copy


def swap_cards(rng: random.Random, match: Match) -> Match | None:
    """The cards of two plays or draws are exchanged."""
    places = tokens_at(match, lambda token: act_of(0, token).kind in {"play", "draw"} and len(token) == 3)
    if len(places) < 2:
        return None
    one = rng.randrange(len(places))
    other = min(len(places) - 1, one + rng.choice([1, 2, 3, 10]))
    one, other = places[one], places[other]
    copy = match.copy()
    copy.events[one] = match.events[one][0] + match.events[one][1:].replace(
        match.events[one][-2:], match.events[other][-2:]
    )
    copy.events[other] = match.events[other].replace(match.events[other][-2:], match.events[one][-2:])
    return copy


def wrong_seat(rng: random.Random, match: Match) -> Match | None:
    kinds = rng.choice([{"play"}, {"draw"}, EVERY - {"reshuffle"}])
    seats = players_of(match)
    return changed_token(rng, match, kinds, lambda token: rng.choice(seats) + token[1:])


def stranger(rng: random.Random, match: Match) -> Match | None:
    letter = LETTERS[min(15, len(match.header["players"]))]

    def new(token: str) -> str:
        return letter + token[1:] if rng.random() < 0.7 or act_of(0, token).kind != "catch" else token[:2] + letter

    return changed_token(rng, match, EVERY - {"reshuffle"}, new)


def wrong_count(rng: random.Random, match: Match) -> Match | None:
    """A draw of one card more or less."""

    def new(token: str) -> str | list[str]:
        if len(token) > 4 and rng.random() < 0.6:
            return token[:-2]
        return token + some_card(rng)

    return changed_token(rng, match, {"draw"}, new)


def split_draw(rng: random.Random, match: Match) -> Match | None:
    """The same draw in two tokens, perhaps with something between them."""

    def new(token: str) -> list[str] | None:
        if len(token) < 6:
            return None
        between = rng.choice([[], [], [rng.choice(players_of(match)) + "!"]])
        return [token[:4], *between, token[:2] + token[4:]]

    return changed_token(rng, match, {"draw"}, new)


def another_card(rng: random.Random, match: Match) -> Match | None:
    kinds = rng.choice([{"play"}, {"draw"}, {"give"}, {"show"}])

    def new(token: str) -> str | None:
        return None if token[1] == "*" else token[:-2] + some_card(rng)

    return changed_token(rng, match, kinds, new)


def other_name(rng: random.Random, match: Match) -> Match | None:
    """Another suit, colour or none is named for a joker."""
    jokers = tokens_at(match, lambda token: len(token) == 3 and token[1] == "*" and act_of(0, token).kind == "play")
    if not jokers:
        return None
    at = rng.choice(jokers)
    seat, _, named = match.events[at]
    copy = match.copy()
    copy.events[at] = f"{seat}*{rng.choice([name for name in 'SHDCRB*' if name != named])}"
    return copy


def other_verdict(rng: random.Random, match: Match) -> Match | None:
    return changed_token(rng, match, {"challenge"}, lambda token: token[:2] + rng.choice(["+", "-", ""]))


def together(rng: random.Random, match: Match) -> Match | None:
    """Two or three cards are laid at once."""

    def new(token: str) -> str | None:
        if "*" in token or len(token) > 3:
            return None
        return token + "".join(some_card(rng).replace("**", "7H") for _ in range(rng.randint(1, 2)))

    return changed_token(rng, match, {"play"}, new)


def at_a_marriage(rng: random.Random, match: Match, new: Any) -> Match | None:
    """A change of one of the marriages, which are few among the plays."""
    tries = (changed_token(rng, match, {"play"}, new) for _ in range(60))
    return next((mutant for mutant in tries if mutant), None)


def separated(rng: random.Random, match: Match) -> Match | None:
    """A marriage in two acts."""

    def new(token: str) -> list[str] | None:
        return [token[:3], token[0] + token[3:]] if len(token) == 5 and "*" not in token else None

    return at_a_marriage(rng, match, new)


def turned_pair(rng: random.Random, match: Match) -> Match | None:
    def new(token: str) -> str | None:
        return token[0] + token[3:] + token[1:3] if len(token) == 5 and "*" not in token else None

    return at_a_marriage(rng, match, new)


def inserted(rng: random.Random, match: Match) -> Match | None:
    """An act that did not happen."""
    seats = players_of(match)
    one, other = rng.choice(seats), rng.choice(seats)
    token = rng.choice(
        [
            f"{one}!",
            f"{one}!{other}",
            f"{one}!{other}",
            f"{one}-",
            f"{one}?",
            f"{one}?+",
            f"{one}?-",
            f"{one}=H",
            f"{one}<**",
            f"{one}<{some_card(rng)}",
            f"{one}>{other}{some_card(rng)}",
            f"{one}+{some_card(rng)}",
            f"{one}+{some_card(rng)}{some_card(rng)}",
            f"{one}^{some_card(rng)}",
            f"{one}{some_card(rng)}",
            "%",
            f"{one}$",
            "@99",
        ]
    )
    places = tokens_at(match)
    if not places:
        return None
    copy = match.copy()
    copy.events.insert(rng.choice(places) + rng.randint(0, 1), token)
    return copy


def after_play(rng: random.Random, match: Match) -> Match | None:
    """Something stands after a joker, an ace of spades, or a jack that does not belong there."""
    seats = players_of(match)
    places = tokens_at(match, lambda token: token[1:2] in {"*", "J"} or token[1:] == "AS")
    if not places:
        return None
    at = rng.choice(places)
    seat = match.events[at][0]
    token = rng.choice(
        [f"{seat}={rng.choice('SHDCRB')}", f"{seat}<**", f"{rng.choice(seats)}?", f"{rng.choice(seats)}?-", "%"]
    )
    copy = match.copy()
    copy.events.insert(at + rng.choice([1, 1, 2]), token)
    return copy


def truncate(rng: random.Random, match: Match) -> Match | None:
    copy = match.copy()
    del copy.events[rng.randrange(1, len(copy.events)) :]
    return copy


def cut_hand(rng: random.Random, match: Match) -> Match | None:
    """The last acts of a hand are missing; its lines stand."""
    places = tokens_at(match)
    if not places:
        return None
    end = hand_span(match, rng.choice(places))[1]
    inside = [at for at in places if at < end]
    first = inside[-1] if rng.random() < 0.4 else rng.choice(inside)
    end = hand_span(match, first)[1]
    copy = match.copy()
    copy.events[first:end] = [event for event in copy.events[first:end] if isinstance(event, list)]
    return copy


def hidden_draws(rng: random.Random, match: Match) -> Match | None:
    """Some draws or gifts are not seen."""
    share = rng.choice([0.1, 0.5, 1.0])
    copy = match.copy()
    for at in tokens_at(match, lambda token: act_of(0, token).kind in {"draw", "give"}):
        token = copy.events[at]
        head = token[:2] if token[1] == "+" else token[:3]
        if rng.random() < share:
            copy.events[at] = head + "??" * ((len(token) - len(head)) // 2)
    return copy


def hidden_play(rng: random.Random, match: Match) -> Match | None:
    return changed_token(rng, match, {"play"}, lambda token: token[0] + "??" if len(token) == 3 else None)


def two_faults(rng: random.Random, match: Match) -> Match | None:
    names = [name for name in OPERATORS if name != "two faults"]
    first = OPERATORS[rng.choice(names)](rng, match)
    return OPERATORS[rng.choice(names)](rng, first) if first and lines_at(first, "deal") else None


OPERATORS: dict[str, Operator] = {
    **LINE_OPERATORS,
    "drop an event": drop_event,
    "duplicate an event": duplicate_event,
    "swap two events": swap_events,
    "swap cards": swap_cards,
    "wrong seat": wrong_seat,
    "seat that is not there": stranger,
    "wrong count": wrong_count,
    "draw in two": split_draw,
    "another card": another_card,
    "another name": other_name,
    "another verdict": other_verdict,
    "laid together": together,
    "marriage in two acts": separated,
    "marriage turned": turned_pair,
    "an act put in": inserted,
    "an act after a special card": after_play,
    "cut the log": truncate,
    "cut a hand": cut_hand,
    "hidden draws": hidden_draws,
    "hidden play": hidden_play,
    "two faults": two_faults,
}

HARMLESS = {"cut the log", "draw in two", "drop a line", "hidden draws", "hidden play", "not on record"}
"""What these make is another legal log, or one of which less is known."""
