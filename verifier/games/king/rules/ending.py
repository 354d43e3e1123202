"""The end of a hand of Rifki while the king of hearts lies on the table."""

from verifier.cards import KING_OF_HEARTS
from verifier.finding import FaultClass, Place, Rule
from verifier.games.report import Report
from verifier.games.tricks.rules.turns import trick_texts
from verifier.games.tricks.table import HandTable

HAND_ENDED_MID_TRICK = Rule(
    "KNG301", "hand-ended-mid-trick", FaultClass.RULING, "Rifki is closed before its last trick is full", "K36", "L20"
)

ENDING_RULES = (HAND_ENDED_MID_TRICK,)


def check_mid_trick(table: HandTable, contract: str | None, place: Place, report: Report) -> bool:
    """Report Rifki closed with the king of hearts in an unfinished trick; return whether it is so. King K36."""
    trick = table.open_trick()
    if contract != "rifki" or trick is None or all(play.card != KING_OF_HEARTS for play in trick.laid()):
        return False
    report.add(HAND_ENDED_MID_TRICK, place, trick=trick.number, cards=[*trick_texts(trick)])
    return True
