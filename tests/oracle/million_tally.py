"""Judging of one part of the large run by the program and by the slow referee, and the sums that are kept of it."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

from oracle.agreement import DEPTHS, VERDICT, WHOLE, Agreement
from oracle.million_matter import COURTS, Matter, hands_in, matter, of_maker
from oracle.strata import RARE_IN

from verifier.fuzz.operators.operator import Promise
from verifier.referee import judge_source

COLUMNS = ("replays", "hands", "faulty", "judged faulty", "missed", "false alarms", "differ", "promise broken", *DEPTHS)
"""What is counted of each maker; `faulty` by the slow referee, `judged faulty` by the program."""

MOST_TRIES = 20_000
"""How many tries a last part has at most; a maker that then still is short of its floor is told of."""


class Part(NamedTuple):
    """One part of a run: the game, the source, its number among the parts of both, the run's seed, so many hands.

    With a `maker` it is a last part: this maker alone, until so many replays are `faulty`, whatever the hands.
    """

    game: str
    source: str
    number: int
    seed: int
    hands: int
    maker: str = ""
    faulty: int = 0

    def key(self) -> str:
        """What names the part in a file."""
        return "/".join(map(str, self if self.maker else self[:5]))


@dataclass
class Sums:
    """What is counted: a row for each maker, names raised by the slow referee, rare states, replays that differ."""

    rows: dict[str, Counter[str]] = field(default_factory=dict)
    names: Counter[str] = field(default_factory=Counter)
    rare: Counter[str] = field(default_factory=Counter)
    glances: int = 0
    kept: list[tuple[str, str, str]] = field(default_factory=list)

    def add(self, other: "Sums") -> None:
        """Add the sums of another part."""
        for name, row in other.rows.items():
            self.rows.setdefault(name, Counter()).update(row)
        self.names.update(other.names)
        self.rare.update(other.rare)
        self.glances += other.glances
        self.kept += other.kept

    def total(self, column: str) -> int:
        """The sum of a column."""
        return sum(row[column] for row in self.rows.values())


def judge_part(part: Part) -> Sums:
    """Judge so many hands of a game and a source by both referees, or what one maker is short of."""
    sums, hands = Sums(), 0
    seed = f"{part.seed}/{part.game}/{part.source}/{part.number}"
    if part.maker:
        for try_ in islice(of_maker(part.game, part.source, f"{seed}/{part.maker}", part.maker), MOST_TRIES):
            if try_ is not None:
                weigh(part.game, try_, sums)
                if sums.rows[part.maker]["faulty"] >= part.faulty:
                    break
        return sums
    for one in matter(part.game, part.source, seed):
        hands += hands_in(one.text)
        weigh(part.game, one, sums)
        if hands >= part.hands:
            break
    return sums


def weigh(game: str, one: Matter, sums: Sums) -> None:
    """Judge one replay by both and count what comes of it; where one of them fails, the replay differs."""
    try:
        ours = COURTS[game].referee.judge(one.text)
        (theirs,) = judge_source([one.text.encode()], "generated.replay")
    except Exception as fault:  # noqa: BLE001 - whatever it is, it is told with the replay
        sums.rows.setdefault(one.made_by, Counter()).update(replays=1, hands=hands_in(one.text), differ=1)
        sums.kept.append((one.made_by, f"fails: {fault!r}", one.text))
        return
    agreement = agree(game, one, ours, theirs)
    row = sums.rows.setdefault(one.made_by, Counter())
    faulty, accused = bool(ours.findings), str(theirs.outcome) in {"faulty", "unreadable"}
    broken = promise_broken(one, ours)
    row["replays"] += 1
    row["hands"] += hands_in(one.text)
    row["faulty"] += faulty
    row["judged faulty"] += accused
    row["missed"] += bool(agreement.found) and faulty and not accused
    row["false alarms"] += bool(agreement.found) and accused and not faulty
    row["differ"] += bool(agreement.found)
    row["promise broken"] += bool(broken)
    row[agreement.depth] += not agreement.found
    sums.names.update(row.name for row in ours.findings)
    sums.glances += is_glanced(theirs)
    if ours.verdict != "unreadable":
        sums.rare.update(RARE_IN[game](one.text, ours, theirs))
    if agreement.found or broken:
        sums.kept.append((one.made_by, "; ".join([*agreement.found, *broken]), one.text))


def is_glanced(theirs: Any) -> bool:
    """Whether the program has seen at a glance that the game is clean, without judging it line by line."""
    return theirs.header is not None and type(theirs.sheet).__name__ == "GlancedSheet"


def agree(game: str, one: Matter, ours: Any, theirs: Any) -> Agreement:
    """How far both agree; what was seen at a glance must be what the judge says who reads line by line."""
    if ours.verdict == "unreadable":
        found = [] if str(theirs.outcome) == "unreadable" else [f"verdict {theirs.outcome}, should be unreadable"]
        return Agreement(VERDICT, found)
    runs = COURTS[game].runs
    agreement: Agreement = runs.agreement(runs.Case(one.made_by, one.text), ours, theirs)
    if is_glanced(theirs):
        judged = runs.by_the_judge(one.text)
        told = [(str(one.outcome), one.complete, one.sheet.totals, one.sheet.winners) for one in (theirs, judged)]
        if told[0] != told[1]:
            return Agreement(WHOLE, [*agreement.found, f"at a glance {told[0]}, judged {told[1]}"])
    return agreement


def promise_broken(one: Matter, ours: Any) -> list[str]:
    """What an operator has promised and the slow referee does not find."""
    if one.operator is None:
        return []
    promise, names = one.operator.promise, {row.name for row in ours.findings}
    wanted = {
        Promise.FAULTY: "faulty",
        Promise.SAME: "clean",
        Promise.OTHER: "clean",
        Promise.UNREADABLE: "unreadable",
    }.get(promise)
    if wanted is None:
        return []
    if ours.verdict != wanted:
        return [f"promised {wanted}, is {ours.verdict}"]
    if promise in {Promise.FAULTY, Promise.UNREADABLE} and not names & set(one.operator.names):
        return [f"promised {' or '.join(one.operator.names)}, has {' '.join(sorted(names))}"]
    return []
