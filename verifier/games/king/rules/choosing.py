"""Choosing: who chooses, what may still be chosen, and what a contract line must say."""

from typing import Final

from verifier.cards import SEATS, SUITS
from verifier.finding import Fact, FaultClass, Finding, Place, Rule
from verifier.games.king.choices import CONTRACTS, KOZ, Choices, Limit
from verifier.games.king.contracts import COUNTED, TRUMPS, quotas_of
from verifier.games.king.house import HouseRules
from verifier.games.record import UNKNOWN_CONTRACT
from verifier.games.report import Report

WRONG_CHOOSER = Rule("KNG101", "wrong-chooser", FaultClass.ILLEGAL, "Another player's turn to choose", "K9", "L7")
CHOOSER_ROTATION_SHIFTED = Rule(
    "KNG102", "chooser-rotation-shifted", FaultClass.ILLEGAL, "The turn to choose is shifted from here on", "K9", "L7"
)
LEAD_BEFORE_CHOICE = Rule(
    "KNG103", "lead-before-choice", FaultClass.ILLEGAL, "A card before the contract is chosen", "K22", "L9"
)
CONTRACT_CHANGED = Rule("KNG104", "contract-changed", FaultClass.ILLEGAL, "A second, different contract", "K20", None)
TRUMP_SUIT_MISSING = Rule(
    "KNG105", "trump-suit-missing", FaultClass.ILLEGAL, "Trumps are chosen without a suit", "K18", "L23"
)
TRUMP_SUIT_ON_PENALTY = Rule(
    "KNG106", "trump-suit-on-penalty", FaultClass.ILLEGAL, "A trump suit in a penalty hand", "K18", "L11"
)
PENALTY_CHOSEN_TWICE = Rule(
    "KNG111", "penalty-chosen-twice", FaultClass.ILLEGAL, "A penalty that the player has chosen before", "K12", "L7"
)
PENALTY_QUOTA_EXCEEDED = Rule(
    "KNG112", "penalty-quota-exceeded", FaultClass.ILLEGAL, "More penalties than a player may choose", "K12", "L7"
)
PENALTY_TABLE_LIMIT = Rule(
    "KNG113", "penalty-table-limit", FaultClass.ILLEGAL, "A penalty chosen too often at the table", "K12", None
)
TRUMP_QUOTA_EXCEEDED = Rule(
    "KNG114", "trump-quota-exceeded", FaultClass.ILLEGAL, "More trumps than a player may choose", "K13", "L7"
)
TRUMP_IN_OPENING_ROUND = Rule(
    "KNG115", "trump-in-opening-round", FaultClass.ILLEGAL, "Trumps chosen in the first four hands", "K15", None
)
TRUMP_SUIT_TABLE_LIMIT = Rule(
    "KNG116", "trump-suit-table-limit", FaultClass.ILLEGAL, "A trump suit named too often at the table", "K19", None
)
REDEAL_NOT_IN_RULES = Rule(
    "KNG303", "redeal-not-in-rules", FaultClass.ILLEGAL, "A second deal before any card was played", "K21", None
)
EXTRA_HAND = Rule("KNG304", "extra-hand", FaultClass.BOOKS, "A hand after the last one of the match", "K49", "L25")
UNKNOWN_DEALER_IGNORED = Rule(
    "KNG903", "unknown-dealer-ignored", FaultClass.NOTICE, "The dealer is no seat of the table", "K5", None
)

CHOOSING_RULES = (
    WRONG_CHOOSER,
    CHOOSER_ROTATION_SHIFTED,
    LEAD_BEFORE_CHOICE,
    CONTRACT_CHANGED,
    TRUMP_SUIT_MISSING,
    TRUMP_SUIT_ON_PENALTY,
    PENALTY_CHOSEN_TWICE,
    PENALTY_QUOTA_EXCEEDED,
    PENALTY_TABLE_LIMIT,
    TRUMP_QUOTA_EXCEEDED,
    TRUMP_IN_OPENING_ROUND,
    TRUMP_SUIT_TABLE_LIMIT,
    REDEAL_NOT_IN_RULES,
    EXTRA_HAND,
    UNKNOWN_DEALER_IGNORED,
)

