"""How a fact is put into words: seats with names, cards, suits, numbers, lists.

A sentence is a template such as `"{seat} played {card}, though a heart was led"`. Behind a colon stands how the fact
is to be read: `{taker:seat}`, `{led:suit}`, `{missing:count card cards}`. Whatever is shown has passed `display`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from verifier.cards import SEATS
from verifier.finding import Fact
from verifier.reports.display import excerpt

SUIT_NAMES: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs", "R": "red", "B": "black"}
ITEM_NAMES: Final = {
    "trick": "every trick",
    "heart": "every heart",
    "queen": "every queen",
    "man": "every jack and king",
    "king_of_hearts": "the king of hearts",
    "punished": "each of the two punished tricks",
}
"""What a deal counts, by the names of its items."""
MOST_LISTED: Final = 26


class Scene:
    """The facts of one finding among its players, asked for words by a sentence."""

    def __init__(
        self,
        facts: Mapping[str, Fact],
        players: Sequence[str],
        seat: int | None = None,
        legal: Sequence[str] | None = None,
        option: tuple[str, Fact] | None = None,
    ) -> None:
        self.facts = facts
        self.players = players
        self.seat = seat
        self.legal = legal
        self.option = option

    def __getitem__(self, key: str) -> "Word":
        """Return a fact for a template, also the `seat` and what was `legal`; KeyError where there is none."""
        if key in self.facts:
            return Word(self.facts[key], self.players)
        if key == "seat" and self.seat is not None:
            return Word(SEATS[self.seat], self.players, "seat")
        if key == "legal" and self.legal is not None:
            return Word([*self.legal], self.players, "or")
        raise KeyError(key)

    def has(self, key: str) -> bool:
        """Tell whether a fact is given and says something."""
        return self.facts.get(key) not in (None, "", [], {}, False)

    def fill(self, template: str) -> str:
        """Return the template with its facts in words."""
        return template.format_map(self)

    def tell(self, told: "Sentence") -> str:
        """Return a sentence with the facts of this finding; KeyError where it asks for a fact that is not given."""
        return self.fill(told) if isinstance(told, str) else told(self)


class Word:
    """A fact on its way into a sentence; what stands behind the colon of a template says how it is read."""

    def __init__(self, value: Fact, players: Sequence[str], shape: str = "") -> None:
        self.value = value
        self.players = players
        self.shape = shape

    def __format__(self, spec: str) -> str:
        """Return the fact in words."""
        shape, _, rest = (spec or self.shape).partition(" ")
        return SHAPES[shape](self.value, self.players, rest)


def seat_words(value: Fact, players: Sequence[str], rest: str = "") -> str:
    """Return a seat as letter and name, `b (Ali)`; a seat may be given as a number or a letter."""
    if value is None:
        return rest or "nobody"
    if isinstance(value, int):
        value = SEATS[value] if 0 <= value < len(SEATS) else str(value)
    letter = excerpt(str(value))
    seat = SEATS.find(letter) if len(letter) == 1 else -1
    if 0 <= seat < len(players):
        return f"{letter} ({excerpt(players[seat])})"
    return letter


def seats_words(value: Fact, players: Sequence[str], rest: str = "") -> str:
    """Return a list of seats, or a string of seat letters, joined by `and` (or by the word in `rest`)."""
    items: Sequence[Fact] = value if isinstance(value, Sequence) else [value]
    return joined([seat_words(item, players) for item in items], rest or "and") or "nobody"


def plain_words(value: Fact, players: Sequence[str] = (), _rest: str = "") -> str:
    """Return any fact as it would stand in a table of facts."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | str):
        return excerpt(str(value))
    if isinstance(value, Mapping):
        pairs = [f"{excerpt(key)} {plain_words(item, players)}" for key, item in value.items()]
        return _capped(pairs, ", ") or "none"
    return _capped([plain_words(item, players) for item in value], " ") or "none"


def suit_words(value: Fact, _players: Sequence[str] = (), rest: str = "") -> str:
    """Return the name of a suit letter, or `rest` (`no suit`) where there is none."""
    if value is None:
        return rest or "no suit"
    return SUIT_NAMES.get(str(value), excerpt(str(value)))


def item_words(value: Fact, _players: Sequence[str] = (), _rest: str = "") -> str:
    """Return the name of something that a deal counts."""
    return ITEM_NAMES.get(str(value), excerpt(str(value)))


def begun_suit_words(value: Fact, players: Sequence[str] = (), rest: str = "") -> str:
    """Return the name of a suit letter as a sentence begins with it."""
    words = suit_words(value, players, rest)
    return words[:1].upper() + words[1:]


def numbers_words(value: Fact, players: Sequence[str], _rest: str = "") -> str:
    """Return one number per seat with the seats' letters: `a -260, b 0, c ?`."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        return plain_words(value, players)
    cells = ["?" if item is None else str(item) for item in value]
    return ", ".join(f"{letter} {cell}" for letter, cell in zip(SEATS, cells, strict=False))


def count_words(value: Fact, _players: Sequence[str], rest: str) -> str:
    """Return a number with its noun: `{n:count card cards}` gives `1 card` or `2 cards`; a list is counted."""
    number = len(value) if isinstance(value, Sequence | Mapping) else value
    one, _, many = rest.partition(" ")
    return f"{number} {one if number == 1 else many}"


def or_words(value: Fact, players: Sequence[str], rest: str = "") -> str:
    """Return a list joined by `or`; `rest` where it is empty."""
    return joined(_items(value, players), "or") or rest or "nothing"


def and_words(value: Fact, players: Sequence[str], rest: str = "") -> str:
    """Return a list joined by `and`; `rest` where it is empty."""
    return joined(_items(value, players), "and") or rest or "nothing"


def joined(items: Sequence[str], word: str) -> str:
    """Return items as a person lists them: `QH, KH or 2C`; a long list is cut and its rest counted."""
    if len(items) > MOST_LISTED:
        return ", ".join(items[:MOST_LISTED]) + f" {word} {len(items) - MOST_LISTED} more"
    if len(items) < 2:
        return "".join(items)
    return ", ".join(items[:-1]) + f" {word} {items[-1]}"


def _items(value: Fact, players: Sequence[str]) -> list[str]:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [plain_words(item, players) for item in value]
    return [] if value is None else [plain_words(value, players)]


def _capped(items: Iterable[str], gap: str) -> str:
    shown = list(items)
    rest = len(shown) - MOST_LISTED
    return gap.join(shown[:MOST_LISTED]) + (f"{gap}and {rest} more" if rest > 0 else "")


Shape = Callable[[Fact, Sequence[str], str], str]

SHAPES: Final[dict[str, Shape]] = {
    "": plain_words,
    "seat": seat_words,
    "seats": seats_words,
    "suit": suit_words,
    "Suit": begun_suit_words,
    "numbers": numbers_words,
    "item": item_words,
    "count": count_words,
    "or": or_words,
    "and": and_words,
}

Sentence = str | Callable[[Scene], str]
"""A sentence of the catalogue: a template, or a function that chooses one by the facts."""


def by_fact(key: str, table: Mapping[str, Sentence]) -> Sentence:
    """Return the sentence that chooses from a table by a fact: by the reason why a line cannot be read, say."""

    def told(scene: Scene) -> str:
        return scene.tell(table[str(scene.facts[key])])

    return told
