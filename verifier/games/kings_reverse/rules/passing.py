"""Passes: only without a playable card, and only once the stock is used up."""

from verifier.finding import FaultClass, Place, Rule
from verifier.games.kings_reverse.rules.playing import legal_cards, pile_facts, sure_cards
from verifier.games.kings_reverse.table import Table
from verifier.games.report import Report

PASS_WITHOUT_DRAWING = Rule(
    "REV212", "pass-without-drawing", FaultClass.ILLEGAL, "A pass while there are cards to draw", "TURN-8", "S21"
)
PASS_WITH_PLAYABLE = Rule(
    "REV213", "pass-with-playable-card", FaultClass.ILLEGAL, "A pass in spite of a playable card", "PACK-3", "S29"
)

PASSING_RULES = (PASS_WITHOUT_DRAWING, PASS_WITH_PLAYABLE)


def check_pass_undrawn(table: Table, seat: int, place: Place, report: Report) -> None:
    """Report a pass while the stock has cards. TURN-8."""
    legal = legal_cards(table, seat)
    report.add(PASS_WITHOUT_DRAWING, place, seat, legal=legal, facts=pile_facts(table), stock=table.stock.size)


def check_pass_playable(table: Table, seat: int, place: Place, report: Report) -> None:
    """Report a pass by a seat that could play, with the stock used up. PACK-3."""
    report.add(PASS_WITH_PLAYABLE, place, seat, legal=sure_cards(table, seat), facts=pile_facts(table))
