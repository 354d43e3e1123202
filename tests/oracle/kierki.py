"""A slow second referee of Kierki in plain words, written from the rules and used only by tests.

It reads a whole replay and looks at whole hands at once: `judge` gives the findings that are not notices, the
verdict, whether the game is complete, the audited totals and the winners. It imports nothing from the program.
"""

from collections import Counter
from typing import Any, NamedTuple

from oracle.kierki_books import (
    CONTRACTS,
    LOTTERY,
    ODGRYWKA,
    Points,
    Row,
    constant,
    counted,
    everything_taken,
    fits,
    total_is_wrong,
    winner_fault,
    winners_of,
)
from oracle.kierki_knowledge import Held, Knowledge
from oracle.kierki_lottery import Layout, play_out
from oracle.kierki_reading import (
    PACK,
    SEATS,
    UNKNOWN,
    Event,
    Hand,
    Replay,
    UnreadableError,
    cards_in,
    next_seat,
    read,
)
from oracle.kierki_tricks import Call, Found, Table, Trumps, judge_plays, lay_out, over

CLASSES = {
    "impossible": """player-count-wrong deal-not-a-pack hand-size-wrong deal-does-not-fit seats-rotated card-not-in-hand
        card-already-played seat-plays-twice trick-incomplete unknown-card unknown-seat unknown-contract
        act-outside-hand act-not-in-this-game deal-out-of-order act-after-going-out""",
    "illegal": """wrong-leader out-of-turn heart-lead revoke king-of-hearts-kept must-trump must-overtrump
        play-after-hand-end trump-call-missing trump-call-late trump-call-twice wrong-trump-caller trump-repeated
        not-a-seven not-adjacent pass-while-able extra-turn takeback-not-in-rules""",
    "ruling": "wrong-dealer trick-winner-wrong hand-cut-short trump-outside-odgrywka winner-declared-early",
    "books": """points-wrong totals-wrong winner-wrong no-winner-declared co-winner-missing points-recorded-twice
        totals-recorded-twice winner-recorded-twice taker-claim-misplaced""",
}
CLASS_OF = {name: kind for kind, names in CLASSES.items() for name in names.split()}
LARGE = float("inf")


class Finding(NamedTuple):
    """One fault: event, name, class, hand, and the seat where one is at fault."""

    event: int
    name: str
    kind: str
    hand: int
    seat: str | None


class Ruling(NamedTuple):
    """What the slow referee says of a game."""

    findings: list[Finding]
    verdict: str
    complete: bool
    totals: Points | None
    winners: str | None


class Seen(NamedTuple):
    """One hand judged on its own: its deal type, its play, when it was over by the rules."""

    hand: Hand
    deal_type: int | None
    found: list[Found]
    table: Table | None
    lottery: Layout | None
    trumps: Trumps
    unverified: bool
    over_at: float
    claimed_type: int | None

    def is_sheet(self) -> bool:
        """Points and no play: a score sheet (section 7, 15)."""
        acts = [act for act in self.hand.acts() if act.mark in {"", "-"}]
        return not acts and bool(self.hand.lines("points"))

    def settled(self, event: float, rules: dict[str, Any], *, perhaps: bool = False) -> bool:
        """Whether everything that scores had been taken before an event, or `perhaps` had been."""
        if self.over_at < event:
            return True
        types = [self.deal_type] if self.deal_type else range(1, 8)  # a deal whose type is not known may be of any
        return self.table is not None and any(
            everything_taken(one, self.table, rules, event, perhaps=perhaps) for one in types
        )

    def points(self, event: float, rules: dict[str, Any]) -> Points | None:
        """The audited points before an event; None where they cannot be computed."""
        if self.deal_type is None or not self.settled(event, rules):
            return None
        if self.lottery:
            outs = self.lottery.outs
            return tuple((800, 500)[outs.index(s)] if s in outs else 0 for s in SEATS) if self.lottery.certain else None
        assert self.table is not None
        return counted(self.deal_type, self.table, rules, self.trumps, event, by_the_log=False)

    def consequences(self, event: float, rules: dict[str, Any]) -> list[Points]:
        """Points that only follow from a fault: of recorded takers, of the contract that was claimed."""
        if self.points(event, rules) is None or self.table is None:
            return []
        rows = [
            counted(kind, self.table, rules, self.trumps, event, by_the_log=by_the_log)
            for kind in (self.deal_type, self.claimed_type)
            for by_the_log in (True, False)
            if kind
        ]
        return [row for row in rows if row is not None]


