"""The play of one hand of King laid out in tricks for the slow referee: turn, possession, takers, the end of the hand.

What the finished tricks say of following, leading and house rules is judged in `king_duties`.
"""

from typing import Any, NamedTuple

from oracle.kierki_knowledge import Impossible, Sight
from oracle.kierki_reading import JOKER, PACK, RANKS, SEATS, SUITS, UNKNOWN, Act, next_seat
from oracle.king_knowledge import Knowledge

Found = tuple[int, str, str | None]  # event, name, seat
LARGE = float("inf")
SCORING_CARDS = {
    "kupa": frozenset(rank + "H" for rank in RANKS),
    "erkek": frozenset(rank + suit for rank in "KJ" for suit in SUITS),
    "kiz": frozenset("Q" + suit for suit in SUITS),
    "rifki": frozenset({"KH"}),
}


class Contract(NamedTuple):
    """What a hand is played for: who chose, the name (None where it is not known), the suit, and from which events."""

    seat: str | None
    name: str | None
    suit: str | None
    named_at: float
    suit_at: float
    first_line: float  # the first contract line of the hand, whatever it says

    def name_at(self, event: float) -> str | None:
        return self.name if self.named_at < event else None

    def trump_at(self, event: float) -> str | None:
        return self.suit if self.name == "koz" and self.suit_at < event else None

    def trumps_known(self, event: float) -> bool:
        """Whether it is known at an event what is trump, or that nothing is."""
        name = self.name_at(event)
        return name is not None and (name != "koz" or self.trump_at(event) is not None)


class Laid(NamedTuple):
    """A card laid into a trick; `led` is the card that was led when it was laid, None for the lead itself."""

    event: int
    seat: str
    card: str
    written: str
    impossible: bool
    leads: bool
    led: "Laid | None"

    def certain(self) -> bool:
        return not self.impossible and self.card != UNKNOWN


class Trick:
    """One trick: who leads it, the cards by seat, the claim of its taker, whether it was closed with a card missing."""

    def __init__(self, leader: str, direction: int) -> None:
        self.order = [next_seat(leader, by * direction) for by in range(4)]
        self.laid: dict[str, Laid] = {}
        self.claim: str | None = None
        self.short = False
        self.closed_at = 0
        self.withdrawn: set[str] = set()

    def full(self) -> bool:
        return self.short or len(self.laid) == 4

    def missing(self) -> list[str]:
        return [seat for seat in self.order if seat not in self.laid]

    def plays(self) -> list[Laid]:
        return [self.laid[seat] for seat in self.order if seat in self.laid]

    def cards(self) -> list[str]:
        return [play.card for play in self.plays()]


class Table(NamedTuple):
    """A hand laid out: its tricks, the faults found so far, what is known of the hands."""

    tricks: list[Trick]
    found: list[Found]
    knowledge: Knowledge
    contract: Contract

    def plays(self) -> list[Laid]:
        return sorted((play for trick in self.tricks for play in trick.plays()), key=lambda play: play.event)

    def never_laid(self) -> frozenset[str]:
        """Cards that an unknown card may have been: nobody laid them openly."""
        return PACK - {play.card for play in self.plays()}

    def done(self, event: float) -> list[Trick]:
        return [trick for trick in self.tricks if trick.full() and trick.closed_at < event]


def highest(plays: list[Laid], led: str, trump: str | None) -> str:
    """The seat with the highest trump, without one that with the highest card of the suit led (K32, K33)."""
    return max(plays, key=lambda p: (p.card[1] == trump, p.card[1] == led, RANKS.index(p.card[0]))).seat


def certain_taker(trick: Trick, contract: Contract) -> str | None:
    """Who takes the cards that lie there, where that is certain."""
    plays = trick.plays()
    if not plays or trick.order[0] not in trick.laid or not all(play.certain() for play in plays):
        return None
    at = max(play.event for play in plays)
    one_suit = len({play.card[1] for play in plays}) == 1
    if not one_suit and not contract.trumps_known(at):
        return None
    return highest(plays, plays[0].card[1], contract.trump_at(at))


