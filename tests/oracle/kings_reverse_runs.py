"""The judge of Kings Reverse beside the slow referee on any number of generated games and faults.

From the repository: `PYTHONPATH=.:tests python -m oracle.kings_reverse_runs --games 5000 --seed 7` prints every
difference with the replay that shows it, then which names were raised how often, how many replays of each maker were
faulty, and how often rare states were reached; the exit status is 1 when there was a difference. `--keep FOLDER`
writes the replays that show a difference there; with `--alone` the slow referee judges by itself.
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

from oracle import kings_reverse
from oracle.agreement import FIRST, OPEN, VERDICT, WHOLE, Agreement
from oracle.kierki_matter import Match, Slip, write
from oracle.kings_reverse_faults import OPERATORS, SLIPS
from oracle.kings_reverse_games import make_game


class Case(NamedTuple):
    """A generated replay: how it was made, and its text."""

    made_by: str
    text: str


@dataclass
class Tally:
    """What a run met: cases, names raised, faulty ones of each maker, rare states, differences with their replays."""

    cases: int = 0
    names: Counter[str] = field(default_factory=Counter)
    faulty: Counter[str] = field(default_factory=Counter)
    rare: Counter[str] = field(default_factory=Counter)
    accused: list[Case] = field(default_factory=list)
    differences: list[tuple[Case, list[str]]] = field(default_factory=list)


def cases(games: int, seed: int) -> Iterator[Case]:
    """So many replays: legal games, mutants of them, and games that hold a slip."""
    rng = random.Random(seed)
    made = turn = 0
    order: list[str] = []
    while made < games:
        turn += 1
        match = make_game(rng, hands=None if turn % 3 == 0 else 1)
        batch = [Case("right", write(match)), *mutants(rng, match, rng.sample(list(OPERATORS), 7))]
        for _ in range(8):
            order = order or rng.sample(list(SLIPS), len(SLIPS))
            batch += slipped(rng, order.pop())
        for case in batch[: games - made]:
            made += 1
            yield case


def mutants(rng: random.Random, match: Match, names: list[str]) -> list[Case]:
    changed = [(name, OPERATORS[name](rng, match)) for name in names]
    return [Case(name, write(mutant)) for name, mutant in changed if mutant]


def slipped(rng: random.Random, name: str) -> list[Case]:
    """A game with a slip; a few trials, for the moment may not come."""
    for _ in range(12):
        slip = Slip(name, rng.randrange(SLIPS[name]))
        match = make_game(rng, slip, hands=rng.choice([1, 1, 2]))
        if slip.made:
            return [Case(name, write(match))]
    return []


def by_the_judge(text: str) -> Any:
    """The program's verdict of a text of one game."""
    from verifier.referee import judge  # noqa: PLC0415 - the slow referee alone needs no program
    from verifier.replay import reader  # noqa: PLC0415

    (verdict,) = judge(reader.read(io.BytesIO(text.encode())), "generated.replay")
    return verdict


Row = tuple[int, str, str, int]

OPEN_NOTICES = {"unfinished-game", "deal-missing", "superfluous-call"}
"""Notices about the log as a whole, and the one that hangs on what a call was meant for."""

ALONE = {"challenge-by-wrong-player", "challenge-too-late", "challenge-of-non-joker", "joker-taken-back-wrongly"}
"""Faults after which the table's own way stands: whether a joker was caught there, nobody can tell."""

TANGLED = {
    "two faults",
    "an act after a special card",
    "turned-up seven half applied",
    "books moved",
    "turn-up ignored",
    "another verdict",
}
"""Makers of which one fault hangs on the other: only the verdict is compared."""

TURN_FAULTS = {
    "out-of-turn",
    "skip-applied-wrongly",
    "skip-not-applied",
    "second-action-in-turn",
    "finished-player-skipped-wrongly",
    "acted-after-passing-out",
}
MANY = 3
"""So many of these in a replay, and the table goes another way than the rules: which, its acts tell in several ways."""

KING_FAULTS = {"king-not-reversed", "turn-up-effect-not-applied"}

