"""Whose card is whose: what a deal, the plays and the shows of one hand prove about the four hands.

Everything is worked out again from whole lists each time it is asked for. A `Sight` is a card that a seat was seen
to have; an `Impossible` says at which event which seats' hands became doubtful.
"""

from collections import Counter
from typing import NamedTuple

from oracle.kierki_reading import PACK, SEATS, UNKNOWN

Held = dict[str, frozenset[str]]


class Sight(NamedTuple):
    """At this event this seat was seen to have this card; `laid` when it left the hand with it for good."""

    event: int
    seat: str
    card: str
    laid: bool = True


class Impossible(NamedTuple):
    """An act that cannot have been so: its event, name and card, and the seats whose hands it makes doubtful."""

    event: int
    name: str
    card: str
    doubtful: frozenset[str]


class Knowledge:
    """The hands of one deal line, and what was seen of them so far."""

    def __init__(self, given: Held, listed: Counter[str]) -> None:
        self.given = given
        self.listed = listed
        self.sights: list[Sight] = []
        self.impossible: list[Impossible] = []
        self._remembered: dict[tuple[object, ...], Held] = {}  # the same question is asked many times

    def doubtful_from(self, seat: str) -> float:
        """The event from which a seat's hand is doubtful, to the end of the hand; infinity where it never is."""
        if not self.impossible:
            return float("inf")
        return min((one.event for one in self.impossible if seat in one.doubtful), default=float("inf"))

    def trusted(self, before: float) -> list[Sight]:
        """What was seen before an event of hands that were not yet doubtful, cards dealt to others left out."""
        dealt = {seat: frozenset().union(*(self.given[one] for one in SEATS if one != seat)) for seat in SEATS}
        doubtful = {seat: self.doubtful_from(seat) for seat in SEATS}
        return [
            one
            for one in self.sights
            if one.card != UNKNOWN and one.event < before and one.event < doubtful[one.seat]
            if one.card not in dealt[one.seat]
        ]

    def hands(self, before: float) -> Held:
        """The cards known to be each seat's before an event; three whole hands give the fourth."""
        asked = (before, tuple(self.sights), tuple(self.impossible))
        if asked not in self._remembered:
            self._remembered = {asked: self.worked_out(before)}
        return self._remembered[asked]

    def worked_out(self, before: float) -> Held:
        """The same, from whole lists. Nothing follows for another hand from a doubtful one, or a wrong deal."""
        seen = self.trusted(before)
        known = {seat: self.given[seat] | {one.card for one in seen if one.seat == seat} for seat in SEATS}
        if self.listed:
            return known
        for seat in SEATS:
            others = [known[other] for other in SEATS if other != seat and self.doubtful_from(other) >= before]
            if len(others) == 3 and all(len(hand) == 13 for hand in others) and len(frozenset().union(*others)) == 39:
                known[seat] = PACK - frozenset().union(*others)
        return known

    def owner(self, card: str, event: int) -> str | None:
        """The seat whose card it is known to be before an event."""
        known = self.hands(event)
        return next((seat for seat in SEATS if card in known[seat]), None)

    def not_its_card(self, seat: str, card: str, event: int) -> bool:
        """Whether a card is surely not of a seat's hand: that hand is known without it, or it is another's."""
        if self.doubtful_from(seat) < event:
            return False
        known = self.hands(event)
        without = len(known[seat]) == 13 and card not in known[seat]
        return without or any(
            card in known[other] for other in SEATS if other != seat and self.doubtful_from(other) >= event
        )

    def try_play(self, seat: str, card: str, event: int) -> Impossible | None:
        """What is impossible about a play, if anything."""
        owner = self.owner(card, event)
        earlier = [one for one in self.sights if one.laid and one.card == card and one.event < event]
        if len(earlier) >= max(1, self.listed[card]):
            first = earlier[-1]
            own = any(one.seat == seat for one in earlier)
            real_owner_now = not own and self.foreign(first) and owner in {seat, None}
            if real_owner_now:
                self.true_holder(seat, card)
            else:
                return Impossible(event, "card-already-played", card, frozenset({seat, owner or first.seat}))
        elif self.not_its_card(seat, card, event):
            return Impossible(event, "card-not-in-hand", card, frozenset({seat, owner or seat}))
        return None

    def foreign(self, sight: Sight) -> bool:
        """Whether a card was laid by a seat whose card it was not: so reported, or its hand being doubtful."""
        return self.doubtful_from(sight.seat) <= sight.event

    def true_holder(self, seat: str, card: str) -> None:
        """A card that another laid wrongly turns out to be this seat's: its hand was doubtful from there on too."""
        self.impossible = [
            one._replace(doubtful=one.doubtful | {seat}) if one.card == card else one for one in self.impossible
        ]

    def try_show(self, seat: str, card: str, event: int) -> Impossible | None:
        """What is impossible about a show: a card known to be another seat's."""
        if not self.not_its_card(seat, card, event):
            self.true_holder(seat, card)
            return None
        return Impossible(event, "card-not-in-hand", card, frozenset({seat, self.owner(card, event) or seat}))

    def surely_held(self, seat: str, event: int, wanted: frozenset[str]) -> bool:
        """Whether a seat surely held one of the wanted cards just before it acted, as far as it is ever proven.

        Cards it laid or showed later were in its hand. Cards known to be its own and never seen laid were there too,
        unless an unknown card had left it after they were last shown: that may have been any of them.
        """
        end = self.doubtful_from(seat)
        own = self.hands(end)[seat]
        mine = [one for one in self.sights if one.seat == seat and one.event < end]
        later = {one.card for one in mine if one.event >= event and one.card in own}
        laid = {one.card for one in mine if one.laid}
        idle = own - laid - later
        unknown = [one.event for one in mine if one.card == UNKNOWN and one.event < event]
        before = {one.card for one in mine if one.laid and one.event < event}
        # What was shown after the last unknown card is none of these.
        shown = {one.card for one in mine if not one.laid and one.event > max(unknown, default=0)}
        idle &= wanted
        return bool((later - before) & wanted) or bool(idle & shown) or (bool(idle) and not unknown)

    def may_have_held(self, seat: str, event: int, wanted: frozenset[str]) -> bool:
        """Whether a seat may have held one of the wanted cards just before it acted, as far as is ever known."""
        known = self.hands(float("inf"))
        before = {one.card for one in self.sights if one.laid and one.event < event}
        if len(known[seat]) == 13:
            possible = known[seat]
        else:
            possible = PACK - frozenset().union(*(known[other] for other in SEATS if other != seat))
        return bool((possible - before) & wanted)
