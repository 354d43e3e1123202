"""How often each rule was broken in a run, as a table with bars."""

from typing import Final

from verifier.catalogue.rules import RULES
from verifier.reports.tables import DEFAULT_FORMAT, table_text
from verifier.verdict import Summary

LONGEST_BAR: Final = 30
BLOCK: Final = "\u2588"
"""What bars are made of, wherever it can be shown."""

HEAD: Final = ("count", "code", "name", "class", "")


def statistics_text(summary: Summary, sign: str = BLOCK) -> str:
    """Return the table: a row a rule, the most frequent first, notices too; the longest bar has 30 of the signs."""
    counts = summary.findings + summary.noticed
    if not counts:
        return "No findings.\n"
    most = max(counts.values())
    rows = []
    for code, number in sorted(counts.items(), key=lambda row: (-row[1], row[0])):
        rule = RULES[code].rule
        # Rounded up, so that nothing that was found looks like nothing.
        bar = sign * -(-number * LONGEST_BAR // most)
        rows.append([str(number), code, rule.name, rule.fault_class.value, bar])
    return table_text(HEAD, rows, ["right"] + ["left"] * (len(HEAD) - 1), len(HEAD), DEFAULT_FORMAT) + "\n"
