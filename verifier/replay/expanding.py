"""Decompresses replay files within bounds: what ends early, is corrupt or expands too far is said to be so."""

import gzip
import io
import sys
import zlib
from collections.abc import Iterator

from verifier.replay.rules import cut
from verifier.replay.sources import BLOCK
from verifier.replay.split import CorruptError

if sys.version_info >= (3, 14):
    from compression.zstd import ZstdError, ZstdFile
else:
    from backports.zstd import ZstdError, ZstdFile


def expand(file: io.RawIOBase, *, zstandard: bool, empty: bool, limit: int) -> Iterator[bytes]:
    """Yield the decompressed blocks of a file in one of two forms, up to so many bytes.

    Raises CorruptError where they end early, are corrupt, or are too many; an empty file is no compressed one.
    """
    if empty:
        raise CorruptError("empty")
    left = limit
    with ZstdFile(file) if zstandard else gzip.GzipFile(fileobj=file, mode="rb") as stream:
        while True:
            try:
                # read1 keeps what was decompressed before an error; read would lose it.
                block = stream.read1(BLOCK)
            except EOFError:
                raise CorruptError("cut-short") from None
            except (gzip.BadGzipFile, zlib.error, ZstdError) as error:
                raise CorruptError("not-decompressible", detail=cut(str(error))) from None
            if not block:
                return
            yield block[:left]
            left -= len(block)
            if left < 0:
                raise CorruptError("expands-too-far", limit=limit)
