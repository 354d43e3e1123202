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
