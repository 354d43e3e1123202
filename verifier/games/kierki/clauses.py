"""Where Kierki's text has the rules that games share: clause of the specification, line of the rules text."""

from typing import Final

from verifier.games.kierki.deals import DealType

Clause = tuple[str, str | None]

CLAUSES: Final[dict[str, Clause]] = {
    "player-count-wrong": ("K-S1", "S3"),
    "unknown-seat": ("K-S1", "S3"),
    "unknown-contract": ("K-R1", "S14"),
    "act-outside-hand": ("K-S2", "S4"),
    "act-not-in-this-game": ("7.1", None),
    "deal-missing": ("7.1", None),
    "unfinished-game": ("K-E1", "S32"),
    "hand-size-wrong": ("K-S7", "S10"),
    "deal-not-a-pack": ("K-S2", "S4"),
    "deal-does-not-fit": ("K-S2", "S4"),
    "seats-rotated": ("K-S1", "S17"),
    "card-not-in-hand": ("K-R3", "S17"),
    "card-already-played": ("K-S2", "S4"),
    "unknown-card": ("K-S2", "S4"),
    "out-of-turn": ("K-R3", "S17"),
    "wrong-leader": ("K-R7", "S17"),
    "seat-plays-twice": ("K-R3", "S17"),
    "trick-incomplete": ("K-R3", "S17"),
    "takeback-not-in-rules": ("7.1", None),
    "revoke": ("K-R4", "S17"),
    "must-trump": ("K-O7", None),
    "must-overtrump": ("K-O7", None),
    "trick-winner-wrong": ("K-R6", "S17"),
    "taker-claim-misplaced": ("7.1", None),
    "hand-cut-short": ("K-R8", "S16"),
    "play-after-hand-end": ("K-R8", "S16"),
    "points-wrong": ("K-R15", "S24"),
    "points-recorded-twice": ("7.1", None),
    "totals-wrong": ("K-R18", "S17"),
    "totals-recorded-twice": ("7.1", None),
    "winner-wrong": ("K-E1", "S32"),
    "no-winner-declared": ("K-E1", "S32"),
    "co-winner-missing": ("K-E2", None),
    "winner-recorded-twice": ("7.1", None),
    "winner-declared-early": ("K-E1", "S32"),
}

_TRUMPS: Final[dict[str, Clause]] = {
    "wrong-leader": ("K-O6", "S28"),
    "out-of-turn": ("K-O6", "S28"),
    "revoke": ("K-O7", "S28"),
    "trick-winner-wrong": ("K-O8", "S28"),
    "hand-cut-short": ("K-O9", "S27"),
    "play-after-hand-end": ("K-O9", "S27"),
    "points-wrong": ("K-O9", "S28"),
}
_LOTTERY: Final[dict[str, Clause]] = {
    "out-of-turn": ("K-F2", "S29"),
    "hand-cut-short": ("K-F11", "S32"),
    "play-after-hand-end": ("K-F11", "S32"),
    "points-wrong": ("K-F10", "S30"),
    "wrong-dealer": ("K-S6", None),
}

DEAL_CLAUSES: Final[dict[DealType, dict[str, Clause]]] = {
    DealType.TRICKS: {"points-wrong": ("K-R9", "S18")},
    DealType.HEARTS: {"points-wrong": ("K-R10", "S19"), "heart-lead": ("K-R16", "S19")},
    DealType.QUEENS: {"points-wrong": ("K-R11", "S20")},
    DealType.MEN: {"points-wrong": ("K-R12", "S21")},
    DealType.KING_OF_HEARTS: {"points-wrong": ("K-R13", "S22"), "heart-lead": ("K-R16", "S22")},
    DealType.SEVENTH_LAST: {"points-wrong": ("K-R14", "S23")},
    DealType.ALL: {"points-wrong": ("K-R15", "S24"), "heart-lead": ("K-R16", "S24")},
    DealType.ODGRYWKA: _TRUMPS,
    DealType.LOTTERY: _LOTTERY,
}
"""Where a deal's own paragraph says it, in place of the clause above."""
