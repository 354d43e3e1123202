"""House rules of trump hands: a seat that cannot follow must trump, and must beat the trumps on the table."""

from verifier.cards import PACK_SIZE, SUIT_MASKS, SUITS, rank_of, suit_of
from verifier.finding import Fact, FaultClass, Rule
from verifier.games.report import Report
from verifier.games.tricks.duties import check_duty
from verifier.games.tricks.rules.turns import trick_texts
from verifier.games.tricks.table import HandTable, Play, Trick

MUST_TRUMP = Rule("TRK202", "must-trump", FaultClass.ILLEGAL, "A discard while holding a trump that must be played")
MUST_OVERTRUMP = Rule(
    "TRK203", "must-overtrump", FaultClass.ILLEGAL, "A trump below those on the table while holding a higher one"
)

TRUMPING_RULES = (MUST_TRUMP, MUST_OVERTRUMP)


def trumps_above(trick: Trick, trump: int) -> int:
    """Return the trumps (a mask) that beat every trump in the trick."""
    ranks = [rank_of(play.card) for play in trick.laid() if suit_of(play.card) == trump]
    best = max(ranks, default=-1)
    return SUIT_MASKS[trump] & ~((1 << (13 * trump + best + 1)) - 1)


def check_trumping(
    table: HandTable, trick: Trick, play: Play, report: Report, *, must_trump: bool, must_overtrump: bool
) -> None:
    """Report a play of a seat that cannot follow: no trump under `must_trump`, a low one under `must_overtrump`.

    King K29, K30; Kierki K-O7, section 7.12: `must_overtrump` binds only a seat that trumps. Trumps must be known.
    """
    trump = table.trump
    if trump < 0:
        return
    facts: dict[str, Fact] = {"trick": trick.number, "trump": SUITS[trump], "cards": [*trick_texts(trick)]}
    if suit_of(play.card) != trump:
        if must_trump:
            check_duty(table, play, MUST_TRUMP, SUIT_MASKS[trump], report, facts, option=("must_trump", True))
    elif must_overtrump and all(other.card < PACK_SIZE for other in trick.laid()):
        better = trumps_above(trick, trump)
        if not better >> play.card & 1:
            check_duty(table, play, MUST_OVERTRUMP, better, report, facts, option=("must_overtrump", True))
