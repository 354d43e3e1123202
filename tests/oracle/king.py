"""A slow second referee of King in plain words, written from the specification and used only by tests.

It reads a whole replay and looks at whole hands at once: `judge` gives the findings that are not notices, the
verdict, whether the game is complete, the audited totals, the winners, and how many plays nobody could judge. It
imports nothing from the program.
"""

from collections import Counter
from typing import Any, NamedTuple

from oracle.kierki_knowledge import Held
from oracle.kierki_reading import JOKER, PACK, SEATS, UNKNOWN, Event, Hand, Replay, UnreadableError, cards_in, next_seat
from oracle.king_books import (
    Cells,
    Points,
    Row,
    constant,
    counted,
    final_totals,
    fits,
    sheet_fault,
    totals_are_wrong,
    winner_fault,
    winners_of,
)
from oracle.king_choices import Choice, contract_of, due_chooser, first_chooser, quotas, wrong_choosers
from oracle.king_counting import counted_out
from oracle.king_duties import judge_plays
from oracle.king_knowledge import Knowledge
from oracle.king_reading import UNITS, read
from oracle.king_tricks import LARGE, Contract, Dealing, Found, Table, exhausted, over

CLASSES = {
    "impossible": """player-count-wrong deal-not-a-pack hand-size-wrong deal-does-not-fit seats-rotated card-not-in-hand
        card-already-played seat-plays-twice trick-incomplete unknown-card unknown-seat unknown-contract
        act-outside-hand act-not-in-this-game""",
    "illegal": """revoke revoke-by-someone out-of-turn wrong-leader lead-before-choice wrong-chooser
        chooser-rotation-shifted penalty-chosen-twice penalty-quota-exceeded trump-quota-exceeded trump-suit-missing
        trump-suit-on-penalty contract-changed play-after-hand-end takeback-not-in-rules redeal-not-in-rules
        heart-lead-before-broken heart-lead-with-other-suit trump-lead-before-broken penalty-card-withheld
        rifki-withheld penalty-not-dropped-under must-trump must-overtrump trump-in-opening-round penalty-table-limit
        trump-suit-table-limit last-hearts-not-highest""",
    "ruling": """trick-winner-wrong hand-cut-short hand-ended-mid-trick wrong-contract-enforced winner-declared-early
        tie-broken-wrong shared-win-not-in-rules""",
    "books": """points-wrong sheet-not-a-multiple sheet-out-of-range sheet-sum-impossible totals-wrong winner-wrong
        no-winner-declared points-recorded-twice totals-recorded-twice winner-recorded-twice taker-claim-misplaced
        extra-hand""",
}
CLASS_OF = {name: kind for kind, names in CLASSES.items() for name in names.split()}


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
    unverified: int
    by_counting: bool = False


class Seen(NamedTuple):
    """One hand of the schedule judged on its own."""

    choice: Choice
    found: list[Found]
    table: Table
    unverified: int
    by_counting: bool

    def lines(self, kind: str) -> list[Event]:
        return self.choice.hand.lines(kind)

    def is_sheet(self) -> bool:
        """Points and no play: a score sheet (6.9)."""
        return bool(self.lines("points")) and not plays_of(self.choice.hand)

    def name(self, event: float) -> str | None:
        return self.choice.contract.name_at(event)

    def over(self, event: float, rules: dict[str, Any]) -> bool:
        """Whether the hand has ended by the rules before an event."""
        if self.is_sheet():
            return any(line.number < event for line in self.lines("points"))
        return over(self.name(event), self.table.done(event), rules)

    def perhaps_over(self, event: float, rules: dict[str, Any]) -> bool:
        """Whether it may have ended: a card or the contract is not known."""
        names = [self.name(event)] if self.name(event) else list(UNITS)
        hidden = self.table.never_laid()
        return any(over(name, self.table.done(event), rules, hidden=hidden) for name in names)

    def settled(self, event: float, rules: dict[str, Any]) -> bool:
        """Whether everything that scores has been taken before an event."""
        if self.is_sheet() or self.name(event) is None:
            return False
        return exhausted(self.name(event), self.table.done(event), rules) or self.over(event, rules)

    def points(self, event: float, rules: dict[str, Any], *, by_the_log: bool = False) -> Points | None:
        """The audited points before an event; None where they cannot be computed."""
        return counted(self.table, rules, event, by_the_log=by_the_log) if self.settled(event, rules) else None

    def row(self, event: float, rules: dict[str, Any], *, totals: Cells | None) -> Row:
        points = self.lines("points")
        return Row(
            self.points(event, rules),
            self.points(event, rules, by_the_log=True),
            points[0].words[0] if points else None,
            totals,
        )


