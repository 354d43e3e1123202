"""Jokers: whether one was allowed, who may challenge it, and what the table made of the challenge."""

from verifier.cards import CARD_TEXTS, JOKER, SEATS
from verifier.finding import Fact, FaultClass, Place, Related, Rule
from verifier.games.kings_reverse.house import HouseRules
from verifier.games.kings_reverse.legal import Answer, blockers, joker_stands
from verifier.games.kings_reverse.owed import LaidJoker, Ruling
from verifier.games.kings_reverse.rules.playing import texts_of
from verifier.games.kings_reverse.table import Table
from verifier.games.report import Report

ILLEGAL_JOKER_UNCHALLENGED = Rule(
    "REV501",
    "illegal-joker-unchallenged",
    FaultClass.UNPUNISHED,
    "A joker that was not allowed and that nobody challenged",
    "JOK-2",
    "S28",
)
ILLEGAL_JOKER = Rule(
    "REV502",
    "illegal-joker",
    FaultClass.ILLEGAL,
    "A joker that was not allowed, and nobody to challenge it",
    "JOK-2",
    "S28",
)
CHALLENGE_WRONG_VERDICT = Rule(
    "REV503", "challenge-wrong-verdict", FaultClass.RULING, "A challenge is decided wrongly", "CHAL-2", "S33"
)
JOKER_NOT_TAKEN_BACK = Rule(
    "REV505", "joker-not-taken-back", FaultClass.RULING, "A joker challenged rightly is not taken back", "CHAL-3", "S33"
)
JOKER_TAKEN_BACK_WRONGLY = Rule(
    "REV506", "joker-taken-back-wrongly", FaultClass.RULING, "A card is taken back without cause", "CHAL-6", "S33"
)
CHALLENGE_BY_WRONG_PLAYER = Rule(
    "REV510", "challenge-by-wrong-player", FaultClass.ILLEGAL, "A challenge by another than the next", "CHAL-1", "S28"
)
CHALLENGE_TOO_LATE = Rule(
    "REV511", "challenge-too-late", FaultClass.ILLEGAL, "A challenge after the draw or the next act", "CHAL-1", "S33"
)
CHALLENGE_OF_NON_JOKER = Rule(
    "REV512", "challenge-of-non-joker", FaultClass.ILLEGAL, "A card is challenged that is no joker", "CHAL-1", "S33"
)
ILLEGAL_JOKER_CAUGHT = Rule(
    "REV901",
    "illegal-joker-caught",
    FaultClass.NOTICE,
    "A joker that was not allowed and was challenged",
    "CHAL-3",
    "S33",
)

CHALLENGE_RULES = (
    ILLEGAL_JOKER_UNCHALLENGED,
    ILLEGAL_JOKER,
    CHALLENGE_WRONG_VERDICT,
    JOKER_NOT_TAKEN_BACK,
    JOKER_TAKEN_BACK_WRONGLY,
    CHALLENGE_BY_WRONG_PLAYER,
    CHALLENGE_TOO_LATE,
    CHALLENGE_OF_NON_JOKER,
    ILLEGAL_JOKER_CAUGHT,
)


def joker_option(house: HouseRules) -> tuple[str, Fact] | None:
    """Return the house rule that decides about a joker, None where it is the text's."""
    if house.joker_restriction != "any-playable":
        return ("joker_restriction", house.joker_restriction)
    if house.other_joker_blocks:
        return ("other_joker_blocks", True)
    if house.marriage_match == "free":
        return ("marriage_match", "free")
    return None


def _facts(joker: LaidJoker, house: HouseRules) -> dict[str, Fact]:
    return {
        "top": joker.top,
        "hand": [*joker.others.texts()],
        "blocking": [*texts_of(blockers(joker.others, joker.before, house))],
        "suit_before": joker.before.suit or None,
    }


def verdict_of(joker: LaidJoker, house: HouseRules) -> Answer:
    """Tell whether the joker stood, by the hand at the moment it was laid. CHAL-2, CHAL-8."""
    return Answer.YES if joker.is_last else joker_stands(joker.others, joker.before, house)


def is_wrong(joker: LaidJoker, house: HouseRules) -> bool:
    """Tell whether the table's ruling on a challenge is surely not what the hand gives. CHAL-2."""
    answer = verdict_of(joker, house)
    return answer is not Answer.OPEN and (joker.ruling is Ruling.UPHELD) != (answer is Answer.NO)


