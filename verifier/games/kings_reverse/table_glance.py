"""A hand of Kings Reverse at a glance: whose turn it is and who owes what, as long as nothing is wrong.

What matches, what a card does and who comes next is asked where the judge asks it. Numbers of seats, cards and draws
are plain; -1 stands for nobody. Whatever is not a plain act by the rules is left to the judge.
"""

from typing import Final

from mypy_extensions import i64

from verifier.cards import JOKER
from verifier.games.kings_reverse.fan import Fan
from verifier.games.kings_reverse.matching import (
    CHALLENGE_DRAWS,
    FOUR_DRAWN,
    JOKER_DRAWS,
    NO_RANK,
    PLAIN,
    REVERSES,
    SEVEN_DRAWS,
    SKIPS_OTHER,
    TWO_DRAWN,
    blocking,
    effect_on,
    following,
    matches,
    matching,
    suit_cards,
)
from verifier.games.kings_reverse.packs import ACE_OF_SPADES

NOBODY: Final = -1

# Who starts after a turned-up king: the dealer's right, the dealer, the left. SET-12.
KING_TO_RIGHT: Final = 0
KING_TO_DEALER: Final = 1
KING_TO_LEFT: Final = 2


class Terms:
    """What a glance goes by; the names are those of the house rules, or nearly."""

    def __init__(self) -> None:
        self.packs = 2
        self.target: i64 = 500
        self.restriction: i64 = 0
        self.king_to: i64 = KING_TO_RIGHT
        self.turn_up_acts = True
        self.other_joker_blocks = False
        self.only_when_stuck = False
        self.must_play_drawn = True
        self.must_give = False
        self.may_pass_at_will = False
        # 1, kept where the compiler cannot see it: a known 1 would be shifted in 32 bits.
        self.one = 1


