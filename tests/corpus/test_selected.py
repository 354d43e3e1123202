"""With a selection and a baseline the report is the same too, however the work is cut and whoever does it."""

import pytest

from verifier.baseline import baseline_at
from verifier.corpus.judging import judge_part
from verifier.corpus.plan import Plan
from verifier.replay.parts import Part

from .conftest import FAULTY

FAULTS = 2
"""Faults of the disputed match."""


@pytest.mark.parametrize("output_format", ["full", "json"])
def test_in_processes(hostile, verifier_run, part_size, tmp_path, output_format):
    part_size(5000)
    made = [verifier_run("baseline", "update", tmp_path / f"base{jobs}", hostile / "a-many.replay", "--jobs", jobs)
            for jobs in (1, 2)]  # fmt: skip
    assert made[0][0] == made[1][0] == 0
    assert (tmp_path / "base1").read_bytes() == (tmp_path / "base2").read_bytes()
    base = tmp_path / "base1"
    assert base.read_bytes().count(b"\n") > 10
    arguments = ["check", hostile, "--baseline", base, "--output-format", output_format, "--statistics"]
    arguments += ["--ignore", "KRK2", "--per-file-ignores", "n-many/*:SUM", "--max-findings", 2]
    alone = verifier_run(*arguments, "--jobs", 1)
    assert verifier_run(*arguments, "--jobs", 2) == alone
    assert alone[0] == 2
    assert "accepted" in alone[1]
    for _ in range(2):
        assert verifier_run(*arguments, "--jobs", 1, "--resume", tmp_path / "journal") == alone
    with base.open("a") as file:
        file.write(base.read_text().splitlines(keepends=True)[-1])
    assert verifier_run(*arguments, "--resume", tmp_path / "journal")[0] == 2


def test_a_baseline_that_is_changed_meanwhile_is_told(tmp_path, verifier_run):
    (tmp_path / "a.replay").write_bytes(FAULTY)
    assert verifier_run("baseline", "update", tmp_path / "base", tmp_path / "a.replay")[0] == 0
    plan = Plan(baseline=baseline_at("base", str(tmp_path)))
    (judged,) = judge_part(Part(str(tmp_path / "a.replay")), plan)
    assert (judged.failed, judged.summary.accepted) == (False, FAULTS)
    (tmp_path / "base").write_text('{"baseline":1}\n', encoding="utf-8")
    baseline_at("base", str(tmp_path))
    (judged,) = judge_part(Part(str(tmp_path / "a.replay")), plan)
    assert (judged.failed, judged.summary.games) == (True, 0)
    assert "no longer what it was" in judged.said[0]
