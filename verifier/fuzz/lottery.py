"""The small lottery of Kierki played at random: cards laid in rows, passes written or left out, bonus cards."""

from typing import Final

from verifier.cards import CARD_TEXTS, SEATS, cards_in, suit_of
from verifier.fuzz.dice import Dice
from verifier.fuzz.log import Log
from verifier.fuzz.trick_hands import NOWHERE, PLAYERS
from verifier.fuzz.wishes import Slip
from verifier.games.kierki.house import HouseRules
from verifier.games.kierki.lottery import LotteryTable
from verifier.games.tricks.table import Play

SLIPS: Final = (("pass", 12), ("row", 12), ("played on", 1))
"""Infractions in a lottery, each with how many occasions for it are let go by at most."""


class LotteryPlay:
    """The play of one lottery; `table` is the lottery as it lies."""

    def __init__(self, table: LotteryTable, house: HouseRules, log: Log, dice: Dice, slip: Slip, *, rare: bool) -> None:
        self._table = table
        self._house = house
        self._log = log
        self._dice = dice
        self._slip = slip
        written = dice.one_of([0.0, 1.0]) if rare else dice.one_of([0.0, 0.9, 1.0])
        self._written = 1.0 if house.implicit_pass == "forbid" else written
        """The share of forced passes that are written."""
        # Who keeps what others need makes them pass.
        self._withholds = rare

    def run(self) -> None:
        """Play until the second seat is out. Kierki K-F11."""
        table = self._table
        while not table.is_over():
            seat = table.bonus if table.bonus is not None else min(table.turn)
            self._turn(seat, bonus=table.bonus is not None)
        if self._slip.now("played on"):
            seat = next(one for one in range(PLAYERS) if table.left[one])
            self._log.add(SEATS[seat] + CARD_TEXTS[cards_in(table.hands.held[seat])[0]])
            self._log.expect("play-after-hand-end", seat)

    def _turn(self, seat: int, *, bonus: bool) -> None:
        """Let a seat lay a card or pass. Kierki K-F2 to K-F9."""
        table, dice, slip = self._table, self._dice, self._slip
        held = table.hands.held[seat]
        able = held & table.playable()
        misfits = held & ~table.playable()
        if misfits and self._slip.now("row"):
            card = dice.one_of(cards_in(misfits))
            name = "not-adjacent" if table.is_opened(suit_of(card)) else "not-a-seven"
            self._lay(seat, card)
            self._log.expect(name, seat)
        elif bonus and (not able or dice.chance(0.3)):
            # Declined, aloud or silently.
            if dice.chance(0.5):
                self._log.add(f"{SEATS[seat]}-")
            table.apply_pass(seat)
        elif able and self._house.pass_while_able == "illegal" and slip.now("pass"):
            self._pass(seat)
            self._log.expect("pass-while-able", seat)
        elif not able or (self._house.pass_while_able == "allowed" and dice.chance(0.1)):
            if able or dice.chance(self._written):
                self._pass(seat)
            else:
                table.apply_pass(seat)
        else:
            self._lay(seat, self._choice(cards_in(able)))

    def _choice(self, cards: list[int]) -> int:
        """Return the card to be laid: any, or the one that opens least."""
        if self._withholds and self._dice.chance(0.6):
            return max(cards, key=lambda card: abs(card % 13 - 6))
        return self._dice.one_of(cards)

    def _lay(self, seat: int, card: int) -> None:
        self._table.apply_play(Play(seat, card, NOWHERE))
        self._log.add(SEATS[seat] + CARD_TEXTS[card])

    def _pass(self, seat: int) -> None:
        self._table.apply_pass(seat)
        self._log.add(f"{SEATS[seat]}-")
