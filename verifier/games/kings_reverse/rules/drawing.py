"""Draws: what a drawn card obliges to, how many cards are owed, and draws that nobody owes."""

from collections.abc import Sequence

from verifier.cards import CARD_TEXTS, SEATS
from verifier.finding import FaultClass, Finding, Place, Related, Rule
from verifier.games.kings_reverse.legal import Answer, could_play
from verifier.games.kings_reverse.owed import Cause, Debt
from verifier.games.kings_reverse.rules.playing import pile_facts, sure_cards
from verifier.games.kings_reverse.table import Table
from verifier.games.report import Report

DRAWN_NOT_PLAYED = Rule(
    "REV401", "drawn-card-not-played", FaultClass.ILLEGAL, "A drawn card that can be played is kept", "TURN-4", "S26"
)
OTHER_PLAYED_AFTER_DRAW = Rule(
    "REV402",
    "other-card-played-after-draw",
    FaultClass.ILLEGAL,
    "Another card than the drawn one is played",
    "TURN-5",
    "S21",
)
DRAW_WITH_PLAYABLE = Rule(
    "REV403", "draw-with-playable-card", FaultClass.ILLEGAL, "A draw in spite of a playable card", "TURN-2", None
)
SEVEN_WRONG_COUNT = Rule(
    "REV404", "seven-wrong-draw-count", FaultClass.RULING, "Not two cards are drawn for a seven", "SPC-1", "S35"
)
JOKER_WRONG_COUNT = Rule(
    "REV405", "joker-wrong-draw-count", FaultClass.RULING, "Not four cards are drawn for a joker", "JOK-7", "S39"
)
CHALLENGE_WRONG_COUNT = Rule(
    "REV504",
    "challenge-wrong-draw-count",
    FaultClass.RULING,
    "Not as many cards are drawn as a challenge costs",
    "CHAL-6",
    "S33",
)
CALL_WRONG_COUNT = Rule(
    "REV602",
    "one-card-penalty-wrong-count",
    FaultClass.RULING,
    "Not two cards are drawn for a missed call",
    "CALL-4",
    "S32",
)
CALL_NOT_SERVED = Rule(
    "REV603",
    "one-card-penalty-not-served",
    FaultClass.RULING,
    "Play goes on before a caught player has drawn",
    "CALL-9",
    "S32",
)
PENALTY_NOT_DUE = Rule(
    "REV406", "penalty-not-due", FaultClass.RULING, "Cards are drawn that nobody owed", "CHAL-9", "S33"
)
PENALTY_TO_WRONG_PLAYER = Rule(
    "REV407", "penalty-to-wrong-player", FaultClass.RULING, "Another seat draws what was owed", "SPC-1", "S35"
)
LAST_CARD_DRAW_MISSING = Rule(
    "REV408", "last-card-draw-missing", FaultClass.RULING, "What the last card costs is not drawn", "OUT-2", "S43"
)
ACE_DRAW_MISSING = Rule(
    "REV707", "ace-draw-missing", FaultClass.RULING, "Who got no card from the ace draws none", "ACE-5", "S41"
)
ACE_DRAW_WRONG_PLAYER = Rule(
    "REV708", "ace-draw-wrong-player", FaultClass.RULING, "Another seat draws for the ace", "ACE-5", "S41"
)
OVER_DRAW_KEPT = Rule(
    "REV904", "over-draw-kept", FaultClass.NOTICE, "More than one card is drawn and kept", "TURN-6", "S24"
)

DRAWING_RULES = (
    DRAWN_NOT_PLAYED,
    OTHER_PLAYED_AFTER_DRAW,
    DRAW_WITH_PLAYABLE,
    SEVEN_WRONG_COUNT,
    JOKER_WRONG_COUNT,
    CHALLENGE_WRONG_COUNT,
    CALL_WRONG_COUNT,
    CALL_NOT_SERVED,
    PENALTY_NOT_DUE,
    PENALTY_TO_WRONG_PLAYER,
    LAST_CARD_DRAW_MISSING,
    ACE_DRAW_MISSING,
    ACE_DRAW_WRONG_PLAYER,
    OVER_DRAW_KEPT,
)
MOVING_DRAWS = frozenset(
    {
        SEVEN_WRONG_COUNT,
        JOKER_WRONG_COUNT,
        CHALLENGE_WRONG_COUNT,
        CALL_WRONG_COUNT,
        CALL_NOT_SERVED,
        PENALTY_NOT_DUE,
        PENALTY_TO_WRONG_PLAYER,
        LAST_CARD_DRAW_MISSING,
        ACE_DRAW_MISSING,
        ACE_DRAW_WRONG_PLAYER,
    }
)
"""Rules by whose breach somebody has drawn too much or too little."""
COUNT_RULES = {
    Cause.SEVEN: SEVEN_WRONG_COUNT,
    Cause.UP_SEVEN: SEVEN_WRONG_COUNT,
    Cause.JOKER: JOKER_WRONG_COUNT,
    Cause.OFFENDER: CHALLENGE_WRONG_COUNT,
    Cause.CHALLENGER: CHALLENGE_WRONG_COUNT,
    Cause.CATCH: CALL_WRONG_COUNT,
    Cause.ACE: PENALTY_NOT_DUE,
}


