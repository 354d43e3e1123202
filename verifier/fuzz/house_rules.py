"""House rules at random: values that each option of a game takes, for games under any agreement of a table."""

from collections.abc import Mapping
from typing import Final

from verifier.fuzz.dice import Dice
from verifier.replay.lines import OptionValue

Values = Mapping[str, tuple[OptionValue, ...]]

VALUES: Final[Mapping[str, Values]] = {
    "king": {
        "penalties_per_player": (2, 3, 4, 5, 6),
        "trumps_per_player": (0, 1, 2, 3),
        "penalty_once_per_player": (False, True),
        "penalty_table_limit": (None, 4, 5, 8),
        "trump_suit_table_limit": (None, 3, 4),
        "opening_round_penalty_only": (True,),
        "first_chooser": ("holder-2D", "holder-7D", "seat0"),
        "chooser_rotation": ("clockwise",),
        "play_direction": ("clockwise",),
        "heart_lead": ("until-broken", "never"),
        "heart_break_by": ("discard-in-earlier-trick",),
        "last_hearts_highest": (True,),
        "trump_lead": ("until-broken",),
        "void_discard": ("penalty-first", "rifki-only-KH"),
        "drop_under": (True,),
        "must_trump": (True,),
        "must_overtrump": (True,),
        "early_end": ("exhausted", "never"),
        "last_two": ([7, 13], [1, 2]),
        "win": ("non-negative",),
        "tie": ("choosing-order", "shared"),
        "points": ({"el": -20, "kiz": -50, "erkek": -30, "kupa": -20, "rifki": -160, "soniki": -90, "koz": 25},),
    },
    "kierki": {
        "heart_lead_deals": ([], [1, 2, 3, 4, 5, 6, 7], [7]),
        "kh_must_drop": (True,),
        "early_stop": ("when-settled",),
        "deal6_tricks": ([12, 13], [1, 8]),
        "scores": ("mimuw",),
        "trump_caller": ("left",),
        "trump_repeat": ("forbid",),
        "odgrywka_leader": ("left",),
        "must_trump": (True,),
        "must_overtrump": (True,),
        "lottery_dealer": ("first", "stated"),
        "lottery_starter": ("left",),
        "lottery_open": (8,),
        "lottery_ace": ("low",),
        "pass_while_able": ("allowed",),
        "implicit_pass": ("forbid",),
        "ace_bonus": (True,),
        "tie": ("first-seat",),
        "deals": ("any",),
        "win": ("lowest",),
        "penalty_deals": (6,),
    },
    "kings-reverse": {
        "packs": (3,),
        "turn_up_special": ("ignore", "redraw"),
        "turn_up_king": ("dealer", "left"),
        "draw_only_when_stuck": (True,),
        "drawn_card": ("may-play",),
        "joker_restriction": ("suit-only", "none"),
        "other_joker_blocks": (True,),
        "joker_names": ("colour",),
        "upheld_joker": ("stays",),
        "marriage_match": ("either", "both", "free"),
        "ace_giving": ("mandatory",),
        "call_window": ("next-player-acts",),
        "missed_turn_closes_window": (False,),
        "when_pack_empty": ("reshuffle",),
        "pass_with_playable": (True,),
        "pass_means": ("this-turn-only",),
        "last_card_draws": (False,),
        "target": (50, 100, 5, 250),
    },
}
"""Game -> option -> values beside the default that a table may agree on."""

RANDOM: Final = "random"
"""What asks for house rules at random, where the name of a preset stands otherwise."""


def random_rules(game: str, dice: Dice) -> dict[str, OptionValue]:
    """Return house rules of a game at random: none, a few, or many that differ from the game's text."""
    share = dice.one_of([0.05, 0.2, 0.5])
    return {name: dice.one_of(values) for name, values in VALUES[game].items() if dice.chance(share)}
