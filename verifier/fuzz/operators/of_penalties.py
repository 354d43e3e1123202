"""Operators for Kings Reverse: penalties that are left out, too large, too late or not due, and cards miscounted."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

from verifier.cards import CARD_TEXTS, JACK, JOKER, PACK_SIZE, SEATS, SUITS
from verifier.fuzz.dice import Dice
from verifier.fuzz.operators.kings_reverse_acts import ACE_OF_SPADES, EIGHT, ROYAL, SEVEN, SKIPS, row, sizes_before
from verifier.fuzz.operators.of_all import WRONG_POINTS
from verifier.fuzz.operators.operator import Mutant, inserted, replaced
from verifier.fuzz.recorded import PLAYING, Hand, Recorded
from verifier.movetext import Act, ActKind, write_token
from verifier.replay.lines import Points

UNSEEN: Final = "??"
"""A card that is drawn unseen, in a hand whose stock is not listed: what others draw later stays as it was."""

Acts = list[tuple[int, Act]]


def _runs(game: Recorded, *, unlisted: bool = False) -> Iterator[tuple[Hand, Acts]]:
    """Yield the hands with their acts, with `unlisted` only those whose stock is not listed."""
    for hand in game.hands():
        if not (unlisted and game.deal(hand).stock):
            yield hand, [*game.acts_of(hand)]


# Calls and catches


def _calls(game: Recorded, *, unlisted: bool = False) -> Iterator[tuple[Acts, int]]:
    """Yield the acts of a hand and where among them somebody calls right after the card that made it due."""
    sizes = sizes_before(game)
    for _, acts in _runs(game, unlisted=unlisted):
        for number, ((before, act), (at, call)) in enumerate(pairwise(acts)):
            due = act.kind is ActKind.PLAY and act.cards[0] != ACE_OF_SPADES and call.kind is ActKind.CALL
            spoken = number > 0 and acts[number - 1][1].seat == act.seat
            if due and at == before + 1 and call.seat == act.seat and not spoken:
                held = sizes.get(at)
                if held is not None and held[act.seat] == 1:
                    yield acts, number + 1


def _other(game: Recorded, seat: int, dice: Dice) -> str:
    return SEATS[(seat + dice.between(1, game.players - 1)) % game.players]


def _late_catch(game: Recorded, dice: Dice) -> Mutant | None:
    """Leave out a call, and catch its player when it has acted again: too late, so nobody draws."""
    places = []
    for acts, number in _calls(game):
        at, call = acts[number]
        again = [to for to, act in acts[number + 1 :] if act.seat == call.seat and act.kind in PLAYING]
        between = [act for to, act in acts[number + 1 :] if again and to < again[0] and act.seat == call.seat]
        if again and not between and again[0] < acts[-1][0]:
            places.append((at, again[0], call.seat))
    if not places or game.players < 3:
        return None
    at, to, seat = dice.one_of(places)
    entries = game.entries
    catch = f"{_other(game, seat, dice)}!{SEATS[seat]}"
    return Mutant([*entries[:at], *entries[at + 1 : to + 1], catch, *entries[to + 1 :]], at)


def _catch_unserved(game: Recorded, dice: Dice) -> Mutant | None:
    """Catch a player in time who does not call, and let nothing be drawn for it."""
    places = []
    for acts, number in _calls(game):
        at, call = acts[number]
        rest = acts[number + 1 :]
        # There is a stock as long as somebody draws of his own.
        draws = any(one.kind is ActKind.DRAW for _, one in rest[1:])
        if len(rest) > 2 and rest[0][1].seat != call.seat and rest[0][1].kind in PLAYING and draws:
            places.append((at, call.seat))
    if not places:
        return None
    at, seat = dice.one_of(places)
    return replaced(game, at, f"{_other(game, seat, dice)}!{SEATS[seat]}")


def _penalty_after_call(game: Recorded, dice: Dice) -> Mutant | None:
    """Let a player draw two cards who has called."""
    places = []
    for acts, number in _calls(game, unlisted=True):
        at, call = acts[number]
        following = acts[number + 1][1] if number + 1 < len(acts) else None
        if following is not None and following.seat != call.seat and following.kind in PLAYING:
            places.append((at, call.seat))
    if not places or game.players < 3:
        return None
    at, seat = dice.one_of(places)
    return inserted(game, at + 1, f"{_other(game, seat, dice)}!{SEATS[seat]}", f"{SEATS[seat]}+{UNSEEN * 2}")


# Sevens and jokers


def _served(game: Recorded, wanted: Callable[[Act], bool], owed: int, *, unlisted: bool) -> list[tuple[int, Act, int]]:
    """Return the draws of so many cards right after a wanted act: where, the draw, who goes on."""
    found = []
    for _, acts in _runs(game, unlisted=unlisted):
        for (_, act), (at, draw), (_, following) in zip(acts, acts[1:], acts[2:], strict=False):
            served = draw.kind is ActKind.DRAW and len(draw.cards) == owed and draw.seat != act.seat
            if wanted(act) and served and following.seat != draw.seat:
                found.append((at, draw, following.seat))
    return found


def _is_seven(act: Act) -> bool:
    return act.kind is ActKind.PLAY and act.cards[0] < PACK_SIZE and act.cards[0] % 13 == SEVEN


def _is_joker(act: Act) -> bool:
    return act.kind is ActKind.JOKER


def _more(wanted: Callable[[Act], bool], owed: int) -> Callable[[Recorded, Dice], Mutant | None]:
    """Return what lets one card too many be drawn."""

    def change(game: Recorded, dice: Dice) -> Mutant | None:
        places = _served(game, wanted, owed, unlisted=True)
        if not places:
            return None
        at, draw, _ = dice.one_of(places)
        return replaced(game, at, write_token(draw) + UNSEEN)

    return change


def _seven_not_skipped(game: Recorded, dice: Dice) -> Mutant | None:
    """Let the seat that has drawn for a seven lay a card all the same."""
    places = []
    drawn = {at: (draw, following) for at, draw, following in _served(game, _is_seven, 2, unlisted=False)}
    for hand in game.hands():
        holdings = game.holdings(hand)
        for at, _ in game.acts_of(hand):
            if at - 1 not in drawn or at not in holdings.top:
                continue
            draw, following = drawn[at - 1]
            plain = [card for card in holdings.matching(at, draw.seat) if _is_plain(card)]
            if plain and following != draw.seat and sum(holdings.before[at][draw.seat].values()) > 3:
                places.append((at, draw.seat, plain[0]))
    if not places:
        return None
    at, seat, card = dice.one_of(places)
    return inserted(game, at, SEATS[seat] + CARD_TEXTS[card])


def _is_plain(card: int) -> bool:
    """Tell whether a card does nothing but lie there."""
    return card < PACK_SIZE and card % 13 not in {SEVEN, EIGHT, ROYAL, JACK} and card != ACE_OF_SPADES


def _jokers_caught(game: Recorded) -> list[tuple[int, int, int, str]]:
    """Return where a seat could have laid a joker against the rules and been caught: where, who, by whom, which suit.

    It lays a plain card of the suit in force there, and another seat goes on with a card of that suit.
    """
    places: list[tuple[int, int, int, str]] = []
    if game.header.rules:
        return places
    for hand, acts in _runs(game, unlisted=True):
        holdings = game.holdings(hand)
        for (_, earlier), (at, act), (after, following) in zip(acts, acts[1:], acts[2:], strict=False):
            plays = act.kind is ActKind.PLAY and following.kind is ActKind.PLAY and after == at + 1
            if not plays or at not in holdings.top or not _is_plain(act.cards[0]) or earlier.seat == act.seat:
                continue
            suit = SUITS[act.cards[0] // 13]
            held = holdings.before[at][act.seat]
            next_seat = (act.seat + holdings.step[at]) % game.players
            follows = following.seat == next_seat and SUITS[following.cards[0] // 13] == suit
            if held[JOKER] > 0 and suit == holdings.top[at][1] and sum(held.values()) > 3 and follows:
                places.append((at, act.seat, following.seat, suit))
    return places


def _joker_stays(game: Recorded, dice: Dice) -> Mutant | None:
    """Lay a joker against the rules, uphold the challenge, and leave it on the pile."""
    places = _jokers_caught(game)
    if not places:
        return None
    at, seat, other, suit = dice.one_of(places)
    offender, challenger = SEATS[seat], SEATS[other]
    return replaced(game, at, f"{offender}*{suit}", f"{challenger}?+", f"{offender}+{UNSEEN * 4}")


def _offender_plays_on(game: Recorded, dice: Dice) -> Mutant | None:
    """Lay a joker against the rules, take it back, draw four, and lay the card after all."""
    places = _jokers_caught(game)
    if not places:
        return None
    at, seat, other, suit = dice.one_of(places)
    offender, challenger = SEATS[seat], SEATS[other]
    acts = (f"{offender}*{suit}", f"{challenger}?+", f"{offender}<**", f"{offender}+{UNSEEN * 4}")
    return inserted(game, at, *acts)


# The ace of spades


def _gift_ends(game: Recorded, *, unlisted: bool = False) -> list[tuple[Acts, int]]:
    """Return the hands that end with gifts that empty the giver's hand, and which of their acts is the last gift."""
    sizes, found = sizes_before(game), []
    for _, acts in _runs(game, unlisted=unlisted):
        gifts = [number for number, (_, act) in enumerate(acts) if act.kind is ActKind.GIVE]
        if gifts and all(act.kind is ActKind.DRAW for _, act in acts[gifts[-1] + 1 :]):
            at, gift = acts[gifts[-1]]
            if sizes.get(at, [0] * 16)[gift.seat] == 1:
                found.append((acts, gifts[-1]))
    return found


