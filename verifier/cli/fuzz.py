"""`verifier fuzz`: look for mistakes in this program, or in another one that is held against it."""

import contextlib
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from verifier.cli.generate import GameName, rules_asked
from verifier.cli.labelled import could_not

if TYPE_CHECKING:
    from verifier.fuzz.campaign import Bounds, Disagreement, Tried
    from verifier.fuzz.cases import Asked
    from verifier.fuzz.examining import Against, Examiner

FOLDER: Final = ".verifier-fuzz"
USUAL_TIME: Final = 60.0
BOUNDS: Final = "Where it ends"
EXAMPLES: Final = "Examples"


def fuzz(
    context: typer.Context,
    game: Annotated[
        GameName | None, typer.Argument(help="What is played; all games in turn without it.", show_default=False)
    ] = None,
    *,
    against: Annotated[
        str | None,
        typer.Option(metavar="COMMAND", help="Another program to be held against this one, started without a shell."),
    ] = None,
    case_timeout: Annotated[
        float,
        typer.Option(min=0.01, max=3600, metavar="SECONDS", help="How long the other program has for an answer."),
    ] = 10.0,
    corpus: Annotated[
        str, typer.Option(metavar="DIR", help="Where disagreements are kept; those that are there are tried first.")
    ] = FOLDER,
    max_time: Annotated[
        float | None,
        typer.Option(
            min=0.1,
            max=10_000_000,
            metavar="SECONDS",
            help="End after so long; 60 where no bound is given.",
            rich_help_panel=BOUNDS,
        ),
    ] = None,
    max_examples: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=1_000_000_000,
            help="End after so many examples; with 0 only those that are kept are tried.",
            rich_help_panel=BOUNDS,
        ),
    ] = None,
    max_disagreements: Annotated[
        int,
        typer.Option(min=1, max=1000, help="End after so many kinds of disagreement.", rich_help_panel=BOUNDS),
    ] = 1,
    seed: Annotated[
        int | None,
        typer.Option(help="The same seed gives the same examples; any without it.", rich_help_panel=EXAMPLES),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(min=1, max=16, help="How many players; as the seed has it without it.", rich_help_panel=EXAMPLES),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(
            metavar="RULES",
            help="A preset, house rules as JSON, or random: others in each game, which is the rule without --against.",
            rich_help_panel=EXAMPLES,
        ),
    ] = None,
) -> None:
    """Look for mistakes in this program: in games by the rules, in games with infractions, and in mutants.

    With --against, another program judges them too, or plays games that are judged. What the two say otherwise is
    shrunk to the smallest replay that shows it, and kept. How the two speak is told in schemas/README.md.

    Exit status: 0 without a disagreement, 1 with one, 2 where the other program cannot be started or a file not be
    written.
    """
    from verifier.fuzz.campaign import Bounds, Tried  # noqa: PLC0415 - `--help` needs none of this
    from verifier.fuzz.cases import Asked  # noqa: PLC0415
    from verifier.fuzz.examining import Ourselves  # noqa: PLC0415
    from verifier.fuzz.generating import WALKS  # noqa: PLC0415
    from verifier.fuzz.house_rules import RANDOM  # noqa: PLC0415

    words = None if against is None else _words(context, against)
    given = rules
    if rules is None:
        rules = RANDOM if words is None else ""
    games = (*WALKS,) if game is None else (game.value,)
    if seed is None:
        import secrets  # noqa: PLC0415 - only here is chance wanted

        seed = secrets.randbelow(1 << 32)
    if max_time is None and max_examples is None:
        max_time = USUAL_TIME
    asked = Asked(games, rules_asked(context, rules), players)
    bounds = Bounds(max_time, max_examples, max_disagreements)
    tried = Tried()
    with contextlib.ExitStack() as stack:
        examiner: Examiner = Ourselves()
        if words is not None:
            examiner, asked = _opponent(stack, words, case_timeout, asked)
        found = _run(context, seed, asked, bounds, examiner, tried, corpus, words)
        _sum_up(seed, tried, examiner, words, _options(game, given, players, corpus))
    raise typer.Exit(1 if found else 0)


def _options(game: GameName | None, rules: str | None, players: int | None, corpus: str) -> list[str]:
    """Return the words of this run that the same examples need."""
    words = [] if game is None else [game.value]
    words += [] if rules is None else ["--rules", rules]
    words += [] if players is None else ["--players", str(players)]
    return words + ([] if corpus == FOLDER else ["--corpus", corpus])


