"""Operators that change a recorded game in one place: a file for each game, one for all, the table of them."""
