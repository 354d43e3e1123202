"""Two ways of looking at an example: ourselves by our invariants, and another program by what we say."""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple, Protocol

from verifier.fuzz.asked_finding import findings_in
from verifier.fuzz.cases import Case, Kind
from verifier.fuzz.comparing import Difference, differences
from verifier.fuzz.invariants import Invariant, broken, wrong_with
from verifier.fuzz.other_program import OtherProgram, ProgramError
from verifier.fuzz.protocol import Play
from verifier.fuzz.told import Told, told_of, told_once
from verifier.replay.header import read_header
from verifier.replay.lines import Header
from verifier.verdict import Outcome

SLOW_TRIALS: Final = 40
"""Trials where each costs a start of the other program, or the time that it is given."""
USUAL_TRIALS: Final = 3000
LONGEST_PLAYED: Final = 1 << 20
"""Bytes of a game that another program has played."""


Look = Callable[[bytes], list[Difference]]


class Found(NamedTuple):
    """Something found in an example: what was said otherwise, what most tells first; `data` is the replay it is of.

    `look` returns the same of a smaller replay, nothing for one that has faults of another kind; None where nothing
    smaller can be asked. `trials` is how many smaller ones are worth their time.
    """

    case: Case
    differences: list[Difference]
    data: bytes
    look: Look | None = None
    trials: int = USUAL_TRIALS

    @property
    def manner(self) -> str:
        """What disagreements of the same kind share."""
        return self.differences[0].manner

    def still(self, data: bytes) -> bool:
        """Tell whether the same is found in another replay."""
        return self.look is not None and any(one.manner == self.manner for one in self.look(data))


class Examiner(Protocol):
    """Looks at examples, and remembers how many could not be compared."""

    skipped: int

    def examine(self, case: Case) -> Found | None:
        """Return what is found in an example, None for nothing."""


class Ourselves:
    """Looks at this program by its invariants."""

    def __init__(self) -> None:
        self.skipped = 0

    def examine(self, case: Case) -> Found | None:
        """Return the first invariants that do not hold of an example."""
        found = [(one, Difference(one.name, one.what, wrong)) for one, wrong in broken(case)]
        if not found:
            return None
        first = found[0][0]
        look = None if first.of_origin else partial(_broken_by, first, case)
        return Found(case, [difference for _, difference in found], case.data, look)


def _broken_by(invariant: Invariant, case: Case, data: bytes) -> list[Difference]:
    told_once.cache_clear()
    wrong = wrong_with(invariant, case._replace(kind=Kind.KEPT, data=data))
    return [Difference(invariant.name, invariant.what, wrong)] if wrong else []


class Against:
    """Holds another program against this one: in every example, and where it plays itself also in its games."""

    def __init__(self, program: OtherProgram) -> None:
        self.skipped = 0
        self.played = 0
        self._program = program
        self._asked = 0

    def examine(self, case: Case) -> Found | None:
        """Return what the other program says otherwise of an example, or what is wrong with a game that it plays.

        Raises CannotStartError where it does not start again.
        """
        found = self._compared(case)
        if found is None and case.kind is Kind.LEGAL and "play" in self._program.hello.does:
            found = self._judged(case)
        return found

    def _number(self) -> int:
        self._asked += 1
        return self._asked

    def _compared(self, case: Case) -> Found | None:
        said = self._said(case.game, case.data)
        if not said:
            return None
        before = findings_in(case.data)

        def look(data: bytes) -> list[Difference]:
            return self._said(case.game, data, again=True) if findings_in(data) <= before else []

        slow = said[0].manner in {"crash", "hang", "garbage"}
        return Found(case, said, case.data, look, SLOW_TRIALS if slow else USUAL_TRIALS)

    def _said(self, game: str, data: bytes, *, again: bool = False) -> list[Difference]:
        """Return what the two say otherwise of a replay; `again`: it is one of many trials."""
        ours = told_of([data])
        try:
            text = data.decode()
        except UnicodeDecodeError:
            text = None
        if text is None or len(ours) != 1:
            self.skipped += not again
            return []
        try:
            theirs = self._program.check(self._number(), game, text)
        except ProgramError as error:
            return [Difference(error.kind, ours[0].outcome.value, error.words)]
        self.skipped += not again and theirs.verdict == "skipped"
        return differences(ours[0], theirs)

    def _judged(self, case: Case) -> Found | None:
        """Return what is wrong with a game that the program plays under the header of an example."""
        header = read_header(case.data.partition(b"\n")[0])
        assert isinstance(header, Header)
        request = Play(self._number(), case.game, len(header.players), header.rules, case.number)
        try:
            played = self._program.play(request)
        except ProgramError as error:
            return Found(case, [Difference(f"play: {error.kind}", "a game", error.words)], case.data)
        if played.replay is None:
            return None
        self.played += 1
        data = played.replay.encode("utf-8", "replace")
        if len(data) > LONGEST_PLAYED:
            return Found(case, [Difference("play: too long", f"at most {LONGEST_PLAYED} bytes", str(len(data)))], b"")
        ours = told_of([data])
        wrong = _played_wrong(ours)
        if wrong:
            before = findings_in(data)

            def look(data: bytes) -> list[Difference]:
                return _played_wrong(told_of([data])) if findings_in(data) <= before else []

            return Found(case, wrong, data, look)
        if [said.outcome for said in ours] != [Outcome.CLEAN]:
            what = " ".join(said.outcome for said in ours) or "no game"
            return Found(case, [Difference("play: unfinished", what, "played it")], data)
        return self._compared(case._replace(data=data))


def _played_wrong(ours: list[Told]) -> list[Difference]:
    """Return what is wrong with a game that another program has played."""
    return [
        Difference(f"play: {row.name}", f"{said.outcome}, {row.name} at event {row.event}", "played by the rules")
        for said in ours
        for row in said.faults()
    ]
