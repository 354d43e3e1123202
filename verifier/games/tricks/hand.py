"""The judge of one hand of trick play: for every act, look by the rules, then let it happen."""

from verifier.cards import CARD_TEXTS, JOKER, PACK_SIZE, UNKNOWN, suit_of
from verifier.finding import Place
from verifier.games.record import check_foreign, check_seat
from verifier.games.report import Report
from verifier.games.tricks.dealt import DealtHand
from verifier.games.tricks.duties import prove_duties, settle_duties, unprove_duties
from verifier.games.tricks.hands import SEATS, Hands
from verifier.games.tricks.play_rules import PlayRules
from verifier.games.tricks.rules.cards import UNKNOWN_CARD, check_card
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

MOST_EARLY = 8
"""Takers at most that wait behind three cards for what comes next."""


class HandJudge(DealtHand):
    """Judges the acts of one hand of tricks, in the order of the log; `table` is the hand as it lies."""

    def __init__(self, table: HandTable, rules: PlayRules, report: Report) -> None:
        super().__init__(table.hands, report)
        self.table = table
        self._rules = rules
        self._early: list[tuple[int, Place]] = []
        self._late = False

    @property
    def hands(self) -> Hands:
        """What is known of the four hands."""
        return self.table.hands

    def take_hands(self, hands: Hands) -> None:
        """Go on from other hands: those that the plays show to hold."""
        self.table.hands = hands

    def prove(self, seat: int, cards: int, proof: Place, until: Place | None = None) -> None:
        """Let `cards`, which `seat` must have held all along (or until then), prove the open duties of its plays."""
        prove_duties(self.table, seat, cards, proof, until)

    def unprove(self, seat: int, since: Place) -> None:
        """Forget what came to light of a seat's hand since it became doubtful."""
        unprove_duties(self.table, seat, since)

    def is_over(self) -> bool:
        """Tell whether the hand has ended by the rules. King K34, K36; Kierki K-R8."""
        return self.table.finished() >= TRICKS or self._rules.is_over(self.table)

    def close(self) -> None:
        """Settle what the end of the hand's acts decides: a taker written too early, duties proven later."""
        self.catch_up()
        self._resolve_early(None)
        self._rules.conclude(self.table, self.report)
        self.report.unverified += settle_duties(self.table, self.report)

    def settle_claim(self) -> None:
        """Settle a taker written after three cards: another line follows instead of the fourth card."""
        self.catch_up()
        self._resolve_early(None)

    def judge_act(self, act: Act, place: Place) -> None:
        """Judge one act and let it happen; after the first play that came too late the rest of the hand is ignored."""
        if self._late:
            return
        kind = act.kind
        if kind is ActKind.PLAY:
            if act.seat < SEATS or check_seat(act.seat, SEATS, place, self.report):
                self._play(act.seat, act.cards[0], place)
        elif kind is ActKind.TAKES:
            if check_seat(act.seat, SEATS, place, self.report):
                self._claim(act.seat, place)
        elif kind is ActKind.JOKER:
            if check_seat(act.seat, SEATS, place, self.report):
                self._play(act.seat, JOKER, place)
        elif kind is ActKind.TAKE_BACK:
            if check_seat(act.seat, SEATS, place, self.report):
                self._take_back(act.seat, act.cards[0], place)
        elif kind is ActKind.SHOW:
            if check_seat(act.seat, SEATS, place, self.report):
                self.show(self.table, act, place)
        else:
            check_foreign(act, place, self.report)

    def _play(self, seat: int, card: int, place: Place) -> None:
        self._resolve_early(seat)
        if self.is_over():
            self._late = True
            check_late(seat, write_token(Act(ActKind.PLAY, seat, (card,))), place, self.report)
            return
        play = Play(seat, card, place)
        table, report = self.table, self.report
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
        if card == JOKER:
            report.add(UNKNOWN_CARD, place, seat, card=CARD_TEXTS[card])
            play.card = UNKNOWN
        check_card(table, play, report)
        self._check_suit(play)
        self.lay(table, play)

    def _check_suit(self, play: Play) -> None:
        """Look at the play by the suit led; after an impossible card the rest of the hand proves nothing."""
        table = self.table
        if play.card >= PACK_SIZE or play.impossible or table.hands.doubtful[play.seat]:
            return
        trick = table.open_trick()
        if trick is None or not trick.laid():
            self._rules.check_lead(table, play, self.report)
            return
        suit = led_suit(trick)
        if suit is None:
            return
        if suit_of(play.card) == suit:
            self._rules.check_following(table, trick, suit, play, self.report)
        elif not check_follow(table, trick, suit, play, self.report):
            self._rules.check_discard(table, trick, suit, play, self.report)

    def _claim(self, seat: int, place: Place) -> None:
        trick = self.table.trick()
        if trick is None or trick.claimed:
            check_misplaced(seat, place, self.report)
        elif trick.over:
            check_taker(self.table, trick, seat, place, self.report)
            self.table.apply_claim(seat)
        elif len(trick.laid()) == SEATS - 1 and len(self._early) < MOST_EARLY:
            self._early.append((seat, place))
            if len(self._early) == 1 and trick.play_of(seat) is None:
                self._resolve_early(None)
        else:
            check_misplaced(seat, place, self.report)

    def _drop_early(self) -> None:
        """Report takers written after three cards as misplaced: what follows shows that the trick goes on."""
        early, self._early = self._early, []
        for claimed, place in early:
            check_misplaced(claimed, place, self.report)

    def _resolve_early(self, seat: int | None) -> None:
        """Decide on takers written after three cards, now that `seat` plays next, or nobody.

        The fourth card never came where somebody else plays next, or where a taker is the very seat that is missing;
        the other takers are misplaced. King section 8.
        """
        if not self._early:
            return
        trick = self.table.tricks[-1]
        missing = trick.missing_seats(self.table.step)[0]
        closing = [early for early in self._early if early[0] == missing] if seat == missing else self._early[:1]
        early, self._early = self._early, []
        for claimed, place in early:
            if (claimed, place) in closing[:1]:
                self._close_without(trick, place)
                self.table.apply_claim(claimed)
            else:
                check_misplaced(claimed, place, self.report)

    def _close_without(self, trick: Trick, place: Place) -> None:
        missing = trick.missing_seats(self.table.step)[0]
        check_missing(trick, missing, place, self.report)
        self.table.apply_missing(missing)

    def _take_back(self, seat: int, card: int, place: Place) -> None:
        self._drop_early()
        play = self.table.can_take_back(seat, card)
        check_take_back(seat, card, play, place, self.report)
        if play is not None:
            self.report.withdraw(play.findings)
            self.table.apply_take_back(play)
