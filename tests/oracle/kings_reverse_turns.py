"""Turns: who is to act and why another may have acted, what a card does to the next seats, passing and finishing."""

from oracle import kings_reverse_aces as aces
from oracle import kings_reverse_debts as debts
from oracle import kings_reverse_jokers as jokers
from oracle.kings_reverse_calls import after_own_play, close_windows, others_act, speak_of_bad_catches
from oracle.kings_reverse_cards import Held, any_of, playable
from oracle.kings_reverse_reading import JOKER, Act
from oracle.kings_reverse_table import JokerLaid, Laid, Table, Turn


def open_hand(table: Table) -> None:
    """Who starts, in which direction, and what the turned-up card costs (SET-9 to 14)."""
    dealer, two = table.dealer, len(table.seats) == 2
    if table.effect == "K" and not two:
        table.direction = -1
    if dealer is None:
        return
    left = table.seats[(table.seats.index(dealer) + 1) % len(table.seats)]
    starter: str | None = left
    if table.effect in {"7", "8"}:
        starter = table.step(left)
    elif table.effect == "K":
        right = table.seats[table.seats.index(dealer) - 1]
        starter = {"right": right, "dealer": dealer, "left": left}[table.rules["turn_up_king"]]
        starter = dealer if two else starter
    if table.effect == "7":
        debts.owe(table, left, "turn-up", 2)
    table.turn = Turn(starter)


def left_of_dealer(table: Table, seat: str) -> None:
    """Nobody wrote who dealt, a seven was turned up: who draws first sits at the dealer's left."""
    table.dealer = table.seats[table.seats.index(seat) - 1]
    open_hand(table)


def enter(table: Table, act: Act) -> bool:
    """A seat takes a turn act: is it right, and what is settled by it. False where judging ends here."""
    seat = act.seat
    if not table.may_go_on(seat):
        close_turn(table)
        if table.over:
            play_on(table, act)
            return False
        due = table.turn.seat
        if due not in {None, seat} and not table.free_order and table.unsure_pack() and not sure_reason(table, act):
            debts.settle(table, act.event, seat)
            jokers.settle(table, act.event)
            aces.settle(table)
            table.stop()
            return False
        if due is None and table.first and table.effect == "7":
            nobody_drew(table, act)
        elif due not in {None, seat} and not table.free_order:
            explain(table, act)
        table.turn = Turn(seat)
    debts.settle(table, act.event, seat)
    jokers.settle(table, act.event)
    if table.stopped:
        return False
    aces.settle(table)
    speak_of_bad_catches(table)
    others_act(table, seat)
    close_windows(table, seat)
    # Play has gone on: who seemed to be out by an ace had cards left.
    table.ace_owed = []
    table.finished.discard(seat)
    table.supposed.discard(seat)
    table.handled = set()
    table.paying = None
    table.free_order = table.first = False
    return True


def play_on(table: Table, act: Act) -> None:
    """A play or pass after the end of the hand; told once, and the cards are still followed."""
    if not table.played_on:
        table.fault(act.event, "hand-not-ended", act.seat)
    table.played_on = True
    for card in act.cards if act.kind == "play" else ():
        table.hands[act.seat].remove(card)


def nobody_drew(table: Table, act: Act) -> None:
    """The dealer is not known, but whoever sits left of him should have drawn two for the seven."""
    table.fault(act.event, "turn-up-effect-not-applied", act.seat)


def close_turn(table: Table) -> None:
    """The turn of a seat that drew is over; where it drew the last card of the stock it is finished."""
    turn = table.turn
    if turn.seat is None or not turn.drawn:
        return
    if turn.must is None:
        table.unverified += 1
    elif turn.must and table.rules["drawn_card"] == "must-play":
        table.fault(turn.drawn_at, "drawn-card-not-played", turn.seat)
    following = table.step(turn.seat)
    if turn.took_last:
        if table.stock.doubtful and table.rules["pass_means"] == "finished":
            table.supposed.add(turn.seat)
        else:
            passed_out(table, turn.seat)
        following = table.step(turn.seat)
    table.turn = Turn(following)


