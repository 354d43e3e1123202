"""What `verifier --version` says."""

import sys
from importlib.util import find_spec

from verifier._version import __version__


def version_words() -> str:
    """Return the version of the program and of Python, and whether the rooms that do the work are compiled."""
    spec = find_spec("verifier.cards")
    source = spec is None or (spec.origin or "").endswith((".py", ".pyc"))
    python = ".".join(str(number) for number in sys.version_info[:3])
    return f"verifier {__version__} ({'interpreted' if source else 'compiled'}, Python {python})"
