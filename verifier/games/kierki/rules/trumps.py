"""The trump deals: who names trumps, when, and once."""

from verifier.cards import SEATS
from verifier.finding import FaultClass, Place, Rule
from verifier.games.kierki.house import HouseRules
from verifier.games.report import Report
from verifier.games.tricks.play_rules import PlayRules
from verifier.games.tricks.rules.trumping import check_trumping
from verifier.games.tricks.table import HandTable, Play, Trick

TRUMP_CALL_MISSING = Rule(
    "KRK301", "trump-call-missing", FaultClass.ILLEGAL, "A trump deal is played without trumps named", "K-O3", "S27"
)
TRUMP_CALL_LATE = Rule(
    "KRK302", "trump-call-late", FaultClass.ILLEGAL, "Trumps are named after the first card", "K-O3", "S27"
)
TRUMP_CALL_TWICE = Rule(
    "KRK303", "trump-call-twice", FaultClass.ILLEGAL, "Trumps are named a second time", "K-O3", "S27"
)
WRONG_TRUMP_CALLER = Rule(
    "KRK304", "wrong-trump-caller", FaultClass.ILLEGAL, "Trumps are named by another seat", "K-O2", "S27"
)
TRUMP_REPEATED = Rule(
    "KRK305", "trump-repeated", FaultClass.ILLEGAL, "A trump suit is named in a second deal", "K-O4", None
)

TRUMP_RULES = (TRUMP_CALL_MISSING, TRUMP_CALL_LATE, TRUMP_CALL_TWICE, WRONG_TRUMP_CALLER, TRUMP_REPEATED)


class TrumpPlay(PlayRules):
    """The duties of a trump deal: any lead (K-O6, K-O9), and trumping where the table has agreed on it."""

    def __init__(self, house: HouseRules) -> None:
        self._house = house

    def check_discard(self, table: HandTable, trick: Trick, suit: int, play: Play, report: Report) -> None:
        """Report a duty to trump that was not done, where the house rules have one. Kierki K-O7."""
        house = self._house
        if house.must_trump or house.must_overtrump:
            check_trumping(table, trick, play, report, must_trump=house.must_trump, must_overtrump=house.must_overtrump)


def check_second_call(suit: str, first: str, place: Place, report: Report) -> None:
    """Report trumps named again; the first call stands. Kierki K-O3."""
    report.add(TRUMP_CALL_TWICE, place, suit=suit, first=first)


def check_late_call(seat: int | None, suit: str, place: Place, report: Report) -> None:
    """Report trumps named after the first card of the hand. Kierki K-O3, section 7.7."""
    report.add(TRUMP_CALL_LATE, place, seat, suit=suit)


def check_caller(seat: int, callers: frozenset[int], suit: str, place: Place, report: Report) -> None:
    """Report trumps named by a seat that is not among those who may name them. Kierki K-O2, section 7.2."""
    if seat not in callers:
        report.add(WRONG_TRUMP_CALLER, place, seat, suit=suit, due=[SEATS[caller] for caller in sorted(callers)])


def check_repeat(seat: int | None, suit: str, hand: int, place: Place, report: Report) -> None:
    """Report a suit that was trumps in an earlier deal, `hand`, where the house rules forbid it. Kierki K-O4."""
    report.add(TRUMP_REPEATED, place, seat, option=("trump_repeat", "forbid"), suit=suit, hand=hand)


def check_no_call(place: Place, report: Report) -> None:
    """Report a trump deal in which cards were played and trumps never named. Kierki K-O3, section 7.7."""
    report.add(TRUMP_CALL_MISSING, place)
