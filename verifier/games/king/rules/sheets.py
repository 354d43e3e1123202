"""Score sheets: points without plays, held against what their contract can bring (King 6.9 and section 3)."""

from verifier.finding import Fact, FaultClass, Place, Rule
from verifier.games.king.contracts import COUNTED, constant, unit_of, units_in
from verifier.games.king.house import HouseRules
from verifier.games.report import Report
from verifier.sheet import Cells

WRONG_CONTRACT_ENFORCED = Rule(
    "KNG302", "wrong-contract-enforced", FaultClass.RULING, "The points are those of another contract", "K11", "L14"
)
SHEET_NOT_A_MULTIPLE = Rule(
    "KNG501",
    "sheet-not-a-multiple",
    FaultClass.BOOKS,
    "Points that are no multiple of the contract's unit",
    "K38",
    "L14",
)
SHEET_OUT_OF_RANGE = Rule(
    "KNG502", "sheet-out-of-range", FaultClass.BOOKS, "More points than one player can get", "K38", "L14"
)
SHEET_SUM_IMPOSSIBLE = Rule(
    "KNG503", "sheet-sum-impossible", FaultClass.BOOKS, "Points that do not add up to the contract's sum", "K38", "L14"
)

SHEET_RULES = (WRONG_CONTRACT_ENFORCED, SHEET_NOT_A_MULTIPLE, SHEET_OUT_OF_RANGE, SHEET_SUM_IMPOSSIBLE)


def check_sheet(written: Cells, contract: str, house: HouseRules, place: Place, report: Report) -> None:
    """Report points that no hand of this contract gives, one name a line. King section 3, 5c, 5d."""
    unit, whole = unit_of(contract, house), constant(contract, house)
    facts: dict[str, Fact] = {"contract": contract, "recorded": [*written], "unit": unit, "sum": whole}
    wrong = fault_of(written, contract, house)
    if wrong is None:
        return
    others = [
        name for name in COUNTED if name != contract and None not in written and not fault_of(written, name, house)
    ]
    if others:
        report.add(WRONG_CONTRACT_ENFORCED, place, facts=facts, fits=others)
    else:
        report.add(wrong, place, facts=facts)


def fault_of(written: Cells, contract: str, house: HouseRules) -> Rule | None:
    """Return what is wrong with points as those of a contract, None where they may be right."""
    unit, units = unit_of(contract, house), units_in(contract)
    cells = [cell for cell in written if cell is not None]
    if any(cell % unit if unit else cell for cell in cells):
        return SHEET_NOT_A_MULTIPLE
    if any(not 0 <= cell // unit <= units for cell in cells if unit):
        return SHEET_OUT_OF_RANGE
    whole = constant(contract, house)
    if len(cells) == len(written) and sum(cells) != whole:
        return SHEET_SUM_IMPOSSIBLE
    return None