def passed_out(table: Table, seat: str) -> None:
    """With no stock left a pass is final (PACK-4), or counts towards a round of passes."""
    table.passes += 1
    if table.rules["pass_means"] == "finished":
        table.finished.add(seat)
        if set(table.seats) <= table.finished:
            table.over = table.blocked = True
    elif table.passes >= len(table.seats):
        table.over = table.blocked = True


def explain(table: Table, act: Act) -> None:
    """Another acts than should: the most specific reason (section 8)."""
    seat, last = act.seat, table.last
    due = table.turn.seat
    assert due is not None
    if (seat in table.supposed and stands_between(table, seat, due)) or after_foreign(table, seat):
        return
    if by_foreign_king(table, seat):
        table.direction = -table.direction
        return
    if table.first:
        explain_first(table, act)
        return
    name, blamed = sure_reason(table, act) or "out-of-turn", seat
    if name == "quiet":
        return
    if table.king_ignored and seat == due_backwards(table):
        table.against = True
    if name == "king-not-reversed":
        assert last
        table.direction = last.direction
        table.king_ignored = True
    elif name == "out-of-turn" and seat == table.step(due):
        name = "skip-applied-wrongly"
        if not table.can_draw():
            name, blamed = "finished-player-skipped-wrongly", due
            table.supposed.add(due)
    elif name == "out-of-turn" and seat in table.finished:
        name = "acted-after-passing-out"
    table.fault(act.event, name, blamed)


def by_foreign_king(table: Table, seat: str) -> bool:
    """Whether a seat acts as if a king had not turned play that its player cannot have had."""
    last = table.last
    foreign = last is not None and last.foreign and last.effect == "K" and table.acted_last == last.seat
    return foreign and last is not None and len(table.seats) > 2 and seat == table.step(last.seat, -table.direction)


def sure_reason(table: Table, act: Act) -> str | None:
    """The reason that holds whether the stock is used up or not, so whoever may have passed for good."""
    seat, last = act.seat, table.last
    due, two = table.turn.seat, len(table.seats) == 2
    if due is None or (seat in table.supposed and stands_between(table, seat, due)) or after_foreign(table, seat):
        return None
    if by_foreign_king(table, seat):
        return None
    ruling = by_challenge(table, seat)
    if ruling or last is None or last.taken_back or table.played_last != last.seat:
        return ruling
    if last.effect == "K" and not two and seat == table.step(last.seat, last.direction):
        return "king-not-reversed"
    if seat == last.victim:
        name = "king-two-player-no-skip" if last.effect == "K" else "skip-not-applied"
        return "stacked-seven" if last.effect == "7" and answers_seven(table, act) else name
    return "second-action-in-turn" if seat == last.seat and not two and act.kind != "pass" else None


def after_foreign(table: Table, seat: str) -> bool:
    """Whether a seat may act after a card that its player cannot have had: another card may have skipped one more."""
    last = table.last
    if last is None or not last.foreign or table.acted_last != last.seat:
        return False
    following = table.step(last.seat) or last.seat
    return seat in {following, table.step(following)}


def stands_between(table: Table, seat: str, due: str) -> bool:
    """Whether a seat that was taken to be finished comes, going round, before the one that is to act."""
    at = table.acted_last
    while at is not None:
        at = table.seats[(table.seats.index(at) + table.direction) % len(table.seats)]
        if at in {seat, due}:
            return at == seat
    return False


def missed_at_start(table: Table, seat: str) -> bool:
    """Whether the turned-up card costs this seat its first turn."""
    if not table.first or table.dealer is None or table.expected() in {None, seat}:
        return False
    left = table.seats[(table.seats.index(table.dealer) + 1) % len(table.seats)]
    return seat == left and (table.effect in {"7", "8"} or (table.effect == "K" and len(table.seats) == 2))


def explain_first(table: Table, act: Act) -> None:
    """The first act of a hand by a seat that does not start."""
    assert table.dealer is not None
    left = table.seats[(table.seats.index(table.dealer) + 1) % len(table.seats)]
    name = "wrong-first-player"
    if table.effect in {"7", "8", "K"} and act.seat == left:
        stacked = table.effect == "7" and answers_seven(table, act)
        name = "stacked-seven" if stacked else "turn-up-effect-not-applied"
        if table.effect == "K" and len(table.seats) > 2:
            table.direction, table.king_ignored = 1, True
    debts.drop(table, left, {"turn-up"})
    table.fault(act.event, name, act.seat)


