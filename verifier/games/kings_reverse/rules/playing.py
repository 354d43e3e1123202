"""Cards laid: whether they match, marriages, and the suit that a joker names."""

from collections.abc import Sequence

from verifier.cards import CARD_TEXTS, JACK, JOKER, KING, PACK_SIZE, QUEEN, UNKNOWN
from verifier.finding import Fact, FaultClass, Place, Rule
from verifier.games.kings_reverse.legal import Answer, natural, playable_mask
from verifier.games.kings_reverse.matching import is_pair
from verifier.games.kings_reverse.packs import KINDS
from verifier.games.kings_reverse.table import Table
from verifier.games.report import Report

CARD_DOES_NOT_MATCH = Rule(
    "REV301", "card-does-not-match", FaultClass.ILLEGAL, "A card that matches neither suit nor rank", "MATCH-1", "S22"
)
TOO_MANY_CARDS = Rule(
    "REV302", "too-many-cards-played", FaultClass.ILLEGAL, "Several cards that are no marriage", "TURN-10", "S22"
)
MARRIAGE_NOT_A_PAIR = Rule(
    "REV303", "marriage-not-a-pair", FaultClass.ILLEGAL, "Not king and queen of one suit", "MAR-1", "S40"
)
MARRIAGE_DOES_NOT_MATCH = Rule(
    "REV304",
    "marriage-first-card-does-not-match",
    FaultClass.ILLEGAL,
    "A marriage whose first card does not match",
    "MAR-2",
    "S40",
)
SUIT_NOT_RESTORED = Rule(
    "REV305",
    "suit-not-restored",
    FaultClass.RULING,
    "A card that fits only the joker that was taken back",
    "CHAL-4",
    "S33",
)
JOKER_SUIT_NOT_NAMED = Rule(
    "REV306", "joker-suit-not-named", FaultClass.ILLEGAL, "A joker for which no suit is named", "JOK-6", "S39"
)
JOKER_NAMES_NO_SUIT = Rule(
    "REV307", "joker-names-no-suit", FaultClass.ILLEGAL, "A joker names what the rules do not know", "JOK-5", "S39"
)
JOKER_SUIT_TWICE = Rule(
    "REV308", "joker-suit-named-twice", FaultClass.ILLEGAL, "A second suit for one joker", "JOK-6", "S39"
)
SUIT_ON_NON_JOKER = Rule(
    "REV309",
    "suit-named-on-non-joker",
    FaultClass.ILLEGAL,
    "A suit is named where no joker was laid",
    "JACK-2",
    "S38",
)

PLAYING_RULES = (
    CARD_DOES_NOT_MATCH,
    TOO_MANY_CARDS,
    MARRIAGE_NOT_A_PAIR,
    MARRIAGE_DOES_NOT_MATCH,
    SUIT_NOT_RESTORED,
    JOKER_SUIT_NOT_NAMED,
    JOKER_NAMES_NO_SUIT,
    JOKER_SUIT_TWICE,
    SUIT_ON_NON_JOKER,
)


def texts_of(mask: int) -> list[str]:
    """Return the texts of the cards of a mask, jokers last."""
    return [CARD_TEXTS[card] for card in range(KINDS) if mask >> card & 1]


def pile_facts(table: Table) -> dict[str, Fact]:
    """Return what lies on the pile: the card on top and the suit or colour in force."""
    return {"top": table.pile.top_text(), "suit": table.pile.match.suit or None}


def legal_cards(table: Table, seat: int) -> list[str] | None:
    """Return the cards that a seat could have played one by one, None where its hand is not known."""
    holding = table.holdings[seat]
    if not holding.is_known():
        return None
    return texts_of(playable_mask(holding, table.pile.match, table.house))


def sure_cards(table: Table, seat: int) -> list[str]:
    """Return the seen cards of a hand that could be played one by one, whatever else it holds."""
    return texts_of(playable_mask(table.holdings[seat], table.pile.match, table.house))


def check_single(table: Table, seat: int, card: int, place: Place, report: Report) -> None:
    """Report a single card, not a joker, that does not match; count one that cannot be judged. MATCH-1 to MATCH-3."""
    answer = natural(card, table.pile.match)
    if answer is Answer.OPEN:
        report.unverified += table.pile.top() == UNKNOWN or card == UNKNOWN
        return
    if answer is Answer.YES:
        return
    bit = 1 << card
    rule = SUIT_NOT_RESTORED if table.relapse is not None and table.relapse.may & bit else CARD_DOES_NOT_MATCH
    report.add(
        rule,
        place,
        seat,
        legal=legal_cards(table, seat),
        facts=pile_facts(table),
        option=_colour(table),
        card=CARD_TEXTS[card],
    )


