"""Jokers as they happen: laid, named, challenged, taken back, and settled by the next act of a turn."""

from verifier.cards import JOKER, UNKNOWN
from verifier.finding import Place
from verifier.games.kings_reverse.calls import others_act
from verifier.games.kings_reverse.owed import Called, Cause, LaidJoker, Ruling
from verifier.games.kings_reverse.pile import Match, either, named_match
from verifier.games.kings_reverse.reversal import confirm, would_be_hit
from verifier.games.kings_reverse.rules.challenging import (
    check_challenge,
    check_not_taken_back,
    check_take_back,
    check_unchallenged,
    check_verdict,
    is_wrong,
)
from verifier.games.kings_reverse.rules.playing import check_name, check_named, check_not_named, names_wrongly
from verifier.games.kings_reverse.table import Table
from verifier.games.report import Report


def lay_joker(table: Table, seat: int, named: str, place: Place, report: Report) -> None:
    """Judge what a joker names, and let it lie; whether it was allowed shows later. JOK-5 to JOK-7."""
    before, top, victim = table.pile.match, table.pile.top_text(), table.victim_of(seat)
    table.apply_lay(seat, JOKER)
    others = table.holdings[seat].copy()
    is_last = others.size == 0
    joker = LaidJoker(seat, place, victim, others, before, top, named, is_last)
    wrong = names_wrongly(named, table.house.joker_names)
    if wrong and not is_last:
        check_named(table, seat, named, place, report)
    if named and not wrong:
        table.apply_name(named)
    table.joker = joker


def lay_among(table: Table, seat: int, before: Match, top: str, place: Place) -> None:
    """Let a joker be the last of several cards laid together: it alone matches and acts."""
    others = table.holdings[seat].copy()
    table.joker = LaidJoker(seat, place, table.victim_of(seat), others, before, top, "", others.size == 0)
    table.joker.among = True


def name(table: Table, seat: int, letter: str, place: Place, report: Report) -> None:
    """Judge a suit named apart from its joker, and let it be in force. JOK-6, I47."""
    joker = table.joker
    if joker is None and table.pile.top() == UNKNOWN:
        report.unverified += 1
        return
    if not check_name(table, seat, letter, place, report):
        return
    assert joker is not None
    wanted = table.house.joker_names
    if joker.named and not names_wrongly(joker.named, wanted):
        # The first name stands; no card is held against the second.
        table.pile.match = either(table.pile.match, named_match(letter))
        return
    joker.named = letter
    if not names_wrongly(letter, wanted):
        table.apply_name(letter)


def settle_name(table: Table, report: Report) -> None:
    """Report a joker that has not named a suit by now. JOK-6."""
    joker = table.joker
    if joker is None or joker.named_settled:
        return
    joker.named_settled = True
    if not joker.named and not joker.is_last:
        check_not_named(table, joker.seat, joker.place, report)


def answer(table: Table, report: Report) -> None:
    """Let the next seat have drawn for the joker: it is not challenged any more. CHAL-1, CHAL-7."""
    joker = table.joker
    assert joker is not None
    settle_name(table, report)
    if not (joker.answered or joker.improper or joker.among):
        check_unchallenged(table, joker, report)
    joker.answered = True


def challenge(table: Table, seat: int, sign: str, place: Place, report: Report) -> None:
    """Judge the right to challenge, and let the table rule on it. CHAL-1 to CHAL-3, CHAL-6."""
    joker = table.joker
    if joker is not None and joker.is_last and not table.house.last_card_draws:
        return
    others_act(table, seat)
    if would_be_hit(table, seat):
        confirm(table, report)
    if table.pile.top() == UNKNOWN:
        # The card may have been a joker.
        table.lenient = True
        report.unverified += 1
        return
    if not check_challenge(table, seat, place, report):
        table.lenient, table.lenient_to = True, seat if sign == "-" else None
        table.parties = (seat, table.turn.seat)
        if joker is not None and sign == "+":
            joker.improper = True
        return
    assert joker is not None
    table.held = None
    settle_name(table, report)
    joker.challenge = place
    if sign:
        rule(table, joker, Ruling.UPHELD if sign == "+" else Ruling.REJECTED)
    else:
        joker.ruling = Ruling.UNSAID