def true_taker(trick: Trick, contract: Contract) -> str | None:
    """Who takes a trick by the rules; None where a card is missing, unknown or impossible, or trumps are not known."""
    return None if trick.short or len(trick.laid) < 4 else certain_taker(trick, contract)


def recorded_taker(tricks: list[Trick], at: int, contract: Contract) -> str | None:
    """Who took a trick by the log: the claim, else the next leader (6.7), else the true taker."""
    if tricks[at].claim:
        return tricks[at].claim
    if at + 1 < len(tricks) and tricks[at + 1].laid:
        return tricks[at + 1].order[0]
    return true_taker(tricks[at], contract)


def exhausted(
    name: str | None, done: list[Trick], rules: dict[str, Any], *, hidden: frozenset[str] = frozenset()
) -> bool:
    """Whether all that scores lies in these tricks; `hidden` are cards that an unknown card there may have been."""
    if len(done) == 13:
        return True
    if name == "soniki":
        return len(done) >= int(max(rules["last_two"]))
    if name not in SCORING_CARDS:
        return False
    seen = [card for trick in done for card in trick.cards()]
    missing = SCORING_CARDS[name] - set(seen)
    return missing <= hidden and len(missing) <= seen.count(UNKNOWN)


def over(name: str | None, done: list[Trick], rules: dict[str, Any], *, hidden: frozenset[str] = frozenset()) -> bool:
    """Whether a hand has ended by the rules with these tricks (K34, K36, K37)."""
    early = rules["early_end"] == "exhausted" or (rules["early_end"] == "rifki" and name == "rifki")
    return len(done) == 13 or (early and exhausted(name, done, rules, hidden=hidden))


