"""What may be played now: the one place where Kings Reverse says which card fits."""

from enum import IntEnum

from verifier.cards import JOKER, PACK_SIZE
from verifier.games.kings_reverse.holding import Holding
from verifier.games.kings_reverse.house import HouseRules
from verifier.games.kings_reverse.matching import ANY_PLAYABLE, NOTHING, SUIT_ONLY, blocking, matches
from verifier.games.kings_reverse.packs import JOKERS, PAIR_MASKS
from verifier.games.kings_reverse.pile import Match


class Answer(IntEnum):
    """An answer that unknown cards may leave open."""

    NO = 0
    YES = 1
    OPEN = 2


RESTRICTIONS = {"any-playable": ANY_PLAYABLE, "suit-only": SUIT_ONLY, "none": NOTHING}
"""What forbids a joker, by the house rule's name."""


def natural(card: int, match: Match) -> Answer:
    """Tell whether a card, not a joker, matches the pile; an unknown one may. MATCH-1 to MATCH-3, JACK-1."""
    if card >= PACK_SIZE:
        return Answer.OPEN
    if matches(card, match.sure):
        return Answer.YES
    return Answer.OPEN if matches(card, match.may) else Answer.NO


def joker_stands(others: Holding, match: Match, house: HouseRules) -> Answer:
    """Tell whether a joker may be played by who holds `others` beside it. JOK-2 to JOK-4, JOK-9, CHAL-8."""
    restriction = RESTRICTIONS[house.joker_restriction]
    if restriction == NOTHING:
        return Answer.YES
    sure = blocking(match.sure, match.sure_suit, restriction, house.other_joker_blocks)
    if others.surely(sure):
        return Answer.NO
    may = blocking(match.may, match.may_suit, restriction, house.other_joker_blocks)
    if restriction == ANY_PLAYABLE and house.marriage_match == "free" and has_pair(others):
        return Answer.NO
    return Answer.OPEN if others.possibly(may) or (others.missing and others.held & sure) else Answer.YES


def blockers(others: Holding, match: Match, house: HouseRules) -> int:
    """Return the mask of those cards of a hand that forbid a joker. JOK-2 to JOK-4."""
    restriction = RESTRICTIONS[house.joker_restriction]
    mask = others.held & blocking(match.sure, match.sure_suit, restriction, house.other_joker_blocks)
    if not mask and house.marriage_match == "free":
        mask = sum(pair for pair in PAIR_MASKS if others.held & pair == pair)
    return mask


def has_pair(holding: Holding) -> bool:
    """Tell whether a hand surely holds king and queen of one suit. MAR-1."""
    return not (holding.doubtful or holding.missing) and any(holding.held & pair == pair for pair in PAIR_MASKS)


def playable(card: int, others: Holding, match: Match, house: HouseRules) -> Answer:
    """Tell whether a single card may be played by who holds `others` beside it (Kings Reverse, section 2)."""
    return joker_stands(others, match, house) if card == JOKER else natural(card, match)


def could_play(holding: Holding, match: Match, house: HouseRules) -> Answer:
    """Tell whether a seat could play anything at all. PACK-3, TURN-2."""
    if holding.surely(match.sure):
        return Answer.YES
    if house.marriage_match == "free" and has_pair(holding):
        return Answer.YES
    joker = Answer.NO
    if holding.held & JOKERS:
        joker = joker_stands(holding.without(JOKER), match, house)
        if joker is Answer.YES and not holding.doubtful and not holding.missing:
            return Answer.YES
    return Answer.OPEN if holding.possibly(match.may) or joker is not Answer.NO else Answer.NO


def playable_mask(holding: Holding, match: Match, house: HouseRules) -> int:
    """Return the mask of the seen cards of a hand that could be played one by one."""
    mask = holding.held & match.sure
    if holding.held & JOKERS and joker_stands(holding.without(JOKER), match, house) is Answer.YES:
        mask |= JOKERS
    return mask
