"""Sentences about the log itself: lines that cannot be read and seals that do not fit (findings, section 6)."""

from typing import Final

from verifier.reports.wording.scene import Scene, Sentence, by_fact


def _bad_count(scene: Scene) -> str:
    words = "The line gives {found} {element}, where {expected} are wanted."
    return scene.fill(words)


def _card_list(scene: Scene) -> str:
    where = " of player {player}" if scene.has("player") else ""
    return scene.fill("{element}" + where + " is not a list of cards: two characters a card, nothing between them.")


def _of_player(scene: Scene, words: str) -> str:
    return scene.fill(words.replace("{field}", "The name of player {player}" if scene.has("player") else "{field}"))


def _digest(scene: Scene) -> str:
    words = "The {line} does not fit: the digest of the lines above is {computed}, it says {recorded}."
    if scene.has("crlf"):
        words += " Lines of the game end in a carriage return, which changes the digest."
    return scene.fill(words)


def _within(scene: Scene) -> str:
    return " of {within}" if scene.has("within") else ""


def _unknown_option(scene: Scene) -> str:
    if scene.has("preset"):
        return scene.fill("The game has no preset {preset}; it has {known:and}.")
    return scene.fill("The game has no house rule {option}; it has {known:and}.")


def _bad_value(scene: Scene) -> str:
    if "reason" in scene.facts:
        return scene.tell(_BAD_VALUE[str(scene.facts["reason"])])
    return scene.fill("The house rule {option} does not take the value it is given: {detail}.")


_BAD_LINE: Final[dict[str, Sentence]] = {
    "not-utf-8": "The line is not UTF-8.",
    "bare-carriage-return": "The line holds a carriage return that is not part of its end.",
    "byte-order-mark": "A byte-order mark stands inside the file; only its very start may have one.",
    "nested-too-deep": "The line is nested more than {limit} levels deep, deeper than any line of the format.",
    "not-json": "The line is not one JSON value: {detail}.",
    "wrong-shape": "The line is none of the lines of the format: {detail}.",
    "null": "{field} is null, where a value is wanted.",
    "card-list": _card_list,
    "count": _bad_count,
    "too-long": "{element} is {found} long, and at most {limit} are allowed.",
    "seat-letters": "{element} is not a string of the seat letters a to p.",
}

_BAD_VALUE: Final[dict[str, Sentence]] = {
    "replay-version": "The replay is of another version of the format than 1.",
    "unknown-game": "No game is called {value}.",
    "not-a-date": "{field} is {value}, which is no RFC 3339 date or date-time.",
    "not-a-preset": "The preset {value} is not the name of a preset.",
    "player-count": "The header names {found:count player players}, and 1 to {limit} are allowed.",
    "empty": lambda scene: _of_player(scene, "{field} is empty."),
    "nul": lambda scene: _of_player(scene, "{field} holds a NUL character."),
    "too-long": lambda scene: _of_player(scene, "{field} is {found} characters long, and at most {limit} are allowed."),
}

_CORRUPT_FILE: Final[dict[str, Sentence]] = {
    "empty": "The compressed file is empty: not even an empty file compresses to nothing.",
    "cut-short": "The compressed file ends early; what came before its end was read.",
    "not-decompressible": "The compressed file does not decompress: {detail}.",
    "expands-too-far": "The compressed file expands to over {limit} bytes and 1,000 times its size: its rest was left.",
}

_SEAL_BROKEN: Final[dict[str, Sentence]] = {
    "count": "The {line} does not fit: {counted:count line lines} of this game stand above it, it says {recorded}.",
    "digest": _digest,
    "spelling": "The {line} is not spelled as it has to be, byte for byte: {expected}.",
}

LOG_SENTENCES: Final[dict[str, Sentence]] = {
    "bad-line": by_fact("reason", _BAD_LINE),
    "bad-token": "The token {token} cannot be read.",
    "unknown-field": lambda scene: scene.fill("The format knows no header field {key}" + _within(scene) + "."),
    "duplicate-key": lambda scene: scene.fill("The key {key}" + _within(scene) + " occurs twice in the header."),
    "unknown-option": _unknown_option,
    "bad-value": _bad_value,
    "missing-header": "Event lines stand before the first header, so nobody knows what game they are of.",
    "line-too-long": "The line is longer than {limit} bytes and was not read.",
    "torn-tail": "The last line has no line end: the file was cut or is still being written.",
    "corrupt-file": by_fact("reason", _CORRUPT_FILE),
    "after-seal": "The line stands after the seal of its game, where only another header may follow.",
    "seal-broken": by_fact("reason", _SEAL_BROKEN),
}
