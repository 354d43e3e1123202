"""The points of a deal against what the table wrote, and how a wrong entry may have come about."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from verifier.finding import Fact
from verifier.games.books import fits
from verifier.games.kierki.deals import DealType, is_penalty
from verifier.games.kierki.house import HouseRules
from verifier.games.kierki.scoring import constant, scale_of
from verifier.games.tricks.items import count_items, total_points
from verifier.games.tricks.points import common_slips, is_permuted, sum_is_wrong
from verifier.games.tricks.table import Trick
from verifier.sheet import Cells

CARDS_IN_TRICK = 4


def diagnose(
    written: Cells,
    true: Sequence[int],
    deal: DealType,
    tricks: Sequence[Trick],
    house: HouseRules,
    before: Cells | None,
) -> dict[str, Fact]:
    """Return what explains all the written cells, if one thing does: `diagnosis` and what belongs to it."""
    slip = common_slips(written, true, before)
    if slip is not None:
        return {"diagnosis": slip}
    for key, points, more in explanations(deal, tricks, house):
        if fits(written, points):
            return {"diagnosis": key, **more}
    if is_permuted(written, true):
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
