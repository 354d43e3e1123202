"""What is owed at the table: draws, a joker to be answered, gifts of an ace, calls of "one card"."""

from enum import IntEnum

from msgspec import Struct, field

from verifier.finding import Finding, Place
from verifier.games.kings_reverse.holding import Holding
from verifier.games.kings_reverse.matching import CHALLENGE_DRAWS, JOKER_DRAWS, SEVEN_DRAWS
from verifier.games.kings_reverse.pile import Match


class Cause(IntEnum):
    """Why a seat has to draw."""

    CATCH = 0
    SEVEN = 1
    UP_SEVEN = 2
    JOKER = 3
    OFFENDER = 4
    CHALLENGER = 5
    ACE = 6


AMOUNTS = {
    Cause.CATCH: 2,
    Cause.SEVEN: SEVEN_DRAWS,
    Cause.UP_SEVEN: SEVEN_DRAWS,
    Cause.JOKER: JOKER_DRAWS,
    Cause.OFFENDER: 4,
    Cause.CHALLENGER: CHALLENGE_DRAWS,
    Cause.ACE: 1,
}
"""SPC-1, JOK-7, CALL-4, CHAL-3, CHAL-6, ACE-5."""


class Debt(Struct):
    """A draw that is owed: by whom, how many cards, why, and how much of it was drawn where.

    `origin` is the act that brought it. `skipped` tells whether the seat also misses its turn. `void`: whatever is
    drawn, nothing is said; `short`: the stock had run out before it was served.
    """

    seat: int
    cause: Cause
    origin: Place
    amount: int
    drawn: int = 0
    last: Place | None = None
    skipped: bool = False
    named: bool = False
    finding: Finding | None = None
    void: bool = False
    short: bool = False


class Ruling(IntEnum):
    """What the table made of a challenge."""

    NONE = 0
    UNSAID = 1
    UPHELD = 2
    REJECTED = 3


class LaidJoker(Struct):
    """The joker laid last, until the next act of a turn shows what became of it.

    `others` are the cards its player held beside it, `before` what matched the pile below it and `top` the card
    that lay there, all as they were when it was laid; `drawn_unseen` tells whether its player has drawn unknown cards
    since, `among` that it was laid with other cards, which has its own name; `paid` counts the cards that `payer`, a
    seat without part in it, has drawn for a challenge not ruled on yet.
    """

    seat: int
    place: Place
    victim: int | None
    others: Holding
    before: Match
    top: str
    named: str
    is_last: bool
    ruling: Ruling = Ruling.NONE
    challenge: Place | None = None
    answered: bool = False
    taken: bool = False
    named_settled: bool = False
    drawn_unseen: bool = False
    improper: bool = False
    among: bool = False
    wrong_verdict: bool = False
    paid: int = 0
    payer: int | None = None


class Giving(Struct):
    """The gifts of an ace of spades just laid: who gives, to whom in order, and to whom so far.

    `held` is how many cards the giver had after laying it; `last` the place of the last gift.
    """

    seat: int
    place: Place
    order: list[int]
    held: int
    given: list[int] = field(default_factory=list)
    last: Place | None = None
    misplaced: Finding | None = None
    twice: bool = False
    to_self: int = 0
    done: bool = False
    waiting_catch: tuple[int, Place] | None = None

    def due(self) -> int:
        """Return how many gifts there are to be. ACE-2, ACE-4, ACE-5."""
        return min(self.held, len(self.order))


class Called(IntEnum):
    """What became of the duty to call "one card"."""

    OPEN = 0
    CALLED = 1
    CAUGHT = 2
    MISSED = 3
    LAPSED = 4


class CallDuty(Struct):
    """The duty of a seat that was left with one card by its own act.

    `others_acted`: another seat has acted since; `closing`: the next act of a turn ends the catching;
    `perhaps_called`: an earlier call may have been meant for it, so nobody is accused of having missed it.
    """

    place: Place
    state: Called = Called.OPEN
    others_acted: bool = False
    closing: bool = False
    perhaps_called: bool = False
