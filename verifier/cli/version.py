"""What `verifier --version` says."""

import sys

from verifier._version import __version__, is_interpreted


def version_words() -> str:
    """Return the version of the program and of Python, and whether the rooms that do the work are compiled."""
    python = ".".join(str(number) for number in sys.version_info[:3])
    return f"verifier {__version__} ({'interpreted' if is_interpreted() else 'compiled'}, Python {python})"
