"""The penalty and trump deals of Kierki for the slow referee: first the tricks are laid out, then the whole is judged.

`lay_out` groups the plays of a hand into tricks and finds faults of turn and possession (King, section 7);
`judge_plays` looks at the finished table for following, leading and duties.
"""

from typing import Any, NamedTuple

from oracle.kierki_knowledge import Impossible, Knowledge, Sight
from oracle.kierki_reading import JOKER, PACK, RANKS, SEATS, UNKNOWN, Act, next_seat

Found = tuple[int, str, str | None]  # event, name, seat


class Laid(NamedTuple):
    """A card laid into a trick, and the card that was led when it was laid (None for the lead itself)."""

    event: int
    seat: str
    card: str
    impossible: bool
    led: "Laid | None"


class Trick:
    """One trick: cards in their places, the claim of its taker, and whether it was closed with a card missing."""

    def __init__(self) -> None:
        self.plays: list[Laid] = []
        self.claim: str | None = None
        self.short = False
        self.closed_at = 0
        self.holes: list[tuple[int, str]] = []  # places of cards taken back, with their seats

    def full(self) -> bool:
        return self.short or len(self.plays) == 4

    def missing(self) -> list[str]:
        """Seats that have not played to it, in order of play from its leader."""
        order = [next_seat(self.plays[0].seat, by) for by in range(4)] if self.plays else list(SEATS)
        return [seat for seat in order if seat not in {play.seat for play in self.plays}]


class Call(NamedTuple):
    """The trump call that stands: its event and suit."""

    event: int
    suit: str


class Table(NamedTuple):
    """A hand laid out: tricks, faults found so far, whether something could not be judged, when it was over."""

    tricks: list[Trick]
    found: list[Found]
    knowledge: Knowledge
    unverified: bool


class Trumps(NamedTuple):
    """Whether the deal is played with trumps, and the call that stands."""

    played: bool
    call: Call | None

    def suit(self, event: int) -> str | None:
        return self.call.suit if self.call and self.call.event < event else None

    def known(self, event: int) -> bool:
        return not self.played or self.suit(event) is not None


def highest(plays: list[Laid], trump: str | None) -> str:
    """The seat with the highest trump, without a trump the one with the highest card of the suit led (K-O8)."""
    led = plays[0].card[1]
    return max(plays, key=lambda p: (p.card[1] == trump, p.card[1] == led, RANKS.index(p.card[0]))).seat


def certain_taker(plays: list[Laid], trumps: Trumps) -> str | None:
    """Who takes these cards, where that is certain."""
    if not plays or any(play.impossible or play.card == UNKNOWN for play in plays):
        return None
    event = max(play.event for play in plays)
    one_suit = len({play.card[1] for play in plays}) == 1
    return highest(plays, trumps.suit(event)) if one_suit or trumps.known(event) else None


def true_taker(trick: Trick, trumps: Trumps) -> str | None:
    """Who takes a trick by the rules, None where a card is missing, unknown or impossible, or trumps are not known."""
    return None if trick.short or len(trick.plays) < 4 else certain_taker(trick.plays, trumps)


def recorded_taker(tricks: list[Trick], at: int, trumps: Trumps) -> str | None:
    """Who took a trick by the log: the claim, else the leader of the next trick, else the true taker."""
    if tricks[at].claim:
        return tricks[at].claim
    if at + 1 < len(tricks) and tricks[at + 1].plays:
        return tricks[at + 1].plays[0].seat
    return true_taker(tricks[at], trumps)


def lay_out(acts: list[Act], knowledge: Knowledge, leaders: set[str] | None, trumps: Trumps) -> Table:
    """Group the acts of a hand into tricks; `leaders` may lead the first, None where that is not known."""
    tricks: list[Trick] = []
    found: list[Found] = []
    unverified = False
    for at, act in enumerate(acts):
        if act.seat and act.seat not in SEATS:
            found.append((act.event, "unknown-seat", None))
        elif act.mark == "":
            if over(tricks):
                found.append((act.event, "play-after-hand-end", act.seat))
                break
            unverified |= lay(act, tricks, found, knowledge, leaders, trumps)
            if (act.event, "play-after-hand-end", act.seat) in found:
                break
        elif act.mark == "$":
            claim(act, acts[at + 1 :], tricks, found, trumps)
        elif act.mark == "<":
            take_back(act, tricks, found, knowledge)
        elif act.mark == "^":
            show(act, found, knowledge)
        else:
            found.append((act.event, "act-not-in-this-game", act.seat or None))
    return Table(tricks, found, knowledge, unverified)


