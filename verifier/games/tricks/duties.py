"""Duties of a play: broken for all to see, or left open by hidden cards until a later card proves them broken."""

from verifier.cards import CARD_TEXTS, PACK_SIZE, mask_of, texts_in
from verifier.finding import Fact, Place, Related, Rule
from verifier.games.report import Report
from verifier.games.tricks.table import Duty, HandTable, Play, Trick


def check_duty(
    table: HandTable,
    play: Play,
    rule: Rule,
    cards: int,
    report: Report,
    facts: dict[str, Fact],
    *,
    option: tuple[str, Fact] | None = None,
    cleared: Rule | None = None,
) -> bool:
    """Report a play that broke `rule` if its seat held one of `cards`; note the duty where hidden cards decide.

    Returns whether the breach is certain. A duty behind one that is still open waits for it: one name a play (King
    section 8). `cleared` is the notice for a hand that turns out to have held none of the cards.
    """
    hands, seat = table.hands, play.seat
    held = hands.held[seat] & cards
    facts = {**facts, "card": CARD_TEXTS[play.card]}
    if held and not play.duties:
        play.findings.append(report.add(rule, play.place, seat, legal=texts_in(held), option=option, facts=facts))
        return True
    open_cards = held or hands.possible(seat) & cards
    if open_cards:
        duty = Duty(rule, open_cards, facts, option, cleared)
        play.duties.append(duty)
        if held:
            duty.proof, duty.shown = play.place, held.bit_length() - 1
    return False


def prove_duties(table: HandTable, seat: int, cards: int, proof: Place, until: Place | None = None) -> None:
    """Let `cards`, which `seat` must have held all along (or `until` then), prove the open duties of its plays."""
    for trick in table.tricks:
        play = trick.play_of(seat)
        for duty in play.duties if play is not None and (until is None or play.place < until) else ():
            if duty.voided is None and duty.unless & cards:
                duty.voided = proof
            proving = duty.cards & cards
            if duty.proof is None and proving and not duty.unless:
                duty.proof, duty.shown = proof, proving.bit_length() - 1


def unprove_duties(table: HandTable, seat: int, since: Place) -> None:
    """Open the duties of a seat again that were proven after `since`, when its hand became doubtful."""
    for trick in table.tricks:
        play = trick.play_of(seat)
        for duty in play.duties if play is not None else ():
            if duty.proof is not None and duty.proof.event > since.event:
                duty.proof = None
            if duty.voided is not None and duty.voided.event > since.event:
                duty.voided = None


def settle_duties(table: HandTable, report: Report) -> int:
    """Report the duties that later cards have proven broken, one name a play; return how many plays stay unverified.

    The first duty of a play that is proven gives its name (King section 8). An unknown card is one unverified play.
    """
    unverified = 0
    for trick in table.tricks:
        for play in trick.laid():
            _look_back(table, trick, play)
            if play.card >= PACK_SIZE:
                unverified += 1
            elif play.duties:
                unverified += _settle(table, play, report)
    return unverified


def _has_gone(table: HandTable, play: Play) -> bool:
    """Tell whether all that a whole hand never showed had gone as unknown cards before a play."""
    hands, seat = table.hands, play.seat
    if not hands.whole[seat] or hands.doubtful[seat]:
        return False
    own = [one for one in (trick.play_of(seat) for trick in table.tricks) if one is not None]
    unknown = [one for one in own if one.card >= PACK_SIZE]
    return hands.possible(seat).bit_count() == len(unknown) and all(one.place < play.place for one in unknown)


def _look_back(table: HandTable, trick: Trick, play: Play) -> None:
    """Prove the duties that only a whole hand can, by what the seat held at its play."""
    hands, seat = table.hands, play.seat
    bound = [duty for duty in play.duties if duty.unless]
    if not bound or not hands.whole[seat]:
        return
    before = [one.play_of(seat) for one in table.tricks[: trick.number - 1]]
    earlier = [one.card for one in before if one is not None]
    if any(card >= PACK_SIZE for card in earlier):
        return
    held = hands.dealt[seat] & ~mask_of(earlier)
    for duty in bound:
        duty.cards = 0 if held & duty.unless else held & duty.cards
        if duty.cards:
            duty.proof, duty.shown = play.place, duty.cards.bit_length() - 1


def _settle(table: HandTable, play: Play, report: Report) -> int:
    hands, seat = table.hands, play.seat
    for duty in play.duties:
        if duty.proof is not None:
            shown = None if duty.counted else CARD_TEXTS[duty.shown]
            report.add(
                duty.rule,
                play.place,
                seat,
                legal=None if shown is None else [shown],
                option=duty.option,
                related=[] if duty.counted or duty.proof == play.place else [Related(duty.proof, "shown")],
                facts=duty.facts,
                shown=shown,
                counted=duty.counted,
            )
            return 0
    open_duties = [duty for duty in play.duties if duty.voided is None]
    if any(duty.cards & hands.possible(seat) for duty in open_duties) and not _has_gone(table, play):
        return 1
    for duty in play.duties:
        if duty.cleared is not None and hands.whole[seat]:
            report.add(duty.cleared, play.place, seat, facts=duty.facts)
    return 0
