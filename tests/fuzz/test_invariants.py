"""The invariants hold of this program, and each is broken where what it guards is broken."""

import pytest
from rulebook.pages import option_pages, rule_pages

from verifier.finding import FaultClass
from verifier.fuzz import invariants, told
from verifier.fuzz.campaign import Bounds, Tried, campaign
from verifier.fuzz.cases import KINDS, Asked, Case, Kind, case_of
from verifier.fuzz.examining import Ourselves
from verifier.fuzz.generating import WALKS
from verifier.fuzz.house_rules import RANDOM
from verifier.fuzz.invariants import INVARIANTS, broken, wrong_with
from verifier.fuzz.operators.operator import Operator, Promise
from verifier.fuzz.wishes import UnplayableError
from verifier.games.house import HouseRuleError
from verifier.games.report import Report
from verifier.verdict import Outcome

SHORT = Asked(("kings-reverse",), {"target": 50}, 2)


def run(asked=SHORT, seed=1, examples=30, disagreements=1):
    tried = Tried()
    bounds = Bounds(examples=examples, disagreements=disagreements)
    return [*campaign(seed, asked, (), bounds, Ourselves(), tried)], tried


@pytest.mark.parametrize("asked", [Asked(), Asked(rules=RANDOM)], ids=["own text", "random rules"])
def test_they_hold(asked):
    found, tried = run(asked, examples=8)
    assert [one.found.differences for one in found] == []
    assert set(tried.games) == {*WALKS}


EXAMPLES = [
    section.example.content()
    for page in (*rule_pages(), *option_pages())
    for section in page.sections.values()
    if section.example is not None
]


def test_they_hold_of_whatever_the_rulebook_shows():
    """Every fifth of them: nothing of a game that another game does not have again."""
    tried = [data for data in EXAMPLES if len(data) < 3000][::5]
    assert len(tried) > 40
    for data in tried:
        assert [(one.name, wrong) for one, wrong in broken(Case(0, Kind.KEPT, "king", data))] == [], data


@pytest.mark.parametrize("data", [b"", b"\n", b"5\n", b"{\n{", b"\xef\xbb\xbf{}\n", b'["m","aQH"]\n', b"\xff{\n"])
def test_they_hold_of_what_is_no_game(data):
    assert [(one.name, wrong) for one, wrong in broken(Case(0, Kind.KEPT, "king", data))] == []


def legal_case(number=1):
    """A short game by the rules."""
    cases = (case_of(number, 5, SHORT) for number in range(number, number + 9))
    return next(one for one in cases if one.kind is Kind.LEGAL)


def changed(said):
    """What is said of a game, but for the verdict."""
    return said._replace(outcome=Outcome.FAULTY if said.outcome is Outcome.CLEAN else Outcome.CLEAN)


def lie(monkeypatch, when):
    """Let the judge say something else of the sources for which `when` holds."""
    told_of = told.told_of

    def lying(source):
        pieces = [*source]
        said = told_of(pieces)
        return [changed(one) for one in said] if when(pieces) else said

    monkeypatch.setattr(invariants, "told_of", lying)


def other_events(judge):
    def judging(*asked):
        for verdict in judge(*asked):
            verdict.events += 1
            yield verdict

    return judging


def longer(lines):
    return lambda source: [*lines(source), b'["note","more"]\n']


def shorter(lines):
    return lambda source: [*lines(source)][:2]


SABOTAGE = {
    "glance-agrees": lambda patch: patch.setattr(invariants, "judge", other_events(invariants.judge)),
    "form-is-fixed": lambda patch: patch.setattr(invariants, "canonical_lines", longer(invariants.canonical_lines)),
    "form-changes-nothing": lambda patch: patch.setattr(
        invariants, "canonical_lines", shorter(invariants.canonical_lines)
    ),
    "blocks-change-nothing": lambda patch: lie(patch, lambda pieces: len(pieces) > 3),
    "games-stand-alone": lambda patch: lie(patch, lambda pieces: len(pieces) == 2),
    "names-change-nothing": lambda patch: lie(patch, lambda pieces: b"<0>" in pieces[0]),
    "seats-turned": lambda patch: lie(patch, lambda pieces: b'["Bora","Ada"]' in pieces[0]),
    "suits-renamed": lambda patch: lie(patch, lambda pieces: b"points" in pieces[0] and len(pieces) == 1),
}


@pytest.mark.parametrize("name", SABOTAGE)
def test_each_is_broken_where_what_it_guards_is(monkeypatch, name):
    (invariant,) = (one for one in INVARIANTS if one.name == name)
    case = legal_case()
    told.told_once.cache_clear()
    assert wrong_with(invariant, case) == ""
    told.told_once(case.data)
    SABOTAGE[name](monkeypatch)
    assert wrong_with(invariant, case)


