"""Whose turn it is: the lead, the order within a trick, a second card, a missing one, a card taken back."""

from verifier.cards import CARD_TEXTS, SEATS, UNKNOWN
from verifier.finding import FaultClass, Place, Rule
from verifier.games.record import OUT_OF_TURN
from verifier.games.report import Report
from verifier.games.tricks.table import HandTable, Play, Trick

WRONG_LEADER = Rule("TRK102", "wrong-leader", FaultClass.ILLEGAL, "A lead by another seat than the one to lead")
SEAT_PLAYS_TWICE = Rule("TRK103", "seat-plays-twice", FaultClass.IMPOSSIBLE, "A second card of a seat to one trick")
TRICK_INCOMPLETE = Rule("TRK104", "trick-incomplete", FaultClass.IMPOSSIBLE, "A card is missing from a trick")
TAKEBACK_NOT_IN_RULES = Rule(
    "TRK105", "takeback-not-in-rules", FaultClass.ILLEGAL, "A card is taken back; the rules know no taking back"
)

TURN_RULES = (WRONG_LEADER, SEAT_PLAYS_TWICE, TRICK_INCOMPLETE, TAKEBACK_NOT_IN_RULES)


def trick_texts(trick: Trick | None) -> list[str]:
    """Return the cards that lie in a trick as tokens, in the order played."""
    return [SEATS[play.seat] + CARD_TEXTS[play.card] for play in trick.laid()] if trick is not None else []


def may_follow(table: HandTable, trick: Trick) -> list[int]:
    """Return the seats whose turn it is: the first one still to play, and any that has taken its card back.

    King K23 and section 7: after a card out of turn the missing seats are expected in order.
    """
    missing = trick.missing_seats(table.step)
    reopened = [seat for seat in missing if seat in trick.seats]
    fresh = [seat for seat in missing if seat not in trick.seats]
    return fresh[:1] + reopened


def check_turn(table: HandTable, play: Play, report: Report) -> None:
    """Report a lead by another seat than the taker (trick 1: the leader), or a card out of order.

    King K22 to K24; Kierki K-R2, K-R3, K-R7, K-O6.
    """
    trick = table.open_trick()
    if trick is None:
        if table.leaders and play.seat not in table.leaders:
            last = table.trick()
            play.findings.append(
                report.add(
                    WRONG_LEADER,
                    play.place,
                    play.seat,
                    trick=len(table.tricks) + 1,
                    expected=[SEATS[seat] for seat in sorted(table.leaders)],
                    before=[*trick_texts(last)],
                    recorded=last is None or last.claimed,
                )
            )
        return
    expected = may_follow(table, trick)
    if play.seat not in expected:
        play.findings.append(
            report.add(
                OUT_OF_TURN,
                play.place,
                play.seat,
                trick=trick.number,
                expected=[SEATS[seat] for seat in expected],
                cards=[*trick_texts(trick)],
            )
        )


def is_next_lead(table: HandTable, trick: Trick, play: Play) -> bool:
    """Tell whether a second card of a seat is rather the lead of the next trick.

    So it is when the trick misses exactly one card and the seat is its true taker; never the same card again (King
    section 7).
    """
    laid = trick.laid()
    own = trick.play_of(play.seat)
    return len(laid) == 3 and own is not None and own.card != play.card and trick.taken_by(table.trump) == play.seat


def check_second_card(trick: Trick, play: Play, report: Report) -> None:
    """Report a second card to one trick; the first stands."""
    own = trick.play_of(play.seat)
    report.add(
        SEAT_PLAYS_TWICE,
        play.place,
        play.seat,
        trick=trick.number,
        card=CARD_TEXTS[play.card],
        first=CARD_TEXTS[own.card if own is not None else UNKNOWN],
    )


def check_missing(trick: Trick, seat: int, place: Place, report: Report) -> None:
    """Report that the card of `seat` never came to a trick that the log goes on from."""
    report.add(TRICK_INCOMPLETE, place, seat, trick=trick.number, cards=[*trick_texts(trick)])


def check_take_back(seat: int, card: int, play: Play | None, place: Place, report: Report) -> None:
    """Report a card taken back; `play` is what goes back, None where nothing can. King K35."""
    report.add(TAKEBACK_NOT_IN_RULES, place, seat, card=CARD_TEXTS[card], back=play is not None)
