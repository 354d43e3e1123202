"""The large run: a million hands and more, judged by the program and by the slow referees, in parts on several cores.

From the repository: `PYTHONPATH=.:tests python -m oracle.million --hands 1000000 --seed 1 --jobs 2 --state FILE`.
Half of the hands of each game come from the slow referees' own makers, half from `verifier generate` and from every
operator of `verifier mutate`. Printed are, for each game and each maker, how many replays and hands, how many of them
faulty by the slow referee and by the program, missed faults, false alarms, other differences, promises that an operator
did not keep, and how deep the comparison went; then rules raised and rare states, the smallest of each by name.
A maker that is then under the floor makes what it is short of in a last part of its own.
The exit status is 1 where the two disagree, a promise is broken, a rule was never raised, or a maker stays under the
floor. `--keep FOLDER` writes the replays that differ there. With `--state FILE` a run that was stopped goes on where it
was: parts that the same program and the same referees have judged are not judged again.
"""

import argparse
import hashlib
import json
import math
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import cache
from pathlib import Path

from oracle.agreement import DEPTHS
from oracle.million_matter import COURTS, INFRACTIONS, MAKERS, SOURCES
from oracle.million_tally import COLUMNS, Part, Sums, judge_part

import verifier
from verifier.fuzz.mutating import operators_for
from verifier.fuzz.operators.operator import Promise

MILLION = 1_000_000
UNDECIDED = {"truncate"}
"""Operators that leave the beginning of a clean game, of which nobody can say how it went on."""

FLOOR = 100
"""How many faulty replays each maker must give in a run of a million hands."""

Found = dict[tuple[str, str], Sums]
"""Game and source -> the sums of all parts."""


def parts_of(hands: int, seed: int, size: int, games: list[str], sources: list[str]) -> list[Part]:
    """The parts of a run, all games and sources by turns, in which together at least so many hands are judged."""
    shares = {game: COURTS[game].share for game in games}
    whole = sum(shares.values())
    parts = []
    for game, share in shares.items():
        for source in sources:
            count = math.ceil(hands * share / whole / len(sources) / size)
            parts += [Part(game, source, number, seed, size) for number in range(count)]
    return sorted(parts, key=lambda part: (part.number, part.game, part.source))


def last_parts(found: Found, floor: int, seed: int) -> list[Part]:
    """A part for each maker that is still under the floor, in which it alone makes what is missing."""
    parts = []
    for game, source in sorted(found):
        rows = found[game, source].rows
        for maker in sorted(expected_faulty(game, source)):
            missing = floor - rows.get(maker, Counter())["faulty"]
            if missing > 0:
                parts.append(Part(game, source, 0, seed, 0, maker, missing))
    return parts


ELSEWHERE = {
    "king": ("kings_reverse", "shedding", "of_jokers", "of_penalties", "games/kierki/"),
    "kierki": ("kings_reverse", "shedding", "of_jokers", "of_penalties", "games/king/", "king_"),
    "kings-reverse": ("games/kierki/", "games/king/", "games/tricks/", "of_kierki", "of_king.py"),
}
"""Game -> parts of the names of files that have no word in it."""


