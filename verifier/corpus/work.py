"""From paths to packets of parts: what is to be judged, in order, never all of it in memory."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from verifier.corpus.judging import Packet
from verifier.corpus.plan import Judged
from verifier.corpus.shard import Shard
from verifier.replay.parts import PART_SIZE, Part, is_cut, parts
from verifier.replay.sources import STANDARD_INPUT, Fate, Found, find, is_remote
from verifier.reports.display import display, excerpt

MOST_PARTS: Final = 256
"""Parts of a packet: many small files go together."""
EXPANSION: Final = 8
"""How many times longer a compressed file is taken to be than it is on the disk."""


class Work:
    """What is to be judged: all that the paths name, or a shard of it; in parts of about `size` bytes.

    Without a size files are cut only where a shard begins or ends.
    """

    def __init__(self, paths: Sequence[str], size: int | None = PART_SIZE, shard: Shard | None = None) -> None:
        self._paths = paths
        self._size = size
        self._shard = shard

    def parts(self) -> Iterator[Part | Judged]:
        """Yield the parts of all files, and between them what is to be said of what is not judged."""
        low, high = self._span()
        base = 0
        for found in find(self._paths, remote=True):
            start, base = base, base + weight_of(found)
            if high is not None and start >= high:
                return
            if start < low and base <= low:
                continue
            yield from self._parts_of(found, low - start, None if high is None else high - start)

    def _parts_of(self, found: Found, low: int, high: int | None) -> Iterator[Part | Judged]:
        if found.fate is Fate.READ and self._is_to_be_cut(found):
            try:
                yield from parts(found.path, self._size, low, high, place=found.place)
            except OSError as error:
                yield _refused(found.path, error.strerror or str(error))
        elif low > 0:
            return
        elif found.fate is Fate.READ:
            yield Part(found.path, place=found.place)
        elif found.fate is Fate.SKIPPED:
            yield Judged(said=[f"{display(found.path)} is {excerpt(found.reason)} and was left out."])
        else:
            yield _refused(found.path, found.reason)

    def _is_to_be_cut(self, found: Found) -> bool:
        # A file that makes one part anyhow needs no numbers, and so no look at it.
        small = self._size is None or weight_of(found) <= self._size
        return (self._shard is not None or not small) and is_cut(found.path, found.place)

    def _span(self) -> tuple[int, int | None]:
        """Return between which bytes of all files the games of the shard begin."""
        if self._shard is None:
            return 0, None
        return self._shard.span(sum(map(weight_of, find(self._paths, remote=True))))


def packets(work: Iterable[Part | Judged], size: int) -> Iterator[Packet]:
    """Yield parts that are judged in one go: together about so many bytes; standard input is always alone."""
    packet: list[Part | Judged] = []
    weight = 0
    for part in work:
        alone = isinstance(part, Part) and part.path == STANDARD_INPUT
        if packet and (alone or weight >= size or len(packet) >= MOST_PARTS):
            yield tuple(packet)
            packet, weight = [], 0
        packet.append(part)
        weight += _weight(part)
        if alone:
            weight = size
    if packet:
        yield tuple(packet)


def _weight(part: Part | Judged) -> int:
    if isinstance(part, Judged):
        return 0
    size = part.size()
    if size is None:
        return size_of(part.where) * (1 if is_cut(part.path) else EXPANSION)
    return size


def _refused(path: str, reason: str) -> Judged:
    return Judged(path, said=[f"cannot read {display(path)}: {excerpt(reason)}."], failed=True, stopped=True)


def total_size(paths: Sequence[str], shard: Shard | None = None) -> int:
    """Return the number of bytes of all that the paths name, or about as many as a shard of it has.

    Nought where that is not known, since standard input is among the paths.
    """
    if STANDARD_INPUT in paths:
        return 0
    total = sum(map(weight_of, find(paths, remote=True)))
    return total if shard is None else total // shard.shards


def weight_of(found: Found) -> int:
    """Return the number of bytes of what was found, nought where none are read or it is not known."""
    if found.fate is not Fate.READ:
        # What a folder takes on the disk is not the same everywhere.
        return 0
    return size_of(found.place or found.path) if found.size is None else found.size


def size_of(path: str) -> int:
    """Return the number of bytes of a file or at a place, nought where there are none to be had."""
    if path == STANDARD_INPUT:
        return 0
    if is_remote(path):
        from verifier.replay.remote import size_at  # noqa: PLC0415 - only for URLs

        return size_at(path)
    try:
        return Path(path).stat().st_size
    except (OSError, ValueError):
        return 0
