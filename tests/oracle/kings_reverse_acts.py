"""Every act at the table in turn: plays and whether they fit, passes, shows, the end."""

from collections import Counter

from oracle import kings_reverse_aces as aces
from oracle import kings_reverse_calls as calls
from oracle import kings_reverse_debts as debts
from oracle import kings_reverse_draws as draws
from oracle import kings_reverse_jokers as jokers
from oracle import kings_reverse_turns as turns
from oracle.kings_reverse_cards import Held, Pile, can_play
from oracle.kings_reverse_deal import Found
from oracle.kings_reverse_reading import JOKER, UNKNOWN, Act
from oracle.kings_reverse_table import Table, Turn


def take(table: Table, act: Act) -> None:
    """Judge one act and follow it."""
    if table.stopped:
        return
    handlers = {
        "play": take_play,
        "draw": draws.take_draw,
        "pass": take_pass,
        "give": aces.take_gift,
        "call": calls.take_call,
        "catch": calls.take_catch,
        "challenge": jokers.take_challenge,
        "take back": jokers.take_back,
        "name": jokers.take_name,
        "show": take_show,
        "reshuffle": take_reshuffle,
    }
    if table.played_on:
        follow_only(table, act)
        return
    was_over = table.over
    handlers[act.kind](table, act)
    if table.blocked:
        table.rare.add("blocked")
    if table.over and not was_over:
        calls.close_all(table)
    if table.stopped:
        tell_overdrawn(table)
    table.last_act = act.event


def tell_overdrawn(table: Table) -> None:
    """More cards than are owed are a fault whatever comes after them."""
    for seat, debt in table.debts.items():
        if debt.drawn > debt.due():
            table.found += debts.misdrawn(table, seat, debt, table.last_act)


def follow_only(table: Table, act: Act) -> None:
    """Follow the cards of a table that plays on after the end: that has been told."""
    if act.kind in {"draw", "take back"}:
        for card in act.cards:
            table.hands[act.seat].add(card)
    elif act.kind in {"play", "give"}:
        for card in act.cards:
            table.hands[act.seat].remove(card)
            if act.kind == "give":
                table.hands[act.other].add(card)


# Plays


def take_play(table: Table, act: Act) -> None:
    seat = act.seat
    if table.over:
        turns.play_on(table, act)
        return
    if table.may_go_on(seat) and not may_follow_draw(table, act):
        if table.step(seat) == seat:
            turns.close_turn(table)
        elif table.turn.took_last or not table.unsure_pack():
            table.fault(act.event, "other-card-played-after-draw", seat)
        else:
            table.stop()
            return
    if not turns.enter(table, act):
        return
    table.give_up(act.event, seat, act.cards)
    if UNKNOWN in act.cards:
        table.stop()
        return
    name = misfit(table, act)
    if name:
        table.fault(act.event, name, seat)
    turns.lay(table, act)
    if table.last and any(one.event == act.event and one.name == "card-not-in-hand" for one in table.found):
        # It may have been another card: what it costs and whom it skips nobody can tell.
        table.last.foreign = True
        if table.last.victim in table.debts:
            table.debts[table.last.victim].quiet = True


def may_follow_draw(table: Table, act: Act) -> bool:
    """After a draw only a card drawn is laid; after the last card of the stock another, where that one does not fit."""
    turn = table.turn
    if act.cards[0] in turn.drawn or UNKNOWN in {act.cards[0], *turn.drawn}:
        return True
    return turn.took_last and turn.must is not True


def suits_named(letter: str) -> str:
    """The suits that a joker names with a letter."""
    named = Pile(["**"], None)
    named.name(letter)
    return named.suits or ""


def misfit(table: Table, act: Act) -> str | None:
    """What is wrong with cards laid on the pile."""
    return misfit_of_several(table, act) if len(act.cards) > 1 else misfit_of_one(table, act)


def misfit_of_several(table: Table, act: Act) -> str | None:
    """What is wrong with cards laid together (MAR-1, MAR-2, TURN-10)."""
    cards, pile, rules = act.cards, table.pile, table.rules
    if len(cards) > 2 or any(card[0] not in "KQ" for card in cards):
        return "too-many-cards-played"
    first, second = cards
    if first[1] != second[1] or first[0] == second[0]:
        return "marriage-not-a-pair"
    fits = [pile.natural(first), pile.natural(second)]
    wrong = {
        "first": fits[0] is False,
        "either": fits == [False, False],
        "both": False in fits,
        "free": False,
    }[rules["marriage_match"]]
    restored = wrong and table.restored_from and first[1] in suits_named(table.restored_from)
    return "suit-not-restored" if restored else "marriage-first-card-does-not-match" if wrong else None


def misfit_of_one(table: Table, act: Act) -> str | None:
    """What is wrong with a single card (MATCH-1 to MATCH-3); a joker is judged when it is settled."""
    card, pile = act.cards[0], table.pile
    if card == JOKER:
        return None
    fit = pile.natural(card)
    if fit is None and pile.cards[-1] == UNKNOWN:
        table.unverified += 1
    if fit is not False:
        return None
    if table.restored_from and card[1] in suits_named(table.restored_from):
        return "suit-not-restored"
    return "card-does-not-match"


# Passes, shows, reshuffles


