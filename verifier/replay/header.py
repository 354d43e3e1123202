"""Reads the line that opens a game: header fields, their bounds, keys that occur twice or are not known."""

import datetime as dt
import re
from collections.abc import Callable
from typing import Any, Final

import msgspec

from verifier.finding import Fact
from verifier.replay.lines import GAME_NAMES, LINE_LIMIT, MOST_HEADER_TEXT, MOST_NAME, MOST_PLAYERS, Header, OptionValue
from verifier.replay.rules import BAD_VALUE, UNKNOWN_FIELD, Fault, cut
from verifier.replay.syntax import (
    Keys,
    bad_line,
    column_of,
    decoder_fault,
    encoding_fault,
    json_fault,
    keys_of,
    nesting_fault,
)

BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_DECODER: Final = msgspec.json.Decoder(Header)
_FIELDS: Final = frozenset(Header.__struct_fields__)

# The grammar of RFC 3339, section 5.6; fromisoformat takes more (week dates, no separators), so this stands before it.
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_DATE_TIME: Final = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))"
)


# A header as `fmt` writes it, without escapes and in the order of the fields; most of a corpus is like that. What is
# not so is read with more care; so are rules of their own, until the same ones have been found well-formed once.
_TEXT: Final = rb"[ !#-\[\]-~\x80-\xff]"
_PLAIN: Final = re.compile(
    rb'\{"replay":1,"game":"(?:%b)",' % "|".join(GAME_NAMES).encode()
    + rb'"players":\["%b{1,%d}"(?:,"%b{1,%d}"){0,%d}\]' % (_TEXT, MOST_NAME, _TEXT, MOST_NAME, MOST_PLAYERS - 1)
    + rb'(?:,"rules":(?:"%b+"|(?P<rules>\{[^{}]*\})))?' % _TEXT
    + rb'(?:,"id":"%b{0,%d}")?(?:,"date":"(?P<date>%b+)")?' % (_TEXT, MOST_HEADER_TEXT, _TEXT)
    + b"".join(rb'(?:,"%b":"%b{0,%d}")?' % (field, _TEXT, MOST_HEADER_TEXT) for field in (b"site", b"event", b"round"))
    + rb"\}"
)

MOST_RULES: Final = 256
"""Texts of rules that are remembered as well-formed."""
LONGEST_RULES: Final = 2000

_known_rules: set[bytes] = set()


def opens_game(content: bytes) -> bool:
    """Return whether a line opens a game, readable or not: its first byte that is no blank is `{`.

    A byte-order mark before it, as it comes from joining files that each start with one, makes the header unreadable
    and opens a game all the same: its events must not be judged as those of the game above. In a line over the limit
    only what stands before the limit counts.
    """
    return content[:LINE_LIMIT].removeprefix(BYTE_ORDER_MARK).lstrip(b" \t").startswith(b"{")


def read_header(content: bytes) -> Header | Fault:
    """Return the header of a line without its line end, or the first fault found in it.

    Bytes and JSON come first, then unknown fields and keys that occur twice, types, and values, so that one broken
    header gives one finding.
    """
    plain = _PLAIN.fullmatch(content)
    if plain is not None and (plain["rules"] is None or plain["rules"] in _known_rules):
        header = _read_plain(content, plain["date"])
        if header is not None:
            return header
    found = read_with_care(content)
    if plain is not None and plain["rules"] is not None and isinstance(found, Header):
        rules = plain["rules"]
        if len(_known_rules) < MOST_RULES and len(rules) <= LONGEST_RULES:
            _known_rules.add(rules)
    return found


def _read_plain(content: bytes, date: bytes | None) -> Header | None:
    """Return the header of a plain line, None where its text or its date has to be looked at with care."""
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return None
    if date is not None and not is_date(date.decode()):
        return None
    return _DECODER.decode(text)


def read_with_care(content: bytes) -> Header | Fault:
    """Return what `read_header` does, for a line of any form."""
    if content.startswith(BYTE_ORDER_MARK):
        return bad_line("byte-order-mark")
    fault = encoding_fault(content) or nesting_fault(content) or json_fault(content)
    if fault:
        return fault
    keys = keys_of(content)
    return _key_fault(content, keys) or _typed(content, keys.top)


