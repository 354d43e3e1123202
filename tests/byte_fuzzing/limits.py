"""What one input may cost: seconds of the processor, and memory of the process that takes it in."""

import resource
import sys
import time
from collections.abc import Callable

MOST_SECONDS = 2.0
MOST_MEMORY = 256 << 20
"""Bytes that an input may add to the process."""

MOST_BYTES = 1 << 14
"""Bytes of an input that is tried."""

_UNIT = 1 if sys.platform == "darwin" else 1024

Check = Callable[[bytes], None]
"""Takes in bytes, and raises only where what must hold of them does not."""


class SlowError(AssertionError):
    """An input took too long."""


class LargeError(AssertionError):
    """An input took too much memory."""


def peak() -> int:
    """Return the most bytes that this process has ever held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT


def bounded(check: Check) -> Check:
    """Return a check that fails too where an input costs more than it may.

    The clock is the processor's, so that other programs of the machine count for nothing.
    """

    def checked(data: bytes) -> None:
        before, begin = peak(), time.process_time()
        check(data)
        seconds, grown = time.process_time() - begin, peak() - before
        if seconds > MOST_SECONDS:
            raise SlowError(f"{seconds:.1f} s")
        if grown > MOST_MEMORY:
            raise LargeError(f"{grown >> 20} MiB")

    return checked
