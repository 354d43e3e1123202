"""Count the walks of the text files again, by judge and slow referee: `PYTHONPATH=.:tests python -m walks [GAME...]`.

`--write` puts the counts into the files, to as many acts as stand there; a position may be added with any numbers. The
exit status is 1 where the two disagree on an act or the file has other counts.
"""

import argparse
import sys

from walks.counting import differing
from walks.positions import FILES, head_of, read_positions, written


def main() -> int:
    """Count, print a line for each position, and write the files where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[[], *FILES], metavar="GAME", help="all without one")
    parser.add_argument("--quick", action="store_true", help="only to where ordinary tests go")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    wrong = 0
    for game in asked.games or FILES:
        positions = read_positions(FILES[game])
        counted = []
        for one in positions:
            acts = one.quick if asked.quick else len(one.counts)
            counts, found = differing(one, acts)
            counted.append(one._replace(counts=counts + one.counts[acts:]))
            is_same = counts == one.counts[:acts]
            wrong += bool(found) or not (is_same or asked.write)
            sys.stdout.write(f"{game:14}{one.name:54}{' '.join(map(str, counts))}{'' if is_same else '  other'}\n")
            sys.stdout.writelines(f"    {line}\n" for line in found)
            sys.stdout.flush()
        if asked.write:
            FILES[game].write_text(written(head_of(FILES[game]), counted), encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
