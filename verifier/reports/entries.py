"""The one encoding of verdicts for machines: games, findings and the summary as Structs, keys in their order.

The machine formats write these and nothing else, and a schema can be made from the types (findings, sections 1 and 5).
"""

import hashlib
from typing import Any

from msgspec import UNSET, Struct, UnsetType, field, json

from verifier._version import __version__
from verifier.cards import SEATS
from verifier.finding import Finding
from verifier.reports.display import calm_json
from verifier.reports.wording import note_words, sentence
from verifier.sheet import Cells, SheetRow
from verifier.verdict import Outcome, Summary, Verdict

REPORT_VERSION = 1


class ToolEntry(Struct, frozen=True):
    """The program that wrote the report."""

    name: str = "verifier"
    version: str = __version__


class OptionEntry(Struct, frozen=True):
    """The house rule that decided a finding, and its value."""

    option: str
    value: Any


class RelatedEntry(Struct, frozen=True):
    """An event that proves a finding, and what it shows in words."""

    line: int
    column: int
    event: int
    note: str


class FindingEntry(Struct, frozen=True):
    """One finding; `seat` is a letter, `legal` cards or tokens, `facts` what is needed to check it by hand."""

    code: str
    name: str
    fault_class: str = field(name="class")
    path: str
    line: int
    column: int
    game: int
    hand: int
    event: int
    seat: str | None
    clause: str | None
    source: str | None
    rule_option: OptionEntry | None
    message: str
    legal: list[str] | None
    facts: dict[str, Any]
    related: list[RelatedEntry]
    fingerprint: str


class HandEntry(Struct, frozen=True):
    """One row of the sheet: audited points beside the recorded ones, null where there are none."""

    hand: int
    line: int
    contract: str | None
    seat: str | None
    suit: str | None
    points: list[int] | None
    recorded: Cells | None


class RulesEntry(Struct, frozen=True):
    """The rules the game was judged by: the preset, and the options that are not the default."""

    preset: str | None
    options: dict[str, Any]


class GameEntry(Struct, frozen=True):
    """One game with its verdict, findings and audited sheet."""

    path: str
    game: int
    line: int
    id: str | None
    kind: str | None
    players: list[str]
    rules: RulesEntry
    verdict: str
    complete: bool
    sealed: str
    events: int
    unverified: int
    findings: list[FindingEntry]
    hands: list[HandEntry]
    totals: list[int] | None
    recorded_totals: Cells | None
    winners: str | None
    recorded_winners: str | None


class SummaryEntry(Struct, frozen=True):
    """Verdicts added up; `findings` counts every code, notices left out; `accepted` is there with a baseline only."""

    files: int
    games: int
    clean: int
    faulty: int
    undecided: int
    unreadable: int
    findings: dict[str, int]
    notices: int
    accepted: int | UnsetType = UNSET


class ReportEntry(Struct, frozen=True):
    """The whole report, as `json` writes it piece by piece."""

    report: int
    tool: ToolEntry
    games: list[GameEntry]
    summary: SummaryEntry


def json_text(entry: object) -> str:
    """Return an entry as JSON on one line, in which nothing acts on a terminal; what it says stays as it is."""
    return calm_json(json.encode(entry).decode())


def fingerprint(finding: Finding, game_id: str | None) -> str:
    """Return 32 hex digits that name a finding whatever stands around it in the file.

    They rest on its code, its hand, its place among this code's findings in the hand, its seat and the game's id.
    """
    seat = "" if finding.seat is None else SEATS[finding.seat]
    parts = (finding.rule.code, str(finding.place.hand), str(finding.ordinal), seat, speakable(game_id or ""))
    # Only the id may hold a line end, and it comes last: no two findings share one text.
    return hashlib.blake2b("\n".join(parts).encode(), digest_size=16).hexdigest()


def encode_finding(finding: Finding, verdict: Verdict) -> FindingEntry:
    """Return the entry of a finding of this game."""
    rule, place = finding.rule, finding.place
    return FindingEntry(
        code=rule.code,
        name=rule.name,
        fault_class=rule.fault_class.value,
        path=speakable(verdict.path),
        line=place.line,
        column=place.column,
        game=verdict.game,
        hand=place.hand,
        event=place.event,
        seat=_letter(finding.seat),
        clause=finding.clause,
        source=finding.source,
        rule_option=None if finding.option is None else OptionEntry(*finding.option),
        message=sentence(finding, verdict.players),
        legal=finding.legal,
        facts=finding.facts,
        related=[
            RelatedEntry(related.place.line, related.place.column, related.place.event, note_words(related.note))
            for related in finding.related
        ],
        fingerprint=fingerprint(finding, verdict.id),
    )


def encode_game(verdict: Verdict) -> GameEntry:
    """Return the entry of a game."""
    sheet = verdict.sheet
    return GameEntry(
        path=speakable(verdict.path),
        game=verdict.game,
        line=verdict.line,
        id=verdict.id,
        kind=verdict.kind,
        players=verdict.players,
        rules=RulesEntry(verdict.preset, verdict.options),
        verdict=verdict.outcome.value,
        complete=verdict.complete,
        sealed=verdict.sealed.value,
        events=verdict.events,
        unverified=verdict.unverified,
        findings=[encode_finding(finding, verdict) for finding in verdict.findings],
        hands=[_encode_row(row) for row in sheet.rows],
        totals=sheet.totals,
        recorded_totals=sheet.recorded_totals,
        winners=sheet.winners,
        recorded_winners=sheet.recorded_winners,
    )


def encode_summary(summary: Summary) -> SummaryEntry:
    """Return the entry of a summary, codes in order."""
    return SummaryEntry(
        files=summary.files,
        games=summary.games,
        clean=summary.outcomes[Outcome.CLEAN],
        faulty=summary.outcomes[Outcome.FAULTY],
        undecided=summary.outcomes[Outcome.UNDECIDED],
        unreadable=summary.outcomes[Outcome.UNREADABLE],
        findings={code: number for code, number in sorted(summary.findings.items()) if number},
        notices=summary.notices,
        accepted=UNSET if summary.accepted is None else summary.accepted,
    )


def _encode_row(row: SheetRow) -> HandEntry:
    return HandEntry(row.hand, row.line, row.contract, _letter(row.seat), row.suit, row.points, row.recorded)


def _letter(seat: int | None) -> str | None:
    return None if seat is None else SEATS[seat]


def speakable(text: str) -> str:
    """Return a text that JSON can hold, which a file name need not be: what is none stands there as an escape."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
