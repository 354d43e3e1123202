"""Random bytes from seeds, where nothing tells which of them lead on: what any Python can do."""

import random
from collections.abc import Iterator, Sequence

from byte_fuzzing.limits import MOST_BYTES

WORDS = [
    *(b"\n", b"\r\n", b"\r", b"\x00", b"\xff", b"\xef\xbb\xbf", b"\xc0\xaf", b"\\u0000", b"\\ud800", b"\\", b'"', b"'"),
    *(b"[", b"]", b"{", b"}", b",", b":", b"[" * 200, b"null", b"true", b"-0", b"1e400", b"9" * 40, b"1.0", b"[]"),
    *(b"**", b"??", b"*H", b"a", b"b?+", b"c!a", b"%", b"@1", b" ", b"\t", b"QH", b"KHQH", b"$", b"2C" * 60),
    *(b'["deal",null,null]\n', b'["m",""]\n', b'["winner",""]\n', b'["points",[0,0,0,0]]\n', b"\xe2\x80\xae", b"\x1b["),
]
"""What changes what a text is, put in as a whole."""


def spoiled(seeds: Sequence[bytes], seed: int) -> Iterator[bytes]:
    """Yield the seeds, then without end what is made of them: bytes changed, cut out, doubled, put in, joined."""
    yield from seeds
    rng = random.Random(seed)
    while True:
        data = bytearray(rng.choice(seeds))
        for _ in range(1 << rng.randrange(4)):
            _spoil(data, rng, seeds)
        yield bytes(data[:MOST_BYTES])


def _spoil(data: bytearray, rng: random.Random, seeds: Sequence[bytes]) -> None:
    at = rng.randrange(len(data) + 1)
    end = min(len(data), at + 1 + int(rng.expovariate(0.1)))
    match rng.randrange(8):
        case 0:
            data[at : at + 1] = rng.randbytes(1)
        case 1:
            if at < len(data):
                data[at] ^= 1 << rng.randrange(8)
        case 2:
            del data[at:end]
        case 3:
            data[at:at] = data[at:end]
        case 4:
            data[at:at] = rng.choice(WORDS)
        case 5:
            other = rng.choice(seeds)
            data[at:] = other[rng.randrange(len(other) + 1) :]
        case 6:
            lines = bytes(data).splitlines(keepends=True)
            rng.shuffle(lines)
            data[:] = b"".join(lines)
        case _:
            data[at:end] = rng.choice(WORDS)
