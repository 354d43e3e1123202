"""However the work is cut and whoever does it, the report is the same, byte for byte, and so are the sentences."""

import pytest

import verifier.corpus.judging
from verifier.referee import judge_source
from verifier.reports import FORMATS

from .conftest import CLEAN, FAULTY, AtOnce, Unordered

ASKED = [
    *(["check", "--output-format", name] for name in FORMATS),
    ["check", "--statistics", "--max-findings", "2"],
    ["score"],
    ["score", "--format", "tsv", "--quota"],
    *(["standings", "--format", name] for name in ("table", "csv", "json")),
]


@pytest.mark.parametrize("asked", ASKED, ids=" ".join)
def test_in_processes(hostile, verifier_run, part_size, asked):
    part_size(5000)
    arguments = [*asked, hostile, hostile / "missing"]
    alone = verifier_run(*arguments, "--jobs", 1)
    assert verifier_run(*arguments, "--jobs", 2) == alone
    assert alone[0] == 2
    assert len(alone[1]) > 200
    assert "p-pipe.replay is a named pipe" in alone[2]


@pytest.mark.parametrize("size", [1, 700, 1 << 16, 1 << 30])
def test_in_parts_of_any_size(hostile, verifier_run, part_size, hired, size):
    part_size(size)
    hired(lambda workers: AtOnce())
    arguments = ["check", "--output-format", "json", hostile, hostile / "missing"]
    assert verifier_run(*arguments, "--jobs", 3) == verifier_run(*arguments, "--jobs", 1)


@pytest.mark.parametrize("size", [1, 700, 5000])
def test_findings_know_where_they_stand_in_a_report_that_says_nothing_of_clean_games(
    hostile, verifier_run, part_size, hired, size
):
    part_size(size)
    hired(lambda workers: Unordered(workers, size))
    arguments = ["check", "--output-format", "concise", hostile]
    assert verifier_run(*arguments, "--jobs", 3) == verifier_run(*arguments, "--jobs", 1)


@pytest.mark.parametrize("name", [name for name, form in FORMATS.items() if form.silent])
def test_silent_formats_say_nothing_of_clean_games(name):
    verdicts = [verdict for data in (CLEAN, FAULTY) for verdict in judge_source([data], "a.replay")]
    assert {verdict.outcome for verdict in verdicts} == {"clean", "faulty"}
    for verdict in verdicts:
        assert bool(FORMATS[name]().game(verdict)) == (verdict.outcome != "clean")


@pytest.mark.parametrize("seed", range(3))
def test_in_whatever_order_it_is_done(hostile, verifier_run, part_size, hired, seed):
    part_size(3000)
    hired(lambda workers: Unordered(workers, seed))
    arguments = ["check", hostile]
    assert verifier_run(*arguments, "--jobs", 3) == verifier_run(*arguments, "--jobs", 1)


def test_where_there_is_too_much_to_be_carried(hostile, verifier_run, part_size, hired, monkeypatch):
    arguments = ["check", "--output-format", "jsonl", hostile]
    alone = verifier_run(*arguments, "--jobs", 1)
    part_size(20_000)
    hired(lambda workers: AtOnce())
    monkeypatch.setattr(verifier.corpus.judging, "MOST_SIGNS", 20_000)
    assert verifier_run(*arguments, "--jobs", 2) == alone


def test_standard_input_among_files(tmp_path, verifier_run, part_size):
    for name in ("a", "b"):
        (tmp_path / f"{name}.replay").write_bytes(FAULTY * 3)
    arguments = ["check", "--output-format", "jsonl", tmp_path / "a.replay", "-", tmp_path / "b.replay"]
    part_size(1)
    alone = verifier_run(*arguments, "--jobs", 1, stdin=CLEAN + FAULTY)
    assert verifier_run(*arguments, "--jobs", 2, stdin=CLEAN + FAULTY) == alone
    assert alone[1].count("\n") == 9


def test_a_fault_of_our_own_ends_a_file_wherever_it_is_cut(tmp_path, verifier_run, part_size, monkeypatch):
    (tmp_path / "a.replay").write_bytes(FAULTY * 20)
    (tmp_path / "b.replay").write_bytes(FAULTY)
    usual = verifier.corpus.judging.judge_source

    def fails(source, path, **options):
        for verdict in usual(source, path, **options):
            if path.endswith("a.replay") and verdict.game == 8:
                raise RuntimeError("a fault of ours")
            yield verdict

    monkeypatch.setattr(verifier.corpus.judging, "judge_source", fails)
    part_size(10_000)
    arguments = ["check", "--output-format", "jsonl", tmp_path]
    alone = verifier_run(*arguments, "--jobs", 1)
    assert verifier_run(*arguments, "--jobs", 2) == alone
    assert alone[0] == 2
    assert "a.replay, after 7 of its games: internal error: RuntimeError: a fault of ours.\n" in alone[2]
    assert alone[1].count('"verdict":"faulty"') == 8


def test_more_players_than_can_be_kept_wherever_they_are_counted(tmp_path, verifier_run, part_size, monkeypatch):
    names = [CLEAN.replace(b'"Zofia"', b'"Zofia %d"' % number) for number in range(40)]
    (tmp_path / "a.replay").write_bytes(b"".join(names))
    usual = verifier.standings.Standings.__init__
    monkeypatch.setattr(verifier.standings.Standings, "__init__", lambda self, *_: usual(self, 20))
    for size in (1, 1 << 20):
        part_size(size)
        status, written, said = verifier_run("standings", tmp_path, "--jobs", 2)
        assert (status, written) == (2, "")
        assert said == "verifier: there are more than 20 players, too many to be added up; nothing is shown.\n"
