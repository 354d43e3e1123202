"""All of King's own rules, moment by moment; a game that is judged needs only some of them."""

from verifier.games.king.rules.choosing import CHOOSING_RULES
from verifier.games.king.rules.counting import COUNTING_RULES
from verifier.games.king.rules.ending import ENDING_RULES
from verifier.games.king.rules.habits import HABIT_RULES
from verifier.games.king.rules.playing import PLAYING_RULES
from verifier.games.king.rules.sheets import SHEET_RULES
from verifier.games.king.rules.winning import WINNING_RULES

OWN_RULES = (
    *CHOOSING_RULES,
    *PLAYING_RULES,
    *COUNTING_RULES,
    *ENDING_RULES,
    *SHEET_RULES,
    *WINNING_RULES,
    *HABIT_RULES,
)
