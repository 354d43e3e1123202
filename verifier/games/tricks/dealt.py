"""What the judge of any dealt hand does about cards: holds back the first acts, learns, doubts, lets cards prove."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar, Protocol

from verifier.cards import PACK_SIZE, UNKNOWN, mask_of
from verifier.finding import Place
from verifier.games.report import Report
from verifier.games.tricks.hands import SEATS, Hands
from verifier.games.tricks.rules.cards import FIRST_PLAYS, CardsLaid, check_fit, check_show
from verifier.games.tricks.table import Play
from verifier.movetext import Act, ActKind

MOST_WAITING = 64
"""Acts held back at most until the first plays have shown whether the deal belongs to the hand."""


class LaidTable(CardsLaid, Protocol):
    """A table that cards are laid on."""

    def apply_play(self, play: Play) -> None:
        """Lay a card."""


class DealtHand(ABC):
    """One hand being judged: four hands of which more becomes known with every card.

    `acted` tells whether any act of play was there: those of the kinds `acting`. With a full deal the first acts wait
    until enough plays are there to show a deal of another hand (King section 5a).
    """

    acting: ClassVar[frozenset[ActKind]] = frozenset({ActKind.PLAY, ActKind.JOKER})

    def __init__(self, hands: Hands, report: Report) -> None:
        self.acted = False
        self.report = report
        self._known = list(hands.dealt)
        self._blurred_since: list[Place | None] = [None] * SEATS
        self._waiting: list[tuple[Act, Place] | Callable[[], None]] | None = [] if all(hands.whole) else None
        self._plays_waiting = 0

    @property
    @abstractmethod
    def hands(self) -> Hands:
        """What is known of the four hands."""

    @abstractmethod
    def take_hands(self, hands: Hands) -> None:
        """Go on from other hands: those that the plays show to hold."""

    @abstractmethod
    def judge_act(self, act: Act, place: Place) -> None:
        """Judge one act and let it happen."""

    @abstractmethod
    def prove(self, seat: int, cards: int, proof: Place, until: Place | None = None) -> None:
        """Let `cards`, which `seat` must have held all along, prove what was left open before.

        With `until` they are known to have been held only until then.
        """

    @abstractmethod
    def unprove(self, seat: int, since: Place) -> None:
        """Forget what came to light of a seat's hand since it became doubtful."""

    @abstractmethod
    def settle_claim(self) -> None:
        """Settle what waits for the next act: another line follows instead."""

    @abstractmethod
    def close(self) -> None:
        """Settle what the end of the acts decides."""

    def judge(self, act: Act, place: Place) -> None:
        """Judge one act, or hold it back with the first ones."""
        if act.kind in self.acting and act.seat < SEATS:
            self.acted = True
        if self._waiting is None:
            self.judge_act(act, place)
            return
        self._waiting.append((act, place))
        self._plays_waiting += act.kind in self.acting
        if self._plays_waiting >= FIRST_PLAYS or len(self._waiting) >= MOST_WAITING:
            self.catch_up()

    def in_turn(self, happening: Callable[[], None]) -> None:
        """Let a line that stands between acts happen in its turn: behind those that are held back."""
        if self._waiting:
            self._waiting.append(happening)
        else:
            happening()

    def catch_up(self) -> None:
        """Judge the acts that were held back: another line of the log stands behind them."""
        if not self._waiting:
            return
        waiting, self._waiting = self._waiting, None
        hands = check_fit([one for one in waiting if isinstance(one, tuple)], self.hands, self.report)
        self._known = list(hands.dealt)
        self.take_hands(hands)
        for one in waiting:
            if isinstance(one, tuple):
                self.judge_act(*one)
            else:
                one()

    def learn(self, seat: int, card: int, place: Place) -> None:
        """Let a card that `seat` had in its hand prove what was open; then everything that follows from it."""
        hands = self.hands
        # A card that the deal gave to another seat, whose hand is doubtful by now, tells nothing of this one.
        if card < PACK_SIZE and not hands.doubtful[seat] and hands.owner(card) in {None, seat}:
            self.prove(seat, 1 << card, place)
            self._known[seat] |= 1 << card
        if all(hands.whole):
            return
        changed = hands.settle()
        for other in range(SEATS):
            if changed >> other & 1:
                new = hands.dealt[other] & ~self._known[other]
                self._known[other] = hands.dealt[other]
                # A card that was never seen may have gone as the first unknown one; until then it was held.
                self.prove(other, new, place, self._blurred_since[other])

    def lay(self, table: LaidTable, play: Play) -> None:
        """Lay a card where the log lays it; after an impossible one its hand and the true holder's are doubtful.

        King section 5a.
        """
        hands = self.hands
        if not play.impossible:
            table.apply_play(play)
            if play.card >= PACK_SIZE and self._blurred_since[play.seat] is None:
                self._blurred_since[play.seat] = play.place
            if play.misplayed is None:
                self.learn(play.seat, play.card, play.place)
            else:
                # Its true holder comes to light, and his hand was doubtful from the false play on.
                hands.doubt(play.seat, None)
                self.unprove(play.seat, play.misplayed)
            return
        play.before = hands.copy()
        owner = hands.owner(play.card)
        holder = hands.holder(play.card) if owner is None else owner
        table.apply_play(play)
        hands.doubt(play.seat, holder)

    def show(self, table: LaidTable, act: Act, place: Place) -> None:
        """Judge cards shown and learn from them. King section 7."""
        hands, seat = self.hands, act.seat
        if hands.doubtful[seat]:
            return
        cards = mask_of(list(act.cards))
        false = check_show(table, seat, cards, place, self.report)
        if false is not None:
            hands.doubt(seat, hands.holder(false))
            return
        cards &= hands.possible(seat)
        hands.show(seat, cards)
        new = cards & ~self._known[seat]
        self._known[seat] |= cards
        self.prove(seat, new, place)
        self.learn(seat, UNKNOWN, place)
