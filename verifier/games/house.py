"""Reading house rules: from a preset and options of the header to the Struct that a game's `house.py` declares."""

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

import msgspec

from verifier.finding import Fact, Rule
from verifier.replay.rules import BAD_VALUE, UNKNOWN_OPTION

House = TypeVar("House", bound=msgspec.Struct)


class HouseRuleError(ValueError):
    """A preset or an option that does not exist, or a value that it does not take.

    `rule` is the format rule broken, `option` what the header says, `facts` what it may say instead.
    """

    def __init__(self, rule: Rule, option: str, facts: dict[str, Fact]) -> None:
        super().__init__(f"{rule.name}: {option!r}")
        self.rule = rule
        self.option = option
        self.facts = facts


def read_house(
    house: type[House], presets: Mapping[str, Mapping[str, Fact]], preset: str, options: Mapping[str, Fact]
) -> House:
    """Return the house rules of a game: `preset`, changed by `options`.

    Raises HouseRuleError where a name or a value is not one of the game's.
    """
    if preset not in presets:
        raise HouseRuleError(UNKNOWN_OPTION, preset, {"preset": preset, "known": [*sorted(presets)]})
    fields = _fields(house)
    values: dict[str, Fact] = dict(presets[preset])
    for name, value in options.items():
        if name not in fields:
            raise HouseRuleError(UNKNOWN_OPTION, name, {"option": name, "known": [*sorted(fields)]})
        values[name] = value
        try:
            msgspec.convert(value, fields[name])
        except msgspec.ValidationError as error:
            raise HouseRuleError(BAD_VALUE, name, {"option": name, "detail": str(error)[:200]}) from None
    try:
        return msgspec.convert(values, house)
    except msgspec.ValidationError as error:
        # Options that are right one by one and not together.
        raise HouseRuleError(
            BAD_VALUE, "", {"reason": "option", "option": "rules", "detail": str(error)[:200]}
        ) from None


@cache
def _fields(house: type[msgspec.Struct]) -> dict[str, Any]:
    return {field.name: field.type for field in msgspec.structs.fields(house)}


def differing(house: msgspec.Struct, presets: Mapping[str, Mapping[str, Fact]], preset: str) -> dict[str, Fact]:
    """Return the options whose values are not those of `preset`, as plain JSON values."""
    plain = read_house(type(house), presets, preset, {})
    if house == plain:
        return {}
    ours, theirs = msgspec.to_builtins(house), msgspec.to_builtins(plain)
    return {name: value for name, value in ours.items() if value != theirs[name]}
