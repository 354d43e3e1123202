"""Operators for Kings Reverse: calls, jokers and challenges, draws, skips, marriages, gifts, turn-ups, the end."""

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from verifier.cards import CARD_TEXTS, JOKER, PACK_SIZE, SEATS, SUITS
from verifier.fuzz.dice import Dice
from verifier.fuzz.operators.operator import KINGS_REVERSE, Mutant, Operator, Promise, inserted, replaced
from verifier.fuzz.recorded import PLAYING, Holdings, Recorded, fits
from verifier.movetext import Act, ActKind, write_token
from verifier.replay.lines import Deal, Winner

EIGHT: Final = 6
SEVEN: Final = 5
ROYAL: Final = 11
ACE_OF_SPADES: Final = 12


def _acts(game: Recorded) -> list[tuple[int, Act]]:
    """Return all acts with their entries."""
    return [pair for hand in game.hands() for pair in game.acts_of(hand)]


def _steps(game: Recorded) -> Iterator[tuple[tuple[int, Act], tuple[int, Act]]]:
    """Yield acts of a hand that follow each other."""
    for hand in game.hands():
        acts = [*game.acts_of(hand)]
        yield from zip(acts, acts[1:], strict=False)


def _sizes(game: Recorded) -> dict[int, list[int]]:
    """Return how many cards each seat has before each act, of hands whose deal is known."""
    sizes = {}
    for hand in game.hands():
        for at, held in Holdings(game, hand).before.items():
            sizes[at] = [sum(cards.values()) for cards in held]
    return sizes


# Calls


def _drop_call(game: Recorded, dice: Dice) -> Mutant | None:
    """Leave out "one card" right after the card that made it due."""
    sizes, places = _sizes(game), []
    for (before, act), (at, call) in _steps(game):
        due = act.kind is ActKind.PLAY and act.cards[0] != ACE_OF_SPADES and call.kind is ActKind.CALL
        if due and call.seat == act.seat and sizes.get(at, [0] * 16)[act.seat] == 1 and not _spoke(game, before, act):
            places.append(at)
    return replaced(game, dice.one_of(places)) if places else None


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
        holdings = Holdings(game, hand)
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
    places = [(at, act) for at, act in _acts(game) if act.kind is ActKind.CHALLENGE and act.other]
    if not places:
        return None
    at, act = dice.one_of(places)
    return replaced(game, at, f"{SEATS[act.seat]}?{'-' if act.other == '+' else '+'}")


def _challenge_by_another(game: Recorded, dice: Dice) -> Mutant | None:
    places = [(at, act) for at, act in _acts(game) if act.kind is ActKind.CHALLENGE]
    if not places or game.players < 3:
        return None
    at, act = dice.one_of(places)
    others = [seat for seat in range(game.players) if seat != act.seat]
    return replaced(game, at, f"{SEATS[dice.one_of(others)]}?{act.other}")


