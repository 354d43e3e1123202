"""One deal as a server of the Kierki networking game recorded it, and the replay lines it makes.

Nothing is judged and nothing repaired: the deal is written as the server says it was.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple

from verifier.cards import CARD_TEXTS
from verifier.importers.mimuw_messages import SEATS, Numbers
from verifier.importers.remarks import Conversion, Reason, Remarks
from verifier.replay.lines import Contract, Deal, Event, Header, Moves, Points, SeatLetter, Totals

CONTRACTS: Final = ("tricks", "hearts", "queens", "men", "king-of-hearts", "seventh-last", "all")
LETTERS: Final[tuple[SeatLetter, ...]] = ("a", "b", "c", "d")
LAST_TRICK: Final = 13


class Trick(NamedTuple):
    """A trick the server recorded: where, its four cards in the order played, and the seat that took it."""

    line: int
    cards: tuple[int, ...]
    taker: int


class Prompt(NamedTuple):
    """The server asks a seat for a card, with the cards that lie on the table."""

    line: int
    seat: int
    cards: tuple[int, ...]


@dataclass(slots=True)
class Answer:
    """What a seat answered in one trick: all its cards, and the last of them unless the server refused it."""

    line: int
    cards: set[int] = field(default_factory=set)
    standing: int | None = None


@dataclass(slots=True, eq=False)
class RecordedDeal:
    """A deal: its type 1 to 7, the seat 0 to 3 that leads first, what each seat was sent, and what was said of it.

    `fresh` tells that every hand went to a connection that had had no deal before; `parted` that another log begins
    here; `late` that some seat was asked for after the deal had begun; `doubted` that a seated client had asked for
    another seat. `following` is the next deal of the same log.
    """

    line: int
    type: int
    leader: int
    remarks: Remarks
    fresh: bool = True
    parted: bool = False
    late: bool = False
    doubted: bool = False
    hands: list[tuple[int, ...] | None] = field(default_factory=lambda: [None] * 4)
    tricks: dict[int, Trick] = field(default_factory=dict)
    prompts: dict[int, Prompt] = field(default_factory=dict)
    unsure: set[int] = field(default_factory=set)
    answers: dict[tuple[int, int], Answer] = field(default_factory=dict)
    points: Numbers | None = None
    totals: Numbers | None = None
    following: "RecordedDeal | None" = None

    def is_resent(self, deal_type: int, leader: int, seat: int, cards: tuple[int, ...]) -> bool:
        """Tell whether a seat that comes back is sent the hand it already has in this deal."""
        hand = self.hands[seat]
        return (deal_type, leader) == (self.type, self.leader) and hand is not None and set(cards) <= set(hand)

    def hear_hand(self, seat: int, cards: tuple[int, ...], *, fresh: bool) -> None:
        """Note the hand that a seat was sent."""
        self.hands[seat] = cards
        self.fresh = self.fresh and fresh

    def hear_trick(self, line: int, number: int, cards: tuple[int, ...], taker: int) -> None:
        """Note a trick taken; every client is told of it, so all copies must agree."""
        trick = self.tricks.setdefault(number, Trick(line, cards, taker))
        if (trick.cards, trick.taker) != (cards, taker):
            self.remarks.add(line, Reason.TAKEN_DIFFERS, trick=number, first=trick.line)

    def hear_prompt(self, line: int, seat: int, number: int, cards: tuple[int, ...]) -> None:
        """Note the cards on the table that the server shows when it asks for one; the most cards are kept."""
        known = self.prompts.setdefault(number, Prompt(line, seat, cards))
        fewer, more = sorted((known.cards, cards), key=len)
        if more[: len(fewer)] != fewer:
            self.unsure.add(number)
        if len(cards) > len(known.cards):
            self.prompts[number] = Prompt(line, seat, cards)

    def hear_answer(self, line: int, seat: int, number: int, card: int) -> Answer:
        """Note a card that a seat answered, and return what it has answered in this trick."""
        answer = self.answers.setdefault((seat, number), Answer(line))
        answer.line, answer.standing = line, card
        answer.cards.add(card)
        return answer

    def hear_points(self, line: int, numbers: Numbers) -> None:
        """Note the points of the deal; where copies differ nothing is written for that seat."""
        self.points = self._agreed(line, self.points, numbers)

    def hear_totals(self, line: int, numbers: Numbers) -> None:
        """Note the running totals; where copies differ nothing is written for that seat."""
        self.totals = self._agreed(line, self.totals, numbers)

    def _agreed(self, line: int, known: Numbers | None, told: Numbers) -> Numbers:
        if known is None or known == told:
            return told
        self.remarks.add(line, Reason.SCORE_DIFFERS, seats=_seats_where(known, told))
        north, east, south, west = (one if one == other else None for one, other in zip(known, told, strict=True))
        return (north, east, south, west)


def _seats_where(known: Sequence[int | None], told: Sequence[int | None]) -> str:
    return "".join(name for name, one, other in zip(SEATS, known, told, strict=True) if one != other)


def opens_game(deal: RecordedDeal, earlier: RecordedDeal) -> bool:
    """Tell whether a game begins with a deal that follows `earlier`.

    It does where all seats were taken anew for it, unless the totals written after it go on from those before.
    """
    if deal.parted:
        return True
    return deal.fresh and _seats_of(earlier) <= _seats_of(deal) and not _totals_go_on(deal, earlier)


def _seats_of(deal: RecordedDeal) -> set[int]:
    return {seat for seat, hand in enumerate(deal.hands) if hand is not None}


def _totals_go_on(deal: RecordedDeal, earlier: RecordedDeal) -> bool:
    if deal.totals is None or deal.points is None or earlier.totals is None or not any(earlier.totals):
        return False
    columns = zip(earlier.totals, deal.points, deal.totals, strict=True)
    return all(
        before is not None and points is not None and before + points == total for before, points, total in columns
    )


def write_game(deals: Sequence[RecordedDeal], number: int) -> Conversion:
    """Return the replay lines of the deals of one game, the `number`-th of its file (Kierki, preset mimuw)."""
    remarks = Remarks()
    lines: list[Header | Event] = [Header(1, "kierki", list(SEATS), "mimuw", str(number))]
    for place, deal in enumerate(deals, 1):
        if place == 1 or deal.remarks is not deals[place - 2].remarks:
            remarks.take_over(deal.remarks)
        lines += _write_deal(deal, place, remarks, last=place == len(deals))
    for earlier, deal in pairwise(deals):
        if deal.fresh and not _seats_of(earlier) <= _seats_of(deal):
            remarks.add(deal.line, Reason.DEALS_MIXED)
    return remarks.conclude(lines)


def _write_deal(deal: RecordedDeal, place: int, remarks: Remarks, *, last: bool) -> Iterator[Event]:
    for seat, hand in enumerate(deal.hands):
        if hand is None:
            remarks.add(deal.line, Reason.HAND_MISSING, deal=place, seat=SEATS[seat])
    known = [card for hand in deal.hands if hand is not None for card in hand]
    if deal.late and len(set(known)) < len(known):
        remarks.add(deal.line, Reason.DEALS_MIXED, deal=place)
    hands = [None if hand is None else "".join(CARD_TEXTS[card] for card in hand) for hand in deal.hands]
    yield Deal(LETTERS[(deal.leader + 3) % 4], hands)
    yield Contract(None, CONTRACTS[deal.type - 1])
    tokens: list[str] = []
    leader = deal.leader
    taken = max(deal.tricks, default=0)
    for number in range(1, taken + 1):
        trick = deal.tricks.get(number)
        if trick is None:
            # Who led from here on is not known, so no more is compared.
            remarks.add(deal.line, Reason.TRICK_MISSING, deal=place, trick=number)
            return
        _compare(deal, place, number, leader, remarks)
        tokens += [*_plays(leader, trick.cards), f"{LETTERS[trick.taker]}$"]
        leader = trick.taker
    closed = not last or deal.points is not None or deal.totals is not None
    tokens += _plays(leader, _open_trick(deal, place, leader, remarks, closed=closed))
    if tokens:
        yield Moves(" ".join(tokens))
    if deal.points is not None:
        yield Points(list(deal.points))
    if deal.totals is not None:
        yield Totals(list(deal.totals))


def _plays(leader: int, cards: Sequence[int]) -> list[str]:
    return [LETTERS[(leader + turn) % 4] + CARD_TEXTS[card] for turn, card in enumerate(cards)]


def _compare(deal: RecordedDeal, place: int, number: int, leader: int, remarks: Remarks) -> None:
    """Remark on prompts and answers that do not fit the trick the server recorded."""
    cards = deal.tricks[number].cards
    prompt = deal.prompts.get(number)
    if prompt is not None and deal.doubted and prompt.seat != (leader + len(prompt.cards)) % 4:
        remarks.add(prompt.line, Reason.DEALS_MIXED, deal=place, trick=number)
    if prompt is not None and (number in deal.unsure or prompt.cards != cards[: len(prompt.cards)]):
        remarks.add(prompt.line, Reason.PROMPT_DIFFERS, deal=place, trick=number)
    for turn, card in enumerate(cards):
        seat = (leader + turn) % 4
        answer = deal.answers.get((seat, number))
        if answer is not None and answer.standing is not None and card not in answer.cards:
            remarks.add(
                answer.line,
                Reason.ANSWER_DIFFERS,
                deal=place,
                trick=number,
                seat=SEATS[seat],
                answered=CARD_TEXTS[answer.standing],
                recorded=CARD_TEXTS[card],
            )


def _open_trick(deal: RecordedDeal, place: int, leader: int, remarks: Remarks, *, closed: bool) -> tuple[int, ...]:
    """Return the cards that the server certainly took in a trick nobody was recorded to take.

    What the server shows on the table it has taken. `closed` tells that the log goes on after this deal: a trick with
    cards in it was taken then, and the line that said so is lost.
    """
    number = max(deal.tricks, default=0) + 1
    if max(deal.prompts, default=0) > number:
        remarks.add(deal.line, Reason.TRICK_MISSING, deal=place, trick=number)
        return ()
    prompt = deal.prompts.get(number)
    cards = prompt.cards if prompt is not None else ()
    if prompt is not None and cards:
        if closed:
            remarks.add(prompt.line, Reason.TRICK_MISSING, deal=place, trick=number)
            return ()
        if number in deal.unsure or prompt.seat != (leader + len(cards)) % 4:
            remarks.add(prompt.line, Reason.OPEN_TRICK_UNCERTAIN, deal=place, trick=number)
            return ()
    seat = (leader + len(cards)) % 4
    answer = deal.answers.get((seat, number))
    if answer is not None and answer.standing is not None:
        remarks.add(
            answer.line,
            Reason.ANSWER_UNSETTLED,
            deal=place,
            trick=number,
            seat=SEATS[seat],
            answered=CARD_TEXTS[answer.standing],
        )
    return cards
