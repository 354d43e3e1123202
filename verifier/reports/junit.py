"""Format `junit`: a test suite a file and a test case a game, as build services read them (JUnit's XML)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final
from xml.sax.saxutils import quoteattr

from junitparser import Attr, Error, Failure, Skipped, TestCase
from junitparser.junitparser import FinalResult
from msgspec import Struct, json

from verifier.finding import FaultClass
from verifier.reports.display import display
from verifier.reports.full import game_lines, heading
from verifier.reports.services import carried, carried_path
from verifier.reports.wording import sentence, state_words, summary_words
from verifier.verdict import Outcome, Summary, Verdict

MOST_BYTES: Final = 28 << 20
"""Bytes of all cases; services refuse files that are over 30 MB."""
LONGEST_CASE: Final = 1 << 20
NAME: Final = "verifier"
NOT_ALL: Final = "Not everything could be judged."
SUFFIXES: Final = (".gz", ".zst", ".replay")

_RESULTS: Final = {Outcome.UNREADABLE: Error, Outcome.FAULTY: Failure, Outcome.UNDECIDED: Skipped}


class _Case(Struct, array_like=True, frozen=True):
    """What is carried of a game to where the report is written; texts are ready to be shown."""

    game: int
    id: str | None
    outcome: Outcome
    code: str = ""
    message: str = ""
    text: str = ""


class _GameCase(TestCase):
    """A test case with the file that it is about."""

    file = Attr("file")


class _Suite:
    """The cases of one file that are listed, with their outcome."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.cases: list[tuple[Outcome, bytes]] = []

    def parts(self) -> Iterator[bytes]:
        """Yield the element, tag by tag."""
        outcomes = Counter(outcome for outcome, _ in self.cases)
        yield f"<testsuite {_attributes(display(self.name), outcomes)}>\n".encode()
        for _, case in self.cases:
            yield case
        yield b"</testsuite>\n"


class JunitReport:
    """Keeps the cases, up to the length of the longest report, since their numbers stand before them.

    Beyond that the cases of clean games go, and beyond that others too; a last case tells how many.
    """

    def __init__(self) -> None:
        self._suites: list[_Suite] = []
        self._names: set[tuple[str, str]] = set()
        self._bytes = 0
        self._crowded = False
        self._left_out: Counter[Outcome] = Counter()

    def begin(self) -> str:
        """Write nothing: the sums stand first."""
        return ""

    def game(self, verdict: Verdict) -> Sequence[str]:
        """Return the path and the case."""
        case = _Case(verdict.game, verdict.id, verdict.outcome)
        if verdict.outcome is not Outcome.CLEAN:
            text = "\n".join([heading(verdict), *game_lines(verdict)])
            if len(text) > LONGEST_CASE:
                text = text[: text.rfind("\n", 0, LONGEST_CASE)] + "\n  \u2026"
            code, message = _first(verdict)
            case = _Case(verdict.game, verdict.id, verdict.outcome, code, message, text)
        return (carried(verdict.path), json.encode(case).decode())

    def put(self, pieces: Sequence[str]) -> str:
        """Keep the game, and write nothing yet."""
        path, case = carried_path(pieces[0]), json.decode(pieces[1], type=_Case)
        if not self._suites or self._suites[-1].name != path:
            self._suites.append(_Suite(path))
        suite = self._suites[-1]
        if self._crowded and (case.outcome is Outcome.CLEAN or self._bytes > MOST_BYTES):
            self._left_out[case.outcome] += 1
            return ""
        text = self._case(case, path)
        suite.cases.append((case.outcome, text))
        self._bytes += len(text)
        if self._bytes > MOST_BYTES and not self._crowded:
            self._thin_out()
        return ""

    def _case(self, case: _Case, path: str) -> bytes:
        shown = display(path)
        classname = _without_suffixes(shown)
        number = f"game {case.game}"
        name = display(case.id) if case.id else number
        while (classname, name) in self._names:
            name += f" ({number})"
        self._names.add((classname, name))
        element = _GameCase(name, classname, 0)
        element.file = shown
        if case.outcome is not Outcome.CLEAN:
            element.result = [_result(case.outcome, case.message, case.code, case.text)]
        return _encoded(element)

    def _thin_out(self) -> None:
        """Let the clean games go."""
        self._crowded = True
        for suite in self._suites:
            listed = [case for case in suite.cases if case[0] is not Outcome.CLEAN]
            self._left_out[Outcome.CLEAN] += len(suite.cases) - len(listed)
            suite.cases = listed
        self._bytes = sum(len(text) for suite in self._suites for _, text in suite.cases)

    def end(self, summary: Summary) -> str:
        """Write all that was kept."""
        if self._left_out:
            self._suites.append(_rest(self._left_out, summary))
        suites = [suite for suite in self._suites if suite.cases]
        outcomes = Counter(outcome for suite in suites for outcome, _ in suite.cases)
        head = f"<?xml version='1.0' encoding='UTF-8'?>\n<testsuites {_attributes(NAME, outcomes)}>\n"
        parts = (part for suite in suites for part in suite.parts())
        return b"".join([head.encode(), *parts, b"</testsuites>\n"]).decode()


def _first(verdict: Verdict) -> tuple[str, str]:
    """Return the code and the sentence of the finding that gives the game its verdict, the first of them."""
    unreadable = verdict.outcome is Outcome.UNREADABLE
    for finding in verdict.findings:
        fault_class = finding.rule.fault_class
        if fault_class is not FaultClass.NOTICE and (fault_class is FaultClass.FORMAT) >= unreadable:
            return finding.rule.code, sentence(finding, verdict.players)
    return verdict.outcome.value, " ".join(state_words(verdict)) or NOT_ALL


def _result(outcome: Outcome, message: str, code: str, text: str) -> FinalResult:
    result: FinalResult = _RESULTS[outcome](message, code)
    result.text = text
    return result


def _rest(left_out: Counter[Outcome], summary: Summary) -> _Suite:
    """Return a suite of one case: how many games are not listed; it fails where one of them is not clean."""
    suite = _Suite(NAME)
    outcome = next((one for one in _RESULTS if left_out[one]), Outcome.CLEAN)
    words = f"{left_out.total()} more games are not listed here"
    element = TestCase(words, NAME, 0)
    if outcome is not Outcome.CLEAN:
        element.result = [_result(outcome, f"{words}.", outcome.value, summary_words(summary))]
    suite.cases.append((outcome, _encoded(element)))
    return suite


def _encoded(element: TestCase) -> bytes:
    text: bytes = element.tostring()  # type: ignore[no-untyped-call]
    return text + b"\n"


def _attributes(name: str, outcomes: Counter[Outcome]) -> str:
    counts = {
        "tests": outcomes.total(),
        "failures": outcomes[Outcome.FAULTY],
        "errors": outcomes[Outcome.UNREADABLE],
        "skipped": outcomes[Outcome.UNDECIDED],
        "time": 0,
    }
    return " ".join([f"name={quoteattr(name)}", *[f'{key}="{number}"' for key, number in counts.items()]])


def _without_suffixes(path: str) -> str:
    for suffix in SUFFIXES:
        path = path.removesuffix(suffix)
    return path
