"""Changes of a game's lines that know no rule: what is no act of this game, lines at other places, other forms.

They stand beside the operators of `verifier.fuzz`, which promise what is found; here nobody promises anything.
"""

import json
from collections.abc import Callable
from typing import Any, Final

from verifier.fuzz.dice import Dice
from verifier.fuzz.house_rules import random_rules

Lines = list[Any]
Spoil = Callable[[bytes, Dice], bytes | None]

SEATS: Final = "abcdefghijklmnop"
CARDS: Final = [rank + suit for suit in "SHDC" for rank in "23456789TJQKA"]


def _written(lines: Lines) -> bytes:
    return "".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in lines).encode()


def of_lines(change: Callable[[Lines, Dice], Lines | None]) -> Spoil:
    """Return a spoil of bytes from one of lines."""

    def spoil(data: bytes, dice: Dice) -> bytes | None:
        lines = change([json.loads(line) for line in data.splitlines()], dice)
        return None if lines is None else _written(lines)

    return spoil


def of_tokens(change: Callable[[list[str], int, Dice, int], None]) -> Spoil:
    """Return a spoil from one that changes the tokens of a line of acts at a place, in a game of so many players."""

    def spoil(lines: Lines, dice: Dice) -> Lines | None:
        places = _places(lines, "m")
        if not places:
            return None
        at = dice.one_of(places)
        tokens = lines[at][1].split()
        change(tokens, dice.below(len(tokens)), dice, len(lines[0]["players"]))
        lines[at][1] = " ".join(tokens)
        return lines

    return of_lines(spoil)


def _places(lines: Lines, *kinds: str) -> list[int]:
    return [at for at, line in enumerate(lines) if at and line[0] in kinds]


def _one(lines: Lines, dice: Dice, *kinds: str) -> int | None:
    places = _places(lines, *kinds)
    return dice.one_of(places) if places else None


def double(kind: str) -> Spoil:
    """Return a spoil that writes a line of a kind twice."""

    def spoil(lines: Lines, dice: Dice) -> Lines | None:
        at = _one(lines, dice, kind)
        return None if at is None else [*lines[:at], lines[at], *lines[at:]]

    return of_lines(spoil)


def drop(kind: str) -> Spoil:
    """Return a spoil that leaves out a line of a kind."""

    def spoil(lines: Lines, dice: Dice) -> Lines | None:
        at = _one(lines, dice, kind)
        return None if at is None else [*lines[:at], *lines[at + 1 :]]

    return of_lines(spoil)


def token(make: Callable[[Dice, int], str], *, instead: bool = False) -> Spoil:
    """Return a spoil that puts a token between two, or in the place of one."""

    def change(tokens: list[str], at: int, dice: Dice, players: int) -> None:
        tokens[at : at + instead] = [make(dice, players)]

    return of_tokens(change)


def _seat(dice: Dice, players: int) -> str:
    return dice.one_of(SEATS[:players])


def _stranger(tokens: list[str], at: int, _dice: Dice, _players: int) -> None:
    tokens[at] = "p" + tokens[at][1:]


def _later(tokens: list[str], at: int, dice: Dice, _players: int) -> None:
    tokens.insert(dice.below(len(tokens)), tokens.pop(at))


def _other_seat(tokens: list[str], at: int, dice: Dice, players: int) -> None:
    tokens[at] = _seat(dice, players) + tokens[at][1:]


def _unknown(tokens: list[str], at: int, _dice: Dice, _players: int) -> None:
    if len(tokens[at]) >= 3:
        tokens[at] = tokens[at][0] + "??"


def _gift_to_oneself(tokens: list[str], _at: int, dice: Dice, _players: int) -> None:
    gifts = [at for at, token in enumerate(tokens) if token[1:2] == ">"]
    if gifts:
        at = dice.one_of(gifts)
        tokens[at] = tokens[at][:2] + tokens[at][0] + tokens[at][3:]


def _seven_on_seven(tokens: list[str], _at: int, dice: Dice, _players: int) -> None:
    sevens = [at for at, token in enumerate(tokens[:-1]) if token[1:2] == "7" and tokens[at + 1][1:2] == "+"]
    if sevens:
        at = dice.one_of(sevens) + 1
        tokens[at] = f"{tokens[at][0]}7{dice.one_of('SHDC')}"


def _name_again(tokens: list[str], _at: int, dice: Dice, _players: int) -> None:
    jokers = [at for at, token in enumerate(tokens) if token[1:2] == "*"]
    if jokers:
        at = dice.one_of(jokers)
        tokens.insert(at + 1, f"{tokens[at][0]}={dice.one_of('SHDC')}")


