"""One hand of trick play as it lies on the table: the tricks, whose turn it is, and acts that change it.

Nothing is judged here: a play is laid where the log lays it.
"""

from msgspec import Struct, field

from verifier.cards import PACK_SIZE
from verifier.finding import Fact, Finding, Place, Rule
from verifier.games.tricks.hands import SEATS, Hands
from verifier.games.tricks.trick import NO_TRUMP, taker_of

TRICKS = 13


class Duty(Struct, eq=False):
    """A duty that a play may have broken, if the seat held one of `cards` then: proven when one of them shows.

    `option` is the house rule it rests on; `cleared` a notice for the case that the hand turns out to have held none.
    With `unless` the duty is void while the seat held one of those cards, which `voided` tells to be so, and only the
    whole hand can prove it. A `counted` duty is proven by counting the cards that nobody has shown.
    """

    rule: Rule
    cards: int
    facts: dict[str, Fact] = field(default_factory=dict)
    option: tuple[str, Fact] | None = None
    cleared: Rule | None = None
    unless: int = 0
    voided: Place | None = None
    counted: bool = False
    proof: Place | None = None
    shown: int = -1


class Play(Struct, eq=False):
    """One card laid to a trick: seat, card (UNKNOWN where the log does not know it), place, findings raised about it.

    `impossible` tells that the seat cannot have held the card; `misplayed` where another seat laid it falsely before;
    `duties` are those that hidden cards leave open; `before` is what was known of the hands before an impossible play.
    """

    seat: int
    card: int
    place: Place
    impossible: bool = False
    misplayed: Place | None = None
    findings: list[Finding] = field(default_factory=list)
    duties: list[Duty] = field(default_factory=list)
    before: Hands | None = None


class Trick(Struct, eq=False):
    """One trick: its plays in the order laid (None for a card taken back), the taker by the rules, the recorded one.

    `taker` is None while the trick is open and where it is uncertain. `claim` is the seat recorded as taking it;
    without a record, the seat that led next. `missing` is the seat whose card never came; `leaders` the seats that
    might lead to this trick.
    """

    number: int
    plays: list[Play | None] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    taker: int | None = None
    claim: int | None = None
    claimed: bool = False
    over: bool = False
    missing: int | None = None
    leaders: frozenset[int] = frozenset()

    def laid(self) -> list[Play]:
        """Return the plays that lie on the table, in order."""
        return [play for play in self.plays if play is not None]

    def play_of(self, seat: int) -> Play | None:
        """Return what `seat` laid, or None."""
        for play in self.plays:
            if play is not None and play.seat == seat:
                return play
        return None

    def led(self) -> Play | None:
        """Return the card led, or None where none was led yet or it has been taken back."""
        return self.plays[0] if self.plays else None

    def missing_seats(self, step: int) -> list[int]:
        """Return the seats that are still to play, in order of play from the leader; `step` is 1 or -1."""
        first = self.seats[0]
        played = [play.seat for play in self.plays if play is not None]
        return [seat for seat in ((first + step * turn) % SEATS for turn in range(SEATS)) if seat not in played]

    def taken_by(self, trump: int) -> int | None:
        """Return who takes the cards that lie here, None where that is uncertain (King sections 5a and 8)."""
        laid = self.laid()
        if not laid or self.plays[0] is None or any(play.impossible for play in laid):
            return None
        return taker_of([play.seat for play in laid], [play.card for play in laid], trump)


class HandTable:
    """The table during one hand: hands, tricks, trumps, who may lead.

    `leaders` holds the seats that may lead next, empty where nobody knows. `step` is the direction of play.
    """

    __slots__ = ("hands", "leaders", "step", "tricks", "trump")

    def __init__(self, hands: Hands, leaders: frozenset[int], trump: int = NO_TRUMP, step: int = 1) -> None:
        self.hands = hands
        self.tricks: list[Trick] = []
        self.leaders = leaders
        self.trump = trump
        self.step = step

    def trick(self) -> Trick | None:
        """Return the trick in play or the last one played, None before the first lead."""
        return self.tricks[-1] if self.tricks else None

    def laid_before(self, card: int) -> list[tuple[int | None, Play]]:
        """Return the earlier plays of a card, each with the number of its trick."""
        return [(trick.number, play) for trick in self.tricks for play in trick.laid() if play.card == card]

    def open_trick(self) -> Trick | None:
        """Return the trick that cards are still laid to, None where the next card leads."""
        trick = self.trick()
        return trick if trick is not None and not trick.over else None

    def finished(self) -> int:
        """Return how many tricks are over."""
        return len(self.tricks) - (self.open_trick() is not None)

    def apply_play(self, play: Play) -> None:
        """Lay a card: to the open trick, or as the lead of a new one."""
        trick = self.open_trick()
        if trick is None:
            last = self.trick()
            if last is not None and last.claim is None:
                last.claim = play.seat
            trick = Trick(len(self.tricks) + 1, leaders=self.leaders)
            self.tricks.append(trick)
        if play.seat in trick.seats:
            trick.plays[trick.seats.index(play.seat)] = play
        else:
            trick.seats.append(play.seat)
            trick.plays.append(play)
        self.hands.play(play.seat, play.card, own=not play.impossible)
        if len(trick.laid()) == SEATS:
            self._turn(trick)

    def _turn(self, trick: Trick) -> None:
        trick.over = True
        trick.taker = trick.taken_by(self.trump)
        self.leaders = frozenset() if trick.taker is None else frozenset({trick.taker})

    def apply_missing(self, seat: int) -> None:
        """Close the open trick without the card of `seat`; who takes it is uncertain."""
        trick = self.tricks[-1]
        trick.over = True
        trick.missing = seat
        self.leaders = frozenset()

    def apply_claim(self, seat: int) -> None:
        """Write down `seat` as the taker of the last trick: it may lead, and so may the true taker."""
        trick = self.tricks[-1]
        trick.claim = seat
        trick.claimed = True
        self.leaders |= {seat}

    def can_take_back(self, seat: int, card: int) -> Play | None:
        """Return the play of `seat` that can go back: of the open trick, or of a full one not yet claimed."""
        trick = self.trick()
        if trick is None or trick.claimed or trick.missing is not None:
            return None
        play = trick.play_of(seat)
        return play if play is not None and play.card == card and card < PACK_SIZE else None

    def apply_take_back(self, play: Play) -> None:
        """Put a card of the last trick back into the hand; its place in the trick stays open."""
        trick = self.tricks[-1]
        later = trick.plays[trick.plays.index(play) + 1 :]
        trick.plays[trick.plays.index(play)] = None
        trick.over = False
        trick.taker = None
        if play.before is None:
            self.hands.take_back(play.seat, play.card)
        else:
            self._know_again(play.before, [other for other in later if other is not None])
        if not trick.laid():
            self.tricks.pop()
            self.leaders = trick.leaders
            last = self.trick()
            if last is not None and not last.claimed:
                last.claim = None

    def _know_again(self, hands: Hands, later: list[Play]) -> None:
        """Go back to what was known before an impossible play, and lay the cards that came after it again."""
        self.hands = hands
        for play in later:
            holder = hands.holder(play.card)
            hands.play(play.seat, play.card, own=not play.impossible)
            if play.impossible:
                hands.doubt(play.seat, holder)
