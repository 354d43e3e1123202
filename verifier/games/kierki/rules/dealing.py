"""The order of the deals: what each is played for, who deals it, and what a contract line may say of it."""

from verifier.cards import SEATS
from verifier.finding import FaultClass, Place, Rule
from verifier.games.kierki.deals import CONTRACT_NAMES, CONTRACTS, DealType
from verifier.games.record import UNKNOWN_CONTRACT
from verifier.games.report import Report

DEAL_OUT_OF_ORDER = Rule(
    "KRK101", "deal-out-of-order", FaultClass.IMPOSSIBLE, "Not the deal that is due here", "K-R1", "S14"
)
WRONG_DEALER = Rule(
    "KRK102", "wrong-dealer", FaultClass.RULING, "The deal does not belong to this dealer", "K-S5", "S10"
)
TRUMP_OUTSIDE_ODGRYWKA = Rule(
    "KRK103", "trump-outside-odgrywka", FaultClass.RULING, "Trumps are named in a deal without trumps", "K-R6", "S12"
)

DEALING_RULES = (DEAL_OUT_OF_ORDER, WRONG_DEALER, TRUMP_OUTSIDE_ODGRYWKA)


def check_extra_deal(deals: int, place: Place, report: Report) -> None:
    """Report a deal after the last one of the match. Kierki K-R1, K-O1, K-F1."""
    report.add(DEAL_OUT_OF_ORDER, place, deals=deals, due=None, claimed=None)


def check_contract(name: str, deal: DealType | None, place: Place, report: Report) -> bool:
    """Report a contract that is none, or not the one of this deal; return whether it is the right one.

    `deal` is what is due here; None where a deal may be any of the penalty deals and the contract says which (K-R1,
    sections 5 to 7).
    """
    claimed = CONTRACTS.get(name)
    if claimed is None or (deal is None and claimed > DealType.ALL):
        known = [text for text, named in CONTRACTS.items() if deal is not None or named <= DealType.ALL]
        report.add(UNKNOWN_CONTRACT, place, claimed=name, known=[*known])
        return False
    if deal is not None and claimed is not deal:
        report.add(DEAL_OUT_OF_ORDER, place, deals=None, due=CONTRACT_NAMES[deal], claimed=name)
        return False
    return True


def check_no_trump(deal: DealType | None, suit: str, place: Place, report: Report) -> None:
    """Report a trump suit named in a penalty deal or the lottery. Kierki K-R6, section 4."""
    report.add(TRUMP_OUTSIDE_ODGRYWKA, place, suit=suit, contract=None if deal is None else CONTRACT_NAMES[deal])


def check_dealer(dealer: int, due: frozenset[int], place: Place, report: Report) -> None:
    """Report a dealer who is not the left neighbour of the last one, or not the one due in the lottery.

    `due` holds the seats that may deal, empty where nobody knows. Kierki K-S5, K-S6, section 7.2.
    """
    if due and dealer not in due:
        report.add(WRONG_DEALER, place, dealer=SEATS[dealer], due=[SEATS[seat] for seat in sorted(due)])
