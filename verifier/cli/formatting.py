"""From paths to files in canonical form: whatever cannot be formatted is said and left as it is, the rest goes on."""

import hashlib
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import Final

from verifier.cli.replacing import Put, refusal, replacing
from verifier.cli.terminal import say, write
from verifier.finding import Finding, Place
from verifier.own_faults import internal_error
from verifier.replay.canonical import UnformattableError, canonical_lines
from verifier.replay.sources import STANDARD_INPUT, Fate, Source, find, open_path
from verifier.reports.display import display, excerpt
from verifier.reports.wording import sentence

IN_MEMORY: Final = 16 << 20
"""Bytes of a draft that are held in memory; a longer one waits in a temporary file."""

BLOCK: Final = 1 << 16

Draft = SpooledTemporaryFile[bytes]


@dataclass(slots=True)
class Formatting:
    """What became of a run: files read, files that were not in canonical form, and whether something failed."""

    check: bool
    files: int = 0
    changed: int = 0
    failed: bool = False

    def fail(self, words: str) -> None:
        """Say what could not be done and remember that something could not."""
        say(words)
        self.failed = True

    def status(self) -> int:
        """Return the exit status: 2 where something could not be done, else 1 where `--check` named a file, else 0."""
        if self.failed:
            return 2
        return 1 if self.check and self.changed else 0


def format_all(paths: Sequence[str], run: Formatting) -> None:
    """Format the files, folders and `-` among `paths`, or only look at them, and say at the end how many there were."""
    for found in find([path for path in paths if not _is_link(path, run)]):
        if found.fate is Fate.READ:
            _format(found.path, run)
        elif found.fate is Fate.SKIPPED:
            say(f"{display(found.path)} is {excerpt(found.reason)} and was left out.")
        else:
            run.fail(f"cannot read {display(found.path)}: {excerpt(found.reason)}.")
    if not (run.files or run.failed):
        run.fail("nothing to format: no replay was found.")
    elif list(paths) != [STANDARD_INPUT]:
        state = "not in canonical form" if run.check else "rewritten"
        say(f"{run.changed} of {run.files} {'file' if run.files == 1 else 'files'} {state}.")


def _is_link(path: str, run: Formatting) -> bool:
    """Say so where a path is a symbolic link that would lead the writing elsewhere."""
    if run.check or path == STANDARD_INPUT or not Path(path).is_symlink():
        return False
    run.fail(f"cannot format {display(path)}: it is a symbolic link; name what it leads to.")
    return True


def _format(path: str, run: Formatting) -> None:
    shown = display(path)
    with SpooledTemporaryFile(max_size=IN_MEMORY) as draft:
        try:
            with open_path(path) as source:
                run.files += 1
                changed = _fill(draft, source)
            if changed and not run.check and path != STANDARD_INPUT:
                _replace(path, draft)
        except UnformattableError as error:
            run.fail(f"{shown}:{error.line}: {_reason(error)} Nothing was changed.")
            return
        except OSError as error:
            run.fail(f"cannot format {shown}: {excerpt(error.strerror or str(error))}.")
            return
        except Exception as error:  # noqa: BLE001 - our own fault: the other files are still formatted
            run.fail(f"{shown}: {internal_error(error)}.")
            return
        run.changed += changed
        if run.check:
            write(f"{shown}\n" if changed else "")
        elif path == STANDARD_INPUT:
            _copy(draft, write)


def _fill(draft: Draft, source: Source) -> bool:
    """Write the canonical form of a source into the draft; return whether it is another. Raises OSError."""
    before, after = hashlib.sha256(), hashlib.sha256()

    def watched() -> Iterator[bytes]:
        for block in source:
            before.update(block)
            yield block

    for line in canonical_lines(watched()):
        after.update(line)
        draft.write(line)
    if source.grew:
        # Somebody is still recording: what came meanwhile would be lost.
        raise OSError("it grew while it was read")
    if draft.tell() == 0:
        say(f"{display(source.path)} holds no game.")
        return False
    return before.digest() != after.digest()


def _replace(path: str, draft: Draft) -> None:
    """Put the draft in the place of a file. Raises OSError."""
    if path.endswith((".gz", ".zst")):
        raise OSError("it is compressed; unpack it, format it and pack it again")
    why_not = refusal(path, [])
    if why_not is not None:
        raise OSError(f"it {why_not.rstrip('.')}")
    # What a file may not be written is not written by way of its folder either.
    if not Path(path).stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
        raise OSError("it is read-only")
    with replacing(Path(path)) as put:
        _copy(draft, put)


def _copy(draft: Draft, put: Put) -> None:
    draft.seek(0)
    while lines := draft.readlines(BLOCK):
        put(b"".join(lines).decode())


def _reason(error: UnformattableError) -> str:
    trouble = error.trouble
    if trouble is None:
        return "A mark or seal stands here; its digest is that of the bytes above, and formatting would break it."
    place = Place(trouble.line, trouble.column, 0, 0)
    return sentence(Finding(trouble.rule, place, facts=trouble.facts), [])
