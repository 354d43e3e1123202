"""The small lottery of Kierki for the slow referee: the acts in order, then who could have played when.

First the acts are laid out: who laid what, who was passed over, what could be laid at that moment. Then every pass
and every skip is judged with all that the whole hand ever shows of the cards.
"""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from oracle.kierki_knowledge import Knowledge, Sight
from oracle.kierki_reading import JOKER, RANKS, SEATS, SUITS, UNKNOWN, Act, next_seat
from oracle.kierki_tricks import Found, show


class Chance(NamedTuple):
    """Seats that did not play at this event although it was their turn, and the cards that could be laid then."""

    event: int
    actor: str
    seats: list[str]
    playable: frozenset[str]
    twice_running: bool


class Layout(NamedTuple):
    """The lottery laid out: who went out in order, faults, whether something could not be judged, the end."""

    outs: list[str]
    found: list[Found]
    unverified: bool
    over_at: int | None
    certain: bool


def neighbours(card: str, rules: dict[str, Any]) -> frozenset[str]:
    """The cards next above and next below in the suit."""
    order = "A" + RANKS[:-1] if rules["lottery_ace"] == "low" else RANKS
    at = order.index(card[0])
    return frozenset(order[place] + card[1] for place in (at - 1, at + 1) if 0 <= place < 13)


def playable(laid: list[str], rules: dict[str, Any]) -> frozenset[str]:
    """What may be laid: the opening card of each suit, and the cards next to any laid card (K-F3 to K-F5)."""
    openers = {f"{rules['lottery_open']}{suit}" for suit in SUITS}
    beside = {card for one in laid if one != UNKNOWN for card in neighbours(one, rules)}
    return frozenset(openers | beside) - frozenset(laid)


@dataclass
class Course:
    """The lottery as far as it has gone."""

    knowledge: Knowledge
    starters: set[str] | None
    rules: dict[str, Any]
    found: list[Found] = field(default_factory=list)
    chances: list[Chance] = field(default_factory=list)
    laid: list[tuple[str, str]] = field(default_factory=list)
    last_actor: str | None = None
    bonus: str | None = None
    over_at: int | None = None
    unverified: bool = False
    impossible_at: float = float("inf")

    def expected(self) -> set[str] | None:
        """Whose turn it is; None where that is not known."""
        return {next_live(self.last_actor, outs_of(self.laid))} if self.last_actor else self.starters


def play_out(acts: list[Act], knowledge: Knowledge, starters: set[str] | None, rules: dict[str, Any]) -> Layout:
    """The lottery from its acts; `starters` may have the first turn, None where that is not known."""
    course = Course(knowledge, starters, rules)
    gone = taken_back(acts)
    for act in acts:
        outs = outs_of(course.laid)
        if act.mark not in {"", "-"} or act.seat not in SEATS:
            beside_the_turns(act, course.found, knowledge)
        elif act.event in gone:
            if not knowledge.not_its_card(act.seat, act.rest, act.event):
                knowledge.sights.append(Sight(act.event, act.seat, act.rest, laid=False))
        elif len(outs) == 2:
            course.found.append((act.event, "play-after-hand-end", act.seat))
            break
        elif act.seat in outs:
            course.found.append((act.event, "act-after-going-out", act.seat))
        else:
            take_turn(act, course, outs)
    more, unsure = judge_chances(course.chances, knowledge, rules)
    certain = course.impossible_at == float("inf")
    unsure |= course.unverified
    return Layout(outs_of(course.laid), course.found + more, unsure, course.over_at, certain)


def beside_the_turns(act: Act, found: list[Found], knowledge: Knowledge) -> None:
    """An act that is neither a card laid nor a pass."""
    if act.seat and act.seat not in SEATS:
        found.append((act.event, "unknown-seat", None))
    elif act.mark == "$":
        found.append((act.event, "taker-claim-misplaced", None))
    elif act.mark == "^":
        show(act, found, knowledge)
    elif act.mark == "<":
        found.append((act.event, "takeback-not-in-rules", act.seat))
    else:
        found.append((act.event, "act-not-in-this-game", act.seat or None))


