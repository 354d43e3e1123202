"""Hand random bytes to whatever reads bytes: `PYTHONPATH=.:tests python -m byte_fuzzing --seconds 60 [TARGET...]`.

An input that fails is kept in `tests/byte_fuzzing/found/`, and the exit status is 1.
"""

import argparse
import sys
from pathlib import Path

from byte_fuzzing.engines import GUIDED, RANDOM, Ran, default_engine, keep, run
from byte_fuzzing.names import NAMES


def main() -> int:
    """Run the targets one after the other, and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"one of {', '.join(NAMES)}; all without one")
    parser.add_argument("--seconds", type=float, default=60, help="of each target")
    parser.add_argument("--engine", choices=[GUIDED, RANDOM], default=default_engine(), help="default: %(default)s")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--corpus", type=Path, help="a folder in which the guided engine goes on from run to run")
    asked = parser.parse_args()
    unknown = sorted({*asked.targets} - {*NAMES})
    if unknown:
        parser.error(f"there is no target {', '.join(unknown)}")
    sys.stdout.write(f"{'target':12}{'engine':10}{'inputs':>10}{'a second':>10}{'MiB':>6}  failures\n")
    runs = []
    for name in asked.targets or NAMES:
        ran = run(name, asked.seconds, asked.engine, asked.seed, asked.corpus)
        runs.append(ran)
        sys.stdout.write(line_of(ran))
        for path, (_, reason) in zip(keep(ran), ran.failures, strict=True):
            sys.stdout.write(f"    {reason}\n    kept in {path}\n")
        sys.stdout.flush()
    inputs, seconds = sum(ran.inputs for ran in runs), sum(ran.seconds for ran in runs)
    sys.stdout.write(f"{inputs} inputs in {seconds:.0f} s, {sum(len(ran.failures) for ran in runs)} failures\n")
    return 1 if any(ran.failures for ran in runs) else 0


def line_of(ran: Ran) -> str:
    """Return the line of a run."""
    rate = ran.inputs / max(ran.seconds, 0.001)
    failures = len(ran.failures) or "none"
    return f"{ran.target:12}{ran.engine:10}{ran.inputs:10}{rate:10.0f}{ran.memory >> 20:6}  {failures}\n"


if __name__ == "__main__":
    sys.exit(main())
