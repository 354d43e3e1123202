"""Marks and seals: the count and running digest of a game's lines, and what a mark or seal must say of them."""

from typing import TYPE_CHECKING, Final

from verifier.finding import Fact
from verifier.replay.lines import Mark, Seal
from verifier.replay.rules import SEAL_BROKEN, Fault, cut

if TYPE_CHECKING:
    import hashlib

MOST_HELD: Final = 1 << 16
"""Bytes that wait for a mark or a seal before they are digested: the library is slow to load, most games have none."""


class Tally:
    """Counts the lines of one game and digests their raw bytes, line ends included (replay format, section 4)."""

    __slots__ = ("_digest", "_held", "_size", "count", "crlf")

    def __init__(self) -> None:
        self.count = 0
        self.crlf = False
        self._digest: hashlib._Hash | None = None
        self._held: list[bytes] = []
        self._size = 0

    def add(self, raw: bytes) -> None:
        """Take in one line, or the first block of one, with its line end."""
        self.count += 1
        self.feed(raw)

    def feed(self, raw: bytes) -> None:
        """Take in a further block of the line added last."""
        self._held.append(raw)
        self._size += len(raw)
        if self._size > MOST_HELD:
            self._digested()
        if raw[-2:] == b"\r\n":
            self.crlf = True

    def _digested(self) -> "hashlib._Hash":
        """Digest what has waited."""
        if self._digest is None:
            import hashlib  # noqa: PLC0415 - slow to load, and most games have neither mark nor seal

            self._digest = hashlib.sha256()
        self._digest.update(b"".join(self._held))
        self._held.clear()
        self._size = 0
        return self._digest

    def digest(self) -> str:
        """Return the SHA-256 of all lines so far, 64 lower-case hex digits."""
        return self._digested().hexdigest()

    def mark(self) -> Mark:
        """Return the mark that may stand below the lines so far."""
        return Mark(self.count, self.digest())

    def seal(self) -> Seal:
        """Return the seal that may stand below the lines so far."""
        return Seal(self.count, self.digest())

    def fault_of(self, found: Mark | Seal, content: bytes) -> Fault | None:
        """Return what is wrong with a mark or seal whose line holds `content`, or None where it fits.

        Its line must not be added yet. The line must be byte-equal to our own spelling (section 4).
        """
        line = "mark" if isinstance(found, Mark) else "seal"
        if found.count != self.count:
            return Fault(SEAL_BROKEN, {"reason": "count", "line": line, "recorded": found.count, "counted": self.count})
        digest = self.digest()
        if found.digest != digest:
            facts: dict[str, Fact] = {
                "line": line,
                "recorded": cut(found.digest),
                "computed": digest,
                "crlf": self.crlf,
            }
            return Fault(SEAL_BROKEN, {"reason": "digest", **facts})
        expected = f'["{line}",{self.count},"{digest}"]'
        if content != expected.encode():
            return Fault(SEAL_BROKEN, {"reason": "spelling", "line": line, "expected": expected})
        return None
