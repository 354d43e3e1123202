"""Draws as they happen: what is owed is served first; what is left over is a turn, or was not due."""

from collections.abc import Sequence

from verifier.cards import CARD_TEXTS, UNKNOWN
from verifier.finding import Place
from verifier.games.kings_reverse import jokers
from verifier.games.kings_reverse.calls import others_act
from verifier.games.kings_reverse.gifts import end_giving
from verifier.games.kings_reverse.legal import Answer, playable
from verifier.games.kings_reverse.owed import AMOUNTS, Cause, Debt, Ruling
from verifier.games.kings_reverse.reversal import confirm, would_be_hit
from verifier.games.kings_reverse.rules.drawing import check_count, check_not_due, check_wrong_seat, move_count
from verifier.games.kings_reverse.rules.ending import check_empty, check_next
from verifier.games.kings_reverse.rules.setup import check_copies
from verifier.games.kings_reverse.rules.turns import check_missed_up_seven
from verifier.games.kings_reverse.stock import Drawn
from verifier.games.kings_reverse.table import ANYONE, Table, TurnKind
from verifier.games.report import Report


def take(table: Table, seat: int, cards: Sequence[int], place: Place, report: Report) -> bool:
    """Judge the cards that are drawn, and let them go into the hand; return False where the stock had run out."""
    holding, stock, copies = table.holdings[seat], table.stock, table.copies
    from_empty = False
    not_next: tuple[int, str | None] | None = None
    excess: list[int] = []
    for card in cards:
        if table.is_empty() and table.house.when_pack_empty == "reshuffle" and len(table.pile.cards) > 1:
            # The discards have been shuffled in, though the log does not say so.
            given = stock.given
            table.apply_reshuffle()
            # When they were shuffled in is open, and so whether what lay there before had been counted rightly.
            stock.given &= given
        said = stock.look(card)
        if said is Drawn.FROM_EMPTY:
            from_empty |= stock.sure
            report.unverified += not stock.sure
            holding.add(UNKNOWN)
            holding.ghosts += 1
            continue
        if said is Drawn.NOT_NEXT:
            assert stock.order
            not_next = (card, CARD_TEXTS[stock.order[-1]])
            copies.excuse(card)
            holding.misread = True
            stock.doubt()
        elif not_next is not None and card != UNKNOWN:
            # Another card may be meant, as by the one before it.
            copies.excuse(card)
        elif said is Drawn.NEW and copies.appear(card):
            excess.append(card)
        elif said is Drawn.NEW and stock.given and stock.sure:
            not_next = not_next or (card, None)
            holding.misread = True
            stock.doubt()
        table.apply_draw(seat, card)
    if not_next is not None:
        check_next(seat, *not_next, place, report)
    elif excess:
        check_copies(excess, seat, table.house.packs, place, report)
        holding.doubtful = True
        stock.doubt()
        for card in cards:
            # Any of them may be another card.
            copies.excuse(card)
    elif from_empty:
        check_empty(seat, place, report)
    return not from_empty


def is_unsure(table: Table) -> bool:
    """Tell whether the stock may be used up for all that the log tells (section 8)."""
    return table.stock.may_be_empty()


def may_play_out(table: Table) -> bool:
    """Tell whether seats may have passed for good, or may not, for all that the log tells (section 8, PACK-4)."""
    return is_unsure(table) and table.house.when_pack_empty == "play-out"


def serve(table: Table, seat: int, cards: Sequence[int], place: Place, report: Report) -> bool:
    """Let a draw serve what its seat owes, what another owes, or a table that went its own way; return whether it does.

    A draw that does not is one of the seat's turn, or out of it.
    """
    read_ruling(table, seat)
    if table.up_seven is not None:
        # Nobody knows the dealer: who draws first is his left neighbour.
        table.apply_debt(seat, Cause.UP_SEVEN, table.up_seven, skipped=True)
        table.dealer = (seat - 1) % table.players
        table.turn.victim = seat
        table.actor = table.following(seat)
        table.up_seven = None
    as_hit = len(cards) > 1 or table.stock.size == 1
    if would_be_hit(table, seat) and as_hit and not table.debts_of(seat):
        confirm(table, report)
    debts = table.debts_of(seat)
    if any(debt.skipped for debt in debts):
        # It draws as the one hit: play goes the table's way.
        table.held = None
    if debts:
        _serve(table, debts, seat, cards, place, report)
    elif _follows_void_catch(table, seat, cards, place, report):
        pass
    elif served := _served_before(table, seat):
        take(table, seat, cards, place, report)
        served.drawn += len(cards)
        served.last = place
        if served.finding is not None:
            move_count(served, served.finding)
        _wrong_count(table, served, place, report)
    elif not _serves_other(table, seat, cards, place, report):
        return False
    others_act(table, seat)
    return True


