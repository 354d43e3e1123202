"""The catalogue as text for a terminal of so many columns."""

import textwrap
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import json

from verifier.catalogue.games import BOOKS
from verifier.catalogue.options import Option, options_of
from verifier.catalogue.rules import PRELUDE, RULES, Example, Ground, page_of
from verifier.finding import Fact

LEAST_COLUMNS: Final = 76
MOST_COLUMNS: Final = 120
MOST_IN_PROSE: Final = 96
"""Columns of running text at most: longer lines are hard to read."""

INDENT: Final = "    "

ATTRIBUTES: Final = {
    "no-final-newline": "without the line feed at its end",
    "stretch": "with line {} filled up with spaces to one byte over the limit",
    "gzip": "packed with gzip",
    "gzip-cut": "packed with gzip, and the last {} bytes cut off",
}
"""What the attributes of an example mean."""


def rule_text(code: str, games: list[str], columns: int) -> str:
    """Return the page of a rule in these games; the same page for several games is shown once."""
    rule, grounds = RULES[code]
    lines = [f"{code} {rule.name} ({rule.fault_class.value})", *_prose(_sentence(rule.title), columns), ""]
    shown = []
    for game in games:
        if game not in grounds:
            continue
        lines += _grounds(game, grounds[game])
        page = page_of(code, game)
        if page is None or page in shown:
            continue
        shown.append(page)
        lines += ["", *_paragraphs(page.explanation, columns), "", "At the table"]
        lines += [*_paragraphs(page.at_the_table, columns, INDENT), ""]
        lines += [f"Breaks it: {page.breaks.verdict}", *_example(page.breaks, columns), ""]
        lines += [f"Legal twin: {page.legal.verdict}", *_example(page.legal, columns), ""]
    return "\n".join(lines).rstrip() + "\n"


def _sentence(title: str) -> str:
    return title[:1].upper() + title[1:] + "."


def _grounds(game: str, grounds: tuple[Ground, ...]) -> Iterator[str]:
    """Yield where a game has a rule, one line each; a rule of the replay format stands in no game's text."""
    if not grounds:
        yield f"{game}: a rule of the replay format"
    for part, clause, source in grounds:
        where = f"{game}, {part}" if part is not None else game
        text = f"line {source.lstrip('LS')} of the rules text" if source is not None else "the rules text is silent"
        yield f"{where}: {'no clause' if clause is None else f'clause {clause}'}, {text}"


def _example(example: Example, columns: int) -> Iterator[str]:
    for attribute in example.attributes:
        name, _, value = attribute.partition("=")
        yield from _prose(f"(The file is {ATTRIBUTES[name].format(value)}.)", columns, INDENT)
    for line in example.replay:
        prelude = PRELUDE.fullmatch(line)
        if prelude is None:
            yield from _broken(line, columns)
        else:
            yield f"{INDENT}({prelude[1]} clean deals; the JSON output writes them out)"
    for finding in example.findings:
        yield f"  -> {finding}"


def _broken(line: str, columns: int) -> Iterator[str]:
    """Yield a line of a replay in pieces that fit, cut after commas and spaces; later pieces stand further right."""
    start = INDENT
    piece = start
    for part in line.replace(",", ",\n").replace(" ", " \n").split("\n"):
        if len(piece) + len(part.rstrip()) > columns and piece.strip():
            yield piece.rstrip()
            piece = INDENT * 2
        piece += part
    yield piece


def _paragraphs(paragraphs: Iterable[str], columns: int, indent: str = "") -> Iterator[str]:
    for number, paragraph in enumerate(paragraphs):
        if number:
            yield ""
        yield from _prose(paragraph, columns, indent)


def _prose(text: str, columns: int, indent: str = "") -> list[str]:
    return textwrap.wrap(
        text,
        min(columns, MOST_IN_PROSE),
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def house_text(game: str, columns: int) -> str:
    """Return the house rules of a game: every option, then every preset."""
    book = BOOKS[game]
    lines = [f"House rules of {game}", ""]
    for option in options_of(game):
        lines += [*_option(option, columns), ""]
    lines.append(f"Presets of {game}")
    for name, sets in book.presets.items():
        title = f"{name} (default)" if name == book.default_preset else name
        settings = [f"{option} = {_json(value)}" for option, value in sets.items()]
        lines += ["", f"  {title}", *_settings(settings or ["every option at its default"], columns)]
    return "\n".join(lines) + "\n"


def _option(option: Option, columns: int) -> Iterator[str]:
    yield f"  {option.name} = {_json(option.default)}"
    yield from _prose(option.changes, columns, INDENT)
    values = option.form if option.values is None else ", ".join(map(_json, option.values))
    yield from _prose(f"Values: {values}. Clause {option.clause}.", columns, INDENT)


def _settings(settings: list[str], columns: int) -> Iterator[str]:
    """Yield settings, as many a line as fit, none of them broken."""
    line = INDENT
    for number, setting in enumerate(settings, 1):
        text = setting + (", " if number < len(settings) else "")
        if len(line) + len(text.rstrip()) > min(columns, MOST_IN_PROSE) and line.strip():
            yield line.rstrip()
            line = INDENT
        line += text
    yield line


def _json(value: Fact) -> str:
    text = json.encode(value).decode()
    return text.replace(",", ", ")
