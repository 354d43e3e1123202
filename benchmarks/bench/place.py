"""The benchmark's own virtual environment: the peers, and this project as a user installs it."""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

from bench.rounds import say

BENCHMARKS = Path(__file__).resolve().parent.parent
ROOT = BENCHMARKS.parent
WORK = BENCHMARKS / ".work"
PACKAGES = {"chess": "chess", "pyspiel": "open_spiel", "pokerkit": "pokerkit", "rlcard": "rlcard"}
"""Modules of the peers, and the packages that bring them."""

_MISSING = "import sys, importlib.util as u; print(*[m for m in sys.argv[1:] if not u.find_spec(m)])"


def ready() -> tuple[Path, list[str]]:
    """Return the environment's Python, and a note on each peer that cannot be installed. Raises CalledProcessError."""
    home = WORK / f"venv-{sys.version_info.major}.{sys.version_info.minor}"
    python = home / "bin" / "python"
    if not python.exists():
        say("making the virtual environment")
        subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
    notes = []
    missing = subprocess.run([python, "-c", _MISSING, *PACKAGES], check=True, capture_output=True, text=True).stdout
    for module in missing.split():
        say(f"installing {PACKAGES[module]}")
        done = _install(python, PACKAGES[module])
        if done.returncode:
            reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            notes.append(f"{PACKAGES[module]} could not be installed and is left out: {reason}")
    _install_project(python, home / "installed")
    return python, notes


def _install(python: Path, what: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([python, "-m", "pip", "install", "-q", what], check=False, capture_output=True, text=True)


def _install_project(python: Path, stamp: Path) -> None:
    """Install a fresh copy of the sources, unless those installed are the same."""
    sources = [ROOT / name for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE") if (ROOT / name).exists()]
    sources += [path for path in sorted((ROOT / "verifier").rglob("*")) if path.is_file() and _is_source(path)]
    state = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
    if stamp.exists() and stamp.read_text() == state:
        return
    say("installing the project")
    copy = WORK / "source"
    shutil.rmtree(copy, ignore_errors=True)
    for path in sources:
        target = copy / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    done = _install(python, str(copy))
    if done.returncode:
        raise RuntimeError(f"the project cannot be installed:\n{done.stderr}")
    stamp.write_text(state)


def _is_source(path: Path) -> bool:
    return path.suffix not in {".pyc", ".so", ".pyd", ".c"}
