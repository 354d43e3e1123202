"""King: thirty-two hands of six penalties and trumps, each chosen by a player in turn, for four players."""
