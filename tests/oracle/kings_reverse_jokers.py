"""Jokers after they are laid: the suit named, the challenge and its verdict, the take-back (JOK, CHAL)."""

from oracle.kings_reverse_calls import lapse, others_act
from oracle.kings_reverse_cards import joker_allowed
from oracle.kings_reverse_debts import drop, owe
from oracle.kings_reverse_reading import SUITS, Act
from oracle.kings_reverse_table import JokerLaid, Table, Turn

NO_NAME, BAD_NAME = "", "none of the kind"


def name_joker(table: Table, joker: JokerLaid, event: int, word: str) -> None:
    """A suit is named, or a colour where the house names colours (JOK-5)."""
    if (word in SUITS) != (table.rules["joker_names"] == "suit"):
        joker.named = BAD_NAME
        if not joker.last_card:
            table.fault(event, "joker-names-no-suit", joker.seat)
        return
    joker.named = word
    table.pile.name(word)


def take_name(table: Table, act: Act) -> None:
    """A suit named after the play."""
    joker, last = table.joker, table.last
    if table.pile.cards[-1] == "J" + act.word:
        # On a jack its own suit may be said by anybody (section 6).
        return
    if not last or last.seat != act.seat or last.taken_back or not joker or joker.event != last.event:
        table.fault(act.event, "suit-named-on-non-joker", act.seat)
    elif joker.named in {NO_NAME, BAD_NAME}:
        name_joker(table, joker, act.event, act.word)
    elif not joker.last_card:
        table.fault(act.event, "joker-suit-named-twice", act.seat)
        before = table.pile.suits or ""
        table.pile.name(act.word)
        table.pile.suits = before + (table.pile.suits or "")


def must_be_named(table: Table, joker: JokerLaid) -> None:
    """The joker is settled: by now a suit must be named (JOK-6)."""
    if joker.named == NO_NAME and not joker.last_card:
        table.fault(joker.event, "joker-suit-not-named", joker.seat)
        joker.named = BAD_NAME


def judge_legality(table: Table, joker: JokerLaid) -> None:
    """Whether the joker was allowed on the cards as they were when it was laid (CHAL-2, CHAL-8)."""
    joker.legal = True
    if not joker.last_card:
        others = joker.others
        joker.legal = joker_allowed(joker.before, others.known, others.unknown + others.doubtful, table.rules)
    if joker.legal is None:
        table.unverified += 1


def settle_unchallenged(table: Table) -> None:
    """The next seat draws or somebody acts, and nobody challenged (CHAL-7)."""
    joker = table.joker
    if joker is None or joker.state != "open":
        return
    joker.state = "settled"
    must_be_named(table, joker)
    judge_legality(table, joker)
    undone = table.last is not None and table.last.event == joker.event and table.last.taken_back
    among = table.last is not None and table.last.event == joker.event and len(table.last.cards) > 1
    if joker.legal is False and not undone and not among and not joker.own_way:
        name = "illegal-joker-unchallenged" if joker.victim else "illegal-joker"
        table.fault(joker.event, name, joker.seat)


def settle(table: Table, event: int, *, hand_ends: bool = False) -> None:
    """Somebody acts after a joker, or the hand ends."""
    settle_unchallenged(table)
    joker = table.joker
    if joker is None or joker.state not in {"upheld", "rejected"}:
        return
    if joker.unsettled and joker.wrong:
        table.fault(joker.challenged_at, "challenge-wrong-verdict", joker.challenger)
    elif joker.unsettled and joker.state == "upheld" and joker.legal is False:
        table.notice(joker.event, "illegal-joker-caught", joker.seat)
    taken_back = table.last is not None and (table.last.event != joker.event or table.last.taken_back)
    must = table.rules["upheld_joker"] == "taken-back" and not joker.wrong and not hand_ends
    if joker.state == "upheld" and must and not taken_back:
        table.fault(event, "joker-not-taken-back", joker.seat)
        # No card is held against the pile as it is, nor as it should be.
        table.pile.other = joker.before
    joker.unsettled = False
    joker.state = "done"


def take_challenge(table: Table, act: Act) -> None:
    """A challenge: by whom, of what, and how the table rules it."""
    joker, last = table.joker, table.last
    others_act(table, act.seat)
    of_joker = joker is not None and last is not None and last.event == joker.event
    if not of_joker or joker is None or last is None:
        wrong = "challenge-of-non-joker"
    elif act.seat != joker.victim:
        wrong = "challenge-by-wrong-player"
    elif joker.state != "open" or last.taken_back:
        wrong = "challenge-too-late"
    else:
        rule_challenge(table, joker, act)
        return
    table.fault(act.event, wrong, act.seat)
    table.handled = {act.seat} | ({last.seat} if last else set())
    table.paying = act.seat if act.word == "-" else None
    if act.word == "+" and joker and joker.state == "open":
        joker.state = "settled"


