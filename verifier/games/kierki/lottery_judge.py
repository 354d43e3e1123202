"""The judge of the small lottery: for every act, look by the rules, then let it happen."""

from typing import ClassVar

from verifier.cards import CARD_TEXTS, JOKER, UNKNOWN
from verifier.finding import Place
from verifier.games.kierki.house import HouseRules
from verifier.games.kierki.lottery import LotteryTable
from verifier.games.kierki.rules.lottery import (
    OpenPass,
    Proof,
    check_out,
    check_pass,
    check_row,
    check_turn,
    settle_passes,
)
from verifier.games.record import check_foreign, check_seat
from verifier.games.report import Report
from verifier.games.tricks.dealt import DealtHand
from verifier.games.tricks.hands import SEATS, Hands
from verifier.games.tricks.rules.cards import UNKNOWN_CARD, check_card
from verifier.games.tricks.rules.ending import check_late
from verifier.games.tricks.rules.takers import check_misplaced
from verifier.games.tricks.rules.turns import check_take_back
from verifier.games.tricks.table import Play
from verifier.movetext import Act, ActKind, write_token

MOST_OPEN = 500
"""Passes and skips at most that wait for a proof; a lottery has no more than a few dozen, a hostile log any number."""


class LotteryJudge(DealtHand):
    """Judges the acts of the lottery, in the order of the log; `table` is the lottery as it lies."""

    acting: ClassVar[frozenset[ActKind]] = frozenset({ActKind.PLAY, ActKind.JOKER, ActKind.PASS})

    def __init__(self, table: LotteryTable, house: HouseRules, report: Report) -> None:
        super().__init__(table.hands, report)
        self.table = table
        self._house = house
        self._open: list[OpenPass] = []
        self._late = False

    @property
    def hands(self) -> Hands:
        """What is known of the four hands."""
        return self.table.hands

    def take_hands(self, hands: Hands) -> None:
        """Go on from other hands: those that the plays show to hold."""
        self.table.hands = hands

    def prove(self, seat: int, cards: int, proof: Place, until: Place | None = None) -> None:
        """Let `cards`, which `seat` must have held all along (or until then), prove passes and skips left open."""
        for one in self._open:
            proving = one.cards.get(seat, 0) & cards if until is None or one.place < until else 0
            if proving and seat not in one.proofs:
                one.proofs[seat] = Proof(proof, proving)

    def unprove(self, seat: int, since: Place) -> None:
        """Forget what came to light of a seat's hand since it became doubtful."""
        for one in self._open:
            proof = one.proofs.get(seat)
            if proof is not None and proof.place is not None and proof.place.event > since.event:
                del one.proofs[seat]

    def is_over(self) -> bool:
        """Tell whether the second seat is out. Kierki K-F11."""
        return self.table.is_over()

    def settle_claim(self) -> None:
        """Settle what waits for the next act: another line follows instead."""
        self.catch_up()

    def close(self) -> None:
        """Settle what the end of the acts decides: passes and skips proven wrong later."""
        self.catch_up()
        unknown = sum(play.card == UNKNOWN for play in self.table.plays)
        self.report.unverified += unknown + settle_passes(self.table, self._open, self.report)

    def judge_act(self, act: Act, place: Place) -> None:
        """Judge one act and let it happen; after the first act that came too late the rest is ignored."""
        if self._late:
            return
        kind = act.kind
        if kind not in {*self.acting, ActKind.SHOW, ActKind.TAKE_BACK, ActKind.TAKES}:
            check_foreign(act, place, self.report)
        elif not check_seat(act.seat, SEATS, place, self.report):
            return
        elif kind is ActKind.SHOW:
            self.show(self.table, act, place)
        elif kind is ActKind.TAKES:
            check_misplaced(act.seat, place, self.report)
        elif kind is ActKind.TAKE_BACK:
            self._take_back(act.seat, act.cards[0], place)
        elif self.is_over():
            self._late = True
            check_late(act.seat, write_token(act), place, self.report)
        elif not check_out(self.table, act.seat, place, self.report):
            self._take_turn(act, place)

    def _take_turn(self, act: Act, place: Place) -> None:
        table, seat = self.table, act.seat
        if act.kind is ActKind.PASS:
            self._wait_for_proof(check_turn(table, seat, place, self._house, self.report))
            self._wait_for_proof(check_pass(table, seat, place, self._house))
            table.apply_pass(seat)
            return
        card = act.cards[0] if act.kind is ActKind.PLAY else UNKNOWN
        if act.kind is ActKind.JOKER:
            self.report.add(UNKNOWN_CARD, place, seat, card=CARD_TEXTS[JOKER])
        play = Play(seat, card, place)
        check_card(table, play, self.report)
        holder = self.hands.holder(play.card) if play.impossible else None
        self._wait_for_proof(check_turn(table, seat, place, self._house, self.report, holder))
        check_row(table, play, self.report)
        self.lay(table, play)

    def _wait_for_proof(self, one: OpenPass | None) -> None:
        if one is None:
            return
        if len(self._open) < MOST_OPEN:
            self._open.append(one)
        else:
            self.report.unverified += len(one.cards)

    def _take_back(self, seat: int, card: int, place: Place) -> None:
        play = self.table.can_take_back(seat, card)
        check_take_back(seat, card, play, place, self.report)
        if play is not None:
            self.report.withdraw(play.findings)
            self._open = [one for one in self._open if one.place != play.place]
            self.table.apply_take_back(play)
