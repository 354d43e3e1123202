"""House rules that a table seems to keep although its log does not say so: worth knowing, never a fault."""

from collections import Counter
from typing import Final

import msgspec

from verifier.cards import PACK_SIZE, suit_of
from verifier.finding import FaultClass, Place, Rule
from verifier.games.king.house import HouseRules
from verifier.games.king.rules.playing import KingPlay, laid
from verifier.games.report import Report
from verifier.games.tricks.hands import Hands
from verifier.games.tricks.rules.following import led_suit
from verifier.games.tricks.table import HandTable, Play

PLAYS_AS_IF = Rule(
    "KNG902", "plays-as-if", FaultClass.NOTICE, "The table seems to keep a house rule that is not in force", "4", None
)

HABIT_RULES: Final = (PLAYS_AS_IF,)

MANY_HANDS: Final = 8
"""Hands in which a house rule could have been broken, before its never being broken says something."""

STRICT: Final[dict[str, str | bool]] = {
    "heart_lead": "until-broken",
    "trump_lead": "until-broken",
    "void_discard": "penalty-first",
    "drop_under": True,
    "must_trump": True,
}
"""The options looked at, each with the value that binds the players."""

STRICT_HOUSE: Final = msgspec.convert(STRICT, HouseRules)

WHERE: Final = {
    "heart_lead": {"kupa", "rifki"},
    "trump_lead": {"koz"},
    "void_discard": {"kupa", "erkek", "kiz", "rifki"},
    "drop_under": {"erkek", "kiz"},
    "must_trump": {"koz"},
}
"""The contracts in which play that knows nothing of a house rule breaks it in most hands (King, section 4)."""

BREAKS: Final = {
    "heart-lead-before-broken": "heart_lead",
    "trump-lead-before-broken": "trump_lead",
    "penalty-card-withheld": "void_discard",
    "rifki-withheld": "void_discard",
    "penalty-not-dropped-under": "drop_under",
    "must-trump": "must_trump",
}
"""Which option a rule belongs to."""


class Habits:
    """What the hands of a match have in common: for each option the hands it could have been broken in, and was not."""

    def __init__(self, house: HouseRules) -> None:
        free = HouseRules()
        self._open = {name for name in STRICT if getattr(house, name) == getattr(free, name)}
        self._kept: Counter[str] = Counter()

    def look_at(self, table: HandTable, contract: str | None) -> None:
        """Look at a hand that is over; one whose cards are not all known tells nothing."""
        hands = table.hands
        plays = laid(table)
        if contract is None or not all(hands.whole) or any(hands.doubtful):
            return
        concerned = {name for name in self._open if contract in WHERE[name]}
        if not concerned or any(play.card >= PACK_SIZE for play in plays):
            return
        if all(suit_of(play.card) == led_suit(trick) for trick in table.tricks for play in trick.laid()):
            # Nobody had to discard: nothing is shown about discards.
            concerned -= {"void_discard", "must_trump"}
        broken = {BREAKS.get(name) for name in rules_broken(table, contract)}
        self._open -= broken
        self._kept.update(concerned - broken)

    def report(self, place: Place, report: Report) -> None:
        """Report the options that were kept in many hands. King, section 4."""
        for name in STRICT:
            if name in self._open and self._kept[name] >= MANY_HANDS:
                report.add(PLAYS_AS_IF, place, option=(name, STRICT[name]), hands=self._kept[name])


def rules_broken(played: HandTable, contract: str) -> set[str]:
    """Return the names of the rules that a hand would have broken under the strict options."""
    report = Report({})
    rules = KingPlay(STRICT_HOUSE, report)
    rules.contract = contract
    table = HandTable(Hands(played.hands.dealt), frozenset(), played.trump, played.step)
    for one in laid(played):
        play = Play(one.seat, one.card, one.place)
        trick = table.open_trick()
        suit = None if trick is None else led_suit(trick)
        if trick is None or suit is None:
            rules.check_lead(table, play, report)
        elif play.card // 13 == suit:
            rules.check_following(table, trick, suit, play, report)
        else:
            rules.check_discard(table, trick, suit, play, report)
        table.apply_play(play)
    return {finding.rule.name for finding in report.findings()}
