"""A recorded game taken apart for mutation: its entries, its hands, its tricks, and what seats hold at each entry."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from verifier.cards import PACK_SIZE, SEATS, parse_cards
from verifier.fuzz.log import Entry
from verifier.movetext import Act, ActKind, parse_token
from verifier.replay.lines import Contract, Deal, Header, Line, Moves, Opening, Points, Totals, Trouble, Winner
from verifier.replay.reader import read

PLAYING = frozenset({ActKind.PLAY, ActKind.JOKER, ActKind.SEVERAL})


class Play(NamedTuple):
    """A card laid: at which entry, by whom."""

    at: int
    seat: int
    card: int


class Hand(NamedTuple):
    """One hand: where its deal line stands and where its entries end, its 1-based number, what it is played for."""

    start: int
    end: int
    number: int
    contract: Contract | None


class Recorded:
    """A game as it was recorded: header and entries; `acts` has what each token says, None for other entries."""

    def __init__(self, header: Header, entries: list[Entry]) -> None:
        self.header = header
        self.entries = entries
        self.acts: list[Act | None] = [parse_token(one) if isinstance(one, str) else None for one in entries]
        self.players = len(header.players)
        self._held: dict[int, Holdings] = {}

    def __repr__(self) -> str:
        return f"Recorded({self.header!r}, {self.entries!r})"

    def hands(self) -> list[Hand]:
        """Return the hands of the game."""
        starts = [at for at, entry in enumerate(self.entries) if isinstance(entry, Deal)]
        ends = [*starts[1:], len(self.entries)][: len(starts)]
        hands = []
        for number, (start, end) in enumerate(zip(starts, ends, strict=True), 1):
            contracts = [one for one in self.entries[start:end] if isinstance(one, Contract)]
            hands.append(Hand(start, end, number, contracts[0] if contracts else None))
        return hands

    def deal(self, hand: Hand) -> Deal:
        """Return the deal line of a hand."""
        deal = self.entries[hand.start]
        assert isinstance(deal, Deal)
        return deal

    def dealt(self, hand: Hand) -> list[list[int]] | None:
        """Return the cards dealt, None where they are not all known."""
        texts = self.deal(hand).hands
        cards = [parse_cards(text or "") or [] for text in texts or []]
        whole = all(cards) and all(card <= PACK_SIZE for held in cards for card in held)
        return cards if whole and len(cards) == self.players else None

    def holdings(self, hand: Hand) -> "Holdings":
        """Return what seats hold in a hand of Kings Reverse; looked up once."""
        if hand.start not in self._held:
            self._held[hand.start] = Holdings(self, hand)
        return self._held[hand.start]

    def plays(self, hand: Hand) -> list[Play]:
        """Return the single cards laid in a hand, in order."""
        return [
            Play(at, act.seat, act.cards[0])
            for at, act in self.acts_of(hand)
            if act.kind is ActKind.PLAY and act.cards[0] < PACK_SIZE
        ]

    def acts_of(self, hand: Hand) -> Iterator[tuple[int, Act]]:
        """Yield the acts of a hand with their entries, clocks left out."""
        for at in range(hand.start, hand.end):
            act = self.acts[at]
            if act is not None and act.kind is not ActKind.CLOCK:
                yield at, act

    def tricks(self, hand: Hand) -> list[list[Play]]:
        """Return the whole tricks of a hand; none where it is no hand of tricks, as in a lottery."""
        if hand.contract is not None and hand.contract.name == "lottery":
            return []
        plays = self.plays(hand)
        tricks = [plays[at : at + 4] for at in range(0, len(plays) - 3, 4)]
        plain = all(act.kind in {ActKind.PLAY, ActKind.TAKES} for _, act in self.acts_of(hand))
        return tricks if plain and all(len({play.seat for play in trick}) == 4 for trick in tricks) else []

    def trick_hands(self) -> list[tuple[Hand, list[list[Play]]]]:
        """Return the hands of tricks with their tricks."""
        return [(hand, tricks) for hand in self.hands() for tricks in [self.tricks(hand)] if tricks]

    def line_of(self, hand: Hand, kind: type[Points] | type[Totals] | type[Winner]) -> int | None:
        """Return where the first line of a kind stands in a hand, None where there is none."""
        return next((at for at in range(hand.start, hand.end) if isinstance(self.entries[at], kind)), None)

    def option(self, name: str) -> object:
        """Return what the header says of an option, None where it says nothing itself."""
        rules = self.header.rules
        return rules.get(name) if isinstance(rules, dict) else None

    def is_plain(self) -> bool:
        """Tell whether the game goes by its text alone: no preset, no option."""
        return not self.header.rules


class Holdings:
    """What seats hold in a hand of Kings Reverse at each of its entries, what lies on top, and which way play goes."""

    def __init__(self, game: Recorded, hand: Hand) -> None:
        self.before: dict[int, list[Counter[int]]] = {}
        self.top: dict[int, tuple[int, str]] = {}
        self.step: dict[int, int] = {}
        self.at_end: list[Counter[int]] = []
        dealt = game.dealt(hand)
        up = parse_cards(game.deal(hand).up or "") or []
        self.known = dealt is not None and bool(up) and up[-1] < PACK_SIZE
        if dealt is None or not self.known:
            return
        held = self.at_end = [Counter(cards) for cards in dealt]
        top, suit, step = up[-1], "SHDC"[up[-1] // 13], 1
        if up[-1] % 13 == 11 and game.players > 2 and game.option("turn_up_special") is None:
            step = -1
        under: list[tuple[int, str]] = []
        for at, act in game.acts_of(hand):
            self.before[at] = [Counter(cards) for cards in held]
            self.top[at], self.step[at] = (top, suit), step
            if act.seat >= game.players:
                continue
            if act.kind in PLAYING:
                cards = act.cards or (PACK_SIZE,)
                held[act.seat].subtract(cards)
                under.append((top, suit))
                top = cards[-1]
                suit = act.other if act.kind is ActKind.JOKER else "SHDC"[top // 13] if top < PACK_SIZE else ""
                if any(card < PACK_SIZE and card % 13 == 11 for card in cards) and game.players > 2:
                    step = -step
            elif act.kind is ActKind.NAME:
                suit = act.other
            elif act.kind is ActKind.DRAW:
                held[act.seat].update(act.cards)
            elif act.kind is ActKind.GIVE:
                held[act.seat].subtract(act.cards)
                held[SEATS.index(act.other) % game.players].update(act.cards)
            elif act.kind is ActKind.TAKE_BACK:
                held[act.seat].update(act.cards)
                top, suit = under.pop() if under else (top, suit)

    def matching(self, at: int, seat: int) -> list[int]:
        """Return the cards of a seat before an entry that match the pile: no jokers."""
        top, suit = self.top[at]
        return sorted(
            card
            for card, number in self.before[at][seat].items()
            if number > 0 and card < PACK_SIZE and fits(card, top, suit)
        )


def fits(card: int, top: int, suit: str) -> bool:
    """Tell whether a card matches by suit or by rank, or is a jack."""
    return "SHDC"[card // 13] == suit or card % 13 == 9 or (top < PACK_SIZE and card % 13 == top % 13)


def games_in(source: Iterable[bytes]) -> Iterator[Recorded | Trouble]:
    """Yield the games of a source that can be read; for one that cannot, the first trouble with it."""
    header: Header | None = None
    entries: list[Entry] = []
    trouble: Trouble | None = None
    for record in read(source):
        if isinstance(record, Opening):
            header, entries, trouble = record.header, [], None
        elif isinstance(record, Trouble):
            trouble = trouble or record
        elif isinstance(record, Line):
            event = record.event
            if isinstance(event, Moves):
                entries += event.text.split(" ") if event.text else []
            else:
                entries.append(event)
        elif trouble is not None:
            yield trouble
        elif header is not None:
            yield Recorded(header, entries)