def _late_catch(tokens: list[str], _at: int, dice: Dice, players: int) -> None:
    """Let a seat be caught some acts after its call was due and left out."""
    calls = [at for at, token in enumerate(tokens) if token[1:] == "!"]
    if calls:
        at = dice.one_of(calls)
        seat = tokens.pop(at)[0]
        tokens.insert(min(len(tokens), at + dice.between(1, 4)), f"{_seat(dice, players)}!{seat}")


def _penalty_not_drawn(tokens: list[str], _at: int, dice: Dice, _players: int) -> None:
    """Leave out a draw of two or more cards, or of a card that follows a catch."""
    draws = [at for at, token in enumerate(tokens) if token[1:2] == "+" and (len(token) > 4 or tokens[at - 1][1:2] == "!")]
    if draws:
        del tokens[dice.one_of(draws)]


def _last_draw(tokens: list[str], _at: int, dice: Dice, players: int) -> None:
    """Let another seat draw what stands at the end of the line."""
    if tokens[-1][1:2] == "+":
        tokens[-1] = _seat(dice, players) + tokens[-1][1:]


def _cut_short(tokens: list[str], at: int, _dice: Dice, _players: int) -> None:
    del tokens[max(at, 1) :]


def _once_more_at_the_end(tokens: list[str], at: int, _dice: Dice, _players: int) -> None:
    tokens.append(tokens[at])


def _another_answer(tokens: list[str], _at: int, dice: Dice, players: int) -> None:
    """Change what follows a challenge: left out, by another seat, or with an act of the challenger before it."""
    asked = [at for at, token in enumerate(tokens[:-1]) if token[1:2] == "?" and token[1:] != "??"]
    if not asked:
        return
    at = dice.one_of(asked) + 1
    match dice.below(4):
        case 0:
            del tokens[at]
        case 1:
            _other_seat(tokens, at, dice, players)
        case 2:
            tokens.insert(at, tokens[at - 2][0] + dice.one_of(CARDS))
        case _:
            tokens.insert(at, tokens[at - 1][0] + dice.one_of(CARDS))


def _outside(lines: Lines, dice: Dice) -> Lines | None:
    at = _one(lines, dice, "m", "points")
    return None if at is None else [lines[0], lines[at], *lines[1:]]


def _short_hand(lines: Lines, dice: Dice) -> Lines | None:
    at = _one(lines, dice, "deal")
    if at is None or not lines[at][2]:
        return None
    seat = dice.below(len(lines[at][2]))
    lines[at][2][seat] = (lines[at][2][seat] or "")[2:]
    return lines


def _hidden(lines: Lines, dice: Dice) -> Lines | None:
    """Take the cards dealt off the record: of one seat, or of a whole hand."""
    at = _one(lines, dice, "deal")
    if at is None or not lines[at][2]:
        return None
    if dice.chance(0.5):
        lines[at][2] = None
    else:
        lines[at][2][dice.below(len(lines[at][2]))] = None
    return lines


def _turned(lines: Lines, dice: Dice) -> Lines | None:
    at = _one(lines, dice, "deal")
    if at is None or not lines[at][2]:
        return None
    by = dice.between(1, len(lines[at][2]) - 1)
    lines[at][2] = lines[at][2][by:] + lines[at][2][:by]
    return lines


def _swapped_hidden(lines: Lines, dice: Dice) -> Lines | None:
    """Exchange cards of two hands of a deal, one other of which is not on the record."""
    at = _one(lines, dice, "deal")
    hands = lines[at][2] if at is not None else None
    if not hands or len(hands) < 3:
        return None
    one, two, gone, *_ = dice.shuffled(range(len(hands)))
    hands[one], hands[two] = hands[one][:-2] + hands[two][-2:], hands[two][:-2] + hands[one][-2:]
    hands[gone] = None
    return lines


def _players(lines: Lines, dice: Dice) -> Lines | None:
    """Let one player more sit there, for whom nothing is written."""
    lines[0]["players"].append("Zoe")
    for line in lines[1:]:
        if line[0] in {"points", "totals"}:
            line[1].append(None)
        elif line[0] == "deal" and line[2]:
            line[2].append(None)
    return lines


def _sheets(lines: Lines, dice: Dice) -> Lines | None:
    """Leave nothing of the hands but their sheets, and write another number on one of them."""
    kept = [line for at, line in enumerate(lines) if not at or line[0] != "m"]
    for line in kept[1:]:
        if line[0] == "deal":
            line[2:] = [None]
    at = _one(kept, dice, "points")
    if at is None or None in kept[at][1]:
        return None
    seat = dice.below(len(kept[at][1]))
    kept[at][1][seat] += dice.one_of([1, 10, 50, -40, 5000])
    return kept


