"""One hand of Kings Reverse: each act is looked at by the rules of its moment, and then happens."""

from collections.abc import Callable, Sequence

from verifier.cards import CARD_TEXTS, JOKER, KING, PACK_SIZE, SEATS, UNKNOWN
from verifier.finding import Place, Rule
from verifier.games.kings_reverse import calls, draws, gifts, jokers, possession
from verifier.games.kings_reverse.legal import Answer, could_play
from verifier.games.kings_reverse.owed import Cause, Ruling
from verifier.games.kings_reverse.rules.drawing import (
    check_draw_at_will,
    check_kept,
    check_other_played,
    check_over_draw,
)
from verifier.games.kings_reverse.rules.ending import check_played_on, check_reshuffle
from verifier.games.kings_reverse.rules.passing import check_pass_playable, check_pass_undrawn
from verifier.games.kings_reverse.rules.playing import check_several, check_single
from verifier.games.kings_reverse.rules.setup import check_joker_kept
from verifier.games.kings_reverse.rules.turns import IGNORED_SKIPS, SECOND_ACTION
from verifier.games.kings_reverse.table import ANYONE, Effect, Table, TurnKind, effect_of
from verifier.games.kings_reverse.taking_turns import TurnKeeper
from verifier.games.record import check_foreign, check_seat
from verifier.games.report import Report
from verifier.movetext import Act, ActKind, write_token


