"""The points of a hand against what the table wrote, and how a wrong entry may have come about."""

from collections.abc import Iterator, Sequence

from verifier.finding import Fact
from verifier.games.books import fits
from verifier.games.king.contracts import COUNTED, constant, hand_points, scale_of, unit_of
from verifier.games.king.house import HouseRules
from verifier.games.tricks.items import Items, count_items, items_in, total, total_points
from verifier.games.tricks.points import common_slips, is_permuted, sum_is_wrong
from verifier.games.tricks.table import Trick
from verifier.sheet import Cells

OFF_BY_ONE = (11, 12)


def diagnose(
    written: Cells,
    true: Sequence[int],
    contract: str,
    tricks: Sequence[Trick],
    house: HouseRules,
    before: Cells | None,
) -> dict[str, Fact]:
    """Return what explains all the written cells, if one thing does: `diagnosis` and what belongs to it (King 5d)."""
    slip = common_slips(written, true, before)
    if slip is not None:
        return {"diagnosis": slip}
    for key, points, more in explanations(written, true, contract, tricks, house):
        if fits(written, points):
            return {"diagnosis": key, **more}
    if is_permuted(written, true):
        return {"diagnosis": "seats-permuted"}
    whole = constant(contract, house)
    return {"diagnosis": "sum-impossible", "sum": whole} if sum_is_wrong(written, whole) else {"diagnosis": None}


def explanations(
    written: Cells, true: Sequence[int], contract: str, tricks: Sequence[Trick], house: HouseRules
) -> Iterator[tuple[str, list[int], dict[str, Fact]]]:
    """Yield the ways in which a hand's points are commonly got wrong: a key, the points, and what it is about."""
    scale = scale_of(contract, house)
    over = [trick for trick in tricks if trick.over]
    cards = scale._replace(trick=0, punished=0)
    if any(cards):
        yield "credited-to-player-of-card", _by_players(over, cards), {}
    if contract == "soniki":
        yield "last-two-off-by-one", total_points(count_items(over, OFF_BY_ONE, recorded=False) or [], scale), {}
    yield "last-trick-missing", hand_points(contract, over[:-1], house, recorded=False) or [0] * 4, {}
    if contract in {"erkek", "kupa"}:
        counts = count_items(over, house.last_two, recorded=False) or []
        unit = unit_of(contract, house)
        yield "double-counted-KH", [total(one, scale) + unit * one.king_of_hearts for one in counts], {}
    other_unit = _other_unit(written, true, unit_of(contract, house))
    if other_unit is not None:
        yield "wrong-unit", [points // unit_of(contract, house) * other_unit for points in true], {"unit": other_unit}
    for other in COUNTED:
        if other != contract:
            points = hand_points(other, over, house, recorded=False)
            yield f"scored-as:{other}", points or [0] * 4, {"other": other}


def _by_players(tricks: Sequence[Trick], scale: Items) -> list[int]:
    """Return the points as if each card counted for who played it, not for who took it (K38)."""
    points = [0] * 4
    for trick in tricks:
        for play in trick.laid():
            points[play.seat] += total(items_in(trick.number, (play.card,), ()), scale)
    return points


def _other_unit(written: Cells, true: Sequence[int], unit: int) -> int | None:
    """Return the unit by which all written cells would be right, None where there is none."""
    for cell, points in zip(written, true, strict=True):
        if cell and points and unit:
            other, odd = divmod(cell, points // unit)
            return None if odd or other == unit else other
    return None
