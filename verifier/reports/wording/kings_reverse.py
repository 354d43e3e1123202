"""Sentences about the rules of Kings Reverse."""

from typing import Final

from verifier.reports.wording.scene import Scene, Sentence, by_fact


def _top(scene: Scene) -> str:
    """Return what lay on the pile, `QS`, or a joker with the suit or colour it named."""
    top, suit = scene.facts.get("top"), scene.facts.get("suit")
    if top == "**":
        return scene.fill("a joker for {suit:suit}") if suit else "a joker for which no suit is known"
    return "a card that is not known" if top in {None, "??"} else scene.fill("{top}")


def _could(scene: Scene) -> str:
    if scene.legal is None:
        return "."
    return scene.fill("; it could have played {legal:or}.") if scene.legal else "; it had nothing to play."


def _no_match(scene: Scene) -> str:
    return scene.fill("{seat} played {card} on ") + _top(scene) + ", which it does not match" + _could(scene)


def _marriage_no_match(scene: Scene) -> str:
    words = scene.fill("{seat} laid {cards:and} together on ") + _top(scene)
    return words + scene.fill(", and {card} does not match it") + _could(scene)


def _several(scene: Scene) -> str:
    words = "{seat} laid {cards:and} in one turn; more than one card may go only as king and queen of one suit"
    return scene.fill(words) + _could(scene)


def _suit_not_restored(scene: Scene) -> str:
    words = "{seat} played {card}, which fits only the joker that was taken back; in force again was "
    return scene.fill(words) + _top(scene) + _could(scene)


def _passed(scene: Scene) -> str:
    if scene.has("stock"):
        return scene.fill("{seat} passed without drawing, with {stock:count card cards} in the stock.")
    return scene.fill("{seat} passed with the stock used up, though it could play") + (
        scene.fill(" {legal:or}.") if scene.legal else "."
    )


def _drawn_kept(scene: Scene) -> str:
    return scene.fill("{seat} drew {cards:and} and did not play it on ") + _top(scene) + "; a playable card must go."


def _other_played(scene: Scene) -> str:
    words = "{seat} drew {drawn:and} and then played {cards:and}; after a draw only the drawn card may be played"
    return scene.fill(words) + (scene.fill(", here {legal:or}.") if scene.legal else ", and it could not be.")


def _joker(ending: str) -> Sentence:
    def told(scene: Scene) -> str:
        words = "{seat} played a joker while holding {blocking:and}, which could be played"
        option = scene.option[0] if scene.option is not None else ""
        if option == "joker_restriction":
            words = "{seat} played a joker while holding {blocking:and} of the suit in force"
        return scene.fill(words + ending)

    return told


def _verdict(scene: Scene) -> str:
    if scene.facts["upheld"]:
        return scene.fill(
            "The challenge by {seat} was upheld, but the joker of {player:seat} was allowed: "
            "{player:seat} held nothing else to play."
        )
    return scene.fill(
        "The challenge by {seat} was rejected, but the joker of {player:seat} was not allowed: "
        "{player:seat} held {blocking:and}, which could be played."
    )


def _wrong_actor(words: str) -> Sentence:
    def told(scene: Scene) -> str:
        ending = ", where {expected:seat} was to act." if scene.has("expected") else "."
        return scene.fill(words + ending)

    return told


def _up_effect(scene: Scene) -> str:
    if "actor" in scene.facts:
        words = "{actor:seat} started as if the turned-up {top} did nothing; {expected:seat} was to act."
    elif scene.has("missed"):
        words = "{missed:seat} missed its turn for the turned-up {top} without drawing two cards for it."
    else:
        words = "Nobody drew two cards for the turned-up {top}."
    return scene.fill(words)


def _count(cause: str) -> Sentence:
    def told(scene: Scene) -> str:
        return scene.fill(
            "{seat} drew {drawn:count card cards} for " + cause + ", where {owed:count card cards} were due."
        )

    return told


def _not_served(scene: Scene) -> str:
    return scene.fill(
        'Play went on before {seat}, caught without the call "one card", had drawn {owed:count card cards}.'
    )


def _not_due(scene: Scene) -> str:
    if scene.has("cards"):
        return scene.fill("{seat} drew {cards:and}, which it did not owe.")
    return scene.fill("{seat} drew {drawn:count card cards} for the ace of spades, where one was due.")


