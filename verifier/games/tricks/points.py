"""Written points of a hand of tricks against the audited ones."""

from collections.abc import Callable, Sequence

from verifier.cards import SEATS
from verifier.finding import Fact, Place
from verifier.games.books import POINTS_WRONG, fits
from verifier.games.report import Report
from verifier.sheet import Cells

Explain = Callable[[list[int]], dict[str, Fact]]
"""From the true points to what explains the written ones: `diagnosis` and what belongs to it."""


def check_points(
    written: Cells,
    true: list[int] | None,
    consequences: Sequence[Sequence[int]],
    whole: int,
    contract: str,
    explain: Explain,
    place: Place,
    report: Report,
) -> None:
    """Report written points that are not the `true` ones.

    Those of `consequences` follow from a fault named already. Where nobody can say who took what (`true` is None), only
    the sum is judged: it must be `whole`. Findings section 2; King section 8.
    """
    if true is None:
        if sum_is_wrong(written, whole):
            accuse(written, None, contract, {"diagnosis": "sum-impossible", "sum": whole}, place, report)
    elif not any(fits(written, points) for points in (true, *consequences)):
        accuse(written, true, contract, explain(true), place, report)


def sum_is_wrong(written: Cells, whole: int) -> bool:
    """Tell whether all points are written and do not add up to the hand's constant."""
    cells = [cell for cell in written if cell is not None]
    return len(cells) == len(written) and sum(cells) != whole


def common_slips(written: Cells, true: Sequence[int], before: Cells | None) -> str | None:
    """Return what explains all written cells without a look at the cards; `before` are the points of the last hand."""
    if before is not None:
        added = [None if cell is None or old is None else cell - old for cell, old in zip(written, before, strict=True)]
        if None not in added and fits(added, true):
            return "carry-over"
    return "sign-flipped" if fits(written, [-points for points in true]) else None


def is_permuted(written: Cells, true: Sequence[int]) -> bool:
    """Tell whether the right numbers stand at other seats."""
    cells = [cell for cell in written if cell is not None]
    return len(cells) == len(true) and sorted(cells) == sorted(true)


def accuse(
    written: Cells, true: list[int] | None, contract: str, why: dict[str, Fact], place: Place, report: Report
) -> None:
    """Report wrong points, with the true ones where they are known."""
    wrong = [] if true is None else [seat for seat, cell in enumerate(written) if cell not in {None, true[seat]}]
    report.add(
        POINTS_WRONG,
        place,
        recorded=[*written],
        audited=true,
        contract=contract,
        wrong=[SEATS[seat] for seat in wrong],
        facts=why,
    )
