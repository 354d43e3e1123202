"""Cards that cannot be: deals that are no pack, deals of another hand, cards from nowhere."""

from collections.abc import Sequence
from typing import Protocol

from verifier.cards import CARD_TEXTS, FULL_PACK, PACK_SIZE, SEATS, UNKNOWN, cards_in, parse_cards, texts_in
from verifier.finding import FaultClass, Finding, Place, Related, Rule
from verifier.games.record import CARD_NOT_IN_HAND, HAND_SIZE_WRONG
from verifier.games.report import Report
from verifier.games.tricks.hands import HAND_SIZE, Hands
from verifier.games.tricks.table import Play
from verifier.movetext import Act, ActKind, write_token

DEAL_NOT_A_PACK = Rule("CRD102", "deal-not-a-pack", FaultClass.IMPOSSIBLE, "The hands are not one pack of 52 cards")
DEAL_DOES_NOT_FIT = Rule("CRD103", "deal-does-not-fit", FaultClass.IMPOSSIBLE, "The deal is that of another hand")
SEATS_ROTATED = Rule("CRD104", "seats-rotated", FaultClass.IMPOSSIBLE, "The deal is turned against the seats")
CARD_ALREADY_PLAYED = Rule(
    "CRD202", "card-already-played", FaultClass.IMPOSSIBLE, "A card that was played before in this hand"
)
UNKNOWN_CARD = Rule("CRD203", "unknown-card", FaultClass.IMPOSSIBLE, "A card that is not in the pack")

CARD_RULES = (
    DEAL_NOT_A_PACK,
    DEAL_DOES_NOT_FIT,
    SEATS_ROTATED,
    CARD_ALREADY_PLAYED,
    UNKNOWN_CARD,
)

FIRST_PLAYS = 8
"""Plays (of the first two tricks) by which a deal is recognised as that of another hand."""
MISFITS = 4


def check_deal(hands: Sequence[str | None] | None, place: Place, report: Report) -> Hands:
    """Report a deal that cannot be, at most one finding, and return what it makes known.

    Size comes before pack; after either no hand is known, but a card that the deal lists twice may be played twice.
    King K2, K4; Kierki K-S2, section 7.3.
    """
    lists = [parse_cards(text) or [] if text is not None else None for text in hands or ()]
    sizes = {seat: len(cards) for seat, cards in enumerate(lists) if cards is not None and len(cards) != HAND_SIZE}
    dealt: list[int] = []
    seen, twice, jokers = 0, 0, 0
    for cards in lists:
        mask = 0
        for card in cards or ():
            if card < PACK_SIZE:
                twice |= (seen | mask) & 1 << card
                mask |= 1 << card
            else:
                jokers += card != UNKNOWN
        dealt.append(mask)
        seen |= mask
    if sizes:
        seat = next(iter(sizes)) if len(sizes) == 1 else None
        report.add(HAND_SIZE_WRONG, place, seat, sizes=[[SEATS[at], size] for at, size in sizes.items()])
    elif twice or jokers:
        complete = len(lists) == 4 and all(cards is not None and UNKNOWN not in cards for cards in lists)
        missing = texts_in(FULL_PACK & ~seen) if complete else []
        report.add(DEAL_NOT_A_PACK, place, twice=texts_in(twice), missing=missing, jokers=jokers)
    else:
        return Hands(dealt) if dealt else Hands()
    return Hands(copies=twice)


