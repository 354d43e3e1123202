"""All rules of trick play, moment by moment; a game that is judged needs only some of them."""

from verifier.games.tricks.rules.cards import CARD_RULES
from verifier.games.tricks.rules.ending import ENDING_RULES
from verifier.games.tricks.rules.following import FOLLOWING_RULES
from verifier.games.tricks.rules.takers import TAKER_RULES
from verifier.games.tricks.rules.trumping import TRUMPING_RULES
from verifier.games.tricks.rules.turns import TURN_RULES

TRICK_RULES = (*CARD_RULES, *TURN_RULES, *FOLLOWING_RULES, *TRUMPING_RULES, *TAKER_RULES, *ENDING_RULES)
