"""What holds for all tests: nothing around them changes what the program writes, or where."""

import pytest


@pytest.fixture(autouse=True)
def no_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what a build service or a user has set."""
    for name in ("GITHUB_STEP_SUMMARY", "VERIFIER_OUTPUT_FORMAT"):
        monkeypatch.delenv(name, raising=False)
