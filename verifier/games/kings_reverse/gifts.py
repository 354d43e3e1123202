"""The ace of spades as it happens: gifts given, declined or broken off, and the hand that ends by them."""

from verifier.cards import UNKNOWN
from verifier.finding import Place
from verifier.games.kings_reverse.calls import catch, open_duty
from verifier.games.kings_reverse.owed import Called, Cause, Giving
from verifier.games.kings_reverse.reversal import confirm
from verifier.games.kings_reverse.rules.calling import check_void_catch
from verifier.games.kings_reverse.rules.giving import check_exchange, check_gift, check_given
from verifier.games.kings_reverse.table import Table, VoidCatch
from verifier.games.report import Report


def lay_ace(table: Table, seat: int, place: Place) -> None:
    """Let an ace of spades have been laid: gifts may follow, or the hand ends. ACE-2, ACE-6."""
    holding = table.holdings[seat]
    held, doubtful = holding.size, holding.doubtful
    if held == 0:
        table.apply_out(seat)
        if table.house.last_card_draws:
            table.apply_ace_draws(seat, place, served=[], void=doubtful)
    if held or doubtful:
        # A doubtful hand may have more cards to give than the log has left in it.
        table.giving = Giving(seat, place, table.in_order(seat), held)


def give(table: Table, seat: int, to: int, card: int, place: Place, report: Report) -> None:
    """Judge a gift and let it happen; the last one may end the hand, or leave one card. ACE-2 to ACE-7, TURN-11."""
    giving = table.giving
    if giving is None or giving.seat != seat:
        if not table.exchanging and table.pile.top() != UNKNOWN:
            for_ace = table.opening and seat == table.dealer and table.lays_ace(table.pile.top())
            check_exchange(seat, to, card, place, report, dealer_for_ace=for_ace)
        table.exchanging = True
        table.apply_gift(seat, to, card)
        return
    if not (table.step_sure or giving.given) and to == giving.order[-1]:
        # Which way play goes shows by whom the first card is for.
        confirm(table, report)
        giving.order = table.in_order(seat)
    if giving.waiting_catch is not None:
        by, where = giving.waiting_catch
        giving.waiting_catch = None
        table.void_catch = VoidCatch(check_void_catch(seat, by, None, where, report), seat, by)
    check_gift(giving, to, place, report)
    table.apply_gift(seat, to, card)
    _count_gift(table, giving, to, place, report)


def _count_gift(table: Table, giving: Giving, to: int, place: Place, report: Report) -> None:
    seat = giving.seat
    giving.last = place
    if to == seat:
        giving.to_self += 1
        return
    left = [other for other in giving.order if other not in giving.given]
    if to not in left:
        giving.twice = True
        duty = table.duties[seat]
        if giving.done and duty is not None:
            duty.state = Called.LAPSED
    else:
        giving.given.append(to)
    holding = table.holdings[seat]
    if holding.size == 0:
        giving.done = True
        table.apply_out(seat)
        table.debts = [debt for debt in table.debts if debt.cause is not Cause.ACE]
        # After a second gift to somebody it is open who has to draw, as it is where the number of gifts is doubtful.
        void = giving.twice or holding.doubtful
        table.apply_ace_draws(seat, place, served=giving.given, void=void)
    elif len(giving.given) == giving.due() and not giving.done:
        giving.done = True
        open_duty(table, seat, place, report)


def break_off(table: Table, report: Report) -> None:
    """Let the log end amid gifts: one that seemed out of order may only have been the last before others. ACE-2."""
    giving = table.giving
    if giving is None or giving.done or giving.misplaced is None:
        return
    if giving.given == sorted(giving.given, key=giving.order.index):
        report.withdraw([giving.misplaced])
        giving.misplaced = None


def end_giving(table: Table, report: Report) -> None:
    """Let play have gone on after an ace of spades: what was not given was declined. ACE-3, ACE-8."""
    giving = table.giving
    table.giving = None
    if giving is None or giving.done:
        return
    seat = giving.seat
    holding = table.holdings[seat]
    if not (holding.doubtful or holding.ghosts):
        # It may have fewer cards to give than the log says.
        check_given(giving, mandatory=table.house.ace_giving == "mandatory", report=report)
    if giving.given:
        # A call before them was meant for this turn.
        table.early[seat] = None
    else:
        if table.holdings[seat].size == 1:
            open_duty(table, seat, giving.place, report)
        if giving.waiting_catch is not None:
            by, where = giving.waiting_catch
            catch(table, by, seat, where, report)