BROKEN_LIMITS: Final[dict[Limit, tuple[Rule, str | None]]] = {
    Limit.PENALTY_TWICE: (PENALTY_CHOSEN_TWICE, None),
    Limit.PENALTY_QUOTA: (PENALTY_QUOTA_EXCEEDED, None),
    Limit.PENALTY_TABLE: (PENALTY_TABLE_LIMIT, "penalty_table_limit"),
    Limit.TRUMP_QUOTA: (TRUMP_QUOTA_EXCEEDED, None),
    Limit.TRUMP_OPENING: (TRUMP_IN_OPENING_ROUND, "opening_round_penalty_only"),
    Limit.SUIT_TABLE: (TRUMP_SUIT_TABLE_LIMIT, "trump_suit_table_limit"),
}
"""The rule of each limit, and the house rule that sets it where it is not the text's."""


def check_name(name: str, seat: int | None, place: Place, report: Report) -> bool:
    """Report a contract that is none of the seven; return whether it is one. King K11."""
    if name in COUNTED:
        return True
    report.add(UNKNOWN_CONTRACT, place, seat, claimed=name, known=[*COUNTED])
    return False


def check_suit(contract: str, suit: str | None, seat: int | None, place: Place, report: Report) -> None:
    """Report trumps without a suit, or a suit without trumps. King K18."""
    if contract == TRUMPS and suit is None:
        report.add(TRUMP_SUIT_MISSING, place, seat)
    elif contract != TRUMPS and suit is not None:
        report.add(TRUMP_SUIT_ON_PENALTY, place, seat, contract=contract, suit=suit)


def check_change(
    first: tuple[int | None, str, str | None], second: tuple[int | None, str, str | None], place: Place, report: Report
) -> None:
    """Report a second contract line that says something else; the first stands. King K20.

    Both are chooser, contract and suit, None where the line has none. A suit that was missing may come later, and the
    same line again changes nothing.
    """
    (chooser, contract, suit), (seat, name, new_suit) = first, second
    same_seat = seat is None or chooser in {None, seat}
    if name != contract or not same_seat or (new_suit is not None and suit not in {None, new_suit}):
        report.add(CONTRACT_CHANGED, place, seat, first=contract, second=name, suit=new_suit)


def check_chooser(chooser: int, due: int, place: Place, report: Report) -> Finding | None:
    """Report a chooser whose turn it is not; return the finding. King K9."""
    if chooser == due:
        return None
    return report.add(WRONG_CHOOSER, place, chooser, due=SEATS[due])


def check_shift(run: list[tuple[int, Finding]], report: Report) -> None:
    """Replace the wrong choosers of the log's last hands, where two or more share one offset, by a single finding.

    King section 5b: the turn has been shifted, and nobody chose against it since.
    """
    if len(run) < 2:
        return
    report.withdraw(finding for _, finding in run)
    offset, first = run[0]
    report.add(CHOOSER_ROTATION_SHIFTED, first.place, first.seat, seats=offset, hands=len(run))


def check_quota(
    choices: Choices,
    seat: int | None,
    contract: str,
    suit: str | None,
    hand: int,
    house: HouseRules,
    place: Place,
    report: Report,
) -> None:
    """Report a choice that the player or the table has no right to any more, one name a contract. King K12 to K19.

    `seat` is None where nobody can say who chose: only what is against the limits whoever it was is judged.
    """
    name, trumps = CONTRACTS.index(contract), -1 if suit is None else SUITS.index(suit)
    limit = choices.broken(-1 if seat is None else seat, name, trumps, hand, quotas_of(house))
    if limit is Limit.NONE:
        return
    rule, option = BROKEN_LIMITS[limit]
    value: Fact = None if option is None else getattr(house, option)
    facts: dict[str, Fact] = {}
    if limit is Limit.PENALTY_QUOTA:
        chosen = 0 if seat is None else choices.penalties(seat)
        facts = {"contract": contract, "chosen": chosen, "quota": house.penalties_per_player}
    elif limit is Limit.TRUMP_QUOTA:
        chosen = 0 if seat is None else choices.chosen(seat, KOZ)
        facts = {"chosen": chosen, "quota": house.trumps_per_player}
    elif limit is Limit.TRUMP_OPENING:
        facts = {"hand": hand}
    elif limit is Limit.SUIT_TABLE:
        facts = {"suit": suit, "chosen": choices.suit_times(trumps), "limit": value}
    elif limit is Limit.PENALTY_TABLE:
        facts = {"contract": contract, "chosen": choices.times(name), "limit": value}
    else:
        facts = {"contract": contract}
    report.add(rule, place, seat, option=None if option is None else (option, value), facts=facts)
