"""The floor of reading: msgspec alone, decoding the same bytes to the same lines, and nothing done with them."""

import msgspec

from verifier.replay.lines import Event, Header

_HEADER = msgspec.json.Decoder(Header)
_EVENTS = msgspec.json.Decoder(Event)


def parts_of(data: bytes) -> list[tuple[bytes, bytes]]:
    """Return the header line and the event lines of every game; the cutting is not timed."""
    games = data.split(b'{"replay":')[1:]
    cut = [(b'{"replay":' + game).split(b"\n", 1) for game in games]
    return [(header, events) for header, events in cut]


def decode(parts: list[tuple[bytes, bytes]]) -> int:
    """Decode game after game; return the number of lines."""
    lines = 0
    for header, events in parts:
        _HEADER.decode(header)
        lines += len(_EVENTS.decode_lines(events))
    return lines
