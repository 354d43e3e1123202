"""A folder for what a target has to have on the disk; it goes with the process."""

import atexit
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path

IN_MEMORY = Path("/dev/shm")
PLACE = "BYTE_FUZZING_SCRATCH"
"""Variable of the environment: where the folder is made for who cannot remove it at the end."""


def place() -> str | None:
    """Return where temporary files cost least, None for the usual place."""
    return os.environ.get(PLACE) or (str(IN_MEMORY) if os.access(IN_MEMORY, os.W_OK) else None)


@cache
def folder() -> Path:
    """Return the folder, which is made at the first call."""
    path = Path(tempfile.mkdtemp(prefix="byte-fuzzing-", dir=place()))
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


def file_with(name: str, data: bytes) -> str:
    """Return the path of the file of this name, which holds these bytes now."""
    path = folder() / name
    path.write_bytes(data)
    return str(path)
