"""One target under Atheris, in a process of its own: `python -m byte_fuzzing.guided TARGET CORPUS [OPTION]...`."""

import contextlib
import hashlib
import sys
from pathlib import Path

import atheris


def main() -> None:
    """Hand bytes to a target until the time is over or it fails; what led on is written to the folder of the corpus."""
    name, corpus, *options = sys.argv[1:]
    with atheris.instrument_imports(include=["verifier"]):
        from byte_fuzzing.limits import bounded  # noqa: PLC0415 - what is imported here is watched
        from byte_fuzzing.targets import TARGETS  # noqa: PLC0415 - likewise

        target = TARGETS[name]
        for seed in target.seeds():
            # What a target imports only when it needs it is to be watched too; that it fails is told below.
            with contextlib.suppress(Exception):
                target.check(seed)
            Path(corpus, hashlib.sha256(seed).hexdigest()).write_bytes(seed)
    check = bounded(target.check)
    atheris.Setup([sys.argv[0], *options, corpus], check)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
