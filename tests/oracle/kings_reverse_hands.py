"""Hands of Kings Reverse played out turn by turn, with one fault where it is asked for."""

from oracle.kings_reverse_players import worth
from oracle.kings_reverse_reading import JOKER, SUITS
from oracle.kings_reverse_specials import Specials


class PlayedRound(Specials):
    """A hand that is played until it ends or its log stops."""

    def run(self) -> None:
        self.start()
        while not self.over and len(self.tokens) < self.habits.limit:
            self.turn(self.actor)
        if self.over:
            self.after_end()

    def start(self) -> None:
        """Who starts, and what the turned-up card costs."""
        card, rules, two = self.up[-1], self.rules, len(self.seats) == 2
        left = self.step(self.dealer)
        acts = rules["turn_up_special"] == "as-dealer" and card[0] in "78K" and card != JOKER
        if card == "AS" and self.slip.now("gifts for a turned-up ace"):
            for seat in self.others(self.dealer)[: self.rng.randint(1, 3)]:
                self.give(self.dealer, seat)
        self.actor = left
        if acts and self.slip.now("turn-up ignored"):
            return
        if acts and card[0] == "K":
            self.direction = 1 if two else -1
            right = self.step(self.dealer)
            self.actor = {"right": right, "dealer": self.dealer, "left": left}[rules["turn_up_king"]]
            self.actor = self.dealer if two else self.actor
        elif acts:
            if card[0] == "7":
                self.take(left, self.wrong_number("turned-up seven counted wrongly", 2))
            if not (card[0] == "7" and self.slip.now("turned-up seven half applied")):
                self.actor = self.step(left)
        if self.slip.now("another starts"):
            self.actor = self.rng.choice(self.others(self.actor))

    # Turns

    def turn(self, seat: str) -> None:
        """One turn; before it some faults are possible that need no cards."""
        self.called = self.called if self.called == seat else ""
        self.catch_too_late(seat)
        self.speak_up(seat)
        seat = self.other_turn(seat)
        self.stray_acts(seat)
        self.finished.discard(seat)
        options = self.options(seat)
        wrong = self.wrong_play(seat)
        if wrong:
            self.lay(seat, wrong)
        elif self.can_draw():
            self.turn_with_stock(seat, options)
        else:
            self.turn_without_stock(seat, options)

    def catch_too_late(self, seat: str) -> None:
        if self.owed.get(seat) == "to be too late":
            self.owed[seat] = "too late"
        for one in [one for one, how in self.owed.items() if how == "too late" and one != seat]:
            self.owed.pop(one)
            self.tokens.append(f"{seat}!{one}")
            self.take(one, self.rng.choice([0, 0, 2]))

    def other_turn(self, seat: str) -> str:
        """Another seat takes the turn, where that is asked for."""
        if self.slip.now("out of turn"):
            return self.rng.choice(self.seats)
        if self.slip.now("one too many skipped"):
            return self.step(seat)
        if self.finished and self.slip.now("back after passing"):
            return self.rng.choice(sorted(self.finished))
        return seat

    def stray_acts(self, seat: str) -> None:
        """Acts that belong to no turn: needless catches, shows, and faults."""
        rng = self.rng
        if self.slip.now("cards exchanged"):
            self.give(seat, rng.choice(self.others(seat)))
        if self.slip.now("caught without cause"):
            self.tokens.append(f"{rng.choice(self.others(seat))}!{seat}")
            self.take(seat, rng.choice([0, 1, 2, 2]))
        if self.slip.now("draw for nothing"):
            self.take(rng.choice(self.seats), 2)
        if self.slip.now("shuffled in"):
            self.tokens.append("%")
            self.stock += self.pile[:-1]
            self.pile = self.pile[-1:]
        if self.chance(0.01):
            target = rng.choice(self.others(seat))
            if target not in self.owed:
                self.tokens.append(f"{rng.choice(self.seats)}!{target}")
        if self.chance(0.01) and rng.choice(self.seats) not in self.owed:
            self.tokens.append(f"{seat}^{''.join(rng.sample(self.hands[seat], min(3, len(self.hands[seat]))))}")

    def wrong_play(self, seat: str) -> list[str]:
        """Cards that may not be laid, where such a fault is asked for."""
        hand = self.hands[seat]
        if len(hand) < 3:
            return []
        name = self.slip.name
        plays: list[list[str]] = []
        if name == "card that does not match":
            plays = [[card] for card in hand if card != JOKER and not self.natural(card)]
        elif name == "no pair":
            plays = [[a, b] for a in hand for b in hand if a != b and a[0] in "KQ" and b[0] in "KQ" and a[1] != b[1]]
        elif name == "two cards at once":
            plays = [[a, b] for a in hand if a[0] not in "KQ" and self.natural(a) for b in hand if a != b]
        elif name == "marriage that does not match":
            right = self.marriages(seat)
            pairs = [[a + suit, b + suit] for suit in SUITS for a, b in ("KQ", "QK")]
            plays = [pair for pair in pairs if pair[0] in hand and pair[1] in hand and pair not in right]
        if plays and self.slip.now(name):
            return self.rng.choice(plays)
        if JOKER in hand and not self.fits(seat, JOKER) and self.slip.now("illegal joker"):
            return [JOKER]
        return []

    def turn_with_stock(self, seat: str, options: list[list[str]]) -> None:
        if self.slip.now("pass without drawing"):
            self.tokens.append(f"{seat}-")
            self.actor = self.step(seat)
            return
        cheat = JOKER in self.hands[seat] and not self.fits(seat, JOKER) and self.step(seat) != seat
        if cheat and self.chance(self.habits.cheats):
            self.lay(seat, [JOKER], cheat=True)
            return
        stuck_only = self.rules["draw_only_when_stuck"]
        if options and self.slip.now("drawn though able"):
            stuck_only = False
        elif options and (stuck_only or not self.chance(self.habits.draws)):
            self.lay(seat, self.choose(options))
            return
        number = 2 if self.chance(0.03) else 1
        drawn = self.take(seat, number)
        self.after_own_draw(seat, drawn)

    def after_own_draw(self, seat: str, drawn: list[str]) -> None:
        """A drawn card is laid if it may be; with the last card of the stock another may be laid."""
        rng = self.rng
        plays = [[card] for card in drawn if self.fits(seat, card)]
        plays += [pair for pair in self.marriages(seat) if pair[0] in drawn and self.natural(pair[0])]
        others = [cards for cards in self.options(seat) if cards[0] not in drawn]
        last = not self.can_draw()
        keep = self.rules["drawn_card"] == "may-play" and self.chance(0.3)
        keep = keep or bool(plays and self.slip.now("drawn card kept"))
        if others and (not plays or not last) and self.slip.now("another card after the draw"):
            self.lay(seat, rng.choice(others))
        elif plays and not keep:
            self.lay(seat, rng.choice(plays))
        elif last and not plays and others and self.chance(0.7):
            self.lay(seat, rng.choice(others))
        else:
            self.previous = seat
            if self.chance(0.2):
                self.tokens.append(f"{seat}-")
            if last:
                self.passed(seat)
            self.speak_up()
            self.actor = self.step(seat)

    def passed(self, seat: str) -> None:
        """With the stock gone a pass is final, or one of a round of passes."""
        self.passes += 1
        if self.rules["pass_means"] == "finished":
            self.finished.add(seat)
            self.over = self.blocked = set(self.seats) <= self.finished
        else:
            self.over = self.blocked = self.passes >= len(self.seats)

    def turn_without_stock(self, seat: str, options: list[list[str]]) -> None:
        nobody = not any(self.options(one) for one in self.seats if one not in self.finished)
        if nobody and self.chance(0.3):
            self.over = self.blocked = True
            return
        alone = self.step(seat) == seat and len(self.hands[seat]) > 1 and JOKER in self.hands[seat]
        if alone and not self.fits(seat, JOKER) and self.slip.now("illegal joker alone"):
            self.lay(seat, [JOKER])
            return
        if self.slip.now("draw from the empty pack"):
            self.tokens.append(f"{seat}+{self.rng.choice(['2H', '9C', '??'])}")
            self.actor = self.step(seat)
            return
        if options and not (self.rules["pass_with_playable"] and self.chance(0.2)) and not self.slip.now("pass"):
            self.lay(seat, self.choose(options))
            return
        self.tokens.append(f"{seat}-")
        self.passed(seat)
        self.speak_up()
        self.actor = self.step(seat)

    # Plays

    def lay(self, seat: str, cards: list[str], *, cheat: bool = False) -> None:
        """Lay cards: the call, the name, what they do."""
        card = cards[-1]
        rest = self.without(seat, cards)
        ace = card == "AS" and bool(rest)
        gives = ace and (self.rules["ace_giving"] == "mandatory" or self.chance(self.habits.gives))
        if ace and gives and self.slip.now("gifts refused"):
            gives = False
        if not rest or (gives and len(rest) < len(self.seats)):
            self.speak_up()
        owing = len(rest) == 1 and not gives
        if card == JOKER:
            self.shuffle_before_joker()
        early = self.chance(0.15 if owing else 0.01)
        if early:
            self.tokens.append(f"{seat}!")
        called = owing and (early or self.called == seat)
        self.called = ""
        self.early = early
        self.previous = seat
        word = ""
        if card == JOKER and len(cards) == 1:
            word = self.colour_or_suit() if self.chance(0.85) else ""
            self.tokens.append(f"{seat}*{word or '*'}")
        else:
            self.tokens.append(seat + "".join(cards))
        self.hands[seat], self.passes = rest, 0
        before = (list(self.pile), self.suits)
        self.pile += cards
        self.suits = "SHDC" if card == JOKER else card[1]
        if owing:
            self.owes_call(seat, called=called)
        if card == JOKER and rest:
            self.name_later(seat, word)
        elif card != JOKER and self.slip.now("suit named for no joker"):
            self.tokens.append(f"{seat}={self.rng.choice('SHDC')}")
        for one in [one for one, how in self.owed.items() if one != seat and not how.endswith("too late")]:
            self.speak_up(one)
        if not rest:
            self.over, self.out = True, seat
        self.effects(seat, cards, before, cheat=cheat, gives=gives)
        self.after_play(seat)

    def shuffle_before_joker(self) -> None:
        """No discards are shuffled in while a joker waits, so it is done before where the stock is empty."""
        settled = not self.tokens or self.tokens[-1][1:2] != "*"
        if not self.stock and self.can_draw() and settled:
            self.tokens.append("%")
            self.stock, self.pile = self.rng.sample(self.pile[:-1], len(self.pile) - 1), self.pile[-1:]

    def name_later(self, seat: str, word: str) -> None:
        """Name a suit where none was named with the joker."""
        if not word and not self.slip.now("suit not named"):
            word = self.colour_or_suit()
            self.tokens.append(f"{seat}={word}")
        if word and (word in SUITS) == (self.rules["joker_names"] == "suit"):
            self.name(word)
        if word and self.slip.now("suit named twice"):
            self.tokens.append(f"{seat}={self.rng.choice('SHDC')}")
            self.suits = "SHDC"

    def after_play(self, seat: str) -> None:
        """Faults right after a play."""
        if self.over or len(self.seats) < 3:
            return
        if self.slip.now("plays twice") and self.hands[seat]:
            options = self.options(seat)
            if options:
                self.lay(seat, options[0])
        elif self.slip.now("draws after playing"):
            self.take(seat, 1)

    def effects(self, seat: str, cards: list[str], before: tuple[list[str], str], *, cheat: bool, gives: bool) -> None:
        """Who misses a turn, who draws, who is next."""
        two, card, king = len(self.seats) == 2, cards[-1], any(one[0] == "K" for one in cards)
        alone = self.step(seat) == seat
        following = self.step(seat)
        if king and not two and not alone:
            self.direction = -self.direction
            if self.slip.now("king ignored"):
                self.direction = -self.direction
            elif self.slip.now("king noticed late"):
                self.late_reversal(seat)
                return
        following = self.step(seat)
        self.actor = following
        if card == "AS":
            self.ace(seat, gives=gives)
        elif alone:
            self.actor = seat
        elif card[0] == "7":
            self.seven(seat, following)
        elif card[0] == "8" or (king and two):
            if not self.slip.now("skip forgotten"):
                self.actor = self.step(following)
                if self.chance(0.1) and not self.over:
                    self.tokens.append(f"{following}-")
                    self.skipped_at = len(self.tokens)
        elif card == JOKER:
            self.joker(seat, following, before, cheat=cheat)
        elif self.slip.now("challenge of another card"):
            self.tokens.append(f"{following}?{self.rng.choice('+-')}")
            self.take(following, self.rng.choice([0, 2, 6]))

    def late_reversal(self, seat: str) -> None:
        """The king is ignored for a turn or two; then play turns round."""
        self.direction = -self.direction
        self.actor = self.step(seat)
        for _ in range(self.rng.randint(1, 2)):
            if not self.over:
                self.turn(self.actor)
        self.direction = -self.direction
        if not self.over and self.tokens[-1][0] in self.seats:
            self.actor = self.step(self.tokens[-1][0])

    # The end

    def after_end(self) -> None:
        """Faults after the last card."""
        rng = self.rng
        self.speak_up()
        if self.slip.now("played on"):
            seat = rng.choice(self.seats)
            self.tokens.append(f"{seat}{rng.choice(self.hands[seat])}" if self.hands[seat] else f"{seat}-")
        elif self.slip.now("a draw after the end"):
            self.take(rng.choice(self.seats), rng.randint(1, 2))

    def points(self) -> list[int]:
        return [0 if seat == self.out else worth(self.hands[seat]) for seat in self.seats]
