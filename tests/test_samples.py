"""The sample replays: each gives the report that stands beside it, and the README shows what they print."""

from pathlib import Path

import pytest
from judging import judged_all

from verifier.reports import FORMATS
from verifier.verdict import Outcome, Summary

ROOT = Path(__file__).resolve().parents[1]
SAMPLES = sorted((ROOT / "replays").rglob("*.replay"))

OUTCOMES = {
    "match-clean": Outcome.CLEAN,
    "match-disputed": Outcome.FAULTY,
    "network-game-clean": Outcome.CLEAN,
    "network-game-wrong-books": Outcome.FAULTY,
    "one-players-log": Outcome.UNDECIDED,
}


def report_on(path: Path) -> str:
    """Return what `verifier check` prints about one sample."""
    name = path.relative_to(ROOT).as_posix()
    report, summary = FORMATS["full"](), Summary(files=1)
    text = report.begin()
    for verdict in judged_all(path.read_bytes()):
        verdict.path = name
        summary.add(verdict)
        text += report.game(verdict)
    return text + report.end(summary)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_each_sample_gives_the_report_beside_it(path: Path) -> None:
    assert path.with_suffix(".expected.txt").read_text(encoding="utf-8") == report_on(path)


def test_samples_of_every_verdict_but_unreadable() -> None:
    assert {path.stem: verdict.outcome for path in SAMPLES for verdict in judged_all(path.read_bytes())} == OUTCOMES


def test_readme_shows_what_the_sample_prints() -> None:
    shown = (ROOT / "README.md").read_text(encoding="utf-8")
    for path in SAMPLES:
        for line in report_on(path).splitlines():
            if line.startswith("  TRK201"):
                assert line in shown
