"""Where King's text has the rules that games share: clause of the specification, line of the rules text."""

from typing import Final

CLAUSES: Final[dict[str, tuple[str, str | None]]] = {
    "player-count-wrong": ("K1", "L3"),
    "unknown-seat": ("K1", "L3"),
    "unknown-contract": ("K11", "L7"),
    "act-outside-hand": ("K4", "L5"),
    "act-not-in-this-game": ("7", None),
    "deal-missing": ("6", None),
    "unfinished-game": ("K49", "L25"),
    "hand-size-wrong": ("K4", "L5"),
    "deal-not-a-pack": ("K2", "L5"),
    "deal-does-not-fit": ("K4", "L5"),
    "seats-rotated": ("K6", "L9"),
    "card-not-in-hand": ("K23", "L9"),
    "card-already-played": ("K2", "L5"),
    "unknown-card": ("K2", "L5"),
    "out-of-turn": ("K23", "L9"),
    "wrong-leader": ("K24", "L12"),
    "seat-plays-twice": ("K23", "L9"),
    "trick-incomplete": ("K23", "L9"),
    "takeback-not-in-rules": ("K35", None),
    "revoke": ("K26", "L10"),
    "must-trump": ("K29", None),
    "must-overtrump": ("K30", None),
    "trick-winner-wrong": ("K32", "L11"),
    "taker-claim-misplaced": ("7", None),
    "hand-cut-short": ("K37", "L20"),
    "play-after-hand-end": ("K36", "L20"),
    "points-wrong": ("K38", "L16"),
    "points-recorded-twice": ("K38", None),
    "totals-wrong": ("K48", "L25"),
    "totals-recorded-twice": ("K48", None),
    "winner-wrong": ("K50", "L25"),
    "no-winner-declared": ("K50", "L25"),
    "winner-recorded-twice": ("K50", None),
    "winner-declared-early": ("K49", "L25"),
}

CONTRACT_CLAUSES: Final[dict[str, dict[str, tuple[str, str | None]]]] = {
    "kupa": {"points-wrong": ("K39", "L16")},
    "el": {"points-wrong": ("K40", "L17")},
    "erkek": {"points-wrong": ("K41", "L18")},
    "kiz": {"points-wrong": ("K42", "L19")},
    "rifki": {"points-wrong": ("K43", "L20")},
    "soniki": {"points-wrong": ("K44", "L21")},
    "koz": {"points-wrong": ("K45", "L23"), "trick-winner-wrong": ("K33", "L23")},
}
"""Where a contract's own line of the text says it, in place of the clause above."""
