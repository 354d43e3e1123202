"""Keeps the generated games on disk: made once, found again until the generators change."""

import hashlib
import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bench.corpora import kierki, king, kings_reverse
from bench.corpora.log import Log

SEED = 20240229
GAMES = {"king": king, "kierki": kierki, "kings-reverse": kings_reverse}
FORMS = ("packed", "unpacked")
Maker = Callable[[random.Random], list[Log]]


@dataclass(frozen=True)
class Corpus:
    """Games of one kind: their number, their acts, and the file of each form."""

    game: str
    games: int
    acts: int
    files: dict[str, Path]


def corpus(folder: Path, game: str, games: int) -> Corpus:
    """Return so many games, which are the first of any longer corpus too."""
    return _kept(
        folder / f"{game}-{games}", game, games, lambda rng: [GAMES[game].make_game(rng) for _ in range(games)]
    )


def long_game(folder: Path, acts: int) -> Corpus:
    """Return one game of Kings Reverse of at least so many acts."""
    name = folder / f"kings-reverse-long-{acts}"
    return _kept(name, "kings-reverse", 1, lambda rng: [kings_reverse.make_long_game(rng, acts)])


def _kept(stem: Path, game: str, games: int, make: Maker) -> Corpus:
    files = {form: stem.with_name(f"{stem.name}-{form}-{_edition()}.replay") for form in FORMS}
    facts = stem.with_name(f"{stem.name}-{_edition()}.json")
    if not facts.exists():
        stem.parent.mkdir(parents=True, exist_ok=True)
        logs = make(random.Random(SEED))
        files["packed"].write_bytes(b"".join(log.packed() for log in logs))
        files["unpacked"].write_bytes(b"".join(log.unpacked() for log in logs))
        facts.write_text(json.dumps({"acts": sum(log.acts for log in logs)}))
    return Corpus(game, games, json.loads(facts.read_text())["acts"], files)


def _edition() -> str:
    """Return what tells one state of the generators from another."""
    sources = sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:12]
