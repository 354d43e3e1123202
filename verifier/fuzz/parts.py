"""A replay taken apart for shrinking, whatever it holds: its games, their entries, and lines that nobody can read."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from verifier.fuzz.log import Entry, lines_of
from verifier.replay.canonical import UnformattableError, canonical_lines
from verifier.replay.events import read_event
from verifier.replay.header import opens_game, read_header
from verifier.replay.lines import LINE_LIMIT, Deal, Header, Mark, Moves, Seal
from verifier.replay.writer import write_line

Part = Entry | bytes
"""An entry of a log, or a line as it stands where it cannot be read or must not be changed, its line end included."""


class GameParts(NamedTuple):
    """A game: its header, as it stands where it cannot be read, empty where there is none; and its entries."""

    header: Header | bytes
    entries: tuple[Part, ...]

    def hands(self) -> list[tuple[Part, ...]]:
        """Return the entries in pieces: what stands before the first deal, and each deal with all that follows.

        A line that cannot be read, or a seal, begins a piece of its own.
        """
        starts = [at for at, entry in enumerate(self.entries) if isinstance(entry, Deal | bytes)]
        return [self.entries[start:end] for start, end in zip([0, *starts], [*starts, len(self.entries)], strict=True)]


def games_of(data: bytes, *, as_it_stands: bool = False) -> list[GameParts]:
    """Return the games of a replay; with `as_it_stands` every line but a header is left as bytes."""
    games: list[tuple[Header | bytes, list[Part]]] = []
    for raw in data.splitlines(keepends=True) if b"\r" not in data else _lines(data):
        content = raw.rstrip(b"\r\n")
        whole = raw.endswith(b"\n") and len(raw) <= LINE_LIMIT
        if opens_game(content):
            found = read_header(content) if whole and not as_it_stands else raw
            games.append((found if isinstance(found, Header) else raw, []))
            continue
        if not games:
            games.append((b"", []))
        header, entries = games[-1]
        if as_it_stands or not whole or not isinstance(header, Header):
            entries.append(raw)
            continue
        event = read_event(content, len(header.players)) if content.strip(b" \t") else None
        if event is None:
            continue
        if isinstance(event, Moves):
            entries += event.text.split(" ") if event.text else []
        elif isinstance(event, tuple | Mark | Seal):
            # Marks and seals hold for the bytes above them, which are others by now; a seal that breaks is a finding.
            entries.append(raw)
        else:
            entries.append(event)
    return [GameParts(header, tuple(entries)) for header, entries in games]


def _lines(data: bytes) -> list[bytes]:
    """Return the lines, which end with a line feed and nothing else."""
    *lines, last = data.split(b"\n")
    return [line + b"\n" for line in lines] + ([last] if last else [])


def bytes_of_games(games: Iterable[GameParts]) -> bytes:
    """Return the games as a replay, one line for acts that follow each other."""
    return b"".join(
        piece
        for game in games
        for piece in (game.header if isinstance(game.header, bytes) else write_line(game.header), *_pieces(game))
    )


def _pieces(game: GameParts) -> Iterable[bytes]:
    run: list[Entry] = []
    for entry in game.entries:
        if isinstance(entry, bytes):
            yield from lines_of(run)
            run = []
            yield entry
        else:
            run.append(entry)
    yield from lines_of(run)


def canonical(data: bytes) -> bytes:
    """Return a replay in canonical form, or as it is where it has none."""
    try:
        return b"".join(canonical_lines([data]))
    except UnformattableError:
        return data


def size_of(games: Sequence[GameParts]) -> tuple[int, int]:
    """Return how large a replay is: how many entries it has, and how many bytes."""
    return sum(1 + len(game.entries) for game in games), len(bytes_of_games(games))