def _colour(table: Table) -> tuple[str, Fact] | None:
    return ("joker_names", "colour") if table.pile.match.suit in {"R", "B"} else None


def is_marriage(cards: Sequence[int]) -> bool:
    """Tell whether two cards are king and queen of one suit. MAR-1."""
    return len(cards) == 2 and max(cards) < PACK_SIZE and is_pair(*cards)


def check_several(table: Table, seat: int, cards: Sequence[int], place: Place, report: Report) -> None:
    """Report several cards that may not be laid together. MAR-1, MAR-2, TURN-10."""
    texts = [CARD_TEXTS[card] for card in cards]
    if UNKNOWN in cards and len(cards) == 2 and all(card == UNKNOWN or card % 13 in {KING, QUEEN} for card in cards):
        report.unverified += 1
        return
    if is_marriage(cards):
        _check_marriage(table, seat, cards, place, report)
        return
    regal = len(cards) == 2 and all(card < PACK_SIZE and card % 13 in {KING, QUEEN} for card in cards)
    rule = MARRIAGE_NOT_A_PAIR if regal else TOO_MANY_CARDS
    report.add(rule, place, seat, legal=legal_cards(table, seat), facts=pile_facts(table), cards=[*texts])


def _check_marriage(table: Table, seat: int, cards: Sequence[int], place: Place, report: Report) -> None:
    match, wish = table.pile.match, table.house.marriage_match
    answers = [natural(card, match) for card in cards]
    judged = {"first": answers[:1], "either": answers, "both": answers, "free": []}[wish]
    wrong = all(answer is Answer.NO for answer in judged) if wish == "either" else Answer.NO in judged
    if not wrong or not judged:
        return
    relapse = table.relapse
    restored = relapse is not None and natural(cards[0], relapse) is not Answer.NO
    report.add(
        SUIT_NOT_RESTORED if restored else MARRIAGE_DOES_NOT_MATCH,
        place,
        seat,
        legal=legal_cards(table, seat),
        option=None if wish == "first" else ("marriage_match", wish),
        facts=pile_facts(table),
        card=CARD_TEXTS[cards[0]],
        cards=[CARD_TEXTS[card] for card in cards],
    )


def names_wrongly(letter: str, wanted: str) -> bool:
    """Tell whether a joker names a colour where a suit is wanted, or a suit where a colour is. JOK-5."""
    return letter != "" and (letter in "RB") != (wanted == "colour")


def check_named(table: Table, seat: int, letter: str, place: Place, report: Report) -> None:
    """Report a colour named for a joker where it must be a suit, or the other way round. JOK-5."""
    wanted = table.house.joker_names
    option = ("joker_names", wanted) if wanted == "colour" else None
    report.add(JOKER_NAMES_NO_SUIT, place, seat, option=option, named=letter, wanted=wanted)


def check_not_named(table: Table, seat: int, place: Place, report: Report) -> None:
    """Report a joker whose suit was not named by the time it is settled. JOK-6."""
    report.add(JOKER_SUIT_NOT_NAMED, place, seat, wanted=table.house.joker_names)


def check_name(table: Table, seat: int, letter: str, place: Place, report: Report) -> bool:
    """Report a suit named for no joker, or named again; return whether it is the one that counts. JOK-6, JACK-2.

    Whatever is named for a last card is tolerated, and on a jack its own suit.
    """
    joker = table.joker
    top = table.pile.top()
    if joker is not None and joker.seat == seat and top == JOKER and not joker.taken:
        if joker.named and not joker.is_last and not names_wrongly(joker.named, table.house.joker_names):
            report.add(JOKER_SUIT_TWICE, place, seat, first=joker.named, second=letter)
            return True
        if names_wrongly(letter, table.house.joker_names) and not joker.is_last:
            check_named(table, seat, letter, place, report)
        return True
    own_jack = top < PACK_SIZE and top % 13 == JACK and table.pile.match.suit == letter
    if not own_jack:
        report.add(SUIT_ON_NON_JOKER, place, seat, facts=pile_facts(table), named=letter)
    return False
