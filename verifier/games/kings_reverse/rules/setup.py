"""The set-up: packs, hands of ten, the stock, the card turned up."""

from collections.abc import Sequence

from verifier.cards import CARD_TEXTS, JOKER, PACK_SIZE, SEATS, UNKNOWN
from verifier.finding import FaultClass, Place, Rule
from verifier.games.kings_reverse.packs import CARDS_DEALT, CARDS_IN_PACK, KINDS
from verifier.games.kings_reverse.table import Effect, effect_of
from verifier.games.record import HAND_SIZE_WRONG
from verifier.games.report import Report

DEAL_IMPOSSIBLE = Rule(
    "REV101", "deal-impossible", FaultClass.IMPOSSIBLE, "So many players cannot be dealt ten cards each", "SET-5", "S21"
)
WRONG_PACK_COUNT = Rule(
    "REV102", "wrong-pack-count", FaultClass.ILLEGAL, "Not the packs that so many players play with", "SET-2", "S17"
)
JOKER_TURN_UP_KEPT = Rule(
    "REV103", "joker-turn-up-kept", FaultClass.ILLEGAL, "A joker is left as the first card of the pile", "SET-7", "S39"
)
TURN_UP_REDRAWN = Rule(
    "REV104", "turn-up-redrawn", FaultClass.ILLEGAL, "An ordinary turned-up card is replaced", "SET-7", "S39"
)
SPECIAL_TURN_UP_KEPT = Rule(
    "REV105",
    "special-turn-up-kept",
    FaultClass.ILLEGAL,
    "A special card is left as the first of the pile",
    "SET-10",
    None,
)
TOO_MANY_COPIES = Rule(
    "CRD301",
    "too-many-copies",
    FaultClass.IMPOSSIBLE,
    "A card appears more often than the packs have it",
    "SET-1",
    "S9",
)
STOCK_MISCOUNT = Rule(
    "CRD302",
    "stock-miscount",
    FaultClass.IMPOSSIBLE,
    "The stock is not what the deal leaves of the packs",
    "SET-6",
    "S21",
)

SETUP_RULES = (
    DEAL_IMPOSSIBLE,
    WRONG_PACK_COUNT,
    JOKER_TURN_UP_KEPT,
    TURN_UP_REDRAWN,
    SPECIAL_TURN_UP_KEPT,
    TOO_MANY_COPIES,
    STOCK_MISCOUNT,
)


def check_players(players: int, packs: int, place: Place, report: Report) -> bool:
    """Report a number of players that cannot be dealt ten cards each; return whether the hand can be. SET-5."""
    if players >= 2 and CARDS_DEALT * players + 1 <= CARDS_IN_PACK * packs:
        return True
    report.add(DEAL_IMPOSSIBLE, place, players=players, packs=packs)
    return False


def check_packs(players: int, packs: int, place: Place, report: Report) -> None:
    """Report a third pack with fewer than six players. SET-2."""
    if packs > 2 and players <= 5:
        report.add(WRONG_PACK_COUNT, place, option=("packs", packs), players=players, packs=packs)


def check_sizes(hands: Sequence[Sequence[int] | None], place: Place, report: Report) -> bool:
    """Report hands that are not ten cards, and return whether there are any. SET-4."""
    sizes = [(seat, len(cards)) for seat, cards in enumerate(hands) if cards is not None and len(cards) != CARDS_DEALT]
    if not sizes:
        return False
    seat = sizes[0][0] if len(sizes) == 1 else None
    report.add(HAND_SIZE_WRONG, place, seat, sizes=[[SEATS[at], size] for at, size in sizes], due=CARDS_DEALT)
    return True


def check_copies(cards: Sequence[int], seat: int | None, packs: int, place: Place, report: Report) -> None:
    """Report cards that come to light once more than the packs have them. SET-1, SET-3."""
    report.add(TOO_MANY_COPIES, place, seat, cards=[CARD_TEXTS[card] for card in cards], packs=packs)


def check_stock(
    stock: Sequence[int],
    dealt: Sequence[Sequence[int] | None],
    up: Sequence[int],
    packs: int,
    place: Place,
    report: Report,
) -> bool:
    """Report a stock that cannot be what is left of the packs, and return whether it can. SET-1, SET-6.

    `dealt` are the hands, None for one that is not recorded; `up` the cards turned up: the last one stays, the
    others lie in the stock again.
    """
    number = CARDS_IN_PACK * packs - 1 - sum(CARDS_DEALT if cards is None else len(cards) for cards in dealt)
    left = [packs] * PACK_SIZE + [2 * packs]
    for card in [*up[-1:], *stock, *(card for cards in dealt for card in cards or ())]:
        if card < KINDS:
            left[card] -= 1
    excess = [CARD_TEXTS[card] for card, count in enumerate(left) if count < 0]
    lost = [CARD_TEXTS[card] for card in sorted({*up[:-1]} - {*stock}) if card < KINDS and UNKNOWN not in stock]
    if len(stock) == number and not excess and not lost:
        return True
    report.add(STOCK_MISCOUNT, place, listed=len(stock), due=number, excess=[*excess], lost=[*lost])
    return False


def check_joker_kept(place: Place, report: Report) -> None:
    """Report a joker with which a hand is played as its first card. SET-7, SET-8."""
    report.add(JOKER_TURN_UP_KEPT, place)


def check_turned_up(up: Sequence[int], players: int, special: str, place: Place, report: Report) -> None:
    """Report a turned-up joker that is kept, a special card kept, an ordinary one replaced. SET-7, SET-10."""
    special_goes = special == "redraw"
    ordinary = [card for card in up[:-1] if not (special_goes and effect_of(card, players) is not Effect.NONE)]
    replaced = [CARD_TEXTS[card] for card in ordinary if card not in {JOKER, UNKNOWN}]
    if replaced:
        report.add(TURN_UP_REDRAWN, place, cards=[*replaced])
    if up[-1] == JOKER:
        check_joker_kept(place, report)
    elif special_goes and effect_of(up[-1], players) is not Effect.NONE:
        report.add(SPECIAL_TURN_UP_KEPT, place, option=("turn_up_special", "redraw"), card=CARD_TEXTS[up[-1]])