def _ace_missing(scene: Scene) -> str:
    return scene.fill("The hand ended by an ace of spades, and {seats:seats} did not draw the card it costs.")


def _points(words: str) -> Sentence:
    def told(scene: Scene) -> str:
        return scene.fill("The points are written as {recorded:numbers}" + words + ".")

    return told


def _challenger(scene: Scene) -> str:
    words = "{seat} challenged the joker"
    return scene.fill(words + (", which only {challenger:seat} may." if scene.has("challenger") else "."))


def _named(scene: Scene) -> str:
    return scene.fill(
        "{seat} named {named:suit} for its joker, where a "
        + ("colour" if scene.facts["wanted"] == "colour" else "suit")
        + " has to be named."
    )


def _exchange(scene: Scene) -> str:
    return scene.fill("{seat} handed {card} to {to:seat}; cards change hands only after an ace of spades.")


def _reshuffle(scene: Scene) -> str:
    if scene.has("joker_open"):
        return "The discards were made stock again before a joker was settled."
    return "The discards were made stock again; when the stock is used up, the hand is played out."


def _next(scene: Scene) -> str:
    words = "{seat} drew {card}, "
    return scene.fill(words + ("where {due} lay on top." if scene.has("due") else "which is not in the stock."))


def _copies(scene: Scene) -> str:
    return scene.fill("{cards:and} appears more often than {packs:count pack packs} have it.")


def _stock(scene: Scene) -> str:
    if scene.facts["listed"] != scene.facts["due"]:
        return scene.fill("The stock lists {listed:count card cards}, where the deal leaves {due}.")
    if scene.has("excess"):
        return scene.fill("The stock lists {excess:and} more often than the deal leaves it.")
    return scene.fill("The stock does not list {lost:and}, which went back into it.")


