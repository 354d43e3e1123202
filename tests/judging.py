"""What tests share: judging a replay that is written as text, and finding the real records beside the repository."""

import json
from dataclasses import fields
from pathlib import Path

import pytest

from verifier.cards import SEATS
from verifier.finding import FaultClass, Finding
from verifier.games.glanced import GlancedSheet
from verifier.referee import judge, judge_source
from verifier.replay.reader import read
from verifier.sheet import Sheet
from verifier.verdict import Verdict

SHARED = Path(__file__).resolve().parents[2] / "shared"

needs_records = pytest.mark.skipif(
    not (SHARED / "data").is_dir(), reason="the real records are not beside the repository"
)


def judged(text: str | bytes, **options: int) -> Verdict:
    """Return the verdict on a text that holds one game."""
    (verdict,) = judged_all(text, **options)
    return verdict


def game(*events: object, rules: object = "mimuw") -> str:
    """Return a Kierki replay of four players with these event lines."""
    header = {"replay": 1, "game": "kierki", "players": ["A", "B", "C", "D"], "rules": rules}
    return "".join(json.dumps(line) + "\n" for line in (header, *events))


def judged_all(text: str | bytes, **options: int) -> list[Verdict]:
    """Return the verdicts on all games of a text."""
    data = text.encode() if isinstance(text, str) else text
    return list(judge(read([data]), "test.replay", **options))


def judged_file(data: bytes) -> list[Verdict]:
    """Return the verdicts on all games of a file's bytes, with what they quote of it."""
    return list(judge_source([data], "test.replay"))


def faults(verdict: Verdict) -> list[tuple[int, str, str | None]]:
    """Return event, name and seat of every finding that is no notice."""
    return [told(finding) for finding in verdict.findings if finding.rule.fault_class is not FaultClass.NOTICE]


def notices(verdict: Verdict) -> list[tuple[int, str, str | None]]:
    """Return event, name and seat of every notice."""
    return [told(finding) for finding in verdict.findings if finding.rule.fault_class is FaultClass.NOTICE]


def told(finding: Finding) -> tuple[int, str, str | None]:
    """Return event, name and seat of a finding."""
    return finding.place.event, finding.rule.name, None if finding.seat is None else SEATS[finding.seat]


def glanced_at(text: str | bytes) -> tuple[Verdict, bool]:
    """Return the verdict on the first game of a text, and whether a glance was enough; all must be the judge's."""
    data = text if isinstance(text, bytes) else text.encode()
    verdicts = list(judge_source([data], "a.replay"))
    judged = list(judge(read([data]), "a.replay"))
    assert len(verdicts) == len(judged)
    for ours, full in zip(verdicts, judged, strict=True):
        for name in Verdict.__struct_fields__:
            # Only a source has lines that can be quoted.
            if name not in {"sheet", "quotes"}:
                assert getattr(ours, name) == getattr(full, name), name
        for part in fields(Sheet):
            assert getattr(ours.sheet, part.name) == getattr(full.sheet, part.name), part.name
    return verdicts[0], isinstance(verdicts[0].sheet, GlancedSheet)
