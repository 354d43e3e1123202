"""Games, deals and acts as they are drawn: a walk by the rules of the game with dice that Hypothesis throws."""

from typing import Final

from hypothesis import reject
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from verifier.cards import CARD_TEXTS, JOKER, KING, PACK_SIZE, QUEEN, SEATS
from verifier.fuzz.generating import FEWEST, walk_of
from verifier.fuzz.log import SEAT_LETTERS
from verifier.fuzz.recorded import Recorded
from verifier.fuzz.shedding_table import Habits, Round
from verifier.fuzz.trick_hands import deal_cards, texts_of
from verifier.fuzz.wishes import NO_SLIP, UnplayableError, Wishes
from verifier.games import GAMES
from verifier.games.kings_reverse.house import HouseRules
from verifier.movetext import Act, ActKind, write_token
from verifier.replay.lines import Deal
from verifier.strategies.agreements import Rules, any_rules, header_of, whole_rules
from verifier.strategies.drawn import DrawnDice

MANY_HANDS: Final = 5_000
"""More hands than any game has."""

SINGLE: Final[dict[str, tuple[ActKind, ...]]] = {
    "kierki": (ActKind.PLAY, ActKind.TAKES, ActKind.PASS),
    "king": (ActKind.PLAY, ActKind.TAKES),
    "kings-reverse": tuple(kind for kind in ActKind if kind not in {ActKind.TAKES, ActKind.CLOCK}),
}
"""Game -> the acts that it knows."""

WORDS: Final = {ActKind.JOKER: "SHDC*", ActKind.NAME: "SHDC", ActKind.CHALLENGE: ("", "+", "-")}
"""What is said with an act, the plainest first."""

DRAWN_AT_MOST: Final = 6


def a_game(game: str | None) -> SearchStrategy[str]:
    """Return a strategy for names of games: this one, or any."""
    return st.sampled_from([*GAMES]) if game is None else st.just(game)


@st.composite
def drawn_games(
    draw: DrawFn, game: str | None, rules: Rules | None, players: int | None, hands: int | None
) -> Recorded:
    """Draw a game, whole without `hands`, else with so many at most; rules that are None are drawn too."""
    name, dice = draw(a_game(game)), DrawnDice(draw)
    wishes = Wishes(rare=dice.chance(0.3), hands=MANY_HANDS if hands is None else dice.between(1, hands))
    agreed = rules
    if agreed is None:
        agreed = whole_rules(name, dice) if hands is None else any_rules(name, dice)
    return played(name, dice, wishes, agreed, players, drawn=rules is None)


def played(name: str, dice: DrawnDice, wishes: Wishes, rules: Rules, players: int | None, *, drawn: bool) -> Recorded:
    """Return a game that is played with these dice; the attempt is given up where it cannot be."""
    header = header_of(name, dice, wishes, rules, players, drawn=drawn)
    try:
        return Recorded(header, walk_of(name)(header, dice, wishes).entries)
    except UnplayableError:
        return reject()


@st.composite
def drawn_deals(draw: DrawFn, game: str | None, players: int | None) -> Deal:
    """Draw the deal line of a hand."""
    name, dice = draw(a_game(game)), DrawnDice(draw)
    if name == "king":
        return Deal(None, texts_of(deal_cards(dice, clustered=False)))
    if name == "kierki":
        return Deal(dice.one_of(SEAT_LETTERS[:4]), texts_of(deal_cards(dice, clustered=False)))
    count = players if players is not None else dice.between(2, 10)
    house = HouseRules(packs=3 if count > 10 else 2)
    try:
        deal = Round(dice, house, count, dice.below(count), NO_SLIP, Habits()).log.entries[0]
    except UnplayableError:
        # Nothing but jokers is left to be turned up.
        return reject()
    assert isinstance(deal, Deal)
    return deal


@st.composite
def drawn_acts(draw: DrawFn, game: str | None, players: int | None) -> str:
    """Draw the token of an act that the game knows."""
    name, dice = draw(a_game(game)), DrawnDice(draw)
    seats = players if players is not None else min(FEWEST[name][1], 10)
    kind = dice.one_of(SINGLE[name])
    if kind is ActKind.RESHUFFLE:
        return "%"
    seat = dice.below(seats)
    other = dice.one_of(WORDS[kind]) if kind in WORDS else ""
    if kind in {ActKind.CATCH, ActKind.GIVE}:
        other = SEATS[(seat + dice.between(1, seats - 1)) % seats]
    return write_token(Act(kind, seat, _cards(kind, dice), other))


def _cards(kind: ActKind, dice: DrawnDice) -> tuple[int, ...]:
    """Return the cards of an act: those of a marriage are a pair; several may be drawn or shown, or one taken back."""
    if kind is ActKind.SEVERAL:
        suit = 13 * dice.below(4)
        return dice.one_of([(suit + KING, suit + QUEEN), (suit + QUEEN, suit + KING)])
    if kind is ActKind.PLAY:
        return (dice.below(PACK_SIZE),)
    if kind in {ActKind.DRAW, ActKind.SHOW}:
        return tuple(dice.below(JOKER + 1) for _ in range(dice.between(1, DRAWN_AT_MOST)))
    return (dice.below(JOKER + 1),) if kind in {ActKind.TAKE_BACK, ActKind.GIVE} else ()


def card_texts(game: str | None) -> list[str]:
    """Return the cards of a game as a replay has them; without one the pack that all games have."""
    return [*CARD_TEXTS[: PACK_SIZE + (game == "kings-reverse")]]
