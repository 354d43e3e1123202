"""Turns of Kings Reverse played at random: what is laid, drawn, called and passed, until the hand ends."""

from verifier.cards import CARD_TEXTS, JOKER, KING, QUEEN
from verifier.fuzz.shedding_effects import act
from verifier.fuzz.shedding_table import Before, Cards, Round
from verifier.games.kings_reverse.house import HouseRules
from verifier.games.kings_reverse.matching import PLAIN, TWO_DRAWN, effect_on
from verifier.games.kings_reverse.packs import ACE_OF_SPADES
from verifier.movetext import ActKind, parse_token


def play_hand(table: Round) -> None:
    """Play a hand to its end."""
    start(table)
    while not table.over:
        turn(table, table.actor)
    table.all_speak_up()


def start(table: Round) -> None:
    """Say who starts, and let the turned-up card act. SET-9 to SET-14, TWO-1."""
    card, house = table.pile.top(), table.house
    effect = effect_on(card, table.players)
    left = table.following(table.dealer)
    table.actor = left
    if house.turn_up_special != "as-dealer" or effect == PLAIN or card == JOKER:
        return
    if card % 13 == KING:
        table.actor = table.dealer
        if table.players > 2:
            table.step = -1
            starters = {"right": table.following(table.dealer), "dealer": table.dealer, "left": left}
            table.actor = starters[house.turn_up_king]
        return
    if effect == TWO_DRAWN:
        table.take(left, 2)
    table.actor = table.following(left)


def options(table: Round, seat: int) -> list[Cards]:
    """Return what a seat may lay: single cards, and marriages."""
    return [(card,) for card in table.held(seat) if table.fits(seat, card)] + marriages(table, seat)


def marriages(table: Round, seat: int) -> list[Cards]:
    """Return the pairs that a seat may lay, the first card first. MAR-1, MAR-2."""
    held = table.holdings[seat].held
    found: list[Cards] = []
    for suit in range(4):
        king, queen = 13 * suit + KING, 13 * suit + QUEEN
        if held >> king & held >> queen & 1:
            one, two = table.matches(king), table.matches(queen)
            for pair, fits in (((king, queen), one), ((queen, king), two)):
                if pair_fits(table.house, first=fits, any_fits=one or two, both=one and two):
                    found.append(pair)
    return found


def pair_fits(house: HouseRules, *, first: bool, any_fits: bool, both: bool) -> bool:
    """Tell whether a pair may be laid whose cards match so. MAR-2."""
    return {"first": first, "either": any_fits, "both": both, "free": True}[house.marriage_match]


def turn(table: Round, seat: int) -> None:
    """Let a seat take its turn. TURN-1, PACK-2."""
    table.spoken = seat if seat in table.owing else None
    table.speak_up(seat)
    table.finished &= ~(1 << seat)
    if _slips(table, seat):
        return
    may = options(table, seat)
    if table.can_draw():
        _turn_with_stock(table, seat, may)
    else:
        _turn_without_stock(table, seat, may)


