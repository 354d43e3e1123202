"""Which findings count: what is not selected is taken out of a verdict before anybody hears of it.

Format findings count whatever is selected: a game with a line that cannot be read is not verified.
"""

import os
import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from verifier.finding import FaultClass
from verifier.verdict import Outcome, Verdict

ALL: Final = "ALL"
ROOM: Final = 10_000
"""Findings of a game among which is selected; further ones are counted if they are selected, and not listed."""

_WILD: Final = re.compile(r"(\*\*/|\*\*+|\*|\?)")


class UnknownSelectorError(ValueError):
    """A word that selects no rule; `near` are selectors that may have been meant."""

    def __init__(self, word: str, near: Sequence[str]) -> None:
        super().__init__(word)
        self.word, self.near = word, near


class FileIgnores(Struct, frozen=True):
    """The codes that do not count in the files that a pattern matches.

    `*` and `?` stand for what has no `/`, `**` for anything. A pattern without `/` is one of file names, any other one
    of paths as they are given; with a `root`, of what stands below this folder, relative paths being those from `here`.
    """

    pattern: str
    codes: tuple[str, ...]
    root: str = ""
    here: str = ""

    def match(self, path: str) -> bool:
        """Return whether the file at this path is meant."""
        path = path.replace(os.sep, "/")
        if "/" not in self.pattern:
            return _matches(self.pattern, posixpath.basename(path))
        if not self.root:
            return _matches(self.pattern, path)
        path, root = posixpath.normpath(posixpath.join(self.here, path)), self.root.rstrip("/") + "/"
        return path.startswith(root) and _matches(self.pattern, path.removeprefix(root))


class Selection(Struct, frozen=True):
    """The codes that do not count, and those that do not count in some files."""

    ignored: tuple[str, ...] = ()
    files: tuple[FileIgnores, ...] = ()

    def ignored_in(self, path: str) -> frozenset[str]:
        """Return the codes that do not count in a file."""
        return frozenset(self.ignored).union(*(some.codes for some in self.files if some.match(path)))


def leave_out(verdict: Verdict, ignored: frozenset[str]) -> None:
    """Take the findings of these codes out of a verdict, and let its outcome follow; its sheet stays as it is."""
    counts, noticed = verdict.counts, verdict.noticed
    if ignored.isdisjoint(counts) and ignored.isdisjoint(noticed):
        return
    verdict.findings = [finding for finding in verdict.findings if finding.rule.code not in ignored]
    for code in ignored:
        del counts[code], noticed[code]
    verdict.notices = noticed.total()
    acquit(verdict)


def acquit(verdict: Verdict) -> None:
    """Let a faulty game of which no fault is left be clean where all of it was judged, else undecided."""
    if verdict.outcome is Outcome.FAULTY and not verdict.counts:
        verdict.outcome = Outcome.CLEAN if verdict.judged_whole else Outcome.UNDECIDED


def ignored_by(select: Iterable[str], ignore: Iterable[str]) -> tuple[str, ...]:
    """Return the codes that do not count where these selectors are given; without any `select` all rules are selected.

    A selector is a code, the beginning of some, the name of a rule, or ALL. Of those that match a rule the longest
    decides; of two that are equally long, `ignore`. Raises UnknownSelectorError.
    """
    chosen, left = _prefixes(select) or {""}, _prefixes(ignore)
    return tuple(code for code in _selectable() if _longest(left, code) >= _longest(chosen, code))


def codes_of(selectors: Iterable[str]) -> tuple[str, ...]:
    """Return the codes that these selectors match, without those of format findings. Raises UnknownSelectorError."""
    prefixes = _prefixes(selectors)
    return tuple(code for code in _selectable() if _longest(prefixes, code) >= 0)


def _selectable() -> list[str]:
    from verifier.catalogue.rules import RULES  # noqa: PLC0415 - judging never reads the catalogue

    return [code for code, entry in RULES.items() if entry.rule.fault_class is not FaultClass.FORMAT]


def _longest(prefixes: Iterable[str], code: str) -> int:
    """Return the length of the longest of the prefixes that a code has, -1 where it has none."""
    return max((len(prefix) for prefix in prefixes if code.startswith(prefix)), default=-1)


def _prefixes(selectors: Iterable[str]) -> set[str]:
    return {_prefix(word) for word in selectors}


def _prefix(word: str) -> str:
    """Return with what the codes begin that a selector matches."""
    from verifier.catalogue.rules import RULES, find_rule, similar  # noqa: PLC0415 - judging never reads the catalogue

    upper = word.upper()
    if upper == ALL:
        return ""
    # A family has three letters: less of it would match families that have nothing to do with each other.
    if len(upper) >= 3 and any(code.startswith(upper) for code in RULES):
        return upper
    code = find_rule(word)
    if code is None:
        known = [ALL, *sorted({code[:3] for code in RULES}), *RULES, *(entry.rule.name for entry in RULES.values())]
        raise UnknownSelectorError(word, similar(word, known))
    return code


def _matches(pattern: str, path: str) -> bool:
    """Return whether a pattern matches all of a path; the time it takes is that of both lengths multiplied."""
    path = path.removeprefix("./")
    # How much of the path what has been seen of the pattern may match.
    reached = {0}
    for wild, part in enumerate(_WILD.split(pattern.removeprefix("./"))):
        # Every other part is a wild card.
        if wild % 2:
            reached = {*_beyond(part, reached, path)}
        else:
            reached = {at + len(part) for at in reached if path.startswith(part, at)}
    return len(path) in reached


def _beyond(wild: str, reached: set[int], path: str) -> Iterator[int]:
    """Yield how much of the path is matched with a wild card too."""
    if wild == "?":
        yield from (at + 1 for at in reached if path[at : at + 1] not in {"", "/"})
        return
    goes_on = False
    for at in range(min(reached), len(path) + 1) if reached else ():
        behind_slash = path[at - 1 : at] == "/"
        match wild:
            case "*":
                goes_on &= not behind_slash
            case "**/":
                goes_on = behind_slash
            case _:
                goes_on = True
        goes_on |= at in reached
        if goes_on:
            yield at
