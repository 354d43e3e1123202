"""The table of Kings Reverse: who holds what, what lies there, whose turn it is; `apply_*` does what the log says."""

from enum import IntEnum
from typing import NamedTuple

from verifier.cards import JOKER, UNKNOWN
from verifier.finding import Finding, Place
from verifier.games.kings_reverse.holding import Holding
from verifier.games.kings_reverse.house import HouseRules
from verifier.games.kings_reverse.matching import effect_on, following
from verifier.games.kings_reverse.owed import AMOUNTS, CallDuty, Cause, Debt, Giving, LaidJoker
from verifier.games.kings_reverse.packs import ACE_OF_SPADES, Copies
from verifier.games.kings_reverse.pile import Match, Pile, named_match
from verifier.games.kings_reverse.stock import Stock

ANYONE = -1


class VoidCatch(NamedTuple):
    """A catch that does not count: the notice on it, who was named, and by whom."""

    notice: Finding
    seat: int
    by: int


class TurnKind(IntEnum):
    """What the last act of a turn was."""

    NONE = 0
    PLAY = 1
    DRAW = 2
    PASS = 3


class Effect(IntEnum):
    """What a card does to the turns that follow."""

    NONE = 0
    SEVEN = 1
    EIGHT = 2
    JOKER = 3
    KING = 4
    KING_OF_TWO = 5


_EFFECTS = tuple(Effect)


def effect_of(card: int, players: int) -> Effect:
    """Return what a card does that was laid last. SPC-1 to SPC-3, JOK-7, TWO-1."""
    return _EFFECTS[effect_on(card, players)]


class Turn:
    """The last act of a turn: whose, of what kind, and what follows from it.

    `victim` is the seat that misses its turn, `straight` the one that would act if the effect were ignored. For a draw,
    `drawn` are its cards, `places` where they were drawn, `must` those that can be played, `last_card` tells whether it
    took the last card of the stock, `open` whether it may have been drawn for a card that the log does not show,
    `excused` whether it may be part of what a challenge costs that was ruled wrongly.
    """

    def __init__(self, seat: int, kind: TurnKind, place: Place | None) -> None:
        self.seat = seat
        self.kind = kind
        self.place = place
        self.effect = Effect.NONE
        self.reversed = False
        self.step_before = 1
        self.victim: int | None = None
        self.straight: int | None = None
        self.drawn: list[int] = []
        self.must: list[int] = []
        self.must_place: Place | None = None
        self.maybe = False
        self.last_card = False
        self.open = False
        self.excused = False
        self.closed = False


