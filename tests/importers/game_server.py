"""A small server of the seven-deal game for the tests: it deals, plays lawfully, and reports as servers do."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from verifier.replay.lines import Contract, Deal, Event, Moves, Points, Totals

SEATS = "NESW"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PACK = [rank + suit for suit in "CDHS" for rank in RANKS]
NAMES = ("tricks", "hearts", "queens", "men", "king-of-hearts", "seventh-last", "all")


class Said(NamedTuple):
    """One message between the server and the client in a seat; `client` tells its connections apart."""

    client: str
    by_server: bool
    text: str


@dataclass
class Dialect:
    """How a server writes its lines."""

    server: str = "::ffff:127.0.0.1:20137"
    server_receiving: str | None = None
    client: str = "::ffff:127.0.0.1:"
    client_receiving: str | None = None
    comma: str = ","
    time: str = "2031-02-03T04:05:06.789"
    before_message: str = " "
    end: str = "\r\n"
    first_port: int = 41000


PLAIN = Dialect()


@dataclass
class PlayedDeal:
    """A deal as it was played: seats are 0 to 3, cards in the server's notation, a trick is (leader, cards, taker)."""

    type: int
    leader: int
    hands: list[list[str]]
    tricks: list[tuple[int, list[str], int]]
    points: list[int] = field(default_factory=lambda: [0] * 4)
    totals: list[int] | None = None


def suit(card: str) -> str:
    return card[-1]


def worth(deal_type: int, number: int, card: str | None) -> int:
    """Return the points of a card, or of the trick itself where there is none."""
    if deal_type == 7:
        return sum(worth(one, number, card) for one in range(1, 7))
    if card is None:
        return {1: 1, 6: 10 * (number in {7, 13})}.get(deal_type, 0)
    prices = {
        2: (suit(card) == "H"),
        3: 5 * (card[:-1] == "Q"),
        4: 2 * (card[:-1] in {"J", "K"}),
        5: 18 * (card == "KH"),
    }
    return int(prices.get(deal_type, 0))


def play_deal(rng: Random, deal_type: int, leader: int, tricks: int = 13) -> PlayedDeal:
    pack = rng.sample(PACK, 52)
    hands = [pack[13 * seat : 13 * seat + 13] for seat in range(4)]
    left = [list(hand) for hand in hands]
    deal = PlayedDeal(deal_type, leader, hands, [])
    for number in range(1, tricks + 1):
        cards: list[str] = []
        for turn in range(4):
            hand = left[(leader + turn) % 4]
            card = rng.choice([one for one in hand if cards and suit(one) == suit(cards[0])] or hand)
            hand.remove(card)
            cards.append(card)
        strongest = max(
            (card for card in cards if suit(card) == suit(cards[0])), key=lambda card: RANKS.index(card[:-1])
        )
        taker = (leader + cards.index(strongest)) % 4
        deal.tricks.append((leader, cards, taker))
        deal.points[taker] += sum(worth(deal_type, number, card) for card in (None, *cards))
        leader = taker
    return deal


def play_game(seed: int, types: Sequence[int] = (1, 2, 3, 4, 5, 6, 7)) -> list[PlayedDeal]:
    rng = Random(seed)
    deals = [play_deal(rng, deal_type, place % 4) for place, deal_type in enumerate(types)]
    totals = [0] * 4
    for deal in deals:
        totals = [before + points for before, points in zip(totals, deal.points, strict=True)]
        deal.totals = totals
    return deals


def pairs(word: str, numbers: Sequence[int], order: str = "WSEN") -> str:
    return word + "".join(f"{seat}{numbers[SEATS.index(seat)]}" for seat in order)


def to_all(text: str, clients: Sequence[str] = SEATS) -> list[Said]:
    return [Said(client, True, text) for client in clients]


def join(clients: Iterable[str] = SEATS) -> list[Said]:
    return [Said(client, False, f"IAM{client[0]}") for client in clients]


def deal_text(deal: PlayedDeal, seat: int) -> str:
    return f"DEAL{deal.type}{SEATS[deal.leader]}{''.join(deal.hands[seat])}"


