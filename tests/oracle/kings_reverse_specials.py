"""What special cards do when a hand of Kings Reverse is played out: sevens, jokers and challenges, aces of spades."""

from oracle.kings_reverse_players import Round
from oracle.kings_reverse_reading import JOKER


class Specials(Round):
    """A hand whose special cards act; with one fault where it is asked for."""

    def lay(self, seat: str, cards: list[str], *, cheat: bool = False) -> None:
        raise NotImplementedError

    def seven(self, seat: str, following: str) -> None:
        if self.over and (not self.rules["last_card_draws"] or self.slip.now("last draw missing")):
            return
        sevens = [card for card in self.hands[following] if card[0] == "7"]
        if sevens and not self.over and len(self.hands[following]) > 2 and self.slip.now("seven on seven"):
            self.lay(following, [sevens[0]])
            return
        drawer = following
        if len(self.seats) > 2 and self.slip.now("penalty drawn by another"):
            drawer = self.rng.choice([one for one in self.seats if one not in {following, seat}])
        right = self.slip.now("skip forgotten")
        if not (right and self.chance(0.5)):
            self.take(drawer, self.wrong_number("seven counted wrongly", 2))
        self.actor = following if right else self.step(drawer if drawer != following else following)

    # Jokers

    def joker(self, seat: str, following: str, before: tuple[list[str], str], *, cheat: bool) -> None:
        """The next seat draws, or challenges."""
        rng = self.rng
        if self.over and (not self.rules["last_card_draws"] or self.slip.now("last draw missing")):
            return
        if self.slip.now("joker taken back"):
            self.restore(seat, before)
            self.actor = rng.choice([seat, following])
            return
        if len(self.seats) > 2 and self.slip.now("challenge by another"):
            other = rng.choice([one for one in self.seats if one not in {seat, following}])
            self.tokens.append(f"{other}?-")
            self.take(other, 6)
        if cheat or self.chance(self.habits.challenges):
            self.challenge(seat, following, before, guilty=cheat)
            return
        if self.slip.now("skip forgotten"):
            self.actor = following
            return
        self.take(following, self.wrong_number("joker counted wrongly", 4), waiting=True)
        self.actor = self.step(following)
        if self.slip.now("challenge too late"):
            self.tokens.append(f"{following}?-")
            self.take(following, 2)

    def restore(self, seat: str, before: tuple[list[str], str]) -> None:
        self.tokens.append(f"{seat}<{JOKER}")
        self.hands[seat].append(JOKER)
        self.pile, self.suits = list(before[0]), before[1]
        self.over, self.out = False, ""
        self.owed.pop(seat, None)

    def challenge(self, seat: str, following: str, before: tuple[list[str], str], *, guilty: bool) -> None:
        """The table rules and carries it out."""
        upheld = guilty != self.slip.now("wrong verdict")
        silent = self.chance(0.3) and len(self.stock) > 6
        sign = "" if silent else "+" if upheld else "-"
        self.tokens.append(f"{following}?{sign}")
        self.called = ""
        if self.hands[seat] and self.chance(0.3):
            self.tokens.append(f"{seat}^{''.join(self.hands[seat])}")
        if not upheld:
            self.take(following, self.wrong_number("challenge counted wrongly", 6), waiting=True)
            self.actor = following if self.slip.now("challenger plays on") else self.step(following)
            if not self.over and self.slip.now("taken back though legal"):
                self.restore(seat, before)
                self.actor = following
            return
        stays = self.rules["upheld_joker"] == "stays" or self.slip.now("joker not taken back")
        first = self.chance(0.5)
        number = self.wrong_number("challenge counted wrongly", 4)
        if first:
            self.take(seat, number, never=True)
        named = self.suits
        if not stays:
            self.restore(seat, before)
        if not first:
            self.take(seat, number, never=True)
        self.actor = following
        if self.slip.now("offender plays on"):
            self.actor = seat
        elif self.slip.now("challenger misses the turn"):
            self.actor = self.step(following)
        wrong = [card for card in self.hands[self.actor] if card[1] in named and not self.natural(card)]
        if not stays and wrong and self.slip.now("suit not restored"):
            self.lay(self.actor, [wrong[0]])

    # The ace of spades

    def ace(self, seat: str, *, gives: bool) -> None:
        """Gifts in order, and draws where there are not enough."""
        others, hand = self.others(seat), self.hands[seat]
        early = self.early
        if not hand:
            self.ace_draws(others)
            return
        if not gives:
            return
        receivers = others[: len(hand)]
        if len(receivers) > 1 and self.slip.now("gifts out of order"):
            self.rng.shuffle(receivers)
        if len(receivers) > 1 and self.slip.now("a gift forgotten"):
            receivers.remove(self.rng.choice(receivers))
        if self.slip.now("a gift twice"):
            receivers[-1] = receivers[0]
        if self.slip.now("a gift to oneself"):
            self.tokens.append(f"{seat}>{seat}{hand[0]}")
        enough = len(hand) - len(receivers)
        call_early = enough == 1 and len(receivers) == len(others) and self.chance(0.2)
        if call_early:
            self.tokens.append(f"{seat}!")
        before = len(hand)
        for other in receivers:
            if hand:
                self.give(seat, other)
        if not hand:
            self.over, self.out = True, seat
            if before < len(others):
                self.ace_draws(others[before:])
        elif len(hand) == 1 and before > len(others):
            self.owes_call(seat, called=call_early or early)

    def ace_draws(self, seats: list[str]) -> None:
        """One card each, in any order while the stock suffices."""
        just_laid = self.tokens[-1].endswith("AS") and ">" not in self.tokens[-1]
        if just_laid and not self.rules["last_card_draws"]:
            return
        seats = list(seats)
        if len(self.stock) >= len(seats) and self.chance(0.3):
            self.rng.shuffle(seats)
        if seats and self.slip.now("a draw for the ace missing"):
            seats.pop()
        if len(seats) < len(self.seats) - 1 and self.slip.now("a draw for the ace by another"):
            seats[-1] = self.rng.choice([one for one in self.seats if one not in seats])
        for seat in seats:
            self.take(seat, 1)

    def give(self, seat: str, other: str) -> None:
        card = self.rng.choice(self.hands[seat])
        self.hands[seat].remove(card)
        self.hands[other].append(card)
        self.tokens.append(f"{seat}>{other}{card}")