class Table:
    """The state of one hand."""

    def __init__(self, players: int, house: HouseRules, dealer: int | None, copies: Copies) -> None:
        self.players = players
        self.house = house
        self.dealer = dealer
        self.copies = copies
        self.holdings = [Holding(None) for _ in range(players)]
        self.pile = Pile()
        self.stock = Stock(0)
        self.step = 1
        self.step_sure = True
        self.actor = ANYONE
        self.opening = True
        self.up_effect = Effect.NONE
        self.up_seven: Place | None = None
        self.up_turned = False
        self.also_first: tuple[int, ...] = ()
        self.unplayable: Place | None = None
        self.disputed = False
        self.held: Finding | None = None
        self.held_for_up = False
        self.also_due: tuple[int, ...] = ()
        self.idle_pass: tuple[int, Place] | None = None
        self.finished = [False] * players
        self.presumed = [False] * players
        self.perhaps_hit: int | None = None
        self.turn = Turn(-1, TurnKind.NONE, None)
        self.debts: list[Debt] = []
        self.served: dict[int, Debt] = {}
        self.joker: LaidJoker | None = None
        self.giving: Giving | None = None
        self.duties: list[CallDuty | None] = [None] * players
        self.early: list[Place | None] = [None] * players
        self.spare = [False] * players
        self.void_catch: VoidCatch | None = None
        self.exchanging = False
        self.relapse: Match | None = None
        self.lenient = False
        self.lenient_to: int | None = None
        self.parties: tuple[int, ...] = ()
        self.missing: int | None = None
        self.is_over = False
        self.out: int | None = None
        self.passes = 0

    # Seats.

    def is_out(self, seat: int) -> bool:
        """Tell whether a seat has passed for good, or is treated so. PACK-4."""
        return self.finished[seat] or self.presumed[seat]

    def following(self, seat: int, step: int = 0) -> int:
        """Return the seat after this one that is not finished, the seat itself where it is alone. TURN-9, PACK-8."""
        out = 0
        if True in self.finished or True in self.presumed:
            out = sum(1 << other for other in range(self.players) if self.is_out(other))
        return following(seat, step or self.step, self.players, out)

    def victim_of(self, seat: int) -> int | None:
        """Return the seat that an effect hits, None where no other is left. PACK-8."""
        other = self.following(seat)
        return None if other == seat else other

    def in_order(self, seat: int) -> list[int]:
        """Return all other seats in the order of play, finished ones too. ACE-2."""
        return [(seat + self.step * away) % self.players for away in range(1, self.players)]

    def is_empty(self) -> bool:
        """Tell whether the stock is used up, by the log."""
        return self.stock.size == 0

    def plays_out(self) -> bool:
        """Tell whether the stock is used up for good: who passes now is finished. PACK-1, PACK-2."""
        return self.is_empty() and (self.house.when_pack_empty == "play-out" or len(self.pile.cards) < 2)

    def is_surely_over(self) -> bool:
        """Tell whether the hand is over whatever follows: who is out has no cards left that the log has lost."""
        return self.is_over and (self.out is None or not self.holdings[self.out].doubtful)

    def apply_reshuffle(self) -> None:
        """Let the discards but the top one become stock again. PACK-1."""
        self.stock.return_cards(self.pile.cards[:-1])
        self.pile.cards = self.pile.cards[-1:]

    # Debts.

    def debts_of(self, seat: int) -> list[Debt]:
        """Return what a seat still has to draw, a catch first (section 8)."""
        own = [debt for debt in self.debts if debt.seat == seat and debt.drawn < debt.amount]
        return sorted(own, key=lambda debt: debt.cause)

    def apply_debt(self, seat: int, cause: Cause, origin: Place, *, skipped: bool = False) -> Debt:
        """Let a seat owe the draw of this cause."""
        debt = Debt(seat, cause, origin, AMOUNTS[cause], skipped=skipped)
        self.debts.append(debt)
        return debt

    # Cards.

    def apply_draw(self, seat: int, card: int) -> None:
        """Let a card go from the stock into a hand."""
        if card == UNKNOWN and not self.stock.order:
            for unseen in self.stock.lot():
                self.copies.excuse(unseen)
        hidden = self.stock.draw(card)
        if hidden is not None:
            self.copies.vanish(hidden)
        self.holdings[seat].add(card)
        if self.joker is not None and self.joker.seat == seat and card == UNKNOWN:
            self.joker.drawn_unseen = True

    def apply_lay(self, seat: int, card: int) -> None:
        """Let a card go from a hand onto the pile."""
        self.holdings[seat].remove(card)
        self.pile.lay(card)
        self.relapse = None

    def apply_gift(self, seat: int, to: int, card: int) -> None:
        """Let a card go from one hand into another."""
        if to != seat:
            self.holdings[seat].remove(card)
            self.holdings[to].add(card)

    def apply_name(self, letter: str) -> None:
        """Let a suit or a colour be in force."""
        self.pile.match = named_match(letter)

    def apply_take_back(self, seat: int, card: int) -> None:
        """Let a card go from the pile back into a hand; below a joker taken back everything is as it was. CHAL-4."""
        joker = self.joker
        if joker is not None and card == JOKER and self.pile.top() == JOKER and joker.seat == seat and not joker.taken:
            self.relapse = self.pile.match
            self.pile.take(card)
            self.pile.match = joker.before
            joker.taken = True
        else:
            was_top = self.pile.top() == card
            self.pile.take(card)
            if was_top:
                self.pile.match = self.match_below()
        self.holdings[seat].add(card)
        if self.out == seat:
            self.is_over = False
            self.out = None

    def match_below(self) -> Match:
        """Return what matches the card that is on top now."""
        top = self.pile.top()
        pile = Pile()
        pile.lay(top)
        return pile.match

    # Turns.

    def apply_effect(self, seat: int, effect: Effect, place: Place, *, reverses: bool) -> None:
        """Let what was laid last act on direction, turns and draws. SPC-1 to SPC-4, TWO-1, PACK-8."""
        turn = Turn(seat, TurnKind.PLAY, place)
        turn.effect, turn.step_before = effect, self.step
        self.turn = turn
        self.missing = None
        if reverses and self.players > 2 and self.victim_of(seat) is not None:
            self.step = -self.step
            turn.reversed = True
        victim = self.victim_of(seat)
        turn.straight = self.following(seat)
        self.actor = turn.straight
        if victim is None or effect in {Effect.NONE, Effect.KING}:
            return
        turn.victim = self.missing = victim
        self.apply_miss(victim)
        self.actor = self.following(victim)
        if effect is Effect.SEVEN:
            self.apply_debt(victim, Cause.SEVEN, place, skipped=True)
        elif effect is Effect.JOKER:
            self.apply_debt(victim, Cause.JOKER, place, skipped=True)

    def apply_miss(self, seat: int) -> None:
        """Let a seat miss its turn: the next act of a turn ends the catching of its missing call. CALL-5."""
        duty = self.duties[seat]
        if duty is not None and self.house.missed_turn_closes_window:
            duty.closing = True

    def apply_turn(self, seat: int, kind: TurnKind, place: Place) -> None:
        """Let a seat have drawn or passed: the next one is to act."""
        self.turn = Turn(seat, kind, place)
        self.turn.step_before = self.step
        self.actor = self.turn.straight = self.following(seat)

    def apply_finish(self, seat: int) -> None:
        """Let a seat be finished for the hand. PACK-4."""
        self.finished[seat] = True
        self.presumed[seat] = False
        if all(self.finished):
            self.is_over = True

    def apply_out(self, seat: int) -> None:
        """Let a seat have gone out: the hand is over but for the last draws. OUT-1."""
        self.is_over = True
        self.out = seat

    def apply_ace_draws(self, giver: int, place: Place, *, served: list[int], void: bool = False) -> None:
        """Let those draw one card each who got none, as far as the stock goes. ACE-5, ACE-6, ACE-9."""
        unserved = [other for other in self.in_order(giver) if other not in served]
        # A stock that nobody can count may have a card for each.
        is_limited = self.house.when_pack_empty == "play-out" and not self.stock.may_be_empty()
        for seat in unserved[: self.stock.size] if is_limited else unserved:
            self.apply_debt(seat, Cause.ACE, place).void = void

    def lays_ace(self, card: int) -> bool:
        """Tell whether a card is the ace of spades."""
        return card == ACE_OF_SPADES