def check_unchallenged(table: Table, joker: LaidJoker, report: Report) -> None:
    """Report a joker that was not allowed, now that nobody has challenged it. JOK-2, CHAL-7."""
    answer = verdict_of(joker, table.house)
    if answer is Answer.OPEN:
        report.unverified += 1
    elif answer is Answer.NO:
        rule = ILLEGAL_JOKER if joker.victim is None else ILLEGAL_JOKER_UNCHALLENGED
        facts = _facts(joker, table.house)
        if joker.victim is not None:
            facts["challenger"] = SEATS[joker.victim]
        report.add(rule, joker.place, joker.seat, option=joker_option(table.house), facts=facts)


def check_verdict(table: Table, joker: LaidJoker, report: Report) -> bool:
    """Report a challenge that the table decided wrongly, and return whether it did. CHAL-2, CHAL-3, CHAL-6."""
    answer = verdict_of(joker, table.house)
    upheld = joker.ruling is Ruling.UPHELD
    assert joker.victim is not None
    assert joker.challenge is not None
    if answer is Answer.OPEN:
        report.unverified += 1
        return False
    if not is_wrong(joker, table.house):
        if upheld:
            facts = {**_facts(joker, table.house), "challenger": SEATS[joker.victim]}
            related = [Related(joker.challenge, "challenged")]
            option = joker_option(table.house)
            report.add(ILLEGAL_JOKER_CAUGHT, joker.place, joker.seat, option=option, facts=facts, related=related)
        return False
    joker.wrong_verdict = True
    report.add(
        CHALLENGE_WRONG_VERDICT,
        joker.challenge,
        joker.victim,
        option=joker_option(table.house),
        related=[Related(joker.place, "joker")],
        facts=_facts(joker, table.house),
        upheld=upheld,
        player=SEATS[joker.seat],
    )
    return True


def check_not_taken_back(table: Table, joker: LaidJoker, place: Place, report: Report) -> None:
    """Report a joker that stays on the pile although the challenge was upheld. CHAL-3."""
    if table.house.upheld_joker == "taken-back" and not joker.taken:
        report.add(JOKER_NOT_TAKEN_BACK, place, joker.seat, related=[Related(joker.place, "joker")])


def check_take_back(table: Table, seat: int, card: int, place: Place, report: Report) -> bool:
    """Report a card taken back without a challenge that was upheld; return whether that was right. CHAL-6."""
    joker = table.joker
    if table.lenient:
        return True
    if joker is not None and card == JOKER and joker.seat == seat and not joker.taken:
        if joker.ruling in {Ruling.UPHELD, Ruling.UNSAID} and table.house.upheld_joker == "taken-back":
            return True
        if joker.wrong_verdict:
            # The table may have written the other verdict than it carried out.
            return True
        if joker.ruling is Ruling.UPHELD:
            report.add(
                JOKER_TAKEN_BACK_WRONGLY,
                place,
                seat,
                option=("upheld_joker", "stays"),
                card=CARD_TEXTS[card],
                why="stays",
            )
            return False
    why = "rejected" if joker is not None and joker.ruling is Ruling.REJECTED else "unasked"
    report.add(JOKER_TAKEN_BACK_WRONGLY, place, seat, card=CARD_TEXTS[card], why=why)
    return False


def check_challenge(table: Table, seat: int, place: Place, report: Report) -> bool:
    """Report a challenge by the wrong seat, too late, or of no joker; return whether it is a right one. CHAL-1."""
    joker = table.joker
    related = [] if table.turn.place is None else [Related(table.turn.place, "laid")]
    if joker is None:
        rule = CHALLENGE_TOO_LATE if table.pile.top() == JOKER else CHALLENGE_OF_NON_JOKER
    elif seat != joker.victim:
        rule = CHALLENGE_BY_WRONG_PLAYER
    elif joker.answered or joker.ruling is not Ruling.NONE:
        rule = CHALLENGE_TOO_LATE
    else:
        return True
    victim = None if joker is None or joker.victim is None else SEATS[joker.victim]
    report.add(rule, place, seat, related=related, challenger=victim, top=table.pile.top_text())
    return False
