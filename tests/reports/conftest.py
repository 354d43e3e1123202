"""A verdict with something to say in every place, and names that try to do harm."""

import pytest

from verifier.finding import FaultClass, Finding, Place, Related, Rule
from verifier.sheet import Sheet, SheetRow
from verifier.verdict import Outcome, Sealed, Verdict

HOSTILE_NAMES = [
    "\u001b[2J\u001b]0;pwn\u0007",
    "\u009b31m",
    "\u001b]8;;file:///etc/passwd\u0007x\u001b]8;;\u0007",
    "a\bb",
    "a\rb",
    "[/bold]",
    "[link=file:///etc/passwd]x[/link]",
    "x\n::error file=README.md::forged",
    "::stop-commands::t",
    "  ::error::x",
    "##[add-mask]x",
    "%0A::",
    "Ali\u202e",
    "A\u200bli",
    "A\u2028li",
    "1e5",
    "nan",
    "007",
    "1_000",
    "\u0001",
    "=HYPERLINK(1)",
    "a|b",
    "a||b",
    "a\tb",
    "`code` <b>",
    "</script><img src=x onerror=alert(1)>",
    " lead",
    "trail ",
    " ",
    "{seat}",
    "\\x1b",
    "漢" * 64,
    "\U0001f468\u200d\U0001f469",
    "\ud800",
]


@pytest.fixture(params=HOSTILE_NAMES, ids=ascii)
def hostile(request):
    return request.param


@pytest.fixture
def rule():
    return Rule("XYZ501", "trial-fault", FaultClass.ILLEGAL, "A fault of the trial game", "T1", "L2")


@pytest.fixture
def verdict(rule):
    finding = Finding(
        rule,
        Place(5, 9, 1, 7),
        1,
        "T1",
        "L2",
        ("heart_lead", "never"),
        ["QH", "2C"],
        {"led": "H", "trick": ["aQH", "b2S"], "by": {"a": 1}, "empty": None},
        [Related(Place(8, 3, 1, 12), "card-shown")],
        ordinal=1,
    )
    notice = Rule("XYZ901", "trial-notice", FaultClass.NOTICE, "Something to know")
    verdict = Verdict("games/a.replay", 2, 3, "king", "t7", ["Ayşe", "Ali", "Can", "Ece"])
    verdict.outcome = Outcome.FAULTY
    verdict.preset = "boombala"
    verdict.options = {"heart_lead": "never"}
    verdict.complete = True
    verdict.sealed = Sealed.OK
    verdict.events = 12
    verdict.unverified = 3
    verdict.findings = [finding, Finding(notice, Place(9, 1, 2, 14), ordinal=1)]
    verdict.counts["XYZ501"] = 1
    verdict.notices = 1
    verdict.sheet = Sheet(
        [
            SheetRow(1, 4, "kiz", 0, None, [-100, 0, -260, 0], [-100, 0, -240, 0]),
            SheetRow(2, 9, "koz", 1, "H", None, [50, None, 600, 0]),
        ],
        [-100, 0, -260, 0],
        [-50, None, 360, 0],
        "b",
        "bd",
    )
    return verdict
