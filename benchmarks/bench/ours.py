"""Our side of every comparison: the public road from the bytes of a replay to its verdicts, and nothing else."""

from verifier.referee import judge_source
from verifier.replay.sources import BLOCK
from verifier.verdict import Outcome


def ours(data: bytes) -> int:
    """Return how many games of a replay are clean: read, judged and their score sheets audited."""
    blocks = (data[at : at + BLOCK] for at in range(0, len(data), BLOCK))
    return sum(verdict.outcome is Outcome.CLEAN for verdict in judge_source(blocks, "benchmark.replay"))
