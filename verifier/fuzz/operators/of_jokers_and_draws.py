"""Operators for Kings Reverse: calls, jokers and challenges, draws and what is drawn."""

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from verifier.cards import JOKER, PACK_SIZE, SEATS, SUITS
from verifier.fuzz.dice import Dice
from verifier.fuzz.operators.kings_reverse_acts import MATCHES, all_acts, row, sizes_before, steps
from verifier.fuzz.operators.operator import Mutant, replaced
from verifier.fuzz.recorded import PLAYING, Recorded
from verifier.movetext import Act, ActKind, write_token

EIGHT: Final = 6
SEVEN: Final = 5
ROYAL: Final = 11
ACE_OF_SPADES: Final = 12


# Calls


def _drop_call(game: Recorded, dice: Dice) -> Mutant | None:
    """Leave out "one card" right after the card that made it due."""
    sizes, places = sizes_before(game), []
    for (before, act), (at, call) in steps(game):
        due = act.kind is ActKind.PLAY and act.cards[0] != ACE_OF_SPADES and call.kind is ActKind.CALL
        if due and call.seat == act.seat and sizes.get(at, [0] * 16)[act.seat] == 1 and not _spoke(game, before, act):
            # A call before its next act would come late, and in time.
            own = [one for one in _acts_after(game, at) if one.seat == act.seat]
            if not own or own[0].kind is not ActKind.CALL:
                places.append(at)
    return replaced(game, dice.one_of(places)) if places else None


def _acts_after(game: Recorded, at: int) -> list[Act]:
    """Return the acts after an entry in the same hand."""
    (hand,) = (hand for hand in game.hands() if hand.start <= at < hand.end)
    return [act for number, act in game.acts_of(hand) if number > at]


def _spoke(game: Recorded, at: int, act: Act) -> bool:
    """Tell whether the seat has said "one card" before its act in the same turn."""
    while at > 0 and (earlier := game.acts[at - 1]) is not None and earlier.seat == act.seat:
        if earlier.kind is ActKind.CALL:
            return True
        at -= 1
    return False


# Jokers and challenges


