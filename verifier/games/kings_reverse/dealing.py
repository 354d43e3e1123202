"""The deal of a hand: what is dealt, turned up and left as stock, and who has to start."""

from collections.abc import Sequence

from verifier.cards import JOKER, SEATS, UNKNOWN, parse_cards
from verifier.finding import Place
from verifier.games.kings_reverse.holding import Holding
from verifier.games.kings_reverse.house import HouseRules
from verifier.games.kings_reverse.owed import Cause
from verifier.games.kings_reverse.packs import CARDS_DEALT, CARDS_IN_PACK, KINDS, Copies
from verifier.games.kings_reverse.rules.setup import check_copies, check_sizes, check_stock, check_turned_up
from verifier.games.kings_reverse.table import ANYONE, Effect, Table, effect_of
from verifier.games.record import check_seat
from verifier.games.report import Report
from verifier.replay.lines import Deal

Cards = list[int]


def lay_out(deal: Deal, players: int, house: HouseRules, place: Place, report: Report) -> Table:
    """Judge a deal line and return the table as it lies before the first act. SET-4 to SET-14."""
    hands = [parse_cards(text) if text is not None else None for text in deal.hands or [None] * players]
    up = parse_cards(deal.up) if deal.up else None
    stock = parse_cards(deal.stock) if deal.stock is not None else None
    wrong = check_sizes(hands, place, report)
    copies = Copies(house.packs)
    doubtful, stock_fits = _count_copies(hands, up, stock, copies, house.packs, place, report)
    dealer = None if deal.dealer is None else SEATS.index(deal.dealer)
    if dealer is not None and not check_seat(dealer, players, place, report):
        dealer = None
    table = Table(players, house, dealer, copies)
    table.holdings = [Holding(cards, 0 if cards is not None else CARDS_DEALT) for cards in hands]
    for seat in doubtful:
        table.holdings[seat].doubtful = True
    dealt = sum(holding.size for holding in table.holdings)
    table.stock.size = max(0, CARDS_IN_PACK * house.packs - dealt - 1)
    kept = up[-1] if up else UNKNOWN
    returned = {*(up or [])[:-1]} - {UNKNOWN}
    may_judge = stock_fits and not wrong and not doubtful
    if stock is not None and may_judge and check_stock(stock, hands, up or [], house.packs, place, report):
        table.stock.lie(stock, ordered=len(up or [0]) == 1)
        for card in stock:
            if card < KINDS:
                copies.appear(card)
        for card in returned:
            # It was counted as turned up, and is listed in the stock too.
            copies.vanish(card)
    else:
        # What was turned up and went back lies there, one of each kind at least.
        for card in returned:
            table.stock.known[card] = 1
    table.pile.lay(kept)
    if up:
        # Where nothing but jokers is left to be turned up the hand cannot be played and is dealt again (SET-8).
        if len(up) == table.stock.size + 1 and all(card == JOKER for card in up):
            table.unplayable = place
        else:
            check_turned_up(up, players, house.turn_up_special, place, report)
    _seat_starter(table, kept, place)
    return table


def _count_copies(
    hands: Sequence[Cards | None],
    up: Cards | None,
    stock: Cards | None,
    copies: Copies,
    packs: int,
    place: Place,
    report: Report,
) -> tuple[list[int], bool]:
    """Count the cards that the deal shows and report those that are too many.

    Returns the hands that hold such cards, any of which may be the wrong one, and whether the stock is free of them.
    SET-1, SET-3.
    """
    excess: list[int] = []
    turned = [*up[-1:], *sorted({*up[:-1]})] if up else []
    for cards in [*hands, turned]:
        excess += [card for card in cards or () if card < KINDS and copies.appear(card)]
    doubtful = [seat for seat, cards in enumerate(hands) if not {*excess}.isdisjoint(cards or ())]
    listed = Copies(packs)
    seen = [*(card for cards in hands for card in cards or ()), *(up or [])[-1:], *(stock or [])]
    in_stock = [card for card in seen if card < KINDS and listed.appear(card)] if stock else []
    if excess or in_stock:
        # One seat alone is named where nobody else has such a card.
        alone = len(doubtful) == 1 and {*excess}.isdisjoint(turned)
        check_copies(excess or in_stock, doubtful[0] if alone else None, packs, place, report)
    return doubtful, not (excess or in_stock)


def _seat_starter(table: Table, kept: int, place: Place) -> None:
    """Say who has to act first, which way play goes, and what a turned-up seven costs. SET-9 to SET-14, TWO-1."""
    house, players = table.house, table.players
    effect = Effect.NONE if kept == JOKER else effect_of(kept, players)
    if house.turn_up_special == "ignore":
        effect = Effect.NONE
    if kept == UNKNOWN or (house.turn_up_special == "redraw" and effect is not Effect.NONE):
        # A card that is not known, or that should have gone back, may have been acted upon or not.
        table.step_sure = False
        table.actor = ANYONE
        return
    king = effect in {Effect.KING, Effect.KING_OF_TWO}
    if king and players > 2:
        table.step = -1
        table.up_turned = True
    table.up_effect = Effect.KING if king else effect
    if table.dealer is None:
        table.actor = ANYONE
        table.up_seven = place if effect is Effect.SEVEN else None
        return
    left = (table.dealer + 1) % players
    table.actor = left
    if king and players > 2:
        starters = {"right": (table.dealer - 1) % players, "dealer": table.dealer, "left": left}
        table.actor = starters[house.turn_up_king]
    elif effect is not Effect.NONE:
        table.actor = (left + 1) % players
        table.turn.victim = left
        if king and house.turn_up_king == "left":
            table.also_first = (left,)
        if effect is Effect.SEVEN:
            table.apply_debt(left, Cause.UP_SEVEN, place, skipped=True)
