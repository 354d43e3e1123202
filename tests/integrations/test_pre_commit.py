"""The hooks, run by pre-commit on a repository of somebody else's."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]

HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())

needs_git = pytest.mark.skipif(
    shutil.which("git") is None or not (ROOT / ".git").exists(),
    reason="pre-commit takes the hooks from a git repository",
)


def git(folder: Path, *words: str) -> None:
    """Run git in a folder, with nobody's settings."""
    settings = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "GIT_CONFIG_COUNT": "3"}
    for number, (key, value) in enumerate(
        {"user.name": "n", "user.email": "e@x", "init.defaultBranch": "main"}.items()
    ):
        settings |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, env=os.environ | settings)


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_hook_is_asked_for_replays_only(hook):
    compressed = hook["id"] == "verifier"
    names = {
        "a.replay": True,
        "a/b.replay.gz": compressed,
        "b.replay.zst": compressed,
        "a.replays": False,
        "a.json": False,
    }
    assert {name: bool(re.search(hook["files"], name)) for name in names} == names
    assert hook["language"] == "python"
    assert hook["require_serial"] is True


@needs_git
def test_pre_commit_runs_the_hook(tmp_path):
    """One environment is made, as for any user; then a clean replay passes, and a faulty one does not."""
    repository = tmp_path / "club"
    repository.mkdir()
    samples = ROOT / "replays" / "kings_reverse"
    shutil.copy(samples / "four-players-clean.replay", repository / "clean.replay")
    shutil.copy(samples / "wrong-challenge-ruling.replay", repository / "faulty.replay")
    git(repository, "init", "-q")
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "games")
    surroundings = os.environ | {"PRE_COMMIT_HOME": str(tmp_path / "home"), "VERIFIER_COMPILE": "no"}

    def hook(*files: str) -> subprocess.CompletedProcess[str]:
        words = [sys.executable, "-m", "pre_commit", "try-repo", str(ROOT), "verifier", "--verbose", "--files", *files]
        return subprocess.run(
            words, cwd=repository, env=surroundings, capture_output=True, text=True, timeout=300, check=False
        )

    done = hook("clean.replay")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 game in 1 file: 1 clean" in done.stdout
    done = hook("clean.replay", "faulty.replay")
    assert done.returncode == 1
    assert "REV503 challenge-wrong-verdict" in done.stdout
