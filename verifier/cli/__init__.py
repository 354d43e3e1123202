"""The command line: the only rooms that print. `main` is the way in and decides the exit status."""

import gc
import os
import signal
import sys
from types import FrameType
from typing import Final

from verifier.cli.terminal import drop_output, open_terminal, say
from verifier.own_faults import internal_error

COULD_NOT: Final = 2
"""Exit status where something could not be done; it wins over 1, which says that faults were found."""

LAST_RESORT: Final = 10.0
"""Seconds after which a run that was stopped ends, whatever it is still doing."""

BETWEEN_SEARCHES: Final = 50_000
"""New objects after which cycles are searched for; a start makes so many that stay that the usual 700 cost time."""

SIGNALS: Final = ("SIGINT", "SIGTERM", "SIGHUP")


class Stopped(SystemExit):
    """The run was stopped by a signal; its status is 128 and the signal's number."""


def start() -> int:
    """Do what `main` does in a process that has nothing else to do, and return its exit status."""
    gc.set_threshold(BETWEEN_SEARCHES)
    try:
        return main()
    finally:
        # The system takes everything back at once; what is left need not be searched through for cycles.
        gc.freeze()


def main() -> int:
    """Run the program and return its exit status: 0, 1 or 2, or that of a signal (findings, section 4)."""
    try:
        for name in SIGNALS:
            _listen(name)
        if not open_terminal():
            say("standard output is closed, so nothing can be reported.")
            return COULD_NOT
        status = _run()
        sys.stdout.flush()
    except Stopped as stop:
        drop_output()
        say(f"stopped by {signal.Signals(int(str(stop.code)) - 128).name}; what was written is not the whole.")
        return int(str(stop.code))
    except OSError as error:
        say(f"cannot write the report: {error.strerror or error}.")
        return COULD_NOT
    except Exception as error:  # noqa: BLE001 - whatever it is, the caller must not take it for a verdict
        say(f"{internal_error(error)}.")
        return COULD_NOT
    return status


def _run() -> int:
    # Imported here, so that a signal during the imports already finds its listener.
    from verifier.cli.program import app  # noqa: PLC0415

    try:
        app(prog_name="verifier")
    except Stopped:
        raise
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    return 0


def _listen(name: str) -> None:
    number = getattr(signal, name, None)
    # Who starts the program may have told it to ignore a signal; that stays so.
    if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
        signal.signal(number, _stop)


def _stop(number: int, _frame: FrameType | None) -> None:
    status = 128 + number
    if hasattr(signal, "setitimer"):
        # An exception that is raised while something is finalized is dropped, and the run would go on.
        signal.signal(signal.SIGALRM, lambda *_: os._exit(status))
        signal.setitimer(signal.ITIMER_REAL, LAST_RESORT)
    raise Stopped(status)
