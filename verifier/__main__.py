"""Lets `python -m verifier` do what the command `verifier` does."""

import sys


def _start() -> int:
    # The folder that the program is started in may hold anything: no module is to come from there.
    if not sys.flags.safe_path:
        del sys.path[0]
    from verifier.cli import start  # noqa: PLC0415 - only now is the path clean

    return start()


if __name__ == "__main__":
    sys.exit(_start())