def over(tricks: list[Trick]) -> bool:
    return len(tricks) == 13 and tricks[-1].full()


def lay(
    act: Act, tricks: list[Trick], found: list[Found], knowledge: Knowledge, leaders: set[str] | None, trumps: Trumps
) -> bool:
    """One card is laid: turn first, then possession. Answers whether its leader could not be verified."""
    card, unverified = act.rest, False
    open_trick = tricks[-1] if tricks and not tricks[-1].full() else None
    if open_trick and act.seat in {play.seat for play in open_trick.plays}:
        again = next(play for play in open_trick.plays if play.seat == act.seat).card == card
        takes = certain_taker(open_trick.plays, trumps) == act.seat
        if again or not takes or len(open_trick.plays) != 3:
            found.append((act.event, "seat-plays-twice", act.seat))
            return False
        found.append((act.event, "trick-incomplete", open_trick.missing()[0]))
        open_trick.short, open_trick.closed_at = True, act.event
        if over(tricks):
            found.append((act.event, "play-after-hand-end", act.seat))
            return False
        tricks.append(Trick())
    elif open_trick and open_trick.plays:
        replacing = act.seat in {seat for _, seat in open_trick.holes}
        if open_trick.missing()[0] != act.seat and not replacing:
            found.append((act.event, "out-of-turn", act.seat))
    else:
        if not open_trick:
            tricks.append(Trick())
        may_lead = leaders if len(tricks) == 1 else leaders_after(tricks[-2], trumps)
        unverified = len(tricks) == 1 and leaders is None
        if may_lead and act.seat not in may_lead:
            found.append((act.event, "wrong-leader", act.seat))
    put_down(act, tricks[-1], found, knowledge)
    return unverified


def leaders_after(trick: Trick, trumps: Trumps) -> set[str] | None:
    """Who may lead after a trick: its taker, or the one the log names; None where neither is known."""
    takers = {true_taker(trick, trumps), trick.claim} - {None}
    return {taker for taker in takers if taker} or None


def put_down(act: Act, trick: Trick, found: list[Found], knowledge: Knowledge) -> None:
    """The card stands in its trick, in the place of the card it replaces if there is one."""
    card = act.rest
    fault: Impossible | None = None
    if card == JOKER:
        found.append((act.event, "unknown-card", act.seat))
        card = UNKNOWN
    elif card != UNKNOWN:
        fault = knowledge.try_play(act.seat, card, act.event)
    if fault:
        knowledge.impossible.append(fault)
        found.append((act.event, fault.name, act.seat))
    knowledge.sights.append(Sight(act.event, act.seat, card))
    place = next((place for place, seat in trick.holes if seat == act.seat), len(trick.plays))
    trick.holes = [hole for hole in trick.holes if hole[1] != act.seat]
    led = trick.plays[0] if place else None
    trick.plays.insert(place, Laid(act.event, act.seat, card, fault is not None, led))
    trick.closed_at = act.event


def claim(act: Act, rest: list[Act], tricks: list[Trick], found: list[Found], trumps: Trumps) -> None:
    """A recorded taker (King, section 8): of a full trick, or of one that misses a card."""
    trick = tricks[-1] if tricks else Trick()
    if len(trick.plays) == 4 and not trick.claim:
        trick.claim = act.seat
        true = true_taker(trick, trumps)
        if true and true != act.seat:
            found.append((act.event, "trick-winner-wrong", None))
        return
    if len(trick.plays) == 3 and not trick.short:
        missing = trick.missing()[0]
        plays_next = next((one.seat for one in rest if one.mark == ""), None)
        if act.seat == missing or plays_next != missing:
            trick.short, trick.claim, trick.closed_at = True, act.seat, act.event
            found.append((act.event, "trick-incomplete", missing))
            return
    found.append((act.event, "taker-claim-misplaced", None))