def _key_fault(content: bytes, keys: Keys) -> Fault | None:
    unknown = next((key for key in keys.top if key not in _FIELDS), None)
    if unknown is None:
        return keys.twice
    facts: dict[str, Fact] = {"reason": "header", "key": cut(unknown), "within": None}
    return Fault(UNKNOWN_FIELD, facts, column_of(content, keys.top[unknown]))


def _typed(content: bytes, top: dict[str, int]) -> Header | Fault:
    try:
        header = _DECODER.decode(content)
    except msgspec.DecodeError as error:
        return decoder_fault(content, error)
    for field, offset in top.items():
        value = getattr(header, field)
        if value is None:
            return bad_line("null", column_of(content, offset), field=field)
        wrong = _CHECKS[field](value)
        if wrong:
            return Fault(BAD_VALUE, {**wrong, "field": field}, column_of(content, offset))
    return header


# The checks below return the facts of what is wrong with the value of a field, empty where nothing is.
_Facts = dict[str, Fact]


def _wrong_version(version: int) -> _Facts:
    return {} if version == 1 else {"reason": "replay-version"}


def _wrong_game(name: str) -> _Facts:
    return {} if name in GAME_NAMES else {"reason": "unknown-game", "value": cut(name)}


def _wrong_players(names: list[str]) -> _Facts:
    if not 1 <= len(names) <= MOST_PLAYERS:
        return {"reason": "player-count", "limit": MOST_PLAYERS, "found": len(names)}
    for player, name in enumerate(names, 1):
        wrong = _wrong_name(name)
        if wrong:
            return {**wrong, "player": player}
    return {}


def _wrong_name(name: str) -> _Facts:
    if not name:
        return {"reason": "empty"}
    return {"reason": "nul"} if "\0" in name else _too_long(name, MOST_NAME)


def _wrong_text(text: str) -> _Facts:
    return _too_long(text, MOST_HEADER_TEXT)


def _too_long(text: str, limit: int) -> _Facts:
    return {"reason": "too-long", "limit": limit, "found": len(text)} if len(text) > limit else {}


def _wrong_date(text: str) -> _Facts:
    return {} if is_date(text) else {"reason": "not-a-date", "value": cut(text)}


def _wrong_rules(rules: str | dict[str, OptionValue]) -> _Facts:
    preset = rules.get("preset", "none") if isinstance(rules, dict) else rules
    return {} if isinstance(preset, str) and preset else {"reason": "not-a-preset"}


_CHECKS: Final[dict[str, Callable[[Any], _Facts]]] = {
    "replay": _wrong_version,
    "game": _wrong_game,
    "players": _wrong_players,
    "rules": _wrong_rules,
    "id": _wrong_text,
    "date": _wrong_date,
    "site": _wrong_text,
    "event": _wrong_text,
    "round": _wrong_text,
    "meta": lambda _: {},  # bounded by the line
}


def is_date(text: str) -> bool:
    """Return whether a text is a date or date-time of RFC 3339 that the calendar has.

    A leap second, `:60`, is taken only in the last minute of a day in UTC. Years run from 0001, as the calendar of the
    standard library does.
    """
    if _DATE.fullmatch(text):
        return _is_day(text)
    parts = _DATE_TIME.fullmatch(text)
    if parts is None or not _is_day(parts[1]):
        return False
    hour, minute, second = int(parts[2]), int(parts[3]), int(parts[4])
    away_hour, away_minute = int(parts[6] or 0), int(parts[7] or 0)
    if max(hour, away_hour) > 23 or max(minute, away_minute) > 59:
        return False
    away = (away_hour * 60 + away_minute) * (-1 if parts[5] == "-" else 1)
    last_minute = (hour * 60 + minute - away) % (24 * 60) == 24 * 60 - 1
    return second <= (60 if last_minute else 59)


def _is_day(text: str) -> bool:
    try:
        dt.date.fromisoformat(text)
    except ValueError:
        return False
    return True
