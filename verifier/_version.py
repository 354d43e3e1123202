"""The version of the program, and whether its hot rooms are compiled."""

from importlib.util import find_spec

__version__ = "0.1.0"


def is_interpreted() -> bool:
    """Return whether the rooms that do the work run as they are written, not compiled."""
    spec = find_spec("verifier.cards")
    return spec is None or (spec.origin or "").endswith((".py", ".pyc"))