def judge(text: str) -> Ruling:
    """Judge one game."""
    try:
        replay = read(text)
    except UnreadableError as fault:
        event, name = fault.args
        return Ruling([Finding(event, name, "format", 0, None)], "unreadable", False, None, None)
    if replay.players != 4:
        return Ruling([Finding(0, "player-count-wrong", "impossible", 0, None)], "faulty", False, None, None)
    return judge_match(replay)


def judge_match(replay: Replay) -> Ruling:
    """Judge a readable game of four: dealers, hands, closings, books."""
    rules = replay.rules
    schedule = [*range(1, rules["penalty_deals"] + 1), *[ODGRYWKA] * 4, LOTTERY]
    fixed = rules["deals"] == "fixed"
    played = replay.hands[: len(schedule)] if fixed else replay.hands
    found: list[Found] = [(hand.deal.number, "deal-out-of-order", None) for hand in replay.hands[len(played) :]]
    found += before_the_first_deal(replay)
    dealers, dealer_faults = due_dealers(played, rules)
    found += dealer_faults
    seen: list[Seen] = []
    for hand, dealer in zip(played, dealers, strict=True):
        deal_type = schedule[hand.number - 1] if fixed else named_type(hand)
        earlier = {one.trumps.call.suit for one in seen if one.trumps.call}
        seen.append(judge_hand(hand, deal_type, dealer, earlier, rules))
    last = len(schedule) if fixed else len(played)
    for one in seen:
        found += one.found + closings(one, last, rules)
    rows, book_faults = books(seen, rules)
    found += book_faults
    ended = len(seen) == last and bool(seen) and has_ended(seen[-1], rules)
    found += winner_lines(replay, seen, rows, last, rules)
    known = [row.audited for row in rows]
    totals = tuple(sum(row[seat] for row in known if row) for seat in range(4)) if None not in known else None
    hand_of = {event.number: event.hand for hand in replay.hands for event in (hand.deal, *hand.events)}
    findings = sorted(
        Finding(event, name, CLASS_OF[name], hand_of.get(event, 0), seat) for event, name, seat in set(found)
    )
    unsure = not ended or any(one.unverified or one.deal_type is None or one.is_sheet() for one in seen)
    verdict = "faulty" if findings else "undecided" if unsure else "clean"
    return Ruling(findings, verdict, ended, totals, winners_of(totals, rules) if ended and totals else None)


def before_the_first_deal(replay: Replay) -> list[Found]:
    """Acts of no hand; totals there are right when they are all nought (section 9, 1: as in King)."""
    acts = [event for event in replay.before if event.kind in {"act", "contract", "points"}]
    found: list[Found] = [(event.number, "act-outside-hand", None) for event in acts]
    totals = [event for event in replay.before if event.kind == "totals"]
    found += [(event.number, "totals-wrong", None) for event in totals[:1] if any(event.words[0])]
    return [*found, *((event.number, "totals-recorded-twice", None) for event in totals[1:])]


def named_type(hand: Hand) -> int | None:
    """The type that a hand's first readable contract line names, where any deal may be of any penalty type."""
    types = [CONTRACTS.get(line.words[1], 0) for line in hand.lines("contract")]
    return next((one for one in types if 1 <= one <= 7), None)


# Dealers


def due_dealers(hands: list[Hand], rules: dict[str, Any]) -> tuple[list[set[str] | None], list[Found]]:
    """For each hand the seats that count as its dealer (section 7, 2), None where unknown; and wrong dealers."""
    found: list[Found] = []
    result: list[set[str] | None] = []
    for hand in hands:
        stated = hand.deal.words[0]
        if stated and stated not in SEATS:
            found.append((hand.deal.number, "unknown-seat", None))
            stated = None
        before = result[-1] if result else None
        due = {next_seat(one) for one in before} if before else None
        if hand.number == rules["penalty_deals"] + 5 and rules["lottery_dealer"] != "rotate":
            due = result[0] if rules["lottery_dealer"] == "first" else None
        if rules["deals"] == "any":
            due = None
        if stated and due and stated not in due:
            found.append((hand.deal.number, "wrong-dealer", None))
            result.append({stated} | due)
        else:
            result.append({stated} if stated else due)
    return result, found


# One hand


