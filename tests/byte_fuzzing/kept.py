"""Targets that take in what the program itself has written, or was told to read: baseline, journal, cache, settings."""

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import typer.main
from byte_fuzzing.replays import ROOT
from byte_fuzzing.scratch import file_with, folder

from verifier._version import __version__
from verifier.baseline import BrokenBaselineError, baseline_at, lines_of, read_baseline, shelf_of
from verifier.cli.choosing import selection_asked
from verifier.cli.program import app
from verifier.cli.settings import SETTINGS, settings_text
from verifier.corpus import cache as caches
from verifier.corpus.cache import Cache
from verifier.corpus.edition import edition
from verifier.corpus.journal import Journal
from verifier.corpus.journal_lines import Head, key_of, line_of, line_of_judged
from verifier.corpus.judging import judge_part
from verifier.corpus.plan import CannotError, Judged, Plan, Players, Reported
from verifier.referee import judge_source
from verifier.replay.parts import Part, parts

PLAN = Plan((Reported("concise"),), Players(), digested=True)

PATH = b"@PATH@"
"""Stands in the bytes for the path of the file that was judged, which is another in each run."""


@cache
def judged_parts() -> list[Part]:
    """Return the parts of a small file with faulty games, and one that is not written yet."""
    data = (ROOT / "replays/kierki/one-players-log.replay").read_bytes()
    return list(parts(file_with("judged.replay", data * 3), 1000))


def path_text() -> bytes:
    """Return the path of the file as it stands in a journal."""
    return base64.b64encode(judged_parts()[0].path.encode())


def head_line() -> bytes:
    """Return the first line of a journal of the plan."""
    line = line_of(Head(1, __version__, edition(), f"{PLAN} None"))
    assert line is not None
    return line


def part_lines() -> list[bytes]:
    """Return what a journal keeps of each part."""
    lines = []
    for part in judged_parts():
        for one in judge_part(part, PLAN):
            line = line_of_judged(one)
            assert line is not None
            lines.append(line.replace(path_text(), PATH))
    return lines


# Seeds


def baselines() -> list[bytes]:
    """Return seeds that are baselines."""
    shelf = shelf_of(str(folder() / "baseline"), str(folder()))
    data = (ROOT / "replays/king/match-disputed.replay").read_bytes()
    data += (ROOT / "replays/kierki/one-players-log.replay").read_bytes()
    entries = [one for verdict in judge_source([data], "a.replay") for one in shelf.entries(verdict) if one is not None]
    whole = lines_of(entries).encode()
    return [whole[:8000], lines_of(entries[:2]).encode(), b'{"baseline":1}\n', b"\n", b""]


def journals() -> list[bytes]:
    """Return seeds that are what follows the first line of a journal; `0` before it, `1` before a whole file."""
    lines = part_lines()
    return [
        b"0" + b"".join(lines),
        b"0" + lines[0],
        b"0" + lines[0][:-9],
        b'0["some",{"written":[[]],"kinds":[]}]\n["left"]\n',
        b'0["some",{"written":[[["x"]]],"kinds":[["king",false,1,{"books":1},{"A":[1,1,1,0,5,1,{}]}]]}]\n' + lines[0],
        b'1{"journal":1,"version":"0","edition":"","run":""}\n',
        b"1",
    ]


def cache_entries() -> list[bytes]:
    """Return seeds that are what follows the first line of a cache entry; `0` before it, `1` before a whole file."""
    head = b'1{"cache":1,"version":"0","edition":"","run":"","key":["",0,true,1,1,true,true],"size":1,"digest":""}'
    return [*(b"0" + line for line in part_lines()), head + b"\n", b"1", b'0["some",{"written":[[]],"kinds":[]}]\n']


def tomls() -> list[bytes]:
    """Return seeds that are settings."""
    return [
        b'allow-empty = true\nexit-zero = false\nmax-findings = 7\njobs = 2\ngame-timeout = 2.5\nselect = ["SUM"]\n',
        b'ignore = "TRK,SUM2"\njobs = "auto"\ncache-dir = "sub/cache"\noutput-format = ["jsonl", "json:out/a.json"]\n',
        b'baseline = ""\nno-cache = true\nstatistics = true\n[per-file-ignores]\n"old/*" = ["SUM", "revoke"]\n',
        b"[tool.verifier]\njobs = 1\n",
        b'selct = 1\n"a\\u001b" = """x"""\nd = 1979-05-27T07:32:00Z\nn = inf\nx = 0xff\n',
        b"a = [[[[{b = 1}]]]]\n",
    ]


