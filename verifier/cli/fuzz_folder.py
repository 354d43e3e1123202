"""The folder of a fuzzing run: the replays that showed a disagreement, under names that come from what they hold."""

import contextlib
import hashlib
import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from verifier.cli.replacing import replacing_bytes
from verifier.fuzz.campaign import Disagreement
from verifier.fuzz.cases import Case, kept_case

SUFFIX: Final = ".replay"
MOST_KEPT: Final = 1000
"""Replays of a folder that are tried."""
LARGEST: Final = 4 << 20
"""Bytes of a replay that is tried."""
_CAREFUL: Final = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class FuzzFolder:
    """A folder of replays, each with a note beside it as JSON: what is said otherwise, and how it was found."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def cases(self, games: Sequence[str]) -> Iterator[Case]:
        """Yield the replays that are there, in the order of their names. Raises OSError for a folder that is none."""
        if not self._path.exists():
            return
        names = sorted(name for name in os.listdir(self._path) if name.endswith(SUFFIX))  # noqa: PTH208 - names only
        for name in names[:MOST_KEPT]:
            data = self._read(name)
            case = None if data is None else kept_case(name, data, games)
            if case is not None:
                yield case

    def _read(self, name: str) -> bytes | None:
        """Return what a file holds, None where it is a link, no regular file, or too large."""
        with contextlib.suppress(OSError):
            descriptor = os.open(self._path / name, os.O_RDONLY | _CAREFUL)
            with open(descriptor, "rb") as file:  # noqa: PTH123 - it is open
                status = os.fstat(descriptor)
                if stat.S_ISREG(status.st_mode) and status.st_size <= LARGEST:
                    return file.read(LARGEST)
        return None

    def keep(self, one: Disagreement, seed: int, command: Sequence[str] | None) -> str:
        """Keep the replay of a disagreement and its note; return the name of its file. Raises OSError."""
        self._path.mkdir(parents=True, exist_ok=True)
        name = hashlib.sha256(one.data).hexdigest()[:16]
        found = one.found
        note = {
            "disagreement": found.manner,
            "said": [{"expected": row.ours, "found": row.theirs} for row in one.differences],
            "against": command,
            "seed": seed,
            "example": found.case.number,
            "game": found.case.game,
            "operator": None if found.case.operator is None else found.case.operator.name,
        }
        text = msgspec.json.format(msgspec.json.encode(note, enc_hook=str), indent=2) + b"\n"
        for suffix, data in ((SUFFIX, one.data), (".json", text)):
            with replacing_bytes(self._path / (name + suffix), even_empty=True) as put:
                put(data)
        return name + SUFFIX
