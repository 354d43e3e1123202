"""Who holds what: cards let go that a hand cannot have, cards shown, and what that leaves open."""

from collections.abc import Sequence

from verifier.cards import UNKNOWN
from verifier.finding import Place
from verifier.games.kings_reverse.packs import KINDS
from verifier.games.kings_reverse.rules.ending import check_held
from verifier.games.kings_reverse.rules.setup import check_copies
from verifier.games.kings_reverse.table import Table
from verifier.games.report import Report


def let_go(table: Table, seat: int, cards: Sequence[int], place: Place, report: Report) -> bool:
    """Judge whether a seat holds the cards it lets go, and tell whether it lets one go that it cannot hold."""
    holding = table.holdings[seat]
    absent = check_held(holding, cards, seat, place, report)
    if absent:
        holding.doubtful = True
        table.stock.doubt()
        # Any card that it is known to hold, and the one it lays, may be another.
        for card in range(KINDS):
            if holding.known[card] or card in absent:
                table.copies.excuse(card)
        for other in table.holdings:
            # It may have been theirs.
            other.misread |= any(other.known[card] for card in absent)
        return True
    if holding.doubtful:
        return False
    hidden = holding.copy()
    excess = []
    for card in cards:
        unseen = card != UNKNOWN and not hidden.known[card] and not holding.ghosts
        if unseen and table.copies.appear(card):
            excess.append(card)
        hidden.remove(card)
    if hidden.missing > holding.missing:
        # Any of the cards it was known to hold may have gone unseen.
        for card in range(KINDS):
            if holding.known[card]:
                table.copies.excuse(card)
    if excess:
        check_copies(excess, seat, table.house.packs, place, report)
        holding.doubtful = True
        table.stock.doubt()
    return False


def show(table: Table, seat: int, cards: Sequence[int], place: Place, report: Report) -> None:
    """Compare cards shown with what is known of the hand, and let them be known (section 8)."""
    holding = table.holdings[seat]
    if holding.doubtful:
        if len(cards) == holding.size:
            holding.settle(cards)
            joker = table.joker
            if joker is not None and joker.seat == seat and joker.others.size == len(cards):
                joker.others.settle(cards)
        return
    if check_held(holding, cards, seat, place, report):
        holding.doubtful = True
        table.stock.doubt()
        if table.joker is not None and table.joker.seat == seat:
            # What it held beside the joker is in dispute.
            table.joker.others.doubtful = True
        return
    new = holding.reveal(cards)
    excess = [card for card in new if table.copies.appear(card)]
    if len(cards) == holding.size:
        holding.settle(cards)
    joker = table.joker
    if joker is not None and joker.seat == seat and not joker.drawn_unseen:
        joker.others.reveal_more(new)
    if excess:
        check_copies(excess, seat, table.house.packs, place, report)
        holding.doubtful = True
        table.stock.doubt()
