"""All that the judge makes of every replay of the rulebook: facts, legal answers, related events and the sheet.

A page says which findings there are; `verdicts.jsonl` holds what stands in them. `further.jsonl` has short replays of
the generators of `tests/oracle`, whose findings have facts, legal answers or related events that those of no page have;
the slow referees rule on them in `tests/oracle_runs`. Run as a program (`PYTHONPATH=.:tests python
tests/rulebook/test_whole_verdicts.py`) this file writes the verdicts anew: look at the difference.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.json import encode
from rulebook.pages import BOOK, Example, option_pages, rule_pages

from verifier.referee import judge
from verifier.replay.reader import read
from verifier.replay.sources import open_source
from verifier.verdict import Verdict

VERDICTS = BOOK / "verdicts.jsonl"
FURTHER = BOOK / "further.jsonl"
PART = 12
"""Replays of one test: each alone would take longer to be found than to be judged."""
TOLD = [name for name in Verdict.__struct_fields__ if name not in {"path", "header", "quotes"}]


def replays() -> Iterator[tuple[str, Example, list[str] | None]]:
    """Yield every replay: what it is called, its example, and other lines where it has them."""
    for page in (*rule_pages(), *option_pages()):
        for heading, section in page.sections.items():
            example = section.example
            if example is None:
                continue
            yield f"{page.shelf} {page.name}: {heading}", example, None
            if len(example.expected) > 1:
                header, *events = example.text()
                head = json.loads(header)
                del head["rules"][page.name]
                yield f"{page.shelf} {page.name}: {heading}: default", example, [json.dumps(head), *events]
    for entry in map(json.loads, FURTHER.read_text("utf-8").splitlines()):
        yield f"further {entry['replay']}", Example(entry["lines"], [], []), None


def whole(verdict: Verdict) -> dict[str, Any]:
    """Return all of a verdict in JSON's types, but for its header and what it quotes."""
    said = {name: getattr(verdict, name) for name in TOLD}
    said["findings"] = [{**to_builtins(finding), "rule": finding.rule.code} for finding in verdict.findings]
    said["sheet"] = asdict(verdict.sheet)
    said["seats"] = {f"{seat} {fault_class}": count for (seat, fault_class), count in verdict.seats.items()}
    # As it reads back.
    read_back: dict[str, Any] = json.loads(encode(said))
    return read_back


def judged(example: Example, lines: list[str] | None, folder: Path) -> dict[str, Any]:
    """Return what is said of a replay."""
    path = folder / f"example{example.suffix()}"
    path.write_bytes(example.content(lines))
    with open_source(str(path)) as source:
        (verdict,) = judge(read(source), path.name)
    return whole(verdict)


REPLAYS = list(replays())
RECORDED = {entry["replay"]: entry["verdict"] for entry in map(json.loads, VERDICTS.read_text("utf-8").splitlines())}


@pytest.mark.parametrize("first", range(0, len(REPLAYS), PART))
def test_the_whole_verdicts_are_those_recorded(first: int, tmp_path: Path) -> None:
    for name, example, lines in REPLAYS[first : first + PART]:
        assert (name, judged(example, lines, tmp_path)) == (name, RECORDED[name])


def test_every_replay_has_its_verdict() -> None:
    assert list(RECORDED) == [name for name, _, _ in REPLAYS]


if __name__ == "__main__":
    with TemporaryDirectory() as made:
        entries = [{"replay": name, "verdict": judged(example, lines, Path(made))} for name, example, lines in REPLAYS]
    text = "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries)
    VERDICTS.write_text(text, encoding="utf-8", newline="\n")
