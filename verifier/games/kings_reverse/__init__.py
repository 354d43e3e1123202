"""Kings Reverse: a shedding game for two and more, with two or three packs."""
