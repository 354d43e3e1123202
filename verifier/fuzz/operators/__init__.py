"""Operators that change a recorded game: a file for each kind, and one for those that make two faults at once."""
