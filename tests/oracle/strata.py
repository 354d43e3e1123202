"""Rare states that a replay reaches, counted by name: random play comes to them seldom, so they are counted apart."""

import json
from collections import Counter
from itertools import pairwise
from typing import Any

from verifier.fuzz.recorded import Recorded, games_in
from verifier.movetext import ActKind


def rare_in_kings_reverse(text: str, ours: Any, _theirs: Any = None) -> Counter[str]:
    """What the slow referee has met, what is turned up, who sits there, who wins."""
    found = Counter(ours.rare)
    header, *lines = map(json.loads, text.splitlines())
    found[f"{len(header['players'])} players"] += 1
    for line in lines:
        if line[0] == "deal" and len(line) > 3 and line[3]:
            top = line[3][-2:]
            found[f"turned up {'AS' if top == 'AS' else top[0]}"] += top == "AS" or top[0] in "78JK"
            found["joker turned up"] += line[3].startswith("**")
        found["shared win"] += line[0] == "winner" and len(line[1]) > 1
    return +found


def rare_in_king(text: str, _ours: Any = None, _theirs: Any = None) -> Counter[str]:
    """Rifki over at once or played to the last, revoked contracts, ties at the end."""
    found: Counter[str] = Counter()
    (game,) = games_in([text.encode()])
    assert isinstance(game, Recorded)
    for hand, tricks in game.trick_hands():
        if hand.contract is not None and hand.contract.name == "rifki":
            found["rifki in one trick"] += len(tricks) == 1
            found["rifki to the last"] += len(tricks) == 13
    found["whole match"] += len(game.hands()) == 32
    totals = [line[1] for line in map(json.loads, text.splitlines()[1:]) if line[0] == "totals"]
    if totals and None not in totals[-1]:
        found["tie"] += max(totals[-1]) == sorted(totals[-1])[-2]
    return +found


def rare_in_kierki(text: str, _ours: Any = None, theirs: Any = None) -> Counter[str]:
    """Notices of the judge, passes and turns skipped in the lottery, shared wins."""
    found = Counter(one.rule.name for one in theirs.findings if str(one.rule.fault_class) == "notice")
    (game,) = games_in([text.encode()])
    assert isinstance(game, Recorded)
    hands = game.hands()
    if hands and not game.tricks(hands[-1]):
        last = [*game.acts_of(hands[-1])]
        found["passes"] += sum(act.kind is ActKind.PASS for _, act in last)
        plays = [act.seat for _, act in last]
        found["skipped turns"] += sum((one + 1) % 4 != two for one, two in pairwise(plays))
    found["whole match"] += len(hands) == 12
    lines = [json.loads(line) for line in text.splitlines()]
    found["shared win"] += any(line[0] == "winner" and len(line[1]) > 1 for line in lines[1:])
    return +found


RARE_IN = {"king": rare_in_king, "kierki": rare_in_kierki, "kings-reverse": rare_in_kings_reverse}
"""Game -> what counts its rare states: from the text, the slow referee's ruling, the program's verdict."""
