"""The penalty deals: leading hearts, and the king of hearts that must go."""

from verifier.cards import CARD_TEXTS, FULL_PACK, HEART_CARDS, HEARTS, KING_OF_HEARTS, suit_of
from verifier.finding import Fact, FaultClass, Rule
from verifier.games.kierki.deals import DealType
from verifier.games.kierki.house import HouseRules
from verifier.games.report import Report
from verifier.games.tricks.duties import check_duty
from verifier.games.tricks.play_rules import PlayRules
from verifier.games.tricks.rules.turns import trick_texts
from verifier.games.tricks.table import HandTable, Play, Trick

HEART_LEAD = Rule(
    "KRK201", "heart-lead", FaultClass.ILLEGAL, "A heart is led while another suit is held", "K-R16", "S19"
)
KING_OF_HEARTS_KEPT = Rule(
    "KRK202", "king-of-hearts-kept", FaultClass.ILLEGAL, "The king of hearts is kept when it must go", "K-R5", None
)
FORCED_HEART_LEAD = Rule(
    "KRK901", "forced-heart-lead", FaultClass.NOTICE, "A heart is led from a hand of hearts only", "K-R16", "S19"
)

PENALTY_RULES = (HEART_LEAD, KING_OF_HEARTS_KEPT, FORCED_HEART_LEAD)

OTHER_CARDS = FULL_PACK & ~HEART_CARDS


class PenaltyPlay(PlayRules):
    """The duties of a penalty deal under the house rules; `deal` is None while no contract has named it."""

    def __init__(self, deal: DealType | None, house: HouseRules) -> None:
        self.deal = deal
        self._house = house

    def check_lead(self, table: HandTable, play: Play, report: Report) -> None:
        """Report a heart led while a card of another suit is held, or from a hand of hearts only.

        Kierki K-R16: the test is on the leader's hand at each lead; no "breaking" of hearts exists.
        """
        if suit_of(play.card) != HEARTS or self.deal not in self._house.heart_lead_deals:
            return
        facts: dict[str, Fact] = {"trick": len(table.tricks) + 1}
        if table.hands.possible(play.seat) & OTHER_CARDS:
            check_duty(table, play, HEART_LEAD, OTHER_CARDS, report, facts, cleared=FORCED_HEART_LEAD)
        else:
            notice = report.add(FORCED_HEART_LEAD, play.place, play.seat, facts=facts, card=CARD_TEXTS[play.card])
            play.findings.append(notice)

    def check_discard(self, table: HandTable, trick: Trick, suit: int, play: Play, report: Report) -> None:
        """Report a king of hearts kept by a seat that cannot follow, under the house rule that it must go.

        A revoke comes first: where one is still open, the king's duty waits behind it. Kierki K-R5, section 7.12.
        """
        if not self._house.kh_must_drop or play.card == KING_OF_HEARTS or suit == HEARTS:
            return
        facts: dict[str, Fact] = {"trick": trick.number, "cards": [*trick_texts(trick)]}
        king = 1 << KING_OF_HEARTS
        check_duty(table, play, KING_OF_HEARTS_KEPT, king, report, facts, option=("kh_must_drop", True))