def judge(text: str) -> Ruling:
    """Judge one game."""
    try:
        replay = read(text)
    except UnreadableError as fault:
        event, name = fault.args
        return Ruling([Finding(event, name, "format", 0, None)], "unreadable", False, None, None, 0)
    if replay.players != 4:
        return Ruling([Finding(0, "player-count-wrong", "impossible", 0, None)], "faulty", False, None, None, 0)
    return judge_match(replay)


def judge_match(replay: Replay) -> Ruling:
    """Judge a readable game of four: schedule, hands, closings, books."""
    rules = replay.rules
    last = 4 * (rules["penalties_per_player"] + rules["trumps_per_player"])
    found = outside(replay)
    played: list[Hand] = []
    for hand in replay.hands:
        if len(played) == last:
            found.append((hand.deal.number, "extra-hand", None))
        elif is_void(hand):
            assert hand.next_deal
            found.append((hand.next_deal.number, "redeal-not-in-rules", None))
            found += judge_void(hand, rules)
        else:
            played.append(hand)
    choices, choice_faults = choose(played, rules)
    seen = [judge_hand(choice, rules) for choice in choices]
    found += choice_faults
    for one in seen:
        found += one.found + closings(one, last, rules)
    rows, book_faults = books(seen, rules)
    found += book_faults
    order = "".join(due_chooser(choices[0].due, at, rules) or "" for at in range(1, 5)) if choices else ""
    found += winner_lines(replay, seen, rows, last, order or SEATS, rules)
    ended = len(seen) == last and seen[-1].over(LARGE, rules)
    known = [row.audited for row in rows]
    totals = tuple(sum(row[seat] for row in known if row) for seat in range(4)) if None not in known else None
    hand_of = {event.number: event.hand for hand in replay.hands for event in (hand.deal, *hand.events)}
    findings = sorted(
        (Finding(event, name, CLASS_OF[name], hand_of.get(event, 0), seat) for event, name, seat in set(found)),
        key=lambda one: one[:4],
    )
    unverified = sum(one.unverified for one in seen)
    unsure = not ended or unverified or any(one.is_sheet() or one.choice.contract.name is None for one in seen)
    verdict = "faulty" if findings else "undecided" if unsure else "clean"
    winners = winners_of(totals, rules, order) if ended and totals else None
    return Ruling(findings, verdict, ended, totals, winners, unverified, any(one.by_counting for one in seen))


def outside(replay: Replay) -> list[Found]:
    """What stands before the first deal; totals there are right when they are all nought."""
    acts = [event for event in replay.before if event.kind in {"act", "contract", "points"}]
    found: list[Found] = [(event.number, "act-outside-hand", None) for event in acts]
    totals = [event for event in replay.before if event.kind == "totals"]
    found += [(event.number, "totals-wrong", None) for event in totals[:1] if any(event.words[0])]
    found += [(event.number, "totals-recorded-twice", None) for event in totals[1:]]
    return found


def plays_of(hand: Hand) -> list[Any]:
    """Acts that lay a card."""
    return [act for act in hand.acts() if act.mark == "" and act.seat in SEATS]


def is_void(hand: Hand) -> bool:
    """A deal after a deal before any card was played and before anything was closed (K21)."""
    closed = any(hand.lines(kind) for kind in ("points", "totals"))
    return hand.next_deal is not None and not plays_of(hand) and not closed


