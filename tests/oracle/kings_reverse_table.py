"""The table of Kings Reverse while a hand is played: everything that can be seen or is owed, and small questions of it.

The rules of turns, draws, jokers, aces and calls stand in modules of their own; each works on this one table.
"""

import copy
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from oracle.kings_reverse_cards import Answer, Held, Pile, whole_packs
from oracle.kings_reverse_deal import Found, Layout
from oracle.kings_reverse_reading import JOKER, UNKNOWN, Act


@dataclass
class Turn:
    """Whose turn it is, what was drawn in it and when, and whether one of these cards must be played."""

    seat: str | None
    drawn: list[str] = field(default_factory=list)
    drawn_at: int = 0
    must: Answer = False
    took_last: bool = False
    again: bool = False


@dataclass
class Laid:
    """The last play: who, when, what its last card does, who misses a turn for it, and the table before it."""

    seat: str
    event: int
    effect: str
    victim: str | None
    direction: int
    before: Pile
    cards: tuple[str, ...]
    taken_back: bool = False
    foreign: bool = False


@dataclass
class Debt:
    """What a seat must draw: causes with numbers, the catch first; what it drew so far, and when last."""

    parts: list[tuple[str, int]]
    drawn: int = 0
    drawn_at: int = 0
    quiet: bool = False
    short: bool = False

    def due(self) -> int:
        return sum(number for _, number in self.parts)


@dataclass
class Duty:
    """A call that is owed: the act that made it, and what became of it."""

    event: int
    open: bool = True
    called: bool = False
    caught: bool = False
    missed: bool = False
    unsure: bool = False
    others_acted: bool = False
    turn_missed: bool = False


@dataclass
class JokerLaid:
    """The last joker: who laid it on what with which other cards, who may challenge, and how it is settled."""

    seat: str
    event: int
    victim: str | None
    last_card: bool
    others: Held
    before: Pile
    named: str
    state: str = "open"
    legal: Answer = None
    challenged_at: int = 0
    challenger: str | None = None
    wrong: bool = False
    unsettled: bool = False
    drew_since: bool = False
    own_way: bool = False


@dataclass
class AceLaid:
    """An ace of spades just laid: who may give to whom, and the gifts so far as (event, seat)."""

    seat: str
    event: int
    held: int
    order: str
    gifts: list[tuple[int, str]] = field(default_factory=list)
    judged: bool = False
    undecided: bool = False

    def due(self) -> int:
        return min(self.held, len(self.order))

    def receivers(self) -> list[str]:
        """Who received, each once."""
        return list(dict.fromkeys(seat for _, seat in self.gifts if seat != self.seat))


