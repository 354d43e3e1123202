"""The recorded game: its lines, how they are read and written. Knows no rules and imports no game."""
