"""All targets by name: where bytes go in, and which seeds they are made from."""

from collections.abc import Callable
from typing import Final, NamedTuple

from byte_fuzzing import kept, logs, replays
from byte_fuzzing.limits import Check


class Target(NamedTuple):
    """What takes in bytes, and what returns bytes with which it can do something."""

    check: Check
    seeds: Callable[[], list[bytes]]


TARGETS: Final = {
    "reading": Target(replays.check_reading, replays.replays),
    "header": Target(replays.check_header, replays.headers),
    "event": Target(replays.check_event, replays.event_lines),
    "acts": Target(replays.check_acts, replays.acts),
    "judging": Target(replays.check_judging, replays.replays),
    "formatting": Target(replays.check_formatting, replays.replays),
    "gz": Target(replays.check_gz, replays.packed_gz),
    "zst": Target(replays.check_zst, replays.packed_zst),
    "mutating": Target(replays.check_mutating, replays.replays),
    "mimuw": Target(logs.check_mimuw, logs.server_logs),
    "baseline": Target(kept.check_baseline, kept.baselines),
    "journal": Target(kept.check_journal, kept.journals),
    "cache": Target(kept.check_cache, kept.cache_entries),
    "settings": Target(kept.check_settings, kept.tomls),
}
