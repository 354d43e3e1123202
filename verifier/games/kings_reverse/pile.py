"""The discard pile: what lies there, what matches it, and what it was before a joker."""

from typing import NamedTuple

from verifier.cards import CARD_TEXTS, FULL_PACK, JOKER, SUIT_MASKS, SUITS, UNKNOWN
from verifier.games.kings_reverse.matching import NO_RANK, matching
from verifier.games.kings_reverse.packs import COLOUR_MASKS, JACKS


class Match(NamedTuple):
    """What matches a pile, as masks of cards: surely, perhaps, and the parts of both that match by their suit.

    A pile of known rank and suit has one answer to each; an unnamed joker or an unknown card leaves more open. `suit`
    is the letter of the suit or colour in force, empty where it is open. MATCH-1 to MATCH-3.
    """

    sure: int
    may: int
    sure_suit: int
    may_suit: int
    suit: str


OPEN = Match(JACKS, FULL_PACK, 0, FULL_PACK, "")
"""What matches a pile of which neither suit nor rank is known."""


def _matches() -> list[Match]:
    matches = []
    for card in range(52):
        suit = SUIT_MASKS[card // 13]
        natural = matching(card // 13, card % 13)
        matches.append(Match(natural, natural, suit, suit, SUITS[card // 13]))
    return matches


_CARD_MATCHES = _matches()


def match_of(card: int) -> Match:
    """Return what matches a card that lies on top."""
    return _CARD_MATCHES[card] if card < JOKER else OPEN


def named_match(letter: str) -> Match:
    """Return what matches a joker that names a suit, or a colour. MATCH-2, JOK-5."""
    colour = COLOUR_MASKS.get(letter)
    if colour:
        return Match(JACKS | colour, JACKS | colour, colour, colour, letter)
    suit = SUITS.index(letter)
    natural = matching(suit, NO_RANK)
    return Match(natural, natural, SUIT_MASKS[suit], SUIT_MASKS[suit], letter)


def either(first: Match, second: Match) -> Match:
    """Return what matches where it is open which of two is in force."""
    return Match(
        first.sure & second.sure,
        first.may | second.may,
        first.sure_suit & second.sure_suit,
        first.may_suit | second.may_suit,
        first.suit if first.suit == second.suit else "",
    )


class Pile:
    """The discards from the bottom to the top, and what matches them."""

    def __init__(self) -> None:
        self.cards: list[int] = []
        self.match: Match = OPEN

    def top(self) -> int:
        """Return the card on top, UNKNOWN where nothing is known to lie there."""
        return self.cards[-1] if self.cards else UNKNOWN

    def top_text(self) -> str:
        """Return the text of the card on top."""
        return CARD_TEXTS[self.top()]

    def lay(self, card: int) -> None:
        """Let a card be laid on the pile."""
        self.cards.append(card)
        self.match = match_of(card)

    def take(self, card: int) -> None:
        """Let the last card of this kind be taken from the pile, if there is one."""
        for at in range(len(self.cards) - 1, -1, -1):
            if self.cards[at] == card:
                del self.cards[at]
                return
