"""How far the judge and a slow referee agree on a replay: on all of it, or only as far as the rules settle it."""

from typing import NamedTuple

WHOLE = "whole"
FIRST = "to the first fault"
VERDICT = "on the verdict"
OPEN = "left open"
DEPTHS = (WHOLE, FIRST, VERDICT, OPEN)
"""What is compared: all findings with the sheet, those up to the first faulty event, faulty or not, nothing."""


class Agreement(NamedTuple):
    """How deep a comparison went, and the differences that it found, in words."""

    depth: str
    found: list[str]
