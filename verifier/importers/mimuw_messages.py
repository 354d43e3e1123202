r"""The messages of a Kierki networking game as its servers report them: bytes of a log to lines, lines to messages.

A line is `[sender,receiver,time] MESSAGE`. Servers differ in addresses, blanks, times and line ends: a carriage
return, none, or the characters `\r\n` written out. All text is foreign and may be anything at all.
"""

import codecs
import enum
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Final, NamedTuple

from verifier.cards import CARD_CODES, SUITS
from verifier.importers.remarks import Readable, Reason
from verifier.replay.lines import LARGEST_CLAIM

LINE_LIMIT: Final = 1 << 16
SEATS: Final = "NESW"
"""Clockwise; N is seat a of the replay."""

_CHUNK: Final = 1 << 16
_BLANKS: Final = "".join(map(chr, (*range(33), *range(127, 161))))
"""Blanks and control characters, which some servers leave between lines."""
_LINE_ENDS: Final = _BLANKS + "\\rn"
_LONGEST_HOST: Final = 64
_RANKS: Final = {rank: rank for rank in "23456789JQKA"} | {"10": "T"}


class Kind(enum.Enum):
    """The word a message begins with."""

    IAM = "IAM"
    BUSY = "BUSY"
    DEAL = "DEAL"
    TRICK = "TRICK"
    WRONG = "WRONG"
    TAKEN = "TAKEN"
    SCORE = "SCORE"
    TOTAL = "TOTAL"


class Address(NamedTuple):
    """One end of a connection; `host` is empty where the log does not say which."""

    host: str
    port: int


Numbers = tuple[int | None, int | None, int | None, int | None]
"""One number per seat, N first; None for one out of range."""


class Message(NamedTuple):
    """One message: who sent it to whom, and what it says.

    `number` is the trick (1 to 13) or the type of the deal (1 to 7), `seat` the seat named (the first leader of a DEAL,
    the taker of a TAKEN), -1 where the kind has none. Cards are codes of `verifier.cards`.
    """

    sender: Address
    receiver: Address
    kind: Kind
    number: int = 0
    seat: int = -1
    cards: tuple[int, ...] = ()
    numbers: Numbers = (None, None, None, None)


class _Body(NamedTuple):
    number: int = 0
    seat: int = -1
    cards: tuple[int, ...] = ()
    numbers: Numbers = (None, None, None, None)


def split_lines(data: Readable | Iterable[bytes]) -> Iterator[bytes | None]:
    r"""Give the lines of a log without their `\n`; None for one longer than LINE_LIMIT, which is never held whole."""
    chunks = iter(lambda: data.read(_CHUNK), b"") if isinstance(data, Readable) else iter(data)
    parts: list[bytes] = []
    size = 0
    for chunk in chunks:
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            yield b"".join([*parts, end]) if size + len(end) <= LINE_LIMIT else None
            parts, size = [], 0
        size += len(rest)
        if size > LINE_LIMIT:
            parts = []
        elif rest:
            parts.append(rest)
    if size:
        yield b"".join(parts) if size <= LINE_LIMIT else None


def parse_line(raw: bytes) -> Message | Reason | None:
    """Return the message of a line, why there is none, or None for a blank line."""
    text = raw.removeprefix(codecs.BOM_UTF8).decode("latin-1").strip(_BLANKS).rstrip(_LINE_ENDS)
    if not text:
        return None
    parts = text.split(",", 2)
    if len(parts) < 3 or not text.startswith("["):
        return Reason.CHATTER
    sender, receiver = _address(parts[0][1:].strip()), _address(parts[1].strip())
    _, closed, said = parts[2].partition("]")
    if sender is None or receiver is None or not closed:
        return Reason.CHATTER
    said = said.strip(_BLANKS)
    for kind in Kind:
        if said.startswith(kind.value):
            body = _BODIES[kind](said.removeprefix(kind.value))
            return Reason.BAD_MESSAGE if body is None else Message(sender, receiver, kind, *body)
    return Reason.UNKNOWN_MESSAGE


