"""All of Kings Reverse's own rules, moment by moment; a game that is judged needs only some of them."""

from verifier.games.kings_reverse.rules.calling import CALLING_RULES
from verifier.games.kings_reverse.rules.challenging import CHALLENGE_RULES
from verifier.games.kings_reverse.rules.drawing import DRAWING_RULES
from verifier.games.kings_reverse.rules.ending import ENDING_RULES
from verifier.games.kings_reverse.rules.giving import GIVING_RULES
from verifier.games.kings_reverse.rules.passing import PASSING_RULES
from verifier.games.kings_reverse.rules.playing import PLAYING_RULES
from verifier.games.kings_reverse.rules.scores import SCORE_RULES
from verifier.games.kings_reverse.rules.setup import SETUP_RULES
from verifier.games.kings_reverse.rules.turns import TURN_RULES

OWN_RULES = (
    *SETUP_RULES,
    *TURN_RULES,
    *PLAYING_RULES,
    *DRAWING_RULES,
    *PASSING_RULES,
    *CHALLENGE_RULES,
    *CALLING_RULES,
    *GIVING_RULES,
    *ENDING_RULES,
    *SCORE_RULES,
)
