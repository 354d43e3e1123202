"""The judge of Kierki beside the slow referee on any number of generated matches and faults.

From the repository: `PYTHONPATH=.:tests python -m oracle.kierki_runs --games 5000 --seed 7` prints every difference
with the replay that shows it, then what was raised how often; the exit status is 1 when there was a difference.
`--keep FOLDER` writes the replays that show a difference there.
"""

import argparse
import io
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from oracle import kierki
from oracle.agreement import WHOLE, Agreement
from oracle.kierki_faults import OPERATORS, SLIPS
from oracle.kierki_games import make_match
from oracle.kierki_matter import Match, Slip, write

from verifier.finding import FaultClass
from verifier.referee import judge
from verifier.replay import reader


class Case(NamedTuple):
    """A generated replay: how it was made, and its text."""

    made_by: str
    text: str


@dataclass
class Tally:
    """What a run met: cases, names raised, faulty mutants of each operator, differences with their replays."""

    cases: int = 0
    names: Counter[str] = field(default_factory=Counter)
    faulty: Counter[str] = field(default_factory=Counter)
    differences: list[tuple[Case, list[str]]] = field(default_factory=list)


def cases(games: int, seed: int) -> Iterator[Case]:
    """So many replays: some matches whole, most short, each with mutants and with others that hold a slip."""
    rng = random.Random(seed)
    operators = list(OPERATORS)
    made = 0
    while made < games:
        whole = made % 60 < 1
        match = make_match(rng, whole=whole)
        batch = [Case("right", write(match))]
        batch += mutants(rng, match, rng.sample(operators, 1 if whole else 8))
        for name in rng.sample(list(SLIPS), 1 if whole else 3):
            slip = Slip(name, rng.randrange(SLIPS[name]))
            slipped = make_match(rng, whole=False, slip=slip)
            if slip.made:
                batch.append(Case(name, write(slipped)))
        for case in batch[: games - made]:
            made += 1
            yield case


def mutants(rng: random.Random, match: Match, names: list[str]) -> list[Case]:
    changed = [(name, OPERATORS[name](rng, match)) for name in names]
    return [Case(name, write(mutant)) for name, mutant in changed if mutant]


def by_the_judge(text: str) -> Any:
    """The program's verdict of a text of one game."""
    (verdict,) = judge(reader.read(io.BytesIO(text.encode())), "generated.replay")
    return verdict


Row = tuple[int, str, str, int]


def differences(text: str, ours: kierki.Ruling | None = None, theirs: Any = None) -> list[str]:
    """Where the judge and the slow referee disagree on a replay, in words."""
    ours, theirs = ours or kierki.judge(text), theirs or by_the_judge(text)
    want: dict[Row, list[str]] = {}
    got: dict[Row, list[str]] = {}
    for row in ours.findings:
        want.setdefault((row.event, row.name, row.kind, row.hand), []).append(row.seat or "")
    for one in theirs.findings:
        if one.rule.fault_class is not FaultClass.NOTICE:
            place = one.place
            seat = "abcdefghijklmnop"[one.seat] if one.seat is not None else ""
            got.setdefault((place.event, one.rule.name, str(one.rule.fault_class), place.hand), []).append(seat)
    out = [f"the judge misses {row}" for row in sorted(want.keys() - got.keys())]
    out += [f"the judge accuses {row}" for row in sorted(got.keys() - want.keys())]
    out += [
        f"seat {' '.join(got[row])}, should be {' '.join(seats)}: {row}"
        for row, seats in want.items()
        if row in got and (all(seats) or len(seats) > 1) and sorted(got[row]) != sorted(seats)
    ]
    sheet = theirs.sheet
    totals = tuple(sheet.totals) if sheet.totals is not None else None
    for what, mine, its in (
        ("verdict", ours.verdict, str(theirs.outcome)),
        ("complete", ours.complete, theirs.complete),
        ("totals", ours.totals, totals),
        ("winners", ours.winners, sheet.winners),
    ):
        if mine != its:
            out.append(f"{what} {its}, should be {mine}")
    return out


def agreement(case: Case, ours: kierki.Ruling, theirs: Any = None) -> Agreement:
    """Whether the two agree on all of a case, and where they do not."""
    return Agreement(WHOLE, differences(case.text, ours, theirs))


def run(games: int, seed: int) -> Tally:
    """Compare so many generated replays."""
    tally = Tally()
    for case in cases(games, seed):
        ours = kierki.judge(case.text)
        found = differences(case.text, ours)
        tally.cases += 1
        tally.names.update(row.name for row in ours.findings)
        tally.faulty[case.made_by] += bool(ours.findings)
        if found:
            tally.differences.append((case, found))
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    wishes = parser.parse_args()
    tally = run(wishes.games, wishes.seed)
    lines = [f"{at}. {case.made_by}: {'; '.join(found)}" for at, (case, found) in enumerate(tally.differences)]
    if wishes.keep:
        wishes.keep.mkdir(parents=True, exist_ok=True)
        for at, (case, _) in enumerate(tally.differences):
            (wishes.keep / f"{wishes.seed}-{at}.replay").write_text(case.text, encoding="utf-8")
    lines.append(f"{tally.cases} replays, {len(tally.differences)} with a difference")
    lines.append("raised: " + ", ".join(f"{name} {count}" for name, count in sorted(tally.names.items())))
    lines.append("faulty: " + ", ".join(f"{name} {count}" for name, count in sorted(tally.faulty.items())))
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main())