def _address(text: str) -> Address | None:
    """Return the address of `host:port`; a host of version 6 may stand without brackets, as in `:::20137`."""
    host, _, port = text.rpartition(":")
    if len(host) > _LONGEST_HOST or not (1 <= len(port) <= 5 and _is_number(port)):
        return None
    return Address(_host(host.strip("[]")), int(port))


@lru_cache(maxsize=1024)
def _host(text: str) -> str:
    """Return one text for all forms of a host, an empty one where it is unspecified."""
    try:
        host = ip_address(text)
    except ValueError:
        return text
    if isinstance(host, IPv6Address) and host.ipv4_mapped is not None:
        host = host.ipv4_mapped
    return "" if host.is_unspecified else str(host)


def _parse_seat(text: str) -> _Body | None:
    return _Body(seat=SEATS.index(text)) if len(text) == 1 and text in SEATS else None


def _parse_busy(text: str) -> _Body | None:
    return _Body() if 1 <= len(text) <= 4 and set(text) <= set(SEATS) else None


def _parse_wrong(text: str) -> _Body | None:
    return _Body() if 1 <= len(text) <= 2 and _is_number(text) else None


def _parse_deal(text: str) -> _Body | None:
    cards = _parse_cards(text[2:])
    seat = SEATS.find(text[1:2]) if len(text) > 1 else -1
    if not cards or seat < 0 or text[0] not in "1234567":
        return None
    return _Body(int(text[0]), seat, cards)


def _parse_trick(text: str) -> _Body | None:
    """Return the trick and its cards: no card begins with the digit that a second digit of a trick could be."""
    for digits in (2, 1):
        number, rest = text[:digits], text[digits:]
        if len(number) != digits or number[0] == "0" or not _is_number(number) or int(number) > 13:
            continue
        cards = _parse_cards(rest)
        if cards is not None:
            return _Body(int(number), cards=cards)
    return None


def _parse_taken(text: str) -> _Body | None:
    trick, taker = _parse_trick(text[:-1]), _parse_seat(text[-1:])
    return trick._replace(seat=taker.seat) if trick and taker and len(trick.cards) == 4 else None


def _parse_cards(text: str) -> tuple[int, ...] | None:
    """Return at most 52 cards, ranks `2` to `10 J Q K A` before suits `C D H S`, or None."""
    cards: list[int] = []
    start = 0
    while start < len(text):
        end = start + (2 if text.startswith("10", start) else 1)
        rank, suit = _RANKS.get(text[start:end]), text[end : end + 1]
        if rank is None or not suit or suit not in SUITS or len(cards) == 52:
            return None
        cards.append(CARD_CODES[rank + suit])
        start = end + 1
    return tuple(cards)


def _parse_numbers(text: str) -> _Body | None:
    """Return the numbers of four different seats in any order, or None."""
    starts = sorted((text.find(seat), seat) for seat in SEATS)
    if starts[0][0] != 0:
        return None
    numbers: dict[str, int | None] = {}
    for (start, seat), (end, _) in zip(starts, [*starts[1:], (len(text), "")], strict=True):
        digits = text[start + 1 : end]
        if not _is_number(digits.removeprefix("-")):
            return None
        number = int(digits) if len(digits) < 9 else LARGEST_CLAIM + 1
        numbers[seat] = number if abs(number) <= LARGEST_CLAIM else None
    return _Body(numbers=(numbers["N"], numbers["E"], numbers["S"], numbers["W"]))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal()


_BODIES: Final[dict[Kind, Callable[[str], _Body | None]]] = {
    Kind.IAM: _parse_seat,
    Kind.BUSY: _parse_busy,
    Kind.DEAL: _parse_deal,
    Kind.TRICK: _parse_trick,
    Kind.WRONG: _parse_wrong,
    Kind.TAKEN: _parse_taken,
    Kind.SCORE: _parse_numbers,
    Kind.TOTAL: _parse_numbers,
}