def taken_text(deal: PlayedDeal, number: int) -> str:
    _, cards, taker = deal.tricks[number - 1]
    return f"TAKEN{number}{''.join(cards)}{SEATS[taker]}"


def trick_said(deal: PlayedDeal, number: int, clients: Sequence[str] = SEATS, turns: int = 4) -> list[Said]:
    """Return prompts and answers of a trick, its first `turns` cards, and TAKEN where it is whole."""
    leader, cards, _ = deal.tricks[number - 1]
    said: list[Said] = []
    for turn in range(turns):
        client = clients[(leader + turn) % 4]
        said.append(Said(client, True, f"TRICK{number}{''.join(cards[:turn])}"))
        said.append(Said(client, False, f"TRICK{number}{cards[turn]}"))
    return said + (to_all(taken_text(deal, number), clients) if turns == 4 else [])


def opening_said(deal: PlayedDeal, clients: Sequence[str] = SEATS) -> list[Said]:
    return [Said(client, True, deal_text(deal, seat)) for seat, client in enumerate(clients)]


def ending_said(deal: PlayedDeal, clients: Sequence[str] = SEATS) -> list[Said]:
    said = to_all(pairs("SCORE", deal.points), clients)
    return said + (to_all(pairs("TOTAL", deal.totals, "ENSW"), clients) if deal.totals else [])


def deal_said(deal: PlayedDeal, clients: Sequence[str] = SEATS) -> list[Said]:
    said = opening_said(deal, clients)
    for number in range(1, len(deal.tricks) + 1):
        said += trick_said(deal, number, clients)
    return said + ending_said(deal, clients)


def game_said(deals: Sequence[PlayedDeal], clients: Sequence[str] = SEATS) -> list[Said]:
    return join(clients) + [said for deal in deals for said in deal_said(deal, clients)]


def returns(deal: PlayedDeal, client: str, tricks: int) -> list[Said]:
    """Return what passes when a seat is taken again on a new connection after some tricks of a deal."""
    seat = SEATS.index(client[0])
    again = [deal_text(deal, seat), *(taken_text(deal, number) for number in range(1, tricks + 1))]
    return join([client]) + [Said(client, True, text) for text in again]


def log_of(said: Iterable[Said], dialect: Dialect = PLAIN) -> bytes:
    """Write the report; each connection has a port of its own."""
    ports: dict[str, int] = {}
    lines: list[str] = []
    for client, by_server, text in said:
        port = ports.setdefault(client, dialect.first_port + 2 * len(ports))
        ends = [dialect.server, f"{dialect.client_receiving or dialect.client}{port}"]
        if not by_server:
            ends = [f"{dialect.client}{port}", dialect.server_receiving or dialect.server]
        head = dialect.comma.join([*ends, dialect.time])
        lines.append(f"[{head}]{dialect.before_message}{text}{dialect.end}")
    return "".join(lines).encode("latin-1")


def shuffled(rng: Random, said: Sequence[Said]) -> list[Said]:
    """Return the same messages with those of different clients mixed anew; each client's keep their order."""
    waiting: dict[str, list[Said]] = {}
    for one in said:
        waiting.setdefault(one.client, []).append(one)
    mixed: list[Said] = []
    while waiting:
        client = rng.choice(sorted(waiting))
        mixed.append(waiting[client].pop(0))
        if not waiting[client]:
            del waiting[client]
    return mixed


def card_text(card: str) -> str:
    return card.replace("10", "T")


def plays(leader: int, cards: Sequence[str]) -> str:
    return " ".join("abcd"[(leader + turn) % 4] + card_text(card) for turn, card in enumerate(cards))


def replay_of(deal: PlayedDeal) -> list[Event]:
    """Return the lines that a deal must make."""
    tricks = [f"{plays(leader, cards)} {'abcd'[taker]}$" for leader, cards, taker in deal.tricks]
    dealer = ("d", "a", "b", "c")[deal.leader]
    lines: list[Event] = [
        Deal(dealer, ["".join(map(card_text, hand)) for hand in deal.hands]),
        Contract(None, NAMES[deal.type - 1]),
        Moves(" ".join(tricks)),
        Points(list(deal.points)),
    ]
    return lines + ([Totals(list(deal.totals))] if deal.totals else [])
