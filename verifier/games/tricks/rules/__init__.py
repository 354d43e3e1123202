"""The rules of trick play, by moment: cards, turns, following, takers."""