def judge_void(hand: Hand, rules: dict[str, Any]) -> list[Found]:
    """What is wrong with the lines of a hand that a new deal made void."""
    contract, found = contract_of(hand)
    knowledge, deal_faults = judge_deal(hand)
    return found + deal_faults + Dealing(knowledge, contract, None, rules).lay_out(hand.acts()).found


# The deal


def judge_deal(hand: Hand) -> tuple[Knowledge, list[Found]]:
    """What a deal line tells of the hands, and what is wrong with it (5a)."""
    _dealer, texts, *more = (*hand.deal.words, None)[:4]
    found: list[Found] = []
    if any(word is not None for word in more) or len(hand.deal.words) > 3:
        found.append((hand.deal.number, "act-not-in-this-game", None))
    if any(text and JOKER in cards_in(text) for text in texts or []):
        found.append((hand.deal.number, "unknown-card", None))
    plain = [text and text.replace(JOKER, UNKNOWN) for text in texts or [None] * 4]
    lists = {seat: cards_in(text) for seat, text in zip(SEATS, plain, strict=True) if text is not None}
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
        return Knowledge(whole, Counter()), found + misplaced
    return Knowledge(given, Counter()), found


def deal_beside_play(hand: Hand, hands: Held) -> tuple[list[Found], Held]:
    """A deal of another hand, or turned by some seats: four misfits in the first two tricks (5a)."""
    plays = [act for act in plays_of(hand) if act.rest in PACK]
    misfits = [act for act in plays_of(hand)[:8] if act.rest in PACK and act.rest not in hands[act.seat]]
    if len(misfits) < 4 or len({act.seat for act in misfits}) < 2:
        return [], hands
    for turn in (1, 2, 3):
        turned = {next_seat(seat, turn): cards for seat, cards in hands.items()}
        if all(act.rest in turned[act.seat] for act in plays):
            return [(misfits[0].event, "seats-rotated", None)], turned
    return [(misfits[0].event, "deal-does-not-fit", None)], dict.fromkeys(SEATS, frozenset())


# Choosing


def choose(hands: list[Hand], rules: dict[str, Any]) -> tuple[list[Choice], list[Found]]:
    """The choices of the match, and what is wrong with them."""
    read_lines = [contract_of(hand) for hand in hands]
    holders = holders_of_deuces(hands[0], rules) if hands else {}
    first = first_chooser([contract.seat for contract, _ in read_lines], holders, rules)
    choices = []
    for number, (hand, (contract, _)) in enumerate(zip(hands, read_lines, strict=True), start=1):
        plays = plays_of(hand)
        leader = plays[0].seat if plays else None
        choices.append(Choice(number, hand, contract, due_chooser(first, number, rules), leader))
    found = [fault for _, faults in read_lines for fault in faults]
    return choices, found + wrong_choosers(choices) + quotas(choices, rules)


def holders_of_deuces(hand: Hand, rules: dict[str, Any]) -> dict[str, str | None]:
    """Who holds the two and the seven of diamonds in hand 1, by the deal or by the play."""
    knowledge, _ = judge_deal(hand)
    Dealing(knowledge, contract_of(hand)[0], None, rules).lay_out(hand.acts())
    return {"holder-2D": knowledge.owner("2D", int(1e9)), "holder-7D": knowledge.owner("7D", int(1e9))}


# One hand


def judge_hand(choice: Choice, rules: dict[str, Any]) -> Seen:
    """Judge the deal and the play of one hand."""
    contract = choice.contract
    knowledge, found = judge_deal(choice.hand)
    leaders = {seat for seat in (contract.seat, choice.due) if seat} if contract.seat else None
    table = Dealing(knowledge, contract, leaders, rules).lay_out(choice.hand.acts())
    plays, unverified = judge_plays(table, rules)
    found += table.found + plays + too_early(table, contract)
    more: list[Found] = []
    names = {name for _, name, _ in found} | {name for _, name, _ in contract_of(choice.hand)[1]}
    if not any(CLASS_OF[name] == "impossible" for name in names):
        proven = {event for event, name, _ in plays if name == "revoke"}
        more = counted_out(table, proven)
        counted_events = {event for event, name, _ in more if name == "revoke"}
        found = [one for one in found if one[0] not in counted_events or CLASS_OF[one[1]] != "illegal"] + more
    return Seen(choice, found, table, unverified, bool(more))


