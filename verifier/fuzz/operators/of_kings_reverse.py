"""Operators for Kings Reverse: skips, marriages, gifts, turn-ups, cards that do not match, the end."""

from collections.abc import Callable
from itertools import pairwise
from typing import Final

import msgspec

from verifier.cards import CARD_TEXTS, JOKER, PACK_SIZE, SEATS, SUITS
from verifier.fuzz.dice import Dice
from verifier.fuzz.operators.kings_reverse_acts import MATCHES, SKIPS, all_acts, row, sizes_before, steps
from verifier.fuzz.operators.operator import Mutant, inserted, replaced
from verifier.fuzz.recorded import Recorded, fits
from verifier.movetext import Act, ActKind, write_token
from verifier.replay.lines import Deal, Winner

EIGHT: Final = 6
SEVEN: Final = 5
ROYAL: Final = 11
ACE_OF_SPADES: Final = 12


# Skips and reversals


def _act_between(wanted: Callable[[Act], bool], step: int) -> Callable[[Recorded, Dice], Mutant | None]:
    """Return what lets a seat lay a card that misses its turn after a wanted act (`step` 1) or lies behind (-1)."""

    def change(game: Recorded, dice: Dice) -> Mutant | None:
        places = []
        for hand in game.hands():
            holdings = game.holdings(hand)
            acts = [*game.acts_of(hand)]
            passed: set[int] = set()
            for (at, act), (after, _) in pairwise(acts):
                if act.kind is ActKind.PASS:
                    passed.add(act.seat)
                if not wanted(act) or after not in holdings.top or after != at + 1:
                    continue
                seat = (act.seat + step * holdings.step[after]) % game.players
                matching = [
                    card for card in holdings.matching(after, seat) if card % 13 not in {7, SEVEN, EIGHT, ROYAL}
                ]
                plain = [card for card in matching if card != ACE_OF_SPADES]
                sizes = holdings.before[after][seat].values()
                if (
                    plain
                    and seat not in {act.seat, *passed}
                    and sum(sizes) > 3
                    and sum(holdings.before[after][act.seat].values()) > 1
                ):
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
    return [(at, act) for at, act in all_acts(game) if act.kind is ActKind.SEVERAL and len(act.cards) == 2]


def _split_marriage(game: Recorded, dice: Dice) -> Mutant | None:
    """Lay the cards of a marriage one after the other, where it is another seat's turn after the first."""
    places = [
        (at, act)
        for (at, act), (_, following) in steps(game)
        if act.kind is ActKind.SEVERAL and len(act.cards) == 2 and following.seat != act.seat and game.players > 2
    ]
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
    for at, act in [*all_acts(game), (-1, Act(ActKind.PASS, -1))]:
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
    sizes = sizes_before(game)
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
    sizes, places = sizes_before(game), []
    for hand in game.hands():
        acts = [*game.acts_of(hand)]
        for (before, act), (at, draw) in pairwise(acts):
            last = act.kind in {ActKind.PLAY, ActKind.JOKER} and sizes.get(before, [0] * 16)[act.seat] == 1
            if last and draw.kind is ActKind.DRAW:
                places.append((at, acts[-1][0] + 1))
    if not places:
        return None
    start, end = dice.one_of(places)
    return replaced(game, start, until=end)


def _game_goes_on(game: Recorded, _dice: Dice) -> Mutant | None:
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
        holdings = game.holdings(hand)
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


SECOND: Final = ("second-action-in-turn", "out-of-turn", "hand-not-ended", *SKIPS)
# Once the stock is used up the same act may be that of a seat that has passed, or pass over one that has not.
IGNORED: Final = (*SKIPS, "acted-after-passing-out", "finished-player-skipped-wrongly")
LAST_DRAWS: Final = ("last-card-draw-missing", "ace-draw-missing", "challenge-wrong-draw-count")

OPERATORS: Final = (
    row("eight-ignored", "has the seat act that an eight skips", IGNORED, _act_between(_is_eight, 1)),
    row("king-ignored", "has play go on after a king as before", IGNORED, _king_ignored),
    row("split-marriage", "lays a marriage in two acts", SECOND, _split_marriage),
    row("two-suits", "lays a marriage of two suits", ("marriage-not-a-pair",), _two_suits),
    row("gifts-out-of-order", "gives in another order", ("ace-gift-wrong-order",), _gifts_out_of_order),
    row("gift-left-out", "leaves out the last gift", ("ace-gift-incomplete",), _gift_left_out),
    row("joker-turned-up", "keeps a joker that is turned up", ("joker-turn-up-kept",), _joker_turned_up),
    row("third-copy", "deals a card too often", ("too-many-copies",), _third_copy),
    row("last-draw", "leaves out the last card's draw", LAST_DRAWS, _last_draw),
    row("game-goes-on", "deals again after the end", ("game-end-missed",), _game_goes_on),
    row("misfit", "lays a card that does not match", MATCHES, _misfit),
)