class KingsReverseHand:
    """Judges the acts of one hand, until its end.

    `last` is the place of the last act, `last_laid` the card laid last. `judging` turns False where an uncertain stock
    leaves all that follows open; `played_on` tells that the end of the hand was played past.
    """

    def __init__(self, table: Table, report: Report) -> None:
        self.table = table
        self.report = report
        self.turns = TurnKeeper(table, report)
        self.judging = True
        self.played_on = False
        self.acted = False
        self.last: Place | None = None
        self.last_laid = ""
        self._misprinted: int | None = None
        self._acts: dict[ActKind, Callable[[Act, Place], None]] = {
            ActKind.PLAY: self._play,
            ActKind.JOKER: self._joker,
            ActKind.SEVERAL: self._several,
            ActKind.NAME: self._name,
            ActKind.DRAW: self._draw,
            ActKind.PASS: self._pass,
            ActKind.CALL: self._call,
            ActKind.CATCH: self._catch,
            ActKind.CHALLENGE: self._challenge,
            ActKind.SHOW: self._show,
            ActKind.TAKE_BACK: self._take_back,
            ActKind.GIVE: self._give,
            ActKind.RESHUFFLE: self._reshuffle,
            ActKind.TAKES: self._foreign,
        }

    def judge(self, act: Act, place: Place) -> None:
        """Judge one act and let it happen."""
        players, report = self.table.players, self.report
        if act.seat >= 0 and not check_seat(act.seat, players, place, report):
            return
        if act.kind in {ActKind.CATCH, ActKind.GIVE} and not check_seat(SEATS.index(act.other), players, place, report):
            return
        if act.kind is not ActKind.TAKES:
            if self.table.unplayable is not None and not self.acted:
                check_joker_kept(self.table.unplayable, report)
            self.acted = True
            self.last = place
        if not self.judging:
            report.unverified += 1
            return
        if self.played_on:
            self._move(act)
            return
        if act.kind is not ActKind.GIVE:
            self.table.exchanging = False
        self._acts[act.kind](act, place)

    def _stop(self) -> None:
        """Judge nothing more of this hand: it depends on a card or a stock that the log leaves open."""
        self.judging = False
        self.report.unverified += 1

    def _move(self, act: Act) -> None:
        """Let cards move, and judge nothing: the hand is over, and the table has been told."""
        table, seat = self.table, act.seat
        if act.kind in {ActKind.PLAY, ActKind.SEVERAL, ActKind.JOKER}:
            for card in act.cards or (JOKER,):
                table.apply_lay(seat, card)
        elif act.kind is ActKind.DRAW:
            for card in act.cards:
                table.apply_draw(seat, card)
        elif act.kind is ActKind.GIVE:
            table.apply_gift(seat, SEATS.index(act.other), act.cards[0])
        elif act.kind is ActKind.TAKE_BACK:
            table.apply_take_back(seat, act.cards[0])

    # Turns.

    def _take_turn(
        self, act: Act, place: Place, *, own: bool = False, lays_seven: bool = False
    ) -> tuple[bool, Rule | None]:
        """Settle what is settled by an act of a turn; return whether judging goes on, and what the act breaks."""
        table = self.table
        passes = act.kind is ActKind.PASS
        draws.miss_up_seven(table, place, self.report)
        self.turns.settle(act.seat, place)
        is_unsure = draws.may_play_out(table) and not own
        if is_unsure and self.turns.hangs_on_stock(act.seat, lays_seven=lays_seven, passes=passes):
            draws.settle_debts(table, act.seat, lapses=True, place=place, report=self.report)
            self._stop()
            return False, None
        rule = self.turns.begin(act.seat, place, own=own, lays_seven=lays_seven, passes=passes)
        lapses = rule in IGNORED_SKIPS
        if not draws.settle_debts(table, act.seat, lapses=lapses, place=place, report=self.report):
            self._stop()
            return False, rule
        calls.others_act(table, act.seat)
        calls.close_windows(table, act.seat, place, self.report)
        self.turns.clear(act.seat)
        return True, rule

    def _is_past_end(self, act: Act, place: Place) -> bool:
        """Tell whether the hand is over already, and report the first act after it. OUT-1, PACK-9."""
        table = self.table
        self.turns.end_draw(act.seat)
        if not table.is_over or self._goes_on():
            return False
        self.played_on = True
        check_played_on(act.seat, write_token(act)[:40], place, self.report)
        return True

    def _goes_on(self) -> bool:
        """Let the hand go on if who seemed to go out may have cards left, because an impossible one was laid."""
        table = self.table
        if table.out is None or not table.holdings[table.out].doubtful:
            return False
        table.is_over, table.out = False, None
        table.actor = ANYONE
        self.report.unverified += 1
        return True

    # Plays.

    def _begin_play(self, act: Act, cards: Sequence[int], place: Place) -> bool:
        """Judge everything about a play but its fit; return False where nothing more is to be judged."""
        table, seat = self.table, act.seat
        if self._is_past_end(act, place):
            self._move(act)
            return False
        own = self.turns.is_own_draw(seat)
        last = cards[-1]
        seven = last < PACK_SIZE and effect_of(last, table.players) is Effect.SEVEN
        if own:
            turn = table.turn
            turn.closed = True
            free = turn.last_card and table.is_empty() and not turn.must
            if cards[0] not in turn.drawn and UNKNOWN not in turn.drawn and cards[0] != UNKNOWN and not free:
                if draws.may_play_out(table) and not turn.last_card:
                    # With the last card of the stock drawn it might be laid.
                    self._stop()
                    return False
                check_other_played(table, seat, cards, place, self.report)
        due = table.actor
        going_on, rule = self._take_turn(act, place, own=own, lays_seven=seven)
        if going_on:
            table.passes = 0
            if possession.let_go(table, seat, cards, place, self.report):
                self._misprinted = seat if rule is None else due
        return going_on

    def _play(self, act: Act, place: Place) -> None:
        if self._begin_play(act, act.cards, place):
            card = act.cards[0]
            check_single(self.table, act.seat, card, place, self.report)
            self.table.apply_lay(act.seat, card)
            self._act_on(act.seat, card, place, reverses=card < PACK_SIZE and card % 13 == KING)
            if card == UNKNOWN:
                self._stop()

    def _joker(self, act: Act, place: Place) -> None:
        if self._begin_play(act, [JOKER], place):
            jokers.lay_joker(self.table, act.seat, act.other.strip("*"), place, self.report)
            self._act_on(act.seat, JOKER, place, reverses=False)

    def _several(self, act: Act, place: Place) -> None:
        if not self._begin_play(act, act.cards, place):
            return
        table, seat, cards = self.table, act.seat, act.cards
        check_several(table, seat, cards, place, self.report)
        for card in cards[:-1]:
            table.apply_lay(seat, card)
        before, top = table.pile.match, table.pile.top_text()
        table.apply_lay(seat, cards[-1])
        if cards[-1] == JOKER:
            jokers.lay_among(table, seat, before, top, place)
        kings = any(card < PACK_SIZE and card % 13 == KING for card in cards)
        self._act_on(seat, cards[-1], place, reverses=kings)
        if UNKNOWN in cards:
            self._stop()

    def _act_on(self, seat: int, card: int, place: Place, *, reverses: bool) -> None:
        """Let a card laid act: on turns and draws, on gifts, on the end of the hand."""
        table = self.table
        self.last_laid = CARD_TEXTS[card]
        effect = effect_of(card, table.players)
        if reverses and table.players == 2 and effect is Effect.NONE:
            effect = Effect.KING_OF_TWO
        table.apply_effect(seat, effect, place, reverses=reverses)
        if self._misprinted is not None:
            # Whoever it really was that laid this card, or another, the next one may go by that.
            for debt in table.debts:
                debt.void |= debt.origin == place
            after = table.following(self._misprinted)
            table.also_due = (after, table.following(after))
            # Whether a king that it cannot have been turns play round shows by who acts.
            table.step_sure &= not reverses
            self._misprinted = None
        if card == UNKNOWN:
            table.actor = ANYONE
            table.step_sure = False
        if table.lays_ace(card):
            gifts.lay_ace(table, seat, place)
            return
        if table.holdings[seat].size == 0:
            table.apply_out(seat)
            if not table.house.last_card_draws:
                doubtful = table.holdings[seat].doubtful
                table.debts = [debt for debt in table.debts if doubtful or debt.origin != place]
                for debt in table.debts:
                    # With a card left that the log has lost, the hand goes on, and the draw is due.
                    debt.void |= debt.origin == place
        calls.open_duty(table, seat, place, self.report)

    # Draws and passes.

    def _draw(self, act: Act, place: Place) -> None:
        table, seat, cards = self.table, act.seat, act.cards
        if draws.may_play_out(table) and table.stock.size < len(cards):
            if not table.debts_of(seat):
                draws.settle_debts(table, seat, lapses=True, place=place, report=self.report)
            self._stop()
            return
        draws.before_draw(table, seat, self.report)
        if table.is_over and not table.debts_of(seat):
            self._goes_on()
        if draws.serve(table, seat, cards, place, self.report):
            return
        if self.turns.is_own_draw(seat):
            self._draw_on(seat, cards, place)
            return
        self.turns.end_draw(seat)
        if table.is_over:
            draws.take(table, seat, cards, place, self.report)
            return
        excused = table.joker is not None and table.joker.wrong_verdict
        going_on, rule = self._take_turn(act, place)
        if not going_on:
            return
        table.passes = 0
        wanted = table.house.draw_only_when_stuck and not table.is_empty() and table.pile.top() != UNKNOWN
        if rule is not SECOND_ACTION and wanted:
            check_draw_at_will(table, seat, place, self.report)
        if draws.take(table, seat, cards, place, self.report):
            table.apply_turn(seat, TurnKind.DRAW, place)
            table.turn.excused = excused
            draws.note_drawn(table, seat, cards, place, must=rule is not SECOND_ACTION)
            if len(cards) > 1:
                check_over_draw(seat, cards, place, self.report)
        else:
            # The table went on as if there had been a card to draw.
            table.apply_turn(seat, TurnKind.PASS, place)
            self.turns.allow(seat)

    def _draw_on(self, seat: int, cards: Sequence[int], place: Place) -> None:
        table = self.table
        if draws.take(table, seat, cards, place, self.report):
            draws.note_drawn(table, seat, cards, place, must=True)
            if len(table.turn.drawn) - len(cards) == 1:
                check_over_draw(seat, table.turn.drawn, place, self.report)

    def _pass(self, act: Act, place: Place) -> None:
        table, seat, turn = self.table, act.seat, self.table.turn
        if self.turns.has_drawn(seat):
            turn.closed = True
            check_kept(table, self.report)
            self.turns.finish_drawn()
            return
        if self.turns.is_allowed(seat) or self._means_nothing(act, place) or self._is_past_end(act, place):
            return
        if draws.is_unsure(table):
            self._stop()
            return
        going_on, _ = self._take_turn(act, place)
        if going_on:
            self._pass_in_turn(seat, place)

    def _means_nothing(self, act: Act, place: Place) -> bool:
        """Tell whether a pass only says that a turn is missed, or says again that its seat is finished (section 8)."""
        table, seat = self.table, act.seat
        if self.turns.is_skipped(seat):
            # With a joker undone in the table's own way nobody knows whose turn it is, and whether the pass counts.
            table.presumed[seat] |= table.lenient and table.plays_out()
            return True
        if table.is_over or not table.finished[seat] or table.actor == seat:
            return False
        # Unless the table goes on from there.
        table.idle_pass = (seat, place)
        return True

    def _pass_in_turn(self, seat: int, place: Place) -> None:
        """Judge a pass for what it is, whoever was to act. TURN-8, PACK-3, PACK-4."""
        table = self.table
        if table.is_empty():
            answer = could_play(table.holdings[seat], table.pile.match, table.house)
            if answer is Answer.YES and not table.house.pass_with_playable:
                check_pass_playable(table, seat, place, self.report)
            elif answer is Answer.OPEN and not table.house.pass_with_playable:
                self.report.unverified += 1
            table.apply_turn(seat, TurnKind.PASS, place)
            if table.plays_out():
                self._finish(seat)
            return
        if table.pile.top() == UNKNOWN:
            # The card may have cost this seat its turn.
            self.report.unverified += 1
        else:
            check_pass_undrawn(table, seat, place, self.report)
            table.stock.doubt()
        table.apply_turn(seat, TurnKind.PASS, place)

    def _finish(self, seat: int) -> None:
        self.turns.finish(seat)

    # Calls, challenges, gifts.

    def _call(self, act: Act, place: Place) -> None:
        calls.call(self.table, act.seat, place, self.report)

    def _catch(self, act: Act, place: Place) -> None:
        calls.catch(self.table, act.seat, SEATS.index(act.other), place, self.report)

    def _challenge(self, act: Act, place: Place) -> None:
        jokers.challenge(self.table, act.seat, act.other, place, self.report)

    def _name(self, act: Act, place: Place) -> None:
        jokers.name(self.table, act.seat, act.other, place, self.report)

    def _take_back(self, act: Act, place: Place) -> None:
        jokers.take_back(self.table, act.seat, act.cards[0], place, self.report)

    def _give(self, act: Act, place: Place) -> None:
        possession.let_go(self.table, act.seat, act.cards, place, self.report)
        gifts.give(self.table, act.seat, SEATS.index(act.other), act.cards[0], place, self.report)

    def _show(self, act: Act, place: Place) -> None:
        possession.show(self.table, act.seat, act.cards, place, self.report)

    def _reshuffle(self, _act: Act, place: Place) -> None:
        table = self.table
        joker = table.joker
        joker_open = joker is not None and not joker.answered and joker.ruling is Ruling.NONE
        allowed = table.house.when_pack_empty == "reshuffle"
        check_reshuffle(place, self.report, allowed=allowed, joker_open=joker_open)
        for debt in table.debts:
            # What could not be drawn from a stock that had run out is forgiven (PACK-6).
            debt.short |= table.is_empty() and debt.cause is not Cause.ACE
        table.apply_reshuffle()

    def _foreign(self, act: Act, place: Place) -> None:
        check_foreign(act, place, self.report)