def _origin(debt: Debt) -> list[Related]:
    return [Related(debt.origin, "owed")]


def check_kept(table: Table, report: Report) -> None:
    """Report a drawn card that could be played and was kept, now that its turn is over. TURN-4, TURN-7, PACK-5."""
    turn, house = table.turn, table.house
    if house.drawn_card == "may-play":
        return
    if turn.must and turn.must_place is not None:
        cards = [CARD_TEXTS[card] for card in turn.must]
        report.add(DRAWN_NOT_PLAYED, turn.must_place, turn.seat, legal=cards, facts=pile_facts(table), cards=[*cards])
    elif turn.maybe:
        report.unverified += 1


def check_other_played(table: Table, seat: int, cards: Sequence[int], place: Place, report: Report) -> None:
    """Report a card played after a draw that is not the drawn one. TURN-5, MAR-5."""
    turn = table.turn
    report.add(
        OTHER_PLAYED_AFTER_DRAW,
        place,
        seat,
        legal=[CARD_TEXTS[card] for card in turn.must],
        related=[] if turn.place is None else [Related(turn.place, "drawn")],
        cards=[CARD_TEXTS[card] for card in cards],
        drawn=[CARD_TEXTS[card] for card in turn.drawn],
    )


def check_draw_at_will(table: Table, seat: int, place: Place, report: Report) -> None:
    """Report a draw by a seat that could have played, where the house rules forbid it. TURN-2."""
    answer = could_play(table.holdings[seat], table.pile.match, table.house)
    if answer is Answer.YES:
        report.add(
            DRAW_WITH_PLAYABLE,
            place,
            seat,
            legal=sure_cards(table, seat),
            option=("draw_only_when_stuck", True),
            facts=pile_facts(table),
        )
    elif answer is Answer.OPEN:
        report.unverified += 1


def check_over_draw(seat: int, drawn: Sequence[int], place: Place, report: Report) -> None:
    """Note more than one card drawn in a turn; all of them are kept. TURN-6."""
    report.add(OVER_DRAW_KEPT, place, seat, cards=[CARD_TEXTS[card] for card in drawn])


def check_count(debt: Debt, place: Place, report: Report) -> None:
    """Report a draw of more or fewer cards than owed, or none: at the last draw, or at the act that went on."""
    rule = COUNT_RULES[debt.cause]
    debt.named = True
    if debt.cause is Cause.CATCH and not debt.drawn:
        rule = CALL_NOT_SERVED
    where = debt.last if debt.last is not None else place
    debt.finding = report.add(rule, where, debt.seat, related=_origin(debt), drawn=debt.drawn, owed=debt.amount)


def move_count(debt: Debt, finding: Finding) -> None:
    """Let the finding on a wrong number stand at the last draw, now that more was drawn."""
    assert debt.last is not None
    finding.place = debt.last
    finding.facts["drawn"] = debt.drawn


def check_wrong_seat(debt: Debt, seat: int, place: Place, report: Report) -> None:
    """Report a draw of the right number by the wrong seat."""
    rule = ACE_DRAW_WRONG_PLAYER if debt.cause is Cause.ACE else PENALTY_TO_WRONG_PLAYER
    report.add(rule, place, seat, related=_origin(debt), owing=SEATS[debt.seat], owed=debt.amount)


def check_not_due(seat: int, cards: Sequence[int], place: Place, report: Report) -> None:
    """Report a draw of cards that nobody owed. CHAL-9, CALL-8."""
    report.add(PENALTY_NOT_DUE, place, seat, cards=[CARD_TEXTS[card] for card in cards])


def check_last_draws(debts: Sequence[Debt], place: Place, report: Report) -> None:
    """Report what the last card of the hand costs and nobody drew; `place` is the hand's last act. OUT-2, ACE-5."""
    aces = [debt for debt in debts if debt.cause is Cause.ACE]
    if aces:
        seat = aces[0].seat if len(aces) == 1 else None
        report.add(ACE_DRAW_MISSING, place, seat, related=_origin(aces[0]), seats=[SEATS[debt.seat] for debt in aces])
    for debt in debts:
        if debt.cause is not Cause.ACE:
            report.add(LAST_CARD_DRAW_MISSING, place, debt.seat, related=_origin(debt), owed=debt.amount)
