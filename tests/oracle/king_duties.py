"""Following, leading and house rules of King for the slow referee, judged over the finished tricks of a hand.

For every play the cards are listed of which none may have been in the hand; what a seat surely held, or may have held,
is asked of everything that the whole hand shows.
"""

from typing import Any, NamedTuple

from oracle.kierki_reading import PACK, RANKS, UNKNOWN
from oracle.king_tricks import SCORING_CARDS, Found, Laid, Table, Trick

HEARTS = SCORING_CARDS["kupa"]
ALL = frozenset(PACK)


class Duty(NamedTuple):
    """A rule, the cards of which none may have been held, and whether it surely binds here."""

    name: str
    wanted: frozenset[str]
    binds: bool = True


def of_suit(suit: str | None) -> frozenset[str]:
    return frozenset(card for card in ALL if card[1] == suit)


def height(card: str) -> int:
    return RANKS.index(card[0])


def judge_plays(table: Table, rules: dict[str, Any]) -> tuple[list[Found], int]:
    """Faults of following and of house rules, and how many plays could not be judged (section 8)."""
    found: list[Found] = []
    unverified = 0
    for number, trick in enumerate(table.tricks):
        for play in trick.plays():
            if play.card == UNKNOWN:
                unverified += 1
            elif table.knowledge.doubtful_from(play.seat) > play.event:
                name, unsure = judge_play(play, number, table, rules)
                found += [(play.event, name, play.seat)] if name else []
                unverified += unsure
    return found, unverified


def judge_play(play: Laid, number: int, table: Table, rules: dict[str, Any]) -> tuple[str | None, bool]:
    """The one name of a play, and whether it could not be judged."""
    if play.leads:
        duties = lead_duties(play, number, table, rules)
    elif play.led is None or not play.led.certain():
        return None, False
    else:
        duties = following_duties(play, play.led.card[1], table, table.tricks[number], rules)
    asked = table.knowledge
    for duty in duties:
        if duty.binds and asked.surely_held(play.seat, play.event, duty.wanted):
            return duty.name, False
    sure, perhaps = lower_heart_led(play, table, rules)
    if sure:
        return "last-hearts-not-highest", False
    if not asked.in_doubt(play.seat, play.event):
        return None, False
    return None, perhaps or any(asked.may_have_held(play.seat, play.event, duty.wanted) for duty in duties)


# Leads


def lead_duties(play: Laid, number: int, table: Table, rules: dict[str, Any]) -> list[Duty]:
    """Hearts in kupa and rifki, trumps in koz: not before broken, or never, while another suit is held (K25)."""
    name = table.contract.name_at(play.event)
    trump = table.contract.trump_at(play.event)
    if name in {"kupa", "rifki"} and play.card[1] == "H":
        if rules["heart_lead"] == "never":
            return [Duty("heart-lead-with-other-suit", ALL - HEARTS)]
        if rules["heart_lead"] == "until-broken":
            discards_only = rules["heart_break_by"] == "discard-in-earlier-trick"
            return unbroken("heart-lead-before-broken", "H", number, table, discards_only=discards_only)
    if trump and play.card[1] == trump and rules["trump_lead"] == "until-broken":
        return unbroken("trump-lead-before-broken", trump, number, table, discards_only=False)
    return []


def unbroken(name: str, suit: str, number: int, table: Table, *, discards_only: bool) -> list[Duty]:
    """The duty not to lead a suit, if none of it was played, or discarded, in the tricks before."""
    binds = True
    for play in (play for trick in table.tricks[:number] for play in trick.plays()):
        if discards_only and (play.leads or (play.led and play.led.card[1] == suit)):
            continue
        if play.card[1] == suit and (not discards_only or (play.led and play.led.card != UNKNOWN)):
            return []
        binds &= play.card != UNKNOWN and play.card[1] != suit
    return [Duty(name, ALL - of_suit(suit), binds)]


def lower_heart_led(play: Laid, table: Table, rules: dict[str, Any]) -> tuple[bool, bool]:
    """Whether from a hand of hearts only not the highest was led: surely, perhaps (K25, section 8)."""
    name = table.contract.name_at(play.event)
    if not (play.leads and rules["last_hearts_highest"] and name in {"kupa", "rifki"} and play.card[1] == "H"):
        return False, False
    higher = frozenset(card for card in HEARTS if height(card) > height(play.card))
    others = ALL - HEARTS
    asked = table.knowledge
    if asked.surely_held(play.seat, play.event, others):
        return False, False
    sure = not asked.may_have_held(play.seat, play.event, others) and asked.surely_held(play.seat, play.event, higher)
    return sure, not sure and asked.may_have_held(play.seat, play.event, higher)


# Following and discarding


def following_duties(play: Laid, led: str, table: Table, trick: Trick, rules: dict[str, Any]) -> list[Duty]:
    """What a follower must not have kept back, the first name first (section 8)."""
    name = table.contract.name_at(play.event)
    before = [one for one in trick.plays() if one.event < play.event]
    if play.card[1] == led:
        return drop_under(play, led, name, before) if rules["drop_under"] else []
    duties = [Duty("revoke", of_suit(led))]
    trump = table.contract.trump_at(play.event)
    if trump and led != trump:
        if rules["must_trump"] and play.card[1] != trump:
            duties.append(Duty("must-trump", of_suit(trump)))
        if rules["must_overtrump"] and play.card[1] == trump:
            duties += over_trump(play, trump, before)
    if name == "rifki" and rules["void_discard"] != "free" and play.card != "KH":
        duties.append(Duty("rifki-withheld", frozenset({"KH"})))
    if rules["void_discard"] == "penalty-first" and name in SCORING_CARDS:
        penalties = HEARTS if name == "rifki" else SCORING_CARDS[name]
        if play.card not in penalties:
            duties.append(Duty("penalty-card-withheld", penalties))
    return duties


def drop_under(play: Laid, led: str, name: str | None, before: list[Laid]) -> list[Duty]:
    """In kiz, erkek and rifki a penalty card must go under a higher card of its suit (K28)."""
    if name not in {"kiz", "erkek", "rifki"}:
        return []
    penalties = SCORING_CARDS[name] & of_suit(led)
    best = max((height(one.card) for one in before if one.certain() and one.card[1] == led), default=-1)
    under = frozenset(card for card in penalties if height(card) < best)
    if play.card in under:
        return []
    duties = [Duty("penalty-not-dropped-under", under)]
    if any(one.card == UNKNOWN for one in before):  # it may have been the ace
        duties.append(Duty("penalty-not-dropped-under", penalties - {play.card}, binds=False))
    return duties


def over_trump(play: Laid, trump: str, before: list[Laid]) -> list[Duty]:
    """A seat that trumps must go over the trumps that lie there, if it can (K30)."""
    if not all(one.certain() for one in before):
        higher = frozenset(card for card in of_suit(trump) if height(card) > height(play.card))
        return [Duty("must-overtrump", higher, binds=False)]
    best = max((height(one.card) for one in before if one.card[1] == trump), default=-1)
    if height(play.card) > best:
        return []
    return [Duty("must-overtrump", frozenset(card for card in of_suit(trump) if height(card) > best))]