def take_pass(table: Table, act: Act) -> None:
    seat, last = act.seat, table.last
    if table.over:
        turns.play_on(table, act)
        return
    if table.may_go_on(seat):
        calls.speak_of_bad_catches(table)
        calls.others_act(table, seat)
        turns.close_turn(table)
        table.played_last, table.acted_last = None, seat
        return
    skipped = last is not None and seat == last.victim and table.expected() != seat
    lost = table.joker is not None and table.joker.state == "upheld" and seat == table.joker.seat
    if skipped or turns.missed_at_start(table, seat) or (lost and table.expected() != seat):
        return
    if seat in table.finished and not goes_on_from(table, seat):
        return
    if table.unsure_pack():
        table.stop()
        return
    if not turns.enter(table, act):
        return
    again = any(one.event == act.event and one.name == "acted-after-passing-out" for one in table.found)
    if table.can_draw():
        table.fault(act.event, "pass-without-drawing", seat)
        table.stock.doubtful = True
    else:
        if not table.rules["pass_with_playable"] and not again:
            answer = can_play(table.pile, table.hands[seat], table.rules)
            table.unverified += answer is None
            if answer:
                table.fault(act.event, "pass-with-playable-card", seat)
        turns.passed_out(table, seat)
    table.turn = Turn(table.step(seat))
    table.played_last, table.acted_last = None, seat


def goes_on_from(table: Table, seat: str) -> bool:
    """Whether the table goes on from a seat that has passed already; a skipped seat that says so is no going on."""
    following = table.next_matters({"play", "draw", "pass"})
    if following is None or (following.kind == "pass" and table.last and following.seat == table.last.victim):
        return False
    return following.seat == table.step(seat) != table.expected()


def take_show(table: Table, act: Act) -> None:
    held = table.hands[act.seat]
    new = Counter(act.cards) - Counter(held.known)
    faults = [name for card in new.elements() if not held.doubtful for name in table.sighted(card, act.seat)]
    if not held.show(act.cards):
        table.fault(act.event, "card-not-in-hand", act.seat)
        table.contradicted = table.stock.doubtful = True
        return
    if faults:
        table.fault(act.event, faults[0], act.seat)
        table.contradicted = True
        held.doubt()
    joker = table.joker
    if joker and joker.seat == act.seat and joker.state == "open" and not joker.drew_since:
        joker.others = Held(list(held.known), held.unknown, held.doubtful)


def take_reshuffle(table: Table, act: Act) -> None:
    allowed = table.rules["when_pack_empty"] == "reshuffle"
    waiting = table.joker is not None and table.last is not None and table.joker.event == table.last.event
    if not allowed or (waiting and table.joker and table.joker.state == "open"):
        table.fault(act.event, "reshuffle-not-allowed", None)
    table.shuffle_in()


# The end of a hand


def finish(table: Table, closing: int | None) -> list[Found]:
    """The log of a hand ends, before a line that closes it or at the end of the text; what that line does wrong."""
    if table.stopped:
        return []
    if closing is None:
        calls.speak_of_bad_catches(table)
        tell_overdrawn(table)
        joker = table.joker
        if joker and joker.state == "open" and joker.victim is None:
            settle_alone(table)
        if table.ace and len(table.ace.gifts) > 1:
            aces.judge_order(table, table.ace)
        return []
    calls.speak_of_bad_catches(table)
    bare = [seat for seat in table.seats if not table.hands[seat].count()]
    if bare and not table.over:
        # It has given its last card away, and the table lets it be out (OUT-1). A hand in doubt may have cards left:
        # who is out nobody can tell then.
        table.over, table.out = True, None if table.hands[bare[-1]].doubtful else bare[-1]
        for seat, duty in table.duties.items():
            if seat not in bare and not table.hands[seat].misread:
                calls.close(table, seat, duty)
    if not table.over:
        answer = blocked(table)
        if answer is False:
            return [Found(closing, "hand-cut-short", None)]
        table.over = table.blocked = True
        table.rare.add("blocked")
        if answer is None:
            table.stop()
            return []
        calls.close_all(table)
    jokers.settle(table, closing, hand_ends=True)
    aces.settle(table)
    for seat, debt in table.debts.items():
        table.found += debts.misdrawn(table, seat, debt, table.last_act, at_end=True)
    missing = table.ace_owed
    sure = table.out is None or not table.hands[table.out].doubtful
    if missing and sure and table.stock.count > 0 and not (table.stock.doubtful and table.stock.count <= 12):
        table.fault(table.last_act, "ace-draw-missing", missing[0] if len(missing) == 1 else None)
    return []


def settle_alone(table: Table) -> None:
    """A joker of the sole remaining player is settled as it is laid; its suit may still be named."""
    joker = table.joker
    assert joker
    jokers.judge_legality(table, joker)
    if joker.legal is False:
        table.fault(joker.event, "illegal-joker", joker.seat)


def blocked(table: Table) -> bool | None:
    """Whether the pack is empty and nobody who is not finished could play (PACK-9)."""
    unsure = table.unsure_pack()
    if table.can_draw() and not unsure:
        return False
    turn = table.turn
    must = turn.must is True and table.rules["drawn_card"] == "must-play"
    done = table.finished | table.supposed | ({turn.seat} if turn.took_last and not must else set())
    answers = [can_play(table.pile, table.hands[seat], table.rules) for seat in table.seats if seat not in done]
    if True in answers:
        return False
    return None if unsure or None in answers else True
