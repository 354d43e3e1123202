"""The ace of spades: gifts in order, one for each, all or none; and cards that change hands without it."""

from verifier.cards import CARD_TEXTS, SEATS
from verifier.finding import FaultClass, Place, Related, Rule
from verifier.games.kings_reverse.owed import Giving
from verifier.games.report import Report

GIFT_INCOMPLETE = Rule(
    "REV701", "ace-gift-incomplete", FaultClass.ILLEGAL, "Only some get a card from the ace", "ACE-3", "S41"
)
GIFT_WRONG_ORDER = Rule(
    "REV702", "ace-gift-wrong-order", FaultClass.ILLEGAL, "Gifts out of the order of play", "ACE-2", "S41"
)
GIFT_TWICE = Rule("REV703", "ace-gift-twice-to-one", FaultClass.ILLEGAL, "A second gift to one seat", "ACE-2", "S41")
GIFT_TO_SELF = Rule("REV704", "ace-gift-to-self", FaultClass.ILLEGAL, "A gift to oneself", "ACE-2", "S41")
GIVING_REFUSED = Rule(
    "REV705", "ace-giving-refused", FaultClass.ILLEGAL, "No gifts where the table demands them", "ACE-3", None
)
CARD_EXCHANGE = Rule(
    "REV706", "card-exchange", FaultClass.ILLEGAL, "A card changes hands without an ace of spades", "TURN-11", "S30"
)
TURN_UP_EFFECT_INVENTED = Rule(
    "REV203",
    "turn-up-effect-invented",
    FaultClass.RULING,
    "The dealer gives cards for a turned-up ace",
    "SET-14",
    "S41",
)

GIVING_RULES = (
    GIFT_INCOMPLETE,
    GIFT_WRONG_ORDER,
    GIFT_TWICE,
    GIFT_TO_SELF,
    GIVING_REFUSED,
    CARD_EXCHANGE,
    TURN_UP_EFFECT_INVENTED,
)

MOVING_GIFTS = frozenset(set(GIVING_RULES) - {GIFT_TO_SELF, GIVING_REFUSED})
"""Rules by whose breach a card has come to the wrong seat."""


def check_gift(giving: Giving, to: int, place: Place, report: Report) -> None:
    """Report a gift to oneself, a second one to a seat, or one out of order (once). ACE-2."""
    seat = giving.seat
    left = [other for other in giving.order if other not in giving.given]
    if to == seat:
        report.add(GIFT_TO_SELF, place, seat, related=[Related(giving.place, "ace")])
    elif to in giving.given:
        if not giving.twice:
            report.add(GIFT_TWICE, place, seat, related=[Related(giving.place, "ace")], to=SEATS[to])
    elif to != left[0] and giving.misplaced is None and not giving.twice:
        related = [Related(giving.place, "ace")]
        giving.misplaced = report.add(GIFT_WRONG_ORDER, place, seat, related=related, to=SEATS[to], due=SEATS[left[0]])


def check_given(giving: Giving, *, mandatory: bool, report: Report) -> None:
    """Report gifts to some only, or none where the house rules demand them, now that play has gone on. ACE-3."""
    number = len(giving.given) + giving.to_self
    if 0 < number < giving.due() and not giving.twice and giving.last is not None:
        missing = [SEATS[other] for other in giving.order[: giving.due()] if other not in giving.given]
        related = [Related(giving.place, "ace")]
        if giving.misplaced is not None and giving.given == sorted(giving.given, key=giving.order.index):
            # Whoever was left out, the others got their cards in order: one fault.
            report.withdraw([giving.misplaced])
        report.add(GIFT_INCOMPLETE, giving.last, giving.seat, related=related, given=number, missing=[*missing])
    elif not number and mandatory and giving.held:
        report.add(GIVING_REFUSED, giving.place, giving.seat, option=("ace_giving", "mandatory"), held=giving.held)


def check_exchange(seat: int, to: int, card: int, place: Place, report: Report, *, dealer_for_ace: bool) -> None:
    """Report a card handed over without an ace of spades just laid; the dealer may think a turned-up one was his."""
    rule = TURN_UP_EFFECT_INVENTED if dealer_for_ace else CARD_EXCHANGE
    report.add(rule, place, seat, to=SEATS[to], card=CARD_TEXTS[card])
