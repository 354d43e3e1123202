"""All of Kierki's own rules, moment by moment; a game that is judged needs only some of them."""

from verifier.games.kierki.rules.dealing import DEALING_RULES
from verifier.games.kierki.rules.lottery import LOTTERY_RULES
from verifier.games.kierki.rules.penalties import PENALTY_RULES
from verifier.games.kierki.rules.trumps import TRUMP_RULES

OWN_RULES = (*DEALING_RULES, *PENALTY_RULES, *TRUMP_RULES, *LOTTERY_RULES)