KINGS_REVERSE_SENTENCES: Final[dict[str, Sentence]] = {
    "event-after-hand-end": "{token} comes after the points of the hand.",
    "hand-after-game-end": "A hand is dealt after the winner was declared.",
    "deal-impossible": "{packs:count pack packs} cannot deal ten cards each to {players:count player players}.",
    "wrong-pack-count": "{players:count player players} play with two packs, not with {packs}.",
    "joker-turn-up-kept": "A joker was turned up and kept; it goes back, and another card is turned.",
    "turn-up-redrawn": "{cards:and} was turned up and replaced, although nothing but a joker goes back.",
    "special-turn-up-kept": "{card} was turned up and kept; by the house rule such a card goes back.",
    "too-many-copies": _copies,
    "stock-miscount": _stock,
    "drawn-card-not-next": _next,
    "draw-from-empty-pack": "{seat} drew although the stock was used up.",
    "wrong-first-player": _wrong_actor("{actor:seat} started the hand"),
    "turn-up-effect-not-applied": _up_effect,
    "turn-up-effect-invented": "{seat} handed {card} to {to:seat} for a turned-up ace of spades; nobody has played it.",
    "stacked-seven": _wrong_actor("{actor:seat} answered a 7 with a 7 instead of drawing two and missing its turn"),
    "skip-not-applied": _wrong_actor(
        "{actor:seat} acted although {last:seat} had just laid {top} and its turn was missed"
    ),
    "skip-applied-wrongly": _wrong_actor("{actor:seat} acted, so that somebody was skipped without cause"),
    "king-not-reversed": _wrong_actor(
        "{actor:seat} acted as if the king of {last:seat} had not reversed the direction"
    ),
    "king-two-player-no-skip": _wrong_actor(
        "{actor:seat} acted after a king, which costs the other of two players a turn"
    ),
    "second-action-in-turn": _wrong_actor("{actor:seat} acted a second time in its turn"),
    "acted-after-passing-out": _wrong_actor("{actor:seat} acted after it had passed for the rest of the hand"),
    "finished-player-skipped-wrongly": "{seat} was passed over when {actor:seat} acted, as if it had passed.",
    "offender-turn-not-lost": _wrong_actor("{actor:seat} took its joker back and played on in the turn it had lost"),
    "challenger-turn-not-lost": _wrong_actor("{actor:seat} acted after a challenge in vain, which costs the turn"),
    "challenger-turn-lost": _wrong_actor("{actor:seat} acted after a challenge that was upheld"),
    "card-does-not-match": _no_match,
    "too-many-cards-played": _several,
    "marriage-not-a-pair": _several,
    "marriage-first-card-does-not-match": _marriage_no_match,
    "suit-not-restored": _suit_not_restored,
    "joker-suit-not-named": "{seat} played a joker and named no {wanted} for it.",
    "joker-names-no-suit": _named,
    "joker-suit-named-twice": "{seat} named {second:suit} for a joker that had named {first:suit} already.",
    "suit-named-on-non-joker": "{seat} named {named:suit} without having laid a joker.",
    "drawn-card-not-played": _drawn_kept,
    "other-card-played-after-draw": _other_played,
    "draw-with-playable-card": "{seat} drew, though by the house rule it had to play {legal:or a card it holds}.",
    "seven-wrong-draw-count": _count("a 7"),
    "joker-wrong-draw-count": _count("a joker"),
    "challenge-wrong-draw-count": _count("the challenge of a joker"),
    "one-card-penalty-wrong-count": _count('the missing call "one card"'),
    "one-card-penalty-not-served": _not_served,
    "penalty-not-due": _not_due,
    "penalty-to-wrong-player": "{seat} drew the {owed:count card cards} that {owing:seat} owed.",
    "last-card-draw-missing": "{seat} did not draw the {owed:count card cards} that the last card of the hand costs.",
    "ace-draw-missing": _ace_missing,
    "ace-draw-wrong-player": "{seat} drew the card that {owing:seat} owed for the ace of spades.",
    "over-draw-kept": "{seat} drew more than one card in its turn, {cards:and}; all are kept.",
    "pass-without-drawing": _passed,
    "pass-with-playable-card": _passed,
    "reshuffle-not-allowed": _reshuffle,
    "illegal-joker-unchallenged": _joker("; {challenger:seat} did not challenge it, so it stands."),
    "illegal-joker": _joker("; nobody else was left to challenge it."),
    "challenge-wrong-verdict": _verdict,
    "joker-not-taken-back": "The challenge was upheld, but {seat} did not take the joker back.",
    "joker-taken-back-wrongly": by_fact(
        "why",
        {
            "stays": "{seat} took {card} back, where by the house rule a challenged joker stays.",
            "rejected": "{seat} took {card} back, although the challenge was rejected.",
            "unasked": "{seat} took {card} back without a challenge that was upheld.",
        },
    ),
    "challenge-by-wrong-player": _challenger,
    "challenge-too-late": "{seat} challenged a joker that could not be challenged any more.",
    "challenge-of-non-joker": "{seat} challenged a card that is no joker, {top}.",
    "illegal-joker-caught": _joker("; {challenger:seat} challenged it."),
    "one-card-call-missed": '{seat} was left with one card, did not call "one card", and nobody noticed in time.',
    "one-card-call-late": '{seat} called "one card" late, but before anybody had noticed.',
    "one-card-call-caught": '{seat} was left with one card and did not call "one card"; {by:seat} noticed in time.',
    "catch-too-late": "{by:seat} noticed the missing call of {seat} after the time for it.",
    "catch-without-cause": '{by:seat} named {seat}, who owed no call "one card".',
    "catch-of-self": 'Seat {seat} named itself for a missing call "one card".',
    "superfluous-call": '{seat} called "one card" without owing the call.',
    "ace-gift-incomplete": "{seat} gave {given:count card cards} after the ace of spades, and none to {missing:seats}; "
    "it is for all or for none.",
    "ace-gift-wrong-order": "{seat} gave to {to:seat} where {due:seat} comes first in the order of play.",
    "ace-gift-twice-to-one": "{seat} gave a second card to {to:seat}.",
    "ace-gift-to-self": "{seat} gave a card to itself.",
    "ace-giving-refused": "{seat} played the ace of spades and gave nothing, which the house rule demands.",
    "card-exchange": _exchange,
    "hand-not-ended": "{seat} acted ({token}) after the hand was over.",
    "out-player-scored": _points(", where who went out has 0"),
    "blocked-hand-zero-given": _points(", where in a blocked hand everybody counts: {audited:numbers}"),
    "points-missing": "No points are written for {seats:seats}, where the cards count {audited:numbers}.",
    "points-not-multiple-of-five": "The points are {recorded:numbers}; no cards make those of {seats:seats}.",
    "game-end-missed": "Another hand was dealt although a total has reached {target}: {totals:numbers}.",
    "game-ended-early": "{recorded:seats} is declared winner before a total has reached {target}: {totals:numbers}.",
}
