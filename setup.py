"""Compiles the hot rooms where a C compiler is there; without one the same source is installed and runs interpreted.

`VERIFIER_COMPILE` in the environment says what is wanted: `no` leaves the compiler out, `yes` fails where it cannot
compile; without it the compiled rooms are optional.
"""

import os
import sys
from pathlib import Path

from setuptools import setup

HOT_ROOMS = [
    "verifier/cards.py",
    "verifier/games/page.py",
    "verifier/games/tricks/trick.py",
    "verifier/games/tricks/glance.py",
    "verifier/games/king/choices.py",
    "verifier/games/king/glance.py",
    "verifier/games/kierki/rows.py",
    "verifier/games/kierki/glance.py",
    "verifier/games/kings_reverse/packs.py",
    "verifier/games/kings_reverse/matching.py",
    "verifier/games/kings_reverse/fan.py",
    "verifier/games/kings_reverse/table_glance.py",
    "verifier/games/kings_reverse/glance.py",
]

# Nobody from outside replaces a function of these rooms, so small ones may be compiled into their callers.
INLINING = ["-fno-semantic-interposition", "-fvisibility=hidden"] if os.name == "posix" else []

WISH = os.environ.get("VERIFIER_COMPILE", "maybe")


def compiled_rooms() -> list:
    """Return the extensions of the hot rooms; none where they are not wanted, or mypyc is not there or refuses."""
    if WISH == "no":
        return []
    try:
        from mypyc.build import mypycify

        extensions = mypycify(["--config-file=", *HOT_ROOMS], opt_level="3")
    except (Exception, SystemExit) as error:
        if WISH == "yes":
            raise
        sys.stderr.write(f"The hot rooms stay interpreted: {error}\n")
        return []
    for extension in extensions:
        extension.optional = WISH != "yes"
        extension.extra_compile_args += INLINING
    return extensions


here = Path(__file__).resolve().parent
os.chdir(here)
setup(ext_modules=compiled_rooms())
