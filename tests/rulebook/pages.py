"""The pages of the rulebook: what they say, the replays they show, and the data file that the program takes from them.

Run as a program (`python tests/rulebook/pages.py`) it writes that file anew.
"""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

BOOK = Path(__file__).resolve().parent
PAGES_FILE = BOOK.parents[1] / "verifier" / "catalogue" / "pages.json"
CLEAN_MATCH = BOOK / "kierki" / "parts" / "clean-match.txt"

TITLE = re.compile(r"# (?:(?P<code>[A-Z]{3}[0-9]{3}) )?(?P<name>[a-z0-9_-]+)")
HEAD = re.compile(r"- (?P<key>[a-z ]+): (?P<value>.+)")
FENCE = re.compile(r"```(?P<kind>\S*)(?P<attributes>.*)")
FINDING = re.compile(
    r"(?P<name>[a-z-]+) \((?P<fault_class>[a-z]+)\) "
    r"at event (?P<event>\d+), hand (?P<hand>\d+)(?:, seat (?P<seat>[a-p]))?"
)
PRELUDE = re.compile(r"\{\{the first (?P<number>\d+) deals?\}\}")
ATTRIBUTE = re.compile(r"no-final-newline|gzip(?:-cut=\d+)?|stretch=\d+")

LONGEST_LINE = 1 << 20


class Expected(NamedTuple):
    """What the judge is to say of a replay: the verdict, and a line for each finding."""

    verdict: str
    findings: list[str]


class Example(NamedTuple):
    """A replay of a page: the lines as the page shows them, the attributes of its fence, what is expected of it.

    In a page of an option the second expectation is that of the same replay with the option at its default.
    """

    lines: list[str]
    attributes: list[str]
    expected: list[Expected]

    def text(self) -> list[str]:
        """Return the lines with every prelude written out."""
        return [line for shown in self.lines for line in expand(shown)]

    def content(self, lines: list[str] | None = None) -> bytes:
        """Return the bytes of the replay file, `lines` in place of its own where they are given."""
        text = "".join(f"{line}\n" for line in lines or self.text())
        content = text.encode()
        for attribute in self.attributes:
            name, _, value = attribute.partition("=")
            if name == "no-final-newline":
                content = content.removesuffix(b"\n")
            elif name == "stretch":
                content = _stretched(content, int(value))
            elif name == "gzip":
                content = gzip.compress(content, mtime=0)
            elif name == "gzip-cut":
                content = gzip.compress(content, mtime=0)[: -int(value)]
        return content

    def suffix(self) -> str:
        """Return how the file's name must end."""
        return ".replay.gz" if any(name.startswith("gzip") for name in self.attributes) else ".replay"


class Section(NamedTuple):
    """A part of a page under one heading: its prose, paragraph by paragraph, and its replay, if it has one."""

    prose: list[str]
    example: Example | None


class Page(NamedTuple):
    """A page: where it stands, its title and head, its opening prose, and its sections by heading."""

    path: Path
    shelf: str
    code: str | None
    name: str
    head: dict[str, str]
    prose: list[str]
    sections: dict[str, Section]


def expand(line: str) -> list[str]:
    """Return a line of a shown replay, or the deals of the clean match that it stands for."""
    prelude = PRELUDE.fullmatch(line)
    if prelude is None:
        return [line]
    number = int(prelude["number"])
    deals = 0
    lines = []
    for part in clean_match():
        deals += part.startswith('["deal"')
        if deals <= number:
            lines.append(part)
    assert 1 <= number <= deals, line
    return lines


def clean_match() -> list[str]:
    """Return the event lines of the clean match; the prose above them is left out."""
    return [line for line in CLEAN_MATCH.read_text(encoding="utf-8").splitlines() if line.startswith("[")]


def _stretched(content: bytes, number: int) -> bytes:
    lines = content.split(b"\n")
    lines[number - 1] = lines[number - 1].ljust(LONGEST_LINE + 1)
    return b"\n".join(lines)


def rule_pages() -> list[Page]:
    """Return the pages of rules, shelf by shelf, in the order of their codes."""
    return [read(path) for path in sorted(BOOK.glob("*/*.md"))]


