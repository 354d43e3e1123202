"""A slow second referee of Kings Reverse in plain words, written from the specification and used only by tests.

It reads a whole replay, follows every hand act by act, and looks ahead in the log where something is settled only
later. `judge` gives the faults and the notices, the verdict, whether the game is complete, the audited totals and the
winners. It imports nothing from the program.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from oracle.kierki_reading import UnreadableError
from oracle.kings_reverse_acts import finish, take
from oracle.kings_reverse_books import Books, Counted, judge_points, points_in, totals_in, winners
from oracle.kings_reverse_deal import Found, impossible, lay_out
from oracle.kings_reverse_reading import Act, Hand, Replay, read
from oracle.kings_reverse_table import Table
from oracle.kings_reverse_turns import due_backwards, open_hand

CLASSES = {
    "impossible": """unknown-seat act-outside-hand act-not-in-this-game card-not-in-hand too-many-copies hand-size-wrong
        deal-impossible draw-from-empty-pack drawn-card-not-next stock-miscount event-after-hand-end
        hand-after-game-end""",
    "illegal": """out-of-turn stacked-seven wrong-pack-count wrong-first-player card-does-not-match illegal-joker
        joker-suit-not-named joker-names-no-suit joker-suit-named-twice suit-named-on-non-joker too-many-cards-played
        marriage-not-a-pair marriage-first-card-does-not-match drawn-card-not-played other-card-played-after-draw
        draw-with-playable-card second-action-in-turn pass-without-drawing pass-with-playable-card
        acted-after-passing-out joker-turn-up-kept turn-up-redrawn special-turn-up-kept reshuffle-not-allowed
        challenge-by-wrong-player challenge-too-late challenge-of-non-joker ace-gift-incomplete ace-gift-wrong-order
        ace-gift-twice-to-one ace-gift-to-self ace-giving-refused card-exchange""",
    "unpunished": "illegal-joker-unchallenged one-card-call-missed",
    "ruling": """challenge-wrong-verdict challenge-wrong-draw-count joker-not-taken-back joker-taken-back-wrongly
        suit-not-restored offender-turn-not-lost challenger-turn-not-lost challenger-turn-lost seven-wrong-draw-count
        joker-wrong-draw-count one-card-penalty-wrong-count one-card-penalty-not-served skip-not-applied
        skip-applied-wrongly king-not-reversed king-two-player-no-skip penalty-not-due penalty-to-wrong-player
        last-card-draw-missing ace-draw-missing ace-draw-wrong-player turn-up-effect-not-applied
        turn-up-effect-invented hand-cut-short hand-not-ended finished-player-skipped-wrongly""",
    "books": """points-wrong out-player-scored blocked-hand-zero-given points-missing points-not-multiple-of-five
        totals-wrong game-end-missed game-ended-early winner-wrong co-winner-missing""",
    "notice": """illegal-joker-caught one-card-call-late one-card-call-caught over-draw-kept catch-too-late
        catch-without-cause catch-of-self superfluous-call""",
}
CLASS_OF = {name: kind for kind, names in CLASSES.items() for name in names.split()}

CLOSING = {"points", "totals", "winner", "seal"}


class Finding(NamedTuple):
    """One fault or notice: event, name, class, hand, and the seat where one is at fault."""

    event: int
    name: str
    kind: str
    hand: int
    seat: str | None


class Ruling(NamedTuple):
    """What the slow referee says of a game."""

    findings: list[Finding]
    notices: list[Finding]
    verdict: str
    complete: bool
    totals: tuple[int, ...] | None
    winners: str | None
    unverified: int
    rare: Counter[str]


@dataclass
class Played:
    """One hand as judged: faults, notices, what it came to, and whether a line of points cut it.

    `before`: what it had come to by its line of totals, where the table has played on after that.
    """

    found: list[Found]
    notices: list[Found]
    unverified: int
    counted: Counted
    over: bool
    points_cut: bool = False
    rare: Counter[str] = field(default_factory=Counter)
    stopped_at: float = float("inf")
    before: list[int | None] = field(default_factory=list)


def judge(text: str) -> Ruling:
    """Judge one game."""
    try:
        replay = read(text)
    except UnreadableError as fault:
        event, name = fault.args
        findings = [Finding(event, name, "format", 0, None)]
        return Ruling(findings, [], "unreadable", False, None, None, 0, Counter())
    books = Books.opened(replay.players, replay.rules)
    found = outside(replay, books)
    notices: list[Found] = []
    played: list[Played] = []
    for hand in replay.hands:
        found += books.judge_deal(hand.deal.number, first=hand.number == 1)
        one = judge_hand(hand, replay)
        played.append(one)
        found += one.found + judge_books(hand, one, books)
        notices += one.notices
    ended = bool(played) and played[-1].over
    audited = None if None in books.audited else tuple(one or 0 for one in books.audited)
    complete = books.reached(audited if audited is not None else books.recorded) and (ended or audited is None)
    unverified = sum(one.unverified for one in played)
    verdict = "faulty" if found else "undecided" if unverified or not complete else "clean"
    return Ruling(
        numbered(found, replay),
        numbered(notices, replay),
        verdict,
        complete,
        audited,
        winners(audited) if complete and audited is not None else None,
        unverified,
        sum((one.rare for one in played), Counter()),
    )


def numbered(found: list[Found], replay: Replay) -> list[Finding]:
    """Findings with class and hand, in order."""
    hand_of = {one.number: hand.number for hand in replay.hands for one in (hand.deal, *hand.events)}
    rows = [Finding(one.event, one.name, CLASS_OF[one.name], hand_of.get(one.event, 0), one.seat) for one in found]
    return sorted(rows, key=lambda row: (*row[:4], row.seat or ""))


def outside(replay: Replay, books: Books) -> list[Found]:
    """What stands before the first deal."""
    found = []
    for event in replay.before:
        if event.kind == "act" and event.words.kind != "takes":
            found.append(Found(event.number, "act-outside-hand", event.words.seat or None))
        elif event.kind in {"act", "contract"}:
            found.append(Found(event.number, "act-not-in-this-game", event.words.seat if event.kind == "act" else None))
        elif event.kind == "points":
            found.append(Found(event.number, "act-outside-hand", None))
        elif event.kind == "totals":
            found += books.judge_totals(event.number, event.words[0], None, [0] * replay.players)
        elif event.kind == "winner":
            found += books.judge_winner(event.number, event.words[0])
    return found


def judge_hand(hand: Hand, replay: Replay) -> Played:
    """Judge the play of one hand; where the turned-up card is unknown, only what holds whatever it is."""
    players, rules = replay.players, replay.rules
    nothing = Counted([None] * players, None, blocked=False)
    if impossible(players, rules):
        return Played([Found(hand.deal.number, "deal-impossible", None)], [], 0, nothing, over=False)
    layout = lay_out(hand.deal, players, rules)
    if layout.effect is not None:
        return follow(hand, replay, layout.effect)
    worlds = [follow(hand, replay, effect) for effect in ("", "7", "8", "K")]
    one = worlds[0]
    told = list(dict.fromkeys(found for world in worlds for found in world.found))
    # Where judging has ended nothing is denied.
    one.found = [
        found for found in told if all(found in world.found or found.event > world.stopped_at for world in worlds)
    ]
    one.notices = [found for found in one.notices if all(found in world.notices for world in worlds)]
    if any(world.counted != one.counted for world in worlds):
        one.counted = nothing
    one.unverified += 1
    return one


def follow(hand: Hand, replay: Replay, effect: str) -> Played:
    """Follow a hand from its deal to the line that closes it."""
    found: list[Found] = []
    players, rules = replay.players, replay.rules
    layout = lay_out(hand.deal, players, rules)
    if hand.number == 1 and players <= 5 and rules["packs"] == 3:
        found.append(Found(hand.deal.number, "wrong-pack-count", None))
    closed = hand.next_deal is not None or any(event.kind in CLOSING for event in hand.events)
    points_at = next((event.number for event in hand.events if event.kind == "points"), None)
    acts, faults = readable_acts(hand, layout.seats, points_at)
    found += faults
    table = Table(layout, acts, rules, effect, closed=closed)
    open_hand(table)
    lines = [event for event in hand.events if event.kind in CLOSING]
    lines += [hand.next_deal] if hand.next_deal else []
    branch = None
    before: list[int | None] = []
    cut = points_cut = finished = False
    for line in [*lines, None]:
        end = line.number if line else None
        while table.at < len(acts) and (end is None or acts[table.at].event < end):
            table, branch = take_with_branch(table, branch, acts[table.at])
        if line is None or finished or (points_at and line.number > points_at):
            continue
        branch = None
        faults = [] if cut else finish(table, line.number)
        found += faults
        cut = cut or bool(faults)
        points_cut |= bool(faults) and line.kind == "points"
        finished = table.over or table.stopped
        if table.over and line.kind == "totals":
            before = counted(table).cells
    if branch:
        table.found = [one for one in table.found if one.event != branch_event(table, branch)]
    if not closed:
        finish(table, None)
    found += table.found
    return Played(
        found,
        table.notices,
        table.unverified,
        counted(table),
        table.over or (closed and not cut),
        points_cut,
        rare_states(table),
        table.stopped_at,
        before,
    )


def take_with_branch(table: Table, branch: Table | None, act: Act) -> tuple[Table, Table | None]:
    """Judge an act; an act against the table's direction after a king is held back until the next one tells."""
    if branch is not None:
        before, branch_before = len(orders(table)), len(orders(branch))
        # Neither more of the same turn nor a penalty tells which way play goes.
        owes = act.kind == "draw" and any(act.seat in world.debts for world in (table, branch))
        goes_on = owes or table.may_go_on(act.seat)
        take(table, act)
        take(branch, act)
        table.at += 1
        branch.at += 1
        if goes_on or act.kind not in {"play", "draw", "pass"}:
            return table, branch
        turned = len(orders(branch)) == branch_before and len(orders(table)) > before
        if turned:
            branch.king_ignored = False
        return (branch if turned else table), None
    fork = table.fork() if table.king_ignored and act.kind in {"play", "draw", "pass"} else None
    table.against = False
    take(table, act)
    table.at += 1
    if fork is None or not table.against:
        return table, None
    due = due_backwards(fork)
    fork.direction = -fork.direction
    if not fork.turn.drawn:
        fork.turn.seat = due
    take(fork, act)
    fork.at += 1
    return table, fork