def _slips(table: Round, seat: int) -> bool:
    """Let the seat's turn be an infraction, where that is the slip; return whether it was."""
    slip, held = table.slip, table.held(seat)
    if len(held) > 2 and not table.restored and slip.is_due("no match"):
        misfits = [card for card in held if card != JOKER and not table.matches(card)]
        if misfits and slip.now("no match"):
            _lay_wrongly(table, seat, (table.dice.one_of(misfits),), "card-does-not-match")
            return True
    if len(held) > 3 and slip.is_due("no pair"):
        regal = [card for card in held if card != JOKER and card % 13 in {KING, QUEEN}]
        pairs = [(one, two) for one in regal for two in regal if one // 13 != two // 13]
        if pairs and slip.now("no pair"):
            _lay_wrongly(table, seat, table.dice.one_of(pairs), "marriage-not-a-pair")
            return True
    if table.following(seat) != seat and JOKER in held and not table.fits(seat, JOKER):
        for name in ("caught", "let off", "unchallenged"):
            if slip.now(f"illegal joker {name}"):
                lay(table, seat, (JOKER,), illegal=name)
                return True
    other = _another(table, seat) if len(table.stock) > 12 and slip.is_due("out of turn") else None
    if other is not None and slip.now("out of turn"):
        at = lay(table, other, choose(table, other, options(table, other)))
        table.log.expect("out-of-turn", other, at=at)
        return True
    if len(table.stock) > 12 and slip.now("pass"):
        table.say(seat, "-")
        table.log.expect("pass-without-drawing", seat)
        table.doubt()
        table.all_speak_up()
        table.actor = table.following(seat)
        return True
    return False


def _another(table: Round, seat: int) -> int | None:
    """Return a seat that could play although it is not its turn, and whose act nothing explains; None for none."""
    last = table.log.entries[-1]
    before = parse_token(last) if isinstance(last, str) else None
    if before is None or before.kind is not ActKind.PLAY or effect_on(before.cards[0], table.players) != PLAIN:
        return None
    # The seat after the one to act would seem to come too early, the one before it to act twice.
    plain = {before.seat, seat, table.following(seat)}
    others = [one for one in range(table.players) if one not in plain and options(table, one)]
    return table.dice.one_of(others) if others and before.cards[0] != ACE_OF_SPADES else None


def _lay_wrongly(table: Round, seat: int, cards: Cards, name: str) -> None:
    at = lay(table, seat, cards)
    table.log.expect(name, seat, at=at)


def _turn_with_stock(table: Round, seat: int, may: list[Cards]) -> None:
    if may and (table.house.draw_only_when_stuck or not table.dice.chance(table.habits.draws)):
        lay(table, seat, choose(table, seat, may))
        return
    number = 2 if table.dice.chance(table.habits.over_draws) else 1
    _after_own_draw(table, seat, table.take(seat, number))


def _after_own_draw(table: Round, seat: int, drawn: Cards) -> None:
    """Let a drawn card be laid if it may be; after the last card of the stock another may be. TURN-4, PACK-5, MAR-5."""
    dice, drawn_at = table.dice, len(table.log.entries) - 1
    plays: list[Cards] = [(card,) for card in sorted(set(drawn)) if table.fits(seat, card)]
    plays += [pair for pair in marriages(table, seat) if pair[0] in drawn and table.matches(pair[0])]
    last = not table.can_draw()
    keep = table.house.drawn_card == "may-play" and dice.chance(0.3)
    if plays and not last and len(drawn) == 1 and table.house.drawn_card == "must-play" and table.slip.now("kept"):
        table.log.expect("drawn-card-not-played", seat, at=drawn_at)
        keep = True
    if plays and not keep:
        lay(table, seat, dice.one_of(plays))
        return
    others = [cards for cards in options(table, seat) if cards[0] not in drawn]
    if last and not plays and others and dice.chance(0.7):
        lay(table, seat, dice.one_of(others))
        return
    if dice.chance(0.2):
        table.say(seat, "-")
    if last:
        table.pass_out(seat)
    table.all_speak_up()
    table.actor = table.following(seat)


def _turn_without_stock(table: Round, seat: int, may: list[Cards]) -> None:
    """Let a seat play or pass with the pack empty. PACK-2 to PACK-9."""
    dice = table.dice
    left = [one for one in range(table.players) if not table.finished >> one & 1]
    if dice.chance(0.3) and not any(options(table, one) for one in left):
        # The last passes are implied.
        table.all_speak_up()
        table.over = True
        return
    if may and not (table.house.pass_with_playable and dice.chance(0.2)):
        lay(table, seat, choose(table, seat, may))
        return
    table.say(seat, "-")
    table.pass_out(seat)
    table.all_speak_up()
    table.actor = table.following(seat)


def choose(table: Round, seat: int, may: list[Cards]) -> Cards:
    """Return what a seat lays: what it does not want to keep, or a marriage that it has waited for."""
    dice, keep = table.dice, table.habits.keep
    rest = [cards for cards in may if not keep.intersection(cards)]
    pairs = [cards for cards in may if len(cards) == 2]
    waits = table.size(seat) > 3 and len(rest) > 0 and bool(keep.intersection(*pairs[:1]))
    if pairs and not waits and (table.size(seat) == 2 or dice.chance(0.5)):
        return dice.one_of(pairs)
    return dice.one_of(rest or may)


def lay(table: Round, seat: int, cards: Cards, *, illegal: str = "") -> int:
    """Let a seat lay cards, call where it has to, and let them act; return at which entry they were laid.

    `illegal` says what becomes of a joker that is not allowed.
    """
    dice, card = table.dice, cards[-1]
    holding = table.holdings[seat]
    for one in cards:
        holding.remove(one)
    rest = holding.size
    gives = card == ACE_OF_SPADES and rest > 0
    gives = gives and (table.house.ace_giving == "mandatory" or dice.chance(table.habits.gives))
    if not rest or (gives and rest < table.players):
        # No call counts any more once the hand has ended.
        table.all_speak_up()
    if card == JOKER:
        table.reshuffle_before_joker()
    owing = rest == 1 and not gives
    early = dice.chance(0.15 if owing else 0.01)
    if early:
        table.say(seat, "!")
    letter = dice.one_of(table.letters()) if card == JOKER else ""
    at_once = dice.mostly(0.85)
    table.say(seat, _token(cards, letter if at_once else "*"))
    at = len(table.log.entries) - 1
    before = Before([*table.pile.cards], table.pile.match)
    table.passes, table.restored = 0, False
    for one in cards:
        table.pile.lay(one)
    if owing and not early:
        table.owe_call(seat, at=at, lapses=card == JOKER)
    if card == JOKER and rest:
        if not at_once:
            table.say(seat, f"={letter}")
        table.name(letter)
    table.all_speak_up(but=seat)
    if not rest:
        table.over, table.out = True, seat
    act(table, seat, cards, before, laid_at=at, gives=gives, called=early, illegal=illegal)
    return at


def _token(cards: Cards, letter: str) -> str:
    if cards == (JOKER,):
        return f"*{letter}"
    return "".join(CARD_TEXTS[card] for card in cards)