def test_books_that_do_not_follow_from_play_are_told(monkeypatch):
    told_of = told.told_of

    def lying(source):
        said = told_of(source)
        return [one._replace(winners="") if b"totals" not in source[0] else one for one in said]

    monkeypatch.setattr(invariants, "told_of", lying)
    wrong = [invariants.wrong_with(one, legal_case()) for one in INVARIANTS if one.name == "books-from-play"]
    assert wrong == ["without its books it is scored otherwise"]


def test_a_finding_that_the_whole_log_takes_back_is_told(monkeypatch):
    told_of = told.told_of
    row = told.Row(1, 1, "revoke", None, FaultClass.ILLEGAL)

    def lying(source):
        said = told_of(source)
        return [one._replace(rows=(row, *one.rows)) if one.outcome is Outcome.UNDECIDED else one for one in said]

    monkeypatch.setattr(invariants, "told_of", lying)
    (invariant,) = (one for one in INVARIANTS if one.name == "prefixes-hold")
    assert "it has revoke at event 1, which the whole has not" in wrong_with(invariant, legal_case())


def test_a_game_is_held_to_how_it_was_made():
    case = legal_case()
    labelled, promised = INVARIANTS[:2]
    assert labelled.of_origin
    assert promised.of_origin
    wrong = case._replace(data=case.data.replace(b'["points",[', b'["points",[1', 1))
    assert "a game by the rules is faulty" in wrong_with(labelled, wrong)
    operator = Operator("none", ("kings-reverse",), "does nothing", Promise.FAULTY, ("revoke",), lambda *_: None)
    mutant = case._replace(kind=Kind.MUTANT, operator=operator)
    assert "none promises faulty, the game is clean" in wrong_with(promised, mutant)
    kept = wrong._replace(kind=Kind.KEPT)
    assert wrong_with(labelled, kept) == ""


def test_an_exception_is_a_mistake_of_ours(monkeypatch):
    def failing(_source):
        raise RecursionError

    monkeypatch.setattr(invariants, "canonical_lines", failing)
    found = [(one.name, wrong) for one, wrong in broken(legal_case())]
    assert ("form-is-fixed", "RecursionError was raised") in found


def test_a_rule_that_is_never_told_is_missed(monkeypatch):
    add = Report.add
    monkeypatch.setattr(
        Report, "add", lambda self, rule, *told, **more: rule.name != "revoke" and add(self, rule, *told, **more)
    )
    (one,), tried = run(Asked(("kierki",)), examples=90)
    assert one.found.manner in {"as-labelled", "as-promised"}
    assert "revoke" in one.differences[0].theirs
    assert one.data == one.found.data
    assert tried.examples() < 90


def test_an_invariant_that_is_broken_is_shown_by_a_short_replay(monkeypatch):
    lie(monkeypatch, lambda pieces: b"<0>" in pieces[0] and b"**" in pieces[0])
    (one,), tried = run(SHORT)
    assert one.found.manner == "names-change-nothing"
    assert len(one.data) < 200
    assert tried.manners == {"names-change-nothing": 1}


def test_table_of_invariants_has_names_of_its_own():
    assert len({one.name for one in INVARIANTS}) == len(INVARIANTS) == 12
    assert all(one.what for one in INVARIANTS)


# The examples.


def test_an_example_depends_on_seed_and_number_alone():
    one = case_of(7, 1, Asked())
    assert case_of(7, 1, Asked()) == one
    assert case_of(7, 2, Asked()).data != one.data


def test_examples_are_of_all_kinds_and_games():
    seen = {(case.kind, case.game) for case in (case_of(number, 3, Asked()) for number in range(1, 13))}
    assert {kind for kind, _ in seen} == {*KINDS}
    assert {game for _, game in seen} == {*WALKS}


def test_rules_and_players_are_those_asked_for():
    case = case_of(1, 1, Asked(("kings-reverse",), {"target": 50}, 5))
    assert b'"rules":{"target":50}' in case.data
    assert case.data.split(b"\n")[0].count(b",") >= 6
    with pytest.raises(UnplayableError):
        case_of(1, 1, Asked(("king",), "", 3))
    with pytest.raises(HouseRuleError):
        case_of(1, 1, Asked(("king",), "none-such"))
    assert isinstance(case_of(1, 1, Asked(("kings-reverse",), {"packs": 3})), Case)


def test_bounds_are_kept():
    _, tried = run(examples=0)
    assert tried.examples() == 0
    tried = Tried()
    assert [*campaign(1, SHORT, (), Bounds(seconds=0.5), Ourselves(), tried)] == []
    assert 0.1 < tried.seconds < 10
