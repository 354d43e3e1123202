"""The books of a game: points of hands, running totals, when the game ends and who has won (SCORE, GAME)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from oracle.kings_reverse_cards import MOST
from oracle.kings_reverse_deal import Found
from oracle.kings_reverse_reading import LETTERS, Event

Cells = Sequence[int | None]


@dataclass
class Counted:
    """What a hand came to: the audited cells, who went out, whether it was blocked, and what each cell can be."""

    cells: list[int | None]
    out: str | None
    blocked: bool
    bounds: list[tuple[int, int]] = field(default_factory=list)


def only_seat(wrong: list[int]) -> str | None:
    return LETTERS[wrong[0]] if len(wrong) == 1 else None


def judge_points(event: int, written: Cells, counted: Counted) -> list[Found]:
    """One finding at most for a line of points."""
    both = list(enumerate(zip(written, counted.cells, strict=True)))
    wrong = [at for at, (cell, right) in both if None not in {cell, right} and cell != right]
    missing = [at for at, (cell, right) in both if cell is None and right]
    bounds = counted.bounds or [(0, MOST)] * len(written)
    odd = [cell is not None and (cell % 5 > 0 or not bounds[at][0] <= cell <= bounds[at][1]) for at, (cell, _) in both]
    never = [at for at, (_, right) in both if right is None and odd[at]]
    if wrong:
        name = "points-wrong"
        if counted.out and [LETTERS[at] for at in wrong] == [counted.out]:
            name = "out-player-scored"
        elif counted.blocked and not any(written[at] for at in wrong):
            name = "blocked-hand-zero-given"
        return [Found(event, name, only_seat(wrong))]
    if missing:
        return [Found(event, "points-missing", only_seat(missing))]
    return [Found(event, "points-not-multiple-of-five", only_seat(never))] if never else []


@dataclass
class Books:
    """Totals so far, seat by seat: after the last written ones, as the sum of written points, and audited.

    `mended`: what the cards count where that is known, and what was written where it is not.
    """

    rules: dict[str, Any]
    chains: list[set[int]]
    written: list[int | None]
    audited: list[int | None]
    recorded: list[int | None]
    mended: list[int | None]
    any_record: bool = False
    winner_written: bool = False
    told: set[str] = field(default_factory=set)

    @classmethod
    def opened(cls, players: int, rules: dict[str, Any]) -> "Books":
        return cls(rules, [{0} for _ in range(players)], *([0] * players for _ in range(4)))

    def reached(self, totals: Cells) -> bool:
        return any(one is not None and one >= self.rules["target"] for one in totals)

    def judge_totals(
        self, event: int, line: Cells, points: Cells | None, counted: Cells, before: Cells = ()
    ) -> list[Found]:
        """Whether each total follows from what stood before the hand."""
        wrong = []
        for at, total in enumerate(line):
            bases = self.chains[at] | ({self.written[at], self.audited[at]} - {None})
            steps = {counted[at]} | ({points[at]} if points else set()) | ({before[at]} if before else set())
            right = {base + step for base in bases for step in steps - {None}}
            if total is not None and right and total not in right:
                wrong.append(at)
        return [Found(event, "totals-wrong", only_seat(wrong))] if wrong else []

    def end_of_hand(self, points: Cells | None, totals: Cells | None, counted: Cells) -> None:
        """Carry everything over to the next hand."""
        for at in range(len(self.recorded)):
            written = points[at] if points else None
            total = totals[at] if totals else None
            steps = {written, counted[at]} - {None}
            self.chains[at] = {base + step for base in self.chains[at] for step in steps}
            if total is not None:
                self.chains[at] = {total}
            before = self.written[at]
            self.written[at] = None if before is None or written is None else before + written
            base, step = self.audited[at], counted[at]
            self.audited[at] = None if base is None or step is None else base + step
            base, step = self.mended[at], counted[at] if counted[at] is not None else written
            self.mended[at] = total if base is None or step is None else base + step
            self.recorded[at] = self.told_total(at, total, written, counted[at])
        self.any_record |= points is not None or totals is not None

    def told_total(self, at: int, total: int | None, written: int | None, counted: int | None) -> int | None:
        before, step = self.recorded[at], written if written is not None else counted
        return total if total is not None else None if before is None or step is None else before + step

    def game_over(self) -> bool | None:
        """Whether the target has been reached by the records, and not denied by the audit."""
        if self.reached(self.recorded):
            return None not in self.audited and self.reached(self.audited) if None not in self.audited else True
        return False

    def judge_deal(self, event: int, *, first: bool) -> list[Found]:
        """A new hand: had the game ended?"""
        name = None
        if self.winner_written:
            name = "hand-after-game-end"
        elif not first and self.game_over():
            name = "game-end-missed"
        if name is None or name in self.told:
            return []
        self.told.add(name)
        return [Found(event, name, None)]

    def judge_winner(self, event: int, line: str) -> list[Found]:
        """A winner is declared: too early, or another has won."""
        self.winner_written = True
        known = None not in self.audited
        if not self.reached(self.recorded) and not self.reached(self.audited):
            unsure = None in self.recorded and not known
            return [] if unsure else [Found(event, "game-ended-early", None)]
        rights = [winners(one) for one in (self.recorded, self.audited, self.mended) if None not in one]
        if not rights or any(sorted(line) == sorted(right) for right in rights):
            return []
        part = any(line and set(line) < set(right) and len(set(line)) == len(line) for right in rights)
        return [Found(event, "co-winner-missing" if part else "winner-wrong", None)]


def winners(totals: Cells) -> str:
    """The seats with the lowest total (GAME-2, GAME-3)."""
    known = [one for one in totals if one is not None]
    return "".join(LETTERS[at] for at, one in enumerate(totals) if one == min(known))


def points_in(events: list[Event]) -> Cells | None:
    """The first line of points."""
    lines = [one.words[0] for one in events if one.kind == "points"]
    return lines[0] if lines else None


def totals_in(events: list[Event]) -> Cells | None:
    """The last line of totals."""
    lines = [one.words[0] for one in events if one.kind == "totals"]
    return lines[-1] if lines else None
