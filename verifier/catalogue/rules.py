"""Every rule of every game in one table: where it stands, what its page of the rulebook says."""

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from msgspec import Struct, json

from verifier.catalogue.games import BOOKS
from verifier.finding import Rule
from verifier.replay.rules import FORMAT_RULES

FORMAT_SHELF: Final = "format"
"""Where the pages of the format's rules stand, which every game obeys."""

PRELUDE: Final = re.compile(r"\{\{the first (\d+) deals?\}\}")
"""A line of an example that stands for so many deals of the clean match."""

LONGEST_WORD: Final = 80


class Ground(NamedTuple):
    """Where a game has a rule: clause of its specification and line of its rules text, None where there is none.

    `part` is the contract of the hands in which it stands there, None for all others.
    """

    part: str | None
    clause: str | None
    source: str | None


class CatalogueEntry(NamedTuple):
    """A rule of the catalogue, and where each game that knows it has it."""

    rule: Rule
    grounds: Mapping[str, tuple[Ground, ...]]


class Example(Struct, frozen=True, forbid_unknown_fields=True):
    """A replay of a page, with the verdict on it and a line for each finding.

    `attributes` say how its bytes differ from the lines shown. A line in double braces stands for deals of the clean
    match.
    """

    replay: list[str]
    attributes: list[str]
    verdict: str
    findings: list[str]


class RulePage(Struct, frozen=True, forbid_unknown_fields=True):
    """The page of a rule: paragraphs on what it is and on what happens next, a replay that breaks it, a legal one."""

    explanation: list[str]
    at_the_table: list[str]
    breaks: Example
    legal: Example


class Pages(Struct, frozen=True, forbid_unknown_fields=True):
    """The data file: pages by shelf (a game, or the format) and code, and the clean match they begin with."""

    clean_match: list[str]
    pages: dict[str, dict[str, RulePage]]


def _rules() -> dict[str, CatalogueEntry]:
    grounds: dict[Rule, dict[str, tuple[Ground, ...]]] = {}
    for game, book in BOOKS.items():
        for rule in FORMAT_RULES:
            grounds.setdefault(rule, {})[game] = ()
        for rule in book.rules:
            grounds.setdefault(rule, {})[game] = _grounds(rule, game)
    entries = [CatalogueEntry(rule, games) for rule, games in grounds.items()]
    return {entry.rule.code: entry for entry in sorted(entries, key=lambda entry: entry.rule.code)}


def _grounds(rule: Rule, game: str) -> tuple[Ground, ...]:
    book = BOOKS[game]
    whole = Ground(None, *book.clauses.get(rule.name, (rule.clause, rule.source)))
    parts = [Ground(part, *clauses[rule.name]) for part, clauses in book.parts.items() if rule.name in clauses]
    return (whole, *(ground for ground in parts if ground[1:] != whole[1:]))


RULES: Final = _rules()
"""Code -> rule, in the order of the codes."""


@cache
def pages() -> Pages:
    """Return what the rulebook's pages say; read when it is first asked for."""
    text = files("verifier.catalogue").joinpath("pages.json").read_bytes()
    return json.decode(text, type=Pages)


def page_of(code: str, game: str) -> RulePage | None:
    """Return the page of a rule in a game's rulebook, or in the format's; None where there is none."""
    shelves = pages().pages
    return shelves.get(game, {}).get(code) or shelves.get(FORMAT_SHELF, {}).get(code)


def replay_lines(example: Example) -> list[str]:
    """Return the lines of an example with every prelude written out as the deals it stands for."""
    return [line for shown in example.replay for line in _written_out(shown)]


def _written_out(line: str) -> list[str]:
    prelude = PRELUDE.fullmatch(line)
    if prelude is None:
        return [line]
    match = pages().clean_match
    deals = [index for index, event in enumerate(match) if event.startswith('["deal"')]
    return match[: [*deals, len(match)][int(prelude[1])]]


def find_rule(word: str) -> str | None:
    """Return the code of the rule of this code or name, however its letters are written; None where there is none."""
    wanted = word.casefold()
    return next((code for code, entry in RULES.items() if wanted in {code.casefold(), entry.rule.name}), None)


def similar(word: str, known: Iterable[str]) -> list[str]:
    """Return at most three of the known words that somebody who wrote `word` may have meant, the likeliest first."""
    spelt = {text.casefold(): text for text in known}
    near = get_close_matches(word[:LONGEST_WORD].casefold(), spelt, n=3)
    return [spelt[text] for text in near]
