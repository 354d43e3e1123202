"""The judge of King beside the slow referee on any number of generated matches and faults.

From the repository: `PYTHONPATH=.:tests python -m oracle.king_runs --games 5000 --seed 7` prints every difference
with the replay that shows it, then what was raised how often, and how many revokes put into hands of Rifki without a
deal, and into hands of thirteen tricks without one, are proven; the exit status is 1 when there was a difference.
`--keep FOLDER` writes the replays that show a difference there.
"""

import argparse
import io
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from oracle import king
from oracle.agreement import WHOLE, Agreement
from oracle.kierki_matter import Match, Slip, write
from oracle.king_faults import OPERATORS, SLIPS
from oracle.king_games import FORCED, make_match, one_hand_of_rifki

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
    rifki: Counter[str] = field(default_factory=Counter)
    differences: list[tuple[Case, list[str]]] = field(default_factory=list)


def cases(games: int, seed: int) -> Iterator[Case]:
    """So many replays: some matches whole, most short, each with mutants and with others that hold a slip."""
    rng = random.Random(seed)
    made = 0
    turn = 0
    while made < games:
        turn += 1
        batch = rifki_cases(rng) if turn % 4 == 0 else match_cases(rng, whole=turn % 50 == 1, small=turn % 3 == 0)
        for case in batch[: games - made]:
            made += 1
            yield case


def match_cases(rng: random.Random, *, whole: bool, small: bool) -> list[Case]:
    """A match, mutants of it, and other matches that hold a slip."""
    match = make_match(rng, whole=whole, small=small and not whole)
    if not match.events:  # nothing could be chosen
        return []
    batch = [Case("right", write(match))]
    batch += mutants(rng, match, rng.sample(list(OPERATORS), 2 if whole else 7))
    for name in rng.sample(list(SLIPS), 1 if whole else 4):
        slip = Slip(name, rng.randrange(SLIPS[name]))
        slipped = make_match(rng, whole=False, slip=slip, small=rng.random() < 0.4)
        if slip.made:
            batch.append(Case(name, write(slipped)))
    return batch


def rifki_cases(rng: random.Random) -> list[Case]:
    """Hands of Rifki that end early, without a deal, right and with a revoke; and short matches with rare slips."""
    batch = []
    for name in ("", "revoke", "revoke", "revoke"):
        slip = Slip(name, rng.randrange(10))
        hand = one_hand_of_rifki(rng, slip)
        if slip.made or not name:
            batch.append(Case(f"rifki {name}".strip(), write(hand)))
    for name in ("revoke", *rng.sample(list(FORCED), 4)):
        slip = Slip(name, rng.randrange(8) if name == "revoke" else rng.randrange(2))
        match = make_match(rng, whole=False, slip=slip, only="rifki", small=True)
        if rng.random() < 0.7:
            for event in match.events:
                if event[0] == "deal":
                    event[2] = None
        if slip.made:
            batch.append(Case(name, write(match)))
    return batch


def mutants(rng: random.Random, match: Match, names: list[str]) -> list[Case]:
    changed = [(name, OPERATORS[name](rng, match)) for name in names]
    return [Case(name, write(mutant)) for name, mutant in changed if mutant]


def by_the_judge(text: str) -> Any:
    """The program's verdict of a text of one game."""
    (verdict,) = judge(reader.read(io.BytesIO(text.encode())), "generated.replay")
    return verdict


def plays_in(text: str) -> str:
    """The lines of plays; where they hold unknown cards, what could not be judged is not counted the same way."""
    return "\n".join(line for line in text.split("\n") if line.startswith('["m"'))


Row = tuple[int, str, str, int]


def differences(text: str, ours: king.Ruling | None = None, theirs: Any = None) -> list[str]:
    """Where the judge and the slow referee disagree on a replay, in words."""
    ours = ours or king.judge(text)
    theirs = theirs or by_the_judge(text)
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
    told = [
        ("verdict", ours.verdict, str(theirs.outcome)),
        ("complete", ours.complete, theirs.complete),
        ("totals", ours.totals, totals),
        ("winners", ours.winners, sheet.winners),
    ]
    if not ours.findings and "??" not in plays_in(text):
        told.append(("unverified", ours.unverified, theirs.unverified))
    return out + [f"{what} {its}, should be {mine}" for what, mine, its in told if mine != its]


def agreement(case: Case, ours: king.Ruling, theirs: Any = None) -> Agreement:
    """Whether the two agree on all of a case, and where they do not."""
    return Agreement(WHOLE, differences(case.text, ours, theirs))


def run(games: int, seed: int, *, compare: bool = True) -> Tally:
    """Compare so many generated replays; without `compare` the slow referee judges alone."""
    tally = Tally()
    for case in cases(games, seed):
        ours = king.judge(case.text)
        found = differences(case.text, ours) if compare else []
        tally.cases += 1
        tally.names.update(row.name for row in ours.findings)
        tally.faulty[case.made_by] += bool(ours.findings)
        if case.made_by.startswith("rifki"):
            tally.rifki[share(case.made_by, ours)] += 1
        if found:
            tally.differences.append((case, found))
    return tally


def thirteen_tricks(games: int, seed: int) -> Counter[str]:
    """How many revokes the judge proves where no deal is shown and every hand has all its cards laid."""
    rng = random.Random(seed)
    shares: Counter[str] = Counter()
    while shares.total() < games:
        slip = Slip("revoke", rng.randrange(10))
        match = make_match(rng, whole=False, slip=slip, only=rng.choice(["el", "erkek", "kiz", "koz"]), small=True)
        for event in match.events:
            if event[0] == "deal":
                event[2] = None
        text = write(match)
        if slip.made and cards_laid(text) <= {0, 52}:
            proven = any(row.rule.name == "revoke" for row in by_the_judge(text).findings)
            shares["proven" if proven else "not proven"] += 1
    return shares


def cards_laid(text: str) -> set[int]:
    """How many cards the hands of a replay have laid, each number once."""
    laid: list[int] = []
    for event in map(json.loads, text.splitlines()[1:]):
        if event[0] == "deal":
            laid.append(0)
        elif event[0] == "m":
            laid[-1] += sum(not token.endswith("$") for token in event[1].split())
    return set(laid)


def share(made_by: str, ours: king.Ruling) -> str:
    """How a hand of Rifki without a deal was judged."""
    names = {row.name for row in ours.findings}
    if made_by == "rifki":
        return "clean ones accused" if names else "clean ones not accused"
    if ours.by_counting:
        return "revokes proven by counting"
    return "revokes proven directly" if "revoke" in names else "revokes not proven"


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
    whole = thirteen_tricks(wishes.games // 10, wishes.seed)
    counted = {"raised": tally.names, "faulty": tally.faulty, "rifki": tally.rifki, "thirteen tricks": whole}
    for title, counts in counted.items():
        lines.append(f"{title}: " + ", ".join(f"{name} {count}" for name, count in sorted(counts.items())))
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main())
