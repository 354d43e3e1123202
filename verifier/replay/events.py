"""Reads one event line: its JSON, its shape, and the bounds that the types alone do not show."""

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from verifier.cards import SEATS, parse_cards
from verifier.replay.lines import MOST_NAME, MOST_NOTE, Contract, Deal, Event, Note, Points, Totals, Winner
from verifier.replay.rules import Fault
from verifier.replay.syntax import bad_line, decoder_fault, encoding_fault, nesting_fault

MOST_CARDS: Final = 162
_DECODER: Final = msgspec.json.Decoder(Event)
_TAG: Final = re.compile(rb'[ \t]*\[[ \t]*"(note|mark|seal)"')


def read_event(content: bytes, players: int) -> Event | Fault:
    """Return the event of a line without its line end, in a game of so many players, or the fault found in it."""
    fault = encoding_fault(content) or nesting_fault(content)
    if fault:
        return fault
    try:
        event: Event = _DECODER.decode(content)
    except msgspec.DecodeError as error:
        return decoder_fault(content, error)
    return _bounds_fault(event, players) or event


def tag_of(content: bytes) -> str | None:
    """Return `note`, `mark` or `seal` where a line, readable or not, begins as one; None for any other line."""
    found = _TAG.match(content)
    return found[1].decode() if found else None


def _bounds_fault(event: Event, players: int) -> Fault | None:
    fault = None
    match event:
        case Deal():
            fault = _deal_fault(event, players)
        case Contract():
            fault = _length_fault("name", event.name, MOST_NAME)
        case Points():
            fault = _count_fault("points", event.values, players)
        case Totals():
            fault = _count_fault("totals", event.values, players)
        case Winner() if event.seats.strip(SEATS):
            # Letters past the players and repeated ones are a wrong winner, which is for the referee.
            fault = bad_line("seat-letters", element="seats")
        case Note():
            fault = _length_fault("text", event.text, MOST_NOTE)
    return fault


def _deal_fault(deal: Deal, players: int) -> Fault | None:
    if deal.hands is not None:
        fault = _count_fault("hands", deal.hands, players)
        if fault:
            return fault
        for place, hand in enumerate(deal.hands, 1):
            if not _is_card_list(hand):
                return bad_line("card-list", element="hands", player=place)
    if not _is_card_list(deal.up):
        return bad_line("card-list", element="up")
    return None if _is_card_list(deal.stock) else bad_line("card-list", element="stock")


def _is_card_list(text: str | None) -> bool:
    return text is None or (len(text) <= 2 * MOST_CARDS and parse_cards(text) is not None)


def _count_fault(element: str, entries: Sequence[object], players: int) -> Fault | None:
    if len(entries) == players:
        return None
    return bad_line("count", element=element, expected=players, found=len(entries))


def _length_fault(element: str, text: str, limit: int) -> Fault | None:
    return bad_line("too-long", element=element, limit=limit, found=len(text)) if len(text) > limit else None
