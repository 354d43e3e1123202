"""The judge of one hand of trick play: for every act, look by the rules, then let it happen."""

from typing import Protocol

from verifier.cards import CARD_TEXTS, JOKER, PACK_SIZE, UNKNOWN, mask_of, suit_of
from verifier.finding import Place
from verifier.games.record import check_foreign, check_seat
from verifier.games.report import Report
from verifier.games.tricks.duties import prove, settle_duties
from verifier.games.tricks.hands import SEATS
from verifier.games.tricks.rules.cards import FIRST_TRICKS, UNKNOWN_CARD, check_card, check_fit, check_show
from verifier.games.tricks.rules.ending import check_late
from verifier.games.tricks.rules.following import check_follow, led_suit
from verifier.games.tricks.rules.takers import check_misplaced, check_taker
from verifier.games.tricks.rules.turns import (
    check_missing,
    check_second_card,
    check_take_back,
    check_turn,
    is_next_lead,
)
from verifier.games.tricks.table import TRICKS, HandTable, Play, Trick
from verifier.movetext import Act, ActKind, write_token

MOST_WAITING = 64
"""Acts held back at most until the first two tricks have shown whether the deal belongs to the hand."""


class PlayRules(Protocol):
    """What a game adds to the play of a hand: its own duties, and an early end."""

    def check_lead(self, table: HandTable, play: Play, report: Report) -> None:
        """Report what is wrong with a lead from a hand that is not doubtful."""

    def check_discard(self, table: HandTable, trick: Trick, suit: int, play: Play, report: Report) -> None:
        """Report what is wrong with a card of another suit than `suit`, the one led; a revoke is not certain."""

    def is_over(self, table: HandTable) -> bool:
        """Tell whether the hand has ended by the rules before its thirteenth trick."""