def take_back(act: Act, tricks: list[Trick], found: list[Found], knowledge: Knowledge) -> None:
    """A card goes back from the current or just completed, unclaimed trick; its own findings vanish (King 5b)."""
    found.append((act.event, "takeback-not-in-rules", act.seat))
    trick = tricks[-1] if tricks else Trick()
    laid = next((play for play in trick.plays if (play.seat, play.card) == (act.seat, act.rest)), None)
    if not laid or trick.claim or trick.short:
        return
    found[:] = [one for one in found if one[0] != laid.event]
    trick.holes.append((trick.plays.index(laid), laid.seat))
    trick.plays.remove(laid)
    withdraw(laid.event, knowledge, seen=not laid.impossible)


def withdraw(event: int, knowledge: Knowledge, *, seen: bool) -> None:
    """The card of this event is in the hand again; it was seen there unless it cannot have come from it."""
    knowledge.impossible = [one for one in knowledge.impossible if one.event != event]
    knowledge.sights = [
        one._replace(laid=False) if one.event == event else one
        for one in knowledge.sights
        if seen or one.event != event
    ]


def show(act: Act, found: list[Found], knowledge: Knowledge) -> None:
    """Cards shown are known to be of that hand, unless they are another's."""
    for card in [act.rest[at : at + 2] for at in range(0, len(act.rest), 2)]:
        fault = knowledge.try_show(act.seat, card, act.event)
        if fault:
            knowledge.impossible.append(fault)
            found.append((act.event, fault.name, act.seat))
        elif card != JOKER:
            knowledge.sights.append(Sight(act.event, act.seat, card, laid=False))


def of_suit(suit: str) -> frozenset[str]:
    return frozenset(card for card in PACK if card[1] == suit)


def judge_plays(table: Table, deal_type: int | None, rules: dict[str, Any], trumps: Trumps) -> tuple[list[Found], bool]:
    """Faults of leading and following over the whole hand, and whether something could not be judged."""
    found: list[Found] = []
    unverified = False
    for trick in table.tricks:
        for play in trick.plays:
            if play.card == UNKNOWN:
                unverified = True
                continue
            if table.knowledge.doubtful_from(play.seat) <= play.event:
                continue
            if play.led is None:
                rows = lead_duties(play, deal_type, rules)
            elif play.led.impossible or play.led.card == UNKNOWN:
                continue
            else:
                rows = following_duties(play, play.led.card[1], trick, deal_type, rules, trumps)
            held = [name for name, wanted in rows if table.knowledge.surely_held(play.seat, play.event, wanted)]
            if held:
                found.append((play.event, held[0], play.seat))
            else:
                unverified |= any(table.knowledge.may_have_held(play.seat, play.event, wanted) for _, wanted in rows)
    return found, unverified


Duty = tuple[str, frozenset[str]]  # a rule, and the cards of which none may have been in the hand


def lead_duties(play: Laid, deal_type: int | None, rules: dict[str, Any]) -> list[Duty]:
    """A heart may be led only from a hand of hearts, in the deals that say so (K-R16)."""
    if deal_type in rules["heart_lead_deals"] and play.card[1] == "H":
        return [("heart-lead", PACK - of_suit("H"))]
    return []


def following_duties(
    play: Laid, led: str, trick: Trick, deal_type: int | None, rules: dict[str, Any], trumps: Trumps
) -> list[Duty]:
    """What a discard must not leave in the hand, most serious first: the suit led, then the house's duties."""
    suit = play.card[1]
    if suit == led:
        return []
    duties: list[Duty] = [("revoke", of_suit(led))]
    if rules["kh_must_drop"] and (deal_type or 1) <= 7 and led != "H" and play.card != "KH":
        duties.append(("king-of-hearts-kept", frozenset({"KH"})))
    trump = trumps.suit(play.event)
    if trump and led != trump:
        if rules["must_trump"] and suit != trump:
            duties.append(("must-trump", of_suit(trump)))
        if rules["must_overtrump"] and suit == trump:
            before = [p.card for p in trick.plays if p.event < play.event and p.card[1] == trump]
            best = max((RANKS.index(card[0]) for card in before), default=-1)
            if RANKS.index(play.card[0]) < best:
                higher = frozenset(card for card in of_suit(trump) if RANKS.index(card[0]) > best)
                duties.append(("must-overtrump", higher))
    return duties
