"""Reads the report of a server of the seven-deal Kierki networking game and makes replays of the games in it.

Messages of different clients may stand out of game order, so each connection's messages are read as a stream of their
own: it says which deal of the game they belong to. A client that comes back on a new connection goes on in its seat.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from verifier.importers.mimuw_deals import Answer, RecordedDeal, opens_game, write_game
from verifier.importers.mimuw_messages import SEATS, Address, Kind, Message, parse_line, split_lines
from verifier.importers.remarks import Conversion, Readable, Reason, Remarks

MOST_PORTS: Final = 4096
MOST_HOSTS: Final = 16
MOST_SERVER_PORTS: Final = 4

_SAID_BY_CLIENTS: Final = frozenset({Kind.IAM, Kind.TRICK})
_SAID_BY_SERVERS: Final = frozenset(Kind) - {Kind.IAM}


@dataclass(slots=True, eq=False)
class Client:
    """One connection: the seat it sits in and the one it asked for last (-1: none), and the deal it is at."""

    host: str
    seat: int = -1
    asked: int = -1
    joined: int = 0
    deal: RecordedDeal | None = None
    answer: Answer | None = None


class Connections:
    """The clients of one log by port and host. A host that a line leaves out is any; the oldest ports are forgotten."""

    def __init__(self) -> None:
        self._by_port: dict[int, list[Client]] = {}

    def find(self, address: Address) -> Client | None:
        """Return the client of an address, a new one where there is none, None where several fit."""
        clients = self._by_port.pop(address.port, [])
        self._by_port[address.port] = clients
        if len(self._by_port) > MOST_PORTS:
            del self._by_port[next(iter(self._by_port))]
        fitting = [client for client in clients if client.host == address.host]
        if not fitting:
            fitting = [client for client in clients if not client.host or not address.host]
        if len(fitting) > 1:
            return None
        if not fitting:
            fitting = [Client(address.host)]
            clients.append(fitting[0])
            del clients[:-MOST_HOSTS]
        client = fitting[0]
        client.host = client.host or address.host
        return client

    def has_asked(self, address: Address) -> bool:
        """Tell whether a client at this port has asked for a seat."""
        clients = self._by_port.get(address.port, ())
        return any(client.asked >= 0 or client.seat >= 0 for client in clients)


class ServerLog:
    """The state of reading: who the server is, its clients, who was dealt what, and the deals not yet handed on."""

    def __init__(self) -> None:
        self._remarks = Remarks()
        self._deals: list[RecordedDeal] = []
        self._games = 0
        self._begin_log()

    def _begin_log(self) -> None:
        """Forget server and clients: another server's log begins."""
        self._server_ports: set[int] = set()
        self._clients = Connections()
        self._seated: list[Client] = []
        self._sitting: list[Client | None] = [None] * 4
        self._dealt: list[RecordedDeal | None] = [None] * 4
        self._first: RecordedDeal | None = None

    def read(self, line: int, raw: bytes | None) -> Iterator[Conversion]:
        """Read one line (None for one that was too long) and give the game that is done with it, if one is."""
        parsed = Reason.LINE_TOO_LONG if raw is None else parse_line(raw)
        if isinstance(parsed, Reason):
            self._remarks.add(line, parsed)
        elif parsed is not None:
            before = len(self._deals)
            self._hear(line, parsed)
            # The deal before the newest is complete, so it can be told now whether a game began with it.
            if len(self._deals) > before:
                yield from self._split(len(self._deals) - 2)

    def close(self) -> Iterator[Conversion]:
        """Give the games that are left at the end; a log without any gives one conversion that says so."""
        yield from self._split(len(self._deals) - 1)
        if self._deals:
            yield self._write(self._deals)
        else:
            self._remarks.add(1, Reason.NO_GAME)
            yield self._remarks.conclude(())

    def _split(self, place: int) -> Iterator[Conversion]:
        if place > 0 and opens_game(self._deals[place], self._deals[place - 1]):
            done, self._deals = self._deals[:place], self._deals[place:]
            yield self._write(done)
            self._forget(set(done))

    def _forget(self, done: set[RecordedDeal]) -> None:
        """Let go of the deals handed on, and of the clients that were at one of them to the end."""
        for client in self._seated:
            if client.deal in done:
                client.seat, client.deal, client.answer = -1, None, None
        self._seated = [client for client in self._seated if client.deal is not None]
        self._sitting = [client if client in self._seated else None for client in self._sitting]
        self._dealt = [None if deal in done else deal for deal in self._dealt]
        if self._first in done:
            self._first = self._deals[0]

    def _write(self, deals: list[RecordedDeal]) -> Conversion:
        self._games += 1
        return write_game(deals, self._games)

    def _hear(self, line: int, message: Message) -> None:
        """Find out which end of a message is the server, and pass it to its client's stream."""
        from_server = message.sender.port in self._server_ports
        to_server = message.receiver.port in self._server_ports
        if from_server == to_server:
            if message.kind is Kind.TRICK:
                self._remarks.add(line, Reason.SERVER_UNKNOWN)
                return
            from_server = message.kind in _SAID_BY_SERVERS
            if not to_server:
                self._meet_server(message, from_server=from_server)
        if message.kind not in (_SAID_BY_SERVERS if from_server else _SAID_BY_CLIENTS):
            self._remarks.add(line, Reason.WRONG_DIRECTION)
            return
        client = self._clients.find(message.receiver if from_server else message.sender)
        if client is None:
            self._remarks.add(line, Reason.CLIENT_UNKNOWN)
        elif from_server:
            self._hear_server(line, message, client)
        else:
            self._hear_client(line, message, client)

    def _meet_server(self, message: Message, *, from_server: bool) -> None:
        """Note the port of a server; unless it speaks to a client already known, this is another server's log."""
        server, client = message.sender, message.receiver
        if not from_server:
            server, client = client, server
        if not self._clients.has_asked(client) or len(self._server_ports) == MOST_SERVER_PORTS:
            self._begin_log()
        self._server_ports.add(server.port)

    def _hear_client(self, line: int, message: Message, client: Client) -> None:
        if message.kind is Kind.IAM:
            client.asked, client.joined = message.seat, line
        elif client.deal is None:
            self._remarks.add(line, Reason.BEFORE_DEAL)
        elif len(message.cards) != 1:
            client.answer = None
            client.deal.remarks.add(line, Reason.ANSWER_NOT_ONE_CARD, seat=SEATS[client.seat], cards=len(message.cards))
        else:
            client.answer = client.deal.hear_answer(line, client.seat, message.number, message.cards[0])

    def _hear_server(self, line: int, message: Message, client: Client) -> None:
        if message.kind is Kind.DEAL:
            self._hear_deal(line, message, client)
            return
        if message.kind is Kind.BUSY:
            client.asked = -1
            return
        deal = client.deal
        if deal is None:
            self._remarks.add(line, Reason.SEAT_UNKNOWN if client.asked < 0 else Reason.BEFORE_DEAL)
            return
        if client.asked >= 0:
            # A seat given anew is always dealt to first.
            deal.remarks.add(line, Reason.SEAT_ASKED_AGAIN, seat=SEATS[client.seat])
            client.asked = -1
        match message.kind:
            case Kind.TRICK if len(message.cards) > 3:
                deal.remarks.add(line, Reason.BAD_MESSAGE)
            case Kind.TRICK:
                deal.hear_prompt(line, client.seat, message.number, message.cards)
            case Kind.WRONG if client.answer is not None:
                client.answer.standing = None
                client.answer = None
            case Kind.TAKEN:
                deal.hear_trick(line, message.number, message.cards, message.seat)
            case Kind.SCORE | Kind.TOTAL:
                if None in message.numbers:
                    deal.remarks.add(line, Reason.NUMBER_OUT_OF_RANGE)
                hear = deal.hear_points if message.kind is Kind.SCORE else deal.hear_totals
                hear(line, message.numbers)

    def _hear_deal(self, line: int, message: Message, client: Client) -> None:
        """Find the deal that a client is sent its hand of: the one it is at, the next one, or a new one."""
        doubted = client.seat >= 0 and client.asked not in {-1, client.seat}
        fresh = self._is_seated_anew(client)
        seat = client.asked if fresh else client.seat
        client.asked = -1
        if seat < 0:
            self._remarks.add(line, Reason.SEAT_UNKNOWN)
            return
        if client.seat < 0:
            self._seated.append(client)
        client.seat, client.answer = seat, None
        self._sitting[seat] = client
        before = self._dealt[seat]
        if before is not None and before.is_resent(message.number, message.seat, seat, message.cards):
            client.deal = before
            return
        following = self._first if before is None else before.following
        deal = self._find_opened(message, seat, following) if fresh else following
        if deal is None:
            deal = self._open_deal(line, message, fresh=fresh)
        elif (deal.type, deal.leader) != (message.number, message.seat):
            deal.remarks.add(line, Reason.DEAL_DIFFERS, seat=SEATS[seat])
        deal.doubted = deal.doubted or doubted
        deal.late = deal.late or (fresh and client.joined > deal.line)
        deal.hear_hand(seat, message.cards, fresh=fresh)
        client.deal = self._dealt[seat] = deal

    def _is_seated_anew(self, client: Client) -> bool:
        """Tell whether a client was given the seat it asked for; one that sits is not given a seat that is taken."""
        if client.asked < 0 or client.seat in {-1, client.asked}:
            return client.asked >= 0
        occupant = self._sitting[client.asked]
        return occupant is None or occupant.seat != client.asked or occupant.asked not in {-1, occupant.seat}

    @staticmethod
    def _find_opened(message: Message, seat: int, deal: RecordedDeal | None) -> RecordedDeal | None:
        """Return the latest deal, from `deal` on, that has been opened for others and lacks this seat's hand."""
        found = None
        while deal is not None:
            if (deal.type, deal.leader, deal.hands[seat]) == (message.number, message.seat, None):
                found = deal
            deal = deal.following
        return found

    def _open_deal(self, line: int, message: Message, *, fresh: bool) -> RecordedDeal:
        # Remarks made from here on belong to another game, if a game begins here.
        if self._deals and fresh:
            self._remarks = Remarks()
        deal = RecordedDeal(line, message.number, message.seat, self._remarks, parted=self._first is None)
        if self._first is None:
            self._first = deal
        else:
            self._deals[-1].following = deal
        self._deals.append(deal)
        return deal


def convert(data: Readable | Iterable[bytes]) -> Iterator[Conversion]:
    """Give the games of a server's report in order, each as replay lines and remarks.

    Any bytes may come in; none raise. At most the deals of two games are held at a time. Only what the server recorded
    is written: refused answers are no plays, and what is not certain is left out with a remark.
    """
    log = ServerLog()
    for number, raw in enumerate(split_lines(data), 1):
        yield from log.read(number, raw)
    yield from log.close()
