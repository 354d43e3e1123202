"""A second, slow reading of server reports of the seven-deal game: whole file at once, one expression a message.

It shares nothing with the program and supposes a well-behaved log of one game; the tests compare the two.
"""

import re
from pathlib import Path
from typing import NamedTuple

SEATS = "NESW"
CARD = r"(?:10|[2-9JQKA])[CDHS]"
LINE = re.compile(r"^\W*\[([^,\]]*):(\d+) *, *([^,\]]*):(\d+) *,[^\]]*\] *([A-Z]+\S*?)(?:\\r|\\n|\s)*$", re.MULTILINE)
DEAL = re.compile(rf"DEAL([1-7])([NESW])((?:{CARD}){{13}})")
TAKEN = re.compile(rf"TAKEN(1[0-3]|[1-9])((?:{CARD}){{4}})([NESW])")
SCORE = re.compile(r"SCORE((?:[NESW]\d+){4})")
TOTAL = re.compile(r"TOTAL((?:[NESW]\d+){4})")
STRENGTH = {
    rank: place for place, rank in enumerate(["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"])
}


class Trick(NamedTuple):
    """Number, (seat, card) in the order played, recorded taker."""

    number: int
    plays: list[tuple[str, str]]
    taker: str


class HeartLead(NamedTuple):
    """A heart led although the seat held another suit."""

    deal: int
    trick: int
    seat: str
    card: str


class Recount(NamedTuple):
    """One deal, counted again; faults are (trick, seat, card), wrong takers (trick, recorded, true)."""

    type: int
    leader: str
    hands: dict[str, list[str]]
    tricks: list[Trick]
    revokes: list[tuple[int, str, str]]
    not_held: list[tuple[int, str, str]]
    wrong_takers: list[tuple[int, str, str]]
    points: dict[str, int]
    recorded_points: dict[str, int] | None
    recorded_totals: dict[str, int] | None
    heart_leads: list[HeartLead]


def suit(card: str) -> str:
    return card[-1]


def rank(card: str) -> str:
    return card[:-1]


def best(plays: list[tuple[str, str]]) -> str:
    followers = [(STRENGTH[rank(card)], seat) for seat, card in plays if suit(card) == suit(plays[0][1])]
    return max(followers)[1]


def cost(deal_type: int, trick: Trick) -> int:
    cards = [card for _, card in trick.plays]
    prices = {
        1: 1,
        2: sum(suit(card) == "H" for card in cards),
        3: 5 * sum(rank(card) == "Q" for card in cards),
        4: 2 * sum(rank(card) in {"J", "K"} for card in cards),
        5: 18 * cards.count("KH"),
        6: 10 * (trick.number in {7, 13}),
    }
    return sum(prices.values()) if deal_type == 7 else prices[deal_type]


def by_seat(text: str) -> dict[str, int]:
    found = {seat: int(number) for seat, number in re.findall(r"([NESW])(\d+)", text)}
    return {seat: found[seat] for seat in SEATS}


def sent_by_server(text: str) -> list[tuple[str, str]]:
    """Return (port of the client, message) for everything the server sent, the server being the port all IAM go to."""
    lines = LINE.findall(text)
    ports = {receiver for _, _, _, receiver, said in lines if said.startswith("IAM")}
    return [(receiver, said) for _, sender, _, receiver, said in lines if sender in ports and receiver not in ports]


def recount(path: Path) -> list[Recount]:
    """Return every deal of a log; all clients must have been told the same of it."""
    text = path.read_bytes().decode("latin-1")
    messages = sent_by_server(text)
    seats = {sender: said[3] for _, sender, _, _, said in LINE.findall(text) if re.fullmatch("IAM[NESW]", said)}

    # Each client's messages, cut at its deals; a seat's connections one after the other, a deal sent again left out.
    dealt: dict[str, list[list[str]]] = {seat: [] for seat in SEATS}
    for port in dict.fromkeys(port for port, _ in messages):
        for said in (said for receiver, said in messages if receiver == port):
            mine = dealt[seats[port]]
            if DEAL.fullmatch(said) and not any(said == earlier[0] for earlier in mine):
                mine.append([said])
            elif mine and not DEAL.fullmatch(said):
                mine[-1].append(said)
    assert len({len(mine) for mine in dealt.values()}) == 1
    return [
        recount_deal(number, dict(zip(SEATS, told, strict=True)))
        for number, told in enumerate(zip(*dealt.values(), strict=True), 1)
    ]


def recount_deal(number: int, told: dict[str, list[str]]) -> Recount:
    """Count one deal from what each seat was told; all four must have been told the same."""
    openings = {seat: DEAL.fullmatch(messages[0]) for seat, messages in told.items()}
    (opening,) = {(match[1], match[2]) for match in openings.values() if match}
    hands = {seat: re.findall(CARD, match[3]) for seat, match in openings.items() if match}

    def agreed(pattern: re.Pattern[str]) -> list[tuple[str, ...]]:
        (one,) = {tuple(dict.fromkeys(m.groups() for m in map(pattern.fullmatch, says) if m)) for says in told.values()}
        return list(one)

    taken = sorted((int(n), re.findall(CARD, cards), taker) for n, cards, taker in agreed(TAKEN))
    assert [n for n, _, _ in taken] == list(range(1, len(taken) + 1))
    leaders = [opening[1], *(taker for _, _, taker in taken)]
    tricks = [
        Trick(n, [(SEATS[(SEATS.index(leader) + turn) % 4], card) for turn, card in enumerate(cards)], taker)
        for (n, cards, taker), leader in zip(taken, leaders, strict=False)
    ]

    def held(seat: str, trick: Trick) -> set[str]:
        gone = {card for earlier in tricks[: trick.number - 1] for player, card in earlier.plays if player == seat}
        return set(hands[seat]) - gone

    plays = [(trick, seat, card) for trick in tricks for seat, card in trick.plays]
    led = {trick.number: suit(trick.plays[0][1]) for trick in tricks}
    deal_type = int(opening[0])
    scores, totals = agreed(SCORE), agreed(TOTAL)
    return Recount(
        type=deal_type,
        leader=opening[1],
        hands=hands,
        tricks=tricks,
        revokes=[
            (trick.number, seat, card)
            for trick, seat, card in plays
            if suit(card) != led[trick.number] and led[trick.number] in map(suit, held(seat, trick))
        ],
        not_held=[(trick.number, seat, card) for trick, seat, card in plays if card not in held(seat, trick)],
        wrong_takers=[(t.number, t.taker, best(t.plays)) for t in tricks if t.taker != best(t.plays)],
        points={seat: sum(cost(deal_type, trick) for trick in tricks if best(trick.plays) == seat) for seat in SEATS},
        recorded_points=by_seat(scores[0][0]) if scores else None,
        recorded_totals=by_seat(totals[0][0]) if totals else None,
        heart_leads=[
            HeartLead(number, trick.number, *trick.plays[0])
            for trick in tricks
            if deal_type in {2, 5, 7}
            and led[trick.number] == "H"
            and set(map(suit, held(trick.plays[0][0], trick))) != {"H"}
        ],
    )