LOOSE = {"another starts", "king noticed late", "a gift to oneself", "a gift twice", "turned-up seven half applied"}
"""Slips after which the table's way can be read in more than one manner: only the first fault is compared."""


def provable(ours: kings_reverse.Ruling, theirs: Any) -> list[Any]:
    """The slow referee's faults without totals that follow a hand of which nobody knows what it brought."""
    found = {(one.place.event, one.rule.name) for one in theirs.findings}
    unknown = theirs.sheet.totals is None
    return [
        row
        for row in ours.findings
        if not (unknown and row.name == "totals-wrong" and (row.event, row.name) not in found)
    ]


def first_faults(text: str, ours: kings_reverse.Ruling | None = None, theirs: Any = None) -> list[str]:
    """Where the two disagree on the first fault of a replay and on the verdict, in words.

    What follows a token put in, left out or changed is open to more than one reading: the first fault is not.
    """
    ours = ours or kings_reverse.judge(text)
    theirs = theirs or by_the_judge(text)
    want = [(row.event, row.name) for row in provable(ours, theirs)]
    got = [(one.place.event, one.rule.name) for one in theirs.findings if str(one.rule.fault_class) != "notice"]
    first = min((event for event, _ in (*want, *got)), default=0)
    here = [sorted(row for row in rows if row[0] == first) for rows in (want, got)]
    out = [] if here[0] == here[1] else [f"first the judge finds {here[1]}, should be {here[0]}"]
    if bool(want) != (str(theirs.outcome) == "faulty"):
        out.append(f"verdict {theirs.outcome}, should be {ours.verdict}")
    return out


def differences(text: str, ours: kings_reverse.Ruling | None = None, theirs: Any = None) -> list[str]:
    """Where the judge and the slow referee disagree on a replay, in words."""
    ours = ours or kings_reverse.judge(text)
    theirs = theirs or by_the_judge(text)
    want: Counter[Row] = Counter((row.event, row.name, row.kind, row.hand) for row in provable(ours, theirs))
    seats = {(row.event, row.name, row.kind, row.hand): row.seat for row in ours.findings}
    got: Counter[Row] = Counter()
    notices: Counter[tuple[str, int]] = Counter()
    their_seats: dict[Row, str | None] = {}
    for one in theirs.findings:
        row = (one.place.event, one.rule.name, str(one.rule.fault_class), one.place.hand)
        if row[2] == "notice":
            notices[one.rule.name, one.place.event] += 1
        else:
            got[row] += 1
            their_seats[row] = "abcdefghijklmnop"[one.seat] if one.seat is not None else None
    out = [f"the judge misses {row}" for row in sorted((want - got).elements())]
    out += [f"the judge accuses {row}" for row in sorted((got - want).elements())]
    out += [
        f"seat {their_seats[row]}, should be {seats[row]}: {row}"
        for row in seats
        if row in their_seats and their_seats[row] != seats[row] and (seats[row] or row[2] != "impossible")
    ]
    mine = Counter((row.name, row.event) for row in ours.notices if row.name not in OPEN_NOTICES)
    notices = Counter({row: count for row, count in notices.items() if row[0] not in OPEN_NOTICES})
    shuffled = '"reshuffle"' in text.split("\n", 1)[0]
    if not (shuffled or ours.unverified or theirs.unverified or any(name in ALONE for _, name, _, _ in want)):
        out += [f"the judge does not notice {row}" for row in sorted((mine - notices).elements())]
        out += [f"the judge notices {row}" for row in sorted((notices - mine).elements())]
    sheet = theirs.sheet
    totals = tuple(sheet.totals) if sheet.totals is not None else None
    told = [
        ("verdict", ours.verdict if want or not ours.findings else str(theirs.outcome), str(theirs.outcome)),
        ("complete", ours.complete, theirs.complete),
        ("totals", ours.totals, totals),
        ("winners", ours.winners, sheet.winners),
    ]
    if ours.unverified or theirs.unverified:
        # Each gives up a hand where it sees that the stock cannot be told from empty; what is left differs.
        told = [row for row in told if row[0] == "verdict"]
    return out + [f"{what} {its}, should be {own}" for what, own, its in told if own != its]


