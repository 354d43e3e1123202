"""The points of a hand against what the table wrote, and how a wrong entry may have come about."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from verifier.cards import SEATS
from verifier.finding import Fact, Place
from verifier.games.books import POINTS_WRONG, fits
from verifier.games.kierki.deals import CONTRACT_NAMES, DealType, is_penalty
from verifier.games.kierki.house import HouseRules
from verifier.games.kierki.scoring import LOTTERY_AWARDS, constant, hand_points, scale_of
from verifier.games.report import Report
from verifier.games.tricks.items import count_items, total_points
from verifier.games.tricks.table import Trick
from verifier.sheet import Cells

CARDS_IN_TRICK = 4


def check_points(
    written: Cells,
    deal: DealType,
    consequences: Sequence[Sequence[int]],
    tricks: Sequence[Trick],
    house: HouseRules,
    before: Cells | None,
    place: Place,
    report: Report,
) -> None:
    """Report written points that are not those of the tricks.

    Those of `consequences` follow from a fault named already: the recorded takers, a contract named by mistake. With an
    uncertain taker only the sum is judged. `before` is what the table wrote for the last hand. Kierki K-R9 to K-R15,
    K-O9, section 7.8.
    """
    true = hand_points(deal, tricks, house, recorded=False)
    if true is None:
        check_sum(written, constant(deal, house), deal, place, report)
        return
    if any(fits(written, points) for points in (true, *consequences)):
        return
    accuse(written, true, deal, diagnose(written, true, deal, tricks, house, before), place, report)


def sum_is_wrong(written: Cells, whole: int) -> bool:
    """Tell whether all points are written and do not add up to the deal's constant (Kierki, section 3)."""
    cells = [cell for cell in written if cell is not None]
    return len(cells) == len(written) and sum(cells) != whole


def diagnose(
    written: Cells,
    true: Sequence[int],
    deal: DealType,
    tricks: Sequence[Trick],
    house: HouseRules,
    before: Cells | None,
) -> dict[str, Fact]:
    """Return what explains all the written cells, if one thing does: `diagnosis` and what belongs to it."""
    if before is not None:
        added = [None if cell is None or old is None else cell - old for cell, old in zip(written, before, strict=True)]
        if None not in added and fits(added, true):
            return {"diagnosis": "carry-over"}
    if fits(written, [-points for points in true]):
        return {"diagnosis": "sign-flipped"}
    for key, points, more in explanations(deal, tricks, house):
        if fits(written, points):
            return {"diagnosis": key, **more}
    cells = [cell for cell in written if cell is not None]
    if len(cells) == len(true) and sorted(cells) == sorted(true):
        return {"diagnosis": "seats-permuted"}
    if sum_is_wrong(written, constant(deal, house)):
        return {"diagnosis": "sum-impossible", "sum": constant(deal, house)}
    return {"diagnosis": None}


def explanations(
    deal: DealType, tricks: Sequence[Trick], house: HouseRules
) -> Iterator[tuple[str, list[int], dict[str, Fact]]]:
    """Yield the ways in which a deal's points are commonly got wrong: a key, the points, and what it is about."""
    counts = count_items(tricks, house.deal6_tricks, recorded=False)
    if counts is None or not is_penalty(deal):
        return
    scale = scale_of(deal, house)
    used = [name for name, points in scale._asdict().items() if points]
    for name in ("trick", "punished"):
        wrong = scale._replace(**{name: scale._asdict()[name] * CARDS_IN_TRICK})
        yield "per-card-multiplied", total_points(counts, wrong), {"item": name}
    if scale.punished:
        for pair in combinations(range(1, len(tricks) + 1), 2):
            other = count_items(tricks, pair, recorded=False) or []
            yield "wrong-trick-pair", total_points(other, scale), {"tricks": [*pair]}
    for name in used if len(used) > 1 else ():
        for key, factor in (("item-missing", 0), ("item-doubled", 2)):
            wrong = scale._replace(**{name: scale._asdict()[name] * factor})
            yield key, total_points(counts, wrong), {"item": name}


def check_awards(written: Cells, true: list[int] | None, place: Place, report: Report) -> None:
    """Report written awards of the lottery that are not those of the first and second seat out.

    Where nobody can say who was out (`true` is None) only the sum is judged. Kierki K-F10.
    """
    if true is None:
        check_sum(written, sum(LOTTERY_AWARDS), DealType.LOTTERY, place, report)
    elif not fits(written, true):
        accuse(written, true, DealType.LOTTERY, {"diagnosis": "award-wrong"}, place, report)


def check_sum(written: Cells, whole: int, deal: DealType, place: Place, report: Report) -> None:
    """Report points that do not add up to the deal's constant, where a taker is uncertain. King section 8."""
    if sum_is_wrong(written, whole):
        accuse(written, None, deal, {"diagnosis": "sum-impossible", "sum": whole}, place, report)


def accuse(
    written: Cells, true: list[int] | None, deal: DealType, why: dict[str, Fact], place: Place, report: Report
) -> None:
    """Report wrong points, with the true ones where they are known."""
    cells = enumerate(written) if true is not None else ()
    report.add(
        POINTS_WRONG,
        place,
        recorded=[*written],
        audited=true,
        contract=CONTRACT_NAMES[deal],
        wrong=[SEATS[seat] for seat, cell in cells if true is not None and cell is not None and cell != true[seat]],
        facts=why,
    )