def _ace_draws(game: Recorded, dice: Dice) -> Mutant | None:
    """Leave out what others draw who got no card from the ace of spades."""
    places = [(acts[last + 1][0], acts[-1][0] + 1) for acts, last in _gift_ends(game) if last + 1 < len(acts)]
    if not places:
        return None
    start, end = dice.one_of(places)
    return replaced(game, start, until=end)


def _call_demanded(game: Recorded, dice: Dice) -> Mutant | None:
    """Let a player draw two cards who has gone out by an ace of spades, for not having called."""
    places = _gift_ends(game, unlisted=True)
    if not places:
        return None
    acts, last = dice.one_of(places)
    seat = acts[last][1].seat
    catch = (f"{_other(game, seat, dice)}!{SEATS[seat]}", f"{SEATS[seat]}+{UNSEEN * 2}")
    return inserted(game, acts[-1][0] + 1, *catch)


# Books


def _miscounted(counts: Callable[[int], bool], by: int) -> Callable[[Recorded, Dice], Mutant | None]:
    """Return what writes a hand's points as if some cards were worth so much less."""

    def change(game: Recorded, dice: Dice) -> Mutant | None:
        places = []
        for hand in game.hands():
            at = game.line_of(hand, Points)
            line = game.entries[at] if at is not None else None
            if not isinstance(line, Points):
                continue
            for seat, cards in enumerate(game.holdings(hand).at_end):
                number = sum(count for card, count in cards.items() if counts(card) and count > 0)
                if number and line.values[seat]:
                    places.append((at or 0, line, seat, number))
        if not places:
            return None
        at, line, seat, number = dice.one_of(places)
        cells = [cell if cell is None else cell - by * number * (one == seat) for one, cell in enumerate(line.values)]
        return replaced(game, at, Points(cells))

    return change