class TableGlance:
    """The table in the middle of a hand; the same object serves all hands of a game.

    `finished` is a mask of seats. `debtor` owes the draw of `owed` cards, and `skipped` misses its turn, until the next
    turn; each seat of `for_ace` (a mask) owes one card. `drawer` has drawn `drawn` in the turn that is still open,
    and must play it where `must`. `unnamed` has laid a joker without a suit; `asked` tells that the one laid last may
    be challenged. `giver` has laid the ace of spades and given `given` cards of `due`. `caller` owes the call, `early`
    has called before it owed anything.
    """

    def __init__(self, terms: Terms, players: i64) -> None:
        self.players = players
        self.fans: list[Fan] = [Fan() for _ in range(players)]
        self.king_to: i64 = terms.king_to
        self.restriction: i64 = terms.restriction
        self.turn_up_acts = terms.turn_up_acts
        self.other_joker_blocks = terms.other_joker_blocks
        self.only_when_stuck = terms.only_when_stuck
        self.must_play_drawn = terms.must_play_drawn
        self.must_give = terms.must_give
        self.may_pass_at_will = terms.may_pass_at_will
        self.one: i64 = terms.one
        self.stock: i64 = 0
        self.step: i64 = 1
        self.actor: i64 = NOBODY
        self.finished: i64 = 0
        self.matched: i64 = 0
        self.by_suit: i64 = 0
        self.debtor: i64 = NOBODY
        self.owed: i64 = 0
        self.skipped: i64 = NOBODY
        self.for_ace: i64 = 0
        self.drawer: i64 = NOBODY
        self.drawn: i64 = 0
        self.must = False
        self.unnamed: i64 = NOBODY
        self.asked = False
        self.giver: i64 = NOBODY
        self.given: i64 = 0
        self.due: i64 = 0
        self.caller: i64 = NOBODY
        self.early: i64 = NOBODY
        self.over = False
        self.out: i64 = NOBODY
        self.last_laid: i64 = 0

    # The deal.

    def open(self, dealer: i64, up: i64, suit: i64, stock: i64) -> bool:
        """Let a hand begin under a turned-up card, its stock of so many cards; tell whether it can be followed.

        The dealer may be `players`, for one who is not known. SET-9 to SET-14.
        """
        self.stock = stock
        self.step = 1
        self.finished = self.for_ace = self.owed = 0
        self.debtor = self.skipped = self.drawer = self.unnamed = self.giver = NOBODY
        self.caller = self.early = self.out = NOBODY
        self.must = self.asked = self.over = False
        self.by_suit = suit_cards(suit)
        self.matched = matching(suit, up - 13 * suit)
        effect = effect_on(up, self.players) if self.turn_up_acts else PLAIN
        if effect == REVERSES:
            self.step = -1
        if dealer == self.players:
            self.actor = NOBODY
            return effect != TWO_DRAWN
        left = following(dealer, 1, self.players, 0)
        if effect == PLAIN:
            self.actor = left
        elif effect == REVERSES:
            self.actor = dealer if self.king_to == KING_TO_DEALER else left
            if self.king_to == KING_TO_RIGHT:
                self.actor = following(dealer, -1, self.players, 0)
        else:
            self.actor = following(left, 1, self.players, 0)
            self.skipped = left
            if effect == TWO_DRAWN:
                self.debtor = left
                self.owed = SEVEN_DRAWS
        return True

    # Turns.

    def can_play(self, fan: Fan) -> bool:
        """Tell whether anything of a hand could be played. PACK-3, TURN-2."""
        if fan.once & self.matched:
            return True
        return fan.jokers > 0 and self.joker_stands(fan.beside_joker())

    def joker_stands(self, others: i64) -> bool:
        """Tell whether a joker may be played by who holds these cards (a mask) beside it. JOK-2 to JOK-4."""
        return not others & blocking(self.matched, self.by_suit, self.restriction, self.other_joker_blocks)

    def begin_play(self, seat: i64, card: i64) -> bool:
        """Let a turn come to a play that begins with this card, and tell whether it may. TURN-4, TURN-5, PACK-5."""
        if self.over:
            return False
        if seat != self.drawer:
            return (seat == self.actor or self.actor < 0) and self._settle(seat)
        if card != self.drawn and (self.must or self.stock):
            return False
        self.drawer = NOBODY
        return self._settle(seat)

    def begin_draw(self, seat: i64) -> bool:
        """Let a turn come to a draw, and tell whether it may. TURN-1, TURN-2."""
        if self.over or self.stock == 0 or seat == self.drawer or (seat != self.actor and self.actor >= 0):
            return False
        return self._settle(seat) and not (self.only_when_stuck and self.can_play(self.fans[seat]))

    def end_draw(self, seat: i64, card: i64, others: i64) -> None:
        """Let a seat have drawn this card in its turn, beside others (a mask). TURN-4, JOK-8."""
        self.drawer, self.drawn = seat, card
        self.must = self.joker_stands(others) if card == JOKER else matches(card, self.matched)
        self.actor = following(seat, self.step, self.players, self.finished)

    def _settle(self, seat: i64) -> bool:
        """Settle what an act of a turn settles; tell whether it leaves nothing to be said."""
        if self.drawer != NOBODY and not self._keep():
            return False
        if self.giver != NOBODY and not self._decline():
            return False
        if self.unnamed != NOBODY or self.caller != NOBODY or (self.early >= 0 and self.early != seat):
            return False
        if self.owed and self.stock:
            return False
        self.owed = 0
        self.asked = False
        self.skipped = NOBODY
        return True

    def _keep(self) -> bool:
        """Let the card that was drawn be kept, and tell whether it may. TURN-4, PACK-5."""
        seat = self.drawer
        self.drawer = NOBODY
        if self.must and self.must_play_drawn:
            return False
        if self.stock == 0:
            self._finish(seat)
        return True

    def _finish(self, seat: i64) -> None:
        """Let a seat be finished for the hand. PACK-4, PACK-9."""
        self.finished |= self.one << seat
        self.over = self.finished == (self.one << self.players) - 1

    def passes(self, seat: i64) -> bool:
        """Let a seat pass, and tell whether it may. TURN-8, PACK-3, section 8."""
        if seat == self.drawer:
            return self._keep()
        if seat == self.skipped and not self.over:
            # It only says that its turn is missed.
            self.skipped = NOBODY
            return True
        if self.over or seat != self.actor or self.stock or not self._settle(seat):
            return False
        if not self.may_pass_at_will and self.can_play(self.fans[seat]):
            return False
        self.actor = following(seat, self.step, self.players, self.finished)
        self._finish(seat)
        return True

    # Plays.

    def fits(self, card: i64) -> bool:
        """Tell whether a card of the pack matches. MATCH-1 to MATCH-3, JACK-1."""
        return matches(card, self.matched)

    def lay(self, seat: i64, card: i64, suit: i64, effect: i64) -> bool:
        """Let a card that has left the hand lie on top and act; tell whether all is well. SPC-1 to SPC-4, OUT-1."""
        self.last_laid = card
        self.by_suit = suit_cards(suit)
        self.matched = matching(suit, card - 13 * suit)
        players = self.players
        if effect == PLAIN:
            self.actor = following(seat, self.step, players, self.finished)
        else:
            self._act(seat, effect)
        size = self.fans[seat].size
        if card == ACE_OF_SPADES and size:
            self.giver, self.given = seat, 0
            self.due = min(size, players - 1)
            return True
        if size == 0:
            self._go_out(seat)
            if card == ACE_OF_SPADES:
                self._owe_for_ace(seat, 0)
            return self.early != seat
        return self._left_with(seat, size)

    def lay_joker(self, seat: i64, suit: i64) -> bool:
        """Let a joker that has left the hand be laid, naming a suit (4: none); tell whether it may. JOK-2, JOK-7."""
        fan = self.fans[seat]
        if not self.joker_stands(fan.once):
            return False
        self.last_laid = JOKER
        if suit > 3:
            self.unnamed = seat
        else:
            self.name(suit)
        self._act(seat, FOUR_DRAWN)
        if fan.size == 0:
            self._go_out(seat)
            return self.early != seat
        return self._left_with(seat, fan.size)

    def name(self, suit: i64) -> None:
        """Let a suit be named for the joker on top. JOK-5, MATCH-2."""
        self.by_suit = suit_cards(suit)
        self.matched = matching(suit, NO_RANK)
        self.unnamed = NOBODY

    def _act(self, seat: i64, effect: i64) -> None:
        """Let an effect act on direction, turns and draws. SPC-1 to SPC-4, TWO-1, PACK-8."""
        victim = following(seat, self.step, self.players, self.finished)
        self.actor = victim
        if victim == seat:
            return
        if effect == REVERSES:
            self.step = -self.step
            self.actor = following(seat, self.step, self.players, self.finished)
            return
        self.actor = following(victim, self.step, self.players, self.finished)
        self.skipped = victim
        if effect == TWO_DRAWN:
            self.debtor, self.owed = victim, SEVEN_DRAWS
        elif effect == FOUR_DRAWN:
            self.debtor, self.owed = victim, JOKER_DRAWS
            self.asked = True

    def marriage_effect(self) -> i64:
        """Return what the king of a marriage does, wherever it lies. MAR-4."""
        return SKIPS_OTHER if self.players == 2 else REVERSES

    def challenge(self, seat: i64) -> bool:
        """Let the joker be challenged in vain, and tell whether this seat may. CHAL-1, CHAL-6, CHAL-8."""
        if not self.asked or seat != self.debtor or self.caller != NOBODY or (self.unnamed != NOBODY and not self.over):
            return False
        self.asked = False
        self.owed = CHALLENGE_DRAWS
        return True

    def serve(self, seat: i64, number: i64) -> bool:
        """Let a seat draw so many cards that it owes, and tell whether it does. SPC-1, JOK-7, ACE-5, ACE-6."""
        if seat == self.debtor and self.owed:
            if number > self.owed or self.caller != NOBODY or (self.unnamed != NOBODY and not self.over):
                return False
            self.asked = False
            self.owed -= number
            return True
        if number != 1 or not self.for_ace >> seat & 1:
            return False
        self.for_ace &= ~(self.one << seat)
        return True

    # Calls, gifts, the end.

    def _left_with(self, seat: i64, size: i64) -> bool:
        """Let a seat's own act have left it with so many cards; an early call serves one only. CALL-1, CALL-2."""
        if size == 1 and self.early != seat:
            self.caller = seat
        elif size == 1:
            self.early = NOBODY
        return size == 1 or self.early != seat

    def call(self, seat: i64) -> bool:
        """Let a seat call, and tell whether it may have cause. CALL-2, CALL-3."""
        if self.over:
            return False
        if self.caller == seat:
            self.caller = NOBODY
        elif self.early != NOBODY:
            return False
        else:
            self.early = seat
        return True

    def give(self, seat: i64, to: i64, card: i64) -> bool:
        """Let a card be given for an ace of spades, and tell whether it may. ACE-2 to ACE-7."""
        if seat != self.giver or to != self._receiver(seat, self.given + 1):
            return False
        fan = self.fans[seat]
        if not fan.drop(card):
            return False
        self.fans[to].add(card)
        self.given += 1
        if self.given < self.due:
            return True
        self.giver = NOBODY
        if fan.size:
            return self._left_with(seat, fan.size)
        self._go_out(seat)
        self._owe_for_ace(seat, self.given)
        return self.early != seat

    def _receiver(self, seat: i64, away: i64) -> i64:
        """Return the seat so far away in the order of play, finished ones counted. ACE-2."""
        return (seat + self.step * away) % self.players

    def _owe_for_ace(self, seat: i64, served: i64) -> None:
        """Let those draw who got no card, as far as the stock goes. ACE-5, ACE-6, ACE-9."""
        away = served + 1
        while away < self.players and away - served <= self.stock:
            self.for_ace |= self.one << self._receiver(seat, away)
            away += 1

    def _decline(self) -> bool:
        """Let no gift be given, or no more, and tell whether that may be. ACE-3, ACE-8."""
        seat = self.giver
        self.giver = NOBODY
        if self.given or self.must_give:
            return False
        if self.fans[seat].size != 1:
            return True
        # The call is owed now, too late to be made.
        served = self.early == seat
        self.early = NOBODY
        return served

    def _go_out(self, seat: i64) -> None:
        self.over = True
        self.out = seat

    def close(self, *, by_line: bool) -> bool:
        """Let the hand be closed by a line, or by the end of the log; tell whether it has ended well. OUT-1, PACK-9."""
        if not self.over and by_line and self.stock == 0 and not self._is_blocked():
            return False
        if not self.over or self.early != NOBODY or self.caller != NOBODY or self.for_ace:
            return False
        return not (self.owed and self.stock)

    def _is_blocked(self) -> bool:
        """Let the last passes be implied where nobody could play, and tell whether they are (section 8)."""
        if (self.drawer != NOBODY and not self._keep()) or (self.giver != NOBODY and not self._decline()):
            return False
        seat: i64 = 0
        while seat < self.players:
            if not self.finished >> seat & 1 and (self.unnamed != NOBODY or self.can_play(self.fans[seat])):
                return False
            seat += 1
        self.over = True
        return True