def orders(table: Table) -> list[Found]:
    """Faults that tell of a turn or a penalty of another than the due seat."""
    names = [
        "out-of-turn",
        "skip-not-applied",
        "skip-applied-wrongly",
        "king-not-reversed",
        "second-action-in-turn",
        "acted-after-passing-out",
        "penalty-not-due",
        "penalty-to-wrong-player",
        "stacked-seven",
        "finished-player-skipped-wrongly",
        "seven-wrong-draw-count",
        "joker-wrong-draw-count",
    ]
    return [one for one in table.found if one.name in names]


def branch_event(table: Table, branch: Table) -> int:
    """The event that was held back: the first fault that the branch does not have."""
    extra = [one.event for one in table.found if one not in branch.found]
    return extra[0] if extra else 0


def readable_acts(hand: Hand, seats: str, points_at: int | None) -> tuple[list[Act], list[Found]]:
    """The acts that belong to the hand, and what is wrong with the other events."""
    acts: list[Act] = []
    found: list[Found] = []
    late = False
    for event in hand.events:
        if points_at and event.number > points_at and event.kind in {"act", "points"}:
            if not late:
                seat = event.words.seat or None if event.kind == "act" else None
                found.append(Found(event.number, "event-after-hand-end", seat))
            late = True
        elif event.kind == "contract":
            found.append(Found(event.number, "act-not-in-this-game", None))
        elif event.kind == "act":
            act = event.words
            strangers = [seat for seat in (act.seat, act.other) if seat and seat not in seats]
            if act.kind == "takes":
                found.append(Found(event.number, "act-not-in-this-game", act.seat))
            elif strangers:
                found.append(Found(event.number, "unknown-seat", strangers[0]))
            else:
                acts.append(act)
    return acts, found


