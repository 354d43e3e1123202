"""Which program this is, down to its code: only what the same code has said of a game may stand in one report."""

import hashlib
import sys
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Final

import verifier

SPOKEN_BY: Final = ("msgspec", "tabulate", "wcwidth")
"""Libraries whose version may show in a report."""


@cache
def edition() -> str:
    """Return a digest of the code, of the libraries that have a word in reports, and of Python's version."""
    digest = hashlib.blake2b(digest_size=16)
    home = Path(verifier.__file__).parent
    for path in sorted(home.rglob("*.py"), key=lambda path: path.relative_to(home).as_posix()):
        digest.update(path.relative_to(home).as_posix().encode() + b"\0" + hashlib.blake2b(path.read_bytes()).digest())
    # What may be shown of a text depends on the Unicode that Python knows.
    libraries = [f"{name} {version(name)}" for name in SPOKEN_BY]
    digest.update(f"{sys.version_info[:2]} {libraries}".encode())
    return digest.hexdigest()
