"""Changes of whole lines: deals, contracts, sheets, winners, house rules, and the form of the file."""

from rule_coverage.spoiling import SEATS, Lines, Spoil, a_line, a_seat, lines_at, of_lines

from verifier.fuzz.dice import Dice
from verifier.fuzz.house_rules import random_rules


def double(kind: str) -> Spoil:
    """Return a spoil that writes a line of a kind twice."""

    def spoil(lines: Lines, dice: Dice) -> Lines | None:
        at = a_line(lines, dice, kind)
        return None if at is None else [*lines[:at], lines[at], *lines[at:]]

    return of_lines(spoil)


def drop(kind: str) -> Spoil:
    """Return a spoil that leaves out a line of a kind."""

    def spoil(lines: Lines, dice: Dice) -> Lines | None:
        at = a_line(lines, dice, kind)
        return None if at is None else [*lines[:at], *lines[at + 1 :]]

    return of_lines(spoil)


def outside(lines: Lines, dice: Dice) -> Lines | None:
    at = a_line(lines, dice, "m", "points")
    return None if at is None else [lines[0], lines[at], *lines[1:]]


def short_hand(lines: Lines, dice: Dice) -> Lines | None:
    at = a_line(lines, dice, "deal")
    if at is None or not lines[at][2]:
        return None
    seat = dice.below(len(lines[at][2]))
    lines[at][2][seat] = (lines[at][2][seat] or "")[2:]
    return lines


def hidden(lines: Lines, dice: Dice) -> Lines | None:
    """Take the cards dealt to one seat off the record."""
    at = a_line(lines, dice, "deal")
    if at is None or not lines[at][2]:
        return None
    lines[at][2][dice.below(len(lines[at][2]))] = None
    return lines


def not_dealt(lines: Lines, dice: Dice) -> Lines | None:
    """Take a whole deal off the record, or its line."""
    at = a_line(lines, dice, "deal")
    if at is None:
        return None
    lines[at][2:] = [None]
    return lines


def rifki_not_dealt(lines: Lines, _dice: Dice) -> Lines | None:
    """Take the deals off the record of hands that end early, so that not all cards are shown."""
    places = [at for at in lines_at(lines, "contract") if lines[at][2] == "rifki" and lines[at - 1][0] == "deal"]
    for at in places:
        lines[at - 1][2:] = [None]
    return lines if places else None


def gift_of_turned_up_ace(lines: Lines, dice: Dice) -> Lines | None:
    """Let the dealer give a card for an ace of spades that was turned up."""
    for at in lines_at(lines, "deal"):
        line = lines[at]
        if len(line) > 3 and line[1] and (line[3] or "").endswith("AS") and line[2] and lines[at + 1][0] == "m":
            seat = SEATS.index(line[1])
            other = SEATS[(seat + 1) % len(line[2])]
            lines[at + 1][1] = f"{line[1]}>{other}{line[2][seat][:2]} {lines[at + 1][1]}"
            return lines
    return None


def turned(lines: Lines, dice: Dice) -> Lines | None:
    at = a_line(lines, dice, "deal")
    if at is None or not lines[at][2]:
        return None
    by = dice.between(1, len(lines[at][2]) - 1)
    lines[at][2] = lines[at][2][by:] + lines[at][2][:by]
    return lines


def swapped_hidden(lines: Lines, dice: Dice) -> Lines | None:
    """Exchange cards of two hands of a deal, one other of which is not on the record."""
    at = a_line(lines, dice, "deal")
    hands = lines[at][2] if at is not None else None
    if not hands or len(hands) < 3:
        return None
    one, two, gone, *_ = dice.shuffled(range(len(hands)))
    hands[one], hands[two] = hands[one][:-2] + hands[two][-2:], hands[two][:-2] + hands[one][-2:]
    hands[gone] = None
    return lines


def players(lines: Lines, dice: Dice) -> Lines | None:
    """Let one player more sit there, for whom nothing is written."""
    lines[0]["players"].append("Zoe")
    for line in lines[1:]:
        if line[0] in {"points", "totals"}:
            line[1].append(None)
        elif line[0] == "deal" and line[2]:
            line[2].append(None)
    return lines