# Checks


@cache
def verdicts_of_samples() -> list[Any]:
    data = (ROOT / "replays/kierki/one-players-log.replay").read_bytes()
    return list(judge_source([data], "a.replay"))


def check_baseline(data: bytes) -> None:
    """A file is a baseline, and is the same when it is written and read, or it is said which line is not of one."""
    path = file_with("baseline", data)
    broken = 0
    try:
        entries = read_baseline(path)
    except BrokenBaselineError as error:
        broken, entries = error.line, []
    if broken:
        assert broken <= len(data.splitlines()) + 1
        return
    again = file_with("baseline-again", lines_of(entries).encode())
    assert set(read_baseline(again)) == set(entries)
    baseline = baseline_at(path, str(folder()))
    for verdict in judge_source([(ROOT / "replays/kierki/one-players-log.replay").read_bytes()], "a.replay"):
        listed = len(verdict.findings)
        baseline.accept(verdict)
        assert len(verdict.findings) + (verdict.accepted or 0) == listed


def check_journal(data: bytes) -> None:
    """A journal is taken over, cut at its torn end, or left as it is; whatever it says, the run goes on or stops."""
    whole = data[1:].replace(PATH, path_text())
    if data[:1] != b"1":
        whole = head_line() + whole
    path = file_with("journal", whole)
    results: list[Judged] = []
    why_not = ""
    try:
        with Journal(path, PLAN) as journal:
            kept = Path(path).read_bytes()
            assert whole.startswith(kept) or kept == head_line()
            results = [*journal.followed(judged(journal.left(judged_parts())))]
    except CannotError as error:
        why_not = str(error)
    assert why_not.isprintable()
    if not why_not:
        check_results(results)


def judged(found: Any) -> Any:
    """Yield what came of each part that is still to be judged, and what stands for the others."""
    for one in found:
        if isinstance(one, Part):
            yield from judge_part(one, PLAN)
        else:
            yield one


def check_results(results: list[Judged]) -> None:
    """No text of what was taken over acts on a terminal, and all of it can be added up."""
    first, *others = results
    for other in others:
        first.merge(other)
    pieces = [text for games in first.written for game in games for text in game]
    assert all(text.replace("\n", "").isprintable() or not set(text) & {"\x1b", "\x07", "\x9b"} for text in pieces)
    assert not first.said


def check_cache(data: bytes) -> None:
    """An entry of the cache is taken over, or it is as good as none."""
    part = judged_parts()[0]
    place = folder() / "cache"
    cache_ = Cache(str(place), PLAN)
    whole = data[1:].replace(PATH, path_text())
    if data[:1] != b"1":
        size, digest = part.digest()
        below = hashlib.blake2b(whole, digest_size=16).hexdigest()
        head = caches.Head(caches.FORM, __version__, edition(), f"{PLAN}", key_of(part), size, digest, below)
        whole = msgspec.json.encode(head) + b"\n" + whole
    cache_._entry(key_of(part)).write_bytes(whole)
    results = [*cache_.followed(judged(cache_.left([part])))]
    check_results(results)
    assert cache_.trouble is None


@cache
def command() -> Any:
    """Return the command `check`."""
    return typer.main.get_group(app).commands["check"]


def check_settings(data: bytes) -> None:
    """Settings are taken, or it is said what is wrong with them, in words that act on nothing."""
    path = file_with("settings.toml", data)
    error_type: type[Exception] = typer.BadParameter.__mro__[1]
    wrong = ""
    try:
        context = command().make_context("check", ["--config", path, "a.replay"])
        given = context.params
        assert set(context.default_map or {}) <= {name.replace("-", "_") for name in SETTINGS}
        selection_asked(context, given["select"], given["ignore"], given["per_file_ignores"])
        assert settings_text(context).isascii()
    except error_type as error:
        wrong = str(error)
    assert wrong.replace("\n", " ").isprintable(), ascii(wrong)