def rule_challenge(table: Table, joker: JokerLaid, act: Act) -> None:
    """The table's ruling of a challenge by right, and what is owed by it (CHAL-3, CHAL-6)."""
    assert table.last
    must_be_named(table, joker)
    if joker.last_card and not table.rules["last_card_draws"]:
        joker.state = "void"
        return
    sign = act.word or read_sign(table, joker, act)
    if sign is None:
        joker.state = "asked"
        return
    see_what_is_shown(table, joker)
    judge_legality(table, joker)
    upheld = sign == "+"
    joker.challenged_at, joker.challenger = act.event, act.seat
    joker.wrong = joker.legal is not None and joker.legal == upheld
    joker.unsettled = True
    drop(table, act.seat, {"joker"})
    cause = "ruled" if joker.wrong else "challenge"
    if upheld:
        joker.state = "upheld"
        owe(table, joker.seat, cause, 4)
        table.last.victim = None
        table.turn = Turn(act.seat)
        if act.seat in table.duties:
            table.duties[act.seat].turn_missed = False
    else:
        joker.state = "rejected"
        owe(table, act.seat, cause, 6)


def see_what_is_shown(table: Table, joker: JokerLaid) -> None:
    """The challenger is shown the other cards before anything else happens to them."""
    for act in table.acts[table.at + 1 :]:
        moves = act.kind in {"draw", "give"} and joker.seat in {act.seat, act.other}
        if joker.drew_since or moves or act.kind in {"play", "pass"}:
            return
        if act.kind == "show" and act.seat == joker.seat:
            joker.others.show(act.cards)


def read_sign(table: Table, joker: JokerLaid, challenge: Act) -> str | None:
    """The ruling where no sign was written: read from what follows, None where nothing follows."""
    owed = table.debts[joker.seat].due() - table.debts[joker.seat].drawn if joker.seat in table.debts else 0
    for act in table.acts[table.at + 1 :]:
        if act.kind == "take back" and act.seat == joker.seat:
            return "+"
        if act.kind == "catch" and act.other == joker.seat:
            owed += 2
        elif act.kind == "draw" and act.seat == joker.seat and owed > 0:
            owed -= len(act.cards)
            if owed < 0:
                return "+"
        elif act.kind == "draw" and act.seat not in {joker.seat, challenge.seat} and len(act.cards) in {4, 6}:
            continue
        elif act.kind in {"play", "pass", "draw", "challenge"}:
            drew = act.kind == "draw"
            return "+" if (act.seat == joker.seat if drew else act.seat == challenge.seat) else "-"
    return "-" if table.closed else None


def take_back(table: Table, act: Act) -> None:
    """A card is taken back into the hand: right only for a joker after a challenge that was upheld."""
    joker, last = table.joker, table.last
    card = act.cards[0]
    own = last is not None and last.seat == act.seat and not last.taken_back and last.cards[-1] == card
    of_joker = own and joker is not None and last is not None and joker.event == last.event
    right = False
    if of_joker and joker:
        by_ruling = joker.state == "upheld" and table.rules["upheld_joker"] == "taken-back"
        right = by_ruling or (joker.wrong and joker.unsettled) or act.seat in table.handled
    if not right:
        table.fault(act.event, "joker-taken-back-wrongly", act.seat)
    if not own or last is None:
        return
    put_back(table, card)
    if of_joker and joker:
        table.restored_from = joker.named
        if joker.state != "upheld":
            joker.state = "gone" if not joker.unsettled else joker.state
            if joker.challenger in table.debts:
                table.debts[joker.challenger].quiet = True
            table.turn, table.free_order = Turn(joker.victim or act.seat), True
    else:
        table.turn, table.free_order = Turn(table.step(act.seat)), True


def put_back(table: Table, card: str) -> None:
    """The pile, the direction and what was owed are as before the last play."""
    last = table.last
    assert last
    last.taken_back = True
    table.hands[last.seat].add(card)
    if len(last.cards) == 1:
        table.pile = last.before.copy()
    else:
        table.pile.cards.pop()
        table.pile.suits = last.cards[-2][1]
        table.pile.suits = table.pile.suits if table.pile.suits in SUITS else None
    table.direction = last.direction
    drop(table, last.victim, {"seven", "joker"})
    lapse(table, last.seat, last.event)
    table.ace, table.ace_owed = None, []
    if table.over:
        table.over, table.out = False, None
