"""What can be wrong with the bytes of a line before anything is known of its meaning: encoding, nesting, JSON, keys.

Nothing here recurses with the nesting of the input, and nothing deeper than `MOST_NESTED` reaches a decoder.
"""

import re
from typing import Final, NamedTuple

import msgspec

from verifier.replay.rules import BAD_LINE, DUPLICATE_KEY, Fault, cut

MOST_NESTED: Final = 8

# A whole string, a quote that opens a string which never ends, or a sign of structure. Possessive: no backtracking.
_SIGNS: Final = re.compile(rb'("[^"\\]*+(?:\\.[^"\\]*+)*+")|(")|([][{},])', re.DOTALL)
_BYTE_OFFSET: Final = re.compile(r" \(byte ([0-9]+)\)$")
_ANY_JSON: Final = msgspec.json.Decoder(msgspec.Raw)


class Keys(NamedTuple):
    """The keys of a header: byte offsets of those of the outermost object, and the first key that occurs twice."""

    top: dict[str, int]
    twice: Fault | None


def bad_line(reason: str, column: int = 1, **facts: bool | int | str | None) -> Fault:
    """Return a bad-line fault; the reasons and their facts are told in `rules`."""
    return Fault(BAD_LINE, {"reason": reason, **facts}, column)


def column_of(content: bytes, offset: int) -> int:
    """Return the 1-based character column of a byte offset."""
    return len(content[:offset].decode("utf-8", "replace")) + 1


def encoding_fault(content: bytes) -> Fault | None:
    """Return the fault of a line that holds a bare carriage return or is not UTF-8, or None."""
    offset = content.find(b"\r")
    if offset >= 0:
        return bad_line("bare-carriage-return", column_of(content, offset))
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        return bad_line("not-utf-8", column_of(content, error.start))
    return None


def nesting_fault(content: bytes) -> Fault | None:
    """Return the fault of a line that is nested deeper than any line of the format, or None."""
    if content.count(b"[") + content.count(b"{") <= MOST_NESTED:
        return None
    depth = 0
    for sign in _SIGNS.finditer(content):
        if sign.lastindex == 2:
            break
        if sign.lastindex == 3:
            depth += 1 if sign[3] in b"[{" else -1 if sign[3] in b"]}" else 0
            if depth > MOST_NESTED:
                return bad_line("nested-too-deep", column_of(content, sign.start()), limit=MOST_NESTED)
    return None


def json_fault(content: bytes) -> Fault | None:
    """Return the fault of a line that is not one JSON value, or None. The line must not be nested too deep."""
    try:
        _ANY_JSON.decode(content)
    except msgspec.DecodeError as error:
        return decoder_fault(content, error)
    return None


def decoder_fault(content: bytes, error: msgspec.DecodeError) -> Fault:
    """Return the fault that a decoder's error stands for."""
    message = str(error)
    place = _BYTE_OFFSET.search(message)
    # Offsets count from 0, but the decoder tells the byte after the first of trailing characters.
    offset = int(place[1]) - ("trailing characters" in message) if place else 0
    column = column_of(content, offset)
    reason = "wrong-shape" if isinstance(error, msgspec.ValidationError) else "not-json"
    return bad_line(reason, column, detail=cut(message))


def keys_of(content: bytes) -> Keys:
    """Return the keys of a line that is one JSON object and not nested too deep.

    Keys are told by their place: a string is a key where it follows `{` or `,` directly inside an object.
    """
    top: dict[str, int] = {}
    twice: Fault | None = None
    # Of each open object or list: the key it stands under, and the keys seen in it (None for a list).
    frames: list[tuple[str | None, set[str] | None]] = []
    key: str | None = None
    key_is_due = False
    for sign in _SIGNS.finditer(content):
        mark = sign[3]
        if mark is None:
            within, seen = frames[-1]
            if key_is_due and seen is not None:
                key = _text_of(sign[1])
                if key in seen and twice is None:
                    facts = {"reason": "header", "key": cut(key), "within": within}
                    twice = Fault(DUPLICATE_KEY, facts, column_of(content, sign.start()))
                seen.add(key)
                if len(frames) == 1:
                    top.setdefault(key, sign.start())
            key_is_due = False
        elif mark in b"{[":
            frames.append((key, set() if mark == b"{" else None))
            key_is_due = True
        elif mark in b"}]":
            key = frames.pop()[0]
        else:
            key_is_due = True
    return Keys(top, twice)


def _text_of(token: bytes) -> str:
    import json  # noqa: PLC0415 - a plain header is read without

    text: str = json.loads(token.decode())
    return text