def judge_hand(
    hand: Hand, deal_type: int | None, dealers: set[str] | None, earlier_trumps: set[str], rules: dict[str, Any]
) -> Seen:
    """Judge the deal, the contract and the play of one hand."""
    knowledge, found = judge_deal(hand)
    call, unverified, contract_faults = judge_contract(hand, deal_type, dealers, earlier_trumps, rules)
    found += contract_faults
    trumps = Trumps(deal_type == ODGRYWKA, call)
    claims = [CONTRACTS.get(line.words[1]) for line in hand.lines("contract")]
    claimed = next((one for one in claims if one and one != LOTTERY), None)
    if deal_type == LOTTERY:
        starters = left_or_self(dealers, left=rules["lottery_starter"] == "left")
        layout = play_out(hand.acts(), knowledge, starters, rules)
        end = LARGE if layout.over_at is None else layout.over_at
        return Seen(
            hand, deal_type, found + layout.found, None, layout, trumps, unverified or layout.unverified, end, claimed
        )
    left = deal_type != ODGRYWKA or rules["odgrywka_leader"] == "left"
    table = lay_out(hand.acts(), knowledge, left_or_self(dealers, left=left), trumps)
    plays, unsure = judge_plays(table, deal_type, rules, trumps)
    end = table.tricks[-1].closed_at if over(table.tricks) else LARGE
    unsure |= unverified or table.unverified
    return Seen(hand, deal_type, found + table.found + plays, table, None, trumps, unsure, end, claimed)


def left_or_self(dealers: set[str] | None, *, left: bool) -> set[str] | None:
    """The dealer or his left neighbour, for each seat that counts as dealer."""
    return {next_seat(one, int(left)) for one in dealers} if dealers else None


def judge_deal(hand: Hand) -> tuple[Knowledge, list[Found]]:
    """What a deal line tells of the hands, and what is wrong with it: one finding at most (section 7, 3)."""
    words = hand.deal.words
    texts = (words[1] if len(words) > 1 else None) or [None] * 4
    found: list[Found] = []
    if any(word is not None for word in words[2:]):
        found.append((hand.deal.number, "act-not-in-this-game", None))
    lists = {seat: cards_in(text) for seat, text in zip(SEATS, texts, strict=True) if text is not None}
    listed = Counter(card for cards in lists.values() for card in cards if card != UNKNOWN)
    wrong_size = [seat for seat, cards in lists.items() if len(cards) != 13]
    nothing: Held = dict.fromkeys(SEATS, frozenset())
    given: Held = nothing | {seat: frozenset(cards) - {UNKNOWN} for seat, cards in lists.items()}
    if wrong_size or max(listed.values(), default=0) > 1:
        name = "hand-size-wrong" if wrong_size else "deal-not-a-pack"
        found.append((hand.deal.number, name, wrong_size[0] if len(wrong_size) == 1 else None))
        return Knowledge(nothing, listed), found
    whole = Knowledge(given, Counter()).hands(0)
    if all(len(cards) == 13 for cards in whole.values()):
        misplaced, whole = deal_beside_play(hand, whole)
        found += misplaced
    else:
        whole = given
    return Knowledge(whole, Counter()), found


def deal_beside_play(hand: Hand, hands: Held) -> tuple[list[Found], Held]:
    """A deal of another hand, or turned by some seats: four misfits in the first two tricks (King, 5a)."""
    plays = [act for act in hand.acts() if act.mark == "" and act.seat in SEATS and act.rest in PACK]
    misfits = [act for act in plays[:8] if act.rest not in hands[act.seat]]
    if len(misfits) < 4 or len({act.seat for act in misfits}) < 2:
        return [], hands
    for turn in (1, 2, 3):
        turned = {next_seat(seat, turn): cards for seat, cards in hands.items()}
        if all(act.rest in turned[act.seat] for act in plays):
            return [(misfits[0].event, "seats-rotated", None)], turned
    return [(misfits[0].event, "deal-does-not-fit", None)], dict.fromkeys(SEATS, frozenset())


