"""Targets that take in what other programs have recorded."""

from byte_fuzzing.replays import check_order
from importers.game_server import PLAIN, Dialect, game_said, join, log_of, play_game

from verifier.importers import IMPORTERS
from verifier.importers.remarks import FATAL, MOST_REMARKS
from verifier.replay.lines import Line, Opening
from verifier.replay.reader import read
from verifier.replay.writer import write_line
from verifier.reports.wording.importing import remark_words

SHORT = Dialect(server="10.0.0.1:99", server_receiving=":::99", client="0.0.0.0:", client_receiving="10.0.0.2:")


def server_logs() -> list[bytes]:
    """Return seeds that are reports of the networking game's server: the beginnings of some, and whole ones."""
    logs = [
        log_of([*game_said(play_game(seed, types)), *join(["N2"])], dialect)
        for seed, types, dialect in ((1, (7,), PLAIN), (2, (5,), SHORT), (3, (1, 1), SHORT))
    ]
    lines = [line + b"\n" for line in logs[0].splitlines()[:12]]
    return [*(log[:3000] for log in logs), logs[1][:14_000], *lines]


def check_mimuw(data: bytes) -> None:
    """What is converted can be read as it was meant; what is not says why; the cutting of the bytes is no matter."""
    games = list(IMPORTERS["mimuw"]([data]))
    at = len(data) // 3
    assert games == list(IMPORTERS["mimuw"]([data[:at], data[at:]]))
    for game in games:
        assert game.converted == FATAL.isdisjoint(game.counts) == bool(game.lines)
        assert len(game.remarks) == min(MOST_REMARKS, sum(game.counts.values()))
        for remark in game.remarks:
            assert 1 <= remark.line <= data.count(b"\n") + 1
            assert remark_words(remark.reason.value, remark.facts).isprintable()
        if game.lines:
            records = list(read([b"".join(map(write_line, game.lines))]))
            check_order(records)
            opening, *events, _ = records
            assert isinstance(opening, Opening)
            assert opening.header == game.lines[0]
            assert [one.event for one in events if isinstance(one, Line)] == [*game.lines[1:]]
            assert len(events) == len(game.lines) - 1
