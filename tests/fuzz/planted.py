"""Another program for `verifier fuzz --against`: a referee that answers line by line, with a mistake planted by name.

It judges with this program's rooms, so that it is right in everything but its mistake. `checks` and `plays` are what
the author of a game server writes, too.
"""

import json
import sys
import time

from verifier.finding import FaultClass
from verifier.fuzz.dice import Dice
from verifier.fuzz.generating import generate
from verifier.fuzz.mutating import mutate
from verifier.fuzz.recorded import games_in
from verifier.games.king import contracts
from verifier.games.kings_reverse import holding, legal
from verifier.games.kings_reverse.packs import ACE_OF_SPADES, JACKS
from verifier.referee import judge
from verifier.replay.reader import read

FAILING_AT = 4
"""The replay at which a program that fails does so."""


def ace_of_spades_as_5():
    """Score an ace of spades like any plain card."""
    values = bytearray(holding.VALUES)
    values[ACE_OF_SPADES] = 5
    holding.VALUES = bytes(values)


def jack_blocks_no_joker():
    """Forget that a jack can always be played, so that no joker may be played beside one."""
    blocking = legal.blocking
    legal.blocking = lambda *asked: blocking(*asked) & ~JACKS


def last_two_at_11_12():
    """Let the tricks before the last one cost points in place of the last two."""
    count_items = contracts.count_items
    contracts.count_items = lambda tricks, _two, **more: count_items(tricks, (11, 12), **more)


PLANTED = {
    "ace-of-spades-as-5": ace_of_spades_as_5,
    "jack-blocks-no-joker": jack_blocks_no_joker,
    "last-two-at-11-12": last_two_at_11_12,
}


def checks(request):
    """Judge a replay: the least is an id and a verdict."""
    (verdict,) = judge(read([request["replay"].encode()]), "replay")
    faults = [one for one in verdict.findings if one.rule.fault_class is not FaultClass.NOTICE]
    answer = {"id": request["id"], "verdict": verdict.outcome.value}
    if faults:
        answer["first"] = faults[0].place.event
        answer["findings"] = [one.rule.code for one in faults]
    answer["points"] = [row.points for row in verdict.sheet.rows]
    if verdict.sheet.totals is not None:
        answer["totals"] = verdict.sheet.totals
    if verdict.sheet.winners is not None:
        answer["winners"] = verdict.sheet.winners
    return answer


def plays(request, mistake):
    """Play a game; with its mistake the books are wrong."""
    (one,) = generate(request["game"], 1, request["seed"], rules=request["rules"], players=request["players"])
    data = one.data
    if mistake == "plays-wrong":
        (record,) = games_in([data])
        data = mutate(record, Dice("planted"), ["wrong-points"]).data
    return {"id": request["id"], "replay": data.decode()}


def answer_to(request, mistake):
    """Return what is answered to a request."""
    if request["type"] == "start":
        does = ["check", "play"] if mistake in {"right-and-plays", "plays-wrong"} else ["check"]
        return {"protocol": 1, "name": "planted", "does": does}
    return plays(request, mistake) if request["type"] == "play" else checks(request)


def main(mistake):
    """Answer until there is nothing more to read."""
    PLANTED.get(mistake, lambda: None)()
    asked = 0
    for line in sys.stdin:
        request = json.loads(line)
        if request["type"] == "stop":
            return
        asked += request["type"] == "check"
        if mistake in FAILING and asked >= FAILING_AT:
            FAILING[mistake]()
            continue
        say(json.dumps(answer_to(request, mistake)) + "\n")


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def crashes():
    sys.stderr.write("something went \x1b[31mwrong\n")
    sys.exit(3)


def floods():
    while True:
        say("x" * (1 << 16))


FAILING = {
    "crashes": crashes,
    "hangs": lambda: time.sleep(60),
    "garbage": lambda: say("\x1b]0;all is well\x07\n"),
    "another-id": lambda: say('{"id":0,"verdict":"clean"}\n'),
    "floods": floods,
}

if __name__ == "__main__":
    main(sys.argv[1])
