"""Lets Hypothesis know our types: `st.from_type` works where nobody has imported `verifier.strategies`."""

from typing import TYPE_CHECKING, Any, Final

from hypothesis import strategies as st

from verifier.fuzz.recorded import Recorded
from verifier.games.kierki import house as kierki
from verifier.games.king import house as king
from verifier.games.kings_reverse import house as kings_reverse
from verifier.movetext import Act, parse_token
from verifier.replay.lines import Deal

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

HOUSES: Final[dict[type[Any], Any]] = {
    kierki.HouseRules: ("kierki", kierki.PRESETS, kierki.DEFAULT_PRESET),
    king.HouseRules: ("king", king.PRESETS, king.DEFAULT_PRESET),
    kings_reverse.HouseRules: ("kings-reverse", kings_reverse.PRESETS, kings_reverse.DEFAULT_PRESET),
}
"""House rules -> their game, its presets, and the one that is the text."""

# Whoever imports Hypothesis where this program is installed loads this room, so the strategies are entered only when
# one is asked for.


def register() -> None:
    """Tell Hypothesis how to make acts, deals, games and house rules."""
    st.register_type_strategy(Act, _acts)
    st.register_type_strategy(Deal, _deals)
    st.register_type_strategy(Recorded, _games)
    for house in HOUSES:
        st.register_type_strategy(house, _house_rules)


def _acts(_: type[Act]) -> "SearchStrategy[Act]":
    from verifier import strategies  # noqa: PLC0415 - most runs of Hypothesis ask for none

    return strategies.acts().map(_parsed)


def _parsed(token: str) -> Act:
    act = parse_token(token)
    assert act is not None
    return act


def _deals(_: type[Deal]) -> "SearchStrategy[Deal]":
    from verifier import strategies  # noqa: PLC0415 - most runs of Hypothesis ask for none

    return strategies.deals()


def _games(_: type[Recorded]) -> "SearchStrategy[Recorded]":
    from verifier import strategies  # noqa: PLC0415 - most runs of Hypothesis ask for none

    return strategies.games()


def _house_rules(house: type[Any]) -> "SearchStrategy[Any]":
    from verifier import strategies  # noqa: PLC0415 - most runs of Hypothesis ask for none
    from verifier.games.house import read_house  # noqa: PLC0415 - likewise

    game, presets, preset = HOUSES[house]
    return strategies.house_rules(game).map(lambda options: read_house(house, presets, preset, options))
