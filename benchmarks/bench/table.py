"""The results as tables that read well in a terminal and in a Markdown file."""

from collections.abc import Sequence
from typing import Any

HEAD_PEERS = ("peer", "unit", "ns a unit", "beside", "peer / ours packed", "peer / ours an act a line")


def tables(results: dict[str, Any]) -> str:
    """Return all tables, each under a line that says what it shows."""
    inside, whole = results["side_by_side"], results["whole"]
    parts = [
        f"{results['machine']}\n{whole['version']}; "
        + ", ".join(f"{name} {version}" for name, version in inside["versions"].items()),
        "Our judge, the limit in C, and msgspec decoding of the same bytes (CPU time):",
        table(
            ("game", "lines", "bytes an act", "ours, ns an act", "C, ns", "ours / C", "msgspec, ns", "ours / msgspec"),
            [compared(row) for row in inside["comparisons"]],
        ),
        "Peers that check every move (CPU time; how many times our time a unit of theirs takes):",
        table(HEAD_PEERS, [peer(row) for row in inside["peers"]]),
        "Growth of our judge (CPU time):",
        table(("what", "size", "acts", "ns an act", "to the smallest"), [grown(row) for row in inside["growth"]]),
        "Whole runs of `verifier check`:",
        table(("what", "measured"), whole_runs(whole)),
        *(f"Note: {note}." for note in results["notes"]),
    ]
    return "\n\n".join(parts)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table, its columns as wide as their widest cell; all but the first are set to the right."""
    widths = [max(len(row[at]) for row in (head, *rows)) for at in range(len(head))]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    lines = [[row[0].ljust(widths[0]), *(map(str.rjust, row[1:], widths[1:]))] for row in (head, *rows)]
    lines.insert(1, rule)
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def figure(value: float | None) -> str:
    """Return a figure with about three digits, a dash for none."""
    if value is None:
        return "-"
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 1 else f"{value:.3f}"


def times(value: float | None) -> str:
    """Return a ratio."""
    return "-" if value is None else figure(value) + "x"


def compared(row: dict[str, Any]) -> list[str]:
    """Return the cells of one of our games."""
    form = "a hand" if row["form"] == "packed" else "an act"
    cells = [row["game"], form, figure(row["bytes_per_act"]), figure(row["ours_ns"])]
    for other in ("limit", "msgspec"):
        cells += [figure(row[f"{other}_ns"]), times(row[f"ours_to_{other}"])]
    return cells


def peer(row: dict[str, Any]) -> list[str]:
    """Return the cells of a peer."""
    ratios = [times(row["to_ours_packed"]), times(row["to_ours_unpacked"])]
    return [row["peer"], row["unit"], figure(row["ns"]), row["beside"], *ratios]


def grown(row: dict[str, Any]) -> list[str]:
    """Return the cells of one size of the growth."""
    return [row["what"], row["size"], f"{row['acts']:,}", figure(row["ns"]), times(row["to_smallest"])]


def whole_runs(whole: dict[str, Any]) -> list[list[str]]:
    """Return the cells of the whole runs."""
    start, jobs = whole["start"], whole["jobs"]
    check, bare = f"{start['check_s'] * 1000:.0f} ms", f"{start['python_s'] * 1000:.0f} ms"
    rows = [
        ["start-up: one game of King, beside `python -c pass`", f"{check} / {bare} = {times(start['check_to_python'])}"]
    ]
    if jobs:
        what = f"{jobs['games']:,} games of King, 1 job / 2 jobs, start-up taken off"
        rows.append([what, f"{jobs['one_s']:.2f} s / {jobs['two_s']:.2f} s = {times(jobs['speed_up'])}"])
    rows.append(["peak memory, `python -c pass`", f"{whole['memory_bare_mib']:.1f} MiB"])
    rows += [[f"peak memory, {row['games']:,} games of King", f"{row['mib']:.1f} MiB"] for row in whole["memory"]]
    return rows
