"""Which share of a corpus a run is for, so that several machines can have one each."""

from typing import NamedTuple


class Shard(NamedTuple):
    """The `number`-th, from 1, of so many equal shares of the bytes of all that is named."""

    number: int
    shards: int

    def span(self, total: int) -> tuple[int, int | None]:
        """Return between which of so many bytes the games of the shard begin.

        The last shard has no end: what stands at the very end, such as an empty file, is in it.
        """
        number, shards = self
        return total * (number - 1) // shards, None if number == shards else total * number // shards