def _words(context: typer.Context, command: str) -> list[str]:
    """Return a command as its words. Raises BadParameter."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise typer.BadParameter(f"{error}.", ctx=context, param_hint="'--against'") from None
    if not words or "\0" in command:
        raise typer.BadParameter("names no command.", ctx=context, param_hint="'--against'")
    return words


def _opponent(stack: contextlib.ExitStack, words: list[str], seconds: float, asked: "Asked") -> "tuple[Against, Asked]":
    """Start the other program and return what asks it, and those examples that it knows. Raises Exit with status 2."""
    from verifier.cli.terminal import write  # noqa: PLC0415 - `--help` needs none of this
    from verifier.fuzz.examining import Against  # noqa: PLC0415
    from verifier.fuzz.other_program import CannotStartError, OtherProgram  # noqa: PLC0415
    from verifier.reports.display import display, excerpt  # noqa: PLC0415

    try:
        program = stack.enter_context(OtherProgram(words, seconds))
    except CannotStartError as error:
        raise could_not(f"cannot start {display(words[0])}: {excerpt(str(error), 300)}.") from None
    hello = program.hello
    games = tuple(game for game in asked.games if game in hello.games)
    if not games:
        raise could_not(f"{display(words[0])} knows none of the games: {' '.join(asked.games)}.")
    write(f"against {excerpt(hello.name or words[0])}, which can {' and '.join(sorted(set(hello.does)))}\n")
    return Against(program), asked._replace(games=games)


def _run(
    context: typer.Context,
    seed: int,
    asked: "Asked",
    bounds: "Bounds",
    examiner: "Examiner",
    tried: "Tried",
    corpus: str,
    words: list[str] | None,
) -> int:
    """Tell and keep what is found; return how many disagreements there were. Raises Exit with status 2."""
    from verifier.cli.fuzz_folder import FuzzFolder  # noqa: PLC0415 - `--help` needs none of this
    from verifier.cli.terminal import write  # noqa: PLC0415
    from verifier.fuzz.campaign import campaign  # noqa: PLC0415
    from verifier.fuzz.other_program import CannotStartError  # noqa: PLC0415
    from verifier.fuzz.wishes import UnplayableError  # noqa: PLC0415
    from verifier.games.house import HouseRuleError  # noqa: PLC0415
    from verifier.reports.display import display, excerpt  # noqa: PLC0415

    write(f"seed {seed}\n")
    found = 0
    try:
        folder = FuzzFolder(Path(corpus))
        for one in campaign(seed, asked, folder.cases(asked.games), bounds, examiner, tried):
            found += 1
            name = one.found.case.name or folder.keep(one, seed, words)
            write(_told(one, str(Path(corpus) / name), against=words is not None))
    except HouseRuleError as error:
        shown = display(error.option or str(error.facts.get("option")))
        raise typer.BadParameter(f"{error.rule.name}: {shown}.", ctx=context, param_hint="'--rules'") from None
    except UnplayableError as error:
        raise could_not(f"{error}.") from None
    except CannotStartError as error:
        raise could_not(f"the other program does not start again: {excerpt(str(error), 300)}.") from None
    except OSError as error:
        raise could_not(f"cannot use {display(corpus)}: {excerpt(error.strerror or str(error))}.") from None
    return found


def _told(one: "Disagreement", path: str, *, against: bool) -> str:
    """Return what is said of a disagreement."""
    from verifier.reports.display import display, excerpt  # noqa: PLC0415 - `--help` needs none of this

    case = one.found.case
    what = case.operator.name if case.operator is not None else case.kind.value
    where = "kept" if case.name else f"example {case.number}, {case.game}, {what}"
    lines = [f"{excerpt(one.found.manner)} ({where})"]
    here, there = ("here", "there") if against else ("must", "but")
    for row in one.differences:
        lines += [f"  {here}: {excerpt(row.ours, 300)}", f"  {there}: {excerpt(row.theirs, 300)}"]
    count = one.data.count(b"\n")
    lines.append(f"  shown by {display(path)} ({count} lines, {len(one.data)} bytes)")
    return "\n".join(lines) + "\n"


def _sum_up(seed: int, tried: "Tried", examiner: "Examiner", words: list[str] | None, again: list[str]) -> None:
    """Write what was tried, and how to try it again."""
    from verifier.cli.terminal import write  # noqa: PLC0415 - `--help` needs none of this
    from verifier.reports.display import display, excerpt  # noqa: PLC0415

    kinds = ", ".join(f"{number} {kind.value}" for kind, number in tried.kinds.items())
    games = ", ".join(f"{number} of {game}" for game, number in sorted(tried.games.items()))
    write(f"{tried.examples()} examples in {tried.seconds:.1f} seconds: {kinds or 'none'}\n")
    if games:
        write(f"  {games}; {len(tried.operators)} operators; {examiner.skipped} not compared\n")
    if tried.given_up:
        write("  the other program failed too often to go on\n")
    if tried.manners:
        for manner, number in tried.manners.items():
            write(f"  {number} x {excerpt(manner)}\n")
        command = ["verifier", "fuzz", *again, "--seed", str(seed), "--max-examples", str(tried.last)]
        if words is not None:
            command += ["--against", shlex.join(words)]
        write(f"again: {display(shlex.join(command))}\n")
    else:
        write("no disagreement\n")
