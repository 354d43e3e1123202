"""Format `sarif`: SARIF 2.1.0 for GitHub's code scanning and whoever else reads it, within the limits that GitHub sets.

The keys of an object may stand in any order, so the results come first, as they come, and the rules that occur last.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct, field, json

from verifier._version import __version__
from verifier.catalogue.rules import RULES, RulePage, page_of
from verifier.finding import FaultClass, Finding
from verifier.reports.entries import fingerprint, json_text
from verifier.reports.services import Fingerprints, Span, carried, carried_path, span_of, uri_of
from verifier.reports.wording import note_words, sentence, summary_words
from verifier.verdict import Outcome, Summary, Verdict

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
ROOT: Final = "%SRCROOT%"

MOST_RESULTS: Final = 5000
"""Results that GitHub keeps of a run."""
MOST_NOTICES: Final = 1000
"""Notices among them, so that faults that come later have room."""
MOST_STEPS: Final = 1000
"""Steps of one code flow that GitHub keeps."""
LONGEST_DESCRIPTION: Final = 1024


class _Struct(Struct, frozen=True, rename="camel", omit_defaults=True):
    pass


class Message(_Struct, frozen=True):
    """A text, and the same in Markdown; neither may be empty."""

    text: str
    markdown: str | None = None


class ArtifactLocation(_Struct, frozen=True):
    """Where a file is."""

    uri: str
    uri_base_id: str | None = None


class Region(_Struct, frozen=True):
    """Part of a line; the end column is the first behind it."""

    start_line: int
    start_column: int
    end_line: int
    end_column: int


class PhysicalLocation(_Struct, frozen=True):
    """Part of a line of a file."""

    artifact_location: ArtifactLocation
    region: Region


class Location(_Struct, frozen=True):
    """A place, and what there is to say about it."""

    physical_location: PhysicalLocation
    message: Message | None = None


class ThreadFlowLocation(_Struct, frozen=True):
    """One step."""

    location: Location


class ThreadFlow(_Struct, frozen=True):
    """Steps, in order."""

    locations: list[ThreadFlowLocation]


class CodeFlow(_Struct, frozen=True):
    """The events that prove a finding."""

    thread_flows: list[ThreadFlow]


class Where(_Struct, frozen=True):
    """Where in the game a finding stands, and what it rests on."""

    game: int
    hand: int
    event: int
    clause: str | None = None


class Result(_Struct, frozen=True):
    """A finding."""

    rule_id: str
    rule_index: int
    level: str
    message: Message
    locations: list[Location]
    partial_fingerprints: dict[str, str]
    code_flows: list[CodeFlow] | None = None
    properties: Where | None = None


class Configuration(_Struct, frozen=True):
    """How grave what a rule names is."""

    level: str


class RuleProperties(_Struct, frozen=True):
    """What GitHub sorts rules by."""

    tags: list[str]
    severity: str = field(name="problem.severity")


class ReportingDescriptor(_Struct, frozen=True):
    """A rule."""

    id: str
    name: str
    short_description: Message
    full_description: Message
    help: Message
    default_configuration: Configuration
    properties: RuleProperties


GUID: Final = "28936e6c-2ca4-4ba9-ac11-1d422a320d0c"
"""Names the program wherever it is; there is no page with an address of its own that could do so."""


class ToolComponent(_Struct, frozen=True):
    """The program."""

    name: str
    version: str
    semantic_version: str
    guid: str
    information_uri: str
    rules: list[ReportingDescriptor]


class Tool(_Struct, frozen=True):
    """What has made the results."""

    driver: ToolComponent


class Notification(_Struct, frozen=True):
    """Something about the run as a whole."""

    level: str
    message: Message


class Invocation(_Struct, frozen=True):
    """The run."""

    execution_successful: bool
    tool_execution_notifications: list[Notification]


class _Found(Struct, array_like=True, frozen=True):
    """What is carried of a finding to where the report is written."""

    code: str
    text: str
    span: Span
    steps: list[tuple[Span, str]]
    fingerprint: str
    where: Where


def level_of(fault_class: FaultClass) -> str:
    """Return the level of a class of findings."""
    return "note" if fault_class is FaultClass.NOTICE else "error"


class SarifReport:
    """Writes one run; remembers the rules that have occurred, fingerprints and how many results there are."""

    def __init__(self) -> None:
        self._indices: dict[str, int] = {}
        self._marks = Fingerprints()
        self._results = self._notices = self._left_out = 0

    def begin(self) -> str:
        """Open the run and its results."""
        return f'{{"$schema":"{SCHEMA}","version":"2.1.0","runs":[{{"columnKind":"unicodeCodePoints","results":['

    def game(self, verdict: Verdict) -> Sequence[str]:
        """Return the path and the findings of a game, a piece each; nothing for a clean one."""
        if verdict.outcome is Outcome.CLEAN or not verdict.findings:
            return ()
        found = [json.encode(_found(finding, verdict)).decode() for finding in verdict.findings]
        return (carried(verdict.path), *found)

    def put(self, pieces: Sequence[str]) -> str:
        """Write the findings as results, as many as GitHub keeps."""
        path = carried_path(pieces[0])
        uri = uri_of(path)
        file = ArtifactLocation(uri, None if ":" in uri else ROOT)
        written = []
        for piece in pieces[1:]:
            found = json.decode(piece, type=_Found)
            level = level_of(RULES[found.code].rule.fault_class)
            if self._results >= MOST_RESULTS or (level == "note" and self._notices >= MOST_NOTICES):
                self._left_out += 1
                continue
            comma = "," if self._results else ""
            self._results += 1
            self._notices += level == "note"
            written.append(f"{comma}\n{json_text(self._result(found, level, file))}")
        return "".join(written)

    def _result(self, found: _Found, level: str, file: ArtifactLocation) -> Result:
        index = self._indices.setdefault(found.code, len(self._indices))
        mark = f"{found.fingerprint}:{self._marks.number(found.fingerprint)}"
        steps = [ThreadFlowLocation(_location(file, span, words)) for span, words in found.steps]
        return Result(
            found.code,
            index,
            level,
            Message(found.text),
            [_location(file, found.span)],
            {"primaryLocationLineHash": mark, "verifierFinding/v1": mark},
            [CodeFlow([ThreadFlow(steps)])] if steps else None,
            found.where,
        )

    def end(self, summary: Summary) -> str:
        """Close the results and write the rules that occur, and what is not listed."""
        rules = [_rule(code) for code in self._indices]
        driver = ToolComponent("verifier", __version__, __version__, GUID, f"urn:uuid:{GUID}", rules)
        more = f',"originalUriBaseIds":{{"{ROOT}":{json_text({"description": {"text": _ROOT_WORDS}})}}}'
        if self._left_out:
            words = f"{self._left_out} more findings are not listed here. {summary_words(summary)}"
            invocation = Invocation(True, [Notification("note", Message(_unlinked(words)))])  # noqa: FBT003
            more += f',"invocations":[{json_text(invocation)}]'
        return f'\n],"tool":{json_text(Tool(driver))}{more}}}]}}\n'


_LITERALLY: Final = str.maketrans({"[": "\\[", "]": "\\]", "{": "{{", "}": "}}"})
_ROOT_WORDS: Final = "The folder in which the program was started."


def _found(finding: Finding, verdict: Verdict) -> _Found:
    place = finding.place
    words = sentence(finding, verdict.players)
    steps = [(related.place, note_words(related.note)) for related in finding.related]
    if steps:
        steps = sorted([*steps[: MOST_STEPS - 1], (place, words)])
    return _Found(
        finding.rule.code,
        _unlinked(words),
        span_of(place, verdict),
        [(span_of(there, verdict), _unlinked(shown)) for there, shown in steps],
        fingerprint(finding, verdict.id),
        Where(verdict.game, place.hand, place.event, finding.clause),
    )


def _location(file: ArtifactLocation, span: Span, words: str | None = None) -> Location:
    region = Region(span.line, span.column, span.line, span.end)
    return Location(PhysicalLocation(file, region), None if words is None else Message(words))


def _unlinked(words: str) -> str:
    """Return a text in which nothing is a link or a place to be filled in (SARIF 2.1.0, sections 3.11.5 and 3.11.6)."""
    return words.translate(_LITERALLY)


def _rule(code: str) -> ReportingDescriptor:
    rule, grounds = RULES[code]
    title = f"{rule.title[:1].upper()}{rule.title[1:]}."
    pages: dict[str, RulePage] = {}
    for game in grounds:
        page = page_of(code, game)
        if page is not None and page not in pages.values():
            pages[game] = page
    explanation = next((" ".join(page.explanation) for page in pages.values()), title)
    full = explanation if len(explanation) <= LONGEST_DESCRIPTION else title
    level = level_of(rule.fault_class)
    tags = [rule.fault_class.value, *grounds][:10]
    severity = "recommendation" if level == "note" else "error"
    return ReportingDescriptor(
        code,
        rule.name,
        Message(title),
        Message(full),
        _help(code, title, pages),
        Configuration(level),
        RuleProperties(tags, severity),
    )


def _help(code: str, title: str, pages: dict[str, RulePage]) -> Message:
    """Return the pages of a rule; a game is named where another has another page."""
    text, markdown = [title], [title]
    for game, page in pages.items():
        if len(pages) > 1:
            text.append(f"In {game}:")
            markdown.append(f"## {game}")
        text += [*page.explanation, "At the table:", *page.at_the_table]
        markdown += [*page.explanation, "**At the table**", *page.at_the_table]
    ask = f"verifier rule {code}"
    text.append(f"A replay that breaks the rule and its legal twin: {ask}")
    markdown.append(f"A replay that breaks the rule and its legal twin: `{ask}`")
    return Message("\n\n".join(text), "\n\n".join(markdown))
