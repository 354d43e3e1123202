"""The table of format rules."""

from verifier.finding import FaultClass
from verifier.replay.rules import FORMAT_RULES, MOST_FACT, cut

NAMES = {
    "bad-line",
    "bad-token",
    "unknown-field",
    "duplicate-key",
    "unknown-option",
    "bad-value",
    "missing-header",
    "line-too-long",
    "torn-tail",
    "corrupt-file",
    "after-seal",
    "seal-broken",
}


def test_the_table_holds_every_name_once() -> None:
    assert {rule.name for rule in FORMAT_RULES} == NAMES
    assert [rule.code for rule in FORMAT_RULES] == [f"LOG{number:03}" for number in range(1, len(NAMES) + 1)]
    assert all(rule.fault_class is FaultClass.FORMAT and rule.title for rule in FORMAT_RULES)


def test_a_long_text_is_cut_for_a_fact() -> None:
    assert cut("x" * MOST_FACT) == "x" * MOST_FACT
    assert cut("x" * (MOST_FACT + 1)) == "x" * (MOST_FACT - 1) + "…"