def sheets(lines: Lines, dice: Dice) -> Lines | None:
    """Leave nothing of the hands but their sheets, and write another number on one of them."""
    kept = [line for at, line in enumerate(lines) if not at or line[0] != "m"]
    for line in kept[1:]:
        if line[0] == "deal":
            line[2:] = [None]
    at = a_line(kept, dice, "points")
    if at is None or None in kept[at][1]:
        return None
    seat = dice.below(len(kept[at][1]))
    kept[at][1][seat] += dice.one_of([1, 10, 50, -40, 5000])
    return kept


def contract(way: int) -> Spoil:
    """Return a spoil of a contract: its name, its suit, its seat, when it was called, another one called later."""

    def spoil(lines: Lines, dice: Dice) -> Lines | None:
        at = a_line(lines, dice, "contract")
        if at is None:
            return None
        line = [*lines[at], None][:4]
        names = [one[2] for one in lines[1:] if one[0] == "contract"]
        ways: list[Lines] = [
            [["contract", line[1], "nothing"], *lines[at + 1 :]],
            [[*line[:3], None if line[3] else "H"], *lines[at + 1 :]],
            [line, ["contract", line[1], "koz", dice.one_of("SHDC")], *lines[at + 1 :]],
            [*lines[at + 1 : at + 2], line, *lines[at + 2 :]],
            [[line[0], dice.one_of("abcd"), *line[2:]], *lines[at + 1 :]],
            [[*line[:2], dice.one_of(names), line[3]], *lines[at + 1 :]],
            [[*line[:2], dice.one_of(["el", "kiz", "erkek", "kupa", "rifki", "soniki"])], *lines[at + 1 :]],
            [[*line[:2], "koz", dice.one_of("SHDC")], *lines[at + 1 :]],
        ]
        return [*lines[:at], *ways[way]]

    return of_lines(spoil)


def later_choosers(lines: Lines, dice: Dice) -> Lines | None:
    """Let the next seat choose from some hand on."""
    at = a_line(lines, dice, "contract")
    for later in lines[at or len(lines) :]:
        if later[0] == "contract" and later[1]:
            later[1] = SEATS[(SEATS.index(later[1]) + 1) % 4]
    return None if at is None else lines


def two_contracts(lines: Lines, dice: Dice) -> Lines | None:
    """Leave nothing of the hands but their sheets, and exchange two contracts."""
    kept = [line for at, line in enumerate(lines) if not at or line[0] != "m"]
    for line in kept[1:]:
        if line[0] == "deal":
            line[2:] = [None]
    places = lines_at(kept, "contract")
    if len(places) < 2:
        return None
    one, two = dice.shuffled(places)[:2]
    kept[one][2:], kept[two][2:] = kept[two][2:], kept[one][2:]
    return kept


def another_deal(lines: Lines, dice: Dice) -> Lines | None:
    """Let a hand have been dealt the cards of another one."""
    places = [at for at in lines_at(lines, "deal") if lines[at][2]]
    if len(places) < 2:
        return None
    one, two = dice.shuffled(places)[:2]
    lines[one][2] = lines[two][2]
    return lines


def plain_up(lines: Lines, dice: Dice) -> Lines | None:
    """Let a plain card have been turned up where it was one with an effect."""
    places = [at for at in lines_at(lines, "deal") if len(lines[at]) > 3 and (lines[at][3] or "")[-2:-1] in set("78K")]
    if not places:
        return None
    at = dice.one_of(places)
    lines[at][3] = lines[at][3][:-2] + "5" + lines[at][3][-1]
    return lines


def zero(lines: Lines, dice: Dice) -> Lines | None:
    """Give nothing to a seat in a hand that ended with passes."""
    places = [at for at in lines_at(lines, "points") if lines[at - 1][0] == "m" and lines[at - 1][1].endswith("-")]
    if not places:
        return None
    at = dice.one_of(places)
    lines[at][1][dice.below(len(lines[at][1]))] = 0
    return lines


def once_more(lines: Lines, dice: Dice) -> Lines | None:
    """Write the last hand a second time, below the winner or above it."""
    starts = lines_at(lines, "deal")
    if not starts:
        return None
    end = len(lines) if dice.chance(0.5) or lines[-1][0] != "winner" else len(lines) - 1
    return [*lines[:end], *[line for line in lines[starts[-1] :] if line[0] != "winner"], *lines[end:]]


