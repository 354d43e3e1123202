"""Settings that stand in a file: `[tool.verifier]` of a pyproject.toml, or a TOML file of their own.

They become the defaults of the options, so that an option, or a variable of the environment, wins over them. Only the
folder in which the program is started and those above it are looked through, never what is checked.
"""

import math
import os
import stat
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, NamedTuple

import typer

from verifier.cli.many import AUTO, MOST_JOBS

FILE: Final = "pyproject.toml"
LARGEST_FILE: Final = 1 << 20
HINT: Final = "settings"

_ORIGIN: Final = "verifier.settings"
_ISOLATED: Final = "verifier.isolated"
_PANEL: Final = "Settings"


class Origin(NamedTuple):
    """The file of the settings, as it is shown, and its folder, empty for the one of the start."""

    file: str
    folder: str


class _WrongValueError(Exception):
    """A value that a setting does not take; the text says what it takes."""


def _flag(value: object, _folder: str) -> bool:
    if not isinstance(value, bool):
        raise _WrongValueError("true or false")
    return value


def _texts(value: object, _folder: str) -> list[str]:
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, list) or not all(isinstance(text, str) for text in values):
        raise _WrongValueError("a text or a list of texts")
    return values


def _count(value: object, _folder: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1 << 53:
        raise _WrongValueError("a number from 0 on")
    return value


def _seconds(value: object, _folder: str) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < math.inf:
        raise _WrongValueError("a number of seconds")
    return str(float(value))


def _jobs(value: object, _folder: str) -> str:
    if value != AUTO and (isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST_JOBS):
        raise _WrongValueError(f'"{AUTO}" or a number from 1 to {MOST_JOBS}')
    return str(value)


def _path(value: object, folder: str) -> str:
    if not isinstance(value, str):
        raise _WrongValueError("a path")
    return os.path.join(folder, value) if value else value  # noqa: PTH118 - what is given is to be shown


def _outputs(value: object, folder: str) -> list[str]:
    return [_output(text, folder) for text in _texts(value, folder)]


def _output(text: str, folder: str) -> str:
    """Return `FORMAT[:PATH]` with the path below the folder: a file that comes with replays writes nowhere else."""
    form, colon, path = text.partition(":")
    if not colon or not path:
        return text
    path = os.path.join(folder, path)  # noqa: PTH118 - what is given is to be shown
    try:
        home = os.path.realpath(folder or os.curdir)
        inside = os.path.commonpath([home, os.path.realpath(path)]) == home
    except (OSError, ValueError):
        inside = False
    if not inside:
        raise _WrongValueError("a format, with a path only where that stays in the folder of the settings")
    return f"{form}:{path}"


def _file_ignores(value: object, folder: str) -> list[str]:
    if not isinstance(value, dict):
        raise _WrongValueError("a table of patterns with the rules to be ignored")
    return [f"{pattern}:{','.join(_texts(rules, folder))}" for pattern, rules in value.items()]


SETTINGS: Final[dict[str, Callable[[object, str], Any]]] = {
    "allow-empty": _flag,
    "allow-undecided": _flag,
    "baseline": _path,
    "cache-dir": _path,
    "exit-zero": _flag,
    "game-timeout": _seconds,
    "ignore": _texts,
    "jobs": _jobs,
    "max-findings": _count,
    "no-cache": _flag,
    "output-format": _outputs,
    "per-file-ignores": _file_ignores,
    "progress": _flag,
    "select": _texts,
    "statistics": _flag,
}
"""Name of an option -> what its setting must be, and how it is handed to the option.

What could do harm where the file comes with the replays is no setting: a scheduler is trusted with more than text.
"""


def _read_settings(context: typer.Context, path: str | None) -> str | None:
    """Let the settings of a file be the defaults of the command's options; without a file, those that are found."""
    if context.resilient_parsing:
        return path
    isolated = context.meta.get(_ISOLATED, False)
    if path is not None:
        if isolated:
            raise _wrong("--config and --isolated exclude each other.", context)
        _take(path, _load(path, context), context)
    elif not isolated:
        _find(context)
    return path


def _isolate(context: typer.Context, isolated: bool) -> bool:  # noqa: FBT001 - that is how an option hands its value over
    if isolated and not context.resilient_parsing:
        if _ORIGIN in context.meta:
            raise _wrong("--config and --isolated exclude each other.", context)
        context.meta[_ISOLATED] = True
    return isolated


Config = Annotated[
    str | None,
    typer.Option(
        "--config",
        metavar="FILE",
        callback=_read_settings,
        is_eager=True,
        help="Take settings from this file: [tool.verifier] of a pyproject.toml, or a TOML file that has them at the "
        "top. Without it, from the nearest pyproject.toml that has some, here or in a folder above.",
        show_default=False,
        rich_help_panel=_PANEL,
    ),
]
Isolated = Annotated[
    bool,
    typer.Option(
        "--isolated", callback=_isolate, is_eager=True, help="Read no settings from files.", rich_help_panel=_PANEL
    ),
]
ShowSettings = Annotated[
    bool,
    typer.Option("--show-settings", help="Print what is set and where, and check nothing.", rich_help_panel=_PANEL),
]


def _find(context: typer.Context) -> None:
    """Take the settings of the nearest pyproject.toml that has some."""
    folder = ""
    try:
        here = os.getcwd()  # noqa: PTH109 - a folder that is gone is no reason to stop
    except OSError:
        return
    while True:
        path = os.path.join(folder, FILE)  # noqa: PTH118 - relative, as it is shown
        if os.path.isfile(path):  # noqa: PTH113
            table = _table(_toml(path, context))
            if table is not None:
                _take(path, table, context)
                return
        above = os.path.dirname(here)  # noqa: PTH120
        if above == here:
            return
        here, folder = above, os.path.join(folder, os.pardir)  # noqa: PTH118


def _load(path: str, context: typer.Context) -> object:
    toml = _toml(path, context)
    if os.path.basename(path) != FILE:  # noqa: PTH119
        return toml
    table = _table(toml)
    if table is None:
        raise _wrong(f"{_shown(path)} has no table [tool.verifier].", context)
    return table


def _table(toml: Mapping[str, object]) -> object:
    tool = toml.get("tool")
    return tool.get("verifier") if isinstance(tool, dict) else None


def _toml(path: str, context: typer.Context) -> dict[str, object]:
    import tomllib  # noqa: PLC0415 - most runs find no file

    try:
        with open(path, "rb", opener=_opener) as file:
            text = file.read(LARGEST_FILE + 1)
        if len(text) > LARGEST_FILE:
            raise _wrong(f"{_shown(path)} is larger than {LARGEST_FILE >> 20} MiB.", context)
        return tomllib.loads(text.decode())
    except OSError as error:
        raise _wrong(f"cannot read {_shown(path)}: {_excerpt(error.strerror or str(error))}.", context) from None
    except (ValueError, RecursionError) as error:
        raise _wrong(f"{_shown(path)} is no TOML: {_excerpt(str(error))}.", context) from None


def _opener(path: str, flags: int) -> int:
    # Nobody may be at the other end of a pipe.
    descriptor = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError("no regular file")
    return descriptor


def _take(path: str, table: object, context: typer.Context) -> None:
    """Let settings be the defaults of those options that the command has; all of them must be right."""
    if not isinstance(table, dict):
        raise _wrong(f"{_shown(path)}: tool.verifier is no table.", context)
    origin = Origin(_shown(path), os.path.dirname(path))  # noqa: PTH120
    options = {param.name for param in context.command.params}
    defaults = {}
    for key, value in table.items():
        if key not in SETTINGS:
            raise _wrong(f"{origin.file}: there is no setting {_excerpt(key)}{_meant(key)}", context)
        try:
            default = SETTINGS[key](value, origin.folder)
        except _WrongValueError as error:
            raise _wrong(f"{origin.file}: {key} must be {error}.", context) from None
        name = key.replace("-", "_")
        if name in options:
            defaults[name] = default
    context.default_map = defaults
    context.meta[_ORIGIN] = origin


def _meant(key: str) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - only a mistake needs it

    near = get_close_matches(key[:40].replace("_", "-").casefold(), SETTINGS, n=1)
    return f"; did you mean {near[0]}?" if near else "."


def origin_of(context: typer.Context, name: str) -> Origin | None:
    """Return the file that has set an option of this name (`max_findings`), None where none has."""
    source = context.get_parameter_source(name)
    origin = context.meta.get(_ORIGIN)
    return origin if source is not None and source.name == "DEFAULT_MAP" else None


def hint_of(context: typer.Context, name: str) -> str:
    """Return what an error calls an option: itself, or the setting of the file that has set it."""
    option, origin = name.replace("_", "-"), origin_of(context, name)
    return f"'--{option}'" if origin is None else f"{option} in {origin.file}"


def settings_text(context: typer.Context) -> str:
    """Return what the options of a command are set to, and behind each where, a line each, in the form of TOML."""
    lines = []
    for param in context.command.params:
        key = (param.name or "").replace("_", "-")
        if key in SETTINGS:
            value = context.params[param.name or ""]
            lines.append(
                (f"# {key}" if value in (None, [], ()) else f"{key} = {_value(value)}", _where(context, param.name))
            )
    width = max(len(setting) for setting, _ in lines)
    return "".join(f"{setting.ljust(width)}  # {where}\n" for setting, where in sorted(lines, key=_by_key))


def _by_key(line: tuple[str, str]) -> str:
    return line[0].removeprefix("# ")


def _where(context: typer.Context, name: str | None) -> str:
    origin = origin_of(context, name or "")
    if origin is not None:
        return origin.file
    source = context.get_parameter_source(name or "")
    return "command line" if source is None else _SOURCES.get(source.name, "default")


_SOURCES: Final = {"COMMANDLINE": "command line", "ENVIRONMENT": "environment"}


def _value(value: object) -> str:
    import json  # noqa: PLC0415 - only this needs it

    return json.dumps(value)


def _wrong(sentence: str, context: typer.Context) -> typer.BadParameter:
    return typer.BadParameter(sentence, ctx=context, param_hint=HINT)


def _shown(path: str) -> str:
    from verifier.reports.display import display  # noqa: PLC0415 - most runs find no file

    return display(path)


def _excerpt(text: str) -> str:
    from verifier.reports.display import excerpt  # noqa: PLC0415 - most runs find no file

    return excerpt(text)
