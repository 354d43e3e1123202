"""The play of a hand under the house rules: leads, discards, and what must go under a higher card. All are options."""

from verifier.cards import (
    CARD_TEXTS,
    FULL_PACK,
    HEART_CARDS,
    HEARTS,
    KING_OF_HEARTS,
    PACK_SIZE,
    SUIT_MASKS,
    SUITS,
    rank_of,
    suit_of,
)
from verifier.finding import Fact, FaultClass, Rule
from verifier.games.king.contracts import COUNTED, DROPPED_UNDER, PENALTY_CARDS, TRUMPS
from verifier.games.king.house import HouseRules
from verifier.games.king.rules.counting import check_counts
from verifier.games.report import Report
from verifier.games.tricks.duties import check_duty
from verifier.games.tricks.items import all_taken
from verifier.games.tricks.play_rules import PlayRules
from verifier.games.tricks.rules.following import led_suit
from verifier.games.tricks.rules.trumping import check_trumping
from verifier.games.tricks.rules.turns import trick_texts
from verifier.games.tricks.table import Duty, HandTable, Play, Trick

HEART_LEAD_BEFORE_BROKEN = Rule(
    "KNG201", "heart-lead-before-broken", FaultClass.ILLEGAL, "A heart is led before hearts are broken", "K25", None
)
HEART_LEAD_WITH_OTHER_SUIT = Rule(
    "KNG202", "heart-lead-with-other-suit", FaultClass.ILLEGAL, "A heart is led while another suit is held", "K25", None
)
TRUMP_LEAD_BEFORE_BROKEN = Rule(
    "KNG203", "trump-lead-before-broken", FaultClass.ILLEGAL, "A trump is led before trumps are broken", "K25", None
)
LAST_HEARTS_NOT_HIGHEST = Rule(
    "KNG204", "last-hearts-not-highest", FaultClass.ILLEGAL, "A hand of hearts does not lead its highest", "K25", None
)
PENALTY_CARD_WITHHELD = Rule(
    "KNG205", "penalty-card-withheld", FaultClass.ILLEGAL, "A penalty card is kept by who cannot follow", "K27", None
)
RIFKI_WITHHELD = Rule(
    "KNG206", "rifki-withheld", FaultClass.ILLEGAL, "The king of hearts is kept by who cannot follow", "K27", None
)
PENALTY_NOT_DROPPED_UNDER = Rule(
    "KNG207", "penalty-not-dropped-under", FaultClass.ILLEGAL, "A penalty card is kept under a higher card", "K28", None
)

PLAYING_RULES = (
    HEART_LEAD_BEFORE_BROKEN,
    HEART_LEAD_WITH_OTHER_SUIT,
    TRUMP_LEAD_BEFORE_BROKEN,
    LAST_HEARTS_NOT_HIGHEST,
    PENALTY_CARD_WITHHELD,
    RIFKI_WITHHELD,
    PENALTY_NOT_DROPPED_UNDER,
)

OTHER_CARDS = FULL_PACK & ~HEART_CARDS
KING_BIT = 1 << KING_OF_HEARTS


