"""What is measured inside one process, in turns: our judge, the limit, the floor of reading, and the peers."""

import importlib.metadata
import json
import sys
import time
from pathlib import Path
from typing import Any

from bench import decoding, limit, peers
from bench.corpora.shelf import FORMS, GAMES, SEED, Corpus, corpus, long_game
from bench.ours import ours
from bench.place import PACKAGES
from bench.rounds import Contestant, race, ratio, say
from bench.sizes import BRIEF, FULL, Sizes

LIMITS = ("king", "kierki")
MANY_GAMES = "games of King in one file"
LONG_GAME = "one game of Kings Reverse"
STEPS = (5, 10, 20, 50, 100, 200, 500, 1000, 2000)


def main(work: Path, sizes: Sizes) -> dict[str, Any]:
    """Return everything measured in this process."""
    shelf = work / "corpora"
    rivals, notes = peers.contestants(SEED)
    say("making the games")
    sets = {game: fitting(shelf, game, sizes) for game in GAMES}
    sides = [one for found in sets.values() for form in FORMS for one in contestants(found, form, work)]
    if not any(isinstance(one, limit.Limit) for one in sides):
        notes.append("the limit in C is left out: there is no gcc")
    say(f"timing {len(sides) + len(rivals)} contestants in turns")
    race([*sides, *rivals], rounds=sizes.rounds, least=sizes.least)
    by_name = {one.name: one for one in sides}
    comparisons = [compared(by_name, found, form) for found in sets.values() for form in FORMS]
    pace = {game: by_name[f"{game} packed ours"].median() for game in GAMES}
    return {
        "comparisons": comparisons,
        "peers": [against(one, by_name) for one in rivals],
        "growth": growth(shelf, sizes, pace, notes),
        "notes": notes,
        "versions": {name: version for name in PACKAGES.values() if (version := version_of(name))},
        "pace": pace,
    }


def fitting(shelf: Path, game: str, sizes: Sizes) -> Corpus:
    """Return as many games as our judge reads in about the time of one timed part."""
    few = corpus(shelf, game, STEPS[0])
    data = few.files["packed"].read_bytes()
    ours(data)
    start = time.process_time()
    assert ours(data) == few.games, f"the generated games of {game} are not clean"
    each = (time.process_time() - start) / few.games
    fit = [games for games in STEPS if games <= sizes.most_games and games * each <= sizes.least]
    return corpus(shelf, game, max(fit, default=STEPS[0]))


def contestants(found: Corpus, form: str, work: Path) -> list[Contestant]:
    """Return the sides that read one corpus in one form."""
    path = found.files[form]
    data = path.read_bytes()
    parts = decoding.parts_of(data)
    title = f"{found.game} {form}"
    assert ours(data) == found.games, f"the generated games of {found.game} are not clean"
    sides = [
        Contestant(f"{title} ours", "act", found.acts, lambda: ours(data)),
        Contestant(f"{title} msgspec", "act", found.acts, lambda: decoding.decode(parts)),
    ]
    program = limit.built(found.game, work) if found.game in LIMITS else None
    if program:
        assert limit.accepted(program, [path]) == found.games, f"the limit does not accept the games of {found.game}"
        sides.append(limit.Limit(f"{title} limit", "act", found.acts, program, path))
    return sides


def compared(sides: dict[str, Contestant], found: Corpus, form: str) -> dict[str, Any]:
    """Return one row: our time an act and what the others take."""
    title = f"{found.game} {form}"
    mine = sides[f"{title} ours"]
    row: dict[str, Any] = {"game": found.game, "form": form, "games": found.games, "acts": found.acts}
    row["bytes_per_act"] = found.files[form].stat().st_size / found.acts
    row["ours_ns"] = mine.median()
    for other in ("limit", "msgspec"):
        theirs = sides.get(f"{title} {other}")
        row[f"{other}_ns"] = theirs.median() if theirs else None
        row[f"ours_to_{other}"] = ratio(mine, theirs) if theirs else None
    return row


def against(peer: Contestant, sides: dict[str, Contestant]) -> dict[str, Any]:
    """Return one row: a peer beside our judge of the game most like it."""
    game = "kings-reverse" if "uno" in peer.name or "crazy" in peer.name else "king"
    row = {"peer": peer.name, "unit": peer.unit, "ns": peer.median(), "beside": game}
    return row | {f"to_ours_{form}": ratio(peer, sides[f"{game} {form} ours"]) for form in FORMS}


def growth(shelf: Path, sizes: Sizes, pace: dict[str, float], notes: list[str]) -> list[dict[str, Any]]:
    """Return the time an act over more and more games, and over a longer and longer game, timed in turns."""
    kinds: dict[str, list[Contestant]] = {MANY_GAMES: [], LONG_GAME: []}
    some = corpus(shelf, "king", 100)
    for games in sizes.growth_games:
        share = corpus(shelf, "king", min(games, some.games))
        times = games // share.games
        if too_long(share.acts * times * pace["king"], sizes, notes, f"{games:,} games of King"):
            continue
        data = share.files["packed"].read_bytes() * times
        kinds[MANY_GAMES].append(grown(f"{games:,} games", data, games, share.acts * times))
    for acts in sizes.growth_acts:
        if too_long(acts * pace["kings-reverse"], sizes, notes, f"one game of {acts:,} acts"):
            continue
        long = long_game(shelf, acts)
        kinds[LONG_GAME].append(grown(f"{acts:,} acts", long.files["packed"].read_bytes(), 1, long.acts))
    say("timing the growth")
    race([one for sides in kinds.values() for one in sides], rounds=3, least=sizes.least)
    return [
        {"what": what, "size": one.name, "acts": one.units, "ns": one.median(), "to_smallest": ratio(one, sides[0])}
        for what, sides in kinds.items()
        for one in sides
    ]


def grown(name: str, data: bytes, games: int, acts: int) -> Contestant:
    """Return our judge over so many games."""

    def run() -> None:
        assert ours(data) == games

    return Contestant(name, "act", acts, run)


def too_long(nanoseconds: float, sizes: Sizes, notes: list[str], what: str) -> bool:
    """Tell whether a measurement would take longer than this run allows, and note it."""
    if nanoseconds * 1e-9 <= sizes.growth_budget:
        return False
    notes.append(f"growth: {what} would take about {nanoseconds * 1e-9:.0f} s and is left out of this run")
    return True


def version_of(package: str) -> str:
    """Return the installed version of a package, empty where it is not installed."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""


if __name__ == "__main__":
    folder, length = Path(sys.argv[1]), sys.argv[2]
    (folder / "side-by-side.json").write_text(json.dumps(main(folder, FULL if length == "full" else BRIEF)))