def too_early(table: Table, contract: Contract) -> list[Found]:
    """The first card, if no contract line stands before it (K22)."""
    return [
        (play.event, "lead-before-choice", play.seat) for play in table.plays()[:1] if contract.first_line > play.event
    ]


# The ends of hands, and the books


def closings(one: Seen, last: int, rules: dict[str, Any]) -> list[Found]:
    """The first line that closes a hand while tricks are due (5c)."""
    if one.is_sheet():
        return []
    hand = one.choice.hand
    kinds = {"points", "totals", "seal"} | ({"winner"} if one.choice.number == last else set())
    ends = [event for event in hand.events if event.kind in kinds]
    ends += [hand.next_deal] if hand.next_deal else []
    cuts = [end for end in ends if not one.perhaps_over(end.number, rules)]
    if not cuts or (one.name(cuts[0].number) is None and one.choice.contract.first_line < cuts[0].number):
        return []
    at = cuts[0].number
    table = [trick for trick in one.table.tricks if trick not in one.table.done(at)]
    on_table = any(play.card == "KH" and play.event < at for trick in table for play in trick.plays())
    mid_trick = one.name(at) == "rifki" and on_table
    return [(at, "hand-ended-mid-trick" if mid_trick else "hand-cut-short", None)]


def books(seen: list[Seen], rules: dict[str, Any]) -> tuple[list[Row], list[Found]]:
    """Points and totals, line by line."""
    rows: list[Row] = []
    found: list[Found] = []
    for one in seen:
        points, totals = one.lines("points"), one.lines("totals")
        found += [(event.number, "points-recorded-twice", None) for event in points[1:]]
        found += [(event.number, "totals-recorded-twice", None) for event in totals[1:]]
        fault = points_fault(one, points[0], rules) if points else None
        if points and fault:
            found.append((points[0].number, fault, None))
        if totals and totals_are_wrong(rows, one.row(totals[0].number, rules, totals=None), totals[0].words[0]):
            found.append((totals[0].number, "totals-wrong", None))
        rows.append(one.row(LARGE, rules, totals=totals[0].words[0] if totals else None))
    return rows, found


def points_fault(one: Seen, line: Event, rules: dict[str, Any]) -> str | None:
    """What is wrong with written points; of uncertain tricks only the sum is judged."""
    written: Cells = line.words[0]
    name = one.choice.contract.name
    if one.is_sheet():
        return sheet_fault(written, name, rules)
    if name is None or not one.settled(line.number, rules):
        return None
    right = one.points(line.number, rules)
    if right is None:
        numbers = [cell for cell in written if cell is not None]
        return "points-wrong" if len(numbers) == 4 and sum(numbers) != constant(name, rules) else None
    by_the_log = one.points(line.number, rules, by_the_log=True)
    return None if any(fits(written, row) for row in (right, by_the_log) if row) else "points-wrong"


def winner_lines(
    replay: Replay, seen: list[Seen], rows: list[Row], last: int, order: str, rules: dict[str, Any]
) -> list[Found]:
    """Winner lines: too early, twice, or wrong."""
    found: list[Found] = []
    declared = False
    last_deal = seen[-1].choice.hand.deal.number if len(seen) == last else LARGE
    for event in [*replay.before, *(event for hand in replay.hands for event in hand.events)]:
        if event.kind != "winner":
            continue
        if event.number < last_deal:
            found.append((event.number, "winner-declared-early", None))
        elif declared:
            found.append((event.number, "winner-recorded-twice", None))
        else:
            declared = True
            if seen[-1].over(event.number, rules) or seen[-1].settled(event.number, rules):
                faults = [winner_fault(event.words[0], totals, rules, order) for totals in final_totals(rows)]
                if faults and faults[0] and None not in faults:
                    found.append((event.number, faults[0], None))
    return found
