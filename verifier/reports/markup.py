"""What must be escaped in a table's text, for each table format that something else will read.

Every text has passed `display` before: what is escaped here are only the signs that the format itself gives a meaning.
"""

import html
from collections.abc import Callable
from typing import Final

Escape = Callable[[str], str]

_FORMULAS: Final = ("=", "+", "-", "@", "'", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a spreadsheet takes for the start of a formula, the wide forms of its signs too; and the apostrophe.

A tab or a carriage return, which some take for one, is an escape by now."""


def _signs(signs: dict[str, str]) -> Escape:
    table = str.maketrans(signs)
    return lambda text: text.translate(table)


def _with_backslash(signs: str) -> Escape:
    return _signs({sign: "\\" + sign for sign in signs})


def _as_entities(signs: str) -> Escape:
    return _signs({sign: f"&#{ord(sign)};" for sign in signs})


def inert(text: str) -> str:
    """Return the text of a cell so that no spreadsheet takes it for a formula: with an apostrophe before it.

    A text that begins with an apostrophe gets another one, so that no two texts become one.
    """
    return "'" + text if text.lstrip().startswith(_FORMULAS) else text


def _as_it_is(text: str) -> str:
    return text


_MARKDOWN: Final = _with_backslash("\\`*_{}[]<>|~#&")
_WIKI: Final = _with_backslash("\\|{}[]*_!^~")
_ENTITIES: Final = _as_entities("&|<>[]{}()'\"`*_~^+=!@#")
_LATEX: Final = _signs(
    {sign: "\\" + sign for sign in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\^{}", "<": r"\ensuremath{<}"}
    | {">": r"\ensuremath{>}", "|": r"\ensuremath{|}"}
)

IN_CELLS: Final[dict[str, Escape]] = {
    "asciidoc": _ENTITIES,
    "github": _MARKDOWN,
    "jira": _WIKI,
    "mediawiki": _ENTITIES,
    "moinmoin": _ENTITIES,
    "orgtbl": _signs({"|": "\\vert{}"}),
    "pipe": _MARKDOWN,
    "rst": _with_backslash("\\`*_|"),
    "textile": _ENTITIES,
    "tsv": inert,
    "youtrack": _WIKI,
}
"""Escapes of a cell's text; tabulate itself escapes for html and latex, and the other formats are read by eyes."""

IN_LINES: Final[dict[str, Escape]] = IN_CELLS | {
    "html": lambda text: f"<p>{html.escape(text)}</p>",
    "latex": _LATEX,
    "latex_booktabs": _LATEX,
    "latex_longtable": _LATEX,
    "tsv": _as_it_is,
}
"""Escapes of a line of text above or below a table."""

NOT_OFFERED: Final = frozenset({"unsafehtml", "latex_raw"})
"""Formats of tabulate that escape nothing by design."""


def cell_escape(table_format: str) -> Escape:
    """Return the escape for the cells of a table format."""
    return IN_CELLS.get(table_format, _as_it_is)


def line_escape(table_format: str) -> Escape:
    """Return the escape for the lines around a table of a format."""
    return IN_LINES.get(table_format, _as_it_is)