def _contract(lines: Lines, dice: Dice) -> Lines | None:  # noqa: PLR0911 - one for each change
    """Change a contract: its name, its suit, its seat, when it was called, or call two."""
    at = _one(lines, dice, "contract")
    if at is None:
        return None
    line = [*lines[at], None][:4]
    match dice.below(7):
        case 0:
            return [*lines[:at], ["contract", line[1], "nothing"], *lines[at + 1 :]]
        case 1:
            return [*lines[:at], [*line[:3], None if line[3] else "H"], *lines[at + 1 :]]
        case 2:
            return [*lines[:at], line, ["contract", line[1], "koz", dice.one_of("SHDC")], *lines[at + 1 :]]
        case 3:
            return [*lines[:at], *lines[at + 1 : at + 2], line, *lines[at + 2 :]]
        case 4:
            return [*lines[:at], [line[0], dice.one_of("abcd"), *line[2:]], *lines[at + 1 :]]
        case 5:
            for later in lines[at:]:
                if later[0] == "contract" and later[1]:
                    later[1] = SEATS[(SEATS.index(later[1]) + 1) % 4]
            return lines
        case _:
            names = [one[2] for one in lines[1:] if one[0] == "contract"]
            return [*lines[:at], [*line[:2], dice.one_of(names), line[3]], *lines[at + 1 :]]


def _once_more(lines: Lines, dice: Dice) -> Lines | None:
    """Write the last hand a second time, below the winner or above it."""
    starts = _places(lines, "deal")
    if not starts:
        return None
    end = len(lines) if dice.chance(0.5) or lines[-1][0] != "winner" else len(lines) - 1
    return [*lines[:end], *[line for line in lines[starts[-1] :] if line[0] != "winner"], *lines[end:]]


def _early_winner(lines: Lines, dice: Dice) -> Lines | None:
    at = _one(lines, dice, "deal", "m")
    if at is None or lines[-1][0] != "winner":
        return None
    return [*lines[:at], lines[-1], *lines[at:]] if dice.chance(0.5) else [*lines[:at], lines[-1]]


def _winners(lines: Lines, dice: Dice) -> Lines | None:
    at = _one(lines, dice, "winner")
    if at is None:
        return None
    said = lines[at][1]
    some = said[:1] if len(said) > 1 else "".join(sorted({*said, _seat(dice, 4)}))
    lines[at][1] = dice.one_of([some, some, ""])
    return lines


def _other_rules(lines: Lines, dice: Dice) -> Lines | None:
    """Let the table have agreed on other house rules than it played by."""
    lines[0]["rules"] = random_rules(lines[0]["game"], dice) or {"preset": "none-such"}
    return lines


def _one_other_rule(lines: Lines, dice: Dice) -> Lines | None:
    rules = lines[0].get("rules", {})
    found = list(random_rules(lines[0]["game"], dice).items()) + list(random_rules(lines[0]["game"], dice).items())
    if not found:
        return None
    name, value = dice.one_of(found)
    lines[0]["rules"] = {**(rules if isinstance(rules, dict) else {"preset": rules}), name: value}
    return lines


def _redraw(lines: Lines, _dice: Dice) -> Lines | None:
    """Let special cards that are turned up go back, which they did not."""
    if lines[0]["game"] != "kings-reverse":
        return None
    lines[0]["rules"] = {"turn_up_special": "redraw"}
    return lines


def _dealer(lines: Lines, dice: Dice) -> Lines | None:
    at = _one(lines, dice, "deal")
    if at is None:
        return None
    lines[at][1] = dice.one_of("abcde")
    return lines


def _stock(lines: Lines, dice: Dice) -> Lines | None:
    """Change stock and turned-up cards: fewer, none left, others."""
    at = _one(lines, dice, "deal")
    if at is None or len(lines[at]) < 5 or not lines[at][4]:
        return None
    match dice.below(4):
        case 0:
            lines[at][4] = lines[at][4][:-2]
        case 1:
            lines[at][4] = lines[at][4][: 2 * dice.below(12)]
        case 2:
            lines[at][3] = dice.one_of(["5D", "9C", "7H", "8D", "KC", "AS", "**", "**7H", "8D5S", "5S**"])
        case _:
            lines[at][4] = lines[at][4] + lines[at][4][:4]
    return lines


def _points(lines: Lines, dice: Dice) -> Lines | None:
    at = _one(lines, dice, "points")
    if at is None:
        return None
    seat = dice.below(len(lines[at][1]))
    lines[at][1][seat] = dice.one_of([0, 3, None, 7])
    return lines


