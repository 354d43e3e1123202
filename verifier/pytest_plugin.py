"""Lets pytest check replays: with `--verifier` a replay file is collected like a test file, and a game is a test."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from verifier.verdict import Verdict

# Every run of pytest where this program is installed loads this room, so the others are entered only when asked for.


class GameFault(Exception):  # noqa: N818 - what is wrong is the game, not this program
    """A game that is not clean; its text is what `verifier check` says about it."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the plugin."""
    group = parser.getgroup("verifier", "replays of card games")
    group.addoption("--verifier", action="store_true", help="collect replays (.replay, .replay.gz, .replay.zst)")
    group.addoption(
        "--verifier-allow-undecided",
        action="store_true",
        help="skip games that could not be judged in full, which fail otherwise",
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "ReplayFile | None":
    """Collect a replay where that was asked for."""
    if not parent.config.getoption("--verifier"):
        return None
    from verifier.replay.sources import SUFFIXES  # noqa: PLC0415

    return ReplayFile.from_parent(parent, path=file_path) if file_path.name.endswith(SUFFIXES) else None


class ReplayFile(pytest.File):
    """A replay file with its games."""

    def collect(self) -> Iterator["GameItem"]:
        """Judge the games of the file and yield one item each. Raises CollectError where it cannot be read."""
        from verifier.referee import judge_source  # noqa: PLC0415
        from verifier.replay.sources import open_source  # noqa: PLC0415
        from verifier.reports.display import excerpt  # noqa: PLC0415

        taken: set[str] = set()
        try:
            with open_source(str(self.path)) as source:
                for verdict in judge_source(source, self._shown_path()):
                    name = f"game {verdict.game}" if verdict.id is None else excerpt(verdict.id)
                    if name in taken:
                        name = f"{name} (game {verdict.game})"
                    taken.add(name)
                    yield GameItem.from_parent(self, name=name, verdict=verdict)
        except OSError as error:
            raise self.CollectError(f"cannot read the replay: {excerpt(error.strerror or str(error))}") from error
        if not taken:
            raise self.CollectError("the file holds no game")

    def _shown_path(self) -> str:
        try:
            return self.path.relative_to(self.config.rootpath).as_posix()
        except ValueError:
            return self.path.as_posix()


class GameItem(pytest.Item):
    """One game, which passes where it is clean."""

    def __init__(self, *, verdict: "Verdict", **more: Any) -> None:
        super().__init__(**more)
        self._verdict = verdict

    def runtest(self) -> None:
        """Raise GameFault where the game is not clean; skip it where it is undecided and that is allowed."""
        from verifier.reports.full import FullReport  # noqa: PLC0415
        from verifier.verdict import Outcome  # noqa: PLC0415

        outcome = self._verdict.outcome
        if outcome is Outcome.CLEAN:
            return
        if outcome is Outcome.UNDECIDED and self.config.getoption("--verifier-allow-undecided"):
            pytest.skip("no fault proved, but not everything could be judged")
        raise GameFault("".join(FullReport().game(self._verdict)).rstrip())

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return what the report says about the game, without a traceback."""
        if isinstance(excinfo.value, GameFault):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return where the game stands: its file, the index of its header line, its name."""
        return self.path, self._verdict.line - 1, self.name