def take_turn(act: Act, course: Course, outs: list[str]) -> None:
    """A seat that still holds cards lays one or passes; who was passed over had a chance."""
    now = playable([card for _, card in course.laid], course.rules)
    judged = act.event <= course.impossible_at
    is_bonus = course.bonus == act.seat
    expected = course.expected()
    if expected is None:
        course.unverified = True
    elif not is_bonus:
        passed_over = skipped_seats(expected, act.seat, outs)
        if passed_over and course.rules["implicit_pass"] == "forbid":
            course.found.append((act.event, "out-of-turn", act.seat))
        elif passed_over and judged:
            again = act.seat == course.last_actor
            course.chances.append(Chance(act.event, act.seat, passed_over, now, again))
    if act.mark == "-" and judged and not is_bonus:
        course.chances.append(Chance(act.event, act.seat, [act.seat], now, twice_running=False))
    course.bonus = None
    course.last_actor = act.seat
    if act.mark == "":
        lay(act, course)
        if act.rest[0] == "A" and course.rules["ace_bonus"]:
            course.bonus = act.seat
        if len(outs_of(course.laid)) == 2:
            course.over_at = act.event


def taken_back(acts: list[Act]) -> set[int]:
    """Events of cards that went back into the hand: only a card just laid, nobody having acted since."""
    gone: set[int] = set()
    for at, act in enumerate(acts):
        if act.mark == "<":
            standing = [one for one in acts[:at] if one.mark in {"", "-"} and one.event not in gone]
            if standing and (standing[-1].seat, standing[-1].mark, standing[-1].rest) == (act.seat, "", act.rest):
                gone.add(standing[-1].event)
    return gone


def outs_of(laid: list[tuple[str, str]]) -> list[str]:
    """The seats that have laid thirteen cards, in the order they went out."""
    places = {seat: [at for at, (who, _) in enumerate(laid) if who == seat] for seat in SEATS}
    return sorted((seat for seat in SEATS if len(places[seat]) >= 13), key=lambda seat: places[seat][12])


def next_live(seat: str, outs: list[str]) -> str:
    """The next seat to the left that still holds cards."""
    return next(one for one in (next_seat(seat, by) for by in range(1, 5)) if one not in outs)


def skipped_seats(expected: set[str], actor: str, outs: list[str]) -> list[str]:
    """The seats passed over between the one whose turn it was and the actor; of several starters the kindest."""
    rows: list[list[str]] = []
    for first in sorted(expected):
        row = [first]
        while row[-1] != actor:
            row.append(next_live(row[-1], outs))
        rows.append(row[:-1])
    return min(rows, key=len)


def lay(act: Act, course: Course) -> None:
    """One card is laid into its row."""
    card = act.rest
    if card == JOKER:
        course.found.append((act.event, "unknown-card", act.seat))
        card = UNKNOWN
    fault = None if card == UNKNOWN else course.knowledge.try_play(act.seat, card, act.event)
    cards = [one for _, one in course.laid]
    rows_are_known = course.impossible_at > act.event and UNKNOWN not in cards
    if fault:
        course.knowledge.impossible.append(fault)
        course.found.append((act.event, fault.name, act.seat))
        course.impossible_at = min(course.impossible_at, act.event)
    elif card == UNKNOWN:
        course.unverified = True
    elif rows_are_known and card not in playable(cards, course.rules):
        opened = any(one[1] == card[1] for one in cards)
        course.found.append((act.event, "not-adjacent" if opened else "not-a-seven", act.seat))
    course.knowledge.sights.append(Sight(act.event, act.seat, card))
    course.laid.append((act.seat, card))


def judge_chances(chances: list[Chance], knowledge: Knowledge, rules: dict[str, Any]) -> tuple[list[Found], bool]:
    """Who passed or was passed over while able (K-F6, K-F8); proven by any card that was surely in the hand."""
    if rules["pass_while_able"] == "allowed":
        return [], False
    found: list[Found] = []
    unsure = False
    for chance in chances:
        sound = [seat for seat in chance.seats if knowledge.doubtful_from(seat) > chance.event]
        able = [seat for seat in sound if knowledge.surely_held(seat, chance.event, chance.playable)]
        if able and chance.twice_running:
            found.append((chance.event, "extra-turn", chance.actor))
        elif able:
            found.append((chance.event, "pass-while-able", able[0]))
        else:
            unsure |= any(knowledge.may_have_held(seat, chance.event, chance.playable) for seat in sound)
    return found, unsure