class Dealing:
    """The acts of one hand, laid out one by one."""

    def __init__(self, knowledge: Knowledge, contract: Contract, leaders: set[str] | None, rules: dict[str, Any]):
        self.knowledge = knowledge
        self.contract = contract
        self.leaders = leaders
        self.rules = rules
        self.direction = 1 if rules["play_direction"] == "anticlockwise" else -1
        self.tricks: list[Trick] = []
        self.found: list[Found] = []

    def lay_out(self, acts: list[Act]) -> Table:
        """Group the acts of a hand into tricks; plays after its end are one finding."""
        for at, act in enumerate(acts):
            if act.seat and act.seat not in SEATS:
                self.found.append((act.event, "unknown-seat", act.seat))
            elif act.mark == "":
                if not self.lay(act):
                    self.found.append((act.event, "play-after-hand-end", act.seat))
                    break
            elif act.mark == "$":
                self.claim(act, acts[at + 1 :])
            elif act.mark == "<":
                self.take_back(act)
            elif act.mark == "^":
                self.show(act)
            else:
                self.found.append((act.event, "act-not-in-this-game", act.seat or None))
        self.tricks = [trick for trick in self.tricks if trick.laid]
        return Table(self.tricks, self.found, self.knowledge, self.contract)

    def ended(self, event: int) -> bool:
        done = [trick for trick in self.tricks if trick.full()]
        return over(self.contract.name_at(event), done, self.rules)

    def lay(self, act: Act) -> bool:
        """One card is laid: turn first, then possession. False when the hand was over already."""
        if self.ended(act.event):
            return False
        trick = self.tricks[-1] if self.tricks and not self.tricks[-1].full() else None
        if trick and act.seat in trick.laid:
            again = trick.laid[act.seat].written == act.rest
            if again or len(trick.laid) != 3 or certain_taker(trick, self.contract) != act.seat:
                self.found.append((act.event, "seat-plays-twice", act.seat))
                return True
            self.found.append((act.event, "trick-incomplete", trick.missing()[0]))
            trick.short, trick.closed_at = True, act.event
            if self.ended(act.event):
                return False
            trick = None
            self.tricks.append(Trick(act.seat, self.direction))
        elif trick and trick.laid:
            if trick.missing()[0] != act.seat and act.seat not in trick.withdrawn:
                self.found.append((act.event, "out-of-turn", act.seat))
        else:
            self.lead(act, trick)
        self.put_down(act, self.tricks[-1])
        return True

    def lead(self, act: Act, empty: Trick | None) -> None:
        """The first card of a trick: by the chooser, or by the taker of the last trick (K22, K24)."""
        if empty:
            self.tricks.remove(empty)
        if not self.tricks:
            may_lead = self.leaders if self.contract.first_line < act.event else None
        else:
            takers = {true_taker(self.tricks[-1], self.contract), self.tricks[-1].claim}
            may_lead = {taker for taker in takers if taker}
        if may_lead and act.seat not in may_lead:
            self.found.append((act.event, "wrong-leader", act.seat))
        self.tricks.append(Trick(act.seat, self.direction))

    def put_down(self, act: Act, trick: Trick) -> None:
        """The card stands in its trick."""
        card, fault = act.rest, None
        if card == JOKER:
            self.found.append((act.event, "unknown-card", act.seat))
            card = UNKNOWN
        elif card != UNKNOWN:
            fault = self.knowledge.try_play(act.seat, card, act.event)
        self.note(fault, act)
        self.knowledge.sights.append(Sight(act.event, act.seat, card))
        leads = trick.order[0] == act.seat
        led = None if leads else trick.laid.get(trick.order[0])
        trick.laid[act.seat] = Laid(act.event, act.seat, card, act.rest, fault is not None, leads, led)
        trick.withdrawn.discard(act.seat)
        trick.closed_at = act.event

    def note(self, fault: Impossible | None, act: Act) -> None:
        if fault:
            self.knowledge.impossible.append(fault)
            self.found.append((act.event, fault.name, act.seat))

    def claim(self, act: Act, rest: list[Act]) -> None:
        """A recorded taker (section 8): of a full trick, or of one that misses a card."""
        trick = self.tricks[-1] if self.tricks else None
        if trick and len(trick.laid) == 4 and not trick.claim:
            trick.claim = act.seat
            true = true_taker(trick, self.contract)
            if true and true != act.seat:
                self.found.append((act.event, "trick-winner-wrong", None))
            return
        if trick and len(trick.laid) == 3 and not trick.short:
            missing = trick.missing()[0]
            next_player = next((one.seat for one in rest if one.mark == "" and one.seat in SEATS), None)
            if act.seat == missing or next_player != missing:
                trick.short, trick.claim, trick.closed_at = True, act.seat, act.event
                self.found.append((act.event, "trick-incomplete", missing))
                return
        self.found.append((act.event, "taker-claim-misplaced", None))

    def take_back(self, act: Act) -> None:
        """A card goes back from the current or just completed, unclaimed trick; its own findings vanish (5b)."""
        self.found.append((act.event, "takeback-not-in-rules", act.seat))
        trick = self.tricks[-1] if self.tricks else None
        laid = trick.laid.get(act.seat) if trick else None
        if not trick or not laid or laid.written != act.rest or trick.claim or trick.short:
            return
        self.found = [one for one in self.found if one[0] != laid.event]
        del trick.laid[act.seat]
        trick.withdrawn.add(act.seat)
        self.knowledge.impossible = [one for one in self.knowledge.impossible if one.event != laid.event]
        self.knowledge.sights = [
            one._replace(laid=False) if one.event == laid.event else one
            for one in self.knowledge.sights
            if one.event != laid.event or not laid.impossible
        ]

    def show(self, act: Act) -> None:
        """Cards shown are known to be of that hand, unless they are another's."""
        for card in [act.rest[at : at + 2] for at in range(0, len(act.rest), 2)]:
            if card == JOKER:
                self.found.append((act.event, "unknown-card", act.seat))
                continue
            fault = self.knowledge.try_show(act.seat, card, act.event)
            self.note(fault, act)
            if not fault:
                self.knowledge.sights.append(Sight(act.event, act.seat, card, laid=False))
