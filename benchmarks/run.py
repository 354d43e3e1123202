"""Measures the verifier beside the least a C program must do, beside msgspec, and beside programs of other people.

Run it as `python3 benchmarks/run.py`. It makes its own virtual environment, its games and its C programs in
`benchmarks/.work/`, prints ratios measured side by side, and writes them to `benchmarks/.work/results.json`.
"""

import argparse
import json
import os
import platform
import subprocess
from typing import Any

from bench.place import BENCHMARKS, WORK, ready
from bench.sizes import BRIEF, FULL
from bench.table import tables
from bench.whole import measured


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", help="the large sizes, which take long")
    full = parser.parse_args().full
    WORK.mkdir(exist_ok=True)
    python, notes = ready()
    # The functions are timed where the peers and the project are installed.
    subprocess.run(
        [python, "-m", "bench.side_by_side", str(WORK), "full" if full else "brief"],
        check=True,
        cwd=WORK,
        env=os.environ | {"PYTHONPATH": str(BENCHMARKS)},
    )
    inside: dict[str, Any] = json.loads((WORK / "side-by-side.json").read_text())
    whole = measured(python, WORK, FULL if full else BRIEF, inside["pace"]["king"])
    system = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    results = {
        "machine": f"Python {platform.python_version()}, {system}",
        "full": full,
        "side_by_side": inside,
        "whole": whole,
        "notes": [*notes, *inside["notes"], *whole["notes"]],
    }
    (WORK / "results.json").write_text(json.dumps(results, indent=1) + "\n")
    print(tables(results))


if __name__ == "__main__":
    main()