def answers_seven(table: Table, act: Act) -> bool:
    """A skipped seat lays a seven instead of drawing."""
    debt = table.debts.get(act.seat)
    return act.kind == "play" and len(act.cards) == 1 and act.cards[0][0] == "7" and not (debt and debt.drawn)


def by_challenge(table: Table, seat: str) -> str | None:
    """Who acts wrongly after a challenge; "quiet" where the verdict itself was wrong."""
    joker, last = table.joker, table.last
    if joker is None or last is None or joker.event != last.event or joker.state not in {"upheld", "rejected"}:
        return None
    assert joker.victim
    names = {joker.victim: "challenger-turn-not-lost"}
    if joker.state == "upheld":
        names = {table.step(joker.victim) or "": "challenger-turn-lost", joker.seat: "offender-turn-not-lost"}
    return "quiet" if joker.wrong and seat in names else names.get(seat)


def due_backwards(table: Table) -> str | None:
    """Who would be to act if the direction were the other one."""
    last = table.last
    since = table.acted_last
    if since is None:
        return None
    following = table.step(since, -table.direction)
    if last and last.seat == since and last.effect in {"7", "8", JOKER} and table.played_last == since and following:
        following = table.step(following, -table.direction)
    return following


def judge_drawn(table: Table, seat: str) -> None:
    """Whether one of the drawn cards must be played now (TURN-4, TURN-7)."""
    held = table.hands[seat]
    answers = [playable(table.pile, card, held, table.rules) for card in table.turn.drawn]
    table.turn.must = any_of(answers)


def lay(table: Table, act: Act) -> None:
    """Put the cards of a play on the pile; the last one acts, and a king anywhere (SPC, TWO, MAR-4, PACK-8)."""
    seat, cards = act.seat, act.cards
    card, held = cards[-1], table.hands[seat]
    before = table.pile.copy()
    for lower in cards[:-1]:
        table.pile.lay(lower)
    under = table.pile.copy()
    table.pile.lay(card)
    direction, two = table.direction, len(table.seats) == 2
    king = any(one[0] == "K" for one in cards)
    alone = table.step(seat) == seat
    if king and not two and not alone:
        table.direction = -direction
    effect = card if card == JOKER else card[0] if card[0] in "78" else "K" if king else ""
    victim = None
    if not alone and (effect in {"7", "8", JOKER} or (effect == "K" and two)):
        victim = table.step(seat)
    table.last = Laid(seat, act.event, effect, victim, direction, before, cards)
    table.turn = Turn(table.step(victim or seat))
    table.played_last = table.acted_last = seat
    table.passes = 0
    table.restored_from = None
    if victim in table.duties:
        table.duties[victim].turn_missed = True
    out = is_out(table, seat)
    if effect == JOKER:
        others = Held(list(held.known), held.unknown, held.doubtful)
        table.joker = JokerLaid(seat, act.event, victim, out, others, under, "")
        if act.word:
            jokers.name_joker(table, table.joker, act.event, act.word)
    if victim and effect in {"7", JOKER} and (table.rules["last_card_draws"] or not out):
        debts.owe(table, victim, *(("seven", 2) if effect == "7" else ("joker", 4)))
    if out:
        table.over, table.out = True, seat
        table.rare.add(f"last card {card if card == 'AS' else effect}".strip())
    if len(cards) > 1:
        table.rare.add("marriage out" if out else "marriage to one" if held.count() == 1 else "marriage")
    if card == "AS":
        aces.lay_ace(table, seat, act.event)
    elif not out:
        after_own_play(table, seat, act.event)


def is_out(table: Table, seat: str) -> bool:
    """Whether a seat has no cards left; with a doubtful hand, whether the table goes on as if it had none."""
    held = table.hands[seat]
    if held.count():
        return False
    return not held.doubtful or table.next_matters({"play", "pass"}) is None