def rule(table: Table, joker: LaidJoker, ruling: Ruling) -> None:
    """Let the table have upheld or rejected a challenge: other draws are owed, another seat is to act."""
    joker.ruling = ruling
    assert joker.victim is not None
    assert joker.challenge is not None
    table.debts = [debt for debt in table.debts if debt.cause is not Cause.JOKER]
    if ruling is Ruling.UPHELD:
        debt = table.apply_debt(joker.seat, Cause.OFFENDER, joker.challenge)
        table.actor = joker.victim
        table.missing = None
    else:
        debt = table.apply_debt(joker.victim, Cause.CHALLENGER, joker.challenge, skipped=True)
        table.actor = table.following(joker.victim)
    # A wrong verdict is the one fault; nothing is said about how it was carried out.
    joker.wrong_verdict = debt.void = is_wrong(joker, table.house)
    if joker.payer is not None and joker.paid == debt.amount:
        debt.void = True
        if debt.skipped:
            # Who serves another's penalty serves its missed turn too.
            table.turn.victim, table.actor = joker.payer, table.following(joker.payer)


def take_back(table: Table, seat: int, card: int, place: Place, report: Report) -> None:
    """Judge a card taken back, and let it go into the hand. CHAL-3, CHAL-4, CALL-12."""
    joker = table.joker
    rightly = check_take_back(table, seat, card, place, report)
    duty = table.duties[seat]
    if duty is not None and duty.place == table.turn.place and duty.state in {Called.OPEN, Called.CALLED}:
        duty.state = Called.LAPSED
    if joker is not None and joker.seat == seat and card == JOKER and not joker.taken:
        if not rightly or table.lenient:
            # The table has undone the joker in its own way.
            joker.improper = joker.named_settled = True
            table.lenient = True
            table.debts = [debt for debt in table.debts if debt.cause is not Cause.JOKER]
        elif joker.ruling is Ruling.UNSAID:
            rule(table, joker, Ruling.UPHELD)
    elif not rightly:
        table.lenient = True
    named = table.pile.match
    if not rightly and (table.pile.top() != card or table.turn.seat != seat):
        # It does not lie there, so nothing can move.
        return
    table.apply_take_back(seat, card)
    if not rightly:
        # Whether the suit went with the joker is open; no card is held against either.
        table.pile.match = either(table.pile.match, named)
        table.relapse = None


def settle(table: Table, seat: int | None, place: Place, report: Report) -> None:
    """Settle the joker laid last, now that `seat` acts, or a line closes the hand. CHAL-2, CHAL-7, section 8."""
    joker = table.joker
    if joker is None:
        return
    if joker.ruling is Ruling.UNSAID:
        rule(table, joker, Ruling.UPHELD if seat == joker.victim else Ruling.REJECTED)
    # A hand that ends needs no suit any more (JOK-6).
    joker.named_settled |= seat is None
    settle_name(table, report)
    if joker.improper:
        return
    if joker.ruling is Ruling.NONE:
        answer(table, report)
    elif check_verdict(table, joker, report):
        for debt in table.debts:
            debt.void |= debt.cause in {Cause.OFFENDER, Cause.CHALLENGER}
        if joker.ruling is Ruling.UPHELD and not joker.taken:
            table.pile.match = either(table.pile.match, joker.before)
    elif joker.ruling is Ruling.UPHELD:
        check_not_taken_back(table, joker, place, report)
        if not joker.taken and table.house.upheld_joker == "taken-back":
            table.pile.match = either(table.pile.match, joker.before)