def _illegal_joker(game: Recorded, dice: Dice) -> Mutant | None:
    """Lay a joker instead of a card that fits by its suit, and keep that card."""
    if game.option("joker_restriction") == "none":
        return None
    places = []
    for hand in game.hands():
        holdings = game.holdings(hand)
        for at, act in game.acts_of(hand):
            if act.kind is not ActKind.PLAY or at not in holdings.top or act.cards[0] >= PACK_SIZE:
                continue
            suit = SUITS[act.cards[0] // 13]
            able = holdings.before[at][act.seat][JOKER] > 0 and suit == holdings.top[at][1]
            if able and sum(holdings.before[at][act.seat].values()) > 2:
                places.append((at, act.seat, suit))
    if not places:
        return None
    at, seat, suit = dice.one_of(places)
    return replaced(game, at, f"{SEATS[seat]}*{suit}")


def _wrong_verdict(game: Recorded, dice: Dice) -> Mutant | None:
    places = [(at, act) for at, act in all_acts(game) if act.kind is ActKind.CHALLENGE and act.other]
    if not places:
        return None
    at, act = dice.one_of(places)
    return replaced(game, at, f"{SEATS[act.seat]}?{'-' if act.other == '+' else '+'}")


def _challenge_by_another(game: Recorded, dice: Dice) -> Mutant | None:
    places = [(at, act) for at, act in all_acts(game) if act.kind is ActKind.CHALLENGE]
    if not places or game.players < 3:
        return None
    at, act = dice.one_of(places)
    others = [seat for seat in range(game.players) if seat != act.seat]
    return replaced(game, at, f"{SEATS[dice.one_of(others)]}?{act.other}")


def _no_suit(game: Recorded, dice: Dice) -> Mutant | None:
    """Name no suit for a joker that is not the last card."""
    sizes = sizes_before(game)
    places = [
        (at, act)
        for (at, act), (_, following) in steps(game)
        if act.kind is ActKind.JOKER and act.other in "SHDCRB" and sizes.get(at, [0] * 16)[act.seat] > 1
        # Somebody draws, challenges or plays, so that it is settled.
        if following.kind in {*PLAYING, ActKind.DRAW, ActKind.CHALLENGE}
    ]
    if not places:
        return None
    at, act = dice.one_of(places)
    return replaced(game, at, f"{SEATS[act.seat]}**")


def _other_suit(game: Recorded, dice: Dice) -> Mutant | None:
    """Name another suit than the next card's for a joker."""
    places = []
    for hand in game.hands():
        acts = [*game.acts_of(hand)]
        for number, (at, act) in enumerate(acts):
            following = next((one for _, one in acts[number + 1 :] if one.kind in PLAYING), None)
            if act.kind is ActKind.JOKER and act.other in SUITS and following is not None:
                plain = following.kind is ActKind.PLAY and following.cards[0] < PACK_SIZE
                if plain and following.cards[0] % 13 != 9 and SUITS[following.cards[0] // 13] == act.other:
                    places.append((at, act))
    if not places:
        return None
    at, act = dice.one_of(places)
    return replaced(game, at, f"{SEATS[act.seat]}*{dice.one_of([suit for suit in SUITS if suit != act.other])}")


# Draws


def _fewer(owing: Callable[[Act], bool], owed: int) -> Callable[[Recorded, Dice], Mutant | None]:
    """Return what lets one card too few be drawn after acts that cost `owed` cards."""

    def change(game: Recorded, dice: Dice) -> Mutant | None:
        places = [
            (at, draw)
            for (_, act), (at, draw) in steps(game)
            if owing(act) and draw.kind is ActKind.DRAW and len(draw.cards) == owed and draw.seat != act.seat
        ]
        places += [
            (at, draw)
            for (_, act), (at, draw) in steps(game)
            if owed == 6 and owing(act) and draw.kind is ActKind.DRAW and len(draw.cards) == owed
        ]
        places = [(at, draw) for at, draw in places if _same_seat_waits(game, at, draw.seat)]
        if not places:
            return None
        at, draw = dice.one_of(places)
        return replaced(game, at, write_token(draw._replace(cards=draw.cards[:-1])))

    return change


def _same_seat_waits(game: Recorded, at: int, seat: int) -> bool:
    """Tell whether the next act is another seat's: a further draw would make up for the one that is missing."""
    following = game.acts[at + 1] if at + 1 < len(game.acts) else None
    return following is not None and following.seat not in {seat, -1}


def _is_seven(act: Act) -> bool:
    return act.kind is ActKind.PLAY and act.cards[0] < PACK_SIZE and act.cards[0] % 13 == SEVEN


def _is_joker(act: Act) -> bool:
    return act.kind is ActKind.JOKER


def _is_challenge(act: Act) -> bool:
    return act.kind is ActKind.CHALLENGE


def _drawn_card_kept(game: Recorded, dice: Dice) -> Mutant | None:
    """Keep a drawn card that was laid."""
    if game.header.rules == "uno-like" or game.option("drawn_card") is not None or game.option("preset") is not None:
        return None
    places = []
    for (_, draw), (at, act) in steps(game):
        same = draw.kind is ActKind.DRAW and act.kind is ActKind.PLAY and draw.seat == act.seat
        if same and draw.cards == act.cards:
            # Where the seat goes on, what it draws or lays next is of the same turn.
            following = [one for one in _acts_after(game, at) if one.kind is not ActKind.CALL]
            if following and following[0].seat != act.seat:
                places.append(at)
    return replaced(game, dice.one_of(places)) if places else None


def _pass_with_stock(game: Recorded, dice: Dice) -> Mutant | None:
    """Pass instead of laying a card, early in a hand while there is surely a stock."""
    packs = 3 if game.option("packs") == 3 else 2
    if 10 * game.players + 24 > 54 * packs:
        return None
    places = []
    for hand in game.hands():
        # The first turn is left out, and who has drawn in it.
        for (_, earlier), (at, act) in pairwise([*game.acts_of(hand)][:9]):
            if act.kind is ActKind.PLAY and earlier.seat != act.seat:
                places.append((at, act.seat))
    if not places:
        return None
    at, seat = dice.one_of(places)
    return replaced(game, at, f"{SEATS[seat]}-")


JOKERS: Final = ("illegal-joker-unchallenged", "illegal-joker", "illegal-joker-caught", "challenge-wrong-verdict")
VERDICTS: Final = ("challenge-wrong-verdict", "joker-not-taken-back", "challenge-wrong-draw-count")
WRONG_CHALLENGERS: Final = ("challenge-by-wrong-player", "challenge-too-late", "challenge-of-non-joker")

KEPT: Final = ("drawn-card-not-played", "other-card-played-after-draw")

OPERATORS: Final = (
    row("drop-call", 'leaves out a "one card" that is due', ("one-card-call-missed",), _drop_call),
    row("illegal-joker", "lays a joker while a card fits", JOKERS, _illegal_joker),
    row("wrong-verdict", "rules a challenge the other way", VERDICTS, _wrong_verdict),
    row("challenge-by-another", "has another seat challenge", WRONG_CHALLENGERS, _challenge_by_another),
    row("no-suit", "names no suit for a joker", ("joker-suit-not-named",), _no_suit),
    row("other-suit", "names another suit for a joker", MATCHES, _other_suit),
    row("seven-one-short", "draws one card for a seven", ("seven-wrong-draw-count",), _fewer(_is_seven, 2)),
    row("joker-one-short", "draws three cards for a joker", ("joker-wrong-draw-count",), _fewer(_is_joker, 4)),
    row("challenge-one-short", "draws five cards, challenging", VERDICTS, _fewer(_is_challenge, 6)),
    row("drawn-card-kept", "keeps a drawn card that fits", KEPT, _drawn_card_kept),
    row("pass-with-stock", "passes without drawing", ("pass-without-drawing",), _pass_with_stock),
)
