"""Lists of commands: the room of a command is entered when it is asked for, not where it is only listed."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

import typer
from typer.core import TyperGroup

from verifier.cli.help import Command, Rows, write_rows

if TYPE_CHECKING:
    from typer._click.core import Command as AnyCommand
    from typer._click.core import Context
    from typer._click.formatting import HelpFormatter

HEADING: Final = "Commands"


class Listed(NamedTuple):
    """A command as a list has it: its room in `verifier.cli`, what it is called there, its heading and a few words."""

    room: str
    act: str
    words: str
    panel: str = HEADING

    def command(self, name: str) -> "AnyCommand":
        """Return the command, which is made from what stands in its room."""
        act = getattr(import_module(f"verifier.cli.{self.room}"), self.act)
        if not isinstance(act, typer.Typer):
            alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
            alone.command(name, cls=Command, short_help=self.words)(act)
            act = alone
        made: AnyCommand = typer.main.get_command(act)
        made.name = name
        return made


class Shelf(Mapping[str, "AnyCommand"]):
    """The commands of a list by their names, each made when it is first taken."""

    def __init__(self, listed: Mapping[str, Listed]) -> None:
        self._listed = listed
        self._made: dict[str, AnyCommand] = {}

    def __getitem__(self, name: str) -> "AnyCommand":
        """Return a command. Raises KeyError where there is none of this name."""
        if name not in self._made:
            self._made[name] = self._listed[name].command(name)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        """Return the names, in the order of the list."""
        return iter(self._listed)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._listed)


class Group(TyperGroup):
    """The commands of a list, in its order, under their headings."""

    listed: ClassVar[Mapping[str, Listed]] = {}

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = Shelf(self.listed)  # type: ignore[assignment]  # nothing is put onto it

    def format_commands(self, ctx: "Context", formatter: "HelpFormatter") -> None:
        """Write the commands, none of which is made for it."""
        del ctx
        rows: Rows = {}
        for name, command in self.listed.items():
            rows.setdefault(command.panel, []).append((name, command.words))
        write_rows(rows, formatter)