def judge_contract(
    hand: Hand, deal_type: int | None, dealers: set[str] | None, earlier_trumps: set[str], rules: dict[str, Any]
) -> tuple[Call | None, bool, list[Found]]:
    """Contract lines: the claimed deal, and the trump call (K-O2 to K-O4; section 7, 7)."""
    found: list[Found] = []
    unverified = False
    call: Call | None = None
    cards = [act.event for act in hand.acts() if act.mark == "" and act.seat in SEATS]
    for line in hand.lines("contract"):
        seat, name, *more = line.words
        suit = more[0] if more else None
        if seat and seat not in SEATS:
            found.append((line.number, "unknown-seat", None))
            seat = None
        claimed = CONTRACTS.get(name)
        any_deal = rules["deals"] == "any"
        if claimed is None or (any_deal and claimed > 7):
            found.append((line.number, "unknown-contract", None))
        elif claimed != deal_type:
            found.append((line.number, "deal-out-of-order", None))
        elif suit and deal_type != ODGRYWKA:
            found.append((line.number, "trump-outside-odgrywka", None))
        if deal_type != ODGRYWKA or not suit:
            continue
        if call:
            found.append((line.number, "trump-call-twice", None))
            continue
        call = Call(line.number, suit)
        callers = left_or_self(dealers, left=rules["trump_caller"] == "left")
        if cards and cards[0] < line.number:
            found.append((line.number, "trump-call-late", seat))
        if seat and callers and seat not in callers:
            found.append((line.number, "wrong-trump-caller", seat))
        if rules["trump_repeat"] == "forbid" and suit in earlier_trumps:
            found.append((line.number, "trump-repeated", None))
        unverified |= not (seat and callers)
    if deal_type == ODGRYWKA and cards and not call:
        found.append((cards[0], "trump-call-missing", None))
    return call, unverified, found


# The ends of hands, and the books


def is_over(one: Seen, event: float, rules: dict[str, Any], *, perhaps: bool = False) -> bool:
    """Whether a hand counts as over at an event where the log goes on (K-R8; section 7, 16)."""
    return one.over_at < event or (rules["early_stop"] == "when-settled" and one.settled(event, rules, perhaps=perhaps))


def has_ended(one: Seen, rules: dict[str, Any]) -> bool:
    """Whether the last hand is over for certain; one whose type is not known only with its last trick."""
    return one.over_at < LARGE or (one.deal_type is not None and is_over(one, LARGE, rules))


def closings(one: Seen, last: int, rules: dict[str, Any]) -> list[Found]:
    """The first line that closes a hand while cards are due (`hand-cut-short`)."""
    if one.is_sheet():
        return []
    kinds = {"points", "totals", "seal"} | ({"winner"} if one.hand.number == last else set())
    ends = [event for event in one.hand.events if event.kind in kinds]
    ends += [one.hand.next_deal] if one.hand.next_deal else []
    cuts = [event for event in ends if not is_over(one, event.number, rules, perhaps=True)]
    return [(cuts[0].number, "hand-cut-short", None)] if cuts else []


def books(seen: list[Seen], rules: dict[str, Any]) -> tuple[list[Row], list[Found]]:
    """Points and totals, line by line."""
    rows: list[Row] = []
    found: list[Found] = []
    for one in seen:
        points, totals = one.hand.lines("points"), one.hand.lines("totals")
        found += [(event.number, "points-recorded-twice", None) for event in points[1:]]
        found += [(event.number, "totals-recorded-twice", None) for event in totals[1:]]
        written = points[0].words[0] if points else None
        if points and points_are_wrong(one, points[0], rules):
            found.append((points[0].number, "points-wrong", None))
        if totals:
            at = totals[0].number
            now = Row(one.points(at, rules), written, None, one.consequences(at, rules))
            if total_is_wrong(rows, now, totals[0].words[0]):
                found.append((at, "totals-wrong", None))
        noted = totals[0].words[0] if totals else None
        rows.append(Row(one.points(LARGE, rules), written, noted, one.consequences(LARGE, rules)))
    return rows, found


def points_are_wrong(one: Seen, line: Event, rules: dict[str, Any]) -> bool:
    """Whether written points fit neither the true nor the recorded takers; of uncertain tricks the sum is judged."""
    if one.deal_type is None or one.is_sheet() or not one.settled(line.number, rules):
        return False
    written = line.words[0]
    right = one.points(line.number, rules)
    if right is None:
        return None not in written and sum(written) != constant(one.deal_type, rules)
    return not any(fits(written, row) for row in (right, *one.consequences(line.number, rules)))


def winner_lines(replay: Replay, seen: list[Seen], rows: list[Row], last: int, rules: dict[str, Any]) -> list[Found]:
    """Winner lines: too early, twice, or wrong."""
    found: list[Found] = []
    declared = False
    for event in [*replay.before, *(event for hand in replay.hands for event in hand.events)]:
        if event.kind != "winner":
            continue
        if event.hand < last or not seen:
            found.append((event.number, "winner-declared-early", None))
        elif declared:
            found.append((event.number, "winner-recorded-twice", None))
        else:
            declared = True
            fault = winner_fault(event.words[0], rows, rules) if is_over(seen[-1], event.number, rules) else None
            if fault:
                found.append((event.number, fault, None))
    return found