def early_winner(lines: Lines, dice: Dice) -> Lines | None:
    at = a_line(lines, dice, "deal", "m")
    if at is None or lines[-1][0] != "winner":
        return None
    return [*lines[:at], lines[-1], *lines[at:]] if dice.chance(0.5) else [*lines[:at], lines[-1]]


def winners(lines: Lines, dice: Dice) -> Lines | None:
    at = a_line(lines, dice, "winner")
    if at is None:
        return None
    said = lines[at][1]
    some = said[:1] if len(said) > 1 else "".join(sorted({*said, a_seat(dice, 4)}))
    lines[at][1] = dice.one_of([some, some, ""])
    return lines


def other_rules(lines: Lines, dice: Dice) -> Lines | None:
    """Let the table have agreed on other house rules than it played by."""
    lines[0]["rules"] = random_rules(lines[0]["game"], dice) or {"preset": "none-such"}
    return lines


def one_other_rule(lines: Lines, dice: Dice) -> Lines | None:
    rules = lines[0].get("rules", {})
    found = list(random_rules(lines[0]["game"], dice).items()) + list(random_rules(lines[0]["game"], dice).items())
    if not found:
        return None
    name, value = dice.one_of(found)
    lines[0]["rules"] = {**(rules if isinstance(rules, dict) else {"preset": rules}), name: value}
    return lines


def redraw(lines: Lines, _dice: Dice) -> Lines | None:
    """Let special cards that are turned up go back, which they did not."""
    if lines[0]["game"] != "kings-reverse":
        return None
    lines[0]["rules"] = {"turn_up_special": "redraw"}
    return lines


def dealer(lines: Lines, dice: Dice) -> Lines | None:
    at = a_line(lines, dice, "deal")
    if at is None:
        return None
    lines[at][1] = dice.one_of("abcde")
    return lines


def stock(lines: Lines, dice: Dice) -> Lines | None:
    """Change stock and turned-up cards: fewer, none left, others."""
    at = a_line(lines, dice, "deal")
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


def points(lines: Lines, dice: Dice) -> Lines | None:
    at = a_line(lines, dice, "points")
    if at is None:
        return None
    seat = dice.below(len(lines[at][1]))
    lines[at][1][seat] = dice.one_of([0, 3, None, 7])
    return lines


def form(way: int) -> Spoil:
    """Return a spoil that breaks the form of the file in one way."""

    def spoil(data: bytes, _dice: Dice) -> bytes:
        head, _, rest = data.partition(b"\n")
        ways = [
            data[:-1],
            rest,
            head[:-1] + b',"colour":"red"}\n' + rest,
            head[:-1] + b',"id":"twice","id":"again"}\n' + rest,
            head.replace(b'"replay":1', b'"replay":2') + b"\n" + rest,
            head + b"\n" + b'["note","' + b"x" * (1 << 20) + b'"]\n' + rest,
            head + b"\n[1]\n" + rest,
            data.replace(b'["m","', b'["m","zz ', 1),
            data + b'["seal",1,"' + b"0" * 64 + b'"]\n["note","x"]\n',
            head.replace(b'"replay":1', b'"replay":1,"rules":{"none-such":1}') + b"\n" + rest,
        ]
        return ways[way]

    return spoil


def rifki_cut_short(lines: Lines, _dice: Dice) -> Lines | None:
    """Leave out the last card and the taker of the hands that end with the king of hearts."""
    found = [at for at in lines_at(lines, "contract") if lines[at][2] == "rifki" and lines[at + 1][0] == "m"]
    for at in found:
        lines[at + 1][1] = " ".join(lines[at + 1][1].split()[:-2])
    return lines if found else None


def act_of_who_is_done(lines: Lines, _dice: Dice) -> Lines | None:
    """Let the seat that acts no more before the others do so once more, before the last act of the game."""
    places = lines_at(lines, "m")
    if not places:
        return None
    tokens = lines[places[-1]][1].split()
    last = {token[0]: (at, token) for at, token in enumerate(tokens)}
    tokens.insert(len(tokens) - 1, min(last.values())[1])
    lines[places[-1]][1] = " ".join(tokens)
    return lines
