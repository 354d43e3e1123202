"""From house rules to the terms of a glance, and from what a glance has found to the score sheet."""

from collections.abc import Sequence
from typing import Final

from verifier.cards import CARD_TEXTS
from verifier.games.books import MOST_ROWS, winners
from verifier.games.glanced import Agreed, Glanced
from verifier.games.house import differing, read_house
from verifier.games.kings_reverse.glance import glance
from verifier.games.kings_reverse.house import DEFAULT_PRESET, PRESETS, HouseRules
from verifier.games.kings_reverse.legal import RESTRICTIONS
from verifier.games.kings_reverse.packs import CARDS_DEALT, CARDS_IN_PACK
from verifier.games.kings_reverse.table_glance import KING_TO_DEALER, KING_TO_LEFT, KING_TO_RIGHT, Terms
from verifier.replay.lines import Header
from verifier.sheet import Sheet, SheetRow

LEFT_TO_THE_JUDGE: Final = ("joker_names", "marriage_match", "when_pack_empty", "pass_means", "last_card_draws")
"""Options that a glance knows only as the game's text has them."""

KINGS: Final = {"right": KING_TO_RIGHT, "dealer": KING_TO_DEALER, "left": KING_TO_LEFT}


class KingsReverseTerms:
    """The terms of a table of so many players whose house rules a glance can go by.

    Nothing is said here of how long a missing call may be caught, or of where a joker goes that was challenged rightly:
    games in which that matters are not without a notice.
    """

    def __init__(self, house: HouseRules, players: int) -> None:
        self._players = players
        self._terms = terms = Terms()
        terms.packs = house.packs
        terms.target = house.target
        terms.restriction = RESTRICTIONS[house.joker_restriction]
        terms.king_to = KINGS[house.turn_up_king]
        terms.turn_up_acts = house.turn_up_special == "as-dealer"
        terms.other_joker_blocks = house.other_joker_blocks
        terms.only_when_stuck = house.draw_only_when_stuck
        terms.must_play_drawn = house.drawn_card == "must-play"
        terms.must_give = house.ace_giving == "mandatory"
        terms.may_pass_at_will = house.pass_with_playable

    def look(self, data: bytes, start: int, end: int, line: int, most_findings: int) -> Glanced | None:
        """Return what is found in the event lines between two bytes, None where the judge has to look.

        `line` is the number of the header line, which ends at `start`; there are no findings to be limited.
        """
        players = self._players
        game = glance(data, start, end, self._terms, players)
        if game is None:
            return None
        best = winners(game.totals, lowest=True, first_seat=False)
        declared = game.winners
        if declared is not None and (len(declared) != len(best or "") or {*declared} != {*(best or "")}):
            return None
        return Glanced(game.lines(), game.events, (line, game.rows, players, best, declared), sheet_of)


def agreed_at(header: Header) -> Agreed:
    """Return what the table of a header has agreed on. Raises HouseRuleError where its rules cannot be had."""
    preset, options = header.house(DEFAULT_PRESET)
    house = read_house(HouseRules, PRESETS, preset, options)
    return Agreed(preset, differing(house, PRESETS, preset), terms_of(house, len(header.players)))


def terms_of(house: HouseRules, players: int) -> KingsReverseTerms | None:
    """Return the terms of a table of so many players, None where its house rules ask for more than a glance."""
    text = HouseRules()
    plain = all(getattr(house, name) == getattr(text, name) for name in LEFT_TO_THE_JUDGE)
    fits = players >= 2 and CARDS_DEALT * players < CARDS_IN_PACK * house.packs and (house.packs == 2 or players > 5)
    return KingsReverseTerms(house, players) if plain and fits and house.turn_up_special != "redraw" else None


def sheet_of(found: tuple[int, Sequence[int], int, str | None, str | None]) -> Sheet:
    """Return the score sheet of a game in which a glance has found nothing wrong."""
    first, numbers, players, best, declared = found
    rows: list[SheetRow] = []
    sums = [0] * players
    recorded: list[int | None] | None = None
    for start in range(0, len(numbers), players + 5):
        line, out, last, has_points, has_totals = numbers[start : start + 5]
        points = [*numbers[start + 5 : start + 5 + players]]
        sums = [total + point for total, point in zip(sums, points, strict=True)]
        row = SheetRow(len(rows) + 1, first + line - 1, points=points, totals=sums)
        row.seat = out if out >= 0 else None
        row.ending = CARD_TEXTS[last] if out >= 0 else "blocked"
        row.recorded = [*points] if has_points else None
        if has_totals:
            row.recorded_totals = recorded = [*sums]
        if len(rows) < MOST_ROWS:
            rows.append(row)
    return Sheet(rows, sums, recorded, best, declared, lowest_wins=True)