@cache
def edition(game: str) -> str:
    """A digest of the program and of the slow referee of a game: what others have judged is another run."""
    digest = hashlib.sha256()
    for home in (Path(verifier.__file__).parent, Path(__file__).parent):
        for path in sorted(home.rglob("*.py")):
            name = path.relative_to(home).as_posix()
            if not any(part in name for part in ELSEWHERE[game]):
                digest.update(name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


# What is kept between runs


def remembered(state: Path | None) -> dict[str, Sums]:
    """The parts that a file has, by their keys; a torn last line is left out."""
    found: dict[str, Sums] = {}
    if state is None or not state.exists():
        return found
    for line in state.read_text(encoding="utf-8").split("\n")[:-1]:
        row = json.loads(line)
        if row["edition"] == edition(row["part"].split("/")[0]):
            rows = {name: Counter(counts) for name, counts in row["rows"].items()}
            kept = [(one[0], one[1], one[2]) for one in row["kept"]]
            found[row["part"]] = Sums(rows, Counter(row["names"]), Counter(row["rare"]), row["glances"], kept)
    return found


def remember(state: Path | None, part: Part, sums: Sums) -> None:
    """Write a part to the end of a file."""
    if state is not None:
        row = {"edition": edition(part.game), "part": part.key(), **vars(sums)}
        with state.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


# The run


def judged(parts: list[Part], jobs: int) -> Iterator[tuple[Part, Sums]]:
    """Judge parts in so many processes; each as soon as it is done, never many waiting."""
    if jobs == 1:
        yield from ((part, judge_part(part)) for part in parts)
        return
    with ProcessPoolExecutor(jobs) as pool:
        coming = iter(parts)
        running: dict[Future[Sums], Part] = {}
        while True:
            for part in coming:
                running[pool.submit(judge_part, part)] = part
                if len(running) > jobs:
                    break
            if not running:
                return
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield running.pop(future), future.result()


def run(parts: list[Part], jobs: int, state: Path | None = None) -> Found:
    """Judge all parts, what a file remembers left out, and tell on standard error how far it is."""
    found: Found = {}
    known = remembered(state)
    left = [part for part in parts if part.key() not in known]
    for part in parts:
        if part.key() in known:
            found.setdefault((part.game, part.source), Sums()).add(known[part.key()])
    begun, hands = time.monotonic(), 0
    for number, (part, sums) in enumerate(judged(left, jobs), 1):
        remember(state, part, sums)
        found.setdefault((part.game, part.source), Sums()).add(sums)
        hands += sums.total("hands")
        if number % 10 == 0 or number == len(left):
            speed = hands / (time.monotonic() - begun)
            differ = sum(one.total("differ") for one in found.values())
            told = f"{number} of {len(left)} parts, {hands} hands, {speed:.0f} a second, {differ} differences\n"
            sys.stderr.write(told)
    return found


# What is told


def expected_faulty(game: str, source: str) -> set[str]:
    """The makers that make faults: all but those whose replays are as legal as before, or cannot be read."""
    if source == MAKERS:
        faults = COURTS[game].faults
        return {*faults.OPERATORS, *faults.SLIPS} - faults.HARMLESS
    promises = {Promise.FAULTY, Promise.OPEN}
    return {one.name for one in operators_for(game) if one.promise in promises} - UNDECIDED | {INFRACTIONS}


def never_raised(game: str, found: Found) -> set[str]:
    """The rules of a game that the slow referee never found broken."""
    raised = {name for source in SOURCES for name in found.get((game, source), Sums()).names}
    rules = {name for name, kind in COURTS[game].referee.CLASS_OF.items() if kind != "notice"}
    return rules - raised


def table(sums: Sums) -> list[str]:
    """A row for each maker, and their sums."""
    width = max(map(len, sums.rows), default=0)
    lines = [f"{'':{width}}  " + "  ".join(COLUMNS)]
    for name in sorted(sums.rows):
        cells = [f"{sums.rows[name][column]:>{len(column)}}" for column in COLUMNS]
        lines.append(f"{name:{width}}  " + "  ".join(cells))
    cells = [f"{sums.total(column):>{len(column)}}" for column in COLUMNS]
    return [*lines, f"{'all':{width}}  " + "  ".join(cells)]


def least(counts: dict[str, int]) -> str:
    """The smallest of counts with its name."""
    name = min(counts, key=lambda name: (counts[name], name), default="")
    return f"{name} {counts[name]}" if name else "none"


def report(found: Found, floor: int) -> tuple[list[str], list[str]]:
    """What is told of a run, and what is wrong with it."""
    lines, wrong = [], []
    games = [game for game in COURTS if any(key[0] == game for key in found)]
    for game in games:
        for source in SOURCES:
            if (game, source) not in found:
                continue
            sums = found[game, source]
            lines += [f"{game}, {source}:", *table(sums)]
            counts = {name: sums.rows.get(name, Counter())["faulty"] for name in expected_faulty(game, source)}
            lines.append(f"fewest faulty: {least(counts)}")
            low = sorted(name for name, count in counts.items() if count < floor)
            wrong += [f"{game}, {source}: {name} made {counts[name]} faulty, not {floor}" for name in low]
        both = Sums()
        for source in SOURCES:
            both.add(found.get((game, source), Sums()))
        rules = {name: count for name, count in both.names.items() if name in COURTS[game].referee.CLASS_OF}
        lines.append(f"{game}: {len(rules)} rules raised, the fewest times: {least(rules)}")
        lines.append(f"{game}: rare states: " + ", ".join(f"{name} {n}" for name, n in sorted(both.rare.items())))
        lines.append(f"{game}: smallest stratum: {least(both.rare)}")
        wrong += [f"{game}: {name} was never raised" for name in sorted(never_raised(game, found))]
    whole = Sums()
    for sums in found.values():
        whole.add(sums)
    for column in ("missed", "false alarms", "differ", "promise broken"):
        if whole.total(column):
            wrong.append(f"{whole.total(column)} {column}")
    for depth in DEPTHS:
        lines.append(f"agree {depth}: {whole.total(depth)} replays")
    legal = whole.total("replays") - whole.total("faulty")
    lines.append(
        f"{whole.total('hands')} hands in {whole.total('replays')} replays, {whole.total('faulty')} of them faulty, "
        f"{legal} not; {whole.glances} seen at a glance; {whole.total('missed')} missed, "
        f"{whole.total('false alarms')} false alarms, {whole.total('differ')} with a difference"
    )
    return lines, wrong


def keep(found: Found, folder: Path) -> None:
    """Write the replays that differ, and what differs."""
    folder.mkdir(parents=True, exist_ok=True)
    for (game, source), sums in found.items():
        for number, (made_by, words, text) in enumerate(sums.kept):
            path = folder / f"{game}-{source}-{number}.replay"
            path.write_text(text, encoding="utf-8")
            path.with_suffix(".txt").write_text(f"{made_by}: {words}\n", encoding="utf-8")


def main() -> int:
    """Run as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=MILLION)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--game", action="append", choices=list(COURTS))
    parser.add_argument("--source", action="append", choices=SOURCES)
    parser.add_argument("--part", type=int, default=1000, help="hands of a part")
    parser.add_argument("--floor", type=int, help=f"faulty replays of each maker; {FLOOR} with a million hands")
    parser.add_argument("--state", type=Path, help="the file that remembers parts that are done")
    parser.add_argument("--keep", type=Path, help="the folder for replays that differ")
    wishes = parser.parse_args()
    floor = wishes.floor if wishes.floor is not None else FLOOR * (wishes.hands >= MILLION)
    games, sources = wishes.game or [*COURTS], wishes.source or [*SOURCES]
    found = run(parts_of(wishes.hands, wishes.seed, wishes.part, games, sources), wishes.jobs, wishes.state)
    for key, sums in run(last_parts(found, floor, wishes.seed), wishes.jobs, wishes.state).items():
        found[key].add(sums)
    lines, wrong = report(found, floor)
    for sums in found.values():
        lines += [f"{made_by}: {words}" for made_by, words, _ in sums.kept]
    if wishes.keep:
        keep(found, wishes.keep)
    sys.stdout.write("\n".join([*lines, *wrong]) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
