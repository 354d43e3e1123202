"""A hand of Kings Reverse played at random by the rules of the game's own text; nobody cheats and everybody calls."""

import random

from bench.corpora.log import PACK, SUITS

SEATS = "abcdef"
JOKER = "**"
WORTH = {"7": 20, "8": 20, "K": 20, "J": 15, "*": 25}
DRAWS_THOUGH_ABLE = 0.06
GIVES = 0.7


class Hand:
    """One hand: `tokens` are its acts, `dealt`, `up` and `lying` (the stock) how it began, `out` who went out."""

    def __init__(self, rng: random.Random, players: int, dealer: int) -> None:
        self.rng, self.players, self.dealer = rng, players, dealer
        cards = rng.sample([*PACK, JOKER, JOKER] * 2, 108)
        self.held = [cards[at * 10 : at * 10 + 10] for at in range(players)]
        self.dealt = [list(hand) for hand in self.held]
        self.stock = cards[10 * players :]
        self.up = [self.stock.pop(0)]
        while self.up[-1] == JOKER:
            self.stock.insert(rng.randint(1, len(self.stock)), JOKER)
            self.up.append(self.stock.pop(0))
        self.lying = list(self.stock)
        self.tokens: list[str] = []
        self.top = self.up[-1]
        self.suit = self.top[1]
        self.direction = 1
        self.finished: set[int] = set()
        self.out: int | None = None
        self.blocked = False

    def play(self) -> None:
        """Play the hand to its end."""
        seat = self.starter()
        while self.out is None and not self.blocked:
            seat = self.turn(seat)

    def points(self) -> list[int]:
        """Return the points of every seat."""
        return [
            sum(20 if card == "AS" else WORTH.get(card[0], 5) for card in hand) if seat != self.out else 0
            for seat, hand in enumerate(self.held)
        ]

    def starter(self) -> int:
        """Return who starts; the card turned up acts as if the dealer had played it."""
        rank = self.top[0]
        left = self.step(self.dealer)
        if rank == "K":
            if self.players == 2:
                return self.dealer
            self.direction = -1
            return self.step(self.dealer)
        if rank == "7":
            self.draw(left, 2)
        return self.step(left) if rank in "78" else left

    def step(self, seat: int) -> int:
        """Return the next seat that is not finished, the seat itself where there is none."""
        for _ in range(self.players):
            seat = (seat + self.direction) % self.players
            if seat not in self.finished:
                break
        return seat

    def others(self, seat: int) -> list[int]:
        """Return the other seats in the order of play."""
        return [(seat + by * self.direction) % self.players for by in range(1, self.players)]

    def say(self, seat: int, words: str) -> None:
        """Append an act."""
        self.tokens.append(SEATS[seat] + words)

    def draw(self, seat: int, number: int) -> list[str]:
        """Take what is left of so many cards from the stock."""
        cards = self.stock[:number]
        del self.stock[:number]
        if cards:
            self.say(seat, "+" + "".join(cards))
            self.held[seat] += cards
        return cards

    # Turns

    def natural(self, card: str) -> bool:
        """Tell whether a card matches the pile; a joker does not."""
        return card != JOKER and (
            card[0] == "J" or card[1] == self.suit or (self.top != JOKER and card[0] == self.top[0])
        )

    def options(self, seat: int) -> list[list[str]]:
        """Return what may be laid: single cards, marriages, and a joker where nothing else fits."""
        hand = self.held[seat]
        single = [card for card in hand if self.natural(card)]
        if not single:
            return [[JOKER]] if JOKER in hand else []
        pairs = [("K" + suit, "Q" + suit) for suit in SUITS if "K" + suit in hand and "Q" + suit in hand]
        pairs += [(queen, king) for king, queen in pairs]
        return [[card] for card in single] + [list(pair) for pair in pairs if self.natural(pair[0])]

    def turn(self, seat: int) -> int:
        """Play one turn; return who is next."""
        options = self.options(seat)
        if not self.stock:
            return self.lay(seat, self.rng.choice(options)) if options else self.pass_out(seat)
        if options and self.rng.random() >= DRAWS_THOUGH_ABLE:
            return self.lay(seat, self.rng.choice(options))
        (card,) = self.draw(seat, 1)
        options = self.options(seat)
        drawn = [cards for cards in options if cards[0] == card]
        if drawn:
            return self.lay(seat, self.rng.choice(drawn))
        if self.stock:
            return self.step(seat)
        return self.lay(seat, self.rng.choice(options)) if options else self.pass_out(seat)

    def pass_out(self, seat: int) -> int:
        """With the stock gone, who passes is finished; when all are, the hand is blocked."""
        self.say(seat, "-")
        self.finished.add(seat)
        self.blocked = len(self.finished) == self.players
        return self.step(seat)

    # Plays

    def lay(self, seat: int, cards: list[str]) -> int:
        """Lay cards, call where one is left, let them act; return who is next."""
        hand = self.held[seat]
        for card in cards:
            hand.remove(card)
        self.top = cards[-1]
        self.suit = self.rng.choice(SUITS) if self.top == JOKER else self.top[1]
        self.say(seat, "*" + self.suit if self.top == JOKER else "".join(cards))
        if not hand:
            self.out = seat
        gives = self.top == "AS" and bool(hand) and self.rng.random() < GIVES
        if len(hand) == 1 and not gives:
            self.say(seat, "!")
        if self.top == "AS":
            self.ace(seat, gives=gives)
            return self.step(seat)
        return self.effects(seat, king=any(card[0] == "K" for card in cards))

    def effects(self, seat: int, *, king: bool) -> int:
        """Let the cards laid act; return who is next."""
        following = self.step(seat)
        if following == seat:
            return seat
        if king and self.players > 2:
            self.direction = -self.direction
            return self.step(seat)
        if self.top[0] == "7":
            self.draw(following, 2)
        elif self.top == JOKER:
            self.draw(following, 4)
        return self.step(following) if king or self.top[0] in "78*" else following

    def ace(self, seat: int, *, gives: bool) -> None:
        """Hand out the gifts of the ace of spades; where they do not suffice, the others draw."""
        hand, others = self.held[seat], self.others(seat)
        if not gives and hand:
            return
        receivers = others[: len(hand)]
        before = len(hand)
        for other in receivers:
            card = hand.pop(self.rng.randrange(len(hand)))
            self.held[other].append(card)
            self.say(seat, f">{SEATS[other]}{card}")
        if not hand:
            self.out = seat
            for other in others[before:]:
                self.draw(other, 1)
        elif len(hand) == 1:
            self.say(seat, "!")
