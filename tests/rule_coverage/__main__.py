"""Print how often generated games raise each rule and make each transition.

`PYTHONPATH=.:tests python -m rule_coverage [GAME...] [--size 1]`; the exit status is 1 where a floor is not met, a rule
is neither raised nor in `not_raised.txt`, or a game that was played by the rules is accused.
"""

import argparse
import sys

from rule_coverage.runs import SORTS
from rule_coverage.tally import Tally, floors, reasons, rules_of, run


def main() -> int:
    """Run, print a table for each game, and tell what is missing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", choices=[[], *SORTS], metavar="GAME", help="all without one")
    parser.add_argument("--size", type=float, default=1, help="of the run; floors are those of size 1")
    asked = parser.parse_args()
    wrong = False
    for game in asked.games or SORTS:
        tally = run(game, asked.size)
        sys.stdout.write("".join(f"{line}\n" for line in table(game, tally)))
        found = missing(game, tally)
        sys.stdout.write("".join(f"{game}: {line}\n" for line in found))
        wrong |= bool(found)
    return 1 if wrong else 0


def table(game: str, tally: Tally) -> list[str]:
    """Return the lines of a table: games, rules, transitions with their floors."""
    why, least = reasons(game), floors(game)
    made = ", ".join(f"{number} {sort}" for sort, number in sorted(tally.games.items()))
    lines = [f"{game}: {tally.games.total()} games, {made}"]
    for rule in rules_of(game):
        said = f"  not raised: {why[rule.code]}" if rule.code in why else ""
        lines.append(f"  {tally.rules[rule.code]:7}  {rule.code} {rule.name}{said}")
    for transition in sorted({*tally.transitions, *least}):
        floor = f"  at least {least[transition]}" if transition in least else ""
        lines.append(f"  {tally.transitions[transition]:7}  {transition}{floor}")
    return lines


def missing(game: str, tally: Tally) -> list[str]:
    """Return what a run has not come to, a sentence each."""
    why = reasons(game)
    lines = [
        f"{rule.code} {rule.name} was never raised, and `not_raised.txt` does not say why"
        for rule in rules_of(game)
        if not tally.rules[rule.code] and rule.code not in why
    ]
    lines += [
        f"{transition!r} occurred {tally.transitions[transition]} times of {least}"
        for transition, least in floors(game).items()
        if tally.transitions[transition] < least
    ]
    return lines + [f"a game played by the rules is accused: {data!r}" for data in tally.accused[:3]]


if __name__ == "__main__":
    sys.exit(main())
