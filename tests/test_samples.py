"""The sample replays: each gives the report that stands beside it, and the README shows what they print.

How the numbers of the reports were checked by other means stands in `replays/README.md`.
"""

import re
from pathlib import Path

import pytest
from judging import judged_all, judged_file

from verifier.reports import FORMATS
from verifier.reports.score import score_text
from verifier.verdict import Outcome, Summary

ROOT = Path(__file__).resolve().parents[1]
SAMPLES = sorted((ROOT / "replays").rglob("*.replay"))

OUTCOMES = {
    "kierki/match-clean": Outcome.CLEAN,
    "kierki/match-disputed": Outcome.FAULTY,
    "kierki/network-game-clean": Outcome.CLEAN,
    "kierki/network-game-wrong-books": Outcome.FAULTY,
    "kierki/one-players-log": Outcome.UNDECIDED,
    "king/match-clean": Outcome.CLEAN,
    "king/match-disputed": Outcome.FAULTY,
    "king/match-without-deals": Outcome.UNDECIDED,
    "king/queen-example": Outcome.UNDECIDED,
    "kings_reverse/ace-of-spades-out": Outcome.CLEAN,
    "kings_reverse/blocked-hand": Outcome.CLEAN,
    "kings_reverse/eight-players-clean": Outcome.CLEAN,
    "kings_reverse/four-players-clean": Outcome.CLEAN,
    "kings_reverse/joker-and-missed-call": Outcome.FAULTY,
    "kings_reverse/two-players-clean": Outcome.CLEAN,
    "kings_reverse/wrong-challenge-ruling": Outcome.FAULTY,
}
README = (ROOT / "README.md").read_text(encoding="utf-8")


def name_of(path: Path) -> str:
    """Return the name of a sample: its folder and its file."""
    return f"{path.parent.name}/{path.stem}"


def report_on(*paths: Path) -> str:
    """Return what `verifier check` prints about some samples."""
    report, summary = FORMATS["full"](), Summary(files=len(paths))
    text = report.begin()
    for path in paths:
        for verdict in judged_file(path.read_bytes()):
            verdict.path = path.relative_to(ROOT).as_posix()
            summary.add(verdict)
            text += report.put(report.game(verdict))
    return text + report.end(summary)


@pytest.mark.parametrize("path", SAMPLES, ids=name_of)
def test_each_sample_gives_the_report_beside_it(path: Path) -> None:
    assert path.with_suffix(".expected.txt").read_text(encoding="utf-8") == report_on(path)


def test_samples_of_every_verdict_but_unreadable() -> None:
    assert {name_of(path): verdict.outcome for path in SAMPLES for verdict in judged_all(path.read_bytes())} == OUTCOMES


def test_every_sample_is_told_of() -> None:
    told = (ROOT / "replays" / "README.md").read_text(encoding="utf-8")
    for game in ("Kierki", "King", "Kings Reverse"):
        part = told.partition(f"## {game}\n")[2].partition("\n## ")[0]
        names = [path.stem for path in SAMPLES if path.parent.name == game.lower().replace(" ", "_")]
        assert re.findall(r"^- `(.+?)`:", part, re.MULTILINE) == names


def test_totals_of_a_match_of_king() -> None:
    matches = [path for path in SAMPLES if name_of(path).startswith("king/match-")]
    totals = [verdict.sheet.totals for path in matches for verdict in judged_all(path.read_bytes())]
    assert [sum(row or []) for row in totals] == [-5200] * 3


def block_of_readme(first: str) -> list[str]:
    """Return the lines of the block of the README that begins with this line."""
    return README.partition(f"```\n{first}\n")[2].partition("\n```\n")[0].split("\n")


def test_readme_shows_what_checking_the_samples_prints() -> None:
    printed = iter(report_on(*SAMPLES).splitlines())
    heading = "replays/kierki/match-disputed.replay: game 1 (line 1): faulty; kierki of Ewa, Olek, Marta, Jan; "
    shown = [line for line in block_of_readme(f"{heading}id club-evening-2") if line != "  …"]
    assert len(shown) > 10
    # Shortened: every line shown is printed, in this order, down to the last.
    assert all(line in printed for line in shown)
    assert next(printed, None) is None


@pytest.mark.parametrize(
    ("name", "options", "more"),
    [("kierki/match-disputed", "", {}), ("king/match-disputed", "--quota ", {"quota": True})],
)
def test_readme_shows_the_sheet(name: str, options: str, more: dict[str, bool]) -> None:
    path = f"replays/{name}.replay"
    (verdict,) = judged_all((ROOT / path).read_bytes())
    verdict.path = path
    printed = score_text(verdict, **more).rstrip("\n").split("\n")
    shown = block_of_readme(f"$ .venv/bin/verifier score {options}{path}")
    if "…" in shown:
        assert printed[-len(shown) + 1 :] == shown[1:]
    else:
        assert printed == shown
