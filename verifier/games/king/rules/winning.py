"""The winner whom the table declared."""

from collections.abc import Sequence

from verifier.cards import SEATS
from verifier.finding import FaultClass, Place, Rule
from verifier.games.books import NO_WINNER_DECLARED, WINNER_WRONG, Books
from verifier.games.king.house import HouseRules
from verifier.games.king.winners import best_seats, winner_letters
from verifier.games.report import Report

TIE_BROKEN_WRONG = Rule(
    "KNG401", "tie-broken-wrong", FaultClass.RULING, "Of players with equal totals another one wins", "K51", "L25"
)
SHARED_WIN_NOT_IN_RULES = Rule(
    "KNG402",
    "shared-win-not-in-rules",
    FaultClass.RULING,
    "Players with equal totals do not share the win",
    "K51",
    "L25",
)
TIE_ORDER_AMBIGUOUS = Rule(
    "KNG901",
    "tie-order-ambiguous",
    FaultClass.NOTICE,
    "Seat order and choosing order give different winners",
    "K51",
    "L25",
)

WINNING_RULES = (TIE_BROKEN_WRONG, SHARED_WIN_NOT_IN_RULES, TIE_ORDER_AMBIGUOUS)


def check_winner(books: Books, order: Sequence[int], house: HouseRules, end: Place, report: Report) -> None:
    """Report a declared winner that neither the audited nor the written totals give; the match is over. K50, K51.

    `order` is the order in which the players chose, `end` the place of the last event.
    """
    sheet = books.sheet
    true = sheet.winners = winner_letters(books.audited, order, house)
    declared, place = books.declared()
    known = [total for total in books.audited if total is not None]
    if true is not None and house.win == "highest" and house.tie == "seat-order":
        best = best_seats(known, house)
        first = [seat for seat in order if seat in best][:1]
        if first != best[:1]:
            report.add(TIE_ORDER_AMBIGUOUS, place or end, seats=[SEATS[seat] for seat in best])
    if declared is None or place is None:
        return
    # Where the truth is unknown, as on a score sheet, the table's own totals must at least give the winner.
    rows = [totals for totals in books.all_totals() if None not in totals]
    if not rows or declared_fits(declared, rows, order, house):
        return
    by = [total for total in rows[0] if total is not None]
    right = winner_letters(by, order, house) or ""
    if declared:
        _accuse(declared, right, by, house, place, report)
    else:
        report.add(NO_WINNER_DECLARED, place, winners=right)


def declared_fits(declared: str, rows: Sequence[Sequence[int | None]], order: Sequence[int], house: HouseRules) -> bool:
    """Tell whether the declared winners are those of one of the rows of totals: audited, or as written."""
    if len(set(declared)) < len(declared):
        return False
    return any(set(winner_letters(totals, order, house) or "") == set(declared) for totals in rows)


def _accuse(declared: str, right: str, totals: list[int], house: HouseRules, place: Place, report: Report) -> None:
    tied = {SEATS[seat] for seat in best_seats(totals, house)}
    rule = WINNER_WRONG
    if house.win == "highest" and set(declared) <= tied and len(set(declared)) == len(declared):
        rule = SHARED_WIN_NOT_IN_RULES if len(declared) > 1 and house.tie != "shared" else TIE_BROKEN_WRONG
    report.add(rule, place, recorded=declared, winners=right, totals=totals)
