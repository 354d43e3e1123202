"""The problem matchers for editors: every line of the format concise is one for them, with all its parts."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EDITORS = ROOT / "editors"


@pytest.fixture(scope="module")
def lines():
    """What the format concise says of the samples."""
    words = [sys.executable, "-m", "verifier", "check", "--output-format", "concise", "replays"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 1
    return done.stdout.splitlines()


def matched(pattern: dict, line: str) -> dict[str, str] | None:
    """Return what a pattern finds in a line, by the names of its groups."""
    found = re.fullmatch(pattern["regexp"], line)
    return found and {name: found[group] for name, group in pattern.items() if name != "regexp"}


def test_each_line_has_one_matcher(lines):
    matchers = json.loads((EDITORS / "problem-matcher.json").read_text())["problemMatcher"]
    met = set()
    for line in lines:
        (owner, found), *others = [
            (matcher["severity"], found)
            for matcher in matchers
            if (found := matched(matcher["pattern"][0], line)) is not None
        ]
        assert not others
        assert (ROOT / found["file"]).is_file()
        assert int(found["line"]) >= 1
        assert int(found["column"]) >= 1
        assert found["message"]
        assert (owner == "notice") == bool(re.search(r": [A-Z]{3}[0-9]{3} [a-z0-9-]+ notice: ", line))
        met.add(owner)
    assert met == {"error", "notice"}


def test_the_task_matches_them_all(lines):
    (task,) = json.loads((EDITORS / "vscode-tasks.json").read_text())["tasks"]
    assert task["args"][:3] == ["check", "--output-format", "concise"]
    assert all(matched(task["problemMatcher"]["pattern"], line) for line in lines)