class Table:
    """One hand as it stands."""

    def __init__(self, layout: Layout, acts: list[Act], rules: dict[str, Any], effect: str, *, closed: bool) -> None:
        self.rules, self.acts, self.at = rules, acts, 0
        self.closed = closed
        self.seats, self.dealer = layout.seats, layout.dealer
        self.hands, self.stock, self.pile = layout.hands, layout.stock, layout.pile
        self.seen, self.packs = layout.seen, whole_packs(rules["packs"])
        self.effect = effect
        self.found: list[Found] = list(layout.found)
        self.notices: list[Found] = []
        self.unverified = layout.unverified
        self.contradicted = any(one.name == "too-many-copies" for one in layout.found)
        self.blurred = False
        self.direction = 1
        self.turn = Turn(None)
        self.first = True
        self.last: Laid | None = None
        self.played_last: str | None = None
        self.acted_last: str | None = None
        self.finished: set[str] = set()
        self.supposed: set[str] = set()
        self.debts: dict[str, Debt] = {}
        self.duties: dict[str, Duty] = {}
        self.early: dict[str, tuple[int, bool]] = {}
        self.bad_catches: list[Found] = []
        self.joker: JokerLaid | None = None
        self.ace: AceLaid | None = None
        self.ace_owed: list[str] = []
        self.handled: set[str] = set()
        self.paying: str | None = None
        self.free_order = False
        self.restored_from: str | None = None
        self.exchanging = False
        self.king_ignored = False
        self.against = False
        self.passes = 0
        self.over = False
        self.blocked = False
        self.out: str | None = None
        self.played_on = False
        self.stray_draws: set[str] = set()
        self.stopped = False
        self.stopped_at = float("inf")
        self.unsettled = False
        self.last_act = 0
        self.rare: set[str] = set()

    def fork(self) -> "Table":
        """Another table like this one."""
        same = (self.acts, self.rules, self.packs)
        return copy.deepcopy(self, {id(one): one for one in same})

    # What was found

    def fault(self, event: int, name: str, seat: str | None) -> None:
        self.found.append(Found(event, name, seat))

    def notice(self, event: int, name: str, seat: str | None) -> None:
        self.notices.append(Found(event, name, seat))

    def stop(self) -> None:
        """The rest of the hand cannot be judged."""
        if not self.stopped:
            self.stopped_at = self.acts[self.at].event if self.at < len(self.acts) else self.last_act
        self.stopped = True
        self.unverified += 1

    # Seats

    def step(self, seat: str, direction: int | None = None) -> str | None:
        """The first seat after one, in the direction of play, that is not finished; itself where it is alone."""
        way = self.direction if direction is None else direction
        for by in range(1, len(self.seats) + 1):
            other = self.seats[(self.seats.index(seat) + way * by) % len(self.seats)]
            if other not in self.finished | self.supposed:
                return other
        return None

    def in_order(self, seat: str) -> str:
        """All other seats in the order of play after one."""
        start = self.seats.index(seat)
        return "".join(self.seats[(start + self.direction * by) % len(self.seats)] for by in range(1, len(self.seats)))

    def expected(self) -> str | None:
        """Who is to act: after a draw whoever comes next, None where any seat may."""
        if self.turn.seat is not None and self.turn.drawn:
            return self.step(self.turn.seat)
        return self.turn.seat

    def may_go_on(self, seat: str) -> bool:
        """Whether a seat has drawn in its turn and nobody has acted since."""
        return bool(self.turn.drawn) and seat == self.turn.seat

    def to_act(self, seat: str) -> bool:
        return self.free_order or self.may_go_on(seat) or self.expected() in {None, seat}

    # The stock

    def can_draw(self) -> bool:
        """Whether the stock has cards, or may have them again."""
        return self.stock.count > 0 or (self.rules["when_pack_empty"] == "reshuffle" and len(self.pile.cards) > 1)

    def unsure_pack(self) -> bool:
        """Whether nobody knows if the stock is empty."""
        return self.stock.doubtful and self.stock.count <= 12 and self.rules["when_pack_empty"] != "reshuffle"

    def draw(self, act: Act) -> list[str]:
        """Move drawn cards to a hand, and judge whether they can have lain there."""
        faults: list[str] = []
        got = []
        for shown in act.cards:
            card = shown
            if self.stock.count <= 0:
                self.refill()
            if self.stock.count <= 0:
                faults += ["draw-from-empty-pack"] if "draw-from-empty-pack" not in faults else []
                self.hands[act.seat].ghosts += 1
                card = UNKNOWN
            else:
                certain = self.stock.next_card()
                card = certain if card == UNKNOWN and certain else card
                new = self.stock.cards is None or (self.stock.doubtful and card not in self.stock.cards)
                ordered = self.stock.ordered
                if card == UNKNOWN:
                    self.blur()
                if not self.stock.take(card):
                    third = not ordered and self.seen[card] >= self.packs[card]
                    faults.append("too-many-copies" if third else "drawn-card-not-next")
                    self.hands[act.seat].misread |= not third
                    self.stock.doubtful = True
                elif new:
                    faults += self.sighted(card, act.seat)
            self.hands[act.seat].add(card)
            got.append(card)
        if not self.can_draw():
            self.rare.add("pack empty")
        if self.joker and self.joker.seat == act.seat:
            self.joker.drew_since = True
        for seat, duty in self.duties.items():
            duty.others_acted |= seat != act.seat
        self.tell_first(faults, act)
        return got

    def tell_first(self, faults: list[str], act: Act) -> None:
        """Tell the first fault of cards drawn; after any the record contradicts itself."""
        if not faults:
            return
        self.fault(act.event, faults[0], act.seat)
        self.contradicted = True
        if faults[0] == "too-many-copies":
            self.hands[act.seat].doubt()

    def refill(self) -> None:
        """With the house rule the discards become the stock though nobody said so."""
        if self.rules["when_pack_empty"] == "reshuffle" and len(self.pile.cards) > 1:
            self.shuffle_in()

    def shuffle_in(self) -> None:
        """All discards but the top go into the stock."""
        cards, top = self.pile.cards[:-1], self.pile.cards[-1]
        if self.stock.cards is not None and UNKNOWN not in cards:
            self.stock.cards += cards
        else:
            self.stock.cards = None
            self.seen -= Counter(card for card in cards if card != UNKNOWN)
        self.stock.count += len(cards)
        self.stock.ordered = False
        self.pile.cards = [top]

    def blur(self) -> None:
        """A card moves unseen: from now on only cards that lie open are counted against the packs."""
        self.blurred = True
        if not self.stock.ordered or self.stock.doubtful:
            self.stock.cards = None

    def sighted(self, card: str, seat: str) -> list[str]:
        """A card that nobody had seen before; too many of it are a contradiction."""
        if card == UNKNOWN:
            return []
        self.seen[card] += 1
        copies = self.seen[card]
        if self.blurred:
            known = [one for held in self.hands.values() for one in held.known]
            copies = [*self.pile.cards, *known].count(card) + 1
        if self.contradicted or copies <= self.packs[card]:
            return []
        self.stock.doubtful = True
        return ["too-many-copies"]

    # Hands

    def give_up(self, event: int, seat: str, cards: tuple[str, ...]) -> None:
        """Take cards out of a hand; one fault at most for all of them."""
        held = self.hands[seat]
        faults: list[str] = []
        for card in cards:
            unseen = card not in held.known
            if card == UNKNOWN:
                self.blur()
            if not held.remove(card):
                faults.append("card-not-in-hand")
                self.stock.doubtful = True
                for other in self.hands.values():
                    # It may have been theirs.
                    other.misread |= card in other.known
            elif unseen and not held.doubtful:
                more = self.sighted(card, seat)
                if more:
                    held.doubt()
                faults += more
        if faults:
            self.contradicted = True
            self.fault(event, faults[0], seat)

    def next_matters(self, kinds: set[str]) -> Act | None:
        """The next act of some kinds after the one at hand."""
        return next((act for act in self.acts[self.at + 1 :] if act.kind in kinds), None)

    def is_joker_on_top(self) -> bool:
        return self.pile.cards[-1] == JOKER
