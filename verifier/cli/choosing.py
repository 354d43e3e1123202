"""The options that tell which findings count: --select, --ignore, --per-file-ignores, --baseline."""

import os
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Final

import typer

from verifier.cli.settings import hint_of, origin_of

if TYPE_CHECKING:
    from verifier.baseline import Baseline
    from verifier.selection import FileIgnores, Selection, UnknownSelectorError

PANEL: Final = "Selection"

_TWO_PATTERNS: Final = re.compile(r":\s*[A-Za-z][\w-]*\s*,[^,:]*\Z")

Select = Annotated[
    list[str] | None,
    typer.Option(
        "--select",
        metavar="RULE,...",
        help="Count only the findings of these rules: a code (TRK201), how some begin (TRK, TRK2), a name (revoke), or "
        "ALL. Of --select and --ignore the longest that matches decides. Findings on the format always count, for a "
        "game with a line that cannot be read is not verified.",
        show_default="ALL",
        rich_help_panel=PANEL,
    ),
]
Ignore = Annotated[
    list[str] | None,
    typer.Option(
        "--ignore",
        metavar="RULE,...",
        help="Neither list nor count the findings of these rules. A game of which no other fault is left is clean, or "
        "undecided where not all of it could be judged.",
        show_default=False,
        rich_help_panel=PANEL,
    ),
]
PerFileIgnores = Annotated[
    list[str] | None,
    typer.Option(
        "--per-file-ignores",
        metavar="PATTERN:RULE,...",
        help="Ignore rules in the files that a pattern matches: * and ? stand for what has no /, ** for anything. "
        "Without a / the pattern is that of a name, else of the path as it is given.",
        show_default=False,
        rich_help_panel=PANEL,
    ),
]

BaselineOption = Annotated[
    str | None,
    typer.Option(
        "--baseline",
        metavar="FILE",
        help="Accept the findings that this file lists: they are only counted. `verifier baseline` writes it.",
        show_default=False,
        rich_help_panel=PANEL,
    ),
]


def selection_asked(
    context: typer.Context,
    select: list[str] | None,
    ignore: list[str] | None,
    per_file: list[str] | None,
) -> "Selection | None":
    """Return which findings count, None where all do; BadParameter, which is status 2, where a word selects nothing."""
    if not (select or ignore or per_file):
        return None
    from verifier.selection import Selection, UnknownSelectorError, ignored_by  # noqa: PLC0415 - most runs select nothing

    name = "select"
    try:
        ignored_by(words_of(select), ())
        name = "ignore"
        ignored = ignored_by(words_of(select), words_of(ignore))
        name = "per_file_ignores"
        files = tuple(_file_ignores(text, context) for text in per_file or ())
    except UnknownSelectorError as error:
        raise typer.BadParameter(_unknown(error), ctx=context, param_hint=hint_of(context, name)) from None
    return Selection(ignored, files)


def baseline_asked(context: typer.Context, path: str | None) -> "Baseline | None":
    """Return the baseline in a file, None without one; BadParameter, which is status 2, where it holds none."""
    if not path:
        return None
    from verifier.baseline import BrokenBaselineError, baseline_at  # noqa: PLC0415 - most runs use none
    from verifier.reports.display import display, excerpt  # noqa: PLC0415

    try:
        return baseline_at(path, os.getcwd())  # noqa: PTH109 - only a text is wanted
    except (OSError, ValueError) as error:
        reason = (isinstance(error, OSError) and error.strerror) or str(error)
        sentence = f"cannot read {display(path)}: {excerpt(reason)}."
    except BrokenBaselineError as error:
        sentence = f"{display(path)} is no baseline from line {error.line} on."
    raise typer.BadParameter(sentence, ctx=context, param_hint=hint_of(context, "baseline"))


def words_of(texts: Iterable[str] | None) -> list[str]:
    """Return the words in texts that separate them by commas."""
    return [word.strip() for text in texts or () for word in text.split(",") if word.strip()]


def _file_ignores(text: str, context: typer.Context) -> "FileIgnores":
    from verifier.reports.display import excerpt  # noqa: PLC0415 - `--help` needs none of this
    from verifier.selection import FileIgnores, codes_of  # noqa: PLC0415

    pattern, _, rules = text.rpartition(":")
    words = words_of([rules])
    if not pattern or not words or _TWO_PATTERNS.search(pattern):
        raise typer.BadParameter(
            f"{excerpt(text)} is not one PATTERN:RULE,...; give the option again for another pattern.",
            ctx=context,
            param_hint=hint_of(context, "per_file_ignores"),
        )
    origin = origin_of(context, "per_file_ignores")
    if origin is None or "/" not in pattern:
        return FileIgnores(pattern, codes_of(words))
    # Patterns of a file are those of paths below its folder, from wherever the program is started.
    folders = (os.path.abspath(folder).replace(os.sep, "/") for folder in (origin.folder, ""))  # noqa: PTH100
    return FileIgnores(pattern, codes_of(words), *folders)


def _unknown(error: "UnknownSelectorError") -> str:
    from verifier.reports.display import excerpt  # noqa: PLC0415 - only a mistake needs it

    meant = f"; did you mean {' or '.join(error.near)}?" if error.near else "."
    return f"no such rule: {excerpt(error.word)}{meant}"