def _is_jack(card: int) -> bool:
    return card < PACK_SIZE and card % 13 == JACK


COUNTS: Final = ("one-card-penalty-not-served", "one-card-penalty-wrong-count")
MISSED: Final = ("one-card-call-missed",)

OPERATORS: Final = (
    row("late-catch", "catches a missed call too late", MISSED, _late_catch),
    row("catch-unserved", "catches, and nobody draws", COUNTS, _catch_unserved),
    row("penalty-after-call", "has a player draw who has called", ("penalty-not-due",), _penalty_after_call),
    row("seven-one-long", "draws three cards for a seven", ("seven-wrong-draw-count",), _more(_is_seven, 2)),
    row("joker-one-long", "draws five cards for a joker", ("joker-wrong-draw-count",), _more(_is_joker, 4)),
    row("seven-not-skipped", "has the seat act that a seven skips", SKIPS, _seven_not_skipped),
    row("joker-stays", "leaves a caught joker on the pile", ("joker-not-taken-back",), _joker_stays),
    row("offender-plays-on", "has a caught player play on", ("offender-turn-not-lost",), _offender_plays_on),
    row("ace-draws", "leaves out the draws for an ace", ("ace-draw-missing",), _ace_draws),
    row("call-demanded", "has a player draw who is out by an ace", ("penalty-not-due",), _call_demanded),
    row("jack-miscounted", "counts jacks as 5", WRONG_POINTS, _miscounted(_is_jack, 10)),
    row(
        "ace-miscounted",
        "counts aces of spades as 5",
        WRONG_POINTS,
        _miscounted(lambda card: card == ACE_OF_SPADES, 15),
    ),
    row("joker-miscounted", "counts jokers as 20", WRONG_POINTS, _miscounted(lambda card: card == JOKER, 5)),
)
