"""Cards that seats owe the stock: for a seven, a joker, a challenge or a catch, and what becomes of it."""

from oracle.kings_reverse_deal import Found
from oracle.kings_reverse_table import Debt, Table

COUNT_FAULTS = {
    "catch": "one-card-penalty-wrong-count",
    "seven": "seven-wrong-draw-count",
    "turn-up": "seven-wrong-draw-count",
    "joker": "joker-wrong-draw-count",
    "challenge": "challenge-wrong-draw-count",
}
"""How a wrong number is called for each cause. The cause "ruled" is a challenge ruled wrongly: nothing is counted."""

UNDRAWN = COUNT_FAULTS | {"catch": "one-card-penalty-not-served", "turn-up": "turn-up-effect-not-applied"}
"""How it is called where nothing was drawn."""


def owe(table: Table, seat: str, cause: str, number: int) -> None:
    """A seat must draw; a catch is served first."""
    debt = table.debts.setdefault(seat, Debt([]))
    if debt.parts and debt.drawn >= debt.due():
        # What was drawn too much for the last one stays too much.
        table.found += misdrawn(table, seat, debt, debt.drawn_at)
        table.debts[seat] = debt = Debt([])
    debt.parts.append((cause, number))
    debt.short = table.stock.count <= 0
    debt.parts.sort(key=lambda part: part[0] != "catch")


def drop(table: Table, seat: str | None, causes: set[str]) -> None:
    """A debt lapses."""
    if seat in table.debts:
        debt = table.debts[seat]
        debt.parts = [part for part in debt.parts if part[0] not in causes]
        if not debt.parts:
            del table.debts[seat]


def settle(table: Table, event: int, by: str | None) -> None:
    """Somebody acts: whatever is owed must have been drawn. A skipped seat that acts without drawing owes no more."""
    for seat, debt in list(table.debts.items()):
        del table.debts[seat]
        if seat == by and not debt.drawn:
            debt.parts = [part for part in debt.parts if part[0] == "catch"]
        for one in misdrawn(table, seat, debt, event):
            table.found.append(one)
            table.stock.doubtful = True
    if table.unsettled:
        table.stop()


def misdrawn(table: Table, seat: str, debt: Debt, event: int, *, at_end: bool = False) -> list[Found]:
    """What is wrong with the number of cards a seat drew."""
    quiet = debt.quiet or any(cause == "ruled" for cause, _ in debt.parts)
    if debt.quiet or debt.drawn == debt.due():
        return []
    if debt.drawn > debt.due():
        if quiet:
            return []
        return [Found(debt.drawn_at, COUNT_FAULTS[debt.parts[-1][0]], seat)]
    if debt.short or table.stock.count <= 0:
        return []
    if table.unsure_pack():
        table.unverified += 1
        table.unsettled = not at_end
        return []
    found = []
    left = debt.drawn
    for cause, number in debt.parts:
        got = min(number, left)
        left -= got
        if got < number and cause != "ruled":
            name = COUNT_FAULTS[cause] if got else "last-card-draw-missing" if at_end else UNDRAWN[cause]
            found.append(Found(debt.drawn_at if got else event, name, seat))
    return found
