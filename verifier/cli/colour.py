"""How a report for people looks on a terminal: codes, verdicts and cards stand out by colour, or all of it is ASCII.

Colour is added to text that is ready to be shown and says nothing that the text does not: suits keep their letters.
"""

import enum
import os
import re
from collections.abc import Callable, Mapping
from typing import Annotated, Final, TextIO

import typer


class Colour(enum.StrEnum):
    """When colour is used."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


ColourOption = Annotated[
    Colour,
    typer.Option(
        "--color",
        help="Colour in what is written for people; auto: on a terminal, unless NO_COLOR is set, and anywhere with "
        "FORCE_COLOR.",
        rich_help_panel="Output",
    ),
]
AsciiOption = Annotated[
    bool, typer.Option("--ascii", help="Write what is for people in ASCII, all else escaped.", rich_help_panel="Output")
]

RESET: Final = "\x1b[0m"
BOLD: Final = "\x1b[1m"
RED, GREEN, YELLOW, BLUE, CYAN = (f"\x1b[{number}m" for number in (31, 32, 33, 34, 36))

SUIT_COLOURS: Final = {"S": BOLD, "H": RED, "D": BLUE, "C": GREEN}
"""Four colours, so that no two suits look alike; with the letters, since colour alone is not seen by everybody."""
VERDICT_COLOURS: Final = {"clean": GREEN, "faulty": RED, "undecided": YELLOW, "unreadable": RED}

# A code with the name behind it; the verdict in a heading; carets below a line; a card, also in a token of a seat.
_PARTS: Final = re.compile(
    r"(?P<code>\b[A-Z]{3}[0-9]{3} [a-z0-9-]+)"
    r"|(?<=\): )(?P<verdict>clean|faulty|undecided|unreadable)\b"
    r"|(?P<carets>\^+(?=\n))"
    r"|(?<![A-Za-z0-9])(?P<seat>[a-p]?)(?P<card>[2-9TJQKA](?P<suit>[SHDC]))(?![A-Za-z0-9])"
)

Look = Callable[[str], str]


def painted(text: str) -> str:
    """Return a text for people with colour in it."""
    return _PARTS.sub(_paint, text)


def _paint(part: re.Match[str]) -> str:
    if part["code"]:
        return f"{BOLD}{RED}{part['code']}{RESET}"
    if part["verdict"]:
        return f"{BOLD}{VERDICT_COLOURS[part['verdict']]}{part['verdict']}{RESET}"
    if part["carets"]:
        return f"{BOLD}{CYAN}{part['carets']}{RESET}"
    return f"{part['seat']}{SUIT_COLOURS[part['suit']]}{part['card']}{RESET}"


def in_ascii(text: str) -> str:
    """Return a text with all that is not ASCII escaped."""
    return text.encode("ascii", "backslashreplace").decode("ascii")


def is_coloured(choice: Colour, stream: TextIO | None, surroundings: Mapping[str, str]) -> bool:
    """Return whether colour is used where a stream goes, in a process with these environment variables.

    A choice wins; then NO_COLOR, then FORCE_COLOR, each where it is set and not empty; then what the stream is.
    """
    if choice is not Colour.AUTO:
        return choice is Colour.ALWAYS
    if surroundings.get("NO_COLOR"):
        return False
    if surroundings.get("FORCE_COLOR"):
        return True
    return stream is not None and stream.isatty() and surroundings.get("TERM") != "dumb"


def look_of(choice: Colour, stream: TextIO | None, *, ascii_only: bool = False) -> Look:
    """Return what makes a text for people look as it was asked for, where a stream goes."""
    coloured = is_coloured(choice, stream, os.environ)

    def look(text: str) -> str:
        if ascii_only:
            text = in_ascii(text)
        return painted(text) if coloured else text

    return look