def _no_suit(game: Recorded, dice: Dice) -> Mutant | None:
    """Name no suit for a joker that is not the last card."""
    sizes = _sizes(game)
    places = [
        (at, act)
        for at, act in _acts(game)
        if act.kind is ActKind.JOKER and act.other in "SHDCRB" and sizes.get(at, [0] * 16)[act.seat] > 1
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
            for (_, act), (at, draw) in _steps(game)
            if owing(act) and draw.kind is ActKind.DRAW and len(draw.cards) == owed and draw.seat != act.seat
        ]
        places += [
            (at, draw)
            for (_, act), (at, draw) in _steps(game)
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
    places = [
        at
        for (_, draw), (at, act) in _steps(game)
        if draw.kind is ActKind.DRAW and act.kind is ActKind.PLAY and draw.seat == act.seat and draw.cards == act.cards
    ]
    return replaced(game, dice.one_of(places)) if places else None


def _pass_with_stock(game: Recorded, dice: Dice) -> Mutant | None:
    """Pass instead of laying a card, early in a hand while there is surely a stock."""
    packs = 3 if game.option("packs") == 3 else 2
    if 10 * game.players + 24 > 54 * packs:
        return None
    places = []
    for hand in game.hands():
        acts = [*game.acts_of(hand)][1:9]
        earlier = None
        for at, act in acts:
            own = earlier is not None and earlier.seat == act.seat
            if act.kind is ActKind.PLAY and not own:
                places.append((at, act.seat))
            earlier = act
    if not places:
        return None
    at, seat = dice.one_of(places)
    return replaced(game, at, f"{SEATS[seat]}-")


# Skips and reversals


def _act_between(wanted: Callable[[Act], bool], step: int) -> Callable[[Recorded, Dice], Mutant | None]:
    """Return what lets a seat lay a card that misses its turn after a wanted act (`step` 1) or lies behind (-1)."""

    def change(game: Recorded, dice: Dice) -> Mutant | None:
        places = []
        for hand in game.hands():
            holdings = Holdings(game, hand)
            acts = [*game.acts_of(hand)]
            for (at, act), (after, _) in zip(acts, acts[1:], strict=False):
                if not wanted(act) or after not in holdings.top or after != at + 1:
                    continue
                seat = (act.seat + step * holdings.step[after]) % game.players
                matching = [card for card in holdings.matching(after, seat) if card % 13 not in {7, SEVEN, EIGHT, ROYAL}]
                plain = [card for card in matching if card != ACE_OF_SPADES]
                sizes = holdings.before[after][seat].values()
                if plain and seat != act.seat and sum(sizes) > 3 and sum(holdings.before[after][act.seat].values()) > 1:
                    places.append((after, seat, plain[0]))
        if not places:
            return None
        at, seat, card = dice.one_of(places)
        return inserted(game, at, SEATS[seat] + CARD_TEXTS[card])

    return change


def _is_eight(act: Act) -> bool:
    return act.kind is ActKind.PLAY and act.cards[0] < PACK_SIZE and act.cards[0] % 13 == EIGHT


def _is_king(act: Act) -> bool:
    return act.kind is ActKind.PLAY and act.cards[0] < PACK_SIZE and act.cards[0] % 13 == ROYAL


def _king_ignored(game: Recorded, dice: Dice) -> Mutant | None:
    # The seat behind the king, which the old direction would have come to; of two players the one who is skipped.
    return _act_between(_is_king, 1 if game.players == 2 else -1)(game, dice)


# Marriages and gifts


def _marriages(game: Recorded) -> list[tuple[int, Act]]:
    return [(at, act) for at, act in _acts(game) if act.kind is ActKind.SEVERAL and len(act.cards) == 2]


def _split_marriage(game: Recorded, dice: Dice) -> Mutant | None:
    places = _marriages(game)
    if not places:
        return None
    at, act = dice.one_of(places)
    return replaced(game, at, *(SEATS[act.seat] + CARD_TEXTS[card] for card in act.cards))


def _two_suits(game: Recorded, dice: Dice) -> Mutant | None:
    places = _marriages(game)
    if not places:
        return None
    at, act = dice.one_of(places)
    first, second = act.cards
    other = (second + 13 * dice.between(1, 3)) % PACK_SIZE
    return replaced(game, at, SEATS[act.seat] + CARD_TEXTS[first] + CARD_TEXTS[other])


def _gifts(game: Recorded) -> list[list[tuple[int, Act]]]:
    """Return the runs of gifts of two cards and more."""
    runs: list[list[tuple[int, Act]]] = []
    run: list[tuple[int, Act]] = []
    for at, act in [*_acts(game), (-1, Act(ActKind.PASS, -1))]:
        if act.kind is ActKind.GIVE and (not run or at == run[-1][0] + 1):
            run.append((at, act))
            continue
        if len(run) > 1:
            runs.append(run)
        run = [(at, act)] if act.kind is ActKind.GIVE else []
    return runs


def _gifts_out_of_order(game: Recorded, dice: Dice) -> Mutant | None:
    runs = _gifts(game)
    if not runs:
        return None
    run = dice.one_of(runs)
    at = dice.below(len(run) - 1)
    (one, first), (two, second) = run[at], run[at + 1]
    return replaced(game, one, write_token(second), write_token(first), until=two + 1)


def _gift_left_out(game: Recorded, dice: Dice) -> Mutant | None:
    sizes = _sizes(game)
    runs = [run for run in _gifts(game) if sizes.get(run[0][0], [0] * 16)[run[0][1].seat] >= game.players]
    return replaced(game, dice.one_of(runs)[-1][0]) if runs else None


# Deals and ends


def _joker_turned_up(game: Recorded, dice: Dice) -> Mutant | None:
    """Keep the joker that was turned up first."""
    hands = [(hand, game.deal(hand)) for hand in game.hands()]
    places = [(hand.start, deal) for hand, deal in hands if (deal.up or "").startswith("**") and deal.up != "**"]
    if not places:
        return None
    at, deal = dice.one_of(places)
    # What the log says of the stock belongs to the turn-ups that were.
    return replaced(game, at, msgspec.structs.replace(deal, up="**", stock=None))


def _third_copy(game: Recorded, dice: Dice) -> Mutant | None:
    """Deal a card once more than the packs have it."""
    packs = 3 if game.option("packs") == 3 else 2
    places = []
    for hand in game.hands():
        cards = [card for held in game.dealt(hand) or [] for card in held]
        places += [(hand, card) for card in sorted(set(cards)) if card < JOKER and cards.count(card) == packs]
    if not places:
        return None
    hand, card = dice.one_of(places)
    deal, dealt = game.deal(hand), game.dealt(hand)
    assert dealt is not None
    seat = dice.below(game.players)
    others = [at for at, one in enumerate(dealt[seat]) if one != card]
    dealt[seat][dice.one_of(others)] = card
    texts: list[str | None] = ["".join(CARD_TEXTS[one] for one in held) for held in dealt]
    return replaced(game, hand.start, msgspec.structs.replace(deal, hands=texts))


def _last_draw(game: Recorded, dice: Dice) -> Mutant | None:
    """Leave out what the last card of a hand makes others draw."""
    sizes, places = _sizes(game), []
    for hand in game.hands():
        acts = [*game.acts_of(hand)]
        for (before, act), (at, draw) in zip(acts, acts[1:], strict=False):
            last = act.kind in {ActKind.PLAY, ActKind.JOKER} and sizes.get(before, [0] * 16)[act.seat] == 1
            if last and draw.kind is ActKind.DRAW:
                places.append((at, acts[-1][0] + 1))
    if not places:
        return None
    start, end = dice.one_of(places)
    return replaced(game, start, until=end)


def _game_goes_on(game: Recorded, dice: Dice) -> Mutant | None:
    """Deal another hand although the game is over."""
    deals = [entry for entry in game.entries if isinstance(entry, Deal)]
    if not deals:
        return None
    end = next((at for at, entry in enumerate(game.entries) if isinstance(entry, Winner)), len(game.entries))
    return inserted(game, end, deals[-1])


def _misfit(game: Recorded, dice: Dice) -> Mutant | None:
    """Lay a card that does not match instead of one that does."""
    places = []
    for hand in game.hands():
        holdings = Holdings(game, hand)
        for at, act in game.acts_of(hand):
            if act.kind is ActKind.PLAY and at in holdings.top and act.cards[0] < PACK_SIZE and _is_new_turn(game, at):
                top, suit = holdings.top[at]
                held = [card for card, number in sorted(holdings.before[at][act.seat].items()) if number > 0]
                misfits = [card for card in held if card < PACK_SIZE and suit in SUITS and not fits(card, top, suit)]
                if misfits:
                    places.append((at, act.seat, misfits))
    if not places:
        return None
    at, seat, misfits = dice.one_of(places)
    return replaced(game, at, SEATS[seat] + CARD_TEXTS[dice.one_of(misfits)])


def _is_new_turn(game: Recorded, at: int) -> bool:
    before = game.acts[at - 1] if at else None
    act = game.acts[at]
    return act is not None and (before is None or before.seat != act.seat)


JOKERS: Final = ("illegal-joker-unchallenged", "illegal-joker", "illegal-joker-caught", "challenge-wrong-verdict")
VERDICTS: Final = ("challenge-wrong-verdict", "joker-not-taken-back", "challenge-wrong-draw-count")
WRONG_CHALLENGERS: Final = ("challenge-by-wrong-player", "challenge-too-late", "challenge-of-non-joker")
MATCHES: Final = ("card-does-not-match", "marriage-first-card-does-not-match", "out-of-turn", "suit-not-restored")
SKIPS: Final = ("skip-not-applied", "king-not-reversed", "king-two-player-no-skip", "skip-applied-wrongly")
SECOND: Final = ("second-action-in-turn", "out-of-turn", "hand-not-ended", *SKIPS)
LAST_DRAWS: Final = ("last-card-draw-missing", "ace-draw-missing", "challenge-wrong-draw-count")


def _row(name: str, what: str, names: tuple[str, ...], change: Callable[[Recorded, Dice], Mutant | None]) -> Operator:
    return Operator(name, KINGS_REVERSE, what, Promise.FAULTY, names, change)


OPERATORS: Final = (
    _row("drop-call", 'leaves out a "one card" that is due', ("one-card-call-missed",), _drop_call),
    _row("illegal-joker", "lays a joker while a card fits", JOKERS, _illegal_joker),
    _row("wrong-verdict", "rules a challenge the other way", VERDICTS, _wrong_verdict),
    _row("challenge-by-another", "has another seat challenge", WRONG_CHALLENGERS, _challenge_by_another),
    _row("no-suit", "names no suit for a joker", ("joker-suit-not-named",), _no_suit),
    _row("other-suit", "names another suit for a joker", MATCHES, _other_suit),
    _row("seven-one-short", "draws one card for a seven", ("seven-wrong-draw-count",), _fewer(_is_seven, 2)),
    _row("joker-one-short", "draws three cards for a joker", ("joker-wrong-draw-count",), _fewer(_is_joker, 4)),
    _row("challenge-one-short", "draws five cards, challenging", VERDICTS, _fewer(_is_challenge, 6)),
    _row("drawn-card-kept", "keeps a drawn card that fits", ("drawn-card-not-played",), _drawn_card_kept),
    _row("pass-with-stock", "passes without drawing", ("pass-without-drawing",), _pass_with_stock),
    _row("eight-ignored", "has the seat act that an eight skips", SKIPS, _act_between(_is_eight, 1)),
    _row("king-ignored", "has play go on after a king as before", SKIPS, _king_ignored),
    _row("split-marriage", "lays a marriage in two acts", SECOND, _split_marriage),
    _row("two-suits", "lays a marriage of two suits", ("marriage-not-a-pair",), _two_suits),
    _row("gifts-out-of-order", "gives in another order", ("ace-gift-wrong-order",), _gifts_out_of_order),
    _row("gift-left-out", "leaves out the last gift", ("ace-gift-incomplete",), _gift_left_out),
    _row("joker-turned-up", "keeps a joker that is turned up", ("joker-turn-up-kept",), _joker_turned_up),
    _row("third-copy", "deals a card too often", ("too-many-copies",), _third_copy),
    _row("last-draw", "leaves out the last card's draw", LAST_DRAWS, _last_draw),
    _row("game-goes-on", "deals again after the end", ("game-end-missed",), _game_goes_on),
    _row("misfit", "lays a card that does not match", MATCHES, _misfit),
)