def check_fit(acts: Sequence[tuple[Act, Place]], hands: Hands, report: Report) -> Hands:
    """Report a full deal that is turned against the seats or belongs to another hand, and return the hands that hold.

    `acts` are those of the first two tricks, as far as the log has them. King section 5a.
    """
    plays = [
        (act, place) for act, place in acts if act.kind is ActKind.PLAY and act.seat < 4 and act.cards[0] < PACK_SIZE
    ]
    plays = plays[:FIRST_PLAYS]
    misfits = [(act, place) for act, place in plays if not hands.given[act.seat] >> act.cards[0] & 1]
    if len(misfits) < MISFITS:
        return hands
    turns = [
        turn for turn in (1, 2, 3) if all(hands.given[(act.seat + turn) % 4] >> act.cards[0] & 1 for act, _ in plays)
    ]
    place = misfits[0][1]
    tokens: list[str] = [write_token(act) for act, _ in misfits]
    if len(turns) == 1:
        turn = turns[0]
        report.add(SEATS_ROTATED, place, misfits=[*tokens], seats=turn)
        return Hands([hands.given[(seat + turn) % 4] for seat in range(4)])
    if not turns and len({act.seat for act, _ in misfits}) > 1:
        report.add(DEAL_DOES_NOT_FIT, place, misfits=[*tokens])
        return Hands()
    return hands


class CardsLaid(Protocol):
    """A table as far as cards are concerned: what is known of the hands, and the plays so far."""

    hands: Hands

    def laid_before(self, card: int) -> list[tuple[int | None, Play]]:
        """Return the earlier plays of a card, each with the number of its trick, None where there are no tricks."""


def check_card(table: CardsLaid, play: Play, report: Report) -> None:
    """Report a card that the seat cannot hold: played before, not in its hand, or known to be in another's.

    King section 5a; Kierki section 7.4. A play found impossible is marked so.
    """
    hands, seat, card = table.hands, play.seat, play.card
    if card >= PACK_SIZE or hands.held[seat] >> card & 1:
        return
    bit = 1 << card
    if hands.on_table() & bit:
        _check_played_before(table, play, report)
    elif not hands.doubtful[seat] and not hands.possible(seat) & bit:
        play.impossible = True
        play.findings.append(_accuse_card(hands, seat, card, play.place, report))


def check_show(table: CardsLaid, seat: int, cards: int, place: Place, report: Report) -> int | None:
    """Report a shown card that the seat cannot hold; return it, or None where the show can be believed.

    King section 7: a show is accepted as known cards. One that contradicts what is known is a card not in the hand.
    """
    hands = table.hands
    doubted = cards_in(cards & ~hands.possible(seat) & ~hands.played[seat])
    false = [card for card in doubted if not (table.laid_before(card) and _was_misplayed(table, seat, card))]
    if not false:
        return None
    card = false[0]
    _accuse_card(hands, seat, card, place, report)
    return card


def _accuse_card(hands: Hands, seat: int, card: int, place: Place, report: Report) -> Finding:
    holder = hands.holder(card)
    return report.add(
        CARD_NOT_IN_HAND,
        place,
        seat,
        card=CARD_TEXTS[card],
        hand=texts_in(hands.possible(seat)) if hands.whole[seat] else None,
        holder=None if holder is None else SEATS[holder],
    )


def _was_misplayed(table: CardsLaid, seat: int, card: int) -> bool:
    """Tell whether it was others who laid the card before, falsely, so that it may be the seat's own."""
    hands, earlier = table.hands, table.laid_before(card)
    if any(before.seat == seat for _, before in earlier):
        return False
    owner = hands.owner(card)
    if owner == seat:
        # A doubtful hand is not accused again (King section 5a); any other that laid the card had it, for all we know.
        return all(before.impossible or hands.doubtful[before.seat] for _, before in earlier)
    return owner is None and hands.may_be_of(seat, card) and all(before.impossible for _, before in earlier)


def _check_played_before(table: CardsLaid, play: Play, report: Report) -> None:
    hands, seat, card = table.hands, play.seat, play.card
    earlier = table.laid_before(card)
    if len(earlier) < 2 and hands.copies >> card & 1:
        return
    if _was_misplayed(table, seat, card):
        # The earlier play was the false one, and has been named then.
        if hands.owner(card) is None:
            play.misplayed = earlier[-1][1].place
        return
    number, before = earlier[-1]
    play.impossible = True
    play.findings.append(
        report.add(
            CARD_ALREADY_PLAYED,
            play.place,
            seat,
            related=[Related(before.place, "played")],
            card=CARD_TEXTS[card],
            trick=number,
            by=SEATS[before.seat],
        )
    )
