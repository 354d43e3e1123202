"""Every page of the rulebook is played: what it says must be what the judge says."""

import json
import re
from collections import Counter
from itertools import chain

import msgspec
import pytest
from rulebook.pages import (
    FINDING,
    PAGES_FILE,
    Expected,
    option_pages,
    pages_text,
    rule_pages,
)

from verifier.cards import SEATS
from verifier.catalogue.games import BOOKS
from verifier.catalogue.options import default_of
from verifier.catalogue.rules import FORMAT_SHELF, RULES
from verifier.finding import FaultClass
from verifier.referee import judge
from verifier.replay.reader import read
from verifier.replay.rules import FORMAT_RULES
from verifier.replay.sources import open_source

RULE_PAGES = rule_pages()
OPTION_PAGES = option_pages()
EXAMPLES = [
    pytest.param(page, heading, id=f"{page.code or page.name}-{heading}")
    for page in (*RULE_PAGES, *OPTION_PAGES)
    for heading, section in page.sections.items()
    if section.example is not None
]
FILE_RULES = {"torn-tail", "corrupt-file"}


@pytest.fixture
def verdict_on(tmp_path):
    """Judge the replay of an example, `lines` in place of its own where they are given."""

    def verdict_on(example, lines=None):
        path = tmp_path / f"example{example.suffix()}"
        path.write_bytes(example.content(lines))
        with open_source(str(path)) as source:
            verdicts = list(judge(read(source), str(path)))
        assert len(verdicts) == 1
        return verdicts[0]

    return verdict_on


def said(verdict, *, notices):
    """Return what the judge said of a game in the form of a page's expectation."""
    findings = []
    for finding in verdict.findings:
        if finding.rule.fault_class is FaultClass.NOTICE and not notices:
            continue
        seat = "" if finding.seat is None else f", seat {SEATS[finding.seat]}"
        where = f"at event {finding.place.event}, hand {finding.place.hand}"
        findings.append(f"{finding.rule.name} ({finding.rule.fault_class.value}) {where}{seat}")
    return Expected(verdict.outcome.value, sorted(findings))


def lists_notices(expected):
    return any(FINDING.fullmatch(line)["fault_class"] == "notice" for line in expected.findings)


def difference(verdict, expected):
    """Return None where the judge said what is expected, else both."""
    judged = said(verdict, notices=lists_notices(expected))
    wanted = Expected(expected.verdict, sorted(expected.findings))
    return None if judged == wanted else (judged, wanted)


@pytest.mark.parametrize(("page", "heading"), EXAMPLES)
def test_the_judge_says_what_the_page_says(verdict_on, page, heading):
    example = page.sections[heading].example
    assert difference(verdict_on(example), example.expected[0]) is None


@pytest.mark.parametrize("page", RULE_PAGES, ids=lambda page: page.code)
def test_the_page_names_its_rule_as_the_program_does(verdict_on, page):
    rule = RULES[page.code].rule
    assert page.path.name == f"{rule.code}-{rule.name}.md"
    assert page.name == rule.name
    assert list(page.sections) == ["At the table", "Breaks it", "Legal twin"]
    assert page.prose
    assert page.sections["At the table"].prose
    verdict = verdict_on(page.sections["Breaks it"].example)
    raised = [finding for finding in verdict.findings if finding.rule is rule]
    assert raised
    for finding in raised:
        source = "none" if finding.source is None else f"line {finding.source.lstrip('LS')}"
        head = {"class": rule.fault_class.value, "clause": finding.clause or "none", "rules text": source}
        assert page.head == head


@pytest.mark.parametrize("page", RULE_PAGES, ids=lambda page: page.code)
def test_the_legal_twin_differs_in_what_the_rule_is_about(verdict_on, page):
    breaks, legal = page.sections["Breaks it"].example, page.sections["Legal twin"].example
    twin = verdict_on(legal)
    assert page.name not in {finding.rule.name for finding in twin.findings}
    assert twin.outcome.value in {"clean", "undecided"}
    assert (breaks.lines, breaks.attributes) != (legal.lines, legal.attributes)
    first, second = (Counter(re.findall(r"[^\s,\[\]]+", "\n".join(example.lines))) for example in (breaks, legal))
    assert ((first - second) + (second - first)).total() <= 8