def option_pages() -> list[Page]:
    """Return the pages of house-rule options."""
    return [read(path) for path in sorted(BOOK.glob("*/options/*.md"))]


def read(path: Path) -> Page:
    """Return the page of a file; AssertionError where it is not written as README.md says."""
    first, *lines = path.read_text(encoding="utf-8").splitlines()
    title = TITLE.fullmatch(first)
    assert title is not None, f"{path.name}: {first}"
    head: dict[str, str] = {}
    while lines and (not lines[0] or lines[0].startswith("- ")):
        line = lines.pop(0)
        entry = HEAD.fullmatch(line)
        assert entry is not None or not line, f"{path.name}: {line}"
        if entry is not None:
            head[entry["key"]] = entry["value"]
    parts: dict[str, list[str]] = {"": []}
    heading = ""
    for line in lines:
        if line.startswith("## "):
            heading = line.removeprefix("## ")
            assert heading not in parts, f"{path.name}: {heading} twice"
            parts[heading] = []
        else:
            parts[heading].append(line)
    opening = _section(path, parts.pop(""))
    assert opening.example is None, f"{path.name}: a replay above the first heading"
    sections = {heading: _section(path, part) for heading, part in parts.items()}
    return Page(path, path.relative_to(BOOK).parts[0], title["code"], title["name"], head, opening.prose, sections)


def _section(path: Path, lines: list[str]) -> Section:
    prose: list[str] = []
    example: Example | None = None
    for kind, attributes, text in _blocks(lines):
        if kind == "prose":
            prose.append(" ".join(text))
        elif kind == "replay":
            assert example is None, f"{path.name}: two replays under one heading"
            assert all(map(ATTRIBUTE.fullmatch, attributes)), f"{path.name}: {attributes}"
            example = Example(text, attributes, [])
        else:
            assert kind == "expect", f"{path.name}: a block {kind!r} here"
            assert example is not None, f"{path.name}: an expectation before its replay"
            first, *findings = text
            assert first.startswith("verdict: "), f"{path.name}: {first}"
            assert all(map(FINDING.fullmatch, findings)), f"{path.name}: {findings}"
            example.expected.append(Expected(first.removeprefix("verdict: "), findings))
    return Section(prose, example)


def _blocks(lines: list[str]) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield the paragraphs (kind `prose`) and fenced blocks (kind as fenced, with attributes) of a section."""
    kind, attributes, text = "prose", "", list[str]()
    for line in [*lines, ""]:
        fence = FENCE.fullmatch(line)
        if kind == "prose" and (fence or not line):
            if text:
                yield kind, [], text
            text = []
            if fence:
                kind, attributes = fence["kind"], fence["attributes"]
        elif fence:
            yield kind, attributes.split(), text
            kind, text = "prose", []
        else:
            text.append(line)
    assert kind == "prose", "a fence is not closed"


def pages_text() -> str:
    """Return the data file of the program: every rule page by shelf and code, and the clean match written once."""
    shelves: dict[str, dict[str, Any]] = {}
    for page in rule_pages():
        assert page.code is not None, page.path.name
        shelves.setdefault(page.shelf, {})[page.code] = _entry(page)
    data = {"clean_match": clean_match(), "pages": shelves}
    return json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _entry(page: Page) -> dict[str, Any]:
    breaks, legal = page.sections["Breaks it"].example, page.sections["Legal twin"].example
    assert breaks is not None, page.path.name
    assert legal is not None, page.path.name
    return {
        "explanation": page.prose,
        "at_the_table": page.sections["At the table"].prose,
        "breaks": _shown(breaks),
        "legal": _shown(legal),
    }


def _shown(example: Example) -> dict[str, Any]:
    expected = example.expected[0]
    return {
        "replay": example.lines,
        "attributes": example.attributes,
        "verdict": expected.verdict,
        "findings": expected.findings,
    }


if __name__ == "__main__":
    PAGES_FILE.write_text(pages_text(), encoding="utf-8", newline="\n")
