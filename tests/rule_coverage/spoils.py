"""Changes of a game that know no rule: what is no act of this game, lines at other places, other forms.

They stand beside the operators of `verifier.fuzz`, which promise what is found; here nobody promises anything.
"""

from typing import Final

from rule_coverage import line_spoils as lines
from rule_coverage import token_spoils as acts
from rule_coverage.spoiling import CARDS, Spoil, a_seat, of_lines, of_tokens

SPOILS: Final[dict[str, Spoil]] = {
    **{f"double {kind}": lines.double(kind) for kind in ("deal", "points", "totals", "winner")},
    **{f"drop {kind}": lines.drop(kind) for kind in ("contract", "points", "winner", "m")},
    "stranger": of_tokens(acts.stranger),
    "later": of_tokens(acts.later),
    "other seat": of_tokens(acts.other_seat),
    "unknown card": of_tokens(acts.unknown),
    "gift to oneself": of_tokens(acts.gift_to_oneself),
    "seven on seven": of_tokens(acts.seven_on_seven),
    "another answer": of_tokens(acts.another_answer),
    "another answer again": of_tokens(acts.another_answer),
    "take back": acts.token(lambda dice, players: f"{a_seat(dice, players)}<{dice.one_of(CARDS)}"),
    "joker taken back": acts.token(lambda dice, players: f"{a_seat(dice, players)}<**"),
    "draw": acts.token(lambda dice, players: f"{a_seat(dice, players)}+{dice.one_of(CARDS)}"),
    "catch": acts.token(lambda dice, players: f"{a_seat(dice, players)}!{a_seat(dice, players)}"),
    "another catch": acts.token(lambda dice, players: f"{a_seat(dice, players)}!{a_seat(dice, players)}"),
    "taker": acts.token(lambda dice, players: f"{a_seat(dice, players)}$"),
    "reshuffle": acts.token(lambda dice, players: "%"),
    "several": acts.token(
        lambda dice, players: a_seat(dice, players) + "".join(dice.shuffled(CARDS)[:3]), instead=True
    ),
    "joker": acts.token(lambda dice, players: f"{a_seat(dice, players)}*{dice.one_of('SHDC')}", instead=True),
    "challenge": acts.token(lambda dice, players: f"{a_seat(dice, players)}?{dice.one_of('+-')}"),
    "another challenge": acts.token(lambda dice, players: f"{a_seat(dice, players)}?{dice.one_of('+-')}"),
    "name": acts.token(lambda dice, players: f"{a_seat(dice, players)}={dice.one_of('SHDC')}"),
    "name a joker's suit again": of_tokens(acts.name_again),
    "late catch": of_tokens(acts.late_catch),
    "penalty not drawn": of_tokens(acts.penalty_not_drawn),
    "last draw": of_tokens(acts.last_draw),
    **{f"cut short {turn}": of_tokens(acts.cut_short) for turn in range(3)},
    "rifki cut short": of_lines(lines.rifki_cut_short),
    "rifki not dealt": of_lines(lines.rifki_not_dealt),
    "gift of a turned-up ace": of_lines(lines.gift_of_turned_up_ace),
    "turn of the challenger": of_tokens(acts.turn_of_the_challenger),
    "suit that went": of_tokens(acts.suit_that_went),
    "act again": of_tokens(acts.once_more_at_the_end),
    "act of who is done": of_lines(lines.act_of_who_is_done),
    "dealer": of_lines(lines.dealer),
    "redraw": of_lines(lines.redraw),
    "gift": acts.token(lambda dice, players: f"{a_seat(dice, players)}>{a_seat(dice, players)}{dice.one_of(CARDS)}"),
    "outside": of_lines(lines.outside),
    "short hand": of_lines(lines.short_hand),
    "hidden": of_lines(lines.hidden),
    **{f"not dealt {turn}": of_lines(lines.not_dealt) for turn in range(2)},
    "turned": of_lines(lines.turned),
    "swapped and hidden": of_lines(lines.swapped_hidden),
    "players": of_lines(lines.players),
    **{f"sheets {turn}": of_lines(lines.sheets) for turn in range(4)},
    **{f"contract {way}": lines.contract(way) for way in range(8)},
    "later choosers": of_lines(lines.later_choosers),
    "two contracts": of_lines(lines.two_contracts),
    "another deal": of_lines(lines.another_deal),
    **{f"own cards {turn}": of_tokens(acts.own_cards) for turn in range(4)},
    "plain card turned up": of_lines(lines.plain_up),
    "zero": of_lines(lines.zero),
    "once more": of_lines(lines.once_more),
    "early winner": of_lines(lines.early_winner),
    "winners": of_lines(lines.winners),
    "other rules": of_lines(lines.other_rules),
    "one other rule": of_lines(lines.one_other_rule),
    "another rule": of_lines(lines.one_other_rule),
    "stock": of_lines(lines.stock),
    "other stock": of_lines(lines.stock),
    "points": of_lines(lines.points),
}
"""Name -> what it does to the bytes of a game; None where it finds no place."""

FORMS: Final[dict[str, Spoil]] = {f"form {way}": lines.form(way) for way in range(10)}
"""Those that break the form of the file, for which one game is as good as another."""

ANSWERS: Final = (
    *("another answer", "another answer again", "last draw", "late catch", "penalty not drawn", "other seat"),
    *("turn of the challenger", "suit that went"),
)
"""Those that are done to games with infractions too: the table's answer to an infraction may be wrong as well."""
