"""From house rules to the terms of a glance, and from what a glance has found to notices and the score sheet."""

from collections.abc import Sequence

from verifier.cards import CARD_TEXTS, RANKS, SUITS
from verifier.finding import Fact, Place
from verifier.games.books import winners
from verifier.games.glanced import Agreed, Glanced
from verifier.games.house import differing, read_house
from verifier.games.kierki.clauses import CLAUSES, DEAL_CLAUSES
from verifier.games.kierki.deals import CONTRACT_NAMES, DealType, is_penalty, schedule
from verifier.games.kierki.glance import Terms, glance
from verifier.games.kierki.house import DEFAULT_PRESET, PRESETS, HouseRules
from verifier.games.kierki.scoring import COUNTED, LOTTERY_AWARDS, scale_of
from verifier.games.report import Report
from verifier.games.tricks import PLAYERS
from verifier.games.tricks.glance import Scale
from verifier.replay.lines import Header
from verifier.sheet import Sheet, SheetRow

TEXT_ONLY = ("kh_must_drop", "must_trump", "must_overtrump", "trump_repeat", "pass_while_able", "ace_bonus")
"""The options that a glance takes only as the game's text has them."""


class KierkiTerms:
    """The terms of a table whose house rules a glance can go by."""

    def __init__(self, house: HouseRules) -> None:
        self._house = house
        self._deals = schedule(house)
        kinds = [DealType(number) for number in range(1, DealType.LOTTERY + 1)]
        names = [b""] + [f',"{CONTRACT_NAMES[kind]}'.encode() for kind in kinds]
        scales = [scale(DealType.TRICKS, house)] + [scale(kind, house) for kind in kinds]
        restricted = [False] + [is_penalty(kind) and kind in house.heart_lead_deals for kind in kinds]
        self._terms = terms = Terms([*self._deals], names, scales, restricted)
        terms.caller = 0 if house.trump_caller == "dealer" else 1
        terms.leader = 0 if house.odgrywka_leader == "dealer" else 1
        terms.starter = 0 if house.lottery_starter == "dealer" else 1
        terms.rotates_on = house.lottery_dealer == "rotate"
        terms.opening = 1 << RANKS.index(str(house.lottery_open))
        terms.ace_low = house.lottery_ace == "low"
        terms.skips_stated = house.implicit_pass == "forbid"
        terms.punished = house.deal6_tricks
        terms.awards = LOTTERY_AWARDS

    def look(self, data: bytes, start: int, end: int, line: int, most_findings: int) -> Glanced | None:
        """Return what is found in the event lines between two bytes, None where the judge has to look.

        `line` is the number of the header line, which ends at `start`.
        """
        match = glance(data, start, end, self._terms)
        if match is None:
            return None
        house = self._house
        totals = [match.totals.a, match.totals.b, match.totals.c, match.totals.d]
        best = winners(totals, lowest=house.win == "lowest", first_seat=house.tie == "first-seat") or ""
        declared = match.winners
        if declared is not None and (set(declared) != set(best) or len(declared) != len(best)):
            return None
        found = (line, self._deals, match.rows, totals, best, declared, house.win == "lowest")
        report = report_of(self._deals, match.hand.forced, line, most_findings)
        return Glanced(match.lines(), match.events(), found, sheet_of, report)


def agreed_at(header: Header) -> Agreed:
    """Return what the table of a header has agreed on. Raises HouseRuleError where its rules cannot be had."""
    preset, options = header.house(DEFAULT_PRESET)
    house = read_house(HouseRules, PRESETS, preset, options)
    terms = terms_of(house) if len(header.players) == PLAYERS else None
    return Agreed(preset, differing(house, PRESETS, preset), terms)


def terms_of(house: HouseRules) -> KierkiTerms | None:
    """Return the terms of a table, None where its house rules ask for more than a glance."""
    text = HouseRules()
    plain = all(getattr(house, name) == getattr(text, name) for name in TEXT_ONLY)
    return KierkiTerms(house) if plain and house.deals == "fixed" and house.lottery_dealer != "stated" else None


def scale(deal: DealType, house: HouseRules) -> Scale:
    """Return what a deal counts (K-R9 to K-R15, K-O9); all thirteen tricks of it are looked at."""
    if deal is DealType.LOTTERY:
        return Scale([0] * 6, [0] * 6, 0, 0, early=False)
    return Scale([*scale_of(deal, house)], [*COUNTED[deal]], 0, 0, early=False)


def report_of(deals: Sequence[DealType], forced: Sequence[int], line: int, most_findings: int) -> Report | None:
    """Return the notices on hearts led from hands of hearts only (K-R16), None where there are none."""
    if not forced:
        return None
    from verifier.games.kierki.rules.penalties import FORCED_HEART_LEAD  # noqa: PLC0415 - most matches need no notice

    report = Report(CLAUSES, most_findings)
    for start in range(0, len(forced), 7):
        hand, trick, seat, card, at_line, column, event = forced[start : start + 7]
        report.turn_to(DEAL_CLAUSES[deals[hand - 1]])
        facts: dict[str, Fact] = {"trick": trick}
        place = Place(line + at_line - 1, column, hand, event)
        report.add(FORCED_HEART_LEAD, place, seat, facts=facts, card=CARD_TEXTS[card])
    return report


def sheet_of(found: tuple[int, Sequence[DealType], Sequence[int], list[int], str, str | None, bool]) -> Sheet:
    """Return the score sheet of a match in which a glance has found nothing wrong."""
    first, deals, numbers, totals, best, declared, lowest = found
    rows: list[SheetRow] = []
    sums = [0] * PLAYERS
    recorded: list[int | None] | None = None
    for number, deal in enumerate(deals):
        line, seat, suit, *points, has_points, has_totals = numbers[9 * number : 9 * number + 9]
        sums = [total + point for total, point in zip(sums, points, strict=True)]
        row = SheetRow(number + 1, first + line - 1, CONTRACT_NAMES[deal], points=points, totals=sums)
        if deal is DealType.ODGRYWKA:
            row.seat, row.suit = seat, SUITS[suit]
        row.recorded = [*points] if has_points else None
        if has_totals:
            row.recorded_totals = recorded = [*sums]
        rows.append(row)
    return Sheet(rows, totals, recorded, best, declared, lowest_wins=lowest)