def _bytes(data: bytes, dice: Dice) -> bytes:
    """Break the form of the file in one place."""
    head, _, rest = data.partition(b"\n")
    return dice.one_of(
        [
            data[:-1],
            rest,
            head[:-1] + b',"colour":"red"}\n' + rest,
            head[:-1] + b',"id":"twice","id":"again"}\n' + rest,
            head.replace(b'"replay":1', b'"replay":2') + b"\n" + rest,
            head + b"\n" + b'["note","' + b"x" * (1 << 20) + b'"]\n' + rest,
            head + b"\n[1]\n" + rest,
            data.replace(b'["m","', b'["m","zz ', 1),
            data.replace(b'["deal","a"', b'["deal","z"', 1).replace(b"S", b"\xff", 1),
            data + b'["seal",1,"' + b"0" * 64 + b'"]\n["note","x"]\n',
        ]
    )


SPOILS: Final[dict[str, Spoil]] = {
    **{f"double {kind}": double(kind) for kind in ("deal", "points", "totals", "winner")},
    **{f"drop {kind}": drop(kind) for kind in ("contract", "points", "winner", "m")},
    "stranger": of_tokens(_stranger),
    "later": of_tokens(_later),
    "other seat": of_tokens(_other_seat),
    "unknown card": of_tokens(_unknown),
    "gift to oneself": of_tokens(_gift_to_oneself),
    "seven on seven": of_tokens(_seven_on_seven),
    "another answer": of_tokens(_another_answer),
    "another answer again": of_tokens(_another_answer),
    "take back": token(lambda dice, players: f"{_seat(dice, players)}<{dice.one_of(CARDS)}"),
    "joker taken back": token(lambda dice, players: f"{_seat(dice, players)}<**"),
    "draw": token(lambda dice, players: f"{_seat(dice, players)}+{dice.one_of(CARDS)}"),
    "catch": token(lambda dice, players: f"{_seat(dice, players)}!{_seat(dice, players)}"),
    "another catch": token(lambda dice, players: f"{_seat(dice, players)}!{_seat(dice, players)}"),
    "taker": token(lambda dice, players: f"{_seat(dice, players)}$"),
    "reshuffle": token(lambda dice, players: "%"),
    "several": token(lambda dice, players: _seat(dice, players) + "".join(dice.shuffled(CARDS)[:3]), instead=True),
    "joker": token(lambda dice, players: f"{_seat(dice, players)}*{dice.one_of('SHDC')}", instead=True),
    "challenge": token(lambda dice, players: f"{_seat(dice, players)}?{dice.one_of('+-')}"),
    "another challenge": token(lambda dice, players: f"{_seat(dice, players)}?{dice.one_of('+-')}"),
    "name": token(lambda dice, players: f"{_seat(dice, players)}={dice.one_of('SHDC')}"),
    "name a joker's suit again": of_tokens(_name_again),
    "late catch": of_tokens(_late_catch),
    "penalty not drawn": of_tokens(_penalty_not_drawn),
    "last draw": of_tokens(_last_draw),
    "cut short": of_tokens(_cut_short),
    "act again": of_tokens(_once_more_at_the_end),
    "dealer": of_lines(_dealer),
    "redraw": of_lines(_redraw),
    "gift": token(lambda dice, players: f"{_seat(dice, players)}>{_seat(dice, players)}{dice.one_of(CARDS)}"),
    "outside": of_lines(_outside),
    "short hand": of_lines(_short_hand),
    "hidden": of_lines(_hidden),
    "turned": of_lines(_turned),
    "swapped and hidden": of_lines(_swapped_hidden),
    "players": of_lines(_players),
    "sheets": of_lines(_sheets),
    "other sheets": of_lines(_sheets),
    "contract": of_lines(_contract),
    "contract again": of_lines(_contract),
    "another contract": of_lines(_contract),
    "once more": of_lines(_once_more),
    "early winner": of_lines(_early_winner),
    "winners": of_lines(_winners),
    "other rules": of_lines(_other_rules),
    "one other rule": of_lines(_one_other_rule),
    "another rule": of_lines(_one_other_rule),
    "stock": of_lines(_stock),
    "other stock": of_lines(_stock),
    "points": of_lines(_points),
    "bytes": _bytes,
    "other bytes": _bytes,
}
"""Name -> what it does to the bytes of a game; None where it finds no place."""

ANSWERS: Final = ("another answer", "another answer again", "last draw", "late catch", "penalty not drawn", "other seat")
"""Those that are done to games with infractions too: the table's answer to an infraction may be wrong as well."""