def is_tangled(case: Case, names: set[str]) -> bool:
    """Tell whether faults hang together so that what follows the first can be read in more than one way."""
    made_by_text = case.made_by in OPERATORS
    return (
        "reshuffle-not-allowed" in names
        or bool(names & ALONE and (made_by_text or "finished-player-skipped-wrongly" in names))
        or ("joker-taken-back-wrongly" in names and "%" in case.text)
        or (case.made_by == "king noticed late" and len(names & KING_FAULTS) > 0 and "K" in up_card(case.text))
    )


def goes_its_own_way(ours: kings_reverse.Ruling) -> bool:
    """Tell whether a table has handled a joker without right, ignored a king, or lost count of whose turn it is."""
    names = [row.name for row in ours.findings]
    return bool({*names} & (ALONE | KING_FAULTS)) or sum(name in TURN_FAULTS for name in names) >= MANY


def up_card(text: str) -> str:
    """The cards turned up in the hands of a replay."""
    deals = [json.loads(line) for line in text.splitlines() if line.startswith('["deal"')]
    return "".join(deal[3] or "" for deal in deals if len(deal) > 3)


def agreement(case: Case, ours: kings_reverse.Ruling, theirs: Any = None) -> Agreement:
    """How far the two agree on a case, and where they do not."""
    theirs = theirs or by_the_judge(case.text)
    found = differences(case.text, ours, theirs)
    if not found:
        return Agreement(WHOLE, [])
    names = {row.name for row in ours.findings}
    depth = WHOLE
    if case.made_by in OPERATORS or case.made_by in LOOSE or (case.made_by not in SLIPS and goes_its_own_way(ours)):
        depth, found = FIRST, first_faults(case.text, ours, theirs)
    if case.made_by in TANGLED or is_tangled(case, names):
        depth, found = VERDICT, [one for one in found if one.startswith("verdict")]
    if case.made_by == "another verdict" and names == {"challenge-wrong-verdict"}:
        # Where the log ends before the table has carried it out, the verdict may not be settled.
        depth, found = OPEN, []
    if "pass-without-drawing" in names and '"reshuffle"' in case.text.split("\n", 1)[0]:
        # Whether a seat must draw before the discards are shuffled in, the rules leave open.
        depth, found = OPEN, []
    return Agreement(depth, found)


def run(games: int, seed: int, *, compare: bool = True) -> Tally:
    """Compare so many generated replays; without `compare` the slow referee judges alone."""
    tally = Tally()
    for case in cases(games, seed):
        ours = kings_reverse.judge(case.text)
        found = agreement(case, ours).found if compare else []
        tally.cases += 1
        tally.names.update(row.name for row in (*ours.findings, *ours.notices))
        tally.faulty[case.made_by] += bool(ours.findings)
        tally.rare += ours.rare
        if case.made_by == "right" and (ours.findings or ours.unverified):
            tally.accused.append(case)
        if found:
            tally.differences.append((case, found))
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--alone", action="store_true", help="the slow referee judges by itself")
    wishes = parser.parse_args()
    tally = run(wishes.games, wishes.seed, compare=not wishes.alone)
    lines = [f"{at}. {case.made_by}: {'; '.join(found)}" for at, (case, found) in enumerate(tally.differences)]
    if wishes.keep:
        wishes.keep.mkdir(parents=True, exist_ok=True)
        shown = [*(case for case, _ in tally.differences), *tally.accused]
        for at, case in enumerate(shown):
            (wishes.keep / f"{wishes.seed}-{at}.replay").write_text(case.text, encoding="utf-8")
    lines.append(f"{tally.cases} replays, {len(tally.differences)} with a difference")
    lines.append(f"{len(tally.accused)} legal games accused")
    for title, counts in {"raised": tally.names, "faulty": tally.faulty, "rare": tally.rare}.items():
        lines.append(f"{title}: " + ", ".join(f"{name} {count}" for name, count in sorted(counts.items())))
    never = sorted(set(kings_reverse.CLASS_OF) - set(tally.names))
    lines.append(f"never raised: {', '.join(never)}")
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main())
