"""Changes of single acts: by another seat, at another place, once more, left out, or acts of another game."""

from collections.abc import Callable

from rule_coverage.spoiling import CARDS, Spoil, a_seat, of_tokens

from verifier.fuzz.dice import Dice


def stranger(tokens: list[str], at: int, _dice: Dice, players: int) -> None:
    tokens[at] = "p" + tokens[at][1:]


def later(tokens: list[str], at: int, dice: Dice, players: int) -> None:
    tokens.insert(dice.below(len(tokens)), tokens.pop(at))


def other_seat(tokens: list[str], at: int, dice: Dice, players: int) -> None:
    tokens[at] = a_seat(dice, players) + tokens[at][1:]


def unknown(tokens: list[str], at: int, _dice: Dice, players: int) -> None:
    if len(tokens[at]) >= 3:
        tokens[at] = tokens[at][0] + "??"


def gift_to_oneself(tokens: list[str], _at: int, dice: Dice, players: int) -> None:
    gifts = [at for at, token in enumerate(tokens) if token[1:2] == ">"]
    if gifts:
        at = dice.one_of(gifts)
        tokens[at] = tokens[at][:2] + tokens[at][0] + tokens[at][3:]


def seven_on_seven(tokens: list[str], _at: int, dice: Dice, players: int) -> None:
    sevens = [at for at, token in enumerate(tokens[:-1]) if token[1:2] == "7" and tokens[at + 1][1:2] == "+"]
    if sevens:
        at = dice.one_of(sevens) + 1
        tokens[at] = f"{tokens[at][0]}7{dice.one_of('SHDC')}"


def name_again(tokens: list[str], _at: int, dice: Dice, players: int) -> None:
    jokers = [at for at, token in enumerate(tokens) if token[1:2] == "*"]
    if jokers:
        at = dice.one_of(jokers)
        tokens.insert(at + 1, f"{tokens[at][0]}={dice.one_of('SHDC')}")


def late_catch(tokens: list[str], _at: int, dice: Dice, players: int) -> None:
    """Let a seat be caught some acts after its call was due and left out."""
    calls = [at for at, token in enumerate(tokens) if token[1:] == "!"]
    if calls:
        at = dice.one_of(calls)
        seat = tokens.pop(at)[0]
        tokens.insert(min(len(tokens), at + dice.between(1, 4)), f"{a_seat(dice, players)}!{seat}")


def penalty_not_drawn(tokens: list[str], _at: int, dice: Dice, players: int) -> None:
    """Leave out a draw of two or more cards, or of a card that follows a catch."""
    draws = [
        at for at, token in enumerate(tokens) if token[1:2] == "+" and (len(token) > 4 or tokens[at - 1][1:2] == "!")
    ]
    if draws:
        del tokens[dice.one_of(draws)]


def turn_of_the_challenger(tokens: list[str], _at: int, dice: Dice, players: int) -> None:
    """Leave out what the challenger does after a challenge that was upheld."""
    for at, token in enumerate(tokens):
        if token[1:] == "?+":
            own = [later for later in range(at + 1, len(tokens)) if tokens[later][0] == token[0]]
            if own:
                del tokens[own[0]]
                return


def suit_that_went(tokens: list[str], _at: int, dice: Dice, players: int) -> None:
    """Let a challenger who was right lay a card of the suit that the joker had named."""
    for at, token in enumerate(tokens):
        named = [one[-1] for one in tokens[max(0, at - 4) : at] if one[1:2] in {"*", "="}]
        if token[1:] != "?+" or not named:
            continue
        own = [later for later in range(at + 1, len(tokens)) if tokens[later][0] == token[0]]
        fit = [tokens[later] for later in own if len(tokens[later]) == 3 and tokens[later][-1] == named[-1]]
        if own and fit:
            tokens[own[0]] = fit[0]
            return


def last_draw(tokens: list[str], _at: int, dice: Dice, players: int) -> None:
    """Let another seat draw what stands at the end of the line."""
    if tokens[-1][1:2] == "+":
        tokens[-1] = a_seat(dice, players) + tokens[-1][1:]


def cut_short(tokens: list[str], at: int, _dice: Dice, players: int) -> None:
    del tokens[max(at, 1) :]


def once_more_at_the_end(tokens: list[str], at: int, _dice: Dice, players: int) -> None:
    tokens.append(tokens[at])


def another_answer(tokens: list[str], _at: int, dice: Dice, players: int) -> None:
    """Change what follows a challenge: left out, by another seat, or with an act of the challenger before it."""
    asked = [at for at, token in enumerate(tokens[:-1]) if token[1:2] == "?" and token[1:] != "??"]
    if not asked:
        return
    at = dice.one_of(asked) + 1
    match dice.below(4):
        case 0:
            del tokens[at]
        case 1:
            other_seat(tokens, at, dice, players)
        case 2:
            tokens.insert(at, tokens[at - 2][0] + dice.one_of(CARDS))
        case _:
            tokens.insert(at, tokens[at - 1][0] + dice.one_of(CARDS))


def own_cards(tokens: list[str], at: int, dice: Dice, players: int) -> None:
    """Exchange two cards that one seat lays in the same hand."""
    own = [
        other for other, token in enumerate(tokens) if token[0] == tokens[at][0] and len(token) == len(tokens[at]) == 3
    ]
    if len(own) > 1:
        one, two = dice.shuffled(own)[:2]
        tokens[one], tokens[two] = tokens[two], tokens[one]


def token(make: Callable[[Dice, int], str], *, instead: bool = False) -> Spoil:
    """Return a spoil that puts a token between two, or in the place of one."""

    def change(tokens: list[str], at: int, dice: Dice, players: int) -> None:
        tokens[at : at + instead] = [make(dice, players)]

    return of_tokens(change)