class HandJudge:
    """Judges the acts of one hand, in the order of the log.

    `table` is the hand as it lies; `cards_played` tells whether any card was laid. Acts wait until the first two tricks
    are there when a full deal is known, since only they show a deal of another hand.
    """

    def __init__(self, table: HandTable, rules: PlayRules, report: Report) -> None:
        self.table = table
        self.cards_played = False
        self._rules = rules
        self._report = report
        self._waiting: list[tuple[Act, Place]] | None = [] if all(table.hands.whole) else None
        self._plays_waiting = 0
        self._early: tuple[int, Place] | None = None
        self._late = False
        self._known = list(table.hands.dealt)

    def judge(self, act: Act, place: Place) -> None:
        """Judge one act and let it happen."""
        if act.kind is ActKind.PLAY and act.seat < SEATS:
            self.cards_played = True
        if self._waiting is None:
            self._judge(act, place)
            return
        self._waiting.append((act, place))
        self._plays_waiting += act.kind is ActKind.PLAY
        if self._plays_waiting >= FIRST_TRICKS or len(self._waiting) >= MOST_WAITING:
            self.catch_up()

    def catch_up(self) -> None:
        """Judge the acts that were held back: another line of the log stands behind them."""
        if not self._waiting:
            return
        waiting, self._waiting = self._waiting, None
        self.table.hands = check_fit(waiting, self.table.hands, self._report)
        self._known = list(self.table.hands.dealt)
        for act, place in waiting:
            self._judge(act, place)

    def is_over(self) -> bool:
        """Tell whether the hand has ended by the rules. King K34, K36; Kierki K-R8."""
        return self.table.finished() >= TRICKS or self._rules.is_over(self.table)

    def close(self) -> None:
        """Settle what the end of the hand's acts decides: a taker written too early, duties proven later."""
        self.catch_up()
        self._resolve_early(None)
        self._report.unverified += settle_duties(self.table, self._report)

    def settle_claim(self) -> None:
        """Settle a taker written after three cards: another line follows instead of the fourth card."""
        self.catch_up()
        self._resolve_early(None)

    def _judge(self, act: Act, place: Place) -> None:
        kind = act.kind
        if kind is ActKind.PLAY:
            if act.seat < SEATS or check_seat(act.seat, SEATS, place, self._report):
                self._play(act.seat, act.cards[0], place)
        elif kind is ActKind.TAKES:
            if check_seat(act.seat, SEATS, place, self._report):
                self._claim(act.seat, place)
        elif kind is ActKind.JOKER:
            if check_seat(act.seat, SEATS, place, self._report):
                self._play(act.seat, JOKER, place)
        elif kind is ActKind.TAKE_BACK:
            if check_seat(act.seat, SEATS, place, self._report):
                self._take_back(act.seat, act.cards[0], place)
        elif kind is ActKind.SHOW:
            if check_seat(act.seat, SEATS, place, self._report):
                self._show(act.seat, mask_of(list(act.cards)), place)
        else:
            check_foreign(act, place, self._report)

    def _play(self, seat: int, card: int, place: Place) -> None:
        if self._early is not None:
            self._resolve_early(seat)
        if self.is_over():
            if not self._late:
                self._late = True
                check_late(seat, write_token(Act(ActKind.PLAY, seat, (card,))), place, self._report)
            return
        if card == JOKER:
            self._report.add(UNKNOWN_CARD, place, seat, card=CARD_TEXTS[card])
            card = UNKNOWN
        play = Play(seat, card, place)
        table, report = self.table, self._report
        trick = table.open_trick()
        if trick is not None and trick.play_of(seat) is not None:
            if not is_next_lead(table, trick, play):
                check_second_card(trick, play, report)
                return
            self._close_without(trick, place)
            if self.is_over():
                self._play(seat, card, place)
                return
        check_turn(table, play, report)
        check_card(table, play, report)
        self._check_suit(play)
        self._apply(play)

    def _check_suit(self, play: Play) -> None:
        """Look at the play by the suit led; after an impossible card the rest of the hand proves nothing."""
        table = self.table
        if play.card >= PACK_SIZE or play.impossible or table.hands.doubtful[play.seat]:
            return
        trick = table.open_trick()
        if trick is None or not trick.laid():
            self._rules.check_lead(table, play, self._report)
            return
        suit = led_suit(trick)
        if suit is None or suit_of(play.card) == suit:
            return
        if not check_follow(table, trick, suit, play, self._report):
            self._rules.check_discard(table, trick, suit, play, self._report)

    def _apply(self, play: Play) -> None:
        hands = self.table.hands
        if not play.impossible:
            self.table.apply_play(play)
            self._learn(play.seat, play.card, play.place)
            return
        play.before = hands.copy()
        # Whose card it is: as dealt, or without a deal who holds it or has played it (King section 5a).
        owner = hands.owner(play.card)
        holder = hands.holder(play.card) if owner is None else owner
        self.table.apply_play(play)
        hands.doubt(play.seat)
        if holder is not None:
            hands.doubt(holder)

    def _learn(self, seat: int, card: int, place: Place) -> None:
        """Let a card that a seat had in its hand prove duties that it broke before; then what follows from it."""
        hands = self.table.hands
        if card < PACK_SIZE and not hands.doubtful[seat]:
            prove(self.table, seat, 1 << card, place)
            self._known[seat] |= 1 << card
        if all(hands.whole):
            return
        changed = hands.settle()
        for other in range(SEATS):
            if changed >> other & 1:
                new = hands.dealt[other] & ~self._known[other]
                self._known[other] = hands.dealt[other]
                prove(self.table, other, new, place)

    def _claim(self, seat: int, place: Place) -> None:
        trick = self.table.trick()
        if trick is None or trick.claimed or self._early is not None:
            check_misplaced(seat, place, self._report)
        elif trick.over:
            check_taker(self.table, trick, seat, place, self._report)
            self.table.apply_claim(seat)
        elif len(trick.laid()) == SEATS - 1:
            self._early = seat, place
            if trick.play_of(seat) is None:
                self._resolve_early(None)
        else:
            check_misplaced(seat, place, self._report)

    def _resolve_early(self, seat: int | None) -> None:
        """Decide on a taker written after three cards, now that `seat` plays next, or nobody. King section 8."""
        if self._early is None:
            return
        (claimed, place), self._early = self._early, None
        trick = self.table.tricks[-1]
        if seat is not None and trick.play_of(seat) is None:
            check_misplaced(claimed, place, self._report)
            return
        self._close_without(trick, place)
        self.table.apply_claim(claimed)

    def _close_without(self, trick: Trick, place: Place) -> None:
        missing = trick.missing_seats(self.table.step)[0]
        check_missing(trick, missing, place, self._report)
        self.table.apply_missing(missing)

    def _take_back(self, seat: int, card: int, place: Place) -> None:
        if self._early is not None:
            (claimed, where), self._early = self._early, None
            check_misplaced(claimed, where, self._report)
        play = self.table.can_take_back(seat, card)
        check_take_back(seat, card, play, place, self._report)
        if play is not None:
            self._report.withdraw(play.findings)
            self.table.apply_take_back(play)

    def _show(self, seat: int, cards: int, place: Place) -> None:
        hands = self.table.hands
        if hands.doubtful[seat]:
            return
        holder = check_show(self.table, seat, cards, place, self._report)
        if holder is not None:
            hands.doubt(seat)
            hands.doubt(holder)
            return
        cards &= hands.possible(seat)
        hands.show(seat, cards)
        new = cards & ~self._known[seat]
        self._known[seat] |= cards
        prove(self.table, seat, new, place)
        self._learn(seat, UNKNOWN, place)