class KingPlay(PlayRules):
    """The duties of a hand under the house rules; `contract` is None while it has none, or one of no known name."""

    def __init__(self, house: HouseRules, report: Report) -> None:
        self.contract: str | None = None
        self._house = house
        self._impossible = report.classes[FaultClass.IMPOSSIBLE]

    def check_lead(self, table: HandTable, play: Play, report: Report) -> None:
        """Report a heart or a trump led against the house rules. King K25."""
        suit = suit_of(play.card)
        if self.contract in {"kupa", "rifki"} and suit == HEARTS:
            self._check_heart_lead(table, play, report)
        elif self.contract == TRUMPS and suit == table.trump and self._house.trump_lead == "until-broken":
            self._check_trump_lead(table, suit, play, report)

    def _check_trump_lead(self, table: HandTable, suit: int, play: Play, report: Report) -> None:
        # An unknown card may have been a trump.
        if any(one.card >= PACK_SIZE or suit_of(one.card) == suit for one in laid(table)):
            return
        facts: dict[str, Fact] = {"trick": len(table.tricks) + 1, "trump": SUITS[suit]}
        option = ("trump_lead", "until-broken")
        others = FULL_PACK & ~SUIT_MASKS[suit]
        check_duty(table, play, TRUMP_LEAD_BEFORE_BROKEN, others, report, facts, option=option)

    def _check_heart_lead(self, table: HandTable, play: Play, report: Report) -> None:
        house = self._house
        facts: dict[str, Fact] = {"trick": len(table.tricks) + 1, "contract": self.contract}
        certain = False
        if house.heart_lead == "never":
            option: tuple[str, Fact] = ("heart_lead", "never")
            certain = check_duty(table, play, HEART_LEAD_WITH_OTHER_SUIT, OTHER_CARDS, report, facts, option=option)
        elif house.heart_lead == "until-broken" and not self._is_broken(table):
            option = ("heart_lead", "until-broken")
            certain = check_duty(table, play, HEART_LEAD_BEFORE_BROKEN, OTHER_CARDS, report, facts, option=option)
        if house.last_hearts_highest and not certain:
            self._check_highest(table, play, facts, report)

    def _check_highest(self, table: HandTable, play: Play, facts: dict[str, Fact], report: Report) -> None:
        """Look at a heart led from a hand of hearts only, which must be its highest; hidden cards leave it open."""
        hands, seat = table.hands, play.seat
        higher = HEART_CARDS & ~((1 << play.card + 1) - 1)
        option = ("last_hearts_highest", True)
        if not hands.possible(seat) & OTHER_CARDS:
            check_duty(table, play, LAST_HEARTS_NOT_HIGHEST, higher, report, facts, option=option)
        elif hands.possible(seat) & higher and not hands.held[seat] & OTHER_CARDS:
            facts = {**facts, "card": CARD_TEXTS[play.card]}
            play.duties.append(Duty(LAST_HEARTS_NOT_HIGHEST, higher, facts, option, unless=OTHER_CARDS))

    def _is_broken(self, table: HandTable) -> bool:
        """Tell whether hearts are broken; an unknown card may have broken them."""
        if self._house.heart_break_by == "any-heart-played":
            return any(play.card >= PACK_SIZE or suit_of(play.card) == HEARTS for play in laid(table))
        return any(
            play.card >= PACK_SIZE or suit_of(play.card) == HEARTS
            for trick in table.tricks
            if trick.over and led_suit(trick) != HEARTS
            for play in trick.laid()
        )

    def check_following(self, table: HandTable, trick: Trick, suit: int, play: Play, report: Report) -> None:
        """Report a penalty card that was not dropped under a higher one, where the house rules ask for it. King K28."""
        cards = DROPPED_UNDER.get(self.contract or "", 0) & SUIT_MASKS[suit]
        if not self._house.drop_under or not cards:
            return
        tops = [rank_of(one.card) for one in trick.laid() if one.card < PACK_SIZE and suit_of(one.card) == suit]
        under = cards & ((1 << 13 * suit + max(tops)) - 1)
        if not under >> play.card & 1:
            facts: dict[str, Fact] = {"trick": trick.number, "contract": self.contract, "cards": [*trick_texts(trick)]}
            check_duty(table, play, PENALTY_NOT_DROPPED_UNDER, under, report, facts, option=("drop_under", True))

    def check_discard(self, table: HandTable, trick: Trick, suit: int, play: Play, report: Report) -> None:
        """Report a discard against the house rules: trumps first, or penalty cards. King K27, K29, K30."""
        house = self._house
        if self.contract == TRUMPS:
            check_trumping(table, trick, play, report, must_trump=house.must_trump, must_overtrump=house.must_overtrump)
            return
        if house.void_discard == "free" or self.contract not in PENALTY_CARDS:
            return
        facts: dict[str, Fact] = {"trick": trick.number, "contract": self.contract, "cards": [*trick_texts(trick)]}
        option = ("void_discard", house.void_discard)
        certain = False
        cards = PENALTY_CARDS[self.contract]
        if self.contract == "rifki" and play.card != KING_OF_HEARTS:
            certain = check_duty(table, play, RIFKI_WITHHELD, KING_BIT, report, facts, option=option)
            cards &= ~KING_BIT
        if house.void_discard == "penalty-first" and not certain and not PENALTY_CARDS[self.contract] >> play.card & 1:
            check_duty(table, play, PENALTY_CARD_WITHHELD, cards, report, facts, option=option)

    def is_over(self, table: HandTable) -> bool:
        """Tell whether the hand has ended before its thirteenth trick: Rifki, or what the table has agreed on.

        King K36: with the trick that takes the king of hearts; K37: `exhausted` ends every hand that has nothing left.
        """
        early, contract = self._house.early_end, self.contract
        if contract is None or early == "never" or (early == "rifki" and contract != "rifki"):
            return False
        return all_taken(table.tricks, COUNTED[contract], self._house.last_two).certain

    def conclude(self, table: HandTable, report: Report) -> None:
        """Prove revokes by counting the cards that nobody has shown (King 6.4), unless a card was impossible."""
        if report.classes[FaultClass.IMPOSSIBLE] == self._impossible:
            check_counts(table, report)


def laid(table: HandTable) -> list[Play]:
    """Return all plays of the hand, in order."""
    return [play for trick in table.tricks for play in trick.laid()]