def read_ruling(table: Table, seat: int) -> None:
    """Read from a draw what the table made of a challenge without a sign (section 8)."""
    joker = table.joker
    if joker is None or joker.ruling is not Ruling.UNSAID:
        return
    caught = any(debt.cause is Cause.CATCH for debt in table.debts_of(seat))
    if seat == joker.victim and not caught:
        jokers.rule(table, joker, Ruling.REJECTED)
    elif seat == joker.seat and not caught:
        jokers.rule(table, joker, Ruling.UPHELD)


def _serve(table: Table, debts: Sequence[Debt], seat: int, cards: Sequence[int], place: Place, report: Report) -> None:
    left = len(cards)
    before = 0
    for debt in debts:
        if debt.cause is Cause.JOKER and left > before:
            jokers.answer(table, report)
        before += debt.amount - debt.drawn
    enough = take(table, seat, cards, place, report)
    last = debts[0]
    for debt in debts:
        if not left:
            break
        part = min(left, debt.amount - debt.drawn)
        left -= part
        debt.drawn += part
        debt.last = place
        # Once it is drawn for again, what had been short is owed in full.
        debt.short = False
        last = debt
    last.drawn += left
    if left:
        _wrong_count(table, last, place, report)
    last.named |= not enough
    if not table.debts_of(seat):
        table.served[seat] = last


def _wrong_count(table: Table, debt: Debt, place: Place, report: Report) -> None:
    if not (debt.named or debt.void):
        check_count(debt, place, report)
        table.stock.doubt()


def _served_before(table: Table, seat: int) -> Debt | None:
    """Return what a seat has served in full that draws on without being to act, None where that is no such draw."""
    served = table.served.get(seat)
    if served is None or table.lenient or not (table.is_over or table.actor not in {seat, ANYONE}):
        return None
    # Draws for an ace are one card each, and may be written for the wrong seat.
    return None if served.cause is Cause.ACE and table.debts else served


def _serves_other(table: Table, seat: int, cards: Sequence[int], place: Place, report: Report) -> bool:
    number = len(cards)
    to_act = table.actor in {seat, ANYONE}
    own = is_own_turn(table, seat)
    # What is left of the stock may be what is left of a joker's four cards.
    for_joker = number == table.stock.size and table.joker is not None and seat == table.joker.victim
    to_draw = to_act or (bool(table.parties) and seat not in table.parties)
    turn_draw = number == 1 and to_draw and not (table.is_over or for_joker)
    if _is_excused(table, seat) and not own and (not turn_draw or seat == table.lenient_to):
        take(table, seat, cards, place, report)
        if table.lenient and table.joker is not None:
            # The table has settled the joker in its own way.
            table.joker.improper = True
            table.debts = [debt for debt in table.debts if debt.cause is not Cause.JOKER]
        # The last card may have been drawn in a turn of its own, and who draws it and passes is finished. PACK-5.
        table.presumed[seat] |= number == 1 and table.plays_out()
        return True
    if not own and _pays_unruled(table, number):
        assert table.joker is not None
        table.joker.paid, table.joker.payer = number, seat
        debt = next(debt for debt in table.debts if debt.cause is Cause.JOKER)
        debt.void = True
        check_wrong_seat(debt, seat, place, report)
        take(table, seat, cards, place, report)
        return True
    for debt in table.debts:
        fits = number == min(debt.amount, table.stock.size) and (number > 1 or debt.cause is Cause.ACE)
        if own or not fits or debt.seat == seat or debt.drawn or debt.void:
            continue
        check_wrong_seat(debt, seat, place, report)
        table.debts.remove(debt)
        if debt.cause is Cause.JOKER and table.joker is not None and table.joker.ruling is Ruling.NONE:
            jokers.answer(table, report)
        take(table, seat, cards, place, report)
        if debt.skipped and not table.is_over:
            # Who serves another's penalty serves its missed turn too.
            table.actor = table.following(seat)
            table.turn.victim = seat
        return True
    if not table.is_over and (number < 2 or to_act or own):
        return False
    if not table.holdings[seat].after_end:
        # Cards drawn one by one after the end are one fault.
        check_not_due(seat, cards, place, report)
    take(table, seat, cards, place, report)
    if table.is_over:
        table.holdings[seat].after_end += cards
    return True


