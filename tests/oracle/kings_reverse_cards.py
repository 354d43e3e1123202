"""What the table knows of cards: hands, the stock, the pile, what matches, and what cards are worth.

An answer is True, False, or None where it hangs on cards that nobody knows.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from oracle.kings_reverse_reading import COLOURS, JOKER, RANKS, SUITS, UNKNOWN

Answer = bool | None

MOST = 1635
"""What three packs are worth."""


def value(card: str) -> int:
    """What a card in hand is worth (SCORE-1)."""
    if card == JOKER:
        return 25
    if card[0] in "78K" or card == "AS":
        return 20
    return 15 if card[0] == "J" else 5


def whole_packs(packs: int) -> Counter[str]:
    """Every card with how often it is there."""
    cards = Counter({rank + suit: packs for rank in RANKS for suit in SUITS})
    cards[JOKER] = 2 * packs
    return cards


def any_of(answers: list[Answer]) -> Answer:
    """Whether one is true."""
    if True in answers:
        return True
    return None if None in answers else False


@dataclass
class Held:
    """The cards of one seat: those known, how many are not, and whether the count itself is in doubt.

    `misread`: one of them may be another card than the log says, so nobody can tell what they are worth.
    `lost`: one of the known cards may have left unseen; `ghosts` are drawn from an empty stock and may not be there.
    """

    known: list[str] = field(default_factory=list)
    unknown: int = 0
    doubtful: bool = False
    misread: bool = False
    lost: bool = False
    ghosts: int = 0
    absent: list[str] = field(default_factory=list)
    """Cards laid that it could not have: where one of them comes later, it may be the one laid."""

    def count(self) -> int:
        """How many by the log; at least as many where the hand is doubtful."""
        return len(self.known) + self.unknown

    def add(self, card: str) -> None:
        if card in self.absent:
            self.absent.remove(card)
            self.unknown += 1
        elif card == UNKNOWN:
            self.unknown += 1
        else:
            self.known = sorted([*self.known, card])

    def remove(self, card: str) -> bool:
        """Take a card out; False where the seat cannot have it."""
        if card == UNKNOWN and self.known:
            self.known, self.unknown, self.lost = [], self.count() - 1, True
        elif card in self.known:
            self.known.remove(card)
        elif self.unknown:
            self.unknown -= 1
        else:
            right, self.unknown = self.doubtful, max(0, len(self.known) - 1)
            self.known, self.doubtful = [], True
            self.absent.append(card)
            return right
        return True

    def doubt(self) -> None:
        self.unknown, self.known, self.doubtful = self.count(), [], True

    def show(self, cards: tuple[str, ...]) -> bool:
        """Compare cards that are shown; False where they cannot all be there."""
        shown = Counter(cards)
        new = shown - Counter(self.known)
        if self.doubtful:
            if len(cards) >= self.count():
                self.known, self.unknown, self.doubtful = sorted(cards), 0, False
            else:
                rest = self.count() - len(cards)
                self.known, self.unknown = sorted(cards), rest
            return True
        if new.total() > self.unknown:
            self.doubt()
            return False
        self.known = sorted([*self.known, *new.elements()])
        self.unknown -= new.total()
        return True

    def bounds(self) -> tuple[int, int]:
        """The fewest and the most points that these cards can be (SCORE-1)."""
        if self.doubtful or self.misread or self.lost:
            return 0, MOST
        seen = sum(map(value, self.known))
        return seen + 5 * (self.unknown - self.ghosts), seen + 25 * self.unknown

    def worth(self) -> int | None:
        """The points in this hand, None where a card is not known."""
        return None if self.unknown or self.doubtful or self.misread else sum(map(value, self.known))


@dataclass
class Stock:
    """The cards to draw: how many, and which where the log tells."""

    count: int
    cards: list[str] | None
    ordered: bool
    doubtful: bool = False

    def take(self, card: str) -> bool:
        """Draw a card; False where another lies next, or this one does not lie there.

        A card drawn unseen stays listed: what is listed is then more than what lies there.
        """
        self.count -= 1
        if self.cards is None or card == UNKNOWN:
            return True
        if self.ordered and not self.doubtful:
            if card == self.cards[0]:
                del self.cards[0]
                return True
            if card in self.cards:
                self.cards.remove(card)
            self.ordered = False
            return False
        if card in self.cards:
            self.cards.remove(card)
            return True
        return self.doubtful or UNKNOWN in self.cards

    def next_card(self) -> str | None:
        """The card on top where that is certain."""
        return self.cards[0] if self.cards and self.ordered and not self.doubtful else None


@dataclass
class Pile:
    """The discards: cards laid, the last on top, and the suits that match; None where that is not known.

    `other`: the pile that should lie here, where a joker was left that should have been taken back.
    """

    cards: list[str]
    suits: str | None
    other: "Pile | None" = None

    def copy(self) -> "Pile":
        return Pile(list(self.cards), self.suits, self.other)

    def natural(self, card: str) -> Answer:
        """Whether a card that is no joker matches (MATCH-1 to 3)."""
        if self.other:
            answers = {self.other.natural(card), Pile(self.cards, self.suits).natural(card)}
            return answers.pop() if len(answers) == 1 else None
        top = self.cards[-1]
        if card == UNKNOWN:
            return None
        if card[0] == "J" or (self.suits and card[1] in self.suits) or (top != JOKER and card[0] == top[0]):
            return True
        return None if self.suits is None or top == UNKNOWN else False

    def lay(self, card: str) -> None:
        self.cards.append(card)
        self.suits = None if card in {JOKER, UNKNOWN} else card[1]
        self.other = None

    def name(self, word: str) -> None:
        self.suits = COLOURS.get(word, word)


def joker_allowed(pile: Pile, known: list[str], unknown: int, rules: dict[str, Any]) -> Answer:
    """Whether a joker may be laid by a hand that holds these other cards (JOK-2 to 4, 9)."""
    if rules["joker_restriction"] == "none":
        return True
    if rules["other_joker_blocks"] and JOKER in known:
        return False
    plain = [card for card in known if card != JOKER]
    if rules["joker_restriction"] == "suit-only":
        blocked = [None if pile.suits is None else card[1] in pile.suits for card in plain]
    else:
        blocked = [pile.natural(card) for card in plain]
        if rules["marriage_match"] == "free" and any(pairs(plain)):
            return False
    answer = any_of(blocked)
    if answer:
        return False
    return None if unknown or answer is None else True


def pairs(cards: list[str]) -> list[str]:
    """The suits in which a king and a queen are held."""
    return [suit for suit in SUITS if "K" + suit in cards and "Q" + suit in cards]


def playable(pile: Pile, card: str, held: Held, rules: dict[str, Any]) -> Answer:
    """Whether a card of a hand may be played alone."""
    if card == UNKNOWN:
        return None
    if card != JOKER:
        return pile.natural(card)
    others = list(held.known)
    if card in others:
        others.remove(card)
    return joker_allowed(pile, others, held.unknown + held.doubtful, rules)


def can_play(pile: Pile, held: Held, rules: dict[str, Any]) -> Answer:
    """Whether a hand holds anything that may be played."""
    answers = [playable(pile, card, held, rules) for card in sorted(set(held.known))]
    if rules["marriage_match"] == "free" and pairs(held.known):
        answers.append(True)
    return any_of([*answers, *([None] if held.unknown or held.doubtful else [])])
