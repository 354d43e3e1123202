"""What was in hand when a worker was lost is done again part by part, so that only the game that kills is left out."""

from collections.abc import Callable

from verifier.corpus.judging import Packet
from verifier.corpus.plan import Judged
from verifier.replay.parts import Part, bounded, halves
from verifier.reports.display import display, excerpt

Ask = Callable[[Packet], list[Judged | Part]]
"""Has a packet judged by a worker; raises the error that tells that this one is lost too."""


def rescued(packet: Packet, ask: Ask, loss: type[BaseException]) -> list[Judged | Part]:
    """Return what came of a packet whose worker is lost; each of its parts is asked for alone."""
    results: list[Judged | Part] = []
    for part in packet:
        if isinstance(part, Part):
            results += _alone(part, ask, loss)
        else:
            results.append(part)
    return results


def _alone(part: Part, ask: Ask, loss: type[BaseException]) -> list[Judged | Part]:
    """Have a part judged alone; where that costs a worker too, halve the part until its game is found."""
    results: list[Judged | Part] = []
    left = [part]
    while left:
        part = left.pop()
        try:
            results += ask((part,))
        except loss:
            try:
                part = bounded(part)
                two = halves(part)
            except OSError as error:
                results.append(_given_up(part, f"cannot read {display(part.path)}: {excerpt(str(error.strerror))}."))
                continue
            if two is None:
                results.append(_killed(part))
            else:
                left += reversed(two)
    return results


def _killed(part: Part) -> Judged:
    where = "" if part.end is None else f", game {part.first_game} (line {part.first_line})"
    return _given_up(part, f"{display(part.path)}{where}: the process that judged it was killed; it is not verified.")


def _given_up(part: Part, sentence: str) -> Judged:
    judged = Judged(part.path, said=[sentence], opens=part.opens, closes=part.closes, failed=True, games=1)
    judged.summary.files += part.opens
    return judged
