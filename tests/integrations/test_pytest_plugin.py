"""Replays as tests: the plugin in a run of pytest of its own, as somebody else's project would have it."""

import gzip
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = sorted((ROOT / "replays").rglob("*.replay"))


@pytest.fixture
def run_pytest(tmp_path):
    """Run pytest in an empty project; return what came of it."""
    (tmp_path / "pytest.ini").write_text("[pytest]\nfilterwarnings = error\n")

    def run(*arguments):
        words = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", *map(str, arguments)]
        return subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)

    return run


def outcomes(report: Path) -> dict[str, str]:
    """Return what a JUnit file of pytest says of each test: passed, or the tag below it."""
    return {
        case.get("name", ""): next((child.tag for child in case), "passed")
        for case in ET.parse(report).iter("testcase")
    }


def write(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def sample(name: str) -> str:
    return (ROOT / "replays" / name).read_text(encoding="utf-8")


def test_the_samples_are_tests(run_pytest, tmp_path):
    done = run_pytest("--verifier", *SAMPLES, f"--junitxml={tmp_path / 'report.xml'}")
    assert done.returncode == 1
    expected = {path: path.with_name(path.name.replace(".replay", ".expected.txt")).read_text() for path in SAMPLES}
    clean = sum(": clean;" in text or "1 clean" in text for text in expected.values())
    assert f"{clean} passed" in done.stdout
    assert f"{len(SAMPLES) - clean} failed" in done.stdout


def test_a_failure_says_what_check_says(run_pytest, tmp_path):
    write(tmp_path, "a.replay", sample("kierki/match-disputed.replay"))
    done = run_pytest("--verifier", "a.replay")
    told = subprocess.run(
        [sys.executable, "-m", "verifier", "check", "a.replay"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    report, _summary = told.rsplit("\n\n", 1)
    assert done.returncode == 1
    assert report in done.stdout
    assert "Traceback" not in done.stdout


def test_nothing_is_collected_unasked(run_pytest, tmp_path):
    write(tmp_path, "a.replay", sample("kierki/match-disputed.replay"))
    write(tmp_path, "test_one.py", "import sys\n\ndef test_one():\n    assert 'verifier.referee' not in sys.modules\n")
    done = run_pytest("-q")
    assert (done.returncode, "1 passed" in done.stdout) == (0, True)


def test_games_have_names_of_their_own(run_pytest, tmp_path):
    clean = sample("kings_reverse/four-players-clean.replay")
    header, rest = clean.split("\n", 1)
    named = header[:-1] + ',"id":"final"}\n' + rest if '"id"' not in header else clean
    write(tmp_path, "a.replay.gz", gzip.compress((named + named).encode()))
    done = run_pytest("--verifier", "a.replay.gz", f"--junitxml={tmp_path / 'report.xml'}")
    assert done.returncode == 0, done.stdout
    found = outcomes(tmp_path / "report.xml")
    assert len(found) == 2
    assert set(found.values()) == {"passed"}


def test_undecided_games_fail_or_are_skipped(run_pytest, tmp_path):
    whole = sample("kierki/match-disputed.replay").splitlines(keepends=True)
    write(tmp_path, "a.replay", "".join(whole[:2]))
    done = run_pytest("--verifier", "a.replay")
    assert (done.returncode, "1 failed" in done.stdout) == (1, True)
    done = run_pytest("--verifier", "--verifier-allow-undecided", "a.replay", "-rs")
    assert (done.returncode, "no fault proved" in done.stdout) == (0, True)


@pytest.mark.parametrize(
    ("name", "content"),
    [("a.replay", b""), ("a.replay.gz", b""), ("a.replay", sample("kierki/match-disputed.replay")[:-1])],
)
def test_what_cannot_be_verified_does_not_pass(run_pytest, tmp_path, name, content):
    write(tmp_path, name, content)
    assert run_pytest("--verifier", name).returncode in {1, 2}


def test_a_hostile_id_is_harmless(run_pytest, tmp_path):
    text = sample("kierki/match-disputed.replay")
    hostile = "\\u001b]8;;http://x\\u0007::error \\u202e[/bold]"
    write(tmp_path, "a.replay", text.replace("club-evening-2", hostile))
    done = run_pytest("--verifier", "a.replay", "-v", f"--junitxml={tmp_path / 'report.xml'}")
    assert done.returncode == 1
    assert "TRK201 revoke" in done.stdout
    assert "\x1b" not in done.stdout
    assert "\u202e" not in done.stdout