def counted(table: Table) -> Counted:
    """What the hands are worth as they ended; unknown where the hand has not ended or could not be judged."""
    owing = any(debt.drawn < debt.due() for debt in table.debts.values()) or table.ace_owed
    served = table.closed or table.stock.count <= 0 or not owing
    if table.stopped or not table.over or not served:
        return Counted([None] * len(table.seats), None, blocked=False)
    cells = [0 if seat == table.out else table.hands[seat].worth() for seat in table.seats]
    return Counted(cells, table.out, table.blocked, [table.hands[seat].bounds() for seat in table.seats])


def judge_books(hand: Hand, one: Played, books: Books) -> list[Found]:
    """Points, totals and winners of a hand."""
    found: list[Found] = []
    points, totals = points_in(hand.events), totals_in(hand.events)
    cells = one.counted.cells
    first_points = True
    for event in hand.events:
        if event.kind == "points" and first_points:
            first_points = False
            if not one.points_cut:
                found += judge_points(event.number, event.words[0], one.counted)
        elif event.kind == "totals":
            found += books.judge_totals(event.number, event.words[0], points, cells, one.before)
    books.end_of_hand(points, totals, cells)
    for event in hand.events:
        if event.kind == "winner":
            found += books.judge_winner(event.number, event.words[0])
    return found


def rare_states(table: Table) -> Counter[str]:
    """States that random hands seldom reach."""
    return Counter(table.rare)
