"""The ace of spades: gifts, the three scenarios, and who draws when its player is out (ACE-1 to 11)."""

from oracle.kings_reverse_calls import after_own_play, not_owed, owe_call
from oracle.kings_reverse_reading import Act
from oracle.kings_reverse_table import AceLaid, Table


def lay_ace(table: Table, seat: str, event: int) -> None:
    """An ace of spades is laid: gifts may follow, and whether they do decides whether a call is owed now."""
    ace = AceLaid(seat, event, table.hands[seat].count(), table.in_order(seat))
    if ace.held == 0:
        if table.rules["last_card_draws"]:
            owe_cards(table, list(ace.order))
        # A hand in doubt may have had cards to give.
        table.ace = ace if table.hands[seat].doubtful else None
        return
    table.ace = ace
    act = after_catches(table)
    # The log may break off before that is decided, unless its player draws as one that was caught with a card left.
    drew = any(later.kind == "draw" and later.seat == seat for later in table.acts[table.at + 1 :])
    ace.undecided = act is None and not table.closed and not drew
    gives = act is not None and act.kind == "give" and act.seat == seat
    if not (gives or ace.undecided):
        after_own_play(table, seat, event)


def after_catches(table: Table) -> Act | None:
    """The next gift or act of a turn; what somebody draws who was caught meanwhile is none."""
    caught: set[str] = set()
    for act in table.acts[table.at + 1 :]:
        if act.kind == "catch":
            caught.add(act.other)
        elif act.kind in {"give", "play", "pass"} or (act.kind == "draw" and act.seat not in caught):
            return act
    return None


def owe_cards(table: Table, seats: list[str]) -> None:
    """These draw one card each, the first of them where the stock is short (ACE-5, 6, 9)."""
    unsure = table.stock.doubtful and table.stock.count <= 12
    table.unverified += unsure
    stock = table.stock.count
    # A stock that nobody can count may have a card for each.
    table.ace_owed = seats[:stock] if table.rules["when_pack_empty"] == "play-out" and not unsure else seats


def take_gift(table: Table, act: Act) -> None:
    """A card goes to another hand."""
    ace = table.ace
    if ace and ace.seat == act.seat:
        table.exchanging = False
        if act.other == act.seat:
            table.fault(act.event, "ace-gift-to-self", act.seat)
        elif act.other in ace.receivers():
            table.fault(act.event, "ace-gift-twice-to-one", act.seat)
        ace.gifts.append((act.event, act.other))
    elif not table.exchanging:
        table.exchanging = True
        by_dealer = table.dealer in {None, act.seat} and table.effect == "A" and table.last is None
        name = "turn-up-effect-invented" if by_dealer and table.first else "card-exchange"
        table.fault(act.event, name, act.seat)
    table.give_up(act.event, act.seat, act.cards)
    table.hands[act.other].add(act.cards[0])
    if ace and ace.seat == act.seat:
        after_gift(table, ace, act.event)


def after_gift(table: Table, ace: AceLaid, event: int) -> None:
    """Perhaps the last gift: the player is out, or has one card and owes the call."""
    held = table.hands[ace.seat]
    receivers = ace.receivers()
    if len(ace.gifts) == ace.due():
        judge_order(table, ace)
        table.rare.add(f"ace scenario {1 if ace.held == len(ace.order) else 2 if ace.held < len(ace.order) else 3}")
    if held.count() == 0 and (not held.doubtful or table.next_matters({"play", "pass"}) is None):
        table.over, table.out = True, ace.seat
        if ace.held < len(ace.order):
            owe_cards(table, [seat for seat in ace.order if seat not in receivers])
    elif len(receivers) == len(ace.order) == len(ace.gifts):
        if held.count() == 1 and not held.doubtful:
            owe_call(table, ace.seat, event)
        else:
            not_owed(table, ace.seat)


def judge_order(table: Table, ace: AceLaid) -> None:
    """Whether the gifts went round in the order of play (ACE-2)."""
    got = ace.receivers()
    if ace.judged or len(got) < len(ace.gifts):
        return
    ace.judged = True
    whole = len(got) == ace.due()
    right = list(ace.order[: len(got)]) if whole else sorted(got, key=ace.order.index)
    wrong = [event for (event, seat), due in zip(ace.gifts, right, strict=True) if seat != due]
    if wrong:
        table.fault(wrong[0], "ace-gift-wrong-order", ace.seat)


def settle(table: Table) -> None:
    """Somebody acts, or the hand ends: no more gifts."""
    ace = table.ace
    table.exchanging = False
    if ace is None:
        return
    table.ace = None
    if not ace.gifts:
        if ace.held == 0 and not table.over:
            # A hand in doubt that goes on: it was not its last card, and nobody draws for it.
            table.ace_owed = []
        if table.rules["ace_giving"] == "mandatory" and not in_doubt(table, ace.seat):
            table.fault(ace.event, "ace-giving-refused", ace.seat)
        return
    judge_order(table, ace)
    if len(ace.gifts) < ace.due() and not in_doubt(table, ace.seat):
        table.fault(ace.gifts[-1][0], "ace-gift-incomplete", ace.seat)
        not_owed(table, ace.seat)


def in_doubt(table: Table, seat: str) -> bool:
    """Whether a hand may have fewer cards to give than the log says."""
    return table.hands[seat].doubtful or table.hands[seat].ghosts
