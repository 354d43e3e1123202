"""The action, its steps run by a shell as a runner would run them."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text())

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="the action's steps are for bash")


@pytest.fixture
def run_action(tmp_path):
    """Run the checking step in an empty workspace, with this program where the first step would have put it."""
    programs = tmp_path / "runner" / "verifier" / "bin"
    programs.mkdir(parents=True)
    script = programs / "verifier"
    script.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m verifier "$@"\n')
    script.chmod(0o755)
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    (step,) = (step for step in ACTION["runs"]["steps"] if step.get("id") == "check")

    def run(**inputs: str) -> tuple[subprocess.CompletedProcess[str], str, str]:
        asked = {name: about["default"] for name, about in ACTION["inputs"].items()} | inputs
        variables = {}
        for name, value in step["env"].items():
            key = value.removeprefix("${{ inputs.").removesuffix(" }}")
            variables[name] = asked[key]
        output, summary = tmp_path / "output", tmp_path / "summary.md"
        surroundings = {
            "PATH": os.environ["PATH"],
            "RUNNER_TEMP": str(tmp_path / "runner"),
            "GITHUB_OUTPUT": str(output),
            "GITHUB_STEP_SUMMARY": str(summary),
            "GITHUB_ACTION_PATH": str(ROOT),
        }
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=workspace,
            env=surroundings | variables,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        return done, output.read_text(), summary.read_text() if summary.exists() else ""

    for name in ("four-players-clean", "wrong-challenge-ruling"):
        shutil.copy(ROOT / "replays" / "kings_reverse" / f"{name}.replay", workspace)
    return run


def test_every_input_reaches_the_script_as_a_variable():
    for step in ACTION["runs"]["steps"]:
        assert "${{" not in step.get("run", "")


def test_findings_become_annotations_a_table_and_a_status(run_action, tmp_path):
    done, output, summary = run_action(**{"output-formats": "sarif:verifier.sarif jsonl:verifier.jsonl"})
    assert (done.returncode, output) == (1, "status=1\n")
    assert done.stdout.startswith("::")
    assert "wrong-challenge-ruling.replay" in done.stdout
    assert "challenge-wrong-verdict" in summary
    log = json.loads((tmp_path / "workspace" / "verifier.sarif").read_text())
    assert [result["ruleId"] for result in log["runs"][0]["results"]].count("REV503") == 1
    assert (tmp_path / "workspace" / "verifier.jsonl").exists()


def test_clean_games_pass(run_action):
    done, output, _ = run_action(paths="four-players-clean.replay", annotations="false")
    assert (done.returncode, output) == (0, "status=0\n")
    assert "1 clean" in done.stdout


def test_further_words(run_action):
    done, output, _ = run_action(paths="wrong-challenge-ruling.replay\nmissing.replay", args="--exit-zero")
    assert (done.returncode, output) == (2, "status=2\n")


@pytest.mark.parametrize("paths", ["$(touch pwned)", "`touch pwned`", "a;touch pwned", "*.replay"])
def test_inputs_are_words_and_nothing_else(run_action, tmp_path, paths):
    done, output, _ = run_action(paths=paths)
    assert (done.returncode, output) == (2, "status=2\n")
    assert not (tmp_path / "workspace" / "pwned").exists()
