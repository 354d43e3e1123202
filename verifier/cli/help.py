"""Help in groups: options under the headings that they name, without a library that takes time to load."""

from typing import TYPE_CHECKING, Final

from typer.core import TyperCommand

if TYPE_CHECKING:
    from typer._click.core import Context
    from typer._click.formatting import HelpFormatter

ARGUMENTS: Final = "Arguments"
OPTIONS: Final = "Options"

Rows = dict[str, list[tuple[str, str]]]


class Command(TyperCommand):
    """A command whose options stand under the headings of their panels, the others under "Options" at the end."""

    def format_options(self, ctx: "Context", formatter: "HelpFormatter") -> None:
        """Write arguments and options."""
        rows: Rows = {ARGUMENTS: []}
        others: list[tuple[str, str]] = []
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is None:
                continue
            panel = getattr(param, "rich_help_panel", None)
            if param.param_type_name == "argument":
                rows[ARGUMENTS].append(record)
            elif panel is None:
                others.append(record)
            else:
                rows.setdefault(panel, []).append(record)
        write_rows(rows | {OPTIONS: others}, formatter)


def write_rows(rows: Rows, formatter: "HelpFormatter") -> None:
    """Write each heading that has rows with its rows."""
    for title, records in rows.items():
        if records:
            with formatter.section(title):
                formatter.write_dl(records)
