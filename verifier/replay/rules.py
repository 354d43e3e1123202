"""The rules of the format, one table: what is wrong with a line, a header or a file (family LOG).

The facts of such a finding always hold `reason`, a word that says which of the ways it was. Facts that come with it:

- bad-line: `not-utf-8`; `bare-carriage-return`; `byte-order-mark` (not at the start of the file);
  `nested-too-deep` (`limit`); `not-json` and `wrong-shape` (`detail`, the decoder's words, which may quote the line);
  `null` (`field`); `card-list` (`element`, and `player`, 1-based, in `hands`); `count` (`element`, `expected`,
  `found`); `too-long` (`element`, `limit`, `found`); `seat-letters` (`element`)
- unknown-field and duplicate-key: `header` (`key`, and `within`, the key of the object it stands in, null at the top)
- bad-value: `replay-version`; `not-a-preset`; `unknown-game`, `not-a-date` (`value`); `player-count` (`limit`,
  `found`); `empty`, `nul`; `too-long` (`limit`, `found`); all with `field`, names of players with `player`, 1-based
- missing-header: `event-before-header`; line-too-long: `over-limit` (`limit`)
- torn-tail: `no-line-end`; corrupt-file: `empty`, `cut-short`, `not-decompressible` (`detail`), `expands-too-far`
  (`limit`, in bytes)
- after-seal: `line-after-seal`; seal-broken: `count` (`recorded`, `counted`), `digest` (`recorded`, `computed`, and
  `crlf`: whether lines of the game end in a carriage return), `spelling` (`expected`);
  all with `line`, `mark` or `seal`

Texts taken from the replay are cut to `MOST_FACT` characters and are otherwise raw.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from verifier.finding import Fact, FaultClass, Rule
from verifier.replay.lines import Trouble

MOST_FACT: Final = 200


def _rule(number: int, name: str, title: str) -> Rule:
    return Rule(f"LOG{number:03}", name, FaultClass.FORMAT, title)


BAD_LINE: Final = _rule(1, "bad-line", "a line that is not one well-formed line of the format")
BAD_TOKEN: Final = _rule(2, "bad-token", "a movetext token that cannot be read")
UNKNOWN_FIELD: Final = _rule(3, "unknown-field", "a header field that the format does not know")
DUPLICATE_KEY: Final = _rule(4, "duplicate-key", "a key that occurs twice in the header or one of its objects")
UNKNOWN_OPTION: Final = _rule(5, "unknown-option", "a house rule or preset that does not exist")
BAD_VALUE: Final = _rule(6, "bad-value", "a header field or house rule with a value that it does not take")
MISSING_HEADER: Final = _rule(7, "missing-header", "event lines before the first header")
LINE_TOO_LONG: Final = _rule(8, "line-too-long", "a line of more than 1 MiB")
TORN_TAIL: Final = _rule(9, "torn-tail", "a last line without a line end")
CORRUPT_FILE: Final = _rule(10, "corrupt-file", "a compressed file that does not decompress to its end, or too far")
AFTER_SEAL: Final = _rule(11, "after-seal", "lines after the seal of a game")
SEAL_BROKEN: Final = _rule(12, "seal-broken", "a mark or seal that does not fit the lines above it")

FORMAT_RULES: Final = (
    BAD_LINE,
    BAD_TOKEN,
    UNKNOWN_FIELD,
    DUPLICATE_KEY,
    UNKNOWN_OPTION,
    BAD_VALUE,
    MISSING_HEADER,
    LINE_TOO_LONG,
    TORN_TAIL,
    CORRUPT_FILE,
    AFTER_SEAL,
    SEAL_BROKEN,
)


class Fault(NamedTuple):
    """What is wrong with a line before its place in the file is known: the rule, the facts, the 1-based column."""

    rule: Rule
    facts: Mapping[str, Fact]
    column: int = 1

    def at(self, line: int, *, counts: bool = False) -> Trouble:
        """Return the trouble of this fault at a 1-based line; `counts` where the line eats an event's number."""
        return Trouble(self.rule, line, self.column, dict(self.facts), counts)


def cut(text: str) -> str:
    """Return a text of the replay short enough for a fact."""
    return text if len(text) <= MOST_FACT else text[: MOST_FACT - 1] + "…"
