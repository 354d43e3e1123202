"""Starts a command, sends it a file so many times, and prints the peak of its resident memory in KiB.

It runs as a small process of its own: a process that is started counts the peak of the one that starts it as its own.
"""

import os
import sys
from pathlib import Path


def main(path: str, times: int, words: list[str]) -> int:
    """Return the exit status of the command."""
    chunk = Path(path).read_bytes()
    here, there = os.pipe()
    actions = [(os.POSIX_SPAWN_DUP2, here, 0), (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    child = os.posix_spawn(words[0], words, os.environ, file_actions=actions)
    os.close(here)
    with open(there, "wb", buffering=0) as pipe:  # noqa: PTH123 - a descriptor has no path
        for _ in range(times):
            rest = memoryview(chunk)
            while rest:
                rest = rest[pipe.write(rest) :]
    _, status, used = os.wait4(child, 0)
    print(used.ru_maxrss)
    return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), sys.argv[3:]))
