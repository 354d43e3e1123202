"""What each game brings to the catalogue: its rules, where its text has them, its house rules."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from msgspec import Struct

from verifier.finding import Fact, Rule
from verifier.games.books import BOOK_RULES, CO_WINNER_MISSING, POINTS_WRONG, TOTALS_WRONG, WINNER_WRONG
from verifier.games.kierki import clauses as kierki_clauses
from verifier.games.kierki import house as kierki_house
from verifier.games.kierki.deals import CONTRACT_NAMES
from verifier.games.kierki.rules.all_rules import OWN_RULES as KIERKI_RULES
from verifier.games.king import clauses as king_clauses
from verifier.games.king import house as king_house
from verifier.games.king.rules.all_rules import OWN_RULES as KING_RULES
from verifier.games.kings_reverse import clauses as kings_reverse_clauses
from verifier.games.kings_reverse import house as kings_reverse_house
from verifier.games.kings_reverse.rules.all_rules import OWN_RULES as KINGS_REVERSE_RULES
from verifier.games.record import ANY_GAME_RULES, RECORD_RULES
from verifier.games.report import Clauses
from verifier.games.tricks.rules.all_rules import TRICK_RULES


class GameBook(NamedTuple):
    """What there is to know about one game.

    `clauses` says where its text has the rules it shares with other games, `parts` where the text of one sort of hand
    has them instead, by the name of that hand's contract. `options` gives each house rule's clause and the sentence
    that says what it changes.
    """

    rules: tuple[Rule, ...]
    clauses: Clauses
    parts: Mapping[str, Clauses]
    house: type[Struct]
    options: Mapping[str, tuple[str, str]]
    presets: Mapping[str, Mapping[str, Fact]]
    default_preset: str


BOOKS: Final[dict[str, GameBook]] = {
    "kierki": GameBook(
        rules=(*RECORD_RULES, *TRICK_RULES, *KIERKI_RULES, *BOOK_RULES),
        clauses=kierki_clauses.CLAUSES,
        parts={CONTRACT_NAMES[deal]: clauses for deal, clauses in kierki_clauses.DEAL_CLAUSES.items()},
        house=kierki_house.HouseRules,
        options=kierki_house.OPTIONS,
        presets=kierki_house.PRESETS,
        default_preset=kierki_house.DEFAULT_PRESET,
    ),
    "king": GameBook(
        # A winner left out of a shared win is a tie broken wrongly in King.
        rules=(
            *RECORD_RULES,
            *TRICK_RULES,
            *KING_RULES,
            *(rule for rule in BOOK_RULES if rule is not CO_WINNER_MISSING),
        ),
        clauses=king_clauses.CLAUSES,
        parts={**king_clauses.CONTRACT_CLAUSES},
        house=king_house.HouseRules,
        options=king_house.OPTIONS,
        presets=king_house.PRESETS,
        default_preset=king_house.DEFAULT_PRESET,
    ),
    "kings-reverse": GameBook(
        rules=(
            *ANY_GAME_RULES,
            *KINGS_REVERSE_RULES,
            POINTS_WRONG,
            TOTALS_WRONG,
            WINNER_WRONG,
            CO_WINNER_MISSING,
        ),
        clauses=kings_reverse_clauses.CLAUSES,
        parts={},
        house=kings_reverse_house.HouseRules,
        options=kings_reverse_house.OPTIONS,
        presets=kings_reverse_house.PRESETS,
        default_preset=kings_reverse_house.DEFAULT_PRESET,
    ),
}
"""Name in the replay format -> its book."""
