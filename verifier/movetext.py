r"""Movetext: the tokens of a moves line and the acts they stand for, in one table.

`FORMS` says for every mark that may follow the seat letter what comes after it. Reading, writing and the
documentation all go by that table; `TOKEN` is the expression of the format, kept as its proof: only tests and the
schema of event lines use it.
"""

import enum
import re
from typing import Final, NamedTuple

from verifier.cards import CARD_CODES, CARD_TEXTS, JOKER, SEATS, UNKNOWN


class ActKind(enum.IntEnum):
    """What an act does at the table."""

    PLAY = 0
    JOKER = 1
    SEVERAL = 2
    NAME = 3
    DRAW = 4
    PASS = 5
    CALL = 6
    CATCH = 7
    CHALLENGE = 8
    SHOW = 9
    TAKE_BACK = 10
    GIVE = 11
    TAKES = 12
    RESHUFFLE = 13
    CLOCK = 14


class Act(NamedTuple):
    """One act: its kind, the seat 0 to 15 (-1 for none), its cards, and what else the token says.

    `other` is the suit letter that a JOKER (`*` for none) or NAME names, the seat letter of a CATCH (the one caught) or
    a GIVE (the one who receives), the sign of a CHALLENGE, the digits of a CLOCK; empty elsewhere.
    """

    kind: ActKind
    seat: int
    cards: tuple[int, ...] = ()
    other: str = ""


class Form(NamedTuple):
    """What may follow a mark: one choice of `words` (letters or signs), then `least` to `most` cards.

    `jokers` and `unknown` tell whether `**` and `??` are among the cards that may stand here.
    """

    kind: ActKind
    words: tuple[str, ...] = ("",)
    least: int = 0
    most: int = 0
    jokers: bool = True
    unknown: bool = True


NAMED_SUITS: Final = ("S", "H", "D", "C", "R", "B")

# The mark after the seat letter and its form. Without a mark the token is a play of cards.
FORMS: Final[dict[str, Form]] = {
    "*": Form(ActKind.JOKER, (*NAMED_SUITS, "*")),
    "=": Form(ActKind.NAME, NAMED_SUITS),
    "+": Form(ActKind.DRAW, least=1, most=20),
    "-": Form(ActKind.PASS),
    "!": Form(ActKind.CATCH, ("", *SEATS)),
    "?": Form(ActKind.CHALLENGE, ("", "+", "-")),
    "^": Form(ActKind.SHOW, least=1, most=162, unknown=False),
    "<": Form(ActKind.TAKE_BACK, least=1, most=1, unknown=False),
    ">": Form(ActKind.GIVE, tuple(SEATS), least=1, most=1),
    "$": Form(ActKind.TAKES),
}
MOST_PLAYED: Final = 8
MOST_CLOCK_DIGITS: Final = 15

TOKEN: Final = re.compile(
    r"[a-p](?:(?:[2-9TJQKA][SHDC]|\*[SHDC*RB])|(?:[2-9TJQKA][SHDC]|\?\?|\*\*){2,8}|=[SHDCRB]"
    r"|\+(?:[2-9TJQKA][SHDC]|\*\*|\?\?){1,20}|-|![a-p]?|\?[+-]?|\^(?:[2-9TJQKA][SHDC]|\*\*){1,162}"
    r"|<(?:[2-9TJQKA][SHDC]|\*\*)|>[a-p](?:[2-9TJQKA][SHDC]|\*\*|\?\?)|\$|\?\?)|%|@[0-9]{1,15}"
)

_REMEMBERED: Final[dict[str, Act | None]] = {}
_MOST_REMEMBERED: Final = 8192


def parse_token(token: str) -> Act | None:
    """Return the act a token stands for, or None where it is no token of the format (replay format, section 2)."""
    try:
        return _REMEMBERED[token]
    except KeyError:
        act = _parse(token)
        if len(token) <= 4 and len(_REMEMBERED) < _MOST_REMEMBERED:
            _REMEMBERED[token] = act
        return act


def _parse(token: str) -> Act | None:
    if token == "%":
        return Act(ActKind.RESHUFFLE, -1)
    if token[:1] == "@":
        digits = token[1:]
        well = 1 <= len(digits) <= MOST_CLOCK_DIGITS and digits.isascii() and digits.isdecimal()
        return Act(ActKind.CLOCK, -1, (), digits) if well else None
    seat = SEATS.find(token[:1]) if token else -1
    if seat < 0 or len(token) < 2:
        return None
    form = FORMS.get(token[1])
    if form is not None:
        act = _parse_form(form, seat, token[2:])
        if act is not None:
            return act
    return _parse_play(seat, token[1:])


def _parse_form(form: Form, seat: int, rest: str) -> Act | None:
    for word in form.words:
        if not rest.startswith(word):
            continue
        cards = _cards(rest[len(word) :], form.least, form.most, jokers=form.jokers, unknown=form.unknown)
        if cards is not None:
            if form.kind is ActKind.CATCH and not word:
                return Act(ActKind.CALL, seat)
            return Act(form.kind, seat, cards, word)
    return None


def _parse_play(seat: int, rest: str) -> Act | None:
    cards = _cards(rest, 1, MOST_PLAYED, jokers=True, unknown=True)
    if cards is None:
        return None
    return Act(ActKind.PLAY if len(cards) == 1 else ActKind.SEVERAL, seat, cards)


def _cards(text: str, least: int, most: int, *, jokers: bool, unknown: bool) -> tuple[int, ...] | None:
    count, odd = divmod(len(text), 2)
    if odd or not least <= count <= most:
        return None
    cards: list[int] = []
    for start in range(0, len(text), 2):
        card = CARD_CODES.get(text[start : start + 2], -1)
        if card < 0 or (card == JOKER and not jokers) or (card == UNKNOWN and not unknown):
            return None
        cards.append(card)
    return tuple(cards)


_MARKS: Final = {form.kind: mark for mark, form in FORMS.items()} | {ActKind.CALL: "!", ActKind.PLAY: ""}


def write_token(act: Act) -> str:
    """Return the token of an act; `parse_token` gives the act back."""
    if act.kind is ActKind.RESHUFFLE:
        return "%"
    if act.kind is ActKind.CLOCK:
        return "@" + act.other
    mark = _MARKS.get(act.kind, "")
    return SEATS[act.seat] + mark + act.other + "".join(CARD_TEXTS[card] for card in act.cards)
