"""The small lottery: sevens, rows, passes, skipped seats, seats that are out."""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from verifier.cards import CARD_TEXTS, PACK_SIZE, SEATS, texts_in
from verifier.finding import FaultClass, Place, Related, Rule
from verifier.games.kierki.house import HouseRules
from verifier.games.kierki.lottery import LotteryTable
from verifier.games.record import OUT_OF_TURN
from verifier.games.report import Report
from verifier.games.tricks.table import Play

NOT_A_SEVEN = Rule(
    "KRK401", "not-a-seven", FaultClass.ILLEGAL, "A suit is opened with another card than its seven", "K-F3", "S29"
)
NOT_ADJACENT = Rule(
    "KRK402", "not-adjacent", FaultClass.ILLEGAL, "A card that is next to no card of its row", "K-F4", "S29"
)
PASS_WHILE_ABLE = Rule(
    "KRK403", "pass-while-able", FaultClass.ILLEGAL, "A seat passes or is skipped with a playable card", "K-F6", "S29"
)
EXTRA_TURN = Rule(
    "KRK404", "extra-turn", FaultClass.ILLEGAL, "A seat acts twice while another could have played", "K-F2", "S29"
)
ACT_AFTER_GOING_OUT = Rule(
    "KRK405", "act-after-going-out", FaultClass.IMPOSSIBLE, "An act by a seat that has no cards", "K-F10", "S30"
)

LOTTERY_RULES: Final = (NOT_A_SEVEN, NOT_ADJACENT, PASS_WHILE_ABLE, EXTRA_TURN, ACT_AFTER_GOING_OUT)


class Proof(NamedTuple):
    """What proves that a seat was able: its playable cards, and where they came to light, None where known at once."""

    place: Place | None
    cards: int


@dataclass(slots=True, eq=False)
class OpenPass:
    """A pass or a skip to be settled: for each seat concerned the cards that it may have held and that were playable.

    `actor` is the seat that acted (or passed), `asked` the seats in the order they were to be asked.
    """

    rule: Rule
    place: Place
    actor: int
    asked: list[int]
    cards: dict[int, int]
    proofs: dict[int, Proof] = field(default_factory=dict)


def check_turn(
    table: LotteryTable, seat: int, place: Place, house: HouseRules, report: Report, excused: int | None = None
) -> OpenPass | None:
    """Return what there is to settle about an act by another seat than the next: a skipped one may have been able.

    Without implicit passes every skip is out of turn, and reported at once. `excused` is a seat whose card another one
    laid: it may have been that seat's turn, misnamed. Kierki K-F2, K-F6, K-F8, section 7.5.
    """
    asked = table.asked_before(seat)
    if not asked:
        return None
    if house.implicit_pass == "forbid":
        expected = [SEATS[other] for other in sorted(table.turn)]
        option = ("implicit_pass", "forbid")
        report.add(OUT_OF_TURN, place, seat, option=option, trick=None, expected=expected, cards=[])
        return None
    if house.pass_while_able == "allowed" or table.spoiled:
        return None
    rule = EXTRA_TURN if seat == table.last else PASS_WHILE_ABLE
    return open_pass(table, rule, place, seat, [other for other in asked if other != excused])


def check_pass(table: LotteryTable, seat: int, place: Place, house: HouseRules) -> OpenPass | None:
    """Return what there is to settle about a pass: it is illegal with a playable card. Kierki K-F6, K-F7.

    Declining the card that an ace gives is no pass (section 7.6).
    """
    if house.pass_while_able == "allowed" or table.spoiled or seat == table.bonus:
        return None
    return open_pass(table, PASS_WHILE_ABLE, place, seat, [seat])


def open_pass(table: LotteryTable, rule: Rule, place: Place, actor: int, asked: list[int]) -> OpenPass | None:
    """Return what there is to settle about a pass or skip of the seats `asked`, None where none could have played.

    A seat that is known to hold a playable card is proven at once; an unknown card in a row only adds to what was
    playable.
    """
    playable = table.playable()
    hands = table.hands
    cards = {seat: hands.possible(seat) & playable for seat in asked if hands.possible(seat) & playable}
    if not cards:
        return None
    proofs = {seat: Proof(None, hands.held[seat] & playable) for seat in cards if hands.held[seat] & playable}
    return OpenPass(rule, place, actor, asked, cards, proofs)


def accuse(one: OpenPass, able: list[int], report: Report) -> None:
    """Report a pass or skip of the seats `able`, the first of which is named; an extra turn blames the actor."""
    proof = one.proofs[able[0]]
    report.add(
        one.rule,
        one.place,
        one.actor if one.rule is EXTRA_TURN else able[0],
        legal=texts_in(proof.cards),
        related=[] if proof.place is None else [Related(proof.place, "shown")],
        actor=SEATS[one.actor],
        able=[SEATS[seat] for seat in able],
        skipped=one.asked != [one.actor],
    )


def settle_passes(table: LotteryTable, passes: list[OpenPass], report: Report) -> int:
    """Report the passes and skips that later cards have proven wrong; return how many seats' stay unverified."""
    unverified = 0
    for one in passes:
        able = [seat for seat in one.asked if seat in one.proofs]
        if able:
            accuse(one, able, report)
        else:
            unverified += sum(bool(cards & table.hands.possible(seat)) for seat, cards in one.cards.items())
    return unverified


def check_row(table: LotteryTable, play: Play, report: Report) -> None:
    """Report a card that opens its suit and is no seven, or that is next to no card of its suit.

    Kierki K-F3 to K-F5, section 5: the card stands. The opening card is always playable.
    """
    card = play.card
    if card >= PACK_SIZE or play.impossible or table.blind or table.spoiled:
        return
    playable = table.playable()
    if playable >> card & 1:
        return
    rule = NOT_ADJACENT if table.is_opened(card // 13) else NOT_A_SEVEN
    row = table.laid & 0x1FFF << 13 * (card // 13)
    legal = texts_in(table.hands.held[play.seat] & playable)
    play.findings.append(report.add(rule, play.place, play.seat, legal=legal, card=CARD_TEXTS[card], row=texts_in(row)))


def check_out(table: LotteryTable, seat: int, place: Place, report: Report) -> bool:
    """Report an act by a seat that is out; return whether it is. Kierki K-F10."""
    if table.left[seat]:
        return False
    report.add(ACT_AFTER_GOING_OUT, place, seat, out=[SEATS[other] for other in table.out])
    return True
