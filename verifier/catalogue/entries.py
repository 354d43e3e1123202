"""The catalogue as JSON: what `rule` and `house-rules` write, complete and in a fixed order."""

from msgspec import Struct, field, json

from verifier.catalogue.games import BOOKS
from verifier.catalogue.options import options_of
from verifier.catalogue.rules import RULES, Example, page_of, replay_lines
from verifier.finding import Fact


class GroundEntry(Struct, frozen=True):
    """Where a game's text has a rule; `part` is the contract of the hands concerned, null for all others."""

    part: str | None
    clause: str | None
    source: str | None


class ExampleEntry(Struct, frozen=True):
    """A whole replay, line by line, with the verdict and the findings on it."""

    replay: list[str]
    attributes: list[str]
    verdict: str
    findings: list[str]


class PageEntry(Struct, frozen=True):
    """A rule in one game: where it stands, what it is, what happens next, a replay that breaks it and a legal twin."""

    game: str
    grounds: list[GroundEntry]
    explanation: list[str]
    at_the_table: list[str]
    breaks: ExampleEntry | None
    legal: ExampleEntry | None


class RuleEntry(Struct, frozen=True):
    """A rule with its page in every game that has it."""

    code: str
    name: str
    fault_class: str = field(name="class")
    title: str
    games: list[PageEntry]


class OptionEntry(Struct, frozen=True):
    """A house rule."""

    name: str
    default: Fact
    values: list[Fact] | None
    form: str
    clause: str
    changes: str


class PresetEntry(Struct, frozen=True):
    """A preset and the options that it sets."""

    name: str
    default: bool
    sets: dict[str, Fact]


class HouseEntry(Struct, frozen=True):
    """The house rules of one game."""

    game: str
    options: list[OptionEntry]
    presets: list[PresetEntry]


def encode_rules(codes: list[str], games: list[str]) -> str:
    """Return the rules of these codes, in these games, as one JSON object."""
    entries = [_rule(code, games) for code in codes]
    return json.format(json.encode({"rules": entries}), indent=1).decode() + "\n"


def _rule(code: str, games: list[str]) -> RuleEntry:
    rule, grounds = RULES[code]
    pages = [_page(code, game) for game in games if game in grounds]
    return RuleEntry(code, rule.name, rule.fault_class.value, rule.title, pages)


def _page(code: str, game: str) -> PageEntry:
    grounds = [GroundEntry(*ground) for ground in RULES[code].grounds[game]]
    page = page_of(code, game)
    if page is None:
        return PageEntry(game, grounds, [], [], None, None)
    return PageEntry(game, grounds, page.explanation, page.at_the_table, _example(page.breaks), _example(page.legal))


def _example(example: Example) -> ExampleEntry:
    return ExampleEntry(replay_lines(example), example.attributes, example.verdict, example.findings)


def encode_house_rules(games: list[str]) -> str:
    """Return the house rules of these games as one JSON object."""
    entries = [_house(game) for game in games]
    return json.format(json.encode({"games": entries}), indent=1).decode() + "\n"


def _house(game: str) -> HouseEntry:
    book = BOOKS[game]
    presets = [PresetEntry(name, name == book.default_preset, {**sets}) for name, sets in book.presets.items()]
    return HouseEntry(game, [OptionEntry(*option) for option in options_of(game)], presets)
