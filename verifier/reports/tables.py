"""Tables in every form offered: what comes from outside is escaped, and nothing is taken for a number by its looks."""

from collections.abc import Sequence
from typing import Final

from verifier.reports.markup import NOT_OFFERED, cell_escape

UNKNOWN: Final = "?"
DEFAULT_FORMAT: Final = "simple"


def table_formats() -> list[str]:
    """Return the names of the table formats, in order."""
    from tabulate import tabulate_formats  # noqa: PLC0415 - read only where a table is wanted

    return sorted(set(tabulate_formats) - NOT_OFFERED)


def table_text(
    head: Sequence[str], rows: Sequence[Sequence[str]], align: Sequence[str], words: int, table_format: str
) -> str:
    """Return a table of texts for display.

    `align` is `left` or `right` for each column. The head and the first `words` columns may hold text from outside;
    signs of our own in the others (`?`, brackets, minus) mean nothing in any format.
    """
    from tabulate import tabulate  # noqa: PLC0415 - read only where a table is wanted

    escape = cell_escape(table_format)
    shown = [[*map(escape, row[:words]), *row[words:]] for row in rows]
    names = [*map(escape, head)]
    if table_format == "tsv":
        # Not padded: a program reads it.
        return tabulate(shown, names, tablefmt="tsv", disable_numparse=True, stralign=None, missingval=UNKNOWN)
    return tabulate(shown, names, tablefmt=table_format, disable_numparse=True, colalign=align, missingval=UNKNOWN)