def test_every_rule_has_a_page_and_every_page_a_rule():
    rules = {(game, rule.code) for game, book in BOOKS.items() for rule in book.rules}
    rules |= {(FORMAT_SHELF, rule.code) for rule in FORMAT_RULES}
    assert Counter((page.shelf, page.code) for page in RULE_PAGES) == Counter(rules)


def test_every_option_has_a_page_that_shows_every_value():
    for game, book in BOOKS.items():
        pages = {page.name: page for page in OPTION_PAGES if page.shelf == game}
        fields = msgspec.structs.fields(book.house)
        assert set(pages) == {field.name for field in fields}
        for field in fields:
            page = pages[field.name]
            shown = [json.loads(heading.split(": ", 1)[1]) for heading in page.sections]
            assert all(heading.startswith(f"{field.name}: ") for heading in page.sections)
            kind = msgspec.inspect.type_info(field.type)
            values = [True, False] if isinstance(kind, msgspec.inspect.BoolType) else getattr(kind, "values", None)
            default = default_of(field)
            assert default not in shown
            assert set(values) == {*shown, default} if values else shown


@pytest.mark.parametrize("page", OPTION_PAGES, ids=lambda page: page.name)
def test_the_option_decides(verdict_on, page):
    book = BOOKS[page.shelf]
    field = next(field for field in msgspec.structs.fields(book.house) if field.name == page.name)
    default = default_of(field)
    clause, _ = book.options[page.name]
    assert page.head == {"default": json.dumps(default), "clause": clause}
    assert page.prose
    for heading, section in page.sections.items():
        example = section.example
        header, *events = example.text()
        fields = json.loads(header)
        rules = fields["rules"]
        assert rules[page.name] == json.loads(heading.split(": ", 1)[1])
        fields["rules"] = {**rules, page.name: default}
        with_it, without_it = verdict_on(example), verdict_on(example, [json.dumps(fields), *events])
        expected_with, expected_without = example.expected
        assert difference(with_it, expected_with) is None
        assert difference(without_it, expected_without) is None
        # One of the two is at fault, and the other is not.
        assert sum(verdict.outcome.value == "faulty" for verdict in (with_it, without_it)) == 1
        assert all(verdict.outcome.value != "unreadable" for verdict in (with_it, without_it))


def falsified(expected):
    """Yield the expectation with one thing changed, for everything it says."""
    yield expected._replace(verdict="faulty" if expected.verdict != "faulty" else "clean")
    yield expected._replace(findings=[*expected.findings, "revoke (illegal) at event 1, hand 1, seat a"])
    for number, line in enumerate(expected.findings):
        others = expected.findings[:number] + expected.findings[number + 1 :]
        yield expected._replace(findings=others)
        found = FINDING.fullmatch(line).groupdict()
        changed = {
            "name": "other-name",
            "fault_class": "ruling" if found["fault_class"] != "ruling" else "books",
            "event": str(int(found["event"]) + 1),
            "hand": str(int(found["hand"]) + 1),
            "seat": None if found["seat"] else "a",
        }
        for key, value in changed.items():
            other = {**found, key: value}
            seat = f", seat {other['seat']}" if other["seat"] else ""
            words = f"{other['name']} ({other['fault_class']}) at event {other['event']}, hand {other['hand']}{seat}"
            assert FINDING.fullmatch(words)
            yield expected._replace(findings=[*others, words])


@pytest.mark.parametrize("page", RULE_PAGES, ids=lambda page: page.code)
def test_a_page_that_says_something_else_fails(verdict_on, page):
    example = page.sections["Breaks it"].example
    verdict = verdict_on(example)
    rule_is_a_notice = RULES[page.code].rule.fault_class is FaultClass.NOTICE
    for other in falsified(example.expected[0]):
        # An expectation that lists no notice says nothing about notices.
        if rule_is_a_notice and not lists_notices(other):
            continue
        assert difference(verdict, other) is not None


def test_no_sentence_stands_in_two_pages():
    sentences = Counter()
    for page in (*RULE_PAGES, *OPTION_PAGES):
        prose = chain(page.prose, *(section.prose for section in page.sections.values()))
        own = {sentence for text in prose for sentence in re.split(r"(?<=[.;:]) ", text) if len(sentence) > 40}
        sentences.update(own)
    assert [sentence for sentence, pages in sentences.items() if pages > 1] == []


def test_the_data_file_of_the_program_is_fresh():
    assert PAGES_FILE.read_text(encoding="utf-8") == pages_text()
