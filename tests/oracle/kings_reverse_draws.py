"""Draws: what they are for, a penalty that is owed or is not, a turn, or what a last card costs."""

from oracle import kings_reverse_debts as debts
from oracle import kings_reverse_jokers as jokers
from oracle import kings_reverse_turns as turns
from oracle.kings_reverse_cards import can_play
from oracle.kings_reverse_reading import Act
from oracle.kings_reverse_table import Table, Turn


def take_draw(table: Table, act: Act) -> None:
    """What a draw is for: a penalty, a turn, or nothing."""
    seat, number = act.seat, len(act.cards)
    if table.unsure_pack() and table.stock.count < number:
        if seat not in table.debts:
            debts.settle(table, act.event, seat)
        table.stop()
        return
    if table.first and table.dealer is None and table.effect == "7":
        turns.left_of_dealer(table, seat)
    if table.over and not ruled_wrongly(table, seat):
        draw_at_end(table, act)
    elif seat in table.handled and (seat == table.paying or not (number == 1 and table.to_act(seat))):
        draw_as_handled(table, act)
    else:
        draw_in_play(table, act)


def draw_as_handled(table: Table, act: Act) -> None:
    """After a challenge without right the table goes its own way, and the joker is settled by it."""
    seat, joker = act.seat, table.joker
    if seat in table.debts:
        table.debts[seat].quiet = True
    if joker and joker.state == "open" and seat == joker.victim:
        jokers.settle_unchallenged(table)
    elif joker and joker.state == "open":
        joker.own_way = True
        if joker.victim in table.debts:
            table.debts[joker.victim].quiet = True
    table.draw(act)
    table.free_order = True


def draw_in_play(table: Table, act: Act) -> None:
    """A draw before the end of the hand: a penalty that is owed, one that is not, or a turn."""
    seat, number = act.seat, len(act.cards)
    debt = table.debts.get(seat)
    of_turn = number == 1 and table.to_act(seat) and not table.over
    caught = any(one.seat == seat for one in table.bad_catches) and (number > 1 or not table.to_act(seat))
    if debt and (debt.drawn < debt.due() or not (table.to_act(seat) or caught)):
        serve(table, act)
    elif ruled_wrongly(table, seat) and not of_turn and not table.may_go_on(seat):
        # The table carries out the other verdict than it has written; of that joker nothing more is said.
        table.draw(act)
    elif caught:
        table.bad_catches = [one for one in table.bad_catches if one.seat != seat]
        table.fault(act.event, "penalty-not-due", seat)
        table.draw(act)
    elif number > 1 and owed_by_another(table, act) and not table.may_go_on(seat):
        serve_for_another(table, act)
    elif table.to_act(seat) or number == 1:
        draw_in_turn(table, act)
    else:
        table.fault(act.event, "penalty-not-due", seat)
        table.draw(act)


def ruled_wrongly(table: Table, seat: str) -> bool:
    """Whether a seat has laid or challenged the joker on which the table has just ruled wrongly."""
    joker = table.joker
    return joker is not None and joker.wrong and joker.unsettled and seat in {joker.seat, joker.challenger}


def serve(table: Table, act: Act) -> None:
    """A seat draws what it owes."""
    debt = table.debts[act.seat]
    debt.drawn += len(act.cards)
    debt.drawn_at = act.event
    for_catch = sum(number for cause, number in debt.parts if cause == "catch")
    if table.joker and table.joker.victim == act.seat and table.joker.state == "open" and debt.drawn > for_catch:
        jokers.settle_unchallenged(table)
    table.draw(act)
    debt.short = table.stock.count <= 0
    if debt.drawn > debt.due() and not (debt.quiet or any(cause == "ruled" for cause, _ in debt.parts)):
        # A wrong draw count, from here on (section 8).
        table.stock.doubtful = True


def owed_by_another(table: Table, act: Act) -> str | None:
    """A seat that owes just so many cards and has drawn none, or no more than for its catch."""
    for seat, debt in table.debts.items():
        for_catch = sum(number for cause, number in debt.parts if cause == "catch")
        left = min(debt.due() - debt.drawn, table.stock.count)
        if seat != act.seat and debt.drawn in {0, for_catch} and left == len(act.cards):
            return seat
    return None


def serve_for_another(table: Table, act: Act) -> None:
    """The wrong seat draws a penalty; with it goes the turn that the right one would have missed."""
    owing = owed_by_another(table, act)
    assert owing
    causes = {cause for cause, _ in table.debts.pop(owing).parts}
    table.fault(act.event, "penalty-to-wrong-player", act.seat)
    table.draw(act)
    if "joker" in causes:
        jokers.settle_unchallenged(table)
    skips = causes & {"seven", "joker", "turn-up"}
    rejected = bool(table.joker and table.joker.state == "rejected" and causes & {"challenge", "ruled"})
    if (skips or rejected) and not table.over:
        table.turn = Turn(table.step(act.seat))
        table.acted_last = act.seat
        if table.last:
            table.last.victim = None
            table.played_last = None


def draw_in_turn(table: Table, act: Act) -> None:
    """A turn draw, or one more card of an over-draw."""
    seat, turn = act.seat, table.turn
    if not table.may_go_on(seat):
        if not turns.enter(table, act):
            return
        turn = table.turn
        again = any(one.event == act.event and one.name == "second-action-in-turn" for one in table.found)
        if table.rules["draw_only_when_stuck"] and table.can_draw() and not again:
            answer = can_play(table.pile, table.hands[seat], table.rules)
            table.unverified += answer is None
            if answer:
                table.fault(act.event, "draw-with-playable-card", seat)
    had = table.stock.count
    before = len(turn.drawn)
    ruled = any(one.name == "challenge-wrong-verdict" for one in table.found) and table.is_joker_on_top()
    turn.drawn += table.draw(act)
    turn.drawn_at = act.event
    if before < 2 <= len(turn.drawn):
        table.notice(act.event, "over-draw-kept", seat)
    turn.took_last |= had > 0 and not table.can_draw()
    turns.judge_drawn(table, seat)
    turn.again |= any(one.event == act.event and one.name == "second-action-in-turn" for one in table.found)
    if turn.again:
        turn.must = False
    if ruled or any(one.event == act.event and one.name == "joker-not-taken-back" for one in table.found):
        # By the pile that should lie there the card may not fit.
        turn.must = None
    table.played_last, table.acted_last = None, seat


def draw_at_end(table: Table, act: Act) -> None:
    """Draws after the last card: those it costs, and no others (OUT-2, ACE-5, ACE-6)."""
    seat, number = act.seat, len(act.cards)
    if seat in table.debts or (seat in table.handled):
        if seat in table.debts:
            serve(table, act)
        else:
            table.draw(act)
        return
    name = None
    if seat in table.ace_owed:
        table.ace_owed.remove(seat)
        name = "penalty-not-due" if number > 1 else None
    elif table.ace_owed and number == 1:
        name = "ace-draw-wrong-player"
        table.ace_owed.pop()
    elif owed_by_another(table, act):
        serve_for_another(table, act)
        return
    elif seat not in table.stray_draws:
        name = "penalty-not-due"
        table.bad_catches = [one for one in table.bad_catches if one.seat != seat]
        table.stray_draws.add(seat)
    if name:
        table.fault(act.event, name, seat)
    table.draw(act)
