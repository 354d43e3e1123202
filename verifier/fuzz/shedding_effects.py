"""What cards of Kings Reverse do when they have been laid: skips, draws, jokers and challenges, the ace of spades."""

from verifier.cards import CARD_TEXTS, JOKER, KING
from verifier.fuzz.shedding_table import Before, Cards, Round
from verifier.games.kings_reverse.matching import CHALLENGE_DRAWS, JOKER_DRAWS, SEVEN_DRAWS
from verifier.games.kings_reverse.packs import ACE_OF_SPADES, EIGHT, SEVEN


def act(
    table: Round, seat: int, cards: Cards, before: Before, *, laid_at: int, gives: bool, called: bool, illegal: str
) -> None:
    """Let the cards just laid do what they do, and say who is next. SPC-1 to SPC-4, TWO-1, PACK-8.

    `laid_at` is the entry of the play; `gives`: an ace of spades is given upon; `called`: "one card" was said early;
    `illegal` says what becomes of a joker that is not allowed.
    """
    two, card = table.players == 2, cards[-1]
    king = any(one < JOKER and one % 13 == KING for one in cards)
    alone = table.following(seat) == seat
    if king and not two and not alone:
        table.step = -table.step
    victim = table.following(seat)
    table.actor = victim
    if card == ACE_OF_SPADES:
        _ace(table, seat, gives=gives, called=called)
    elif alone:
        table.actor = seat
    elif card == JOKER:
        _joker(table, seat, victim, before, laid_at, illegal)
    elif card % 13 == SEVEN:
        _seven(table, victim)
    elif card % 13 == EIGHT or (king and two):
        table.actor = table.following(victim)
        if not table.over and table.dice.chance(0.05):
            # Whoever misses a turn may say so.
            table.say(victim, "-")


def _last_draw_is_missing(table: Round, number: int) -> bool:
    """Tell whether the draw of a last card falls away: by the house rules, or because that is the slip. OUT-2."""
    if not table.over:
        return False
    if not table.house.last_card_draws:
        return True
    if len(table.stock) > number and table.slip.now("last draw"):
        table.log.expect("last-card-draw-missing")
        return True
    return False


def _seven(table: Round, victim: int) -> None:
    if _last_draw_is_missing(table, SEVEN_DRAWS):
        return
    if table.over or not table.take_wrongly(victim, "seven", SEVEN_DRAWS, "seven-wrong-draw-count"):
        table.take(victim, SEVEN_DRAWS)
    table.actor = table.following(victim)


# Jokers


def _joker(table: Round, seat: int, victim: int, before: Before, laid_at: int, illegal: str) -> None:
    """Let the next seat draw, or challenge. JOK-7, CHAL-1 to CHAL-9."""
    if _last_draw_is_missing(table, JOKER_DRAWS):
        return
    if illegal == "caught":
        _uphold(table, seat, victim, before)
        table.log.expect("illegal-joker-caught", seat, at=laid_at)
    elif illegal == "let off":
        _reject(table, seat, victim, wrongly=True)
    elif illegal == "unchallenged":
        table.log.expect("illegal-joker-unchallenged", seat, at=laid_at)
        _pay(table, victim)
    elif not table.over and table.slip.now("wrong verdict"):
        _uphold(table, seat, victim, before, wrongly=True)
    elif table.dice.chance(table.habits.challenges):
        _reject(table, seat, victim)
    else:
        _pay(table, victim)


def _pay(table: Round, victim: int) -> None:
    if table.over or not table.take_wrongly(victim, "joker count", JOKER_DRAWS, "joker-wrong-draw-count"):
        table.take(victim, JOKER_DRAWS, waiting=True)
    table.actor = table.following(victim)


def _challenge(table: Round, seat: int, victim: int, sign: str, *, wrongly: bool) -> None:
    table.say(victim, f"?{sign}")
    if wrongly:
        table.log.expect("challenge-wrong-verdict")
    if table.size(seat) and table.dice.chance(0.3):
        holding = table.holdings[seat]
        shown = [text for card, text in enumerate(CARD_TEXTS[: JOKER + 1]) for _ in range(holding.known[card])]
        table.say(seat, "^" + "".join(shown))


def _reject(table: Round, seat: int, victim: int, *, wrongly: bool = False) -> None:
    """Let a challenge be rejected: the challenger draws for it. CHAL-6."""
    silent = not wrongly and len(table.stock) > CHALLENGE_DRAWS and table.dice.chance(0.3)
    _challenge(table, seat, victim, "" if silent else "-", wrongly=wrongly)
    table.take(victim, CHALLENGE_DRAWS, waiting=True)
    table.actor = table.following(victim)


def _uphold(table: Round, seat: int, victim: int, before: Before, *, wrongly: bool = False) -> None:
    """Let a challenge be upheld: the joker goes back where the house takes it back. CHAL-3, CHAL-4."""
    _challenge(table, seat, victim, "+", wrongly=wrongly)
    first = table.dice.chance(0.5)
    if first:
        table.take(seat, JOKER_DRAWS, never=True)
    if table.house.upheld_joker == "taken-back":
        table.say(seat, "<" + CARD_TEXTS[JOKER])
        table.holdings[seat].add(JOKER)
        table.pile.cards, table.pile.match = [*before.cards], before.match
        table.owing.discard(seat)
        table.restored = True
    if not first:
        table.take(seat, JOKER_DRAWS, never=True)
    table.actor = victim


# The ace of spades


def _ace(table: Round, seat: int, *, gives: bool, called: bool) -> None:
    """Let gifts be given and cards be drawn. ACE-2 to ACE-9."""
    others, held = table.others(seat), table.size(seat)
    if not held:
        if table.house.last_card_draws:
            _ace_draws(table, others)
        return
    if not gives:
        return
    receivers = others[:held]
    if held > len(others) > 1 and table.slip.now("gift"):
        receivers.pop()
        for to in receivers:
            table.give(seat, to)
        table.log.expect("ace-gift-incomplete", seat)
        return
    for to in receivers:
        table.give(seat, to)
    if not table.size(seat):
        table.over, table.out = True, seat
        _ace_draws(table, others[held:])
    elif table.size(seat) == 1 and held > len(others) and not called:
        table.owe_call(seat, at=len(table.log.entries) - 1)


def _ace_draws(table: Round, seats: list[int]) -> None:
    """Let seats draw one card each, in any order while the stock suffices. ACE-5, ACE-6, ACE-9."""
    if len(table.stock) >= len(seats) and table.dice.chance(0.3):
        seats = table.dice.shuffled(seats)
    if seats and len(table.stock) > len(seats) and table.slip.now("ace draw"):
        missing = seats.pop()
        for seat in seats:
            table.take(seat, 1)
        table.log.expect("ace-draw-missing", missing)
        return
    for seat in seats:
        table.take(seat, 1)
