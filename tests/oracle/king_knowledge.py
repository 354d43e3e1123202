"""Whose card is whose in a hand of King: what the second referee of Kierki knows, asked a little faster."""

from oracle import kierki_knowledge
from oracle.kierki_knowledge import Sight
from oracle.kierki_reading import UNKNOWN


class Knowledge(kierki_knowledge.Knowledge):
    """The hands of one deal line, and what was seen of them; most hands hold nothing impossible."""

    def doubtful_from(self, seat: str) -> float:
        return super().doubtful_from(seat) if self.impossible else float("inf")

    def trusted(self, before: float) -> list[Sight]:
        if self.impossible:
            return super().trusted(before)
        dealt = {card: seat for seat, cards in self.given.items() for card in cards}
        return [
            one
            for one in self.sights
            if one.event < before and one.card != UNKNOWN and dealt.get(one.card, one.seat) == one.seat
        ]

    def hidden_left(self, seat: str, event: int) -> int:
        """How many cards nobody ever saw a seat still held when it acted: not laid before, not seen later."""
        laid = [one for one in self.sights if one.laid and one.seat == seat]
        before = sum(one.event < event for one in laid)
        later = {one.card for one in laid if one.event >= event and one.card != UNKNOWN}
        return 13 - before - len(later)

    def in_doubt(self, seat: str, event: int) -> bool:
        """Whether what a seat held when it acted is not known: hidden cards are left, and not all those of its deal."""
        whole = len(self.hands(float("inf"))[seat]) == 13
        gone = any(one.card == UNKNOWN and one.seat == seat and one.event < event for one in self.sights if one.laid)
        return self.hidden_left(seat, event) > 0 and (gone or not whole)
