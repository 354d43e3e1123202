"""From house rules to the terms of a glance, and from what a glance has found to the score sheet."""

from collections.abc import Sequence

from verifier.cards import SUITS
from verifier.games.glanced import Agreed, Glanced
from verifier.games.house import differing, read_house
from verifier.games.king.choices import CONTRACTS
from verifier.games.king.contracts import COUNTED, DROPPED_UNDER, PENALTY_CARDS, quotas_of, scale_of
from verifier.games.king.glance import (
    DROP_UNDER,
    HEART_LEAD,
    MUST_TRUMP,
    TRUMP_LEAD,
    VOID_DISCARD,
    Match,
    Terms,
    glance,
)
from verifier.games.king.house import DEFAULT_PRESET, PRESETS, HouseRules
from verifier.games.king.winners import best_seats, winner_letters
from verifier.games.tricks import PLAYERS
from verifier.games.tricks.glance import Scale
from verifier.games.tricks.items import cards_counted
from verifier.replay.lines import Header
from verifier.sheet import Sheet, SheetRow

FREE_PLAY = ("heart_lead", "last_hearts_highest", "trump_lead", "void_discard", "drop_under", "must_trump")
"""The options that oblige players; a glance goes by the game's text, where any card may be led and discarded."""

HABITS = {
    HEART_LEAD: "heart_lead",
    TRUMP_LEAD: "trump_lead",
    VOID_DISCARD: "void_discard",
    DROP_UNDER: "drop_under",
    MUST_TRUMP: "must_trump",
}


class KingTerms:
    """The terms of a table whose house rules a glance can go by."""

    def __init__(self, house: HouseRules) -> None:
        self._house = house
        self._terms = terms = Terms(
            [name.encode() for name in CONTRACTS], [scale(name, house) for name in CONTRACTS], quotas_of(house)
        )
        terms.length = PLAYERS * (house.penalties_per_player + house.trumps_per_player)
        terms.penalty = [PENALTY_CARDS.get(name, 0) for name in CONTRACTS]
        terms.under = [DROPPED_UNDER.get(name, 0) if name != "rifki" else 0 for name in CONTRACTS]
        terms.step = 1 if house.play_direction == "anticlockwise" else 3
        terms.turn = 1 if house.chooser_rotation == "anticlockwise" else 3
        terms.first = 0 if house.first_chooser == "seat0" else -1
        terms.last_two = house.last_two

    def look(self, data: bytes, start: int, end: int, line: int, most_findings: int) -> Glanced | None:
        """Return what is found in the event lines between two bytes, None where the judge has to look.

        `line` is the number of the header line, which ends at `start`.
        """
        match = glance(data, start, end, self._terms)
        if match is None or self._shows_a_habit(match):
            return None
        order = [(match.first + self._terms.turn * turn) % PLAYERS for turn in range(PLAYERS)]
        totals = [match.totals.a, match.totals.b, match.totals.c, match.totals.d]
        winners = winner_letters(totals, order, self._house) or ""
        best = best_seats(totals, self._house)
        by_seats = self._house.win == "highest" and self._house.tie == "seat-order"
        if by_seats and next(seat for seat in order if seat in best) != best[0]:
            # The order of choosing gives another winner, which is worth a notice.
            return None
        declared = match.winners
        if declared is not None and (set(declared) != set(winners) or len(declared) != len(winners)):
            return None
        return Glanced(match.lines(), match.events(), (line, match.rows, totals, winners, declared), sheet_of)

    def _shows_a_habit(self, match: Match) -> bool:
        """Tell whether a house rule that is not in force may have been kept often enough for a notice (section 4)."""
        if not match.habits():
            return False
        from verifier.games.king.rules.habits import MANY_HANDS, WHERE  # noqa: PLC0415 - most matches show none

        contracts = match.rows[1::10]
        kept = (name for habit, name in HABITS.items() if match.habits() & habit)
        return any(sum(CONTRACTS[contract] in WHERE[name] for contract in contracts) >= MANY_HANDS for name in kept)


def agreed_at(header: Header) -> Agreed:
    """Return what the table of a header has agreed on. Raises HouseRuleError where its rules cannot be had."""
    preset, options = header.house(DEFAULT_PRESET)
    house = read_house(HouseRules, PRESETS, preset, options)
    terms = terms_of(house) if len(header.players) == PLAYERS else None
    return Agreed(preset, differing(house, PRESETS, preset), terms)


def terms_of(house: HouseRules) -> KingTerms | None:
    """Return the terms of a table, None where its house rules ask for more than a glance."""
    text = HouseRules()
    free = all(getattr(house, name) == getattr(text, name) for name in FREE_PLAY)
    known = house.first_chooser in {"stated", "seat0"}
    return KingTerms(house) if free and known else None


def scale(contract: str, house: HouseRules) -> Scale:
    """Return what a contract counts and when it ends (K34, K36, K37, K39 to K45)."""
    counted = COUNTED[contract]
    early = house.early_end == "exhausted" or (house.early_end == "rifki" and contract == "rifki")
    return Scale(
        [*scale_of(contract, house)],
        [*counted],
        cards_counted(counted).bit_count(),
        max(house.last_two) if counted.punished else 0,
        early=early and not counted.trick,
    )


def sheet_of(found: tuple[int, Sequence[int], list[int], str, str | None]) -> Sheet:
    """Return the score sheet of a match in which a glance has found nothing wrong."""
    first, numbers, totals, winners, declared = found
    rows: list[SheetRow] = []
    sums = [0] * PLAYERS
    recorded: list[int | None] | None = None
    for start in range(0, len(numbers), 10):
        line, contract, seat, suit = numbers[start : start + 4]
        points = [*numbers[start + 4 : start + 8]]
        has_points, has_totals = numbers[start + 8 : start + 10]
        sums = [total + point for total, point in zip(sums, points, strict=True)]
        row = SheetRow(
            len(rows) + 1, first + line - 1, CONTRACTS[contract], seat, SUITS[suit] if suit >= 0 else None, points
        )
        row.recorded = [*points] if has_points else None
        row.totals = sums
        row.counted_for = seat
        if has_totals:
            row.recorded_totals = recorded = [*sums]
        rows.append(row)
    return Sheet(rows, totals, recorded, winners, declared, lowest_wins=False)
