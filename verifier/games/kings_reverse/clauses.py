"""Where the text of Kings Reverse has the rules that games share: clause of the specification, line of the text."""

from typing import Final

CLAUSES: Final[dict[str, tuple[str, str | None]]] = {
    "unknown-seat": ("SET-5", "S7"),
    "act-outside-hand": ("SET-4", "S21"),
    "act-not-in-this-game": ("8", None),
    "hand-size-wrong": ("SET-4", "S21"),
    "card-not-in-hand": ("P6", None),
    "out-of-turn": ("TURN-9", "S25"),
    "hand-cut-short": ("OUT-1", "S43"),
    "deal-missing": ("8", None),
    "unfinished-game": ("GAME-1", "S45"),
    "points-wrong": ("SCORE-2", "S45"),
    "totals-wrong": ("SCORE-2", "S45"),
    "winner-wrong": ("GAME-2", "S45"),
    "co-winner-missing": ("GAME-3", None),
}
