r"""The one door through which text from outside reaches a person: what it lets through cannot steer a terminal.

Names, ids, paths, foreign lines and decoder messages all pass here. Whatever is invisible or would act on a terminal
(control and format characters, line and paragraph separators, halves of surrogates, private and unassigned code
points) becomes a visible escape such as `\x1b` or `\u202e`; letters of every script stay as they are.
"""

import re
from typing import Final

# Signs of JSON that are not those of ASCII stand in its strings, and so does the one of ASCII that is no letter there.
_UNCALM: Final = re.compile(r"[^\n -~]")

LONGEST_EXCERPT: Final = 120
TABLE_CELLS: Final = 32
ELLIPSIS: Final = "\u2026"

# Letters and marks that are drawn as nothing: a name that differs in one of them alone would look like another.
_INVISIBLE: Final = frozenset(
    (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164, 0xFFA0)
) | frozenset((*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))


def display(text: str) -> str:
    r"""Return the text as it may be shown to a person, on one line and without anything that acts on a terminal.

    A backslash is doubled, so that an escape can be told from a text that looks like one. A colon at the start and
    `##` are escaped too: build services read lines that begin with `::` or hold `##[` as commands of their own.
    """
    if text.isascii() and text.isalnum():
        return text
    if not all(map(_is_plain, text)):
        text = "".join([char if _is_plain(char) else _escape(char) for char in text])
    bare = text.lstrip()
    if bare.startswith(":"):
        text = text[: len(text) - len(bare)] + "\\x3a" + bare[1:]
    return text.replace("##", "#\\x23")


def excerpt(text: str, longest: int = LONGEST_EXCERPT) -> str:
    """Return the text for display, cut to at most `longest` characters of the original."""
    if len(text) > longest:
        return display(text[:longest]) + ELLIPSIS
    return display(text)


def table_cell(text: str, cells: int = TABLE_CELLS) -> str:
    """Return the text for display, cut to at most `cells` columns of a terminal (a wide letter takes two).

    Spaces at the ends are shown as escapes, since a table would drop them, and so is an empty text.
    """
    shown = display(text)
    if not shown:
        return '""'
    if shown[0] == " ":
        shown = "\\x20" + shown[1:]
    if shown[-1] == " ":
        shown = shown[:-1] + "\\x20"
    if shown.isascii():
        return shown if len(shown) <= cells else shown[: cells - 1] + ELLIPSIS
    return _cut_to_width(shown, cells)


def calm_json(text: str) -> str:
    r"""Return JSON that means the same, and in which whatever would act on a terminal is an escape, `\u202e`."""
    return text if text.isprintable() else _UNCALM.sub(_json_escape, text)


def _json_escape(found: re.Match[str]) -> str:
    char = found[0]
    if char.isprintable():
        return char
    units = char.encode("utf-16-be").hex()
    return "".join([f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4)])


def _cut_to_width(shown: str, cells: int) -> str:
    # Read only here: most tables never need it, and a start without a table never does.
    from wcwidth import wcswidth  # noqa: PLC0415

    if wcswidth(shown) <= cells:
        return shown
    for length in range(min(len(shown), cells), 0, -1):
        if wcswidth(shown[:length]) < cells:
            return shown[:length] + ELLIPSIS
    return ELLIPSIS


def _is_plain(char: str) -> bool:
    # Of all spaces only the ordinary one counts as printable.
    return char.isprintable() and char != "\\" and ord(char) not in _INVISIBLE


def _escape(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")
