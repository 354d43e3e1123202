"""What is said of a fault of our own; needs no other room, since any of them may be what is broken."""

from typing import Final

LONGEST_ERROR: Final = 200


def internal_error(error: Exception) -> str:
    """Return an exception of our own as words for people, escaped and cut to what a line bears."""
    return f"internal error: {type(error).__name__}: {ascii(str(error))[1:-1][:LONGEST_ERROR]}"