def _pays_unruled(table: Table, number: int) -> bool:
    """Tell whether as many cards are drawn as a challenge costs on which the table has not said its word yet."""
    joker = table.joker
    if joker is None or joker.ruling is not Ruling.UNSAID or joker.improper or joker.paid:
        return False
    return number in {AMOUNTS[Cause.OFFENDER], AMOUNTS[Cause.CHALLENGER]}


def _follows_void_catch(table: Table, seat: int, cards: Sequence[int], place: Place, report: Report) -> bool:
    """Report a draw for a catch that does not count, in place of its notice, and tell whether it is one. CALL-8."""
    void = table.void_catch
    if void is None or (is_own_turn(table, seat) and len(cards) < 2):
        return False
    to_act = table.actor in {seat, ANYONE}
    if seat != void.seat or (len(cards) < 2 and to_act):
        return False
    report.withdraw([void.notice])
    table.void_catch = None
    check_not_due(seat, cards, place, report)
    take(table, seat, cards, place, report)
    return True


def is_own_turn(table: Table, seat: int) -> bool:
    """Tell whether the last act of a turn was a draw by this seat that no pass has closed."""
    return table.turn.kind is TurnKind.DRAW and table.turn.seat == seat and not table.turn.closed


def _is_excused(table: Table, seat: int) -> bool:
    """Tell whether nothing is said about a draw: a challenge was ruled wrongly, or an unknown card may have cost it."""
    joker = table.joker
    if joker is not None and joker.wrong_verdict and seat in {joker.seat, joker.victim}:
        return True
    return table.lenient or (table.is_over and table.pile.top() == UNKNOWN)


def settle_debts(table: Table, seat: int, *, lapses: bool, place: Place, report: Report) -> bool:
    """Report what was not drawn by now that `seat` acts; return False where that depends on an uncertain stock.

    `lapses`: the actor has taken back a turn it had lost, and what it owed without drawing lapses; so does all that a
    turned-up seven cost (section 6, section 8).
    """
    sure = True
    for debt in table.debts:
        open_ = debt.drawn < debt.amount and not (debt.void or debt.named or debt.short)
        if not open_ or table.is_empty() or (lapses and debt.seat == seat and _lapses(debt)):
            continue
        if may_play_out(table):
            sure = False
        elif debt.cause is Cause.UP_SEVEN and not debt.drawn:
            check_missed_up_seven(table, debt.seat, place, report)
        else:
            check_count(debt, place, report)
            table.stock.doubt()
    table.debts = []
    return sure


def miss_up_seven(table: Table, place: Place, report: Report) -> None:
    """Report a turned-up seven for which nobody has drawn before the first turn, where the dealer is not known."""
    if table.up_seven is not None:
        table.up_seven = None
        if not table.is_empty():
            check_missed_up_seven(table, None, place, report)


def _lapses(debt: Debt) -> bool:
    """Tell whether a debt lapses with the skip that was ignored."""
    return debt.cause is Cause.UP_SEVEN or (not debt.drawn and debt.cause is not Cause.CATCH)


def note_drawn(table: Table, seat: int, cards: Sequence[int], place: Place, *, must: bool) -> None:
    """Note which cards drawn in a turn must be played, or may have to be: none where no turn was due. TURN-4, JOK-8."""
    turn, holding = table.turn, table.holdings[seat]
    turn.drawn += cards
    turn.last_card, turn.open = table.is_empty(), table.pile.top() == UNKNOWN
    turn.must_place = place
    for card in cards if must and not turn.excused else ():
        hidden = UNKNOWN in {card, table.pile.top()}
        answer = Answer.OPEN if hidden else playable(card, holding.without(card), table.pile.match, table.house)
        if answer is Answer.YES:
            turn.must.append(card)
        turn.maybe |= answer is Answer.OPEN


def before_draw(table: Table, seat: int, report: Report) -> None:
    """Let a draw by its player show that an ace of spades was not given upon after all. I26, I29."""
    giving = table.giving
    if giving is not None and giving.seat == seat and giving.waiting_catch is not None:
        end_giving(table, report)
